/** Deletes old rows a few at a time, so that neither a large table nor a slow disk blocks other work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Database, Tables } from './database.ts';

/** SQLite runs in this thread. Half of what the event loop may be blocked for, leaving room for a slow statement. */
const MAX_STATEMENT_MS = 8;
const FIRST_ROWS = 50;
const MIN_ROWS = 10;
const MAX_ROWS = 1_000;
/** Lets other work run between two statements. */
const REST_MS = 20;

export interface Pause {
  readonly signal?: AbortSignal | undefined;
  /** Monotonic clock in milliseconds. */
  readonly clock?: () => number;
  readonly rest?: () => Promise<unknown>;
}

/**
 * Deletes the rows of `table` that match `old`; an index must serve that condition. `key`: columns of the primary key. Returns the
 * number of deleted rows.
 */
export async function deleteOld(
  db: Database,
  table: keyof Tables,
  key: readonly string[],
  old: RawBuilder<unknown>,
  { signal, clock = () => performance.now(), rest = () => sleep(REST_MS) }: Pause = {},
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let deleted = 0;
  let rows = FIRST_ROWS;
  while (!signal?.aborted) {
    const { numAffectedRows = 0n, took } = await db.connection().execute(async (store) => {
      await synchronous(store, 'NORMAL');
      const began = clock();
      const result = await sql`
        DELETE FROM ${sql.table(table)} WHERE (${columns}) IN
        (SELECT ${columns} FROM ${sql.table(table)} WHERE ${old} LIMIT ${rows})`
        .execute(store)
        .finally(() => synchronous(store, 'FULL'));
      return { ...result, took: clock() - began };
    });
    deleted += Number(numAffectedRows);
    if (Number(numAffectedRows) < rows) break;
    if (took > MAX_STATEMENT_MS) rows = Math.max(MIN_ROWS, Math.floor(rows / 2));
    else if (took < MAX_STATEMENT_MS / 4) rows = Math.min(MAX_ROWS, rows * 2);
    await rest();
  }
  return deleted;
}

/** SQLite waits for the disk at every commit. A purge need not: a power cut only restores old rows for a while. */
async function synchronous(store: Database, mode: 'NORMAL' | 'FULL'): Promise<void> {
  if (store.getExecutor().adapter instanceof SqliteAdapter)
    await sql`PRAGMA synchronous = ${sql.raw(mode)}`.execute(store);
}

export interface Child {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  /** Column that references the parent row; an index must serve it. */
  readonly of: string;
}

/** The same for rows with child rows: deletes the children first, so that none is orphaned. */
export async function deleteOldWith(
  db: Database,
  table: keyof Tables,
  key: string,
  old: RawBuilder<unknown>,
  children: readonly Child[],
  pause: Pause = {},
): Promise<void> {
  while (!pause.signal?.aborted) {
    const { rows } = await sql<{ id: string }>`
      SELECT ${sql.ref(key)} AS id FROM ${sql.table(table)} WHERE ${old} LIMIT ${FIRST_ROWS}`.execute(db);
    if (rows.length === 0) return;
    const ids = sql.join(rows.map(({ id }) => id));
    for (const child of children)
      await deleteOld(db, child.table, child.key, sql`${sql.ref(child.of)} IN (${ids})`, pause);
    if (pause.signal?.aborted) return;
    await deleteOld(db, table, [key], sql`${sql.ref(key)} IN (${ids})`, pause);
  }
}
