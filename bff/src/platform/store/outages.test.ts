/** A database that restarts, is locked, full, damaged or too new; connections that are lost; transactions that lose races. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { postgresUrl } from '../../testing/databases.ts';
import { transactionPooler } from '../../testing/pooler.ts';
import { temporaryFolder } from '../../testing/server.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { refuseTransactionPooling } from './postgres.ts';
import { addRow, readSetting, writeSetting } from './query.ts';
import { unavailableReason } from './store-errors.ts';
import { inTransaction } from './transaction.ts';
import { saveChanges, saveReadTimes, type WatchedLoadRow } from './watched-loads.ts';

async function withPostgres(test: (url: string, db: Database) => Promise<void>): Promise<void> {
  const url = await postgresUrl({ migrated: true });
  const { db, close } = await openDatabase(url, silentLog);
  try {
    await test(url, db);
  } finally {
    await close();
  }
}

/** On a connection of its own. */
async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const endOtherConnections = (url: string) =>
  query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

describe('PostgreSQL', () => {
  it('that ends idle connections, as a restart does, ends neither the process nor the next statement', () =>
    withPostgres(async (url, db) => {
      await writeSetting(db, 'test', '1');
      await endOtherConnections(url);
      await vi.waitFor(async () => expect(await readSetting(db, 'test')).toBe('1'));
    }));

  it('that ends a connection in the middle of a transaction makes it fail as unavailable, and changes nothing', () =>
    withPostgres(async (url, db) => {
      const failed = await inTransaction(db, async (trx) => {
        await writeSetting(trx, 'test', '1');
        await endOtherConnections(url);
        await writeSetting(trx, 'test', '2');
      }).catch((error: unknown) => error);
      expect(unavailableReason(failed)).toMatch(/^The database server is/);
      expect(await readSetting(db, 'test')).toBeNull();
    }));

  it('does not let a server that froze in a transaction stop the others for longer than 5 s', () =>
    withPostgres(async (_, db) => {
      const { rows } = await sql<Record<string, string>>`SHOW idle_in_transaction_session_timeout`.execute(
        db,
      );
      expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }]);
    }));

  it('runs both of two transactions that wait for each other: the one that loses is tried again', () =>
    withPostgres(async (_, db) => {
      for (const key of ['a', 'b']) await writeSetting(db, key, '0');
      let inside = 0;
      const bothInside = Promise.withResolvers<void>();
      const change = (first: string, second: string) =>
        inTransaction(db, async (trx) => {
          await writeSetting(trx, first, `${first}${second}`);
          inside += 1;
          if (inside === 2) bothInside.resolve();
          await bothInside.promise;
          await writeSetting(trx, second, `${first}${second}`);
        });
      await Promise.all([change('a', 'b'), change('b', 'a')]);
      // More than once where the two meet again.
      expect(inside).toBeGreaterThan(2);
      expect(await readSetting(db, 'a')).toBe(await readSetting(db, 'b'));
    }));

  it('tries a statement that loses against a transaction again, without a transaction of its own', () =>
    withPostgres(async (_, db) => {
      for (const key of ['a', 'b']) await writeSetting(db, key, '0');
      const holdsB = Promise.withResolvers<void>();
      const waits = Promise.withResolvers<void>();
      const other = inTransaction(db, async (trx) => {
        await writeSetting(trx, 'b', '1');
        holdsB.resolve();
        await waits.promise;
        await writeSetting(trx, 'a', '1');
      });
      await holdsB.promise;
      // Locks "a", then waits for "b".
      const statement = sql`UPDATE setting SET value = '2' WHERE key IN ('a', 'b')
        AND (key = 'a' OR EXISTS (SELECT 1 FROM setting WHERE key = 'b' FOR UPDATE))`.execute(db);
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
          AND datname = current_database()`.execute(db);
        expect(rows).toHaveLength(1);
      });
      waits.resolve();
      await Promise.all([other, statement]);
    }));

  it('has no deadlock between read times and changes of the board, in whatever order the loads are', async () => {
    const url = await postgresUrl({ migrated: true });
    const { db, close } = await openDatabase(url, silentLog);
    const row = (n: number, version: number): WatchedLoadRow => ({
      load_id: id(n),
      watched: 1,
      source: 'person',
      watched_at: 1,
      watched_by: null,
      version,
      read_at: 1,
      tracking: null,
      derived: null,
    });
    const loads = Array.from({ length: 40 }, (_, n) => n);
    await addRow(db, 'setting', { key: 'board_version', value: '0' }, 'ignore');
    const none = { positions: [], cases: [], archived: [], added: [], entries: [] };
    const change = async () => {
      for (let version = 0; version < 20; version += 1) {
        const rows = loads.map((n) => row(n, version));
        expect(await saveChanges(db, { rows, ...none }, { before: version, after: version + 1 })).toBe(true);
      }
    };
    const read = async () => {
      for (let n = 0; n < 20; n += 1)
        await saveReadTimes(db, new Map(loads.toReversed().map((m) => [id(m), n])));
    };
    await Promise.all([change(), read(), read()]);
    // Ended connections have reported their deadlocks.
    await close();
    await vi.waitFor(async () => {
      const [counts] = await query<{ deadlocks: number; xact_commit: number }>(
        url,
        'SELECT deadlocks::int, xact_commit::int FROM pg_stat_database WHERE datname = current_database()',
      );
      expect(counts?.xact_commit).toBeGreaterThan(60);
      expect(counts?.deadlocks).toBe(0);
    });
  });

  it('behind a pooler that shares connections between transactions is refused, with what to do', async () => {
    const url = await postgresUrl();
    const pooler = await transactionPooler(url);
    try {
      await expect(refuseTransactionPooling(pooler.url)).rejects.toThrow(/pool_mode=session/);
      await refuseTransactionPooling(url);
    } finally {
      pooler.close();
    }
  });
});

describe('SQLite', () => {
  it('waits for the lock of another process without blocking this one', async () => {
    const folder = temporaryFolder();
    const file = join(folder.dir, 'test.db');
    const { db, close } = await openDatabase(`sqlite:${file}`);
    const other = new Sqlite(file);
    other.exec('BEGIN IMMEDIATE');
    const writes = [writeSetting(db, 'a', '1'), inTransaction(db, (trx) => writeSetting(trx, 'b', '1'))];
    // Only a process that still runs can release it.
    for (let turns = 0; turns < 20; turns += 1) await setImmediate();
    other.exec('COMMIT');
    await Promise.all(writes);
    other.close();
    expect(await readSetting(db, 'b')).toBe('1');
    await close();
    folder.remove();
  });

  it('keeps nobody waiting for a lock that one statement has waited for in vain, and says that it is down', async () => {
    const folder = temporaryFolder();
    const file = join(folder.dir, 'test.db');
    const { db, health, close } = await openDatabase(`sqlite:${file}`);
    const other = new Sqlite(file);
    other.exec('BEGIN IMMEDIATE');
    const unavailable: boolean[] = [];
    const write = (key: string) =>
      writeSetting(db, key, '1').catch(() => void unavailable.push(health.isUnavailable));
    await Promise.all(Array.from({ length: 20 }, (_, n) => write(String(n))));
    expect(unavailable).toEqual(Array.from({ length: 20 }, () => true));
    await vi.waitFor(() => expect(health.outage?.reason).toMatch(/holds the lock/));
    other.exec('COMMIT');
    other.close();
    await vi.waitFor(() => expect(health.isUnavailable).toBe(false), { timeout: 3_000 });
    expect(health.outage).toBeNull();
    await writeSetting(db, 'a', '1');
    await close();
    folder.remove();
  });

  it('on a full disk says so, and not that a rollback failed', async () => {
    const { db, health, close } = await openDatabase('sqlite::memory:', silentLog);
    const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
    await sql`PRAGMA max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db);
    const write = () => inTransaction(db, (trx) => writeSetting(trx, 'test', 'x'.repeat(1_000_000)));
    const failed = await write().catch((error: unknown) => error);
    expect(unavailableReason(failed)).toBe('The disk of the database is full');
    await sql`PRAGMA max_page_count = 100000`.execute(db);
    await write();
    await vi.waitFor(() => expect(health.outage).toBeNull());
    await close();
  });

  it('with a damaged file is refused as damaged, not as a matter of rights', async () => {
    const folder = temporaryFolder();
    const file = join(folder.dir, 'test.db');
    writeFileSync(file, 'no database at all '.repeat(1_000));
    await expect(openDatabase(`sqlite:${file}`)).rejects.toThrow(/is damaged, or no SQLite database/);
    folder.remove();
  });
});
