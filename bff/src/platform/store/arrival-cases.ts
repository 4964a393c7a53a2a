/** Arrivals, each with an estimate that was shown before it. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { rowsOf } from './query.ts';

export type ArrivalCaseRow = Tables['arrival_case'];

/** Newest arrival first. */
export function newestCases(db: Database, limit: number): Promise<ArrivalCaseRow[]> {
  return rowsOf(db, 'arrival_case', {}, ['-arrived_at', 'load_id', 'minutes_before'], limit);
}

/** Deletes arrivals before `before` (ms). */
export async function purgeCases(db: Database, before: number, pause?: Pause): Promise<void> {
  const key = ['load_id', 'stop_sequence', 'minutes_before'] as const;
  await deleteOld(db, 'arrival_case', key, sql`arrived_at < ${before}`, pause);
}
