/** Jobs of many rows. Requests come in sealed, and go as soon as they are no longer needed. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOldWith, type Pause } from './delete-old.ts';
import { changedOne, rowOf, updateRow } from './query.ts';

export type BulkJobRow = Tables['bulk_job'];
export type BulkRowRow = Tables['bulk_row'];

const CHUNK = 200;
const MOST_LISTED = 200;
/** Of thousands of rows each. */
const JOBS_COUNTED_AT_ONCE = 5;

/** Adds a job with its rows. False when the id is there already. */
export async function addBulkJob(
  db: Database,
  job: BulkJobRow,
  rows: readonly BulkRowRow[],
): Promise<boolean> {
  return db.transaction().execute(async (store) => {
    const result = await store
      .insertInto('bulk_job')
      .values(job)
      .onConflict((c) => c.doNothing())
      .executeTakeFirst();
    if (Number(result.numInsertedOrUpdatedRows ?? 0) !== 1) return false;
    for (let n = 0; n < rows.length; n += CHUNK)
      await store
        .insertInto('bulk_row')
        .values(rows.slice(n, n + CHUNK))
        .execute();
    return true;
  });
}

export async function bulkJobs(db: Database): Promise<BulkJobRow[]> {
  return db
    .selectFrom('bulk_job')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
}

export async function bulkJobById(db: Database, id: string): Promise<BulkJobRow | undefined> {
  return rowOf(db, 'bulk_job', { id });
}

export async function runningBulkJobs(db: Database): Promise<BulkJobRow[]> {
  return db.selectFrom('bulk_job').selectAll().where('state', '=', 'running').orderBy('created_at').execute();
}

export async function bulkRows(db: Database, job_id: string): Promise<BulkRowRow[]> {
  return db.selectFrom('bulk_row').selectAll().where('job_id', '=', job_id).orderBy('n').execute();
}

/** Some rows of a job. */
export async function bulkRowsAt(
  db: Database,
  job_id: string,
  numbers: readonly number[],
): Promise<BulkRowRow[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('n', 'in', [...numbers])
    .orderBy('n')
    .execute();
}

/** How many rows of each state a job has. */
export async function bulkCounts(db: Database, job_id: string): Promise<Map<string, number>> {
  return (await countsOfJobs(db, [job_id])).get(job_id) ?? new Map();
}

/** The same of several jobs, by job. */
export async function countsOfJobs(
  db: Database,
  job_ids: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const counts = new Map(job_ids.map((id) => [id, new Map<string, number>()]));
  for (let i = 0; i < job_ids.length; i += JOBS_COUNTED_AT_ONCE) {
    const rows = await db
      .selectFrom('bulk_row')
      .select(['job_id', 'state', ({ fn }) => fn.countAll<number>().as('count')])
      .where('job_id', 'in', job_ids.slice(i, i + JOBS_COUNTED_AT_ONCE))
      .groupBy(['job_id', 'state'])
      .execute();
    for (const { job_id, state, count } of rows) counts.get(job_id)?.set(state, Number(count));
    if (i + JOBS_COUNTED_AT_ONCE < job_ids.length) await setImmediate();
  }
  return counts;
}

/** Changes a job that is in one of these states. False when it is not. */
export async function changeBulkJob(
  db: Database,
  id: string,
  from: readonly BulkJobRow['state'][],
  change: Partial<Pick<BulkJobRow, 'state' | 'updated_at' | 'finished_at'>>,
): Promise<boolean> {
  return changedOne(
    db
      .updateTable('bulk_job')
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('state', 'in', [...from]),
  );
}

/** Rows of a job that wait for their turn, in order. */
export async function waitingRows(db: Database, job_id: string, limit: number): Promise<BulkRowRow[]> {
  return db
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('state', '=', 'waiting')
    .orderBy('n')
    .limit(limit)
    .execute();
}

/** Takes a row to send it, while its job runs. False when somebody else has it, or the job does not run any more. */
export async function takeRow(db: Database, job_id: string, n: number): Promise<boolean> {
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

/** False when it is not in the state `from`. */
export async function changeRow(
  db: Database,
  job_id: string,
  n: number,
  from: BulkRowRow['state'],
  change: RowChange,
): Promise<boolean> {
  return updateRow(db, 'bulk_row', { job_id, n, state: from }, change);
}

/** After a start nobody is sending: what was being sent waits again, and its intent knows what became of it. */
export async function sendingRowsWait(db: Database): Promise<void> {
  await updateRow(db, 'bulk_row', { state: 'sending' }, { state: 'waiting' });
}

/** What has not been sent never is. */
export async function cancelRows(db: Database, job_id: string, message: string): Promise<void> {
  await updateRow(
    db,
    'bulk_row',
    { job_id, state: 'waiting' },
    { state: 'cancelled', message, request: null },
  );
}

/**
 * Rows that were put back into the queue of a job that has been cancelled: what was never begun is cancelled; what has an intent is
 * unknown until that is settled. Without an id: of every such job.
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

export interface SettledRow {
  readonly job_id: string;
  readonly n: number;
  readonly intent_state: string;
  readonly result_id: string | null;
  readonly result: string | null;
  readonly message: string | null;
  readonly intent_id: string;
}

/** Unknown rows whose intent is known meanwhile. */
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

/** What the operations of a job's rows have come to, by operation. */
export async function operationStatuses(db: Database, job_id: string): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('bulk_row')
    .innerJoin('operation', 'operation.id', 'bulk_row.operation_id')
    .select(['operation.id', 'operation.status'])
    .where('bulk_row.job_id', '=', job_id)
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Marks every invitation that a job created as to be withdrawn. @returns how many there are */
export async function beginUndo(
  db: Database,
  job_id: string,
  { by, by_name, at }: { readonly by: string; readonly by_name: string; readonly at: number },
): Promise<number> {
  return db.transaction().execute(async (store) => {
    const begun = await changedOne(
      store
        .updateTable('bulk_job')
        .set((eb) => ({
          undo: 'running' as const,
          undo_by: by,
          undo_by_name: by_name,
          undo_at: at,
          updated_at: at,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', job_id)
        .where('undo', 'is', null),
    );
    if (!begun) return 0;
    const { numUpdatedRows } = await store
      .updateTable('bulk_row')
      .set({ undo: 'waiting' })
      .where('job_id', '=', job_id)
      .where('state', '=', 'done')
      .where('effect', '=', 'create')
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

export async function undoingBulkJobs(db: Database): Promise<BulkJobRow[]> {
  return db.selectFrom('bulk_job').selectAll().where('undo', '=', 'running').orderBy('undo_at').execute();
}

export async function rowsToUndo(db: Database, job_id: string): Promise<BulkRowRow[]> {
  return db
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('undo', '=', 'waiting')
    .orderBy('n')
    .execute();
}

export async function endUndoOfRow(
  db: Database,
  job_id: string,
  n: number,
  end: Pick<BulkRowRow, 'undo' | 'undo_message'>,
): Promise<void> {
  await updateRow(db, 'bulk_row', { job_id, n }, end);
}

export async function endUndo(db: Database, job_id: string, at: number): Promise<void> {
  await db
    .updateTable('bulk_job')
    .set((eb) => ({ undo: 'done' as const, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', job_id)
    .execute();
}

/** Forgets jobs that ended before `before` (ms), with their rows. */
export async function purgeBulkJobs(db: Database, before: number, pause?: Pause): Promise<void> {
  const rows = { table: 'bulk_row', key: ['job_id', 'n'], of: 'job_id' } as const;
  await deleteOldWith(db, 'bulk_job', 'id', sql`finished_at < ${before}`, [rows], pause);
}
