/**
 * A year of past fuel purchases and all following ones, as a function of seed and number: nothing is stored. Number i falls into
 * the i-th of equal time slices, so that a time window is a range of numbers; every truck buys once per round, at a different
 * time within it. A purchase becomes visible some minutes later, when its provider has passed it on. Trucks that join later have
 * their own ledger; see ledgers.ts.
 */
import { DAY, MINUTE, SECOND, type WorldClock } from '../world/clock.ts';
import { hash, keyOf, unit } from '../world/random.ts';
import type { Vehicle } from '../world/vehicles.ts';

const YEAR = 365 * DAY;
/** Default purchases per truck and year: one every other day. */
export const DEFAULT_PER_TRUCK = 180;
const MIN_DELAY = MINUTE;
const MAX_DELAY = 20 * MINUTE;
/** A round consists of this many parts, so that no truck buys twice in a row. */
const PARTS = 4;
/** Step sizes within a part: primes larger than any fleet, so that each visits all trucks. */
const STEPS = [15_485_863, 32_452_843, 49_979_687, 67_867_967, 86_028_121] as const;

const WHEN = keyOf('fuel when');
const DEAL = keyOf('fuel deal');
const DELAY = keyOf('fuel delay');

/** Distinguishes a later ledger from the first. */
export interface LedgerOrigin {
  /** First number; ranges of ledgers do not overlap. */
  readonly base: number;
  /** Wall clock before which nothing was bought. */
  readonly since: number;
}

const FIRST: LedgerOrigin = { base: 0, since: Number.NEGATIVE_INFINITY };

export class Ledger {
  readonly seed: number;
  readonly clock: WorldClock;
  readonly #vehicles: readonly Vehicle[];
  /** World time of one slice. */
  readonly #slice: number;
  readonly #origin: LedgerOrigin;
  #lastDeal = -1;
  #lastRandom = 0;

  /**
   * @param vehicles trucks that buy; later ones do not
   * @param rows purchases in the year before the world begins; null for the default
   */
  constructor(
    seed: number,
    clock: WorldClock,
    vehicles: readonly Vehicle[],
    rows: number | null,
    origin: LedgerOrigin = FIRST,
  ) {
    this.#origin = origin;
    this.seed = seed;
    this.clock = clock;
    this.#vehicles = [...vehicles];
    this.#slice = YEAR / Math.max(1, rows ?? vehicles.length * DEFAULT_PER_TRUCK);
  }

  /** Average purchases of a truck per year. */
  get perTruckAndYear(): number {
    return YEAR / this.#slice / Math.max(1, this.#vehicles.length);
  }

  /** Time of a purchase: wall clock, milliseconds, whole seconds. Never decreases with the number. */
  occurredAt(number: number): number {
    const tau = -YEAR + (number - this.#origin.base + unit(this.seed, WHEN, number)) * this.#slice;
    return Math.floor(this.clock.wall(tau) / SECOND) * SECOND;
  }

  /** Time at which the service received it. */
  createdAt(number: number): number {
    const delay = MIN_DELAY + unit(this.seed, DELAY, number) * (MAX_DELAY - MIN_DELAY);
    return this.occurredAt(number) + Math.floor(delay / SECOND) * SECOND;
  }

  /** Round of the purchase: how often its truck bought before. */
  roundOf(number: number): number {
    return Math.floor((number - this.#origin.base) / this.#vehicles.length);
  }

  vehicleOf(number: number): Vehicle {
    const trucks = this.#vehicles.length;
    const nth = number - this.#origin.base;
    const round = Math.floor(nth / trucks);
    const slot = nth % trucks;
    const part = Math.floor((slot * PARTS) / trucks);
    const first = Math.ceil((part * trucks) / PARTS);
    const size = Math.ceil(((part + 1) * trucks) / PARTS) - first;
    const random = this.#dealt(round, part);
    const step = STEPS[random % STEPS.length] as number;
    return this.#vehicles[first + (((slot - first) * step + random) % size)] as Vehicle;
  }

  /** Caches the last value, because a scan of a window needs the same part repeatedly. */
  #dealt(round: number, part: number): number {
    const deal = round * PARTS + part;
    if (deal !== this.#lastDeal) {
      this.#lastDeal = deal;
      this.#lastRandom = hash(this.seed, DEAL, round, part);
    }
    return this.#lastRandom;
  }

  /** First number that may still be unknown to the service; all earlier ones have passed the maximum delay. */
  knownUntil(now: number): number {
    return this.between(Number.NEGATIVE_INFINITY, now - MAX_DELAY)[1];
  }

  /** Numbers of the purchases in a period of the wall clock: first, and end (exclusive). */
  between(from: number, to: number): [number, number] {
    const { base, since } = this.#origin;
    const begin = Math.max(from, since);
    if (this.#vehicles.length === 0 || to <= begin) return [base, base];
    return [this.#numberAt(begin), this.#numberAt(to)];
  }

  #numberAt(wall: number): number {
    const { base } = this.#origin;
    if (wall === Number.NEGATIVE_INFINITY) return base;
    let number = base + Math.max(0, Math.floor((this.clock.tau(wall) + YEAR) / this.#slice) - 1);
    while (this.occurredAt(number) < wall) number += 1;
    return number;
  }
}
