/**
 * Search parameters of the fuel page: range in days of UTC, the service's filters under their own names, and the view. Malformed values
 * fall back, but filters are kept as written, so that wrong ones are reported.
 */
import { FUEL_CHECKS, FUEL_SORTS } from '@waypost/contract/api/url-enums';
import { z } from 'zod';

const FUEL_VIEWS = ['rows', 'totals', 'prices', 'vehicles', 'checks', 'places'] as const;
export type FuelViewKey = (typeof FUEL_VIEWS)[number];

/** An existing date such as `2026-11-20`. */
export const day = z.iso.date();
const list = z.string().max(20_000).optional().catch(undefined);

export const fuelSearch = z.object({
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  fleet_ids: list,
  fleet_refs: list,
  connection_id: list,
  driver_ids: list,
  source_driver_ids: list,
  vehicle_ids: list,
  view: z.enum(FUEL_VIEWS).optional().catch(undefined),
  /** `total_cost`; `-total_cost` for descending. */
  sort: z
    .string()
    .refine((text) => (FUEL_SORTS as readonly string[]).includes(text.replace('-', '')))
    .optional()
    .catch(undefined),
  /** Shows only transactions with this finding; in the checks view, the expanded check. */
  check: z.enum(FUEL_CHECKS).optional().catch(undefined),
});
export type FuelSearch = z.output<typeof fuelSearch>;
