/** What the address of the activity log holds. Malformed values fall back, field by field. */
import { calendarDate } from '@waypost/contract/common';
import { z } from 'zod';
import { openId, shortText } from '../../ui/search-fields.ts';

/** A day of the person's zone. */
const day = calendarDate.optional().catch(undefined);

export const activitySearch = z.object({
  q: shortText,
  action: z
    .string()
    .regex(/^[a-z_]{1,100}$/)
    .optional()
    .catch(undefined),
  /** Sign-ins and sign-outs are shown too. */
  sessions: z.literal('show').optional().catch(undefined),
  from: day,
  /** This day is among them. */
  to: day,
  /** The one that is open. */
  entry: openId,
});
export type ActivitySearch = z.output<typeof activitySearch>;
