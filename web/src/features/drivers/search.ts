import { z } from 'zod';
import { openId, shortText, sortText } from '../../ui/search-fields.ts';

/** `again`: failed and sent again since. `other`: an unknown status. */
export const SHOWS = ['failed', 'pending', 'success', 'again', 'other'] as const;
export type Show = (typeof SHOWS)[number];

export const driversSearch = z.object({
  show: z.enum(SHOWS).optional().catch(undefined),
  q: shortText,
  sort: sortText,
  operation: openId,
});
export type DriversSearch = z.output<typeof driversSearch>;

export const newDriverSearch = z.object({
  connection: openId,
  /** Operation whose data prefills the form. */
  from: openId,
});
export type NewDriverSearch = z.output<typeof newDriverSearch>;
