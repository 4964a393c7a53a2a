/** Background work that runs one at a time: when it is due, sooner when requested, and again after a failure. */
import type { Logger } from 'pino';
import type { Topic } from './async.ts';
import { ALWAYS_HELD, type Lease } from './exclusive-work.ts';
import { ServerPart } from './server-part.ts';

interface BackgroundWork {
  /** For the log, after "could not": `read the invitations`. */
  readonly task: string;
  /** Runs once. Resolves to the milliseconds until the next run; null: only when woken. */
  readonly run: (signal: AbortSignal) => Promise<number | null>;
  /** Milliseconds from a failed run to the next one. */
  readonly retryMs: number;
  /** Work of one server at a time: it does nothing before `start`. */
  readonly isExclusive?: boolean;
}

/** Minimum delay between runs, so that work that is always due does not block the event loop. */
const MIN_DELAY_MS = 20;
/** Work that keeps failing is logged again after this time. */
const LOG_AGAIN_MS = 60_000;

export class BackgroundWorker<
  Options extends { readonly log: Logger } = { readonly log: Logger },
> extends ServerPart<Options> {
  readonly #work: BackgroundWork;
  #stop = new AbortController();
  /** To be asked in a run, right before each act that only one server may do. */
  protected lease = ALWAYS_HELD;
  #timer: NodeJS.Timeout | null = null;
  #dueAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;
  /** Requested while a run was in progress: milliseconds after its end. */
  #rerunAfterMs: number | null = null;
  /** When the first of consecutive failures was, monotonic; and when one was last logged. */
  #failing: { readonly since: number; loggedAt: number; failures: number } | null = null;

  constructor(options: Options, work: BackgroundWork) {
    super(options);
    this.#work = work;
    if (work.isExclusive) this.#stop.abort();
  }

  get task(): string {
    return this.#work.task;
  }

  get stopped(): boolean {
    return this.stopping.aborted;
  }

  protected get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Begins, also again after `stop`. Runs only while the lease is held. */
  start(lease: Lease = ALWAYS_HELD): void {
    if (this.stopped) this.#stop = new AbortController();
    this.lease = lease;
    this.wake();
  }

  /** Requests a run within `ms`. Cheap to call. */
  wake(ms = 0): void {
    if (this.#running) this.#rerunAfterMs = Math.min(ms, this.#rerunAfterMs ?? ms);
    else this.#schedule(ms);
  }

  /** Runs now, or right after the run in progress, and waits for its end. Never rejects. */
  async run(): Promise<void> {
    await this.#running;
    if (this.stopped) return;
    if (!this.#running) this.#begin();
    await this.#running;
  }

  /** Waits for the run in progress. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('stopping'));
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    await this.#running;
  }

  #schedule(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.stopped || dueAt >= this.#dueAt) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.#begin(), ms);
  }

  #begin(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#running = this.#runOnce().then((ms) => {
      this.#running = null;
      if (ms !== null) this.#schedule(Math.max(ms, MIN_DELAY_MS));
      if (this.#rerunAfterMs !== null) this.#schedule(this.#rerunAfterMs);
      this.#rerunAfterMs = null;
    });
  }

  async #runOnce(): Promise<number | null> {
    const { task, run, retryMs } = this.#work;
    if (!this.lease.isHeld()) return retryMs;
    try {
      const ms = await run(this.#stop.signal);
      const failing = this.#failing;
      this.#failing = null;
      if (failing) {
        const seconds = Math.round((performance.now() - failing.since) / 1000);
        this.options.log.info({ seconds, failures: failing.failures }, `can ${task} again`);
      }
      return ms;
    } catch (error) {
      if (!this.stopped) this.#failed(error);
      return retryMs;
    }
  }

  /** Logs the first of consecutive failures, and then one from time to time: a short retry would flood the log. */
  #failed(error: unknown): void {
    const now = performance.now();
    this.#failing ??= { since: now, loggedAt: Number.NEGATIVE_INFINITY, failures: 0 };
    this.#failing.failures += 1;
    if (now - this.#failing.loggedAt < LOG_AGAIN_MS) return;
    this.#failing.loggedAt = now;
    const { failures } = this.#failing;
    this.options.log.warn({ err: error, failures }, `could not ${this.#work.task}; retrying`);
  }
}

const RETRY_MS = 5_000;
/** Requests within this time are served by one run. */
const SOON_MS = 300;

/** Work of one server that is done once, and again after publications, however many there were meanwhile. */
export function workAfter(
  log: Logger,
  topic: Topic,
  task: string,
  work: (signal: AbortSignal) => Promise<void>,
): BackgroundWorker {
  const run = (signal: AbortSignal) => work(signal).then(() => null);
  const worker = new BackgroundWorker({ log }, { task, retryMs: RETRY_MS, isExclusive: true, run });
  topic.subscribe(() => worker.wake(SOON_MS));
  return worker;
}

interface IntervalJobOptions {
  readonly log: Logger;
  readonly task: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly isExclusive?: boolean;
}

export class IntervalJob extends BackgroundWorker {
  constructor({ log, task, everyMs, work, isExclusive }: IntervalJobOptions) {
    super(
      { log },
      {
        task,
        retryMs: everyMs,
        isExclusive,
        run: async (signal) => {
          await work(signal);
          return everyMs;
        },
      },
    );
  }

  /** Runs with a short delay, so that several requests cause one run. */
  soon(): void {
    this.wake(SOON_MS);
  }
}
