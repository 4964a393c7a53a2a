import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { silentLog } from '../../testing/tracking.ts';
import { openDatabase } from './open-database.ts';
import { startCheckpoints } from './storage.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

it("a large write reaches SQLite's file without the server's own thread copying it", async () => {
  const file = join(folder.dir, 'test.db');
  const { db, close } = await openDatabase(`sqlite:${file}`);
  const end = await startCheckpoints(db, `sqlite:${file}`, silentLog, 10);
  const { rows } = await sql<{ wal_autocheckpoint: number }>`PRAGMA wal_autocheckpoint`.execute(db);
  expect(rows).toEqual([{ wal_autocheckpoint: 0 }]);
  const before = statSync(file).size;
  await db
    .insertInto('setting')
    .values({ key: 'large', value: 'x'.repeat(10_000_000) })
    .execute();
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 10_000_000), 10_000);
  await end();
  await close();
});
