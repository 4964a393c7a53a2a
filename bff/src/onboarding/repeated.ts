/** Work that is done again and again in the background, one at a time, and sooner when somebody asks. */
import type { Logger } from 'pino';

export interface RepeatedOptions {
  readonly log: Logger;
  /** For the log: what could not be done. */
  readonly what: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Asked right before: another server may have taken over. */
  readonly may?: () => boolean;
}

/** Several that ask at once are served by one turn. */
const SOON_MS = 300;

export class Repeated {
  readonly #options: RepeatedOptions;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #due = Number.POSITIVE_INFINITY;
  #working: Promise<void> | null = null;
  #again = false;
  #failed = false;

  constructor(options: RepeatedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#at(0);
  }

  /** Not at once: whoever asks may ask again in a moment. */
  soon(ms = SOON_MS): void {
    if (this.#working) this.#again = true;
    else this.#at(ms);
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('stopping'));
    if (this.#timer) clearTimeout(this.#timer);
    await this.#working;
  }

  #at(ms: number): void {
    const due = Date.now() + ms;
    if (this.#stop.signal.aborted || due >= this.#due) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Number.POSITIVE_INFINITY;
      this.#timer = null;
      this.#working = this.#turn().finally(() => {
        this.#working = null;
        this.#at(this.#again ? SOON_MS : this.#options.everyMs);
        this.#again = false;
      });
    }, ms);
  }

  async #turn(): Promise<void> {
    const { log, what, work, may } = this.#options;
    if (may?.() === false) return;
    try {
      await work(this.#stop.signal);
      this.#failed = false;
    } catch (error) {
      // Once for each run of failures: the page tells that it lasts.
      if (!this.#stop.signal.aborted && !this.#failed)
        log.warn({ err: error }, `${what} could not be read; they are tried again`);
      this.#failed = true;
    }
  }
}
