import { monotonicNow } from './clocks.ts';

/** Cache limited in age and size. Deletions by this process take effect immediately, changes by other processes after `ttlMs`. */
export class TtlCache<V> {
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #max: number;
  readonly #entries = new Map<string, { readonly value: V; readonly at: number }>();
  readonly #loading = new Map<string, Promise<V>>();
  #generation = 0;

  /** `max`: further entries replace the oldest. */
  constructor(ttlMs: number, now: () => number = monotonicNow, max = 10_000) {
    this.#ttlMs = ttlMs;
    this.#now = now;
    this.#max = max;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const age = this.#now() - entry.at;
    // Entries also expire when the clock was set back.
    return age >= 0 && age < this.#ttlMs ? entry.value : undefined;
  }

  getStale(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Get this before reading the source: `set` then ignores a value that was read before a `delete`. */
  get generation(): number {
    return this.#generation;
  }

  set(key: string, value: V, generation = this.#generation): void {
    if (generation !== this.#generation) return;
    this.#entries.delete(key);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= this.#max) this.#entries.delete(oldest);
    this.#entries.set(key, { value, at: this.#now() });
  }

  /**
   * The cached value, else the result of `load`, shared by concurrent callers. Null and failures are not cached. Throws what `load`
   * throws.
   */
  async fetch(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) return known;
    let loading = this.#loading.get(key);
    if (!loading) {
      const generation = this.#generation;
      const started = load();
      loading = started;
      this.#loading.set(key, started);
      const clearLoading = () => {
        if (this.#loading.get(key) === started) this.#loading.delete(key);
      };
      started.then((value) => {
        clearLoading();
        if (value != null) this.set(key, value, generation);
      }, clearLoading);
    }
    return loading;
  }

  delete(key: string): void {
    this.#generation += 1;
    this.#entries.delete(key);
    this.#loading.delete(key);
  }
}
