/**
 * Building blocks of the service's interface that more than one resource uses.
 *
 * Two ways of parsing live side by side:
 * what the service answers is parsed leniently (unknown enum values survive, unknown fields are left behind, since nobody knows what
 * they open; see unread.ts for values that cannot be read), what we or a partner send is parsed strictly.
 */
import { z } from 'zod';

/** Identifier: a UUID of any version (the text names none, so none is refused). */
export const uuid = z.guid({ error: 'must be a UUID such as 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60' });

/** Date-time in an answer of the service: ISO 8601, UTC unless a field says otherwise. Kept as text. */
export const dateTime = z
  .string()
  // The parser alone takes a bare number for a year.
  .refine((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)), {
    error: 'must be an ISO 8601 date-time',
  })
  .meta({ format: 'date-time' });

/** Date-time that we send: ISO 8601 with `Z` or an offset, so that no zone is ever guessed. */
export const dateTimeWithOffset = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 date-time with a zone, such as 2026-11-24T15:00:00Z',
});

/** Calendar date, YYYY-MM-DD. */
export const calendarDate = z.iso.date({ error: 'must be a date as YYYY-MM-DD' });

/** Degrees north, WGS 84. */
export const latitude = z.number().min(-90).max(90);
/** Degrees east, WGS 84. */
export const longitude = z.number().min(-180).max(180);

/** Three word characters, upper case by convention: ISO 3166-1 alpha-3. */
export const countryCode = z
  .string()
  .regex(/^\w{3}$/, { error: 'must be exactly three characters, such as USA' });

/**
 * An enum of the service that may grow. The known values are offered to the type checker;
 * any other text passes unchanged and must be shown as it came.
 */
export function openEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return z.union([z.enum(values), z.string()]) as unknown as z.ZodType<T[number] | (string & {}), string>;
}

/** GeoJSON-style point as the service writes it: coordinates are `[longitude, latitude]`. */
export const point = z.object({
  type: z.literal('Point'),
  coordinates: z.tuple([z.number(), z.number()]),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
});

/** A reference or username as people here give it: without characters that nobody sees. */
export const reference = z
  .string()
  .refine((text) => !/\p{Cc}/u.test(text), { error: 'must not contain control characters or line breaks' });

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** Filter lists take at most this many values. */
export const MAX_FILTER_VALUES = 100;
/** Page size on list endpoints. */
export const PAGE_SIZE = { min: 1, max: 1000 } as const;

export const pageSize = z.coerce.number().int().min(PAGE_SIZE.min).max(PAGE_SIZE.max);

/**
 * Pagination of a list; names assumed (`query.pagination`). A cursor is opaque and comes from an answer.
 * Without `size` the service takes its own default.
 */
export const pageQuery = {
  cursor: z.string().min(1).optional(),
  size: pageSize.optional(),
} as const;

/** A repeated query parameter: one value or several, at most 100. */
export function filterList<T extends z.ZodType<string, string>>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z
      .array(item)
      .max(MAX_FILTER_VALUES, { error: `must have at most ${MAX_FILTER_VALUES} values` })
      .optional(),
  );
}

/** Boolean in a query: only the words `true` and `false`. */
export const queryBoolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

/** Pagination envelope. Cursors are opaque and may be null or missing; so may `total` (assumptions). */
export function page<T extends z.ZodType>(item: T) {
  const cursor = z.string().nullish();
  return z.object({
    items: z.array(item),
    total: z.number().int().min(0).nullish(),
    current_page: cursor,
    current_page_backwards: cursor,
    previous_page: cursor,
    next_page: cursor,
  });
}
