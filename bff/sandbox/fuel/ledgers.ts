/**
 * All fuel ledgers: one for the trucks present when the world began, and one for each fleet that joined later, starting at that
 * time. A number belongs to exactly one ledger.
 */
import type { WorldClock } from '../world/clock.ts';
import type { Vehicle } from '../world/vehicles.ts';
import { Ledger } from './ledger.ts';

/** Numbers per ledger, more than any truck will need. */
const SPAN = 1e10;

export class FuelLedgers {
  readonly seed: number;
  readonly clock: WorldClock;
  readonly #ledgers: Ledger[];

  /** @param rows purchases of the first ledger; see Ledger */
  constructor(seed: number, clock: WorldClock, vehicles: readonly Vehicle[], rows: number | null) {
    this.seed = seed;
    this.clock = clock;
    this.#ledgers = [new Ledger(seed, clock, vehicles, rows)];
  }

  /** Adds a ledger for trucks that joined later, starting at an instant of the wall clock. */
  open(vehicles: readonly Vehicle[], since: number): void {
    const origin = { base: this.#ledgers.length * SPAN, since };
    this.#ledgers.push(new Ledger(this.seed, this.clock, vehicles, null, origin));
  }

  get ledgers(): readonly Ledger[] {
    return this.#ledgers;
  }

  ledgerOf(number: number): Ledger {
    return this.#ledgers[Math.floor(number / SPAN)] as Ledger;
  }
}
