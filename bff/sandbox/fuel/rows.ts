/** Purchases as they are answered, the latest that somebody asked for kept: whoever turns pages comes back to them. */
import { fix, type Summary, summaryOf } from '../http/fixed.ts';
import { fuelAnswer, Purchase, type PurchaseParts } from './purchase.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Of each kind up to twice as many are kept, at some 2 kB each: one window of 45 days of 100,000 rows a year. */
const GENERATION = 6000;

interface Row {
  readonly connection_id: string;
  readonly summary: Summary;
}

/** Two generations: what nobody asked for while a whole new one came is forgotten, without keeping count of each. */
class Kept {
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
  readonly #plain = new Kept();
  readonly #raw = new Kept();

  constructor(parts: PurchaseParts) {
    this.#parts = parts;
  }

  answer(number: number, withSource: boolean): Answer {
    const kept = withSource ? this.#raw : this.#plain;
    const purchase = new Purchase(this.#parts, number);
    const connection_id = purchase.connection.id;
    const known = kept.get(number);
    // All else is fixed for good; a fleet may change its connection.
    const summary = known?.connection_id === connection_id ? known.summary.get() : null;
    if (summary) return summary;
    const answer = fix(fuelAnswer(purchase, withSource));
    const { vehicle_id, driver_id } = answer;
    kept.set(number, { connection_id, summary: summaryOf(answer, { vehicle_id, driver_id }) });
    return answer;
  }
}
