/** What Waypost sent with loads that it posted or corrected. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, deleteRow, indexedText, rowOf, updateRow } from './query.ts';

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

export type LoadReferenceRow = Tables['load_reference'];

export const loadReference = (db: Database, load_ref: string): Promise<LoadReferenceRow | undefined> =>
  rowOf(db, 'load_reference', { reference: indexedText(load_ref) });

/**
 * Claims a load number for an intent, in the transaction that stores the intent. False: it belongs to another one, which has not failed.
 * On PostgreSQL, a claim waits for another transaction with the same number.
 */
export async function claimReference(
  db: Database,
  load_ref: string,
  intent_id: string,
  now: number,
): Promise<boolean> {
  const reference = indexedText(load_ref);
  const row = { reference, intent_id, load_id: null, claimed_at: now };
  if (await addRow(db, 'load_reference', row, 'ignore')) return true;
  const holder = await rowOf(db, 'load_reference', { reference });
  if (!holder || holder.intent_id === intent_id) return true;
  if (holder.load_id !== null || holder.intent_id === null) return false;
  const intent = await rowOf(db, 'intent', { id: holder.intent_id });
  if (intent && intent.state !== 'failed') return false;
  return updateRow(db, 'load_reference', { reference, intent_id: holder.intent_id }, row);
}

/** After a correction: the load has this number, unless another one has it, and its earlier number is free. */
export async function moveReference(
  db: Database,
  load_id: string,
  load_ref: string,
  now: number,
): Promise<void> {
  await deleteRow(db, 'load_reference', { load_id });
  const row = { reference: indexedText(load_ref), intent_id: null, load_id, claimed_at: now };
  await addRow(db, 'load_reference', row, 'ignore');
}
