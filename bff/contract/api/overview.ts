/** The header strip: how much data fleets share with us. Our own API. */
import { z } from 'zod';
import { dateTime } from '../common.ts';
import { readOverview } from '../overview.ts';

/** Read at most once a minute for all users. Takes the service's filters. */
export const boardOverview = readOverview.extend({
  read_at: dateTime,
  /** Which of the two paths answered. */
  answered_by: z.enum(['successor', 'deprecated']),
});
export type BoardOverview = z.infer<typeof boardOverview>;
