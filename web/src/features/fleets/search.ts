/** What the address of the fleets holds. Malformed values fall back, field by field. */
import { z } from 'zod';

export const FLEET_SORTS = ['name', 'loads', 'contacts'] as const;
export type FleetSort = (typeof FLEET_SORTS)[number];

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const fleetsSearch = z.object({
  q: text
    .transform((value) => value.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  /** Column, `-` before it for the other way round. Absent: by name. */
  sort: text
    .refine((value) => FLEET_SORTS.some((sort) => sort === value.replace(/^-/, '')))
    .optional()
    .catch(undefined),
});
export type FleetsSearch = z.output<typeof fleetsSearch>;
