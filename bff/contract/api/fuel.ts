/** Fuel transactions over any time range, which the server imports in windows that the service allows. Our own API. */
import { z } from 'zod';
import {
  dateTime,
  dateTimeWithOffset,
  latitude,
  longitude,
  MAX_FILTER_VALUES,
  requestText,
  uuid,
} from '../common.ts';
import { FUEL_MAX_RANGE_MS, fuelTransaction } from '../fuel.ts';
import { unreadRows } from '../unread.ts';
import { place } from './board.ts';
import { IMPORT_STATES, listImport } from './list-import.ts';
import { FUEL_CHECKS, FUEL_SORTS } from './url-enums.ts';

/** Five years. */
export const FUEL_RANGE_MAX_MS = 5 * 366 * 86_400_000;

const list = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .array(item)
    .min(1, { error: 'must not be empty; omit it instead' })
    .max(MAX_FILTER_VALUES, {
      error: `must have at most ${MAX_FILTER_VALUES} values`,
    })
    .optional();

/** The service's filters over any time range. Sorting is a parameter of the rows. */
export const fuelRange = z
  .strictObject({
    /** Inclusive. */
    from_datetime: dateTimeWithOffset,
    /** Exclusive. */
    to_datetime: dateTimeWithOffset,
    fleet_ids: list(uuid),
    fleet_refs: list(requestText.min(1)),
    connection_id: uuid.optional(),
    driver_ids: list(uuid),
    source_driver_ids: list(requestText.min(1)),
    vehicle_ids: list(uuid),
    /** Imports again even if it was imported within the last minutes. */
    again: z.boolean().default(false),
  })
  .superRefine((range, ctx) => {
    const length = Date.parse(range.to_datetime) - Date.parse(range.from_datetime);
    const problem =
      length <= 0
        ? 'must be after from_datetime'
        : length > FUEL_RANGE_MAX_MS
          ? 'must be at most five years after from_datetime'
          : null;
    if (problem !== null) ctx.addIssue({ code: 'custom', path: ['to_datetime'], message: problem });
  });
export type FuelRange = z.infer<typeof fuelRange>;

export const fuelImport = listImport.extend({
  range: z.looseObject({ from_datetime: dateTime, to_datetime: dateTime }),
  /** The import is discarded at this time unless it is requested again. */
  expires_at: dateTime,
});
export type FuelImport = z.infer<typeof fuelImport>;

/** Exact decimal text; null when no transaction has a value. Use decimal.ts for arithmetic, never floats. */
const amount = z.string().nullable();

/**
 * `gal` (US) or `L` for recognized units; other unit names unchanged; null when the transaction has none. The interface shows no
 * unit; see `fields.fuel_volume_unit` in assumptions.ts.
 */
const volumeUnit = z.string().nullable();

/** Totals of a group of transactions. Amounts in different currencies or units are never added. */
export const fuelGroup = z.object({
  currency: z.string().nullable(),
  volume_unit: volumeUnit,
  /** Includes transactions without volume or cost. */
  transactions: z.number().int(),
  fuel_volume: amount,
  total_cost: amount,
  /** Cost divided by volume, over transactions that have both; rounded half up to four decimals. */
  price_per_unit: amount,
});
export type FuelGroup = z.infer<typeof fuelGroup>;
const fuelType = { fuel_type: z.string().nullable() };
/** Monday of the calendar week in UTC, `2026-11-16`. */
const week = { week: z.string() };
/** Calendar month in UTC, `2026-11`. */
const month = { month: z.string().nullable() };
const fleet = { fleet_ref: z.string().nullable() };
const jurisdiction = { transaction_jurisdiction: z.string().nullable() };

const DAY_MS = 86_400_000;
/** Minimum number of windows for parallel reads, as long as none is shorter than a day. */
const MIN_PARALLEL_WINDOWS = 6;

/** Number of windows for a range of `length` milliseconds. */
export const fuelWindowCount = (length: number): number =>
  Math.max(
    1,
    Math.ceil(length / FUEL_MAX_RANGE_MS),
    Math.min(MIN_PARALLEL_WINDOWS, Math.floor(length / DAY_MS)),
  );

export type FuelCheck = (typeof FUEL_CHECKS)[number];
/** Thresholds of the checks, shown next to them: round in miles, mph and US gallons. */
export const FUEL_CHECK_RULES = {
  /**
   * The recorded position nearest in time, at most `within_ms` away, is farther than `distance_meters` and than a truck drives in
   * that time.
   */
  far_from_position: { within_ms: 30 * 60_000, distance_meters: 16_093, speed_mps: 35.76 },
  /** The odometer is lower than at the vehicle's previous purchase by more than the tolerance (units differ, drivers round). */
  odometer_back: { tolerance_meters: 1609 },
  /** More than a truck's tanks hold. With an unknown unit, the limit is compared in liters. */
  above_tank: { liters: 1136 },
  /** The same vehicle and fuel type within `within_ms`; or at places too far apart to drive in the time between. */
  twice_at_once: { within_ms: 20 * 60_000, speed_mps: 44.7, distance_meters: 4_828 },
} as const;

/** Transactions that the service marks as deleted (`deleted_at`) are counted in `deleted` and nowhere else. */
export const fuelSummary = z.object({
  state: z.enum(IMPORT_STATES),
  transactions: z.number().int(),
  deleted: z.number().int(),
  /** Unreadable transactions are in no total; of incomplete ones, only the readable values are. */
  unread: unreadRows,
  /** One group per currency and unit. */
  totals: z.array(fuelGroup),
  by_fuel_type: z.array(fuelGroup.extend(fuelType)),
  /** Every month of the range; months without transactions have no groups. */
  months: z.array(z.string()),
  by_month: z.array(fuelGroup.extend({ ...month, ...fuelType })),
  /** Only transactions with a known time. */
  by_week: z.array(fuelGroup.extend({ ...week, ...fuelType })),
  by_jurisdiction: z.array(fuelGroup.extend({ ...jurisdiction, ...fuelType })),
  /** Not sent by servers of version 0.1. */
  by_fleet: z
    .array(fuelGroup.extend({ ...fleet, fleet_name: z.string().nullable(), ...fuelType }))
    .default([]),
  /** All fuels of a fleet, the fleets with most transactions first. Not sent by servers of earlier versions. */
  fleet_totals: z.array(fuelGroup.extend({ ...fleet, fleet_name: z.string().nullable() })).default([]),
  /** Months by jurisdiction, the basis of a fuel tax report. */
  by_month_and_jurisdiction: z.array(fuelGroup.extend({ ...month, ...jurisdiction, ...fuelType })),
  /** Null until the import is complete and checked. */
  checks: z
    .array(
      z.object({
        check: z.enum(FUEL_CHECKS),
        findings: z.number().int(),
        /** Transactions that could be checked; the others lack data or a recorded position near in time. */
        judged: z.number().int(),
      }),
    )
    .nullable(),
  /** Vehicles with a fuel economy; null until the import is complete and checked. */
  vehicles: z.number().int().nullable(),
});
export type FuelSummary = z.infer<typeof fuelSummary>;

export type FuelSort = (typeof FUEL_SORTS)[number];
const order = {
  sort_by: z.enum(FUEL_SORTS).default('occurred_at'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
  /** Only rows with this finding. */
  check: z.enum(FUEL_CHECKS).optional(),
};
const pages = {
  offset: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(1000).default(200),
};
export const fuelOrderQuery = z.strictObject(order);
export const fuelRowsQuery = z.strictObject({ ...order, ...pages });
export type FuelRowsQuery = z.infer<typeof fuelRowsQuery>;

/** A transaction without its raw record, with `volume_unit`, `price_per_unit`, findings and names added. */
export const fuelRow = fuelTransaction.omit({ source_data: true }).extend({
  volume_unit: volumeUnit,
  price_per_unit: amount,
  /** Unit number, plate or VIN, if a watched load names the vehicle. */
  vehicle_name: z.string().nullable(),
  /** From the fleet's invitation. */
  fleet_name: z.string().nullable(),
  checks: z.array(z.enum(FUEL_CHECKS)),
});
export type FuelRow = z.infer<typeof fuelRow>;
/** Rows from `offset` on. During an import, rows may be inserted later, so fetch again when it is complete. */
export const fuelRows = z.object({
  state: z.enum(IMPORT_STATES),
  items: z.array(fuelRow),
  total: z.number().int(),
});

/** Where fuel was purchased, for the map; places with the most transactions first, up to `FUEL_PLACES_MAX`. */
export const FUEL_PLACES_MAX = 5000;
export const fuelPlaces = z.object({
  state: z.enum(IMPORT_STATES),
  items: z.array(
    z.object({
      latitude,
      longitude,
      transactions: z.number().int(),
      fuel_vendor: z.string().nullable(),
      transaction_jurisdiction: z.string().nullable(),
      /** The place in words, like a load's. Not sent by servers of earlier versions. */
      place: place.nullable().default(null),
    }),
  ),
  /** Transactions without a location, or beyond the limit. */
  not_shown: z.number().int(),
});

export type FuelPlaces = z.infer<typeof fuelPlaces>;

export const fuelVehiclesQuery = z.strictObject({
  sort_by: z.enum(['economy', 'distance_meters', 'fuel_liters', 'vehicle_id']).default('economy'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
  ...pages,
});
/**
 * Fuel economy of a vehicle: distance between the odometers of its first and last purchase, and fuel purchased after the first up
 * to the last, counting only fuel that drives the truck. Requires known units for both odometers and all volumes, and no
 * decreasing odometer in between.
 */
export const fuelVehicle = z.object({
  vehicle_id: uuid,
  name: z.string().nullable(),
  fleet_ref: z.string().nullable(),
  fleet_name: z.string().nullable(),
  source_vehicle_id: z.string().nullable(),
  transactions: z.number().int(),
  distance_meters: z.number().nullable(),
  fuel_liters: z.number().nullable(),
  /** Meters per liter; null when unknown, and `why_not` holds the reason. */
  meters_per_liter: z.number().nullable(),
  why_not: z
    .enum(['one_purchase', 'no_odometer', 'unit_unknown', 'volume_unknown', 'odometer_back'])
    .nullable(),
});
export type FuelVehicle = z.infer<typeof fuelVehicle>;
export const fuelVehicles = z.object({ items: z.array(fuelVehicle), total: z.number().int() });

export const fuelFindingsQuery = z.strictObject({ check: z.enum(FUEL_CHECKS), ...pages });
/** A finding with the data behind it. Fields that do not apply to the check are null. */
export const fuelFinding = z.object({
  check: z.enum(FUEL_CHECKS),
  transaction: fuelRow,
  /** far_from_position, and twice_at_once at different places. */
  distance_meters: z.number().nullable(),
  /** To the position or the other purchase. */
  seconds_apart: z.number().nullable(),
  /** far_from_position: our recorded position. */
  position: z.object({ latitude, longitude, occurred_at: dateTime }).nullable(),
  /** odometer_back: the previous purchase; twice_at_once: the other one. */
  other: z
    .object({
      id: uuid,
      occurred_at: dateTime,
      odometer: z.number().nullable(),
      odometer_unit: z.string().nullable(),
    })
    .nullable(),
});
export type FuelFinding = z.infer<typeof fuelFinding>;
export const fuelFindings = z.object({ items: z.array(fuelFinding), total: z.number().int() });

/** Known details of the transaction, which help to find it at the service. */
export const fuelRawQuery = z.strictObject({
  occurred_at: dateTime,
  fleet_id: uuid.optional(),
  vehicle_id: uuid.optional(),
});
export const fuelRaw = z.object({
  id: uuid,
  /** The provider's original record; null when the service has none. */
  source_data: z.record(z.string(), z.unknown()).nullable(),
});

/** The service's fields and ours, in a useful order; trucks and fleets also by the names of the page. */
export const FUEL_CSV_COLUMNS = [
  'occurred_at',
  'fleet_name',
  'fleet_ref',
  'vehicle_name',
  'source_vehicle_id',
  'source_driver_id',
  'fuel_vendor',
  'transaction_jurisdiction',
  'fuel_type',
  'fuel_volume',
  'volume_unit',
  'total_cost',
  'currency',
  'price_per_unit',
  'odometer',
  'odometer_unit',
  'latitude',
  'longitude',
  'checks',
  'id',
  'fleet_id',
  'vehicle_id',
  'driver_id',
  'co_driver_id',
  'source_co_driver_id',
  'connection_id',
  'tsp_id',
  'tsp_slug',
  'source_name',
  'source_id',
  'source_data_hash',
  'execution_id',
  'schedule_id',
  'h3_index_11',
  'inferred_address',
  'extras',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;
