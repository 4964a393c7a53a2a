/** The time: as the server has it, as ages follow it, and when the store and its views publish changes. */

/** Delay only makes a sample late, so the largest of the last few is the nearest to the truth. */
const SAMPLES = 12;

/** The server's clock as this browser knows it. Ages are shown by it, so that a wrong clock of the computer does not lie. */
export class ServerClock {
  readonly #local: () => number;
  #samples: number[] = [];
  #offset = 0;

  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** Sets the clock by a `server_time` that has just arrived. */
  learn(server_time: string): void {
    const sample = Date.parse(server_time) - this.#local();
    if (Number.isNaN(sample)) return;
    this.#samples = [...this.#samples, sample].slice(-SAMPLES);
    this.#offset = Math.max(...this.#samples);
  }

  /** Milliseconds since 1970 at the server. */
  readonly now = (): number => this.#local() + this.#offset;

  /** How far the computer's clock is behind the server's, milliseconds; negative = ahead. */
  get offset(): number {
    return this.#offset;
  }
}

const SECOND = 1000;

interface TickerPage {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** One timer for every age on the screen. Stands still while nobody looks. */
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

/** How often a hidden page publishes: its title still counts the exceptions. */
const HIDDEN_MS = 1_000;
/** The order of a list changes at most this often: quicker is only unrest. */
const ORDER_MS = 250;

/** At the next frame; while the page is hidden there are no frames, so at a slow timer. */
export function nextFrame(then: () => void): void {
  if (document.hidden) setTimeout(then, HIDDEN_MS);
  else requestAnimationFrame(then);
}

export function calmly(then: () => void): void {
  setTimeout(then, ORDER_MS);
}
