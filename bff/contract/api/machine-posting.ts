/** Loads that machines post, by their own reference. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { intent } from './intents.ts';
import { problem } from './problem.ts';

/** The load that has a `load_ref`, or the request to post it. */
export const loadReference = z.object({
  load_ref: z.string(),
  /**
   * `pending`: it may have been posted, and Waypost is finding out; nothing is sent again meanwhile. `archived`: it has left the board.
   */
  state: z.enum(['on_board', 'pending', 'archived']),
  /** Null while pending. */
  load_id: uuid.nullable(),
  /** The request that posted it; null for a load that came to the board in another way. */
  intent: intent.nullable(),
});
export type LoadReference = z.infer<typeof loadReference>;

/** `unchanged`: what was sent with it is the same, or it is pending or archived. */
export const putLoad = loadReference.extend({ outcome: z.enum(['posted', 'corrected', 'unchanged']) });
export type PutLoad = z.infer<typeof putLoad>;

export const MAX_PUT_LOADS = 100;

/** Each row is checked by itself: see `problem` of its result. */
export const putLoadsRequest = z.strictObject({
  loads: z
    .array(z.unknown().meta({ $ref: '#/components/schemas/PostLoad' }))
    .min(1)
    .max(MAX_PUT_LOADS),
});

/** `failed`: nothing was changed for this row; `problem` says why. */
export const putLoadRow = z.object({
  load_ref: z.string().nullable(),
  outcome: z.enum(['posted', 'corrected', 'unchanged', 'failed']),
  state: loadReference.shape.state.nullable(),
  load_id: uuid.nullable(),
  intent: intent.nullable(),
  problem: problem.nullable(),
});
export type PutLoadRow = z.infer<typeof putLoadRow>;

/** In the order of the request. */
export const putLoadsResult = z.object({ items: z.array(putLoadRow) });
