/** Token bucket: short bursts pass, a steady excess does not. */
export class RateLimit {
  readonly #permits: number;
  readonly #periodMs: number;
  #left: number;
  #at: number | null = null;

  /**
   * @param permits requests per period
   * @param periodMs milliseconds until an empty bucket is full again
   */
  constructor(permits: number, periodMs: number) {
    this.#permits = permits;
    this.#periodMs = periodMs;
    this.#left = permits;
  }

  /** Takes a permit. Returns 0, or the whole seconds to wait (at least 1) when there is none. */
  take(now: number): number {
    const passed = Math.max(0, now - (this.#at ?? now));
    this.#at = now;
    this.#left = Math.min(this.#permits, this.#left + (passed * this.#permits) / this.#periodMs);
    if (this.#left >= 1) {
      this.#left -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil(((1 - this.#left) * this.#periodMs) / this.#permits / 1000));
  }
}
