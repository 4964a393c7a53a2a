/** Deletes what is old a few rows at a time, so that neither a large table nor a slow disk holds up everybody else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Database, Tables } from './database.ts';

/** SQLite works in this thread: a statement may take no longer. Half of what the event loop may be blocked for, so that a slow one fits too. */
const LONGEST_STATEMENT_MS = 8;
const FIRST_ROWS = 50;
const FEWEST_ROWS = 10;
const MOST_ROWS = 1_000;
/** Between two statements others come first. */
const REST_MS = 20;

export interface Pause {
  /** Ends the deletion after the statement that is running. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of a clock that only goes forward. */
  readonly clock?: () => number;
  readonly rest?: () => Promise<unknown>;
}

/**
 * Deletes the rows of `table` for which `old` holds; an index must serve that condition. `key`: columns of the primary key.
 * Returns how many rows are gone.
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
    if (took > LONGEST_STATEMENT_MS) rows = Math.max(FEWEST_ROWS, Math.floor(rows / 2));
    else if (took < LONGEST_STATEMENT_MS / 4) rows = Math.min(MOST_ROWS, rows * 2);
    await rest();
  }
  return deleted;
}

/** SQLite waits for the disk at every commit. What is deleted by age need not: a power cut only brings it back for a while. */
async function synchronous(store: Database, mode: 'NORMAL' | 'FULL'): Promise<void> {
  if (store.getExecutor().adapter instanceof SqliteAdapter)
    await sql`PRAGMA synchronous = ${sql.raw(mode)}`.execute(store);
}

export interface Child {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  /** Column that names the row that it belongs to; an index must serve it. */
  readonly of: string;
}

/** The same for rows that others belong to, some at a time: those others first, so that nothing is left without its own. */
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
