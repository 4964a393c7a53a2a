/** Fuel over any range of time, read by the server in the windows that the service allows. Our own API. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, latitude, longitude, MAX_FILTER_VALUES, uuid } from '../common.ts';
import { FUEL_MAX_RANGE_MS, fuelTransaction } from '../fuel.ts';
import { unreadRows } from '../unread.ts';
import { IMPORT_STATES, listImport } from './list-import.ts';
import { FUEL_CHECKS, FUEL_SORTS } from './words.ts';

/** Longest range: five years. */
export const FUEL_RANGE_MAX_MS = 5 * 366 * 86_400_000;

const list = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .array(item)
    .min(1, { error: 'must not be empty; omit it instead' })
    .max(MAX_FILTER_VALUES, {
      error: `must have at most ${MAX_FILTER_VALUES} values`,
    })
    .optional();

/** `POST /api/fuel/imports`: the service's filters, over any length of time. Sorting is asked for with the rows. */
export const fuelRange = z
  .strictObject({
    /** Included. */
    from_datetime: dateTimeWithOffset,
    /** Excluded. */
    to_datetime: dateTimeWithOffset,
    fleet_ids: list(uuid),
    fleet_refs: list(z.string().min(1)),
    connection_id: uuid.optional(),
    driver_ids: list(uuid),
    source_driver_ids: list(z.string().min(1)),
    vehicle_ids: list(uuid),
    /** Reads it again though it was read in the last minutes. */
    again: z.boolean().default(false),
  })
  .superRefine((range, ctx) => {
    const length = Date.parse(range.to_datetime) - Date.parse(range.from_datetime);
    const wrong =
      length <= 0
        ? 'must be after from_datetime'
        : length > FUEL_RANGE_MAX_MS
          ? 'must be at most five years after from_datetime'
          : null;
    if (wrong !== null) ctx.addIssue({ code: 'custom', path: ['to_datetime'], message: wrong });
  });
export type FuelRange = z.infer<typeof fuelRange>;

export const fuelImport = listImport.extend({
  range: z.looseObject({ from_datetime: dateTime, to_datetime: dateTime }),
  /** It is forgotten after this, unless somebody asks for it again. */
  expires_at: dateTime,
});
export type FuelImport = z.infer<typeof fuelImport>;

/** Amount as exact decimal text; `null`: no transaction has one. Compute with decimal.ts, never with floats. */
const amount = z.string().nullable();

/**
 * `gal` (US) or `L` where a transaction says so in words that are known; other words as they came; null where it says nothing. The
 * interface shows no unit: see `fields.fuel_volume_unit` of the assumptions.
 */
const volumeUnit = z.string().nullable();

/** What every group of transactions is summed up by. Amounts of another currency or unit are never added. */
export const fuelGroup = z.object({
  currency: z.string().nullable(),
  volume_unit: volumeUnit,
  /** How many, those without volume or cost too. */
  transactions: z.number().int(),
  fuel_volume: amount,
  total_cost: amount,
  /** Cost by volume of the transactions that have both, rounded to four decimals, half up. */
  price_per_unit: amount,
});
export type FuelGroup = z.infer<typeof fuelGroup>;
const fuelType = { fuel_type: z.string().nullable() };
/** Monday of the calendar week in UTC, `2026-11-16`. */
const week = { week: z.string() };
/** Calendar month in UTC, `2026-11`. */
const month = { month: z.string().nullable() };
const jurisdiction = { transaction_jurisdiction: z.string().nullable() };

const DAY_MS = 86_400_000;
/** More windows than must be, so that several are read side by side; none shorter than a day for that. */
const SIDE_BY_SIDE = 6;

/** How many windows of the service a range is read in. `length`: milliseconds. */
export const fuelWindowCount = (length: number): number =>
  Math.max(1, Math.ceil(length / FUEL_MAX_RANGE_MS), Math.min(SIDE_BY_SIDE, Math.floor(length / DAY_MS)));

export type FuelCheck = (typeof FUEL_CHECKS)[number];
/** The rules of the checks, to be shown beside them. */
export const FUEL_CHECK_RULES = {
  /** Our own recorded position nearest in time, at most so long before or after, is further away than a truck drives meanwhile. */
  far_from_position: { within_ms: 30 * 60_000, distance_meters: 15_000, speed_mps: 35 },
  /** Less than at the purchase before of the same vehicle, by more than this (units differ, drivers round). */
  odometer_back: { tolerance_meters: 1609 },
  /** More than a truck's tanks hold together. Where no unit is known: more than that many litres. */
  above_tank: { liters: 1136 },
  /** The same vehicle and kind of fuel so soon after; or so far away that nobody drives there in the time. */
  twice_at_once: { within_ms: 20 * 60_000, speed_mps: 45, distance_meters: 5_000 },
} as const;

/** `GET …/summary`. Transactions that the service marks as deleted (`deleted_at`) are counted apart and are in nothing else. */
export const fuelSummary = z.object({
  state: z.enum(IMPORT_STATES),
  transactions: z.number().int(),
  deleted: z.number().int(),
  /** Transactions that could not be read are in no total; of incomplete ones what could not be read is in none. */
  unread: unreadRows,
  /** Per currency and unit. */
  totals: z.array(fuelGroup),
  by_fuel_type: z.array(fuelGroup.extend(fuelType)),
  /** Every month of the range, also those without any: they have no groups. */
  months: z.array(z.string()),
  by_month: z.array(fuelGroup.extend({ ...month, ...fuelType })),
  /** Transactions whose time is known. */
  by_week: z.array(fuelGroup.extend({ ...week, ...fuelType })),
  by_jurisdiction: z.array(fuelGroup.extend({ ...jurisdiction, ...fuelType })),
  /** The finest groups: months by jurisdiction, the basis of a fuel tax report. */
  by_month_and_jurisdiction: z.array(fuelGroup.extend({ ...month, ...jurisdiction, ...fuelType })),
  /** Null until all of it is read and checked. */
  checks: z
    .array(
      z.object({
        check: z.enum(FUEL_CHECKS),
        findings: z.number().int(),
        /** Transactions that could be judged: the others have too little, or no position of ours is near in time. */
        judged: z.number().int(),
      }),
    )
    .nullable(),
  /** Vehicles with an economy; null until all of it is read and checked. */
  vehicles: z.number().int().nullable(),
});
export type FuelSummary = z.infer<typeof fuelSummary>;

export type FuelSort = (typeof FUEL_SORTS)[number];
const order = {
  sort_by: z.enum(FUEL_SORTS).default('occurred_at'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
  /** Only those with this finding. */
  check: z.enum(FUEL_CHECKS).optional(),
};
const pages = {
  offset: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(1000).default(200),
};
export const fuelOrderQuery = z.strictObject(order);
export const fuelRowsQuery = z.strictObject({ ...order, ...pages });
export type FuelRowsQuery = z.infer<typeof fuelRowsQuery>;

/** One transaction without the raw record; with our own `volume_unit`, `price_per_unit`, findings and name of the vehicle. */
export const fuelRow = fuelTransaction.omit({ source_data: true }).extend({
  volume_unit: volumeUnit,
  price_per_unit: amount,
  /** Unit, plate or VIN, where a watched load names the vehicle. */
  vehicle_name: z.string().nullable(),
  /** As its invitation names the fleet. */
  fleet_name: z.string().nullable(),
  checks: z.array(z.enum(FUEL_CHECKS)),
});
export type FuelRow = z.infer<typeof fuelRow>;
/** Rows from `offset` on. While it is still being read, rows may come in between later: ask again when it is complete. */
export const fuelRows = z.object({
  state: z.enum(IMPORT_STATES),
  items: z.array(fuelRow),
  total: z.number().int(),
});

/** `GET …/places`: where fuel was bought, for a map. At most `FUEL_PLACES_MAX`, those with most first. */
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
    }),
  ),
  /** Transactions without a location, or at places beyond the most that are listed. */
  not_shown: z.number().int(),
});

export const fuelVehiclesQuery = z.strictObject({
  sort_by: z.enum(['economy', 'distance_meters', 'fuel_liters', 'vehicle_id']).default('economy'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
  ...pages,
});
/**
 * Economy of one vehicle: the way between its first and its last purchase by their odometers, and the fuel bought after the first up to the
 * last, of kinds that drive the truck. Only where both odometers and every volume in between have a known unit, and no
 * odometer in between goes back.
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
  /** Metres for each litre; null where it is unknown, and `why_not` says why. */
  meters_per_liter: z.number().nullable(),
  why_not: z
    .enum(['one_purchase', 'no_odometer', 'unit_unknown', 'volume_unknown', 'odometer_back'])
    .nullable(),
});
export type FuelVehicle = z.infer<typeof fuelVehicle>;
export const fuelVehicles = z.object({ items: z.array(fuelVehicle), total: z.number().int() });

export const fuelFindingsQuery = z.strictObject({ check: z.enum(FUEL_CHECKS), ...pages });
/** What a check found, with what it was judged by. Only the fields that belong to the check are there. */
export const fuelFinding = z.object({
  check: z.enum(FUEL_CHECKS),
  transaction: fuelRow,
  /** far_from_position, twice_at_once at two places. */
  distance_meters: z.number().nullable(),
  /** To the position or the other purchase. */
  seconds_apart: z.number().nullable(),
  /** far_from_position: ours. */
  position: z.object({ latitude, longitude, occurred_at: dateTime }).nullable(),
  /** odometer_back: the purchase before; twice_at_once: the other one. */
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

/** `GET /api/fuel/transactions/{transaction_id}/raw`: what of the transaction is known helps to find it at the service. */
export const fuelRawQuery = z.strictObject({
  occurred_at: dateTime,
  fleet_id: uuid.optional(),
  vehicle_id: uuid.optional(),
});
export const fuelRaw = z.object({
  id: uuid,
  /** As the provider wrote it; null where the service has none. */
  source_data: z.record(z.string(), z.unknown()).nullable(),
});

/** Columns of the CSV: the service's fields in a useful order, with ours at the end. */
export const FUEL_CSV_COLUMNS = [
  'occurred_at',
  'fleet_ref',
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
