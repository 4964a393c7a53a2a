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

/** How often and how long devices are silent: one short and one long silence at most in each block of time. */
export interface SilenceRates {
  readonly short: { readonly block: number; readonly chance: number; readonly length: Range };
  readonly long: { readonly block: number; readonly chance: number; readonly length: Range };
  /** Start of random long silences. */
  readonly long_from: number;
}
type Range = readonly [least: number, most: number];

/** Initial long silences are part of the seed. */
export const OFTEN_SILENT: SilenceRates = {
  short: { block: 2 * DAY, chance: 0.6, length: [15 * MINUTE, 65 * MINUTE] },
  long: { block: 12 * DAY, chance: 0.27, length: [DAY, 6 * DAY] },
  long_from: 12 * HOUR,
};
export const RARELY_SILENT: SilenceRates = {
  short: { block: 2 * DAY, chance: 0.6, length: [10 * MINUTE, 25 * MINUTE] },
  long: { block: 3 * DAY, chance: 0.06, length: [3 * HOUR, 16 * HOUR] },
  long_from: -30 * DAY,
};

export class Silence {
  readonly #key: number;
  readonly #first: Window | null;
  readonly #rates: SilenceRates;
  readonly #ordered: { from: number; to: number }[] = [];

  /**
   * @param key the vehicle's own random key
   * @param first initial silence
   */
  constructor(key: number, first: Window | null = null, rates = OFTEN_SILENT) {
    this.#key = key;
    this.#rates = rates;
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
    const { short, long, long_from } = this.#rates;
    const longOne = tau < long_from ? null : this.#random(LONG, long, long_from, tau);
    if (longOne && holds(longOne)) return longOne;
    const shortOne = this.#random(SHORT, short, 0, tau);
    return shortOne && holds(shortOne) ? shortOne : null;
  }

  /** The random silence of the block of time that holds a world time, or null. */
  #random(
    kind: number,
    { block, chance, length: [least, most] }: SilenceRates['short'],
    origin: number,
    tau: number,
  ): Window | null {
    const index = Math.floor((tau - origin) / block);
    if (unit(this.#key, kind, index) >= chance) return null;
    const length = least + (most - least) * unit(this.#key, kind, index, 1);
    const from = origin + index * block + unit(this.#key, kind, index, 2) * (block - length);
    return { from, to: from + length };
  }
}
