/** Bulk jobs and their rows. Requests are stored sealed, and deleted as soon as they are no longer needed. */
import { HELD } from '@waypost/contract/api/bulk';
import { sql } from 'kysely';
import { chunksOf } from '../lib/chunks.ts';
import type { Database, Tables } from './database.ts';
import { deleteOldWith, type Pause } from './delete-old.ts';
import { addRow, addRows, changedOne, inChunks, rowsOf, updateRow } from './query.ts';

export type BulkJobRow = Tables['bulk_job'];
export type BulkRowRow = Tables['bulk_row'];

/** Jobs have thousands of rows each. */
const JOBS_PER_COUNT = 5;

/** Adds a job with its rows, in the caller's transaction. False when the id exists. */
export async function addBulkJob(
  store: Database,
  job: BulkJobRow,
  rows: readonly BulkRowRow[],
): Promise<boolean> {
  if (!(await addRow(store, 'bulk_job', job, 'ignore'))) return false;
  await addRows(store, 'bulk_row', rows);
  return true;
}

export function runningBulkJobs(db: Database): Promise<BulkJobRow[]> {
  return rowsOf(db, 'bulk_job', { state: 'running' }, ['created_at']);
}

export async function bulkCounts(db: Database, job_id: string): Promise<Map<string, number>> {
  return (await countsOfJobs(db, [job_id])).get(job_id) ?? new Map();
}

/** How issues begin that hold a row. */
const HELD_ISSUES = `${JSON.stringify([{ path: HELD }]).slice(0, -2)}%`;

/** By job the number of rows in each state, of those invalid ones that are `held`, and of those withdrawn as `undo_done` and so on. */
export async function countsOfJobs(
  db: Database,
  job_ids: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const counts = new Map(job_ids.map((id) => [id, new Map<string, number>()]));
  for (const some of chunksOf(job_ids, JOBS_PER_COUNT)) {
    const rows = await db
      .selectFrom('bulk_row')
      .select(['job_id', 'state', ({ fn }) => fn.countAll<number>().as('count')])
      .where('job_id', 'in', some)
      .groupBy(['job_id', 'state'])
      .execute();
    for (const { job_id, state, count } of rows) counts.get(job_id)?.set(state, Number(count));
    const with_invalid = rows.filter(({ state }) => state === 'invalid').map(({ job_id }) => job_id);
    const held = await inChunks(with_invalid, (ids) =>
      db
        .selectFrom('bulk_row')
        .select(['job_id', ({ fn }) => fn.countAll<number>().as('count')])
        .where('job_id', 'in', ids)
        .where('state', '=', 'invalid')
        .where('issues', 'like', HELD_ISSUES)
        .groupBy('job_id')
        .execute(),
    );
    for (const { job_id, count } of held) counts.get(job_id)?.set('held', Number(count));
    const withdrawn = await db
      .selectFrom('bulk_row')
      .select(['job_id', 'undo', ({ fn }) => fn.countAll<number>().as('count')])
      .where('job_id', 'in', ({ selectFrom }) =>
        selectFrom('bulk_job').select('id').where('id', 'in', some).where('undo', 'is not', null),
      )
      .where('undo', 'is not', null)
      .groupBy(['job_id', 'undo'])
      .execute();
    for (const { job_id, undo, count } of withdrawn) counts.get(job_id)?.set(`undo_${undo}`, Number(count));
  }
  return counts;
}

export function waitingRows(db: Database, job_id: string, limit: number): Promise<BulkRowRow[]> {
  return rowsOf(db, 'bulk_row', { job_id, state: 'waiting' }, ['n'], limit);
}

/** Claims a waiting row for sending while its job runs. False when another worker claimed it or the job no longer runs. */
export async function claimRow(db: Database, job_id: string, n: number): Promise<boolean> {
  return changedOne(
    db
      .updateTable('bulk_row')
      .set({ state: 'sending' })
      .where('job_id', '=', job_id)
      .where('n', '=', n)
      .where('state', '=', 'waiting')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('bulk_job').select('id').where('id', '=', job_id).where('state', '=', 'running')),
      ),
  );
}

export type RowChange = Partial<
  Pick<
    BulkRowRow,
    | 'state'
    | 'issues'
    | 'message'
    | 'effect'
    | 'service_status'
    | 'invitation_key'
    | 'operation_id'
    | 'request'
  >
>;

/** After a restart no row is being sent: interrupted rows wait again, and their intents know the outcome. */
export async function requeueSendingRows(db: Database): Promise<void> {
  await updateRow(db, 'bulk_row', { state: 'sending' }, { state: 'waiting' });
}

export async function cancelRows(db: Database, job_id: string, message: string): Promise<void> {
  const cancelled = { state: 'cancelled', message, request: null } as const;
  await updateRow(db, 'bulk_row', { job_id, state: 'waiting' }, cancelled);
}

/**
 * Resolves rows that went back to the queue of a cancelled job: without an intent a row becomes cancelled, with one it is unknown until
 * the intent is settled. Without `job_id`: for all cancelled jobs.
 */
export async function endCancelledRows(db: Database, message: string, job_id?: string): Promise<void> {
  const begun = sql<boolean>`EXISTS (SELECT 1 FROM intent WHERE intent.id = bulk_row.intent_id)`;
  const jobs = db
    .selectFrom('bulk_job')
    .select('id')
    .where('state', '=', 'cancelled')
    .$if(job_id !== undefined, (query) => query.where('id', '=', job_id ?? ''));
  await db
    .updateTable('bulk_row')
    .set({
      state: sql`CASE WHEN ${begun} THEN 'unknown' ELSE 'cancelled' END`,
      message: sql`CASE WHEN ${begun} THEN NULL ELSE ${message} END`,
      request: null,
    })
    .where('state', '=', 'waiting')
    .where('job_id', 'in', jobs)
    .execute();
}

interface SettledRow {
  readonly job_id: string;
  readonly n: number;
  readonly intent_state: string;
  readonly result_id: string | null;
  readonly result: string | null;
  readonly message: string | null;
  readonly intent_id: string;
}

export async function settledRows(db: Database): Promise<SettledRow[]> {
  return db
    .selectFrom('bulk_row')
    .innerJoin('intent', 'intent.id', 'bulk_row.intent_id')
    .select([
      'bulk_row.job_id',
      'bulk_row.n',
      'bulk_row.intent_id',
      'intent.state as intent_state',
      'intent.result_id',
      'intent.result',
      'intent.message',
    ])
    .where('bulk_row.state', '=', 'unknown')
    .where('intent.state', 'in', ['done', 'failed'])
    .limit(500)
    .execute();
}

export async function operationStatuses(db: Database, job_id: string): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('bulk_row')
    .innerJoin('operation', 'operation.id', 'bulk_row.operation_id')
    .select(['operation.id', 'operation.status'])
    .where('bulk_row.job_id', '=', job_id)
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Rows of users that are still to be sent, with their job. */
export function waitingUserRows(db: Database) {
  return db
    .selectFrom('bulk_job')
    .innerJoin('bulk_row', 'bulk_row.job_id', 'bulk_job.id')
    .select([
      'bulk_row.job_id',
      'bulk_row.n',
      'bulk_row.subject',
      'bulk_row.intent_id',
      'bulk_row.request',
      'bulk_job.created_at',
      'bulk_job.created_by_name',
    ])
    .where('bulk_job.kind', '=', 'user')
    .where('bulk_row.state', 'in', ['waiting', 'sending'])
    .execute();
}

/** Which rows of jobs of users these intents are. */
export function jobRowsOfIntents(db: Database, intent_ids: readonly string[]) {
  return db
    .selectFrom('bulk_job')
    .innerJoin('bulk_row', 'bulk_row.job_id', 'bulk_job.id')
    .select(['bulk_row.intent_id', 'bulk_row.job_id', 'bulk_row.n', 'bulk_row.row_number', 'bulk_job.name'])
    .where('bulk_job.kind', '=', 'user')
    .where('bulk_row.intent_id', 'in', [...intent_ids])
    .execute();
}

/**
 * Marks every invitation that a job created for withdrawal, in the caller's transaction. Returns how many there are; null when the undo
 * has begun before.
 */
export async function beginUndo(
  store: Database,
  job_id: string,
  { by, by_name, at }: { readonly by: string; readonly by_name: string; readonly at: number },
): Promise<number | null> {
  const begun = {
    undo: 'running',
    undo_by: by,
    undo_by_name: by_name,
    undo_at: at,
    updated_at: at,
  } as const;
  if (!(await changeBulkJob(store, { id: job_id, undo: null }, begun))) return null;
  const { numUpdatedRows } = await store
    .updateTable('bulk_row')
    .set({ undo: 'waiting' })
    .where('job_id', '=', job_id)
    .where('state', '=', 'done')
    .where('effect', '=', 'create')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function purgeBulkJobs(db: Database, before: number, pause?: Pause): Promise<void> {
  const rows = { table: 'bulk_row', key: ['job_id', 'n'], of: 'job_id' } as const;
  await deleteOldWith(db, 'bulk_job', 'id', sql`finished_at < ${before}`, [rows], pause);
}

/** Updates the matching job and increments its version. False when none matches. */
export function changeBulkJob(
  db: Database,
  where: Pick<BulkJobRow, 'id'> & { readonly state?: readonly BulkJobRow['state'][]; readonly undo?: null },
  change: Partial<BulkJobRow>,
): Promise<boolean> {
  return updateRow(db, 'bulk_job', where, { ...change, version: sql`version + 1` });
}
