/**
 * One scheduler for everything that leaves for the service, because the service is one shared quota: all dispatchers
 * together, and polling together with clicks (rule 21).
 *
 * - After a 429 no request leaves until its time is over, whoever asks; the wait survives a restart. It is bounded, and an
 *   administrator can end it.
 * - People's clicks go before polling. A click never waits for a long pause: it gets the time to come back.
 * - What a person sends by the hundred (`bulk`) keeps to the pace of polling and goes before it, but for every fourth turn: the board
 *   goes on living meanwhile.
 * - The quota is unknown, so the pace of polling is found: see `AdaptiveRateLimiter`.
 */
import { AdaptiveRateLimiter } from './adaptive-rate-limiter.ts';
import { ServiceError } from './errors.ts';

export type Priority = 'person' | 'bulk' | 'background';

export interface SchedulerClock {
  now(): number;
  /** Calls back after so many milliseconds; returns how to call it off. */
  after(ms: number, callback: () => void): () => void;
}

const systemClock: SchedulerClock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The service asked all of us to wait, and this request has not left. */
export class PausedError extends ServiceError {
  constructor(until: number) {
    super('rate_limited', 'Rate limit reached', { status: 429, retryAt: until });
  }
}

interface RequestSchedulerOptions {
  readonly clock?: SchedulerClock;
  /** Never more than this many background requests a second. */
  readonly maxRps: number;
  readonly startRps?: number;
  /** No wait is longer than this, whoever announced it; an hour unless it is given. */
  readonly maxWaitSeconds?: number;
  /** Wait that was still running when the process stopped, ms since 1970. */
  readonly pausedUntil?: number;
  readonly onPause?: (until: number) => void;
  /** Checks whether another server received a wait, right before a request leaves; null when we would be notified. */
  readonly beforeSend?: () => Promise<void> | null;
}

interface Waiting {
  readonly bulk: boolean;
  resolve(): void;
  reject(error: Error): void;
}

/** One turn in so many is polling's, also while many are sent. */
const BACKGROUND_EVERY = 4;
/** Added to an announced wait: a timer may fire early. */
const PAUSE_MARGIN_MS = 100;
const DEFAULT_MAX_WAIT_SECONDS = 3_600;
/**
 * Seconds of an allowance that nobody used, after an announced wait too, that may leave at once: a wait for the first page of a report is
 * a wait for nothing. Not the whole second, or a click right after it would be refused.
 */
const SAVED_UP = 0.9;

export class RequestScheduler {
  readonly #clock: SchedulerClock;
  readonly #limiter: AdaptiveRateLimiter;
  readonly #onPause: (until: number) => void;
  readonly #beforeSend: () => Promise<void> | null;
  #tokens = 1;
  #refilledAt: number;
  /** No wait is longer than this. */
  readonly maxWaitSeconds: number;
  #pausedUntil: number;
  /** What left before this moment and is refused later belongs to the same refusal. */
  #refusedAt = Number.NEGATIVE_INFINITY;
  #waiting: Waiting[] = [];
  #turn = 0;
  #cancelTimer: (() => void) | null = null;
  readonly #calls = new LastMinute();

  constructor(options: RequestSchedulerOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#onPause = options.onPause ?? (() => undefined);
    this.#beforeSend = options.beforeSend ?? (() => null);
    this.maxWaitSeconds = options.maxWaitSeconds ?? DEFAULT_MAX_WAIT_SECONDS;
    this.#refilledAt = this.#clock.now();
    this.#pausedUntil = this.#bounded(options.pausedUntil ?? 0);
    this.#limiter = new AdaptiveRateLimiter({
      most: options.maxRps,
      start: options.startRps ?? 10,
      now: this.#refilledAt,
    });
  }

  /** End of the announced wait, or null when nothing is announced. */
  get pausedUntil(): number | null {
    return this.#pausedUntil > this.#clock.now() ? this.#pausedUntil : null;
  }

  /** Background requests a second that we allow ourselves at the moment. */
  get rps(): number {
    return this.#limiter.rps;
  }

  callsLastMinute(): number {
    return this.#calls.count(this.#clock.now());
  }

  /**
   * Waits for the right to send one request. A person's click is let through at once (and slows the
   * polling by as much), or refused with PausedError. The others queue; `signal` takes one out of the queue.
   */
  async enter(priority: Priority, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (priority === 'person') {
      const asked = this.#beforeSend();
      if (asked) await asked;
      const until = this.pausedUntil;
      if (until !== null) throw new PausedError(until);
      this.#refill();
      this.#tokens -= 1;
      return;
    }
    for (;;) {
      await this.#queue(priority === 'bulk', signal);
      const asked = this.#beforeSend();
      if (!asked) return;
      await asked;
      if (this.pausedUntil === null) return;
    }
  }

  #queue(bulk: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      // The signal lives as long as the server: a listener that stayed on it would be kept for ever.
      const settled = () => signal?.removeEventListener('abort', giveUp);
      const waiting: Waiting = {
        bulk,
        resolve: () => {
          settled();
          resolve();
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#pump();
    });
  }

  /**
   * The service said 429 to a request that left at `sentAt`: nothing leaves for `seconds`, and for a moment at least. A shorter
   * wait never cuts a longer one. Returns its end, ms since 1970.
   */
  pause(seconds: number, sentAt = this.#clock.now()): number {
    const now = this.#clock.now();
    const until = now + Math.max(seconds * 1000, this.#limiter.backoffMs) + PAUSE_MARGIN_MS;
    const longer = this.#bounded(until) > this.#pausedUntil;
    this.#holdUntil(until, sentAt > this.#refusedAt);
    if (longer) this.#onPause(this.#pausedUntil);
    return this.#pausedUntil;
  }

  /** The service said it to another server, or to the process before us: nothing leaves until then. */
  hold(until: number): void {
    this.#holdUntil(until, true);
  }

  #holdUntil(until: number, anew: boolean): void {
    const now = this.#clock.now();
    const end = this.#bounded(until);
    if (end <= now) return;
    // Several requests under way may be refused together: that is one lesson about the quota, not several.
    if (anew && this.pausedUntil === null) {
      this.#limiter.refused(now, end);
      this.#refusedAt = now;
    }
    this.#pausedUntil = Math.max(end, this.#pausedUntil);
  }

  #bounded(until: number): number {
    return Math.min(until, this.#clock.now() + this.maxWaitSeconds * 1000 + PAUSE_MARGIN_MS);
  }

  /** A person has ended the wait: whoever is next leaves now. */
  endPause(): void {
    const now = this.#clock.now();
    if (this.#pausedUntil <= now) return;
    this.#pausedUntil = now;
    this.#limiter.resume(now);
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#pump();
  }

  /** Turns everyone in the queue away and takes no timer with it. */
  close(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new Error('the scheduler is closed'));
  }

  #pump(): void {
    if (this.#cancelTimer) return;
    while (this.#waiting.length > 0) {
      const wait = this.#waitMs();
      if (wait > 0) {
        this.#cancelTimer = this.#clock.after(wait, () => {
          this.#cancelTimer = null;
          this.#pump();
        });
        return;
      }
      this.#tokens -= 1;
      this.#next()?.resolve();
    }
  }

  /** Takes whoever is next out of the queue. */
  #next(): Waiting | undefined {
    this.#turn = (this.#turn + 1) % BACKGROUND_EVERY;
    const first = this.#waiting.findIndex(({ bulk }) => bulk === (this.#turn !== 0));
    return this.#waiting.splice(Math.max(0, first), 1)[0];
  }

  /** Milliseconds until the next background request may leave; 0 = now. */
  #waitMs(): number {
    const now = this.#clock.now();
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    this.#limiter.raise(now);
    this.#refill();
    if (this.#tokens >= 1) return Math.ceil(this.#limiter.fullFor(now));
    return Math.max(1, Math.ceil(((1 - this.#tokens) / this.rps) * 1000));
  }

  #refill(): void {
    const now = this.#clock.now();
    const most = Math.max(1, this.rps * SAVED_UP);
    this.#tokens = Math.min(most, this.#tokens + ((now - this.#refilledAt) / 1000) * this.rps);
    this.#refilledAt = now;
  }

  /**
   * Counts a request that leaves in this moment, and returns the moment. It may have waited for a connection since `enter`: throws
   * PausedError when the service has asked us to wait meanwhile, and then it must not leave.
   */
  sent(): number {
    const now = this.#clock.now();
    if (this.#pausedUntil > now) throw new PausedError(this.#pausedUntil);
    this.#calls.add(now);
    this.#limiter.sent(now);
    return now;
  }

  /** The service has let a request through that left at `sentAt`. */
  accepted(sentAt: number): void {
    if (sentAt > this.#refusedAt) this.#limiter.accepted(this.#clock.now());
  }
}

/** How many in the last sixty seconds, counted by the second: the same effort however many they are. */
class LastMinute {
  readonly #counts = new Array<number>(60).fill(0);
  #second = 0;

  add(now: number): void {
    this.#turn(now);
    const slot = this.#second % 60;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  count(now: number): number {
    this.#turn(now);
    return this.#counts.reduce((sum, one) => sum + one, 0);
  }

  #turn(now: number): void {
    const second = Math.floor(now / 1000);
    if (second <= this.#second) return;
    for (let old = Math.max(this.#second + 1, second - 59); old <= second; old += 1)
      this.#counts[old % 60] = 0;
    this.#second = second;
  }
}
