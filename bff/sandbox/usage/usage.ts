/** Usage of one partner by entity and month: real calls and deliveries of this sandbox, added to a seeded history. */
import type { UsageRow } from '@waypost/contract/usage';
import type { Key, Listing } from '../http/pagination.ts';
import { hash, keyOf, uuidOf } from '../world/random.ts';
import { type Entity, entitiesIn } from './entities.ts';
import { type Counts, compareEntities, type History, monthOf, type PastEntity } from './history.ts';

/** Counts since the start. */
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

interface Row extends PastEntity {
  readonly month: string;
}

const iso = (wall: number) => new Date(wall).toISOString();

export class Usage {
  readonly #partner_id: string;
  readonly #history: History;
  /** By month, type and id, because one page may count for thousands of entities. */
  readonly #live = new Map<string, Map<string, Map<string, Live>>>();
  readonly #onChange: () => void;

  constructor(partner_id: string, history: History, onChange: () => void = () => {}) {
    this.#partner_id = partner_id;
    this.#history = history;
    this.#onChange = onChange;
  }

  /** Counts a response. */
  called(body: unknown, at: number): void {
    this.#count(body, at, 'rest_api_count');
  }

  /** Counts a delivered event. */
  delivered(data: unknown, at: number): void {
    this.#count(data, at, 'webhook_count');
  }

  #count(body: unknown, at: number, what: 'rest_api_count' | 'webhook_count'): void {
    const month = monthOf(at);
    for (const [entity_type, ids] of entitiesIn(body)) {
      const known = this.#liveOf(month, entity_type);
      for (const entity_id of ids) {
        const live = known.get(entity_id);
        if (live) {
          live.latest = Math.max(live.latest, at);
          live[what] += 1;
        } else {
          const none = { rest_api_count: 0, webhook_count: 0 };
          known.set(entity_id, { entity_type, entity_id, month, first: at, latest: at, ...none, [what]: 1 });
        }
      }
    }
    this.#onChange();
  }

  #liveOf(month: string, entity_type: string): Map<string, Live> {
    const types = this.#live.get(month) ?? new Map<string, Map<string, Live>>();
    if (types.size === 0) this.#live.set(month, types);
    const known = types.get(entity_type) ?? new Map<string, Live>();
    if (known.size === 0) types.set(entity_type, known);
    return known;
  }

  /** All live counts, of the given months. */
  *#counted(months: Iterable<string> = this.#live.keys()): Iterable<Live> {
    for (const month of months)
      for (const known of this.#live.get(month)?.values() ?? []) yield* known.values();
  }

  /** Months with rows, newest first. */
  #months(): string[] {
    const months = new Set([...this.#history.months, ...this.#live.keys()]);
    return [...months].sort().reverse();
  }

  /** Entities of a month, ordered by type and id. Without new ones, the history's own array. */
  #entitiesOf(month: string): readonly PastEntity[] {
    const past = this.#history.months.includes(month) ? this.#history.entities : [];
    const more: PastEntity[] = [];
    for (const { entity_type, entity_id } of this.#counted([month]))
      if (!this.#history.has(month, entity_id)) more.push({ entity_type, entity_id, is_active: true });
    return more.length > 0 ? [...past, ...more].sort(compareEntities) : past;
  }

  /** Newest month first, then by type and id. */
  listing({ year, month, entity_type }: UsageFilter): Listing<UsageRow> {
    let total = 0;
    const parts = this.#months()
      .filter(
        (name) =>
          (year === undefined || Number(name.slice(0, 4)) === year) &&
          (month === undefined || Number(name.slice(5, 7)) === month),
      )
      .map((name) => {
        const all = this.#entitiesOf(name);
        const entities =
          entity_type === undefined ? all : all.filter((entity) => entity.entity_type === entity_type);
        const part = { month: name, entities, first: total };
        total += entities.length;
        return part;
      });
    const rowAt = (index: number): Row => {
      const part = parts.findLast(({ first, entities }) => first <= index && entities.length > 0);
      const entity = part?.entities[index - part.first];
      if (!part || !entity) throw new RangeError(`there is no row ${index}`);
      return { month: part.month, ...entity };
    };
    const keyOfRow = (row: Row): Key => [row.month, row.entity_type, row.entity_id];
    return {
      total,
      directions: ['desc', 'asc', 'asc'],
      keyAt: (index) => keyOfRow(rowAt(index)),
      itemAt: (index) => this.#answer(rowAt(index)),
    };
  }

  #counts(row: Row): Counts {
    const past = this.#history.has(row.month, row.entity_id)
      ? this.#history.counts(row.month, row.entity_id)
      : null;
    const live = this.#live.get(row.month)?.get(row.entity_type)?.get(row.entity_id);
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
    return [...this.#counted()];
  }

  load(saved: readonly Live[]): void {
    for (const live of saved) this.#liveOf(live.month, live.entity_type).set(live.entity_id, live);
  }
}
