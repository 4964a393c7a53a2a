/**
 * Where each row of the table stands. In the order of time that is reckoned; any other order is worked out once and kept, so that every page of it
 * costs the same.
 */
import type { ImportPart } from '@waypost/contract/api/list-import';
import type { Database } from '../store/database.ts';
import { type FuelOrder, fuelOrder } from '../store/fuel.ts';
import { type FuelResult, PLACES_PER_PART } from './fuel-reader.ts';

/** Orders that are kept: of 100,000 rows 0.8 MB each. */
const MAX_KEPT = 8;

export interface Places {
  readonly total: number;
  /** Places of some rows from one on. */
  at(offset: number, size: number): number[];
}

export class FuelOrders {
  readonly #db: Database;
  readonly #kept = new Map<string, Promise<Float64Array>>();

  constructor(db: Database) {
    this.#db = db;
  }

  async places(
    listImport: {
      readonly generation: number;
      readonly parts: readonly ImportPart[];
      readonly result: FuelResult | null;
    },
    order: FuelOrder,
  ): Promise<Places> {
    const { generation, parts, result } = listImport;
    const total = parts.reduce((sum, { rows_read }) => sum + rows_read, 0);
    const byTime = order.sort_by === 'occurred_at' && order.check === undefined;
    if (byTime && result?.inOrder) return reckoned(parts, total, order.sort_order === 'desc');
    const key = JSON.stringify([generation, total, order.sort_by, order.sort_order, order.check ?? null]);
    let kept = this.#kept.get(key);
    if (!kept) {
      kept = fuelOrder(this.#db, generation, order);
      this.#kept.set(key, kept);
      kept.catch(() => this.#kept.delete(key));
      for (const oldest of this.#kept.keys()) {
        if (this.#kept.size <= MAX_KEPT) break;
        this.#kept.delete(oldest);
      }
    }
    const all = await kept;
    return { total: all.length, at: (offset, size) => [...all.subarray(offset, offset + size)] };
  }
}

/** Every window has its places from its own first one on, without gaps. */
function reckoned(parts: readonly ImportPart[], total: number, backwards: boolean): Places {
  const first: number[] = [];
  let sum = 0;
  for (const { rows_read } of parts) {
    first.push(sum);
    sum += rows_read;
  }
  const placeOf = (nth: number) => {
    const part = first.findLastIndex((from, i) => from <= nth && (parts[i]?.rows_read ?? 0) > 0);
    return part * PLACES_PER_PART + nth - (first[part] ?? 0);
  };
  return {
    total,
    at: (offset, size) =>
      Array.from({ length: Math.max(0, Math.min(size, total - offset)) }, (_, i) =>
        placeOf(backwards ? total - 1 - offset - i : offset + i),
      ),
  };
}
