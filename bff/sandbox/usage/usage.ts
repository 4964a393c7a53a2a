/**
 * Usage of one partner per entity and month (2.10): what this sandbox was really asked and has really delivered, on top of a history
 * that the seed makes up.
 */
import type { UsageRow } from '@waypost/contract/usage';
import type { Key, Listing } from '../http/pagination.ts';
import { hash, keyOf, uuidOf } from '../world/random.ts';
import { type Entity, entitiesIn } from './entities.ts';
import { type Counts, compareEntities, type History, monthOf } from './history.ts';

/** What was counted since the beginning. */
interface Live extends Entity {
  readonly month: string;
  readonly first: number;
  latest: number;
  rest_api_count: number;
  webhook_count: number;
}

export interface UsageFilter {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly entity_type?: string | undefined;
}

interface Row extends Entity {
  readonly month: string;
  readonly is_active: boolean;
}

const iso = (wall: number) => new Date(wall).toISOString();
const liveKey = (month: string, { entity_type, entity_id }: Entity) => `${month} ${entity_type} ${entity_id}`;

export class Usage {
  readonly #partner_id: string;
  readonly #history: History;
  readonly #live = new Map<string, Live>();
  readonly #onChange: () => void;

  constructor(partner_id: string, history: History, onChange: () => void = () => {}) {
    this.#partner_id = partner_id;
    this.#history = history;
    this.#onChange = onChange;
  }

  /** A call was answered with this body. */
  called(body: unknown, at: number): void {
    this.#count(body, at, 'rest_api_count');
  }

  /** An event with these data was delivered. */
  delivered(data: unknown, at: number): void {
    this.#count(data, at, 'webhook_count');
  }

  #count(body: unknown, at: number, what: 'rest_api_count' | 'webhook_count'): void {
    const month = monthOf(at);
    for (const entity of entitiesIn(body)) {
      const key = liveKey(month, entity);
      let live = this.#live.get(key);
      if (!live) {
        live = { ...entity, month, first: at, latest: at, rest_api_count: 0, webhook_count: 0 };
        this.#live.set(key, live);
      }
      live.latest = Math.max(live.latest, at);
      live[what] += 1;
    }
    this.#onChange();
  }

  /** Months that have rows, newest first. */
  #months(): string[] {
    const months = new Set(this.#history.months);
    for (const { month } of this.#live.values()) months.add(month);
    return [...months].sort().reverse();
  }

  /** Rows of a month in the order of type and identifier. */
  #rowsOf(month: string): Row[] {
    const past = this.#history.months.includes(month) ? this.#history.entities : [];
    const rows: Row[] = past.map(({ entity_type, entity_id, is_active }) => ({
      month,
      entity_type,
      entity_id,
      is_active,
    }));
    let more = false;
    for (const live of this.#live.values()) {
      if (live.month !== month || this.#history.has(month, live.entity_id)) continue;
      rows.push({ month, entity_type: live.entity_type, entity_id: live.entity_id, is_active: true });
      more = true;
    }
    return more ? rows.sort(compareEntities) : rows;
  }

  /** Newest month first, then by type and identifier. */
  listing({ year, month, entity_type }: UsageFilter): Listing<UsageRow> {
    const rows = this.#months()
      .filter(
        (one) =>
          (year === undefined || Number(one.slice(0, 4)) === year) &&
          (month === undefined || Number(one.slice(5, 7)) === month),
      )
      .flatMap((one) => this.#rowsOf(one))
      .filter((row) => entity_type === undefined || row.entity_type === entity_type);
    const at = (index: number) => rows[index] as Row;
    return {
      total: rows.length,
      directions: ['desc', 'asc', 'asc'],
      keyAt: (index): Key => [at(index).month, at(index).entity_type, at(index).entity_id],
      itemAt: (index) => this.#answer(at(index)),
    };
  }

  #counts(row: Row): Counts {
    const past = this.#history.has(row.month, row.entity_id)
      ? this.#history.counts(row.month, row.entity_id)
      : null;
    const live = this.#live.get(liveKey(row.month, row));
    if (!live) return past ?? { first: 0, latest: 0, rest_api_count: 0, webhook_count: 0 };
    if (!past) return live;
    return {
      first: past.first,
      latest: Math.max(past.latest, live.latest),
      rest_api_count: past.rest_api_count + live.rest_api_count,
      webhook_count: past.webhook_count + live.webhook_count,
    };
  }

  #answer(row: Row): UsageRow {
    const { first, latest, rest_api_count, webhook_count } = this.#counts(row);
    const { entity_type, entity_id, is_active, month } = row;
    return {
      id: uuidOf(hash(keyOf(this.#partner_id), keyOf(month)), keyOf(entity_type), keyOf(entity_id)),
      partner_id: this.#partner_id,
      usage_month: month,
      entity_type,
      entity_id,
      first_call_in_month: iso(first),
      latest_call_in_month: iso(latest),
      rest_api_count,
      webhook_count,
      created_at: iso(first),
      updated_at: iso(latest),
      is_active,
    };
  }

  save(): Live[] {
    return [...this.#live.values()];
  }

  load(saved: readonly Live[]): void {
    for (const live of saved) this.#live.set(liveKey(live.month, live), live);
  }
}
