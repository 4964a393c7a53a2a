import { readFile } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';

it('an endless loop of queries does not block the rest of the process', async () => {
  const { db, close } = await openDatabase('sqlite::memory:');
  let turns = 0;
  const again = () =>
    readFile(new URL(import.meta.url), () => {
      turns += 1;
      if (turns < 3) again();
    });
  again();
  for (let n = 0; n < 50_000 && turns < 3; n += 1) await sql`SELECT 1`.execute(db);
  expect(turns).toBe(3);
  await close();
});
