/** A value whose script is loaded on first use. After a failure the next call loads it again; no callback is lost. */
export class LazyValue<T> {
  readonly #load: () => Promise<T>;
  readonly #onFailure: () => void;
  readonly #pending: ((value: T) => void)[] = [];
  #loading = false;
  #value: T | undefined;

  constructor(load: () => Promise<T>, onFailure: () => void) {
    this.#load = load;
    this.#onFailure = onFailure;
  }

  /** Runs the callback once the value has loaded, in the order of the calls; starts loading if necessary. */
  run(callback: (value: T) => void): void {
    if (this.#value !== undefined) {
      callback(this.#value);
      return;
    }
    this.#pending.push(callback);
    this.request();
  }

  /** As `run`, but does nothing when `run` was never called. */
  runIfRequested(callback: (value: T) => void): void {
    if (this.#value !== undefined || this.#pending.length > 0) this.run(callback);
  }

  /** Waits for the value; starts loading if necessary. After a failure it waits for the next load. */
  loaded(): Promise<T> {
    return new Promise((resolve) => this.run(resolve));
  }

  get value(): T | undefined {
    return this.#value;
  }

  runIfLoaded(callback: (value: T) => void): void {
    if (this.#value !== undefined) callback(this.#value);
  }

  /** Starts loading if necessary. */
  request(): void {
    if (this.#value === undefined && !this.#loading) void this.#startLoading();
  }

  async #startLoading(): Promise<void> {
    this.#loading = true;
    try {
      this.#value = await this.#load();
    } catch {
      this.#onFailure();
      return;
    } finally {
      this.#loading = false;
    }
    for (const callback of this.#pending.splice(0)) callback(this.#value);
  }
}
