/**
 * A year of fuel purchases, and all that follow, as a function of seed and number: nothing is stored. Number i falls into the
 * i-th of equal slices of time, so that a window of time is a range of numbers; every truck comes up once in each round, at another
 * quarter-hour of it each time. A purchase becomes visible some minutes after it was made, when its provider has passed it on.
 * Trucks that join later have a ledger of their own, see ledgers.ts.
 */
import { DAY, MINUTE, SECOND, type WorldClock } from '../world/clock.ts';
import { hash, keyOf, unit } from '../world/random.ts';
import type { Vehicle } from '../world/vehicles.ts';

const YEAR = 365 * DAY;
/** Purchases of a truck in a year when nothing else is configured: one every other day. */
export const USUAL_PER_TRUCK = 180;
const MIN_DELAY = MINUTE;
const MAX_DELAY = 20 * MINUTE;
/** A round is dealt in so many parts, so that no truck comes up twice in a row. */
const PARTS = 4;
/** Steps with which a part is gone through; larger than any fleet, so that each has no factor in common with it. */
const STEPS = [15_485_863, 32_452_843, 49_979_687, 67_867_967, 86_028_121] as const;

const WHEN = keyOf('fuel when');
const DEAL = keyOf('fuel deal');
const DELAY = keyOf('fuel delay');

/** What sets a later ledger apart from the first. */
export interface LedgerPlace {
  /** Its first number: no two ledgers share one. */
  readonly base: number;
  /** Wall clock: nothing was bought before. */
  readonly since: number;
}

const FIRST: LedgerPlace = { base: 0, since: Number.NEGATIVE_INFINITY };

export class Ledger {
  readonly seed: number;
  readonly clock: WorldClock;
  readonly #vehicles: readonly Vehicle[];
  /** World time of one slice. */
  readonly #slice: number;
  readonly #place: LedgerPlace;
  #lastDeal = -1;
  #lastRandom = 0;

  /**
   * @param vehicles who buys; later ones do not
   * @param rows purchases in the year before the world begins; null for a usual number
   */
  constructor(
    seed: number,
    clock: WorldClock,
    vehicles: readonly Vehicle[],
    rows: number | null,
    place: LedgerPlace = FIRST,
  ) {
    this.#place = place;
    this.seed = seed;
    this.clock = clock;
    this.#vehicles = [...vehicles];
    this.#slice = YEAR / Math.max(1, rows ?? vehicles.length * USUAL_PER_TRUCK);
  }

  /** Purchases of one truck in a year, on average. */
  get perTruckAndYear(): number {
    return YEAR / this.#slice / Math.max(1, this.#vehicles.length);
  }

  /** When a purchase was made: wall clock, milliseconds, whole seconds. Never decreases with the number. */
  occurredAt(number: number): number {
    const tau = -YEAR + (number - this.#place.base + unit(this.seed, WHEN, number)) * this.#slice;
    return Math.floor(this.clock.wall(tau) / SECOND) * SECOND;
  }

  /** When the service learned of it. */
  createdAt(number: number): number {
    const delay = MIN_DELAY + unit(this.seed, DELAY, number) * (MAX_DELAY - MIN_DELAY);
    return this.occurredAt(number) + Math.floor(delay / SECOND) * SECOND;
  }

  /** How often its truck has bought before, by the round. */
  roundOf(number: number): number {
    return Math.floor((number - this.#place.base) / this.#vehicles.length);
  }

  vehicleOf(number: number): Vehicle {
    const trucks = this.#vehicles.length;
    const nth = number - this.#place.base;
    const round = Math.floor(nth / trucks);
    const slot = nth % trucks;
    const part = Math.floor((slot * PARTS) / trucks);
    const first = Math.ceil((part * trucks) / PARTS);
    const size = Math.ceil(((part + 1) * trucks) / PARTS) - first;
    const random = this.#dealt(round, part);
    const step = STEPS[random % STEPS.length] as number;
    return this.#vehicles[first + (((slot - first) * step + random) % size)] as Vehicle;
  }

  /** A scan of a window asks for the same part again and again. */
  #dealt(round: number, part: number): number {
    const deal = round * PARTS + part;
    if (deal !== this.#lastDeal) {
      this.#lastDeal = deal;
      this.#lastRandom = hash(this.seed, DEAL, round, part);
    }
    return this.#lastRandom;
  }

  /** First number that the service may not know yet: all before it have passed every delay. */
  knownUntil(now: number): number {
    return this.between(Number.NEGATIVE_INFINITY, now - MAX_DELAY)[1];
  }

  /** Numbers of the purchases made from one instant of the wall clock to another (excluded), first and end. */
  between(from: number, to: number): [number, number] {
    const { base, since } = this.#place;
    const begin = Math.max(from, since);
    if (this.#vehicles.length === 0 || to <= begin) return [base, base];
    return [this.#numberAt(begin), this.#numberAt(to)];
  }

  /** First number at or after an instant. */
  #numberAt(wall: number): number {
    const { base } = this.#place;
    if (wall === Number.NEGATIVE_INFINITY) return base;
    let number = base + Math.max(0, Math.floor((this.clock.tau(wall) + YEAR) / this.#slice) - 1);
    while (this.occurredAt(number) < wall) number += 1;
    return number;
  }
}
