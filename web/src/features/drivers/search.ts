/** What the addresses of driver users and operations hold. Malformed values fall back, field by field. */
import { z } from 'zod';
import { openId, shortText, sortText } from '../../ui/search-fields.ts';

/** `again`: failed, and sent again since. `other`: a status that nobody knows. */
export const SHOWS = ['failed', 'pending', 'success', 'again', 'other'] as const;
export type Show = (typeof SHOWS)[number];

export const driversSearch = z.object({
  show: z.enum(SHOWS).optional().catch(undefined),
  q: shortText,
  /** Absent: newest first. */
  sort: sortText,
  /** The operation that is open. */
  operation: openId,
});
export type DriversSearch = z.output<typeof driversSearch>;

export const newDriverSearch = z.object({
  /** Chosen in the form at the beginning. */
  connection: openId,
  /** Operation whose data it begins from. */
  from: openId,
});
export type NewDriverSearch = z.output<typeof newDriverSearch>;
