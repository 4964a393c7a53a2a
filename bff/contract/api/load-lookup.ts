/** Finds the loads that pasted numbers and ids refer to. Our own API. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { boardLoad, MAX_WATCHED_LOADS_PER_REQUEST } from './board.ts';
import { ARCHIVE_REASONS } from './url-enums.ts';

/**
 * `on_board`: already watched; `archived`: adding it restores it; `new`: can be added; `several`: more than one load has the
 * number; `unknown`: no known load has the number, and the service cannot be queried by number.
 */
export const LOOKUP_OUTCOMES = ['new', 'on_board', 'archived', 'several', 'unknown'] as const;

export const MAX_LOOKUP_TEXT = 255;
/** Candidates per text. */
export const MAX_CANDIDATES = 5;

export const lookupRequest = z.strictObject({
  texts: z.array(z.string().trim().min(1).max(MAX_LOOKUP_TEXT)).min(1).max(MAX_WATCHED_LOADS_PER_REQUEST),
});

export const lookupCandidate = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  where: z.enum(['board', 'archive', 'posted']),
  archived_at: dateTime.nullable(),
  archived_for: z.enum(ARCHIVE_REASONS).nullable(),
  /** Loads on the board that its truck also carries by plan; missing when none is known. */
  same_truck_loads: boardLoad.shape.same_truck_loads.optional(),
});
export type LookupCandidate = z.infer<typeof lookupCandidate>;

export const lookupItem = z.object({
  text: z.string(),
  outcome: z.enum(LOOKUP_OUTCOMES),
  /** The matching load; null when it is not known. */
  load: lookupCandidate.nullable(),
  /** `several`: loads with this number; `unknown`: loads with a similar number. */
  candidates: z.array(lookupCandidate),
});
export type LookupItem = z.infer<typeof lookupItem>;

/** In the order of the request. */
export const lookupResult = z.object({ items: z.array(lookupItem) });
