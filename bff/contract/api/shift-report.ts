/** Exceptions of a chosen period, and loads offered to the next shift. Our own API. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset } from '../common.ts';
import { owner } from './load-triage.ts';

export const SHIFT_REPORT_MAX_MS = 7 * 24 * 3600_000;

/** `since` is inclusive, `until` is exclusive. */
export const shiftReportQuery = z.strictObject({ since: dateTimeWithOffset, until: dateTimeWithOffset });
export type ShiftReportQuery = z.output<typeof shiftReportQuery>;

const firstAction = z.object({
  /** Exceptions that a person first acted on within the period. */
  count: z.number().int(),
  /** Median seconds from opening to the first action; null when there is none. */
  median_s: z.number().int().nullable(),
});
export type FirstAction = z.infer<typeof firstAction>;

const causeCounts = z.object({
  /** Opened within the period. */
  opened: z.number().int(),
  /** Closed by a person within the period and not undone. */
  closed: z.number().int(),
  /** Nothing was wrong anymore within the period, without a person having closed it; not those that another cause has replaced. */
  ended: z.number().int(),
  /** Opened within the period, still open, and without any action so far. */
  untouched: z.number().int(),
  first_action: firstAction,
});
export type ShiftCounts = z.infer<typeof causeCounts>;

export const shiftReport = z.object({
  since: dateTime,
  until: dateTime,
  /** Since when loads have been watched; nothing is known of exceptions before. Null: no load was ever watched. */
  watched_since: dateTime.nullable().default(null),
  total: causeCounts,
  /** Most opened first. */
  by_cause: z.array(causeCounts.extend({ cause: z.string() })),
  /** By name. Counts exceptions, or loads without one, on which the person acted within the period, without undone actions. */
  by_person: z.array(
    owner.extend({
      /** The person changed the owner: took, assigned or released it. */
      assigned: z.number().int(),
      noted: z.number().int(),
      called: z.number().int(),
      snoozed: z.number().int(),
      closed: z.number().int(),
      first_action: firstAction,
    }),
  ),
});
export type ShiftReport = z.infer<typeof shiftReport>;

/** Other people's offers that nobody has accepted: first those meant for the caller, then those to whoever comes next. */
export const handoverOffers = z.object({
  items: z.array(
    z.object({
      owner,
      /** The person they are meant for; null: whoever comes next. */
      to: owner.nullable(),
      loads: z.number().int(),
      /** Time of the latest offer. */
      offered_at: dateTime,
    }),
  ),
});
export type HandoverOffer = z.infer<typeof handoverOffers>['items'][number];
