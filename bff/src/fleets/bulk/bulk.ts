/**
 * Bulk jobs: checked as a whole, sent row by row by one server at a time, and continued after every restart. Each row is an intent with an id
 * derived from job and row, so that an interrupted row is never created twice (rule 25): its outcome is determined instead.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { AgreementList } from '@waypost/contract/api/agreements';
import {
  type BulkCheck,
  type BulkIssue,
  type BulkJob,
  type BulkJobDetail,
  type BulkKind,
  type BulkState,
  type BulkUndoPreview,
  HELD,
} from '@waypost/contract/api/bulk';
import type { UserCreate } from '@waypost/contract/users';
import { Problem } from '../../platform/http/problems.ts';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import type { Lease } from '../../platform/lib/exclusive-work.ts';
import type { Person } from '../../platform/lib/person.ts';
import type { SecretBox } from '../../platform/secrets/keys.ts';
import {
  addBulkJob,
  type BulkJobRow,
  type BulkRowRow,
  bulkCounts,
  cancelRows,
  changeBulkJob,
  claimRow,
  countsOfJobs,
  endCancelledRows,
  operationStatuses,
  type RowChange,
  requeueSendingRows,
  runningBulkJobs,
  settledRows,
  waitingRows,
} from '../../platform/store/bulk.ts';
import { rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { rowIntentId } from '../../service/intents/ids.ts';
import { resultOf } from '../../service/intents/kinds.ts';
import type { ThrottledBroadcaster } from '../../tracking/events/throttled-broadcaster.ts';
import { type CheckContext, type CheckedRow, checkRows, ExistingFleets, type RowsToCheck } from './check.ts';
import { Progress, toBulkJobResponse, toBulkRowResponse } from './progress.ts';
import type { BulkUndo } from './sender.ts';
import { ALREADY_ACCEPTED, type RowSender, rowContext } from './sender.ts';

interface BulkOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'now'> {
  readonly broadcaster: ThrottledBroadcaster;
  readonly sender: RowSender;
  readonly undo: BulkUndo;
  readonly agreements: () => Promise<Pick<AgreementList, 'items' | 'read_problem'>>;
  readonly redirects: CheckContext['redirects'];
  readonly users: CheckContext['users'];
}

interface BulkCommand {
  readonly id?: string | undefined;
  readonly kind: BulkKind;
  readonly name: string | null;
  readonly on_problem: 'send_others' | 'refuse_all';
  readonly is_sync: boolean;
  readonly rows: readonly unknown[];
  readonly renews_accepted: readonly number[];
  readonly row_numbers?: readonly number[] | undefined;
  /** What the page said about rows that are rejected, and about rows that are sent. */
  readonly issues: readonly { readonly n: number; readonly issues: readonly BulkIssue[] }[];
  readonly warnings: BulkCommand['issues'];
}

/** Concurrent rows: the scheduler sets the pace, this only hides the latency. */
const CONCURRENCY = 4;
const CANCELLED = 'Not sent: the job was cancelled';
/** Interval for jobs of other servers, and for rows that get settled later. */
const POLL_INTERVAL_MS = 3_000;

const MAX_LISTED = 200;

/** What a person does to a job: from which states, and its state then. */
const ACTS = {
  pause: { from: ['running'], state: 'paused' },
  resume: { from: ['paused'], state: 'running' },
  cancel: { from: ['running', 'paused'], state: 'cancelled' },
} as const satisfies Record<string, { from: readonly BulkState[]; state: BulkState }>;

export class Bulk extends BackgroundWorker<BulkOptions> {
  #pausedUntil = 0;
  #message: string | null = null;
  readonly progress = new Progress({ ...this.options, jobResponse: (id) => this.#response(id) });
  #hasTakenOver = false;

  constructor(options: BulkOptions) {
    super(options, {
      task: 'continue bulk jobs',
      retryMs: POLL_INTERVAL_MS,
      run: (signal) => this.#runOnce(signal),
      isExclusive: true,
    });
  }

  override start(lease?: Lease): void {
    this.#hasTakenOver = false;
    super.start(lease);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.progress.flushed();
  }

  async check(kind: BulkKind, rows: readonly unknown[]): Promise<BulkCheck> {
    const { checked, fleets_problem } = await this.#check({
      kind,
      rows,
      renews_accepted: new Set(),
      held_back: new Map(),
    });
    return {
      rows: checked.map(({ body: _, similar, issues, ...row }) => ({
        ...row,
        issues: [...issues],
        similar: [...similar],
      })),
      fleets_problem,
    };
  }

  async #check(rows: RowsToCheck): Promise<{ checked: CheckedRow[]; fleets_problem: string | null }> {
    const { db, agreements, redirects, users } = this.options;
    let fleets_problem: string | null = null;
    const fleets = async () => {
      const { items, read_problem } = await agreements();
      fleets_problem = read_problem;
      return ExistingFleets.read(db, items, this.now());
    };
    const checked = await checkRows(rows, { users, fleets, redirects });
    return { checked, fleets_problem };
  }

  /** Starts a job. `isNew` false: the id already exists with the same rows. Throws 422 with all problems for `refuse_all`. */
  async create(command: BulkCommand, by: Person): Promise<{ job: BulkJobDetail; isNew: boolean }> {
    const { db, box, activity } = this.options;
    const renews_accepted = new Set(command.renews_accepted);
    const held_back = new Map(command.issues.map(({ n, issues }) => [n, issues]));
    const { checked } = await this.#check({ ...command, renews_accepted, held_back });
    const invalid = checked.filter(({ body }) => body === null);
    if (command.on_problem === 'refuse_all' && invalid.length > 0) throw refused(invalid);
    const id = (command.id ?? randomUUID()).toLowerCase();
    const now = this.now();
    const fingerprint = fingerprintOf(command, checked);
    const job: BulkJobRow = {
      id,
      fingerprint,
      kind: command.kind,
      name: command.name,
      state: 'running',
      is_sync: command.is_sync ? 1 : 0,
      created_by: by.sub,
      created_by_name: by.name,
      created_at: now,
      updated_at: now,
      finished_at: null,
      total: checked.length,
      undo: null,
      undo_by: null,
      undo_by_name: null,
      undo_at: null,
      version: 1,
    };
    const warnings = new Map(command.warnings.map(({ n, issues }) => [n, issues]));
    const rows = checked.map((one) => ({
      ...toRow(
        id,
        one.body ? { ...one, issues: warnings.get(one.n) ?? [] } : one,
        renews_accepted.has(one.n),
        box,
      ),
      row_number: command.row_numbers?.[one.n] ?? null,
    }));
    const isNew = await inTransaction(db, async (store) => {
      if (!(await addBulkJob(store, job, rows))) return false;
      await activity.record(store, by, 'create_bulk_job', command.name ?? id, {
        job_id: id,
        kind: command.kind,
        rows: rows.length,
        invalid: invalid.length,
        held: invalid.filter(({ issues }) => issues[0]?.path === HELD).length,
      });
      return true;
    });
    if (!isNew) {
      const existingJob = await rowOf(db, 'bulk_job', { id });
      if (existingJob?.fingerprint !== fingerprint || existingJob.created_by !== by.sub)
        throw Problem.conflict('This ID belongs to another job', 'Send a new ID');
    }
    this.wake();
    return { job: await this.detail(id), isNew };
  }

  async list(): Promise<BulkJob[]> {
    const { db } = this.options;
    const jobs = await rowsOf(db, 'bulk_job', {}, ['-created_at', 'id'], MAX_LISTED);
    const counts = await countsOfJobs(
      db,
      jobs.map(({ id }) => id),
    );
    return jobs.map((job) => toBulkJobResponse(job, counts.get(job.id) ?? new Map(), this.#message));
  }

  async detail(id: string): Promise<BulkJobDetail> {
    const { db } = this.options;
    const rows = await rowsOf(db, 'bulk_row', { job_id: id }, ['n']);
    const statuses = await operationStatuses(db, id);
    const responses = rows.map((row) => toBulkRowResponse(row, statuses.get(row.operation_id ?? '') ?? null));
    return { ...(await this.#response(id)), rows: responses };
  }

  async previewUndo(id: string): Promise<BulkUndoPreview> {
    return this.options.undo.preview(await this.#found(id));
  }

  /** Withdraws what a job created, in the background. Throws 409 while it runs, and for users, which the service cannot delete. */
  async undo(id: string, by: Person): Promise<BulkJob> {
    const { db, undo, activity } = this.options;
    const job = await this.#found(id);
    if (job.undo !== null) return this.#response(id);
    await inTransaction(db, async (store) => {
      const rows = await undo.begin(store, job, by);
      if (rows !== null)
        await activity.record(store, by, 'undo_bulk_job', job.name ?? id, { job_id: id, rows });
    });
    this.progress.job(id);
    this.wake();
    return this.#response(id);
  }

  async act(id: string, act: keyof typeof ACTS, by: Person): Promise<BulkJob> {
    const { db, activity } = this.options;
    const { from, state } = ACTS[act];
    const job = await this.#found(id);
    // A repeated request changes nothing.
    if (job.state === state) return this.#response(id);
    const now = this.now();
    const finished_at = state === 'cancelled' ? now : null;
    const changed = await inTransaction(db, async (store) => {
      if (!(await changeBulkJob(store, { id, state: from }, { state, updated_at: now, finished_at })))
        return false;
      if (state === 'cancelled') await cancelRows(store, id, `Not sent: ${by.name} cancelled the job`);
      const detail = { job_id: id, before: { state: job.state }, after: { state } };
      await activity.record(store, by, `${act}_bulk_job`, job.name ?? id, detail);
      return true;
    });
    if (!changed) {
      const { state: currentState } = await this.#found(id);
      throw Problem.conflict(
        `This job is ${currentState === 'done' ? 'finished' : currentState}`,
        'Refresh the page',
      );
    }
    this.progress.job(id);
    if (state === 'running') this.wake();
    return this.#response(id);
  }

  async #found(id: string): Promise<BulkJobRow> {
    const job = await rowOf(this.options.db, 'bulk_job', { id });
    if (!job) throw Problem.notFound('Bulk job not found');
    return job;
  }

  async #response(id: string): Promise<BulkJob> {
    return toBulkJobResponse(await this.#found(id), await bulkCounts(this.options.db, id), this.#message);
  }

  async #runOnce(signal: AbortSignal): Promise<number> {
    try {
      await this.#sendAll(signal);
    } catch (error) {
      // Interrupted rows are sent again by the next run, and their intents know the outcome.
      this.#hasTakenOver = false;
      throw error;
    }
    const pauseMs = this.#pausedUntil - this.monotonicNow();
    return pauseMs > 0 ? Math.min(pauseMs, POLL_INTERVAL_MS) : POLL_INTERVAL_MS;
  }

  async #sendAll(signal: AbortSignal): Promise<void> {
    const { db } = this.options;
    // The server before no longer sends.
    if (!this.#hasTakenOver) {
      await requeueSendingRows(db);
      await endCancelledRows(db, CANCELLED);
    }
    this.#hasTakenOver = true;
    await this.#settle();
    while (this.#mayContinue(signal)) {
      const [job] = await runningBulkJobs(db);
      if (!job) break;
      const rows = await waitingRows(db, job.id, CONCURRENCY * 5);
      if (rows.length === 0) await this.#finish(job);
      else await this.#sendBatch(job, rows);
    }
    await this.#undoAll(signal);
  }

  #mayContinue(signal: AbortSignal): boolean {
    return !signal.aborted && this.lease.isHeld() && this.#pausedUntil <= this.monotonicNow();
  }

  async #undoAll(signal: AbortSignal): Promise<void> {
    const { db, undo } = this.options;
    for (const job of await undo.running()) {
      for await (const step of undo.process(job)) {
        if ('until' in step) {
          this.#pausedUntil = Math.max(this.#pausedUntil, step.until);
          this.#message = step.message;
        } else {
          this.#message = null;
          if (step.row) this.progress.row(job.id, step.row);
        }
        this.progress.job(job.id);
        if (!this.#mayContinue(signal) || (await runningBulkJobs(db)).length > 0) return;
      }
    }
  }

  async #sendBatch(job: BulkJobRow, rows: readonly BulkRowRow[]): Promise<void> {
    const { db } = this.options;
    const queue = [...rows];
    let runs = true;
    const lane = async () => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        if (!runs || this.stopped || this.#pausedUntil > this.monotonicNow()) return;
        if (!(await claimRow(db, job.id, row.n))) {
          runs = (await rowOf(db, 'bulk_job', { id: job.id }))?.state === 'running';
          continue;
        }
        await this.#send(job, row);
      }
    };
    // Wait for all lanes before failing, so that none still sends what the next run claims.
    const lanes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, lane));
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  }

  async #send(job: BulkJobRow, row: BulkRowRow): Promise<void> {
    const { db, sender } = this.options;
    const sent = await sender.send(job, row);
    if ('until' in sent) {
      await updateRow(db, 'bulk_row', { job_id: job.id, n: row.n, state: 'sending' }, { state: 'waiting' });
      await endCancelledRows(db, CANCELLED, job.id);
      this.#pausedUntil = Math.max(this.#pausedUntil, sent.until);
      this.#message = sent.message;
    } else {
      await updateRow(db, 'bulk_row', { job_id: job.id, n: row.n, state: 'sending' }, sent.change);
      this.#message = null;
      this.progress.row(job.id, { ...row, ...sent.change } as BulkRowRow);
    }
    this.progress.job(job.id);
  }

  /** Updates unknown rows that have been settled by an event, a check or a person. */
  async #settle(): Promise<void> {
    const { db, box } = this.options;
    for (const { job_id, n, intent_id, intent_state, result_id, message } of await settledRows(db)) {
      const intent = await rowOf(db, 'intent', { id: intent_id });
      if (!intent) continue;
      const { key } = (resultOf(box, intent) ?? {}) as { readonly key?: string };
      const change: RowChange =
        intent_state === 'done'
          ? {
              state: 'done',
              message: null,
              operation_id: result_id,
              ...(key === undefined ? {} : { invitation_key: key }),
            }
          : { state: 'failed', message };
      if (await updateRow(db, 'bulk_row', { job_id, n, state: 'unknown' }, change)) {
        const row = await rowOf(db, 'bulk_row', { job_id, n });
        if (row) this.progress.row(job_id, row);
      }
    }
  }

  async #finish(job: BulkJobRow): Promise<void> {
    const { db, activity } = this.options;
    if ((await bulkCounts(db, job.id)).get('sending')) throw new Error('a row is still being sent');
    const now = this.now();
    const done = { state: 'done', updated_at: now, finished_at: now } as const;
    const finished = await inTransaction(db, async (store) => {
      if (!(await changeBulkJob(store, { id: job.id, state: ['running'] }, done))) return false;
      const counts = Object.fromEntries(await bulkCounts(store, job.id));
      const by = { sub: job.created_by, name: job.created_by_name };
      const detail = { job_id: job.id, kind: job.kind, ...counts };
      await activity.record(store, by, 'finish_bulk_job', job.name ?? job.id, detail);
      return true;
    });
    if (finished) this.progress.job(job.id);
  }
}

const SKIPPED: Readonly<Record<'invitation' | 'user', string>> = {
  invitation: ALREADY_ACCEPTED,
  user: 'Not sent: a user with this username, email or reference was already requested on this connection',
};

function toRow(
  job_id: string,
  { n, subject, issues, body, will, existing }: CheckedRow,
  renews_accepted: boolean,
  box: SecretBox,
) {
  const sends = body !== null && will !== 'skip';
  return {
    job_id,
    n,
    subject,
    state: body === null ? 'invalid' : sends ? 'waiting' : 'skipped',
    issues: JSON.stringify(issues),
    message: will === 'skip' ? SKIPPED[body !== null && 'fleet_ref' in body ? 'invitation' : 'user'] : null,
    effect: will,
    service_status: null,
    intent_id: rowIntentId(job_id, n),
    invitation_key: existing?.invitation_key ?? null,
    operation_id: null,
    request: sends ? box.seal(JSON.stringify(body), rowContext(job_id, n)) : null,
    renews_accepted: renews_accepted ? 1 : 0,
    undo: null,
    undo_message: null,
  } satisfies Omit<BulkRowRow, 'row_number'>;
}

/** Excludes passwords, because they could be guessed from a hash. */
function fingerprintOf({ kind, is_sync, renews_accepted }: BulkCommand, rows: readonly CheckedRow[]): string {
  const bodies = rows.map(({ body, subject, issues }) => {
    const { password: _, ...pauseMs } = (body ?? { subject, issues }) as Partial<UserCreate>;
    return pauseMs;
  });
  return createHash('sha256')
    .update(JSON.stringify([kind, is_sync, bodies, [...renews_accepted].sort((a, b) => a - b)]))
    .digest('base64url');
}

function refused(rows: readonly CheckedRow[]): Problem {
  return new Problem(
    422,
    'invalid',
    `Nothing was sent: ${rows.length === 1 ? '1 row has' : `${rows.length} rows have`} problems`,
    {
      detail: rows.flatMap(({ n, issues }) =>
        issues.map(({ path, message }) => ({
          path: ['body', 'rows', n, ...(path === '' ? [] : [path])].join('.'),
          input: '',
          message,
          error_type: 'custom',
        })),
      ),
    },
  );
}
