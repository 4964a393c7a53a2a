/**
 * Runs jobs on any server. A job is added in the transaction of what causes it, claimed by one server at a time, and finished in the
 * transaction that writes its result. An error that its kind does not handle moves that job on: it waits, and is dead in the end.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import type { NotifyBus } from '../cluster/notify-bus.ts';
import { Problem } from '../http/problems.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Person } from '../lib/person.ts';
import type { Database, Dialect } from '../store/database.ts';
import { claimJobs, type JobGroupRow, type JobRow, prolongClaim } from '../store/jobs.ts';
import { addRow, deleteRow, updateRow } from '../store/query.ts';
import { messageOf, unavailableReason } from '../store/store-errors.ts';
import { afterCommit, inTransaction } from '../store/transaction.ts';
import { inSpan } from '../tracing/spans.ts';
import type { Uses } from '../uses.ts';

/** What follows a commit, such as publishing. */
type AfterCommit = (() => void | Promise<void>) | undefined;
type Write = (trx: Database) => Promise<AfterCommit>;

export interface RunningJob<Payload> {
  readonly payload: Payload;
  /** With this one. */
  readonly tries: number;
  readonly createdAt: number;
  /** Aborted when the server stops. What fails then runs again after the start, and the try does not count. */
  readonly signal: AbortSignal;
  /** Writes in a transaction while the claim holds. Throws when it was lost; then the handler must stop. */
  readonly write: (work: Write) => Promise<void>;
}

interface Again {
  readonly afterMs: number;
  readonly problem: string;
  readonly isFailure?: boolean;
}

/** What a handler decided. Without `again`, the job is finished. */
export interface JobResult {
  /** Written in the transaction that finishes or moves the job. Repeated after an error, because what the job did must not be lost. */
  readonly write?: Write;
  /** An error of `write` is a failed try instead, because it is itself what the job does. */
  readonly writeCanFail?: boolean;
  /** Run it again after this time. Unless `isFailure`, the try was not about this job: it does not count, and the job's key waits too. */
  readonly again?: Again;
  /** This server starts no job of the kind for this long. */
  readonly pauseMs?: number;
}

interface JobFailure {
  readonly problem: string;
  /** With this one. */
  readonly tries: number;
  /** It was the last try. */
  readonly isDead: boolean;
  /** The process ended in each try: how far the last one came is unknown. */
  readonly isInterrupted: boolean;
}

export interface JobKind<Payload extends object> {
  readonly kind: string;
  /** Jobs that one server runs at the same time. */
  readonly concurrency: number;
  readonly maxTries: number;
  /** Delay after the failure of a try, by the number of tries so far. */
  readonly retryAfterMs: (tries: number) => number;
  /**
   * One job of a key runs at a time, in the order of positions. `strict`: one that waits after a failed try holds up the later ones;
   * `passing`: they run meanwhile.
   */
  readonly order?: 'strict' | 'passing';
  /** An error that it throws counts as a failed try. */
  readonly run: (job: RunningJob<Payload>) => Promise<JobResult>;
  /** Shows a failed try where people look, in the transaction that moves the job. */
  readonly onFailure?: (trx: Database, payload: Payload, failure: JobFailure) => ReturnType<Write>;
  /** What each job is about, for people; null: not known. */
  readonly subjects?: (payloads: readonly Payload[]) => Promise<readonly (string | null)[]>;
  /** Adds what a server of the version before has left in a queue of its own. To be removed together with that queue. */
  readonly takeOver?: (trx: Database, now: number) => Promise<unknown>;
  /** A person retries a dead job. Throws Problem when it must not run. */
  readonly onRetry?: (trx: Database, payload: Payload) => ReturnType<Write>;
}

/** See `JobRow.dedupe_key` and `JobRow.order_key`. */
interface JobKeys {
  readonly dedupe?: string | undefined;
  readonly order?: { readonly key: string; readonly position: number };
}

export interface JobsOptions extends Uses<'db' | 'log' | 'activity' | 'now'> {
  readonly dialect: Dialect;
  readonly bus: Pick<NotifyBus, 'publish' | 'subscribe' | 'isFirst'>;
}

/** Poll interval: retries fall due, and a notification of another server may be lost. */
const POLL_INTERVAL_MS = 2_000;
/** After a job ends, so that one commit claims for all that end together. */
const NEXT_CLAIM_MS = 5;
const TAKE_OVER_INTERVAL_MS = 60_000;
/** Prolonged while the job runs; after it, the server counts as dead. */
const CLAIM_MS = 60_000;
const PROLONG_MS = CLAIM_MS / 4;
/** In a row: what ends a process or a connection to the database again and again is seldom the job, but may be it. */
const MAX_INTERRUPTIONS = 20;
const DATABASE_RETRY_MS = 5_000;
/** What happened is known and must not be lost, so its write is repeated this often before the claim is left to expire. */
const SETTLE_TRIES = 60;
const SETTLE_RETRY_MS = 1_000;
class ClaimLost extends Error {}
class Interrupted extends Error {
  override readonly message = 'Waypost stopped or lost its database while it ran';
}

export class Jobs extends BackgroundWorker<JobsOptions> {
  readonly failures = new Counter({
    name: 'waypost_job_failures_total',
    help: 'Failed tries of jobs on this server, by kind',
    labelNames: ['kind'],
    registers: [],
  });
  readonly #owner = randomUUID();
  readonly #kinds = new Map<string, JobKind<object>>();
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #pausedUntil = new Map<string, number>();
  #isStarted = false;
  #takesOverAt = Number.NEGATIVE_INFINITY;

  constructor(options: JobsOptions) {
    super(options, {
      task: 'claim jobs',
      retryMs: POLL_INTERVAL_MS,
      run: async () => {
        await this.#claimDue();
        return POLL_INTERVAL_MS;
      },
    });
  }

  /** Not earlier: handlers may be added until then. */
  override start(): void {
    this.#isStarted = true;
    this.options.bus.subscribe('jobs', () => this.wake());
    super.start();
  }

  /** Before the first claim: a server claims only jobs of kinds that it knows. */
  define<Payload extends object>(kind: JobKind<Payload>): void {
    this.#kinds.set(kind.kind, kind as unknown as JobKind<object>);
    this.#running.set(kind.kind, new Set());
  }

  /** Adds a job in the caller's transaction. False when an open one has the same `dedupe` key. Call `added` after the commit. */
  add(trx: Database, kind: string, payload: object, { dedupe, order }: JobKeys = {}): Promise<boolean> {
    const definition = this.#kinds.get(kind);
    if (!definition) throw new Error(`unknown kind of job: ${kind}`);
    if ((definition.order === undefined) !== (order === undefined))
      throw new Error(`jobs of the kind ${kind} all have an order, or none`);
    const row: JobRow = {
      id: randomUUID(),
      kind,
      payload: JSON.stringify(payload),
      dedupe_key: dedupe ?? null,
      order_key: order?.key ?? null,
      position: order?.position ?? 0,
      holds_key: 0,
      created_at: this.now(),
      run_at: this.dueNow(),
      tries: 0,
      max_tries: definition.maxTries,
      interruptions: 0,
      claimed_by: null,
      claimed_until: 0,
      fence: 0,
      dead_at: null,
      problem: null,
    };
    return addRow(trx, 'job', row, 'ignore');
  }

  /** Jobs were added and committed: this server and the others look for them. */
  added(): void {
    if (this.#isStarted) this.wake();
    this.options.bus.publish('jobs', '');
  }

  /** Deletes the open job with this key, also one that is running: it can no longer write its result. */
  async cancel(trx: Database, kind: string, dedupe_key: string): Promise<void> {
    await deleteRow(trx, 'job', { kind, dedupe_key, dead_at: null });
  }

  /** Another job may be added with this key, while the open one ends. */
  async freeKey(trx: Database, kind: string, dedupe_key: string): Promise<void> {
    await updateRow(trx, 'job', { kind, dedupe_key, dead_at: null }, { dedupe_key: null });
  }

  /** What held up the jobs of this key is over: they run without waiting for it. Call `added` after the commit. */
  async endWait(trx: Database, kind: string, order_key: string): Promise<void> {
    const holding = { kind, order_key, dead_at: null, holds_key: 1 };
    await updateRow(trx, 'job', holding, { run_at: this.dueNow() });
  }

  /** Runs a dead job again. Throws 404 when there is none, 409 when another one has replaced it. */
  async retry(id: string, by: Person): Promise<void> {
    const { db, log, activity } = this.options;
    const after = await inTransaction(db, async (trx) => {
      const row = await deleteRow(trx, 'job', { id });
      if (!row || row.dead_at === null) throw Problem.notFound('Failed job not found', 'Refresh the list');
      const again = { ...row, created_at: this.now(), dead_at: null, tries: 0, run_at: this.dueNow() };
      if (!(await addRow(trx, 'job', again, 'ignore')))
        throw Problem.conflict('A newer job does the same', 'Wait until it has finished');
      const kind = this.#kinds.get(row.kind);
      if (!kind) throw Problem.conflict('This server does not run such jobs', 'Check its settings');
      const published = await kind.onRetry?.(trx, payloadOf(row));
      await activity.record(trx, by, 'retry_job', row.kind, { job_id: id, problem: row.problem });
      return published;
    });
    await afterCommit(log, 'publish the retry of a job', () => after?.());
    this.added();
  }

  /** Runs dead jobs again that may run. */
  async retryAll(ids: readonly string[], by: Person): Promise<{ retried: number; refused: number }> {
    let refused = 0;
    for (const id of ids)
      try {
        await this.retry(id, by);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refused += 1;
      }
    return { retried: ids.length - refused, refused };
  }

  /** Waiting jobs of a kind are due now, whatever they wait for; a pause of the kind ends on this server. */
  async tryNow({ kind, why }: Pick<JobGroupRow, 'kind' | 'why'>, ids: readonly string[], by: Person) {
    const { db, activity } = this.options;
    await inTransaction(db, async (trx) => {
      for (const id of ids) await updateRow(trx, 'job', { id, dead_at: null }, { run_at: this.dueNow() });
      await activity.record(trx, by, 'retry_job', kind, { jobs: ids.length, problem: why });
    });
    this.#pausedUntil.delete(kind);
    this.added();
  }

  /** What each job is about, in their order. */
  async subjects(
    kind: string,
    rows: readonly Pick<JobRow, 'payload'>[],
  ): Promise<readonly (string | null)[]> {
    const definition = this.#kinds.get(kind);
    return (await definition?.subjects?.(rows.map(payloadOf))) ?? rows.map(() => null);
  }

  /** Runs everything that is due, for tests. */
  async runDue(): Promise<void> {
    do await this.run();
    while (await this.#runningEnded());
  }

  /** Waits for the jobs that run. */
  override async stop(): Promise<void> {
    await super.stop();
    await this.#runningEnded();
  }

  /** False when none was running. */
  async #runningEnded(): Promise<boolean> {
    const running = [...this.#running.values()].flatMap((jobs) => [...jobs]);
    await Promise.all(running);
    return running.length > 0;
  }

  async #takeOver(): Promise<void> {
    if (this.monotonicNow() < this.#takesOverAt) return;
    this.#takesOverAt = this.monotonicNow() + TAKE_OVER_INTERVAL_MS;
    for (const { takeOver } of this.#kinds.values())
      if (takeOver) await inTransaction(this.options.db, (trx) => takeOver(trx, this.dueNow()));
  }

  async #claimDue(): Promise<void> {
    const { db, dialect } = this.options;
    await this.#takeOver();
    for (const definition of this.#kinds.values()) {
      const running = this.#running.get(definition.kind) as Set<Promise<void>>;
      const limit = definition.concurrency - running.size;
      const isPaused = (this.#pausedUntil.get(definition.kind) ?? 0) > this.monotonicNow();
      if (limit <= 0 || isPaused || this.stopped) continue;
      const claim = {
        kind: definition.kind,
        owner: this.#owner,
        now: this.dueNow(),
        ms: CLAIM_MS,
        limit,
        isOrdered: definition.order !== undefined,
      };
      for (const row of await claimJobs(db, dialect, claim)) {
        const done: Promise<void> = this.#run(definition, row).finally(() => {
          running.delete(done);
          this.wake(NEXT_CLAIM_MS);
        });
        running.add(done);
      }
    }
  }

  /** Never rejects. */
  async #run(definition: JobKind<object>, row: JobRow): Promise<void> {
    const { db, dialect, log } = this.options;
    const about = { kind: row.kind, job: row.id };
    const prolong = () => prolongClaim(db, dialect, row, CLAIM_MS).catch(() => undefined);
    const prolonging = setInterval(prolong, PROLONG_MS);
    try {
      if (row.interruptions > MAX_INTERRUPTIONS) throw new Interrupted();
      const {
        write,
        writeCanFail = false,
        again,
        pauseMs = 0,
      } = await inSpan(`job ${row.kind}`, { 'waypost.job': row.id }, () =>
        definition.run({
          payload: payloadOf(row),
          tries: row.tries,
          createdAt: row.created_at,
          signal: this.stopping,
          write: (work) => this.#write(row, work),
        }),
      );
      // A job that ran beside the one that found the problem does not end the pause.
      if (pauseMs > 0) this.#pausedUntil.set(row.kind, this.monotonicNow() + pauseMs);
      if (again?.isFailure) this.failures.inc({ kind: row.kind });
      await this.#settle(
        row,
        again ? this.#again(definition, row, again) : null,
        write,
        writeCanFail ? 1 : SETTLE_TRIES,
      );
    } catch (error) {
      await this.#failed(definition, row, error).catch((cause) =>
        log.error({ err: cause, ...about }, 'could not store the failure of a job; it runs again'),
      );
    } finally {
      clearInterval(prolonging);
    }
  }

  #again({ order }: JobKind<object>, row: JobRow, { afterMs, problem, isFailure = false }: Again) {
    return {
      run_at: this.dueNow() + afterMs,
      tries: isFailure ? row.tries : row.tries - 1,
      holds_key: isFailure && order === 'passing' ? 0 : 1,
      problem,
    };
  }

  /** Moves the job on: it waits, or is given up. */
  async #failed(definition: JobKind<object>, row: JobRow, error: unknown): Promise<void> {
    const { retryAfterMs, onFailure } = definition;
    const about = { err: error, kind: row.kind, job: row.id };
    if (error instanceof ClaimLost)
      return this.options.log.warn(about, 'a job was cancelled, or another server has taken it over');
    const outage = unavailableReason(error);
    const problem = outage ?? messageOf(error);
    if (this.stopped) return this.#settle(row, this.#again(definition, row, { afterMs: 0, problem }));
    this.options.log.warn(about, 'a job failed');
    if (outage !== null)
      // Still marked as claimed: the next claim counts an interruption, not a try.
      return this.#settle(row, {
        run_at: this.dueNow() + DATABASE_RETRY_MS,
        problem,
        claimed_by: this.#owner,
      });
    this.failures.inc({ kind: row.kind });
    const isInterrupted = error instanceof Interrupted;
    const isDead = isInterrupted || row.tries >= row.max_tries;
    const change = isDead
      ? { dead_at: this.now(), problem }
      : this.#again(definition, row, { afterMs: retryAfterMs(row.tries), problem, isFailure: true });
    const failure = {
      problem,
      tries: row.tries,
      isDead,
      isInterrupted,
    };
    await this.#settle(row, change, async (trx) => onFailure?.(trx, payloadOf(row), failure));
  }

  /** Ends the claim together with what `write` writes; null deletes the job. Repeated after an error, up to `maxTries`. */
  async #settle(
    row: JobRow,
    change: Partial<JobRow> | null,
    write?: Write,
    maxTries = SETTLE_TRIES,
  ): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await this.#write(row, async (trx) => {
          const after = await write?.(trx);
          if (change)
            await updateRow(trx, 'job', { id: row.id }, { claimed_by: null, ...change, claimed_until: 0 });
          else await deleteRow(trx, 'job', { id: row.id });
          return after;
        });
      } catch (error) {
        if (error instanceof ClaimLost || tries === maxTries || this.stopped) throw error;
        if (tries === 1)
          this.options.log.warn(
            { err: error, kind: row.kind },
            'could not store the result of a job; retrying',
          );
        await sleep(SETTLE_RETRY_MS);
      }
  }

  async #write({ id, fence }: JobRow, work: Write): Promise<void> {
    const { db, log } = this.options;
    const after = await inTransaction(db, async (trx) => {
      const isOurs = await updateRow(trx, 'job', { id, fence, dead_at: null }, { claimed_by: this.#owner });
      if (!isOurs) throw new ClaimLost();
      return work(trx);
    });
    await afterCommit(log, 'publish the result of a job', () => after?.());
  }
}

const payloadOf = ({ payload }: Pick<JobRow, 'payload'>) => JSON.parse(payload) as object;
