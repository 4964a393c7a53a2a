/** Fuel transactions. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import {
  DAY_MS,
  dateTime,
  dateTimeWithOffset,
  displayText,
  filterList,
  page,
  pageQuery,
  point,
  queryBoolean,
  receivedReference,
  uuid,
} from './common.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';

/** Maximum of to_datetime minus from_datetime, inclusive. */
export const FUEL_MAX_RANGE_MS = 45 * DAY_MS;
/** Age of the default from_datetime. */
export const FUEL_DEFAULT_RANGE_MS = DAY_MS;
/** Order when the query names none. */
export const FUEL_DEFAULT_ORDER = { sort_by: 'occurred_at', sort_order: 'asc' } as const;

/** Decimal number as text, so that no cents are lost: `412.07`. */
export const decimalText = z
  .string()
  .regex(/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/, { error: 'must be a decimal number as text, such as 412.07' });

/**
 * H3 cell as text. On the wire it is an integer above 2^53: parse the response with `parseJsonKeepingBigIntegers`. A number that
 * `JSON.parse` has already rounded names a different cell, so it becomes null.
 */
export const h3Index = z.preprocess((value) => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return value;
}, z.string().regex(/^\d+$/).nullish());

const freeFormObject = z.record(z.string(), z.unknown()).nullish();
const text = displayText.nullish();
const ref = receivedReference.nullish();

/** Only `id` is required. */
export const fuelTransaction = z.object({
  id: uuid,
  fleet_id: uuid.nullish(),
  connection_id: uuid.nullish(),
  tsp_id: uuid.nullish(),
  execution_id: uuid.nullish(),
  schedule_id: uuid.nullish(),
  vehicle_id: uuid.nullish(),
  driver_id: uuid.nullish(),
  co_driver_id: uuid.nullish(),
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
  deleted_at: dateTime.nullish(),
  occurred_at: dateTime.nullish(),
  source_name: text,
  source_id: ref,
  source_data_hash: ref,
  fleet_ref: ref,
  tsp_slug: ref,
  source_driver_id: ref,
  source_vehicle_id: ref,
  source_co_driver_id: ref,
  fuel_vendor: text,
  currency: text,
  /** The provider's raw record, only when requested. */
  source_data: freeFormObject,
  extras: freeFormObject,
  inferred_address: freeFormObject,
  location: point.nullish(),
  h3_index_11: h3Index.optional(),
  odometer: z.number().nullish(),
  odometer_unit: text,
  transaction_jurisdiction: text,
  fuel_type: text,
  fuel_volume: z.number().nullish(),
  total_cost: decimalText.nullish(),
});
export type FuelTransaction = z.infer<typeof fuelTransaction>;

export const SORT_ORDERS = ['asc', 'desc'] as const;

/** Time filter in milliseconds since 1970; `from` is inclusive, `to` is exclusive. */
export interface FuelWindow {
  readonly from: number;
  readonly to: number;
}

/** Fills in the service's defaults: from one day ago until now. */
export function fuelWindow(
  query: { from_datetime?: string | undefined; to_datetime?: string | undefined },
  now: number,
): FuelWindow {
  return {
    from: query.from_datetime === undefined ? now - FUEL_DEFAULT_RANGE_MS : Date.parse(query.from_datetime),
    to: query.to_datetime === undefined ? now : Date.parse(query.to_datetime),
  };
}

/** Whether the service accepts a window of this length. */
export function fuelWindowFits(window: FuelWindow): boolean {
  return window.to - window.from <= FUEL_MAX_RANGE_MS;
}

/**
 * Checks the 45-day rule when both ends are sent. With only one end the other depends on the time of the call; see `fuelWindow`.
 */
export const fuelListQuery = z
  .strictObject({
    fleet_ids: filterList(uuid),
    fleet_refs: filterList(z.string()),
    connection_id: uuid.optional(),
    from_datetime: dateTimeWithOffset.optional(),
    to_datetime: dateTimeWithOffset.optional(),
    driver_ids: filterList(uuid),
    source_driver_ids: filterList(z.string()),
    vehicle_ids: filterList(uuid),
    sort_by: z.string().min(1).optional(),
    sort_order: z.enum(SORT_ORDERS, { error: 'must be asc or desc' }).optional(),
    include_source_data: queryBoolean.default(false),
    ...pageQuery,
  })
  .refine(
    (query) =>
      query.from_datetime === undefined ||
      query.to_datetime === undefined ||
      fuelWindowFits(fuelWindow(query, 0)),
    { path: ['to_datetime'], error: 'must be at most 45 days after from_datetime' },
  );
export type FuelListQuery = z.infer<typeof fuelListQuery>;

export function fuelEndpoints(a: Assumptions) {
  return {
    listFuelTransactions: endpoint({
      name: 'listFuelTransactions',
      method: 'GET',
      path: '/v2/telematics/fuel-transactions',
      query: fuelListQuery,
      queryNames: { ...a.query.pagination, ...a.query.fuel_transactions },
      response: page(fuelTransaction),
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      provisional: true,
    }),
  } as const;
}
