/** Whose a load number is, so that no machine posts a load twice. */
import type { Database, Tables } from './database.ts';
import { addRow, deleteRow, indexedText, rowOf, updateRow } from './query.ts';

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
