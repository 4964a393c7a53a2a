/**
 * Purchases of a list in order. Purchases that can no longer change are computed once for all pages of a list, as long as the
 * same fleets share over the same connections; those that may still arrive are searched each time.
 */
import { compareKeys, type Direction, type Key } from '../http/pagination.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { FuelLedgers } from './ledgers.ts';

/** Position of a purchase in a list. */
export interface Placed {
  readonly number: number;
  readonly key: Key;
}

export interface PurchaseQuery {
  /** Identifies the list including what is shared: equal text means equal purchases. */
  readonly identity: string;
  /** Wall clock; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Time until which a truck's purchases arrive, exclusive; infinity: without end; null: excluded by the filters. */
  readonly arrivesUntil: (vehicle: Vehicle) => number | null;
  readonly keyOf: (number: number) => Key;
  readonly directions: readonly Direction[];
}

interface CachedSelection {
  readonly placed: readonly Placed[];
  /** For each ledger, the first number that is not final. */
  readonly settled: readonly number[];
}

const MAX_LISTS = 6;
/** With more new purchases than this, the list is computed again. */
const MAX_TAIL = 2000;

export class Selection {
  readonly #ledgers: FuelLedgers;
  readonly #cache = new Map<string, CachedSelection>();

  constructor(ledgers: FuelLedgers) {
    this.#ledgers = ledgers;
  }

  /** @param now wall clock; excludes later purchases and those that their provider has not passed on */
  placed(query: PurchaseQuery, now: number): readonly Placed[] {
    const ranges = this.#ledgers.ledgers.map((ledger) =>
      ledger.between(query.from, Math.min(query.to, now + 1)),
    );
    const cached = this.#findCached(query, ranges) ?? this.#settle(query, ranges, now);
    const tail = ranges.flatMap(([first, end], i) =>
      this.#arrived(query, Math.max(first, cached.settled[i] ?? first), end, now),
    );
    return tail.length === 0
      ? cached.placed
      : this.#inOrder(query, [...cached.placed, ...this.#place(query, tail)]);
  }

  #findCached(
    { identity }: PurchaseQuery,
    ranges: readonly (readonly [number, number])[],
  ): CachedSelection | null {
    const cached = this.#cache.get(identity);
    const tail = ranges.reduce(
      (sum, [first, end], i) => sum + end - Math.max(first, cached?.settled[i] ?? first),
      0,
    );
    return cached && tail <= MAX_TAIL ? cached : null;
  }

  #settle(
    query: PurchaseQuery,
    ranges: readonly (readonly [number, number])[],
    now: number,
  ): CachedSelection {
    const settled = this.#ledgers.ledgers.map((ledger, i) => {
      const [first, end] = ranges[i] as [number, number];
      return Math.max(first, Math.min(end, ledger.knownUntil(now)));
    });
    const numbers = ranges.flatMap(([first], i) => this.#arrived(query, first, settled[i] as number, now));
    const selection = { placed: this.#inOrder(query, this.#place(query, numbers)), settled };
    this.#cache.delete(query.identity);
    this.#cache.set(query.identity, selection);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_LISTS && oldest !== undefined) this.#cache.delete(oldest);
    return selection;
  }

  /** Matching numbers of one ledger that have arrived. */
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
