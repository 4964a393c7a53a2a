/** Which loads are meant by pasted numbers and ids. Our own API. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { boardLoad, MAX_WATCH_AT_ONCE } from './board.ts';
import { ARCHIVE_REASONS } from './words.ts';

/**
 * `on_board`: watched already; `archived`: in the archive, adding it brings it back; `new`: can be added; `several`: the number is that of more
 * than one load; `unknown`: no load of this number is known here, and the service cannot be asked by number.
 */
export const LOOKUP_OUTCOMES = ['new', 'on_board', 'archived', 'several', 'unknown'] as const;

export const MAX_LOOKUP_TEXT = 255;
/** Choices for one text: more help nobody. */
export const MAX_CANDIDATES = 5;

/** `POST /api/loads/lookup` */
export const lookupRequest = z.strictObject({
  texts: z.array(z.string().trim().min(1).max(MAX_LOOKUP_TEXT)).min(1).max(MAX_WATCH_AT_ONCE),
});

export const lookupCandidate = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  where: z.enum(['board', 'archive', 'posted']),
  archived_at: dateTime.nullable(),
  archived_for: z.enum(ARCHIVE_REASONS).nullable(),
  /** Loads of the board that its truck carries at the same time by plan; none: nobody knows of any. */
  same_truck_loads: boardLoad.shape.same_truck_loads.optional(),
});
export type LookupCandidate = z.infer<typeof lookupCandidate>;

export const lookupItem = z.object({
  text: z.string(),
  outcome: z.enum(LOOKUP_OUTCOMES),
  /** The load that is meant; null when that is not known. */
  load: lookupCandidate.nullable(),
  /** `several`: the loads of this number; `unknown`: loads whose number looks like it. */
  candidates: z.array(lookupCandidate),
});
export type LookupItem = z.infer<typeof lookupItem>;

/** In the order of the request. */
export const lookupResult = z.object({ items: z.array(lookupItem) });
