/** Periods without pings: short signal losses, silent days, and silences ordered by a control route. */
import { DAY, HOUR, MINUTE } from './clock.ts';
import { keyOf, unit } from './random.ts';

export interface Window {
  readonly from: number;
  /** End, exclusive; infinity while it lasts. */
  readonly to: number;
}

const SHORT = keyOf('short silence');
const LONG = keyOf('long silence');
const SHORT_BLOCK = 2 * DAY;
const SHORT_CHANCE = 0.6;
const LONG_BLOCK = 12 * DAY;
const LONG_CHANCE = 0.27;
/** Start of random long silences; initial ones are part of the seed. */
const LONG_FROM = 12 * HOUR;

export class Silence {
  readonly #key: number;
  readonly #first: Window | null;
  readonly #ordered: { from: number; to: number }[] = [];

  /**
   * @param key the vehicle's own random key
   * @param first initial silence
   */
  constructor(key: number, first: Window | null = null) {
    this.#key = key;
    this.#first = first;
  }

  /** Ordered silences, oldest first. */
  get ordered(): readonly Window[] {
    return this.#ordered;
  }

  /** The ordered silence in effect at a world time, or null. */
  orderedAt(tau: number): Window | null {
    return this.#ordered.find((window) => window.from <= tau && tau < window.to) ?? null;
  }

  /** Starts a silence, or ends it. */
  order(silent: boolean, tau: number): void {
    const last = this.#ordered[this.#ordered.length - 1];
    const lasting = last !== undefined && last.to === Number.POSITIVE_INFINITY;
    if (silent && !lasting) this.#ordered.push({ from: tau, to: Number.POSITIVE_INFINITY });
    if (!silent && lasting) last.to = tau;
  }

  /** The silence in effect at a world time, or null. */
  at(tau: number): Window | null {
    const holds = (window: Window) => window.from <= tau && tau < window.to;
    const ordered = this.orderedAt(tau);
    if (ordered) return ordered;
    if (this.#first && holds(this.#first)) return this.#first;
    const long = this.#long(Math.floor((tau - LONG_FROM) / LONG_BLOCK));
    if (long && holds(long)) return long;
    const short = this.#short(Math.floor(tau / SHORT_BLOCK));
    return short && holds(short) ? short : null;
  }

  #long(block: number): Window | null {
    if (block < 0 || unit(this.#key, LONG, block) >= LONG_CHANCE) return null;
    const length = DAY * (1 + 5 * unit(this.#key, LONG, block, 1));
    const from = LONG_FROM + block * LONG_BLOCK + unit(this.#key, LONG, block, 2) * (LONG_BLOCK - length);
    return { from, to: from + length };
  }

  #short(block: number): Window | null {
    if (unit(this.#key, SHORT, block) >= SHORT_CHANCE) return null;
    const length = MINUTE * (15 + 50 * unit(this.#key, SHORT, block, 1));
    const from = block * SHORT_BLOCK + unit(this.#key, SHORT, block, 2) * (SHORT_BLOCK - length);
    return { from, to: from + length };
  }
}
