/** Usage, aggregated by the server from the service's rows. Our own API. */
import { z } from 'zod';
import { calendarDate, dateTime, MAX_REFERENCE_CHARS, queryBoolean, uuid } from '../common.ts';
import { unreadRows } from '../unread.ts';
import { listImport } from './list-import.ts';
import { USAGE_ENTITY_SORTS, usageMonth } from './url-enums.ts';

export const USAGE_MONTHS_MAX = 120;
/**
 * How long after a month's end (UTC) its rows can still change, because of late counts and clock differences. Until then the
 * month is imported again after `USAGE_OPEN_FRESH_MS`; afterward once more and then stored permanently.
 */
export const USAGE_CLOSED_AFTER_MS = 48 * 3600_000;
/** How long an import of a month that is not final counts as fresh. */
export const USAGE_OPEN_FRESH_MS = 5 * 60_000;
/** Minimum part of a month before totals are estimated. */
export const USAGE_ESTIMATE_AFTER_MS = 24 * 3600_000;

const range = {
  /** First month, inclusive. */
  from_month: usageMonth,
  /** Last month, inclusive. */
  to_month: usageMonth,
  /** Another partner: requires the right `administer`, and that the service accepts the caller as its own administrator. */
  partner_id: uuid.optional(),
};
const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
/** Checks the order and length of the range. */
function withMonthRange<T extends z.ZodObject<typeof range>>(schema: T): T {
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

/** Imports missing months. `again`: also imports existing months again. */
export const usageImportRequest = withMonthRange(
  z.strictObject({ ...range, again: z.boolean().default(false) }),
);
export type UsageImportRequest = z.infer<typeof usageImportRequest>;

export const usageSummaryQuery = withMonthRange(
  z.strictObject({ ...range, entity_type: z.string().min(1).max(MAX_REFERENCE_CHARS).optional() }),
);
export type UsageSummaryQuery = z.infer<typeof usageSummaryQuery>;

/** Totals of all entities of one type in one month. */
export const usageCounts = z.object({
  /** As named by the service; null when the row has none. */
  entity_type: z.string().nullable(),
  /** Entities with a row. */
  entities: z.number().int(),
  /** Of these, entities that the service marks active. */
  active_entities: z.number().int(),
  /** Of these, inactive entities with calls or deliveries. */
  inactive_called: z.number().int(),
  rest_api_count: z.number().int(),
  webhook_count: z.number().int(),
});
export type UsageCounts = z.infer<typeof usageCounts>;

export const usageSummaryMonth = z.object({
  /** First day, as in the rows: `2026-11-01`. */
  usage_month: calendarDate,
  /** `missing`: never imported; `partial`: some rows are missing. Neither may be shown as complete. */
  state: z.enum(['complete', 'partial', 'missing']),
  /** The month has not ended, so counts will still grow. */
  open: z.boolean(),
  /** Imported for the last time. */
  closed: z.boolean(),
  /** When its first page was read. */
  read_at: dateTime.nullable(),
  rows_read: z.number().int(),
  rows_total: z.number().int().nullable(),
  /** Unreadable rows are in no count; an unreadable count is treated as 0. */
  unread: unreadRows,
  /** By entity type. Also empty for a month without rows. */
  items: z.array(usageCounts),
  /**
   * For the open month once complete: counts so far divided by the elapsed share of the month at `as_of`, as integers. Assumes
   * that the rest of the month resembles the elapsed part. Null during the first 24 hours.
   */
  estimate: z
    .object({
      as_of: dateTime,
      /** Elapsed share of the month, 0 to 1. */
      passed: z.number(),
      items: z.array(usageCounts.pick({ entity_type: true, rest_api_count: true, webhook_count: true })),
    })
    .nullable(),
  /**
   * Usage caused by this dashboard. `calls`: requests sent by this server, by endpoint. `entity_calls`: how often responses named
   * an entity of the type, which is what the service may have counted as REST calls; its actual rule is unknown. Null for months
   * before this server started counting.
   */
  own: z
    .object({
      since: dateTime,
      calls: z.number().int(),
      endpoints: z.array(z.object({ name: z.string(), calls: z.number().int() })),
      entity_calls: z.array(z.object({ entity_type: z.string(), entity_calls: z.number().int() })),
      /** Webhook deliveries received here and still stored. */
      deliveries: z.number().int(),
    })
    .nullable(),
});
export type UsageSummaryMonth = z.infer<typeof usageSummaryMonth>;

/** Imported data. Makes no calls to the service. */
export const usageSummary = z.object({
  partner_id: uuid.nullable(),
  /** The lowest state of all months. */
  state: z.enum(['complete', 'partial', 'missing']),
  /** Every month is complete, and those that are not final were imported within the last five minutes. */
  fresh: z.boolean(),
  /** Every month of the range, oldest first. */
  months: z.array(usageSummaryMonth),
  /** Types in the range regardless of the filter, for the picker. */
  entity_types: z.array(z.string()),
  /** Running import of the same partner, for this or another range. */
  list_import: listImport.nullable(),
});
export type UsageSummary = z.infer<typeof usageSummary>;

export const usageEntitiesQuery = withMonthRange(
  z.strictObject({
    ...range,
    entity_type: z.string().min(1).max(MAX_REFERENCE_CHARS).optional(),
    is_active: queryBoolean.optional(),
    sort_by: z.enum(USAGE_ENTITY_SORTS).default('total'),
    sort_order: z.enum(['asc', 'desc']).default('desc'),
    offset: z.coerce.number().int().min(0).default(0),
    size: z.coerce.number().int().min(1).max(500).default(50),
  }),
);
export type UsageEntitiesQuery = z.infer<typeof usageEntitiesQuery>;

/** Totals of one entity over the range. */
export const usageEntity = z.object({
  entity_type: z.string().nullable(),
  entity_id: uuid.nullable(),
  /** Unit number, if a watched load has it. */
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
/** Used for the entities of a bar, the most called ones, and inactive ones that are still called. */
export const usageEntities = z.object({
  items: z.array(usageEntity),
  total: z.number().int(),
  state: z.enum(['complete', 'partial', 'missing']),
});

/** CSV columns, named as in the rows. */
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
