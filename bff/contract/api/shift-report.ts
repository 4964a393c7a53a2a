/** What happened to exceptions in a chosen period, and who offers loads to the next shift. Our own API. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset } from '../common.ts';
import { owner } from './load-triage.ts';

/** The longest period of a report. */
export const SHIFT_REPORT_MAX_MS = 7 * 24 * 3600_000;

/** The period: from `since`, and before `until`. */
export const shiftReportQuery = z.strictObject({ since: dateTimeWithOffset, until: dateTimeWithOffset });
export type ShiftReportQuery = z.output<typeof shiftReportQuery>;

const firstAction = z.object({
  /** Exceptions that a person acted on for the first time within the period. */
  count: z.number().int(),
  /** From opening to the first action, for half of them at most, seconds; null: there is none. */
  median_s: z.number().int().nullable(),
});
export type FirstAction = z.infer<typeof firstAction>;

const causeCounts = z.object({
  /** Opened within the period. */
  opened: z.number().int(),
  /** Closed by a person within the period, not taken back. */
  closed: z.number().int(),
  /** Whose cause was gone within the period without a person having closed it. */
  ended: z.number().int(),
  /** Opened within the period, still there, and nobody has acted on it until now. */
  untouched: z.number().int(),
  first_action: firstAction,
});
export type ShiftCounts = z.infer<typeof causeCounts>;

/** `GET /api/triage/report` */
export const shiftReport = z.object({
  since: dateTime,
  until: dateTime,
  total: causeCounts,
  /** Most opened first. */
  by_cause: z.array(causeCounts.extend({ cause: z.string() })),
  /** By name. Counts are exceptions on which the person did it within the period, without what was taken back. */
  by_person: z.array(
    owner.extend({
      /** Whose owner the person changed: took, gave or released. */
      assigned: z.number().int(),
      noted: z.number().int(),
      snoozed: z.number().int(),
      closed: z.number().int(),
      first_action: firstAction,
    }),
  ),
});
export type ShiftReport = z.infer<typeof shiftReport>;

/** `GET /api/triage/offers`: who else has offered loads to the next shift that nobody has accepted. */
export const handoverOffers = z.object({
  items: z.array(
    z.object({
      owner,
      loads: z.number().int(),
      /** Of the last of them. */
      offered_at: dateTime,
    }),
  ),
});
export type HandoverOffer = z.infer<typeof handoverOffers>['items'][number];
