/** The last call about each load, and the ETA that a dispatcher learned by phone. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { above, rowsIn, rowsOf } from './query.ts';

export type LoadCallRow = Tables['load_call'];

export async function callsOf(db: Database, load_ids: readonly string[]): Promise<Map<string, LoadCallRow>> {
  const rows = await rowsIn(db, 'load_call', 'load_id', load_ids);
  return new Map(rows.map((row) => [row.load_id, row]));
}

/** Rows that changed after event `seq`, oldest change first. */
export function callsSince(db: Database, seq: number): Promise<LoadCallRow[]> {
  return rowsOf(db, 'load_call', { change: above(seq) }, ['change']);
}

/** Deletes rows that were changed last before `before` (ms). */
export async function purgeCalls(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'load_call', ['load_id'], sql`changed_at < ${before}`, pause);
}
