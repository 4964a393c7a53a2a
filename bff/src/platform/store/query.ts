/** Typed queries on single tables, and helpers for chunks and pages. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type InsertResult,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type UpdateResult,
} from 'kysely';
import { nextTurn } from '../lib/async.ts';
import { chunksOf } from '../lib/chunks.ts';
import type { Database, Tables } from './database.ts';

/** Executes a change of one row. False when nothing changed, or the row already existed. */
export async function changedOne(query: {
  executeTakeFirst(): Promise<UpdateResult | InsertResult | undefined>;
}): Promise<boolean> {
  const result = await query.executeTakeFirst();
  if (result === undefined) return false;
  const rows = 'numUpdatedRows' in result ? result.numUpdatedRows : (result.numInsertedOrUpdatedRows ?? 0n);
  return rows === 1n;
}

type Row<T extends keyof Tables> = Tables[T];
type Column<T extends keyof Tables> = keyof Tables[T] & string;
type Condition = (column: RawBuilder<unknown>) => RawBuilder<unknown>;
/** Per column: the required value, a list of allowed values, or a condition. */
type Where<T extends keyof Tables> = {
  readonly [K in keyof Row<T>]?: Row<T>[K] | readonly Row<T>[K][] | Condition;
};
/** Neither condition matches null. */
export const atMost =
  (value: number): Condition =>
  (column) =>
    sql`${column} <= ${value}`;
export const above =
  (value: number): Condition =>
  (column) =>
    sql`${column} > ${value}`;
export const between =
  (from: unknown, to: unknown): Condition =>
  (column) =>
    sql`${column} BETWEEN ${from} AND ${to}`;
export const present: Condition = (column) => sql`${column} IS NOT NULL`;
type Change<T extends keyof Tables> = {
  readonly [K in keyof Row<T>]?: Row<T>[K] | RawBuilder<unknown> | undefined;
};
/** Columns to sort by; a leading minus sorts descending. */
type Order<T extends keyof Tables> = readonly (Column<T> | `-${Column<T>}`)[];

/** Kysely cannot type a table that is a type parameter; the functions below restore the types. */
const untyped = (db: Database) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

const oneOf = (column: RawBuilder<unknown>, values: readonly unknown[]) =>
  values.length === 0 ? sql`1 = 0` : sql`${column} IN (${sql.join(values)})`;

function matching(where: object): RawBuilder<SqlBool> {
  const conditions = Object.entries(where).map(([name, value]) => {
    const column = sql.ref(name);
    if (Array.isArray(value)) return oneOf(column, value);
    if (typeof value === 'function') return (value as Condition)(column);
    return value === null ? sql`${column} IS NULL` : sql`${column} = ${value}`;
  });
  return sql.join([sql`1 = 1`, ...conditions], sql` AND `);
}

export async function rowOf<T extends keyof Tables>(
  db: Database,
  table: T,
  where: Where<T>,
): Promise<Row<T> | undefined> {
  return (await rowsOf(db, table, where, [], 1))[0];
}

/** Returns matching rows, at most `limit`. Lists in `where` may hold a few thousand values; for more see `rowsIn`. */
export async function rowsOf<T extends keyof Tables>(
  db: Database,
  table: T,
  where: Where<T> = {},
  order: Order<T> = [],
  limit?: number,
): Promise<Row<T>[]> {
  let query = untyped(db).selectFrom<string>(table).selectAll().where(matching(where));
  for (const by of order) query = by.startsWith('-') ? query.orderBy(by.slice(1), 'desc') : query.orderBy(by);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()) as Row<T>[];
}

/** Returns every row whose `column` has one of these values; any number of values. */
export function rowsIn<T extends keyof Tables, C extends Column<T>>(
  db: Database,
  table: T,
  column: C,
  values: readonly Row<T>[C][],
): Promise<Row<T>[]> {
  return inChunks(values, (chunk) => rowsOf(db, table, { [column]: chunk } as Where<T>));
}

type Duplicate = 'throw' | 'ignore';

/** Inserts a row. False when `duplicate` is `ignore` and a row with one of its keys exists. */
export async function addRow<T extends keyof Tables>(
  db: Database,
  table: T,
  row: Row<T>,
  duplicate: Duplicate = 'throw',
): Promise<boolean> {
  return (await addRows(db, table, [row], duplicate)) === 1;
}

export async function addRows<T extends keyof Tables>(
  db: Database,
  table: T,
  rows: readonly Row<T>[],
  duplicate: Duplicate = 'throw',
): Promise<number> {
  let added = 0;
  for (const values of chunksOf(rows, ROWS_PER_STATEMENT)) {
    const query = untyped(db).insertInto<string>(table).values(values);
    const done = duplicate === 'throw' ? query : query.onConflict((c) => c.doNothing());
    added += Number((await done.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n);
  }
  return added;
}

/** Upserts rows by `key`; an existing row keeps its values in the `preserved` columns. */
export async function putRows<T extends keyof Tables>(
  db: Database,
  table: T,
  key: readonly Column<T>[],
  rows: readonly Row<T>[],
  preserved: readonly Column<T>[] = [],
): Promise<void> {
  const constant = new Set<string>([...key, ...preserved]);
  for (const values of chunksOf(rows, ROWS_PER_STATEMENT)) {
    const columns = Object.keys(values[0] ?? {}).filter((column) => !constant.has(column));
    const change = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
    await untyped(db)
      .insertInto<string>(table)
      .values(values)
      .onConflict((c) => c.columns([...key]).doUpdateSet(change))
      .execute();
  }
}

/** Updates the matching rows. True when exactly one changed. */
export async function updateRow<T extends keyof Tables>(
  db: Database,
  table: T,
  where: Where<T>,
  change: Change<T>,
): Promise<boolean> {
  return changedOne(untyped(db).updateTable<string>(table).set(change).where(matching(where)));
}

/** Deletes the matching row and returns it; undefined when there was none. */
export async function deleteRow<T extends keyof Tables>(
  db: Database,
  table: T,
  where: Where<T>,
): Promise<Row<T> | undefined> {
  const query = untyped(db).deleteFrom<string>(table).where(matching(where)).returningAll();
  return (await query.executeTakeFirst()) as Row<T> | undefined;
}

/** Deletes every row whose `column` has one of these values; any number of values. */
export async function deleteRowsIn<T extends keyof Tables, C extends Column<T>>(
  db: Database,
  table: T,
  column: C,
  values: readonly Row<T>[C][],
): Promise<void> {
  for (const chunk of chunksOf(values, VALUES_PER_STATEMENT)) {
    await nextTurn();
    await untyped(db)
      .deleteFrom<string>(table)
      .where(matching({ [column]: chunk }))
      .execute();
  }
}

/** SQLite allows 32,766 values in one statement. */
const VALUES_PER_STATEMENT = 5_000;
/** Rows have up to 24 columns. */
const ROWS_PER_STATEMENT = 100;

/** Runs a query for many values, one chunk at a time, and joins the results. */
export async function inChunks<V, R>(
  values: readonly V[],
  query: (chunk: V[]) => Promise<readonly R[]>,
  size = VALUES_PER_STATEMENT,
): Promise<R[]> {
  const rows: R[] = [];
  for (const chunk of chunksOf(values, size)) {
    await nextTurn();
    rows.push(...(await query(chunk)));
  }
  return rows;
}

const ATTEMPTS = 8;

type VersionedTable = {
  [T in keyof Tables]: Tables[T] extends { version: number } ? T : never;
}[keyof Tables];

/**
 * Optimistic update of the row with this key, or its insert. `change` receives the stored row (undefined when there is none) and returns
 * the new one without version, or null for no change. It is called again when another server was quicker. Throws after several lost races.
 */
export async function changeVersioned<T extends VersionedTable>(
  store: Database,
  table: T,
  key: Where<T>,
  change: (before: Row<T> | undefined) => Omit<Row<T>, 'version'> | null,
): Promise<{ readonly before: Row<T> | undefined; readonly after: Row<T> } | null> {
  for (let n = 0; n < ATTEMPTS; n += 1) {
    const before = await rowOf(store, table, key);
    const changed = change(before);
    if (changed === null) return null;
    const after = { ...changed, version: (before?.version ?? 0) + 1 } as Row<T>;
    const stored = before
      ? updateRow(store, table, { ...key, version: before.version }, after)
      : addRow(store, table, after, 'ignore');
    if (await stored) return { before, after };
  }
  throw new Error('a row changes faster than it can be stored');
}

/** Latest event and latest read of any row of a table; null when there was none. */
export async function latestTimestamps(
  db: Database,
  table: 'invitation' | 'operation',
): Promise<{ last_event_at: number | null; last_read_at: number | null }> {
  const latest = async (column: 'last_event_at' | 'last_read_at') => {
    const { rows } = await sql<{
      at: number | null;
    }>`SELECT max(${sql.ref(column)}) AS at FROM ${sql.table(table)}`.execute(db);
    return rows[0]?.at ?? null;
  };
  // Two queries: an index serves the maximum of only one column.
  return { last_event_at: await latest('last_event_at'), last_read_at: await latest('last_read_at') };
}

/** All rows of a query in pages: `read` returns at most `size` rows after `last`. Yields to the event loop in between. */
export async function* inPages<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
    await setImmediate();
  }
}

/** Maximum characters of an indexed text: PostgreSQL rejects index entries over 2,704 bytes. */
const MAX_INDEXED_CHARS = 500;

/**
 * A reference or name of any length in a form that both databases can store and find again: without NUL, which PostgreSQL rejects; a
 * longer text is cut and gets a hash, so that two of them stay distinct.
 */
export function indexedText(text: string): string {
  const storable = text.replaceAll('\0', '').toWellFormed();
  if (storable.length <= MAX_INDEXED_CHARS) return storable;
  return `${storable.slice(0, MAX_INDEXED_CHARS - 50)}… ${createHash('sha256').update(storable).digest('base64url')}`;
}

/** Small values that outlive a restart, by name. */
export async function readSetting(db: Database, key: string): Promise<string | null> {
  return (await rowOf(db, 'setting', { key }))?.value ?? null;
}

export async function writeSetting(db: Database, key: string, value: string): Promise<void> {
  await putRows(db, 'setting', ['key'], [{ key, value }]);
}

/** Locks a setting until the transaction ends. Returns its value, as of then. */
export async function lockSetting(trx: Database, key: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('setting')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('key', '=', key)
    .returning('value')
    .executeTakeFirst();
  return row?.value;
}
