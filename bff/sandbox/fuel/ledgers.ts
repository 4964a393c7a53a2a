/**
 * All ledgers of fuel: the one of the trucks that were there when the world began, and one for each fleet that joined since, which
 * begins when it joined. A number belongs to one ledger.
 */
import type { WorldClock } from '../world/clock.ts';
import type { Vehicle } from '../world/vehicles.ts';
import { Ledger } from './ledger.ts';

/** Numbers of one ledger; so many purchases nobody makes. */
const SPAN = 1e10;

export class FuelLedgers {
  readonly seed: number;
  readonly clock: WorldClock;
  readonly #ledgers: Ledger[];

  /** @param rows of the first ledger, see there */
  constructor(seed: number, clock: WorldClock, vehicles: readonly Vehicle[], rows: number | null) {
    this.seed = seed;
    this.clock = clock;
    this.#ledgers = [new Ledger(seed, clock, vehicles, rows)];
  }

  /** Later trucks buy as often as any, from an instant of the wall clock on. */
  open(vehicles: readonly Vehicle[], since: number): void {
    const place = { base: this.#ledgers.length * SPAN, since };
    this.#ledgers.push(new Ledger(this.seed, this.clock, vehicles, null, place));
  }

  get ledgers(): readonly Ledger[] {
    return this.#ledgers;
  }

  ledgerOf(number: number): Ledger {
    return this.#ledgers[Math.floor(number / SPAN)] as Ledger;
  }
}
