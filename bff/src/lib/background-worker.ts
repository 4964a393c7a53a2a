/** Background work, one turn at a time: when it is due, sooner when somebody asks, and again after a failure. */
import type { Logger } from 'pino';
import { ServerPart } from './server-part.ts';

interface BackgroundWork {
  /** For the log, after "could not": `read the invitations`. */
  readonly task: string;
  /** One turn. Resolves to the milliseconds until the next one; null: only when woken. */
  readonly run: (signal: AbortSignal) => Promise<number | null>;
  /** Milliseconds from a failed turn to the next one. */
  readonly retryMs: number;
}

/** A turn that says that it is due at once must not keep the event loop busy. */
const MIN_REST_MS = 20;

export class BackgroundWorker<
  Options extends { readonly log: Logger } = { readonly log: Logger },
> extends ServerPart<Options> {
  readonly #work: BackgroundWork;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #dueAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;
  /** Asked for while a turn was running: milliseconds after its end. */
  #againAfter: number | null = null;
  #failing = false;

  constructor(options: Options, work: BackgroundWork) {
    super(options);
    this.#work = work;
  }

  get stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** There may be something to do: a turn begins within `ms`. Cheap to call. */
  wake(ms = 0): void {
    if (this.#running) this.#againAfter = Math.min(ms, this.#againAfter ?? ms);
    else this.#schedule(ms);
  }

  /** Ends with a turn that begins now, or right after the one that is running. Never rejects. */
  async run(): Promise<void> {
    await this.#running;
    if (this.stopped) return;
    if (!this.#running) this.#begin();
    await this.#running;
  }

  /** Ends with the turn that is running. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('stopping'));
    if (this.#timer) clearTimeout(this.#timer);
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
    this.#running = this.#turn().then((ms) => {
      this.#running = null;
      if (ms !== null) this.#schedule(Math.max(ms, MIN_REST_MS));
      if (this.#againAfter !== null) this.#schedule(this.#againAfter);
      this.#againAfter = null;
    });
  }

  async #turn(): Promise<number | null> {
    const { task, run, retryMs } = this.#work;
    try {
      const ms = await run(this.#stop.signal);
      this.#failing = false;
      return ms;
    } catch (error) {
      // Once for each run of failures: the page shows that it lasts.
      if (!this.stopped && !this.#failing)
        this.options.log.warn({ err: error }, `could not ${task}; retrying`);
      this.#failing = true;
      return retryMs;
    }
  }
}

interface IntervalJobOptions {
  readonly log: Logger;
  readonly task: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** Asked before each turn: another server may do this now. */
  readonly mayRun?: () => boolean;
}

/** Several that ask at once are served by one turn. */
const SOON_MS = 300;

/** Work that is repeated at a distance in time. */
export class IntervalJob extends BackgroundWorker {
  constructor({ log, task, everyMs, work, mayRun }: IntervalJobOptions) {
    super(
      { log },
      {
        task,
        retryMs: everyMs,
        run: async (signal) => {
          if (mayRun?.() !== false) await work(signal);
          return everyMs;
        },
      },
    );
  }

  /** Not at once: whoever asks may ask again in a moment. */
  soon(): void {
    this.wake(SOON_MS);
  }
}
