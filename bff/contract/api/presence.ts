/** Presence: who has a load open, and who is calling its carrier now. Our own API; kept in memory only. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

/** A page renews its presence this often while it is visible. */
export const PRESENCE_RENEWAL_MS = 30_000;
/** Presence ends after this time without renewal. */
export const PRESENCE_SILENCE_MS = 75_000;

export const presenceRequest = z.strictObject({
  /** The page, so that two tabs of a session do not end each other's presence. */
  tab: uuid.optional(),
  /** Null: the page shows no load anymore. */
  load_id: uuid.nullable(),
  calling: z.boolean(),
});
export type PresenceRequest = z.output<typeof presenceRequest>;

/** One person at one load. */
export const presenceItem = z.object({
  sub: z.string(),
  name: z.string(),
  load_id: uuid,
  calling: z.boolean(),
  /** Since when the person has it open, or is calling. */
  since: dateTime,
});
export type PresenceItem = z.infer<typeof presenceItem>;

/** Event `presence` of the stream: everybody, when the stream opens and after each change. */
export const presenceEvent = z.object({ items: z.array(presenceItem) });
