/** The header strip: how much the fleets share with us. Our own API. */
import { z } from 'zod';
import { dateTime } from '../common.ts';
import { overview } from '../overview.ts';

/** `GET /api/overview`, read at most once a minute for everybody. Takes the service's filters. */
export const boardOverview = overview.extend({
  read_at: dateTime,
  /** Which of both addresses answered. */
  answered_by: z.enum(['successor', 'deprecated']),
});
export type BoardOverview = z.infer<typeof boardOverview>;
