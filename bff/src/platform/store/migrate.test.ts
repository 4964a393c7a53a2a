/** The step before a server starts: one server after the other, without time limits, and beside servers that work. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeOnBothDatabases, postgresUrl } from '../../testing/databases.ts';
import { connect, dialectOf } from '../../testing/frozen-databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { migrate, migratePostgres } from './migrate.ts';
import type { Migrations } from './migrations.ts';

const INDEX = { name: 'big_value', table: 'big', columns: ['value', 'id'] };
const SETTINGS: Migrations[string] = {
  up: (db) =>
    sql`CREATE TABLE setting (key text PRIMARY KEY, value text NOT NULL)`.execute(db).then(() => undefined),
};
const BIG: Migrations = {
  '1': SETTINGS,
  '2': {
    up: (db) => sql`CREATE TABLE big (id integer, value integer)`.execute(db).then(() => undefined),
  },
};
const INDEXED: Migrations = { ...BIG, '3': { up: async () => undefined, indexes: [INDEX] } };

describeOnBothDatabases('a database', (_, fresh) => {
  const migrateTo = async (url: string, migrations: Migrations, version: string | null = null) => {
    const options = { log: silentLog, version, migrations };
    if (dialectOf(url) === 'postgres') return migratePostgres(url, options);
    const db = connect(url);
    await migrate(db, 'sqlite', options).finally(() => db.destroy());
  };

  it('gets the indexes of its migrations', async () => {
    const { url } = await fresh();
    await migrateTo(url, INDEXED);
    await migrateTo(url, INDEXED);
    const db = connect(url);
    await expect(sql`CREATE INDEX big_value ON big (id)`.execute(db)).rejects.toThrow(/already exists/);
    await db.destroy();
  });

  it('of a newer Waypost is refused with the version that has migrated it, or else with its migration', async () => {
    const { url } = await fresh();
    await migrateTo(url, BIG, '0.1.0');
    await migrateTo(url, INDEXED, '0.2.0');
    await expect(migrateTo(url, BIG, '0.1.0')).rejects.toThrow(
      'it belongs to a newer Waypost (version 0.2.0 has migrated it, and this is version 0.1.0). Start that version, or restore the backup that was made before the upgrade',
    );
    // By a version that does not say so.
    await migrateTo(url, { ...INDEXED, '4': { up: async () => undefined } });
    await expect(migrateTo(url, INDEXED, '0.2.0')).rejects.toThrow(
      'a newer Waypost (it has the migration 4)',
    );
  });

  it('that lacks a migration before one that it has is refused in one sentence', async () => {
    const { url } = await fresh();
    await migrateTo(url, INDEXED);
    const more = { ...INDEXED, '21': { up: async () => undefined } };
    await expect(migrateTo(url, more)).rejects.toThrow(
      'this Waypost is too new for it (it has the migration 3, and not 21 before it)',
    );
  });
});

describe('PostgreSQL', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const open = async () => {
    const url = await postgresUrl({}, cleanups);
    const connection = async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      cleanups.push(() => client.end());
      return client;
    };
    return { url, client: await connection(), connection };
  };
  const run = (url: string, migrations: Migrations) =>
    migratePostgres(url, { log: silentLog, version: null, migrations });
  const isValid = async (client: pg.Client) =>
    (await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('big_value')"))
      .rows[0];

  it('is migrated once by two servers that start at once, however long it takes', async () => {
    const { url, client } = await open();
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '200ms'`);
    let runs = 0;
    const slow: Migrations = {
      '1': {
        up: async (db) => {
          runs += 1;
          await sql`SELECT pg_sleep(1)`.execute(db);
        },
      },
    };
    await Promise.all([run(url, slow), run(url, slow), run(url, slow)]);
    expect(runs).toBe(1);
  });

  it('is written to while an index is built, by servers that work, and by one that waits for its turn', async () => {
    const { url, client, connection } = await open();
    await run(url, BIG);
    const writer = await connection();
    await writer.query('BEGIN');
    await writer.query('INSERT INTO big VALUES (1, 1)');
    const both = Promise.all([run(url, INDEXED), run(url, INDEXED)]);
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect((await client.query(waiting)).rows).toHaveLength(1), 10_000);
    await client.query("SET lock_timeout = '1s'");
    await client.query('INSERT INTO big VALUES (2, 2)');
    await writer.query('COMMIT');
    await both;
    expect(await isValid(client)).toEqual({ indisvalid: true });
  });

  it('is read by servers that work while a migration waits for a table that is in use', async () => {
    const { url, client, connection } = await open();
    await run(url, BIG);
    const reader = await connection();
    await reader.query('BEGIN');
    await reader.query('SELECT * FROM big');
    const alter: Migrations[string]['up'] = (db) =>
      sql`ALTER TABLE big ADD COLUMN more integer`.execute(db).then(() => undefined);
    const migrating = run(url, { ...BIG, '3': { up: alter } });
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE%' AND wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect((await client.query(waiting)).rows).toHaveLength(1), 10_000);
    await client.query("SET statement_timeout = '5s'");
    await client.query('SELECT * FROM big');
    await reader.query('COMMIT');
    await migrating;
    expect((await client.query('SELECT more FROM big')).rows).toEqual([]);
  });

  it('whose index was left unfinished gets it anew', async () => {
    const { url, client } = await open();
    await run(url, INDEXED);
    await client.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('big_value')");
    await run(url, INDEXED);
    expect(await isValid(client)).toEqual({ indisvalid: true });
  });
});
