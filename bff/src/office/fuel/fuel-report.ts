/** Reports of fuel imports from the database. Only the raw record is read from the service. */
import type { Place } from '@waypost/contract/api/board';
import {
  FUEL_CSV_COLUMNS,
  type FuelCheck,
  type FuelFinding,
  type FuelImport,
  type FuelPlaces,
  type FuelRow,
  type FuelRowsQuery,
  type FuelSummary,
  type FuelVehicle,
  type fuelFindingsQuery,
  type fuelRawQuery,
  type fuelVehiclesQuery,
} from '@waypost/contract/api/fuel';
import type { ImportPart } from '@waypost/contract/api/list-import';
import type { Assumptions } from '@waypost/contract/assumptions';
import { type CsvCell, csvLine } from '@waypost/contract/csv';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { FuelTransaction } from '@waypost/contract/fuel';
import { redactSecrets } from '@waypost/contract/redact';
import { NOTHING_UNREAD } from '@waypost/contract/unread';
import type { LatLon } from '@waypost/geo/geodesy';
import type { z } from 'zod';
import type { CsvTable } from '../../platform/http/csv.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mapInTurns } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { monthOf, monthsBetween, toIso } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import {
  type FuelOrder,
  findingsOf,
  fuelOrder,
  fuelRowsAt,
  fuelVehiclesOf,
} from '../../platform/store/fuel.ts';
import type { ImportRow } from '../../platform/store/imports.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { pagesWithRetry } from '../../service/upstream/pages.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import type { ListImports } from '../imports/imports.ts';
import { FUEL_TTL_MS, partsOf } from '../imports/imports.ts';
import { type FuelResult, PLACES_PER_PART } from './fuel-reader.ts';
import { FuelSums, priceOf } from './sums.ts';
import { unpack, volumeUnitOf } from './units.ts';

interface FuelReportOptions extends Uses<'db'> {
  readonly assumptions: Assumptions;
  readonly client: ServiceClient;
  readonly endpoint: ServiceEndpoints['listFuelTransactions'];
  readonly imports: ListImports;
  readonly nameOf: (vehicle_id: string) => string | null;
  readonly placeOf: (position: LatLon) => Place | null;
  readonly fleetNameOf: (fleet_ref: string) => string | null;
}

const CSV_ROWS = 500;
/** 0.8 MB per 100,000 rows each. */
const MAX_CACHED_ORDERS = 8;
const EMPTY: FuelResult = {
  groups: [],
  places: { items: [], not_shown: 0 },
  deleted: 0,
  unread: NOTHING_UNREAD,
  inOrder: true,
  looked: null,
};

const utcDay = (ms: number) => toIso(ms).slice(0, 10);

export class FuelReport extends ServerPart<FuelReportOptions> {
  /** Places in orders other than that of time, sorted once for all of their pages. */
  readonly #orders = new TtlCache<Float64Array>(FUEL_TTL_MS, this.monotonicNow, MAX_CACHED_ORDERS);

  async toResponse(row: ImportRow): Promise<FuelImport> {
    return {
      ...(await this.options.imports.toResponse(row)),
      range: JSON.parse(row.wish) as FuelImport['range'],
      expires_at: toIso(row.used_at + FUEL_TTL_MS),
    };
  }

  summary(row: ImportRow): FuelSummary {
    const { groups, deleted, unread = NOTHING_UNREAD, looked } = this.#result(row);
    const { from_datetime, to_datetime } = JSON.parse(row.wish) as FuelImport['range'];
    return {
      state: row.state,
      deleted,
      unread,
      ...FuelSums.from(groups).toResponse(this.options.fleetNameOf),
      // The end of the range is exclusive.
      months: monthsBetween(monthOf(Date.parse(from_datetime)), monthOf(Date.parse(to_datetime) - 1)),
      checks: looked?.checks ?? null,
      vehicles: looked?.vehicles ?? null,
    };
  }

  async places(row: ImportRow): Promise<FuelPlaces> {
    const { items, not_shown } = this.#result(row).places;
    const named = await mapInTurns(items, (item) => ({ ...item, place: this.options.placeOf(item) }));
    return { state: row.state, items: named, not_shown };
  }

  async rows(row: ImportRow, query: FuelRowsQuery) {
    const places = await this.#places(row, query);
    return {
      state: row.state,
      items: await this.#rowsAt(row.generation, places.at(query.offset, query.size)),
      total: places.total,
    };
  }

  async csv(row: ImportRow, order: FuelOrder): Promise<CsvTable> {
    const places = await this.#places(row, order);
    const readPiece = async (offset: number) => {
      const rows = await this.#rowsAt(row.generation, places.at(offset, CSV_ROWS));
      return rows.map((one) => csvLine(cellsOf(one))).join('');
    };
    const pieces = async function* () {
      for (let offset = 0; offset < places.total; offset += CSV_ROWS) yield await readPiece(offset);
    };
    const { from_datetime, to_datetime } = JSON.parse(row.wish) as FuelImport['range'];
    return {
      // The range excludes its end.
      name: `fuel-${utcDay(Date.parse(from_datetime))}-${utcDay(Date.parse(to_datetime) - 1)}`,
      columns: FUEL_CSV_COLUMNS,
      rows: places.total,
      complete: row.state === 'complete' && (this.#result(row).unread?.left_out ?? 0) === 0,
      pieces: pieces(),
    };
  }

  async vehicles(
    row: ImportRow,
    query: z.infer<typeof fuelVehiclesQuery>,
  ): Promise<{ items: FuelVehicle[]; total: number }> {
    const { db, nameOf, fleetNameOf } = this.options;
    const { looked } = this.#result(row);
    // During the analysis there may be rows already.
    if (looked === null) return { items: [], total: 0 };
    const stored = await fuelVehiclesOf(db, row.generation, query);
    const items = stored.map(({ generation: _, detail, ...vehicle }) => {
      const more = JSON.parse(detail) as Pick<
        FuelVehicle,
        'fleet_ref' | 'source_vehicle_id' | 'transactions' | 'why_not'
      >;
      const fleet_name = more.fleet_ref === null ? null : fleetNameOf(more.fleet_ref);
      return { ...vehicle, ...more, name: nameOf(vehicle.vehicle_id), fleet_name };
    });
    return { items, total: looked.vehicles };
  }

  async findings(
    row: ImportRow,
    query: z.infer<typeof fuelFindingsQuery>,
  ): Promise<{ items: FuelFinding[]; total: number }> {
    const { looked } = this.#result(row);
    if (looked === null) return { items: [], total: 0 };
    const stored = await findingsOf(this.options.db, row.generation, query.check, query);
    const rows = await this.#rowsAt(
      row.generation,
      stored.map(({ place }) => place),
    );
    const items = stored.map(({ check_name, detail }, i) => ({
      check: check_name as FuelCheck,
      transaction: rows[i] as FuelRow,
      ...(JSON.parse(detail) as Omit<FuelFinding, 'check' | 'transaction'>),
    }));
    return { items, total: looked.checks.find(({ check }) => check === query.check)?.findings ?? 0 };
  }

  /** Raw record of a transaction. The service cannot read a single one, so it is searched for at its time. */
  async raw(
    id: string,
    query: z.infer<typeof fuelRawQuery>,
    token: TokenSource | undefined,
    signal: AbortSignal,
  ): Promise<{ id: string; source_data: Record<string, unknown> | null }> {
    const { client, endpoint } = this.options;
    const at = Date.parse(query.occurred_at);
    const pages = pagesWithRetry<FuelTransaction>({
      signal,
      call: async (cursor) =>
        (
          await client.call(endpoint, {
            query: {
              from_datetime: toIso(at),
              to_datetime: toIso(at + 1),
              fleet_ids: query.fleet_id && [query.fleet_id],
              vehicle_ids: query.vehicle_id && [query.vehicle_id],
              include_source_data: true,
              size: 100,
              cursor,
            },
            priority: 'person',
            token,
            signal,
          })
        ).data,
    });
    for await (const { items } of pages) {
      const found = items.find((item) => item.id.toLowerCase() === id.toLowerCase());
      if (found) return { id: found.id, source_data: redacted(found.source_data) };
    }
    throw Problem.notFound(
      'The tracking service no longer has this transaction',
      'It may have been corrected since. Refresh this range',
    );
  }

  #result(row: ImportRow): FuelResult {
    return row.result === null ? EMPTY : (JSON.parse(row.result) as FuelResult);
  }

  async #places(row: ImportRow, order: FuelOrder): Promise<Places> {
    const { generation } = row;
    const parts = partsOf(row);
    const total = parts.reduce((sum, { rows_read }) => sum + rows_read, 0);
    const byTime = order.sort_by === 'occurred_at' && order.check === undefined;
    if (byTime && this.#result(row).inOrder) return placesByTime(parts, total, order.sort_order === 'desc');
    const key = JSON.stringify([generation, total, order.sort_by, order.sort_order, order.check ?? null]);
    const all = await this.#orders.fetch(key, () => fuelOrder(this.options.db, generation, order));
    return { total: all.length, at: (offset, size) => [...all.subarray(offset, offset + size)] };
  }

  async #rowsAt(generation: number, places: readonly number[]): Promise<FuelRow[]> {
    const { db, assumptions, nameOf, fleetNameOf } = this.options;
    const rows = await fuelRowsAt(db, generation, places);
    if (!rows)
      throw Problem.conflict(
        'These transactions were updated in the meantime',
        'Refresh the page, or load the range again',
      );
    return rows.map(({ item: text, checks }) => {
      const item = unpack(text);
      const { extras, inferred_address } = item;
      const redactedItem = {
        ...item,
        extras: redacted(extras),
        inferred_address: redacted(inferred_address),
      };
      return {
        ...redactedItem,
        volume_unit: volumeUnitOf(item, assumptions),
        price_per_unit: priceOf(item),
        vehicle_name: item.vehicle_id == null ? null : nameOf(item.vehicle_id),
        fleet_name: item.fleet_ref == null ? null : fleetNameOf(item.fleet_ref),
        checks,
      };
    });
  }
}

/** Redacts records with undocumented fields. */
const redacted = (record: Record<string, unknown> | null | undefined) =>
  record == null ? null : (redactSecrets(record) as Record<string, unknown>);

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));

/** A transaction as a CSV row. Objects are JSON; nothing is rounded. */
function cellsOf(row: FuelRow): CsvCell[] {
  const [longitude, latitude] = row.location?.coordinates ?? [];
  const overrides: Partial<Record<(typeof FUEL_CSV_COLUMNS)[number], CsvCell>> = {
    latitude,
    longitude,
    checks: row.checks.join(' '),
    inferred_address: json(row.inferred_address),
    extras: json(row.extras),
  };
  return FUEL_CSV_COLUMNS.map((column) =>
    Object.hasOwn(overrides, column) ? overrides[column] : (row[column as keyof FuelRow] as CsvCell),
  );
}

/** Where the rows of a table are. In order of time this is computed. */
interface Places {
  readonly total: number;
  at(offset: number, size: number): number[];
}

/** Each window has consecutive places from its own first one. */
function placesByTime(parts: readonly ImportPart[], total: number, descending: boolean): Places {
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
        placeOf(descending ? total - 1 - offset - i : offset + i),
      ),
  };
}
