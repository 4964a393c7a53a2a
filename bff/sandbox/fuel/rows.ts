/** Cache of fuel responses, because clients return to earlier pages. */
import { markImmutable, type Summary, summaryOf } from '../http/immutable-records.ts';
import { Purchase, type PurchaseParts, toFuelResponse } from './purchase.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Entries per generation, about 2 kB each; two generations hold a 45-day window of 100,000 rows a year. */
const GENERATION = 6000;

interface Row {
  readonly connection_id: string;
  readonly summary: Summary;
}

/** Two generations: entries unused while a full new generation was added are dropped, without tracking each use. */
class GenerationCache {
  #young = new Map<number, Row>();
  #old = new Map<number, Row>();

  get(number: number): Row | undefined {
    return this.#young.get(number) ?? this.#old.get(number);
  }

  set(number: number, row: Row): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(number, row);
  }
}

export class Rows {
  readonly #parts: PurchaseParts;
  readonly #plain = new GenerationCache();
  readonly #raw = new GenerationCache();

  constructor(parts: PurchaseParts) {
    this.#parts = parts;
  }

  answer(number: number, withSource: boolean): Answer {
    const cache = withSource ? this.#raw : this.#plain;
    const purchase = new Purchase(this.#parts, number);
    const connection_id = purchase.connection.id;
    const known = cache.get(number);
    // Only the connection of a fleet can change; everything else is fixed.
    const summary = known?.connection_id === connection_id ? known.summary.get() : null;
    if (summary) return summary;
    const response = markImmutable(toFuelResponse(purchase, withSource));
    const { vehicle_id, driver_id } = response;
    cache.set(number, { connection_id, summary: summaryOf(response, { vehicle_id, driver_id }) });
    return response;
  }
}
