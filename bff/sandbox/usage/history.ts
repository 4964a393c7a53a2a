/** Thirteen months of past usage as a function of the seed; only the entities are stored. */
import { hash, keyOf, Random, uuidOf } from '../world/random.ts';
import type { Entity } from './entities.ts';

/** The month in which the world begins, and the twelve before it. */
export const HISTORY_MONTHS = 13;

/** Counts of one entity in one month. Times are wall clock, milliseconds. */
export interface Counts {
  readonly first: number;
  readonly latest: number;
  readonly rest_api_count: number;
  readonly webhook_count: number;
}

/** Such as `2026-11-01`. */
export function monthOf(wall: number): string {
  return `${new Date(wall).toISOString().slice(0, 7)}-01`;
}

function monthsBack(start: number): string[] {
  const date = new Date(start);
  return Array.from({ length: HISTORY_MONTHS }, (_, back) =>
    monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)),
  );
}

export interface PastEntity extends Entity {
  /** False for a former entity. */
  readonly is_active: boolean;
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
export const compareEntities = (a: Entity, b: Entity) =>
  compareText(a.entity_type, b.entity_type) || compareText(a.entity_id, b.entity_id);

export class History {
  readonly #key: number;
  readonly #start: number;
  /** Ordered by type and id. */
  readonly entities: readonly PastEntity[];
  /** Newest first. */
  readonly months: readonly string[];
  readonly #known: ReadonlySet<string>;

  /** @param start wall clock at which the world begins */
  constructor(key: number, start: number, entities: readonly PastEntity[]) {
    this.#key = key;
    this.#start = start;
    this.entities = [...entities].sort(compareEntities);
    this.months = monthsBack(start);
    this.#known = new Set(entities.map(({ entity_id }) => entity_id));
  }

  has(month: string, entity_id: string): boolean {
    return this.#known.has(entity_id) && this.months.includes(month);
  }

  counts(month: string, entity_id: string): Counts {
    const random = new Random(this.#key, keyOf(month), keyOf(entity_id));
    const startedAt = Date.parse(month);
    const over = new Date(startedAt);
    over.setUTCMonth(over.getUTCMonth() + 1);
    const end = Math.min(over.getTime(), this.#start);
    const length = end - startedAt;
    return {
      first: Math.floor(startedAt + random.between(0, 0.04) * length),
      latest: Math.floor(end - random.between(0.001, 0.06) * length),
      rest_api_count: Math.ceil((random.between(150, 4200) * length) / (30 * 86_400_000)),
      webhook_count: Math.floor((random.between(0, 160) * length) / (30 * 86_400_000)),
    };
  }
}

/** Known entities, filled up with former ones to reach `count`. */
export function pastEntities(seed: number, known: readonly Entity[], count: number): PastEntity[] {
  const left = Array.from({ length: Math.max(0, count - known.length) }, (_, i) => ({
    entity_type: i % 2 === 0 ? 'vehicle' : 'driver',
    entity_id: uuidOf(hash(seed, keyOf('former entity')), i),
    is_active: false,
  }));
  return [...known.slice(0, count).map((entity) => ({ ...entity, is_active: true })), ...left];
}
