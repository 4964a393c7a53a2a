/** Fuel transactions of an import, stored while somebody uses it. */
import type { FuelCheck, FuelSort } from '@waypost/contract/api/fuel';
import { sql } from 'kysely';
import { chunksOf } from '../lib/chunks.ts';
import type { Database, Tables } from './database.ts';
import { inPages, rowsOf } from './query.ts';

export type StoredFuelRow = Tables['fuel_row'];
export type StoredFinding = Tables['fuel_finding'];
export type StoredFuelVehicle = Tables['fuel_vehicle'];

/** SQLite allows 32,766 values in one statement; a row has sixteen columns. */
const ROWS_PER_STATEMENT = 500;

/** Adds rows; returns the ids that were new. Duplicates are ignored. */
export async function addFuelRows(db: Database, rows: readonly StoredFuelRow[]): Promise<Set<string>> {
  const added = new Set<string>();
  for (const some of chunksOf(rows, ROWS_PER_STATEMENT)) {
    const inserted = await db
      .insertInto('fuel_row')
      .values(some)
      .onConflict((c) => c.doNothing())
      .returning('id')
      .execute();
    for (const { id } of inserted) added.add(id);
  }
  return added;
}

/** In the order of `places`. Undefined when a place is missing: the import was deleted or replaced. */
export async function fuelRowsAt(
  db: Database,
  generation: number,
  places: readonly number[],
): Promise<{ place: number; item: string; checks: FuelCheck[] }[] | undefined> {
  const rows = await rowsOf(db, 'fuel_row', { generation, place: places });
  const findings = await rowsOf(db, 'fuel_finding', { generation, place: places }, ['check_name']);
  const items = new Map(rows.map(({ place, item }) => [place, item]));
  const checks = Map.groupBy(findings, ({ place }) => place);
  if (places.some((place) => !items.has(place))) return undefined;
  return places.map((place) => ({
    place,
    item: items.get(place) as string,
    checks: (checks.get(place) ?? []).map(({ check_name }) => check_name as FuelCheck),
  }));
}

export interface FuelOrder {
  readonly sort_by: FuelSort;
  readonly sort_order: 'asc' | 'desc';
  readonly check?: FuelCheck | undefined;
}

/** Places of all rows in the given order; rows without a value come last. */
export async function fuelOrder(db: Database, generation: number, order: FuelOrder): Promise<Float64Array> {
  const { sort_by, sort_order, check } = order;
  let query = db.selectFrom('fuel_row').select('place').where('generation', '=', generation);
  if (check !== undefined)
    query = query.where('place', 'in', (eb) =>
      eb
        .selectFrom('fuel_finding')
        .select('fuel_finding.place')
        .where('fuel_finding.generation', '=', generation)
        .where('check_name', '=', check),
    );
  const rows = await query
    .orderBy(sql`${sql.ref(sort_by)} ${sql.raw(sort_order)} NULLS LAST`)
    .orderBy('place')
    .execute();
  return Float64Array.from(rows, ({ place }) => place);
}

export interface VehicleRow {
  readonly place: number;
  readonly vehicle_id: string;
  readonly occurred_at: number;
  readonly item: string;
}

/** Rows with a vehicle in pages, grouped by vehicle and ordered by time. */
export function fuelByVehicle(db: Database, generation: number, size: number): AsyncGenerator<VehicleRow[]> {
  return inPages<VehicleRow>(size, async (last) => {
    let query = db
      .selectFrom('fuel_row')
      .select(['place', 'vehicle_id', 'occurred_at', 'item'])
      .where('generation', '=', generation)
      .where('vehicle_id', 'is not', null);
    if (last)
      query = query.where(
        sql<boolean>`(vehicle_id, occurred_at, place) > (${last.vehicle_id}, ${last.occurred_at}, ${last.place})`,
      );
    const ordered = query.orderBy('vehicle_id').orderBy('occurred_at').orderBy('place');
    return (await ordered.limit(size).execute()) as VehicleRow[];
  });
}

export function fuelWithoutVehicle(
  db: Database,
  generation: number,
  size: number,
): AsyncGenerator<{ place: number; item: string }[]> {
  return inPages(size, (last) =>
    db
      .selectFrom('fuel_row')
      .select(['place', 'item'])
      .where('generation', '=', generation)
      .where('place', '>', last?.place ?? -1)
      .where('vehicle_id', 'is', null)
      .orderBy('place')
      .limit(size)
      .execute(),
  );
}

export async function findingsOf(
  db: Database,
  generation: number,
  check: FuelCheck,
  page: { readonly offset: number; readonly size: number },
): Promise<StoredFinding[]> {
  return db
    .selectFrom('fuel_finding')
    .selectAll()
    .where('generation', '=', generation)
    .where('check_name', '=', check)
    .orderBy('place')
    .limit(page.size)
    .offset(page.offset)
    .execute();
}

const VEHICLE_SORTS = {
  economy: 'meters_per_liter',
  distance_meters: 'distance_meters',
  fuel_liters: 'fuel_liters',
  vehicle_id: 'vehicle_id',
} as const;

export async function fuelVehiclesOf(
  db: Database,
  generation: number,
  page: {
    readonly sort_by: keyof typeof VEHICLE_SORTS;
    readonly sort_order: 'asc' | 'desc';
    readonly offset: number;
    readonly size: number;
  },
): Promise<StoredFuelVehicle[]> {
  return db
    .selectFrom('fuel_vehicle')
    .selectAll()
    .where('generation', '=', generation)
    .orderBy(sql`${sql.ref(VEHICLE_SORTS[page.sort_by])} ${sql.raw(page.sort_order)} NULLS LAST`)
    .orderBy('vehicle_id')
    .limit(page.size)
    .offset(page.offset)
    .execute();
}

/** Recorded positions of a vehicle right before and right after an instant, at most `within` milliseconds away. */
export async function positionsAround(
  db: Database,
  vehicle_id: string,
  at: number,
  within: number,
): Promise<Tables['vehicle_position'][]> {
  const of = db.selectFrom('vehicle_position').selectAll().where('vehicle_id', '=', vehicle_id);
  const before = await of
    .where('occurred_at', '<=', at)
    .where('occurred_at', '>=', at - within)
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const after = await of
    .where('occurred_at', '>', at)
    .where('occurred_at', '<=', at + within)
    .orderBy('occurred_at')
    .limit(1)
    .executeTakeFirst();
  return [before, after].filter((position) => position !== undefined);
}

/** First and last recorded position time of a vehicle; null: none recorded. */
export async function recordedSpan(
  db: Database,
  vehicle_id: string,
): Promise<{ readonly from: number; readonly to: number } | null> {
  const [first] = await rowsOf(db, 'vehicle_position', { vehicle_id }, ['occurred_at'], 1);
  const [last] = await rowsOf(db, 'vehicle_position', { vehicle_id }, ['-occurred_at'], 1);
  return first && last ? { from: first.occurred_at, to: last.occurred_at } : null;
}
