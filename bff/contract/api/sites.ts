/** The site book: named circles that the team keeps for reuse. Our own API; the service knows nothing of sites. */
import { z } from 'zod';
import { dateTime, latitude, longitude, uuid } from '../common.ts';

export const SITE_NAME_MAX = 120;
/** Metres. Below it no truck's position is exact enough; above it a circle says nothing about a stop. */
export const SITE_RADIUS = { min: 10, max: 200_000 } as const;

/** What a person writes down about a site. Detention is not computed unless free time is given. */
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
  /** Minutes of a stay that cost nothing; null: detention is not computed here. */
  free_minutes: z
    .number()
    .int({ error: 'must be a whole number of minutes' })
    .min(0, { error: 'must not be negative' })
    .max(14 * 24 * 60, { error: 'must be at most 14 days' })
    .nullable()
    .default(null),
  /** Decimal text, for each hour after the free time; null: only the time is computed. */
  detention_rate: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,4})?$/, { error: 'must be an amount such as 75 or 62.50' })
    .nullable()
    .default(null),
  /** ISO 4217; needed with a rate. */
  detention_currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be a currency code such as USD' })
    .nullable()
    .default(null),
  /** What drivers should know; plain text. */
  note: z.string().max(1000, { error: 'must be at most 1000 characters' }).nullable().default(null),
});
/** The rules between fields; apart, so that `siteFields` can be taken apart. */
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

export const site = siteFields.extend({
  id: uuid,
  created_at: dateTime,
  updated_at: dateTime,
  updated_by_name: z.string(),
});
export type Site = z.infer<typeof site>;

export const siteList = z.object({ items: z.array(site) });

/** Most sites of one import. */
export const SITES_AT_ONCE = 2000;
/** Same name and same circle as one that is there: left alone. Same name, another circle: as `on_conflict` says. */
export const siteImport = z.strictObject({
  items: z.array(siteWrite).min(1).max(SITES_AT_ONCE),
  on_conflict: z.enum(['keep', 'replace']),
});
export const siteImportResult = z.object({
  added: z.number().int(),
  replaced: z.number().int(),
  /** Same name as one that is there, and left as it was. */
  kept: z.number().int(),
  items: z.array(site),
});

/** `GET /api/places`: cities of the embedded data set by name, best known first; then what the operator's geocoder finds. */
export const placeMatch = z.object({
  kind: z.enum(['city', 'address']),
  /** Of an address, the whole of it. */
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
