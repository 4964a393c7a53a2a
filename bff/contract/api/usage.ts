/** Usage, aggregated by the server from the service's rows. Our own API. */
import { z } from 'zod';
import { calendarDate, dateTime, queryBoolean, uuid } from '../common.ts';
import { unreadRows } from '../unread.ts';
import { listImport } from './list-import.ts';
import { USAGE_ENTITY_SORTS, usageMonth } from './words.ts';

/** Most months of one range. */
export const USAGE_MONTHS_MAX = 120;
/**
 * Milliseconds after a month's last UTC instant until its rows count as final: late counts and clocks that differ. Until then it is
 * read again after `USAGE_OPEN_FRESH_MS`; from then on it is read once more and kept for good.
 */
export const USAGE_CLOSED_AFTER_MS = 48 * 3600_000;
/** How long a month that is not closed counts as fresh. */
export const USAGE_OPEN_FRESH_MS = 5 * 60_000;
/** Nothing is estimated from less than this much of a month. */
export const USAGE_ESTIMATE_AFTER_MS = 24 * 3600_000;

const range = {
  /** First month, included. */
  from_month: usageMonth,
  /** Last month, included. */
  to_month: usageMonth,
  /** Another partner: only for the right `administer`, and only where the service takes that person for an administrator of its own. */
  partner_id: uuid.optional(),
};
const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
/** The rule between both ends. */
function inOrder<T extends z.ZodObject<typeof range>>(schema: T): T {
  return schema.superRefine((value, ctx) => {
    const months = monthNumber(value.to_month) - monthNumber(value.from_month) + 1;
    if (months < 1)
      ctx.addIssue({ code: 'custom', path: ['to_month'], message: 'must not be before from_month' });
    if (months > USAGE_MONTHS_MAX)
      ctx.addIssue({
        code: 'custom',
        path: ['from_month'],
        message: `must be at most ${USAGE_MONTHS_MAX} months before to_month`,
      });
  });
}

/** `POST /api/usage/imports`: reads what is not there yet. `again`: what is there of these months is read again too. */
export const usageImportRequest = inOrder(z.strictObject({ ...range, again: z.boolean().default(false) }));
export type UsageImportRequest = z.infer<typeof usageImportRequest>;

export const usageSummaryQuery = inOrder(
  z.strictObject({ ...range, entity_type: z.string().min(1).optional() }),
);
export type UsageSummaryQuery = z.infer<typeof usageSummaryQuery>;

/** Counts of all entities of one type in one month. */
export const usageCounts = z.object({
  /** As the service names it; null where a row has none. */
  entity_type: z.string().nullable(),
  /** How many have a row. */
  entities: z.number().int(),
  /** Of these, how many the service calls active. */
  active_entities: z.number().int(),
  /** Of these, how many are inactive and were called or delivered all the same. */
  inactive_called: z.number().int(),
  rest_api_count: z.number().int(),
  webhook_count: z.number().int(),
});
export type UsageCounts = z.infer<typeof usageCounts>;

export const usageSummaryMonth = z.object({
  /** First day, as in the rows: `2026-11-01`. */
  usage_month: calendarDate,
  /** `missing`: never read; `partial`: not all of its rows are here. Neither may be drawn as whole. */
  state: z.enum(['complete', 'partial', 'missing']),
  /** True until its last instant is over: more will be counted. */
  open: z.boolean(),
  /** True when it is read for good. */
  closed: z.boolean(),
  /** When its first page was read. */
  read_at: dateTime.nullable(),
  rows_read: z.number().int(),
  rows_total: z.number().int().nullable(),
  /** Rows that could not be read are in no count; a count that could not be read is taken for 0. */
  unread: unreadRows,
  /** By entity type. Empty also for a month without any row. */
  items: z.array(usageCounts),
  /**
   * Of the open month when it is complete: counts so far, divided by the part of the month that had passed at `as_of`, in whole
   * numbers. An estimate: it takes the rest of the month to be like what has passed. Null before the first 24 hours have passed.
   */
  estimate: z
    .object({
      as_of: dateTime,
      /** Part of the month that had passed, 0 to 1. */
      passed: z.number(),
      items: z.array(usageCounts.pick({ entity_type: true, rest_api_count: true, webhook_count: true })),
    })
    .nullable(),
  /**
   * What this dashboard did itself. `calls`: requests that this server sent, by endpoint. `entity_calls`: how often an answer to them named
   * an entity of the type, which is what the service can have counted as REST calls; how it really counts is not known.
   * Null for months before this server began to count.
   */
  own: z
    .object({
      since: dateTime,
      calls: z.number().int(),
      endpoints: z.array(z.object({ name: z.string(), calls: z.number().int() })),
      entity_calls: z.array(z.object({ entity_type: z.string(), entity_calls: z.number().int() })),
      /** Webhook deliveries that arrived here and are still remembered. */
      deliveries: z.number().int(),
    })
    .nullable(),
});
export type UsageSummaryMonth = z.infer<typeof usageSummaryMonth>;

/** `GET /api/usage`: what is here. Reads nothing from the service. */
export const usageSummary = z.object({
  partner_id: uuid.nullable(),
  /** Of all months together: the least of their values. */
  state: z.enum(['complete', 'partial', 'missing']),
  /** True when every month is complete, and those that are not closed were read in the last five minutes. */
  fresh: z.boolean(),
  /** Oldest first, every month of the range. */
  months: z.array(usageSummaryMonth),
  /** Types in the range whatever the filter, for the picker. */
  entity_types: z.array(z.string()),
  /** The import under way, of this or another range of the same partner. */
  list_import: listImport.nullable(),
});
export type UsageSummary = z.infer<typeof usageSummary>;

export const usageEntitiesQuery = inOrder(
  z.strictObject({
    ...range,
    entity_type: z.string().min(1).optional(),
    is_active: queryBoolean.optional(),
    sort_by: z.enum(USAGE_ENTITY_SORTS).default('total'),
    sort_order: z.enum(['asc', 'desc']).default('desc'),
    offset: z.coerce.number().int().min(0).default(0),
    size: z.coerce.number().int().min(1).max(500).default(50),
  }),
);
export type UsageEntitiesQuery = z.infer<typeof usageEntitiesQuery>;

/** One entity over the months of the range. */
export const usageEntity = z.object({
  entity_type: z.string().nullable(),
  entity_id: uuid.nullable(),
  /** Unit number, where a watched load has it; null otherwise. */
  name: z.string().nullable(),
  rest_api_count: z.number().int(),
  webhook_count: z.number().int(),
  /** In its latest month. */
  is_active: z.boolean().nullable(),
  /** Months with a row. */
  months: z.number().int(),
  first_call_in_month: dateTime.nullable(),
  latest_call_in_month: dateTime.nullable(),
});
export type UsageEntity = z.infer<typeof usageEntity>;
/** The entities behind a bar, the most called, and those still called though inactive: the same list, asked for differently. */
export const usageEntities = z.object({
  items: z.array(usageEntity),
  total: z.number().int(),
  state: z.enum(['complete', 'partial', 'missing']),
});

/** Columns of the CSV, as the rows have them. */
export const USAGE_CSV_COLUMNS = [
  'usage_month',
  'entity_type',
  'entity_id',
  'is_active',
  'rest_api_count',
  'webhook_count',
  'first_call_in_month',
  'latest_call_in_month',
  'created_at',
  'updated_at',
  'partner_id',
  'id',
] as const;
