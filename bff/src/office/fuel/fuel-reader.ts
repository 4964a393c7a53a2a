/**
 * Imports the transactions of a range of any length, once for all who request the same: in windows of the allowed length, concurrently,
 * each transaction once. Sums are computed during the import; rows are stored as long as somebody uses them.
 */
import { createHash } from 'node:crypto';
import {
  FUEL_PLACES_MAX,
  type FuelPlaces,
  type FuelRange,
  fuelWindowCount,
} from '@waypost/contract/api/fuel';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { FuelTransaction, FuelWindow } from '@waypost/contract/fuel';
import { addUnread, NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import { forEachConcurrently } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { addFuelRows, type StoredFuelRow } from '../../platform/store/fuel.ts';
import { changeImport, type ImportRow } from '../../platform/store/imports.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { pagesWithRetry } from '../../service/upstream/pages.ts';
import {
  deleteFuel,
  type ImportJob,
  type ListImports,
  newGeneration,
  type Part,
} from '../imports/imports.ts';
import { analyzeFuel, type FuelAnalysis } from './analysis.ts';
import { FuelSums, type StoredGroup } from './sums.ts';
import { pack, volumeUnitOf } from './units.ts';

interface FuelReaderOptions extends Uses<'db' | 'now'> {
  readonly assumptions: Assumptions;
  readonly client: ServiceClient;
  readonly endpoint: ServiceEndpoints['listFuelTransactions'];
  readonly imports: ListImports;
  readonly onVehicles?: (
    pairs: readonly { vehicle_id: string; fleet_id: string; fleet_ref: string | null }[],
  ) => Promise<void>;
  /** Rows per page; tests use smaller pages. */
  readonly pageSize?: number;
}

type Range = Omit<FuelRange, 'again'>;

export interface FuelResult {
  readonly groups: readonly StoredGroup[];
  readonly places: StoredPurchasePlaces;
  readonly deleted: number;
  /** Transactions that could not be read completely; sums lack them or their missing values. */
  readonly unread: UnreadRows;
  /** False when places are not ordered by time or have gaps; then they have to be sorted. */
  readonly inOrder: boolean;
  readonly looked: FuelAnalysis | null;
}

const CONCURRENCY = 6;
/** The same range is not imported again within this time: providers deliver with a delay anyway. */
const FRESH_MS = 5 * 60_000;

/** Places per window: more than the rows of any partner in 45 days. */
export const PLACES_PER_PART = 2 ** 32;

export class FuelReader extends ServerPart<FuelReaderOptions> {
  constructor(options: FuelReaderOptions) {
    super(options);
    options.imports.define('fuel', (job) => this.#run(job));
  }

  /** Starts an import, or joins a current or recent one for the same range (`begun` false). */
  async read(range: FuelRange, sub: string): Promise<{ row: ImportRow; begun: boolean }> {
    const { imports } = this.options;
    const key = keyOf(range);
    for (const row of await imports.find('fuel', key, true)) {
      const old = row.ended_at !== null && (range.again || this.now() - row.ended_at > FRESH_MS);
      if (old) continue;
      await imports.join(row, sub);
      return { row, begun: false };
    }
    const { again: _, ...query } = range;
    return imports.begin({ kind: 'fuel', key, query, parts: partsOf(query), sub, token_of: null });
  }

  /** From the beginning: sums are in memory, and cursors may expire. */
  async #run(job: ImportJob): Promise<FuelResult> {
    const { client, endpoint, db, assumptions, onVehicles, pageSize = 1000 } = this.options;
    const range = JSON.parse(job.row.wish) as Range;
    const generation = newGeneration();
    await deleteFuel(db, job.row.generation);
    await job.write((trx) => changeImport(trx, job.row.id, { generation, result: null }));
    job.parts = partsOf(range);
    const sums = new FuelSums();
    const places = new PurchasePlaces();
    const state = { deleted: 0, inOrder: true, unread: NOTHING_UNREAD };
    const snapshot = (looked: FuelAnalysis | null): FuelResult => ({
      groups: sums.store(),
      places: places.toResponse(),
      ...state,
      looked,
    });
    job.snapshot = () => snapshot(null);
    await forEachConcurrently(
      [...job.parts.entries()],
      CONCURRENCY,
      job.signal,
      async ([index, part], signal) => {
        const query = {
          ...range,
          from_datetime: part.from_datetime,
          to_datetime: part.to_datetime,
          sort_by: 'occurred_at',
          sort_order: 'asc',
          size: pageSize,
        };
        part.state = 'reading';
        let next = index * PLACES_PER_PART;
        let latest = 0;
        const pages = pagesWithRetry<FuelTransaction>({
          signal,
          onWait: (message) => {
            job.message = message;
            return job.write();
          },
          call: async (cursor) => {
            const call = { query: { ...query, cursor }, priority: 'bulk', signal } as const;
            const { data, unread } = await client.call(endpoint, call);
            return { ...data, unread };
          },
        });
        for await (const { items, total, unread = [] } of pages) {
          state.unread = addUnread(state.unread, unread);
          part.rows_total = total ?? null;
          const rows = items.map((item, i) => storedRow(item, generation, next + i));
          next += rows.length;
          const added = await job.write((trx) => addFuelRows(trx, rows));
          // Duplicates within a page are skipped too.
          if (added.size < rows.length) state.inOrder = false;
          for (const [i, item] of items.entries()) {
            const at = rows[i]?.occurred_at ?? 0;
            if (at < latest) state.inOrder = false;
            latest = at;
            if (!added.delete(item.id)) continue;
            part.rows_read += 1;
            if (item.deleted_at == null) {
              sums.count(item, volumeUnitOf(item, assumptions));
              places.count(item);
            } else state.deleted += 1;
          }
          await onVehicles?.(pairsOf(items));
        }
        part.rows_total = part.rows_read;
        part.state = 'complete';
      },
    );
    job.message = 'Running the checks';
    await job.write();
    return snapshot(await analyzeFuel({ db, generation, assumptions, job }));
  }
}

const partsOf = ({ from_datetime, to_datetime }: Range): Part[] =>
  windowsOf({ from: Date.parse(from_datetime), to: Date.parse(to_datetime) }).map(({ from, to }) => ({
    from_datetime: toIso(from),
    to_datetime: toIso(to),
    state: 'waiting',
    rows_read: 0,
    rows_total: null,
  }));

/** Key of a range and its filters, independent of their order and case. */
function keyOf({ again: _, ...range }: FuelRange): string {
  const lower = (ids: readonly string[] | undefined) => ids?.map((id) => id.toLowerCase()).sort();
  const same = {
    from: Date.parse(range.from_datetime),
    to: Date.parse(range.to_datetime),
    fleet_ids: lower(range.fleet_ids),
    fleet_refs: range.fleet_refs?.toSorted(),
    connection_id: range.connection_id?.toLowerCase(),
    driver_ids: lower(range.driver_ids),
    source_driver_ids: range.source_driver_ids?.toSorted(),
    vehicle_ids: lower(range.vehicle_ids),
  };
  return createHash('sha256').update(JSON.stringify(same)).digest('base64url');
}

function storedRow(item: FuelTransaction, generation: number, place: number): StoredFuelRow {
  return {
    generation,
    place,
    id: item.id,
    occurred_at: item.occurred_at == null ? 0 : Date.parse(item.occurred_at),
    vehicle_id: item.vehicle_id ?? null,
    fleet_ref: item.fleet_ref ?? null,
    source_vehicle_id: item.source_vehicle_id ?? null,
    source_driver_id: item.source_driver_id ?? null,
    fuel_vendor: item.fuel_vendor ?? null,
    transaction_jurisdiction: item.transaction_jurisdiction ?? null,
    fuel_type: item.fuel_type ?? null,
    fuel_volume: item.fuel_volume ?? null,
    total_cost: item.total_cost == null ? null : Number(item.total_cost),
    currency: item.currency ?? null,
    odometer: item.odometer ?? null,
    item: pack(item),
  };
}

function pairsOf(items: readonly FuelTransaction[]) {
  const pairs = new Map<string, { vehicle_id: string; fleet_id: string; fleet_ref: string | null }>();
  for (const { vehicle_id, fleet_id, fleet_ref } of items)
    if (vehicle_id != null && fleet_id != null)
      pairs.set(vehicle_id, { vehicle_id, fleet_id, fleet_ref: fleet_ref ?? null });
  return [...pairs.values()];
}

/** Named when they are read. */
type StoredPlace = Omit<FuelPlaces['items'][number], 'place'>;
type StoredPurchasePlaces = Pick<FuelPlaces, 'not_shown'> & { readonly items: StoredPlace[] };

/** About eleven meters: the pumps of a station are one place. */
const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
/** Limit during the import; a range has far fewer stations. */
const MAX_PLACES = 20_000;

class PurchasePlaces {
  readonly #places = new Map<string, StoredPlace>();
  #without = 0;

  count(item: FuelTransaction): void {
    const [longitude, latitude] = item.location?.coordinates ?? [];
    const isValid =
      longitude !== undefined &&
      latitude !== undefined &&
      Math.abs(latitude) <= 90 &&
      Math.abs(longitude) <= 180;
    if (!isValid) {
      this.#without += 1;
      return;
    }
    const key = `${rounded(latitude)} ${rounded(longitude)}`;
    const place = this.#places.get(key);
    if (place) place.transactions += 1;
    else if (this.#places.size >= MAX_PLACES) this.#without += 1;
    else
      this.#places.set(key, {
        latitude,
        longitude,
        transactions: 1,
        fuel_vendor: item.fuel_vendor ?? null,
        transaction_jurisdiction: item.transaction_jurisdiction ?? null,
      });
  }

  toResponse(): StoredPurchasePlaces {
    const all = [...this.#places.values()].sort((a, b) => b.transactions - a.transactions);
    const hidden = all.slice(FUEL_PLACES_MAX).reduce((sum, { transactions }) => sum + transactions, 0);
    return { items: all.slice(0, FUEL_PLACES_MAX), not_shown: this.#without + hidden };
  }
}

// Splits a range of any length into the windows allowed by the service (at most 45 days), each instant in exactly one.

/** Consecutive windows, earliest first. Milliseconds since 1970. */
export function windowsOf({ from, to }: FuelWindow): FuelWindow[] {
  const length = to - from;
  const count = fuelWindowCount(length);
  // Whole milliseconds within the limit: the widths differ by at most one.
  const edge = (n: number) => from + Math.floor((length * n) / count);
  return Array.from({ length: count }, (_, n) => ({ from: edge(n), to: n === count - 1 ? to : edge(n + 1) }));
}
