/**
 * Building blocks shared by several resources of the service's interface.
 *
 * Responses of the service are parsed leniently: unknown enum values pass, and unknown fields are dropped because they may
 * contain secrets (see unread.ts for unreadable values). Requests from us or from a partner are parsed strictly.
 */
import { z } from 'zod';

/** UUID of any version; the interface names none. */
export const uuid = z.guid({ error: 'must be a UUID such as 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60' });

/** Longer texts of the service end with an ellipsis: they go to everybody's screen. */
export const MAX_TEXT_CHARS = 1_000;
/** Longer identifiers of the service count as unreadable. */
export const MAX_REFERENCE_CHARS = 1_000;
const MAX_DETAIL_CHARS = 10_000;
const MAX_TIME_CHARS = 100;

/** Text in a response that people read, such as a name or an explanation. */
export const displayText = z
  .string()
  .overwrite((text) =>
    text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS - 1).toWellFormed()}…` : text,
  );

// Not `max`: these are our limits, not those of the service's interface, which its README lists.
const upTo = (max: number) =>
  z.string().refine((text) => text.length <= max, { error: `must be at most ${max} characters` });

/** Identifier in a response, which may be sent back and is therefore never altered. */
export const receivedReference = upTo(MAX_REFERENCE_CHARS);

/** URL, token or detail in a response that we may have sent ourselves, never altered. */
export const receivedDetail = upTo(MAX_DETAIL_CHARS);

/** Date-time in a response: ISO 8601, UTC unless a field says otherwise. Kept as text. */
export const dateTime = z
  .string()
  // Date.parse alone would accept a bare number as a year.
  .refine(
    (value) =>
      value.length <= MAX_TIME_CHARS && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
    {
      error: 'must be an ISO 8601 date-time',
    },
  )
  .meta({ format: 'date-time' });

/** Date-time in a request: ISO 8601 with `Z` or an offset, so that no time zone is guessed. */
export const dateTimeWithOffset = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 date-time with a zone, such as 2026-11-24T15:00:00Z',
});

export const calendarDate = z.iso.date({ error: 'must be a date as YYYY-MM-DD' });

/** Degrees north, WGS 84. */
export const latitude = z.number().min(-90).max(90);
/** Degrees east, WGS 84. */
export const longitude = z.number().min(-180).max(180);

/** ISO 3166-1 alpha-3; the interface requires only three word characters. */
export const countryCode = z
  .string()
  .regex(/^\w{3}$/, { error: 'must be exactly three characters, such as USA' });

/** An enum that the service may extend. Known values are typed; any other text passes and must be shown unchanged. */
export function openEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return z.union([z.enum(values), displayText]) as unknown as z.ZodType<T[number] | (string & {}), string>;
}

/** GeoJSON-style point; coordinates are `[longitude, latitude]`. */
export const point = z.object({
  type: z.literal('Point'),
  coordinates: z.tuple([z.number(), z.number()]),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
});

/** Maximum of a text in a request, where the interface names none. */
export const MAX_REQUEST_CHARS = 5_000;
/** Maximum of a list in a request, where the interface names none. */
export const MAX_REQUEST_ITEMS = 1_000;

const requestTextUpTo = (max: number) => z.string().max(max, { error: `must be at most ${max} characters` });

/** Text in a request. */
export const requestText = requestTextUpTo(MAX_REQUEST_CHARS);

/** Reference that we read back from the service's responses. */
export const requestReference = requestTextUpTo(MAX_REFERENCE_CHARS).min(1, { error: 'must not be empty' });

const withoutControls = <S extends z.ZodString>(text: S) =>
  text.refine((value) => !/\p{Cc}/u.test(value), {
    error: 'must not contain control characters or line breaks',
  });

/** A reference or username entered by a person: no invisible characters. */
export const reference = withoutControls(requestText);

/** The same for a fleet. */
export const enteredFleetRef = withoutControls(requestReference);

export const DAY_MS = 86_400_000;

export const MAX_FILTER_VALUES = 100;
export const PAGE_SIZE = { min: 1, max: 1000 } as const;

export const pageSize = z.coerce.number().int().min(PAGE_SIZE.min).max(PAGE_SIZE.max);

/**
 * List pagination; parameter names are assumed (`query.pagination`). A cursor is opaque and comes from a response. Without `size`
 * the service uses its own default.
 */
export const pageQuery = {
  cursor: z.string().min(1).max(MAX_DETAIL_CHARS).optional(),
  size: pageSize.optional(),
} as const;

/** A repeated query parameter with up to 100 values; a single value counts as a list of one. */
export function filterList<T extends z.ZodType<string, string>>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z
      .array(item)
      .max(MAX_FILTER_VALUES, { error: `must have at most ${MAX_FILTER_VALUES} values` })
      .optional(),
  );
}

/** Boolean in a query: only `true` and `false`. */
export const queryBoolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

/** Pagination envelope. Cursors are opaque; cursors and `total` may be null or missing (assumed). */
export function page<T extends z.ZodType>(item: T) {
  const cursor = receivedDetail.nullish();
  return z.object({
    items: z.array(item),
    total: z.number().int().min(0).nullish(),
    current_page: cursor,
    current_page_backwards: cursor,
    previous_page: cursor,
    next_page: cursor,
  });
}

type WithoutDefault<T> = T extends z.ZodDefault<infer Inner> ? Inner : T;

/**
 * Body of a PATCH: every field optional and without its default, so that an omitted field stays unchanged. `before`: what it replaces;
 * refused with 412 if that is no longer stored.
 */
export function changeOf<S extends z.core.$ZodLooseShape>(schema: z.ZodObject<S>) {
  const change = partOf(schema);
  return change.extend({ before: change.optional() });
}

function partOf<S extends z.core.$ZodLooseShape>(schema: z.ZodObject<S>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType)).optional(),
  ]);
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodObject<
    { [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]>> },
    z.core.$strict
  >;
}
