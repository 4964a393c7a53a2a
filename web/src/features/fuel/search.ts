/**
 * What the address of the page of fuel holds: the range in whole days of UTC, the service's filters under their own names, and how it is
 * shown. Malformed values fall back; filters stay as they are written, so that a wrong one is reported and never dropped silently.
 */
import type { FuelSort } from '@waypost/contract/api/fuel';
import { FUEL_CHECKS, FUEL_SORTS } from '@waypost/contract/api/url-enums';
import { z } from 'zod';

const FUEL_VIEWS = ['rows', 'totals', 'prices', 'vehicles', 'checks', 'places'] as const;
export type FuelViewKey = (typeof FUEL_VIEWS)[number];

/** `2026-11-20`, a day that there is. */
export const day = z.iso.date();
const list = z.string().max(20_000).optional().catch(undefined);

export const fuelSearch = z.object({
  from: day.optional().catch(undefined),
  /** Last day, included. */
  to: day.optional().catch(undefined),
  fleet_ids: list,
  fleet_refs: list,
  connection_id: list,
  driver_ids: list,
  source_driver_ids: list,
  vehicle_ids: list,
  view: z.enum(FUEL_VIEWS).optional().catch(undefined),
  /** `total_cost`, or `-total_cost` for the other way round. */
  sort: z
    .string()
    .refine((text) => (FUEL_SORTS as readonly string[]).includes(text.replace('-', '')))
    .optional()
    .catch(undefined),
  /** Only transactions with this finding; on the page of checks, the check that is open. */
  check: z.enum(FUEL_CHECKS).optional().catch(undefined),
});
export type FuelSearch = z.output<typeof fuelSearch>;

export const LIST_FILTERS = [
  'fleet_ids',
  'fleet_refs',
  'vehicle_ids',
  'driver_ids',
  'source_driver_ids',
] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

/** References are anything: a comma inside of one is marked. */
export const joinValues = (values: readonly string[]): string | undefined =>
  values.length === 0
    ? undefined
    : values.map((value) => value.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',');

export function splitValues(text: string | undefined): string[] {
  const found = text?.match(/(?:\\.|[^\\,])+/g) ?? [];
  return found.map((value) => value.replaceAll(/\\(.)/g, '$1'));
}

export interface Order {
  readonly sort_by: FuelSort;
  readonly sort_order: 'asc' | 'desc';
}

/** The newest first unless something else is asked for. */
export function orderOf(sort: string | undefined): Order {
  if (sort === undefined) return { sort_by: 'occurred_at', sort_order: 'desc' };
  const sort_by = sort.replace('-', '') as FuelSort;
  return { sort_by, sort_order: sort.startsWith('-') ? 'desc' : 'asc' };
}
