import { calendarDate } from '@waypost/contract/common';
import { z } from 'zod';
import { openId, shortText } from '../../ui/search-fields.ts';

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
  /** Only what a bulk job did to its rows. */
  job: openId,
  from: day,
  /** Included. */
  to: day,
  entry: openId,
});
export type ActivitySearch = z.output<typeof activitySearch>;
