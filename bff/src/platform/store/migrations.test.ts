/** Databases of earlier versions are migrated without loss, and shipped migrations stay unchanged. */
import { describe, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { everything } from '../../testing/deep.ts';
import {
  connect,
  dialectOf,
  executedStatements,
  frozenNames,
  frozenStatements,
  frozenTables,
  migrationNames,
  type Row,
  restoreFrozen,
  rowsOf,
  schemaOf,
} from '../../testing/frozen-databases.ts';
import { listActivity } from './activity.ts';
import { DROPPED_COLUMNS, DROPPED_TABLES, RENAMED_COLUMNS, RENAMED_TABLES } from './column-changes.ts';
import type { Dialect } from './database.ts';
import { rowOf, rowsIn } from './query.ts';

/** The values of these columns, which may have been renamed since. */
const only = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [column, row[column in row ? column : (RENAMED_COLUMNS[column]?.[1] ?? column)]]),
  );
const currentName = (table: string) => RENAMED_TABLES[table] ?? table;
/** What a migration could lose unseen: tables without rows, and columns without a value in any. */
const withoutValue = (tables: Readonly<Record<string, readonly Row[]>>) =>
  Object.entries(tables).flatMap(([table, rows]) =>
    rows.length === 0
      ? [`${table}: no row`]
      : Object.keys(rows[0] ?? {})
          .filter((column) => rows.every((row) => row[column] === null))
          .map((column) => `${table}.${column}: no value`),
  );

/** The oldest runs every migration, the newest have the most tables; `npx pnpm test:all` takes all of them. */
const databases = () =>
  everything ? frozenNames() : frozenNames().filter((_, n, { length }) => n === 0 || n >= length - 2);

describeOnBothDatabases('migrations', (_, fresh) => {
  let newest: Promise<unknown> | undefined;
  const newestSchema = async () => {
    const { url, open } = await fresh();
    await open();
    return await schemaOf(url);
  };

  it.each(databases())('migrate a database of %s to the newest schema and keep every row', async (name) => {
    const { url, open } = await fresh();
    await restoreFrozen(url, name);
    const before = await rowsOf(url);
    expect(withoutValue(before), `write them into store/frozen/${name}.rows.sql`).toEqual([]);
    await open();
    const after = await rowsOf(url);
    for (const [table, rows] of Object.entries(before)) {
      if (DROPPED_TABLES.includes(table)) continue;
      const columns = Object.keys(rows[0] ?? {}).filter(
        (column) => !DROPPED_COLUMNS[table]?.includes(column),
      );
      const kept = after[currentName(table)]?.map((row) => only(row, columns)) ?? [];
      // Other tables' rows may have become rows of this one.
      expect.soft(kept, table).toEqual(expect.arrayContaining(rows.map((row) => only(row, columns))));
    }
    newest ??= newestSchema();
    expect(await schemaOf(url)).toEqual(await newest);
  });

  it('compute what 0006 did not have: when rows ended, and their search text', async () => {
    const { url, open } = await fresh();
    await restoreFrozen(url, '0006_usage_fuel_preferences');
    const { db } = await open();
    const monitors = await db.selectFrom('monitor').select(['ended_at']).orderBy('id').execute();
    expect(monitors).toEqual([{ ended_at: 1795021200000 }, { ended_at: null }, { ended_at: 1795014005000 }]);
    const invitations = await db.selectFrom('invitation').select(['over_at']).orderBy('key').execute();
    expect(invitations).toEqual([
      { over_at: Date.parse('2026-12-01T00:00:00Z') },
      { over_at: 1795017600000 },
      { over_at: null },
    ]);
    const operations = await db.selectFrom('operation').select(['stored_at', 'created_at']).execute();
    expect(operations.map(({ stored_at }) => stored_at)).toEqual(
      operations.map(({ created_at }) => created_at),
    );
    const activity = await db.selectFrom('activity').select('search').orderBy('id').execute();
    expect(activity).toEqual([
      {
        search: 'invitation_created\nfleet arger\nzoe onboarding\ndone\n{"permissions":["vehicle_location"]}',
      },
      { search: 'limit_reached\n\n\ndone\n' },
    ]);
    expect(await listActivity(db, { words: ['zoë', 'arger'], limit: 5 })).toHaveLength(1);
  });

  it('turn emails that waited or were being sent into jobs, one for each invitation', async () => {
    const { url, open } = await fresh();
    await restoreFrozen(url, '0029_load_calls');
    const db = connect(url);
    const email = { job_id: null, recipient: 'a@b.example', language: 'en', zone: 'UTC', created_by: 'ann' };
    const rows = [
      { id: 'older', invitation_key: 'twice', state: 'waiting', created_at: 1 },
      { id: 'newer', invitation_key: 'twice', state: 'waiting', created_at: 2 },
      { id: 'cut', invitation_key: 'once', state: 'sending', created_at: 3 },
    ].map((row) => ({ ...email, ...row, created_by_name: 'Ann', updated_at: 4, next_at: 5, tries: 2 }));
    await db.insertInto('email').values(rows).execute();
    await db.destroy();
    const { db: after } = await open();
    const jobs = await rowsIn(after, 'job', 'id', ['older', 'newer', 'cut']);
    expect(jobs.sort((a, b) => a.created_at - b.created_at)).toMatchObject([
      {
        id: 'newer',
        kind: 'email',
        payload: '{"email_id":"newer"}',
        dedupe_key: 'twice',
        run_at: 5,
        tries: 2,
      },
      { id: 'cut', dedupe_key: 'once' },
    ]);
    expect(await rowOf(after, 'email', { id: 'older' })).toMatchObject({ state: 'cancelled' });
  });

  it('turn what waited in the queues of 0030 into jobs', async () => {
    const { url, open } = await fresh();
    await restoreFrozen(url, '0030_jobs');
    const before = connect(url);
    const unverified = '0a8b6c1e-3f52-4d7a-9c10-000000000046';
    await before
      .updateTable('webhook_delivery')
      .set({ state: 'stored' })
      .where('id', '=', unverified)
      .execute();
    await before.destroy();
    const { db } = await open();
    const jobs = await rowsOf(url);
    expect(jobs.job).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'outgoing_delivery',
          payload: '{"delivery_id":"0a8b6c1e-3f52-4d7a-9c10-000000020021"}',
          dedupe_key: '0a8b6c1e-3f52-4d7a-9c10-000000020021',
          order_key: '0a8b6c1e-3f52-4d7a-9c10-000000020001',
          position: 1,
          created_at: 1795014100900,
          run_at: 1795014130900,
          tries: 2,
          max_tries: 11,
        }),
        expect.objectContaining({
          kind: 'revocation',
          payload: '{"id":"0a8b6c1e-3f52-4d7a-9c10-000000001000","refresh_token":"refresh token 1"}',
          run_at: 1795014003000,
          tries: 1,
          max_tries: 40,
        }),
        expect.objectContaining({
          kind: 'webhook_delivery',
          payload: `{"delivery_id":"${unverified}"}`,
          dedupe_key: unverified,
          order_key: '0a8b6c1e-3f52-4d7a-9c10-000000000043',
          position: 1795014062000,
          run_at: 1795014073000,
          tries: 2,
          max_tries: 5,
        }),
      ]),
    );
    expect(await rowOf(db, 'outgoing_delivery', { state: 'waiting' })).toMatchObject({ tries: 2 });
  });

  it('run the same statements as when they were frozen', async () => {
    const { url } = await fresh();
    const now = await executedStatements(url);
    for (const frozen of frozenNames()) {
      const then = frozenStatements(frozen, dialectOf(url));
      for (const name of migrationNames().filter((each) => each <= frozen))
        expect
          .soft(now[name], `${name} has shipped: leave it as it was and add a new migration after the last`)
          .toEqual(then[name]);
    }
  });
});

describe('the newest migration', () => {
  it('is frozen with the resulting database', () => {
    expect(frozenNames().at(-1), 'run `npx pnpm freeze` and commit what it wrote').toBe(
      migrationNames().at(-1),
    );
  });

  it.each(frozenNames())('has rows for the same tables on both databases (%s)', (name) => {
    const tables = (dialect: Dialect) => {
      const statements = Object.values(frozenStatements(name, dialect)).flat();
      const renamed = new Map(
        statements.flatMap((statement) => {
          const [, from, to] = /^alter table "(\w+)" rename to "(\w+)"/.exec(statement) ?? [];
          return from !== undefined && to !== undefined ? [[from, to] as const] : [];
        }),
      );
      const dropped = new Set(
        statements.flatMap((statement) => /^drop table "(\w+)"/.exec(statement)?.[1] ?? []),
      );
      return statements
        .flatMap((statement) => /^create table "(\w+)"/.exec(statement)?.[1] ?? [])
        .filter((table) => !dropped.has(table))
        .map((table) => renamed.get(table) ?? table)
        .sort();
    };
    expect(frozenTables(name).sort()).toEqual(tables('sqlite'));
    expect(tables('postgres')).toEqual(tables('sqlite'));
  });
});
