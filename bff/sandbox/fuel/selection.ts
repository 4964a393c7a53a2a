/**
 * Which purchases a list holds, in its order. What has arrived for good is worked out once for all pages of a list, as long as the
 * same fleets share over the same connections; what may still arrive is searched for anew each time.
 */
import { compareKeys, type Direction, type Key } from '../http/pagination.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { FuelLedgers } from './ledgers.ts';

/** Place of one purchase in a list. */
export interface Placed {
  readonly number: number;
  readonly key: Key;
}

export interface PurchaseQuery {
  /** What makes it this list and no other, sharing included: the same text, the same purchases. */
  readonly identity: string;
  /** Wall clock, `to` excluded. */
  readonly from: number;
  readonly to: number;
  /** Until when a truck's purchases arrive, excluded: infinity for good, null when it is not asked for. */
  readonly arrivesUntil: (vehicle: Vehicle) => number | null;
  readonly keyOf: (number: number) => Key;
  readonly directions: readonly Direction[];
}

interface Kept {
  readonly placed: readonly Placed[];
  /** Of each ledger, the first number that was not known for good. */
  readonly settled: readonly number[];
}

const MAX_LISTS = 6;
/** More than that may have arrived since: the list is worked out anew. */
const MAX_TAIL = 2000;

export class Selection {
  readonly #ledgers: FuelLedgers;
  readonly #kept = new Map<string, Kept>();

  constructor(ledgers: FuelLedgers) {
    this.#ledgers = ledgers;
  }

  /** @param now wall clock: later purchases are not there, nor those that nobody has passed on yet */
  placed(query: PurchaseQuery, now: number): readonly Placed[] {
    const ranges = this.#ledgers.ledgers.map((ledger) =>
      ledger.between(query.from, Math.min(query.to, now + 1)),
    );
    const kept = this.#keptOf(query, ranges) ?? this.#settle(query, ranges, now);
    const tail = ranges.flatMap(([first, end], i) =>
      this.#arrived(query, Math.max(first, kept.settled[i] ?? first), end, now),
    );
    return tail.length === 0
      ? kept.placed
      : this.#inOrder(query, [...kept.placed, ...this.#place(query, tail)]);
  }

  #keptOf({ identity }: PurchaseQuery, ranges: readonly (readonly [number, number])[]): Kept | null {
    const kept = this.#kept.get(identity);
    const tail = ranges.reduce(
      (sum, [first, end], i) => sum + end - Math.max(first, kept?.settled[i] ?? first),
      0,
    );
    return kept && tail <= MAX_TAIL ? kept : null;
  }

  #settle(query: PurchaseQuery, ranges: readonly (readonly [number, number])[], now: number): Kept {
    const settled = this.#ledgers.ledgers.map((ledger, i) => {
      const [first, end] = ranges[i] as [number, number];
      return Math.max(first, Math.min(end, ledger.knownUntil(now)));
    });
    const numbers = ranges.flatMap(([first], i) => this.#arrived(query, first, settled[i] as number, now));
    const kept = { placed: this.#inOrder(query, this.#place(query, numbers)), settled };
    this.#kept.delete(query.identity);
    this.#kept.set(query.identity, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_LISTS && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  /** Numbers of one ledger that are asked for and have arrived. */
  #arrived({ arrivesUntil }: PurchaseQuery, first: number, end: number, now: number): number[] {
    const ends = new Map<Vehicle, number | null>();
    const numbers: number[] = [];
    for (let number = first; number < end; number++) {
      const ledger = this.#ledgers.ledgerOf(number);
      const vehicle = ledger.vehicleOf(number);
      let until = ends.get(vehicle);
      if (until === undefined) {
        until = arrivesUntil(vehicle);
        ends.set(vehicle, until);
      }
      if (until !== null && ledger.createdAt(number) <= Math.min(now, until - 1)) numbers.push(number);
    }
    return numbers;
  }

  #place({ keyOf }: PurchaseQuery, numbers: readonly number[]): Placed[] {
    return numbers.map((number) => ({ number, key: keyOf(number) }));
  }

  #inOrder({ directions }: PurchaseQuery, placed: Placed[]): Placed[] {
    return placed.sort((a, b) => compareKeys(a.key, b.key, directions));
  }
}
