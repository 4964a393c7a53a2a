import { readFile } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { inTransaction } from './transaction.ts';

describe('queries that never wait', () => {
  const turns = async (queries: (db: Database, enough: () => boolean) => Promise<unknown>) => {
    const { db, close } = await openDatabase('sqlite::memory:');
    let count = 0;
    const again = () =>
      readFile(new URL(import.meta.url), () => {
        count += 1;
        if (count < 3) again();
      });
    again();
    await queries(db, () => count === 3);
    await close();
    return count;
  };
  const loop = async (db: Database, enough: () => boolean) => {
    for (let n = 0; n < 50_000 && !enough(); n += 1) await sql`SELECT 1`.execute(db);
  };

  it('do not block the rest of the process', async () => {
    expect(await turns(loop)).toBe(3);
  });

  it('do not block it either within a transaction', async () => {
    expect(await turns((db, enough) => inTransaction(db, (trx) => loop(trx, enough)))).toBe(3);
  });
});
