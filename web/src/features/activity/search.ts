/** Search parameters of the activity log. Malformed values fall back field by field. */
import { calendarDate } from '@waypost/contract/common';
import { z } from 'zod';
import { openId, shortText } from '../../ui/search-fields.ts';

/** A day in the person's time zone. */
const day = calendarDate.optional().catch(undefined);

export const activitySearch = z.object({
  q: shortText,
  action: z
    .string()
    .regex(/^[a-z_]{1,100}$/)
    .optional()
    .catch(undefined),
  /** Includes sign-ins and sign-outs. */
  sessions: z.literal('show').optional().catch(undefined),
  from: day,
  /** Included. */
  to: day,
  /** Id of the open entry. */
  entry: openId,
});
export type ActivitySearch = z.output<typeof activitySearch>;
