/** Counts by key in one window for all: at its end everything is forgotten, so it cannot grow for longer than a minute. */
const WINDOW_MS = 60_000;
/** Counts whoever has no room of their own. */
const OTHERS = '';

export class RateWindow {
  readonly #now: () => number;
  readonly #maxKeys: number;
  #counts = new Map<string, number>();
  #until = 0;

  /** `maxKeys`: whoever comes beyond them is counted together until the window ends. */
  constructor(now: () => number = Date.now, maxKeys = Number.POSITIVE_INFINITY) {
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  /** Counts one. Seconds to wait when that is more than `limit` a minute, else 0. */
  take(key: string, limit: number): number {
    this.#begin();
    const counted = this.#countedAs(key);
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    return count > limit ? this.#secondsLeft() : 0;
  }

  /** Counts nothing. Seconds to wait when `limit` of this minute are taken, else 0. */
  wait(key: string, limit: number): number {
    this.#begin();
    return (this.#counts.get(this.#countedAs(key)) ?? 0) >= limit ? this.#secondsLeft() : 0;
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
