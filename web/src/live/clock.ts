/** The server's clock, the ticker for displayed ages, and the timers for publishing changes. */

import { Signal } from '../ui/signal.ts';

/** Network delay only makes samples late, so the largest of the last few is the most accurate. */
const SAMPLES = 12;

/** A clock of this computer that never jumps, ms since 1970. */
const monotonicNow = () => performance.timeOrigin + performance.now();

/** Estimates the server's clock. Ages and waits use it, so that a wrong or changed clock on this computer does not falsify them. */
export class ServerClock {
  readonly #local: () => number;
  readonly #wall: () => number;
  #samples: number[] = [];
  #offset = 0;

  /** `local` replaces both clocks of this computer. */
  constructor(local?: () => number) {
    this.#local = local ?? monotonicNow;
    this.#wall = local ?? Date.now;
  }

  /** Adjusts the clock to a `server_time` that has just arrived. */
  sync(server_time: string): void {
    const sample = Date.parse(server_time) - this.#local();
    if (Number.isNaN(sample)) return;
    this.#samples = [...this.#samples, sample].slice(-SAMPLES);
    this.#offset = Math.max(...this.#samples);
  }

  /** The server's time, milliseconds since 1970. */
  readonly now = (): number => this.#local() + this.#offset;

  /** Milliseconds by which this computer's clock is behind the server's; negative when it is ahead. */
  get offset(): number {
    return Math.round(this.now() - this.#wall());
  }
}

const SECOND = 1000;

interface TickerPage {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** One timer for every age on the screen; paused while the page is hidden. */
export class Ticker {
  readonly #page: TickerPage;
  readonly #ticks = new Signal();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(page: TickerPage) {
    this.#page = page;
  }

  readonly subscribe = (listener: () => void) => {
    if (!this.#ticks.used) {
      this.#page.addEventListener('visibilitychange', this.#onVisibility);
      this.#onVisibility();
    }
    const stop = this.#ticks.subscribe(listener);
    return () => {
      stop();
      if (this.#ticks.used) return;
      this.#page.removeEventListener('visibilitychange', this.#onVisibility);
      this.#stop();
    };
  };

  readonly #onVisibility = () => {
    if (this.#page.hidden) return this.#stop();
    this.#timer ??= setInterval(() => this.#ticks.emit(), SECOND);
    // Displayed ages are outdated after a pause.
    this.#ticks.emit();
  };

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** Interval of updates while the page is hidden: its title still counts exceptions. */
const HIDDEN_MS = 1_000;
const ORDER_MS = 250;

/** Runs in the next frame; hidden pages get no frames, so they use a slow timer. */
export function nextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, HIDDEN_MS);
  else requestAnimationFrame(run);
}

/** Runs in the next frame, or after milliseconds when nothing on the screen waits for it. */
export function schedulePublication(run: () => void, when: 'frame' | number): void {
  if (when === 'frame') nextFrame(run);
  else setTimeout(run, when);
}

export function scheduleReorder(run: () => void): void {
  setTimeout(run, ORDER_MS);
}
