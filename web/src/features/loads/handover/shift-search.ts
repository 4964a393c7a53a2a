/** Search parameters of the shift report: a number of hours until now, or a start and an end. Malformed values fall back. */
import { dateTime } from '@waypost/contract/common';
import { z } from 'zod';

export const SHIFT_HOURS = [8, 10, 12, 24, 168] as const;

export const shiftSearch = z.object({
  hours: z.coerce.number().pipe(z.literal(SHIFT_HOURS)).optional().catch(undefined),
  since: dateTime.optional().catch(undefined),
  until: dateTime.optional().catch(undefined),
});
export type ShiftSearch = z.output<typeof shiftSearch>;
