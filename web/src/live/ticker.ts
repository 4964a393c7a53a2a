/** One timer for every age on the screen. Stands still while nobody looks. */

const SECOND = 1000;

export interface TickerPage {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

export class Ticker {
  readonly #page: TickerPage;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(page: TickerPage) {
    this.#page = page;
  }

  readonly subscribe = (listener: () => void) => {
    if (this.#listeners.size === 0) {
      this.#page.addEventListener('visibilitychange', this.#look);
      this.#look();
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#page.removeEventListener('visibilitychange', this.#look);
      this.#stop();
    };
  };

  readonly #look = () => {
    if (this.#page.hidden) return this.#stop();
    this.#timer ??= setInterval(this.#tick, SECOND);
    // What was seen before the pause is old by now.
    this.#tick();
  };

  readonly #tick = () => {
    for (const listener of this.#listeners) listener();
  };

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
