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

type Key<T extends keyof Tables> = Readonly<Partial<Tables[T]>>;

/** Kysely cannot follow a table that is a type parameter: the functions below hold the types. */
const loose = (db: Database) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;
const equals = (key: object): RawBuilder<SqlBool> =>
  sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` AND `,
  );

/** The row whose columns are equal to those of `key`. */
export async function rowOf<T extends keyof Tables>(
  db: Database,
  table: T,
  key: Key<T>,
): Promise<Tables[T] | undefined> {
  const row = await loose(db).selectFrom<string>(table).selectAll().where(equals(key)).executeTakeFirst();
  return row as Tables[T] | undefined;
}

/** Adds a row. False when one with a key of it is there already. */
export async function addRow<T extends keyof Tables>(
  db: Database,
  table: T,
  row: Tables[T],
): Promise<boolean> {
  const query = loose(db).insertInto<string>(table).values(row);
  return changedOne(query.onConflict((c) => c.doNothing()));
}

/** Changes the row whose columns are equal to those of `key`. False when there is none. */
export async function updateRow<T extends keyof Tables>(
  db: Database,
  table: T,
  key: Key<T>,
  change: Readonly<Partial<{ [K in keyof Tables[T]]: Tables[T][K] | RawBuilder<unknown> }>>,
): Promise<boolean> {
  return changedOne(loose(db).updateTable<string>(table).set(change).where(equals(key)));
}

/** SQLite takes 32,766 values in one statement. */
const VALUES_PER_STATEMENT = 5_000;

/** What a query gives for many values, some of them at a time. */
export async function inChunks<V, R>(
  values: readonly V[],
  query: (some: V[]) => Promise<readonly R[]>,
  size = VALUES_PER_STATEMENT,
): Promise<R[]> {
  const rows: R[] = [];
  for (let i = 0; i < values.length; i += size) rows.push(...(await query(values.slice(i, i + size))));
  return rows;
}

const ATTEMPTS = 8;

export interface Versioned<Row> {
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
