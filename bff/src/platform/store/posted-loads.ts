/** What Waypost sent with loads that it posted or corrected. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, deleteRow, updateRow } from './query.ts';

export type PostedLoadRow = Tables['posted_load'];

/**
 * Claims the next version of a load before sending, so that only one server sends it. `row`: the current row with its next version.
 * False when another server was quicker.
 */
export async function claimVersion(db: Database, row: PostedLoadRow): Promise<boolean> {
  const { load_id, version } = row;
  if (version === 1) return addRow(db, 'posted_load', row, 'ignore');
  return updateRow(db, 'posted_load', { load_id, version: version - 1 }, { version });
}

/** Releases a claim: nothing was sent, or the outcome is unknown. */
export async function releaseVersion(db: Database, { load_id, version }: PostedLoadRow): Promise<void> {
  if (version === 1) await deleteRow(db, 'posted_load', { load_id, version });
  else await updateRow(db, 'posted_load', { load_id, version }, { version: version - 1 });
}

/** Deletes rows and references from before `before` (ms) whose load is no longer on the board. */
export async function purgePostedLoads(db: Database, before: number, pause?: Pause): Promise<void> {
  for (const [table, key, at] of [
    ['posted_load', 'load_id', 'sent_at'],
    ['load_reference', 'reference', 'claimed_at'],
  ] as const) {
    const watched = sql`SELECT 1 FROM watched_load
      WHERE watched_load.load_id = ${sql.ref(`${table}.load_id`)} AND watched_load.watched = 1`;
    await deleteOld(db, table, [key], sql`${sql.ref(at)} < ${before} AND NOT EXISTS (${watched})`, pause);
  }
}
