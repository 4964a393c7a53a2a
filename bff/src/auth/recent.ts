/**
 * What was read from the store a moment ago, so that a busy page does not read the same row hundreds of times a second.
 * Bounded in time and number. What this process ends is forgotten at once; what another process ends, within `ttlMs`.
 */
export class Recent<V> {
  readonly #ttlMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, { readonly value: V; readonly until: number }>();
  #forgotten = 0;

  constructor(ttlMs: number, now: () => number, most = 10_000) {
    this.#ttlMs = ttlMs;
    this.#now = now;
    this.#most = most;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const now = this.#now();
    // Also a clock that was set back must not keep an entry alive.
    if (now < entry.until && now >= entry.until - this.#ttlMs) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** To be taken before the store is read: `set` takes no value that was read before something was forgotten. */
  ticket(): number {
    return this.#forgotten;
  }

  set(key: string, value: V, ticket: number): void {
    if (ticket !== this.#forgotten) return;
    if (this.#entries.size >= this.#most) this.#entries.clear();
    this.#entries.set(key, { value, until: this.#now() + this.#ttlMs });
  }

  forget(key: string): void {
    this.#forgotten += 1;
    this.#entries.delete(key);
  }
}
