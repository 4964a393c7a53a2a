/** What several queries do alike. */
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
import type { Database, Tables } from './database.ts';

/** Executes a change of one row. False when there was nothing to change, or the row was there already. */
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
/** The value that each column must have, of a list one of its values; or a condition that it must meet. */
type Where<T extends keyof Tables> = {
  readonly [K in keyof Row<T>]?: Row<T>[K] | readonly Row<T>[K][] | Condition;
};
/** Neither holds where there is no value. */
export const atMost =
  (value: number): Condition =>
  (column) =>
    sql`${column} <= ${value}`;
export const above =
  (value: number): Condition =>
  (column) =>
    sql`${column} > ${value}`;
type Change<T extends keyof Tables> = {
  readonly [K in keyof Row<T>]?: Row<T>[K] | RawBuilder<unknown> | undefined;
};
/** Columns to sort by; with a minus the largest value comes first. */
type Order<T extends keyof Tables> = readonly (Column<T> | `-${Column<T>}`)[];

/** Kysely cannot follow a table that is a type parameter: the functions below hold the types. */
const loose = (db: Database) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

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

/** Every row that has these values, at most `limit`. A list among them has a few thousand values at most, see `rowsIn`. */
export async function rowsOf<T extends keyof Tables>(
  db: Database,
  table: T,
  where: Where<T> = {},
  order: Order<T> = [],
  limit?: number,
): Promise<Row<T>[]> {
  let query = loose(db).selectFrom<string>(table).selectAll().where(matching(where));
  for (const by of order) query = by.startsWith('-') ? query.orderBy(by.slice(1), 'desc') : query.orderBy(by);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()) as Row<T>[];
}

/** Every row whose `column` has one of these values, however many. */
export function rowsIn<T extends keyof Tables, C extends Column<T>>(
  db: Database,
  table: T,
  column: C,
  values: readonly Row<T>[C][],
): Promise<Row<T>[]> {
  return inChunks(values, (some) => rowsOf(db, table, { [column]: some } as Where<T>));
}

/** What becomes of a row whose key is there already: it is an error, or the row that is there stays as it is. */
type Duplicate = 'throw' | 'ignore';

/** Adds a row. False when one with a key of it was there already and `ignore` was asked for. */
export async function addRow<T extends keyof Tables>(
  db: Database,
  table: T,
  row: Row<T>,
  duplicate: Duplicate = 'throw',
): Promise<boolean> {
  return (await addRows(db, table, [row], duplicate)) === 1;
}

/** Adds rows. How many were new. */
export async function addRows<T extends keyof Tables>(
  db: Database,
  table: T,
  rows: readonly Row<T>[],
  duplicate: Duplicate = 'throw',
): Promise<number> {
  let added = 0;
  for (const values of chunksOf(rows, ROWS_PER_STATEMENT)) {
    const query = loose(db).insertInto<string>(table).values(values);
    const done = duplicate === 'throw' ? query : query.onConflict((c) => c.doNothing());
    added += Number((await done.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n);
  }
  return added;
}

/** Adds rows. One whose `key` is there already takes the new values, but for its columns in `kept`. */
export async function putRows<T extends keyof Tables>(
  db: Database,
  table: T,
  key: readonly Column<T>[],
  rows: readonly Row<T>[],
  kept: readonly Column<T>[] = [],
): Promise<void> {
  const constant = new Set<string>([...key, ...kept]);
  for (const values of chunksOf(rows, ROWS_PER_STATEMENT)) {
    const columns = Object.keys(values[0] ?? {}).filter((column) => !constant.has(column));
    const change = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
    await loose(db)
      .insertInto<string>(table)
      .values(values)
      .onConflict((c) => c.columns([...key]).doUpdateSet(change))
      .execute();
  }
}

/** Changes the rows that have these values. True when that was one row. */
export async function updateRow<T extends keyof Tables>(
  db: Database,
  table: T,
  where: Where<T>,
  change: Change<T>,
): Promise<boolean> {
  return changedOne(loose(db).updateTable<string>(table).set(change).where(matching(where)));
}

/** Deletes the row that has these values. The row as it was; undefined when there was none. */
export async function deleteRow<T extends keyof Tables>(
  db: Database,
  table: T,
  where: Where<T>,
): Promise<Row<T> | undefined> {
  const query = loose(db).deleteFrom<string>(table).where(matching(where)).returningAll();
  return (await query.executeTakeFirst()) as Row<T> | undefined;
}

/** SQLite takes 32,766 values in one statement. */
const VALUES_PER_STATEMENT = 5_000;
/** Of up to 24 columns. */
const ROWS_PER_STATEMENT = 500;

function* chunksOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < all.length; i += size) yield all.slice(i, i + size);
}

/** What a query gives for many values, some of them at a time. */
export async function inChunks<V, R>(
  values: readonly V[],
  query: (some: V[]) => Promise<readonly R[]>,
  size = VALUES_PER_STATEMENT,
): Promise<R[]> {
  const rows: R[] = [];
  for (const some of chunksOf(values, size)) rows.push(...(await query(some)));
  return rows;
}

const ATTEMPTS = 8;

interface Versioned<Row> {
  readonly read: () => Promise<Row | undefined>;
  readonly insert: (row: Row) => Promise<boolean>;
  /** Where the row still has `version`. */
  readonly update: (row: Row, version: number) => Promise<boolean>;
}

/**
 * Changes one row, or adds it. `change` gets what is stored, undefined when nothing is, and gives the new row without its version, or
 * null for no change; it may be called more than once, when another server was quicker.
 */
export async function changeVersioned<Row extends { readonly version: number }>(
  { read, insert, update }: Versioned<Row>,
  change: (before: Row | undefined) => Omit<Row, 'version'> | null,
): Promise<{ readonly before: Row | undefined; readonly after: Row } | null> {
  for (let n = 0; n < ATTEMPTS; n += 1) {
    const before = await read();
    const changed = change(before);
    if (changed === null) return null;
    const after = { ...changed, version: (before?.version ?? 0) + 1 } as unknown as Row;
    if (await (before === undefined ? insert(after) : update(after, before.version)))
      return { before, after };
  }
  throw new Error('a row changes faster than it can be stored');
}

/** When anything was last received and read of any row of a table. */
export async function latestNews(
  db: Database,
  table: 'invitation' | 'operation',
): Promise<{ last_event_at: number | null; last_read_at: number | null }> {
  const latest = async (column: 'last_event_at' | 'last_read_at') => {
    const { rows } = await sql<{
      at: number | null;
    }>`SELECT max(${sql.ref(column)}) AS at FROM ${sql.table(table)}`.execute(db);
    return rows[0]?.at ?? null;
  };
  // One by one: an index serves the maximum of one column only.
  return { last_event_at: await latest('last_event_at'), last_read_at: await latest('last_read_at') };
}

/** All rows of a query a page at a time: `read` gives those behind `last`, at most `size` of them. Others get their turn in between. */
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

/** Characters of a text in an index: PostgreSQL refuses an entry of more than 2,704 bytes. */
const INDEXED_MAX = 500;

/**
 * A reference or name of any length as both databases store it and find it again. PostgreSQL takes no NUL; of a longer text the beginning
 * stays, and a hash of the whole keeps two of them apart.
 */
export function indexedText(text: string): string {
  const storable = text.replaceAll('\0', '').toWellFormed();
  if (storable.length <= INDEXED_MAX) return storable;
  return `${storable.slice(0, INDEXED_MAX - 50)}… ${createHash('sha256').update(storable).digest('base64url')}`;
}

/** Small facts that outlive a restart, by name. */
export async function readSetting(db: Database, key: string): Promise<string | null> {
  return (await rowOf(db, 'setting', { key }))?.value ?? null;
}

export async function writeSetting(db: Database, key: string, value: string): Promise<void> {
  await putRows(db, 'setting', ['key'], [{ key, value }]);
}
