/** The site book: named circles that the team stores for reuse. Our own API; the service has no sites. */
import { z } from 'zod';
import { changeOf, dateTime, latitude, longitude, uuid } from '../common.ts';

export const SITE_NAME_MAX = 120;
/** Meters. GPS positions are less exact than the minimum; above the maximum a circle says nothing about a stop. */
export const SITE_RADIUS = { min: 10, max: 200_000 } as const;

export const siteFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(SITE_NAME_MAX, { error: `must be at most ${SITE_NAME_MAX} characters` }),
  latitude,
  longitude,
  radius_meters: z
    .number()
    .min(SITE_RADIUS.min, { error: `must be at least ${SITE_RADIUS.min} m` })
    .max(SITE_RADIUS.max, { error: `must be at most ${SITE_RADIUS.max / 1000} km` }),
  /** Minutes of dwell before detention starts; null: detention is not computed. */
  free_minutes: z
    .number()
    .int({ error: 'must be a whole number of minutes' })
    .min(0, { error: 'must not be negative' })
    .max(14 * 24 * 60, { error: 'must be at most 14 days' })
    .nullable()
    .default(null),
  /** Decimal amount per hour after the free time; null: only the time is computed. */
  detention_rate: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,4})?$/, { error: 'must be an amount such as 75 or 62.50' })
    .nullable()
    .default(null),
  /** ISO 4217; required with a rate. */
  detention_currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be a currency code such as USD' })
    .nullable()
    .default(null),
  /** Plain text, such as notes for drivers. */
  note: z.string().max(1000, { error: 'must be at most 1000 characters' }).nullable().default(null),
});
/** Separate from `siteFields`, because Zod cannot pick or omit fields of a refined schema. */
export const siteWrite = siteFields.superRefine((site, ctx) => {
  if (site.detention_rate !== null && site.detention_currency === null)
    ctx.addIssue({
      code: 'custom',
      path: ['detention_currency'],
      message: 'is required with a rate',
    });
  if (site.detention_rate !== null && site.free_minutes === null)
    ctx.addIssue({
      code: 'custom',
      path: ['free_minutes'],
      message: 'is required with a rate; use 0 if there is no free time',
    });
});
export type SiteWrite = z.infer<typeof siteWrite>;
/** The site after the change must be a valid one as a whole. */
export const siteChange = changeOf(siteFields);
export type SiteChange = z.infer<typeof siteChange>;

export const site = siteFields.extend({
  id: uuid,
  created_at: dateTime,
  updated_at: dateTime,
  updated_by_name: z.string(),
});
export type Site = z.infer<typeof site>;

export const siteList = z.object({ items: z.array(site) });

export const MAX_IMPORTED_SITES = 2000;
/**
 * An item with the name and circle of an existing site is skipped; with the same name and a different circle, `on_conflict`
 * decides.
 */
export const siteImport = z.strictObject({
  items: z.array(siteWrite).min(1).max(MAX_IMPORTED_SITES),
  on_conflict: z.enum(['keep', 'replace']),
});
export const siteImportResult = z.object({
  added: z.number().int(),
  replaced: z.number().int(),
  /** Existing sites of the same name that were left unchanged. */
  kept: z.number().int(),
  items: z.array(site),
});

/** Cities of the embedded data set by name, best known first, then results of the operator's geocoder. */
export const placeMatch = z.object({
  kind: z.enum(['city', 'address']),
  /** The full address for kind `address`. */
  name: z.string(),
  region: z.string().nullable(),
  /** ISO 3166-1 alpha-2; empty for an address. */
  country: z.string(),
  latitude,
  longitude,
  population: z.number().int(),
});
export const placeMatches = z.object({ items: z.array(placeMatch) });
export type PlaceMatch = z.infer<typeof placeMatch>;
