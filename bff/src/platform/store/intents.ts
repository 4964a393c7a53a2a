/** Resources to be created at the service (rule 25). Requests and results are stored sealed. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { atMost, present, rowsOf, updateRow } from './query.ts';

export type IntentRow = Tables['intent'];
export type IntentEnd = Partial<
  Pick<
    IntentRow,
    'state' | 'result_id' | 'result' | 'service_status' | 'message' | 'request' | 'next_check_at' | 'checks'
  >
>;

/** Marks a failed intent as sending again. False when it is no longer failed: another request was quicker. */
export function resendFailed(
  db: Database,
  id: string,
  change: Pick<IntentRow, 'subject' | 'fingerprint' | 'request' | 'credentials' | 'updated_at'>,
): Promise<boolean> {
  return updateRow(
    db,
    'intent',
    { id, state: 'failed' },
    {
      ...change,
      state: 'sending',
      attempt: sql`attempt + 1`,
      message: null,
      service_status: null,
      checks: 0,
      next_check_at: null,
    },
  );
}

/** The outcome of calls that began until `until` (ms) is unknown: they were interrupted, or could not store it. Returns the intents. */
export async function markSendingUnknown(
  store: Database,
  until: number,
  now: number,
  message: string,
): Promise<IntentRow[]> {
  return store
    .updateTable('intent')
    .set({ state: 'unknown', message, updated_at: now, next_check_at: now })
    .where('state', '=', 'sending')
    .where('updated_at', '<=', until)
    .returningAll()
    .execute();
}

/** Unknown intents that are due for a check at the service, oldest first. */
export function intentsToCheck(db: Database, now: number): Promise<IntentRow[]> {
  return rowsOf(db, 'intent', { state: 'unknown', next_check_at: atMost(now) }, ['created_at'], 100);
}

export async function nextCheckAt(db: Database): Promise<number | null> {
  const unknown = { state: 'unknown', next_check_at: present } as const;
  const [next] = await rowsOf(db, 'intent', unknown, ['next_check_at'], 1);
  return next?.next_check_at ?? null;
}

/** Whether a later intent with the same subject was, or may have been, executed. */
export async function hasLaterForSameSubject(db: Database, row: IntentRow): Promise<boolean> {
  if (row.subject === null) return false;
  const later = await db
    .selectFrom('intent')
    .select('id')
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('id', '!=', row.id)
    .where('created_at', '>=', row.created_at)
    .where('state', '!=', 'failed')
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Deletes intents that ended before `before` (ms), but no unknown ones and none of an unfinished bulk job: without its intent a row
 * would be sent twice.
 */
export async function purgeIntents(db: Database, before: number, pause?: Pause): Promise<void> {
  const open = sql`SELECT 1 FROM bulk_row WHERE bulk_row.intent_id = intent.id
    AND bulk_row.state IN ('waiting', 'sending', 'unknown')`;
  for (const state of ['done', 'failed'])
    await deleteOld(
      db,
      'intent',
      ['id'],
      sql`state = ${state} AND updated_at < ${before} AND NOT EXISTS (${open})`,
      pause,
    );
}
