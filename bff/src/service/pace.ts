/**
 * How many requests a second the service takes is not told (section 8), nor how it counts, so the pace is found.
 *
 * - At first nothing is known: the pace doubles each second that it is used (slow start).
 * - A refusal is one lesson, however many requests under way it met. How the service counts gives two readings of it: a window was full
 *   (then what went out in the last second is the quota), or a store of permits ran dry (then the quota is less, by how soon it did). The
 *   bound is put between the two, nearer to the first; the pace falls to the second and comes back to the bound by half of the gap a second.
 * - At the bound it stays, and looks a little higher after a while; each look that is refused doubles the time until the next one.
 * - A pace that nobody used teaches nothing.
 */
export interface PaceOptions {
  /** Never more than this many a second. */
  readonly most: number;
  readonly start: number;
  readonly now: number;
}

const LEAST = 0.2;
/** Just under what was refused. */
const UNDER = 0.98;
/** How much of the bound is the reading as a window; the rest is the reading as a store of permits. */
const AS_WINDOW = 2 / 3;
const LOOK = 1.1;
const FIRST_LOOK_MS = 8_000;
const LAST_LOOK_MS = 16 * 60_000;
/** So much of a pace has to be used for it to be tried. */
const USED = 0.7;
const SECOND = 1000;

export class Pace {
  readonly #most: number;
  #rps: number;
  /** Null until the first refusal. */
  #bound: number | null = null;
  /** When sending began at this pace or near it: since the last doubling or wait. */
  #since: number;
  #raisedAt: number;
  #boundAt: number;
  #lookAfter = FIRST_LOOK_MS;
  #looking = false;
  /** When requests left, the last second's. */
  #left: number[] = [];

  constructor({ most, start, now }: PaceOptions) {
    this.#most = most;
    this.#rps = Math.min(start, most);
    this.#since = this.#raisedAt = this.#boundAt = now;
  }

  get rps(): number {
    return this.#rps;
  }

  /** A request has left. */
  sent(now: number): void {
    this.#left.push(now);
    this.#forget(now);
  }

  /** Refused: nothing is sent until `until`, and then more slowly. */
  refused(now: number, until: number): void {
    this.#forget(now);
    const seconds = Math.max(now - this.#since, SECOND) / SECOND;
    // The one that was refused is among those that left.
    const window = this.#left.length > 1 ? Math.min(this.#rps, this.#left.length - 1) : this.#rps;
    const store = window * (seconds / (1 + seconds));
    if (this.#looking) this.#lookAfter = Math.min(LAST_LOOK_MS, this.#lookAfter * 2);
    this.#looking = false;
    this.#bound = Math.max(LEAST, UNDER * (AS_WINDOW * window + (1 - AS_WINDOW) * store));
    this.#rps = Math.max(LEAST, Math.min(store, this.#bound));
    this.#since = this.#raisedAt = this.#boundAt = until;
    this.#left = [];
  }

  /** Makes it quicker where the present pace was used for a second and let through. */
  raise(now: number): void {
    if (now - this.#raisedAt < Math.max(SECOND, SECOND / this.#rps)) return;
    this.#raisedAt = now;
    this.#forget(now);
    if (this.#left.length < Math.floor(USED * this.#rps)) {
      this.#boundAt = now;
      return;
    }
    if (this.#bound === null) {
      this.#rps = Math.min(this.#most, this.#rps * 2);
      this.#since = now;
      return;
    }
    this.#rps = Math.min(this.#most, this.#rps + (this.#bound - this.#rps) / 2);
    if (now - this.#boundAt < this.#lookAfter) return;
    this.#bound *= LOOK;
    this.#boundAt = now;
    this.#looking = true;
  }

  #forget(now: number): void {
    while ((this.#left[0] ?? now) <= now - SECOND) this.#left.shift();
  }
}
