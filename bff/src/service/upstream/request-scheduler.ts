/**
 * Single scheduler for all requests to the service, whose quota is shared by all dispatchers and by polling (rule 21).
 *
 * - After a 429 nothing is sent until the announced time; the pause survives a restart. It is limited, and an
 *   administrator can end it.
 * - Clicks go before polling. During a long pause a click fails at once with the time of its end.
 * - Bulk sends are paced like polling and go before it, except every fourth turn, so that the board stays current.
 * - The quota is unknown, so the polling pace is found adaptively, see `AdaptiveRateLimiter`.
 */

import type { CallKind } from '@waypost/contract/api/system-status';
import { monotonicNow } from '../../platform/lib/clocks.ts';
import { AdaptiveRateLimiter } from './adaptive-rate-limiter.ts';
import { ServiceError } from './errors.ts';

export type Priority = CallKind;

export interface SchedulerClock {
  /** Must never jump. */
  now(): number;
  /** Calls back after `ms`; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

const systemClock: SchedulerClock = {
  now: monotonicNow,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The service announced a pause, and this request was not sent. */
export class PausedError extends ServiceError {
  constructor(until: number) {
    super('rate_limited', 'Rate limit reached', { status: 429, retryAt: until });
  }
}

interface RequestSchedulerOptions {
  readonly clock?: SchedulerClock;
  readonly maxRps: number;
  readonly startRps?: number;
  /** Upper limit of any pause; default one hour. */
  readonly maxWaitSeconds?: number;
  /** Rest of a pause that was running when the process stopped. */
  readonly pausedForMs?: number;
  readonly onPause?: (ms: number) => void;
  /** Checks whether another server received a pause, before a request is sent; null when notifications are connected. */
  readonly beforeSend?: () => Promise<void> | null;
}

interface QueuedRequest {
  readonly bulk: boolean;
  resolve(): void;
  reject(error: Error): void;
}

/** Every fourth turn belongs to polling, even during bulk sends. */
const BACKGROUND_EVERY = 4;
/** Added to an announced pause: a timer may fire early. */
const PAUSE_MARGIN_MS = 100;
const DEFAULT_MAX_WAIT_SECONDS = 3_600;
/**
 * Seconds of unused allowance that may be sent at once, also after a pause, so that the first page of a report does not wait. Less than
 * a full second, or a click right after it would be refused.
 */
const BURST_SECONDS = 0.9;

export class RequestScheduler {
  readonly #clock: SchedulerClock;
  readonly #limiter: AdaptiveRateLimiter;
  readonly #onPause: (ms: number) => void;
  readonly #beforeSend: () => Promise<void> | null;
  #tokens = 1;
  #refilledAt: number;
  readonly maxWaitSeconds: number;
  #pausedUntil: number;
  /** Requests sent before this moment and refused later belong to the same refusal. */
  #refusedAt = Number.NEGATIVE_INFINITY;
  #waiting: QueuedRequest[] = [];
  #turn = 0;
  #cancelTimer: (() => void) | null = null;
  readonly #calls = { person: new LastMinute(), bulk: new LastMinute(), background: new LastMinute() };

  constructor(options: RequestSchedulerOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#onPause = options.onPause ?? (() => undefined);
    this.#beforeSend = options.beforeSend ?? (() => null);
    this.maxWaitSeconds = options.maxWaitSeconds ?? DEFAULT_MAX_WAIT_SECONDS;
    this.#refilledAt = this.#clock.now();
    this.#pausedUntil = this.#bounded(this.#refilledAt + (options.pausedForMs ?? 0));
    this.#limiter = new AdaptiveRateLimiter({
      maxRps: options.maxRps,
      start: options.startRps ?? 10,
      now: this.#refilledAt,
    });
  }

  /** End of the pause by the monotonic clock; null: none. */
  get pausedUntil(): number | null {
    return this.#pausedUntil > this.#clock.now() ? this.#pausedUntil : null;
  }

  get rps(): number {
    return this.#limiter.rps;
  }

  callsLastMinute(): number {
    return Object.values(this.callsByKind()).reduce((sum, calls) => sum + calls, 0);
  }

  /** Calls of the last 60 s. */
  callsByKind(): Record<Priority, number> {
    const count = (kind: Priority) => this.#calls[kind].count(this.#clock.now());
    return { person: count('person'), bulk: count('bulk'), background: count('background') };
  }

  /**
   * Waits for permission to send one request. A click is admitted at once (slowing polling accordingly), or rejected with PausedError.
   * Others queue; `signal` removes a request from the queue.
   */
  async enter(priority: Priority, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (priority === 'person') {
      const pauseCheck = this.#beforeSend();
      if (pauseCheck) await pauseCheck;
      const until = this.pausedUntil;
      if (until !== null) throw new PausedError(until);
      this.#refill();
      this.#tokens -= 1;
      return;
    }
    for (;;) {
      await this.#queue(priority === 'bulk', signal);
      const pauseCheck = this.#beforeSend();
      if (!pauseCheck) return;
      await pauseCheck;
      if (this.pausedUntil === null) return;
    }
  }

  #queue(bulk: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const cancel = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      // The signal lives as long as the server: a listener left on it would never be freed.
      const removeListener = () => signal?.removeEventListener('abort', cancel);
      const waiting: QueuedRequest = {
        bulk,
        resolve: () => {
          removeListener();
          resolve();
        },
        reject: (error) => {
          removeListener();
          reject(error);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(waiting);
      this.#pump();
    });
  }

  /**
   * Handles a 429 for a request sent at `sentAt`: pauses for `seconds`, at least for the minimum backoff. Never shortens a longer
   * pause. Returns its end.
   */
  pause(seconds: number, sentAt = this.#clock.now()): number {
    const now = this.#clock.now();
    const until = now + Math.max(seconds * 1000, this.#limiter.backoffMs) + PAUSE_MARGIN_MS;
    const longer = this.#bounded(until) > this.#pausedUntil;
    this.#pauseUntil(until, sentAt > this.#refusedAt);
    if (longer) this.#onPause(this.#pausedUntil - now);
    return this.#pausedUntil;
  }

  /** A pause that another server received, or the previous process: nothing is sent for `ms` from now. */
  hold(ms: number): void {
    this.#pauseUntil(this.#clock.now() + ms, true);
  }

  #pauseUntil(until: number, isNewRefusal: boolean): void {
    const now = this.#clock.now();
    const end = this.#bounded(until);
    if (end <= now) return;
    // Several concurrent requests may be refused together: the limiter counts that once.
    if (isNewRefusal && this.pausedUntil === null) {
      this.#limiter.refused(now, end);
      this.#refusedAt = now;
    }
    this.#pausedUntil = Math.max(end, this.#pausedUntil);
  }

  #bounded(until: number): number {
    return Math.min(until, this.#clock.now() + this.maxWaitSeconds * 1000 + PAUSE_MARGIN_MS);
  }

  /** A person ended the pause: the next queued request is sent now. */
  endPause(): void {
    const now = this.#clock.now();
    if (this.#pausedUntil <= now) return;
    this.#pausedUntil = now;
    this.#limiter.resume(now);
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#pump();
  }

  close(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (const waiting of this.#waiting.splice(0))
      waiting.reject(new ServiceError('unreachable', 'Waypost is stopping'));
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

  #next(): QueuedRequest | undefined {
    this.#turn = (this.#turn + 1) % BACKGROUND_EVERY;
    const first = this.#waiting.findIndex(({ bulk }) => bulk === (this.#turn !== 0));
    return this.#waiting.splice(Math.max(0, first), 1)[0];
  }

  /** Milliseconds until the next background request may be sent; 0 = now. */
  #waitMs(): number {
    const now = this.#clock.now();
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    this.#limiter.raise(now);
    this.#refill();
    if (this.#tokens >= 1) return Math.ceil(this.#limiter.fullForMs(now));
    return Math.max(1, Math.ceil(((1 - this.#tokens) / this.rps) * 1000));
  }

  #refill(): void {
    const now = this.#clock.now();
    const most = Math.max(1, this.rps * BURST_SECONDS);
    this.#tokens = Math.min(most, this.#tokens + ((now - this.#refilledAt) / 1000) * this.rps);
    this.#refilledAt = now;
  }

  /**
   * Counts a request sent now, and returns the time. Throws PausedError when a pause began while it waited for a connection; then it
   * must not be sent.
   */
  sent(priority: Priority = 'background'): number {
    const now = this.#clock.now();
    if (this.#pausedUntil > now) throw new PausedError(this.#pausedUntil);
    this.#calls[priority].add(now);
    this.#limiter.sent(now);
    return now;
  }

  /** The service accepted a request sent at `sentAt`. */
  accepted(sentAt: number): void {
    if (sentAt > this.#refusedAt) this.#limiter.accepted(this.#clock.now());
  }
}

/** Counts calls of the last sixty seconds in one slot per second, at constant cost. */
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
