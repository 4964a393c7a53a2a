/** Counts by key per minute. All counts are cleared at the end of a minute, so memory use is bounded. */
import { monotonicNow } from './clocks.ts';

export const WINDOW_MS = 60_000;
/** Key for callers without a counter of their own. */
const OTHERS = '';

export class RateWindow {
  readonly #now: () => number;
  readonly #maxKeys: number;
  #counts = new Map<string, number>();
  #until = 0;

  /** `maxKeys`: further callers share one counter until the minute ends. */
  constructor(now: () => number = monotonicNow, maxKeys = Number.POSITIVE_INFINITY) {
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  /** Counts one request. Returns the seconds to wait if there are more than `limit` in this minute, else 0. */
  count(key: string, limit: number): number {
    this.#begin();
    const counted = this.#countedAs(key);
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    return count > limit ? this.#secondsLeft() : 0;
  }

  /** Counts nothing. Returns the seconds to wait if `limit` is reached in this minute, else 0. */
  wait(key: string, limit: number): number {
    this.#begin();
    return (this.#counts.get(this.#countedAs(key)) ?? 0) >= limit ? this.#secondsLeft() : 0;
  }

  /** Counts nothing. Returns how many are left in this minute, and the seconds until all are. */
  left(key: string, limit: number): { readonly requests: number; readonly seconds: number } {
    this.#begin();
    const counted = this.#counts.get(this.#countedAs(key)) ?? 0;
    return { requests: Math.max(0, limit - counted), seconds: this.#secondsLeft() };
  }

  #begin(): void {
    const now = this.#now();
    if (now < this.#until) return;
    this.#counts = new Map();
    this.#until = now + WINDOW_MS;
  }

  #countedAs(key: string): string {
    return this.#counts.has(key) || this.#counts.size < this.#maxKeys ? key : OTHERS;
  }

  #secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#until - this.#now()) / 1000));
  }
}
