/** The header strip: how much the fleets share with us, 2.11. Our own API. */
import { z } from 'zod';
import { dateTime } from '../common.ts';
import { overview } from '../overview.ts';

/** `GET /api/overview`, read at most once a minute for everybody. Takes the filters of 4.9. */
export const boardOverview = overview.extend({
  read_at: dateTime,
  /** Which of both addresses answered (4.9, section 9). */
  answered_by: z.enum(['successor', 'deprecated']),
});
export type BoardOverview = z.infer<typeof boardOverview>;
