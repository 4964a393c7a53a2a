/** What stores outside React are made of; components read them with `useSyncExternalStore`. */

export class Signal<A extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: A) => void>();

  readonly subscribe = (listener: (...args: A) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  /** Whether anybody listens. */
  get used(): boolean {
    return this.#listeners.size > 0;
  }
  emit(...args: A): void {
    for (const listener of this.#listeners) listener(...args);
  }
}

/** Each listener hears of one key only. */
export class KeyedSignal {
  readonly #signals = new Map<string, Signal>();

  readonly subscribe = (key: string, listener: () => void): (() => void) => {
    const signal = this.#signals.get(key) ?? new Signal();
    this.#signals.set(key, signal);
    const stop = signal.subscribe(listener);
    return () => {
      stop();
      if (!signal.used && this.#signals.get(key) === signal) this.#signals.delete(key);
    };
  };
  /** Whether anybody listens. */
  has(key: string): boolean {
    return this.#signals.has(key);
  }
  /** @param keys left out: all */
  emit(keys: Iterable<string> = this.#signals.keys()): void {
    for (const key of keys) this.#signals.get(key)?.emit();
  }
}

/** A value that listeners see change. */
export class Cell<T> extends Signal {
  #value: T;

  constructor(value: T) {
    super();
    this.#value = value;
  }

  readonly get = (): T => this.#value;
  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    this.emit();
  }
}
