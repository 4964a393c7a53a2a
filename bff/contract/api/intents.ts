/**
 * Creates records at the service so that a crash or lost response never creates two (rule 25). Our own API. Responses list their
 * fields explicitly, so that unlisted ones, above all an invitation's secrets, never reach a browser.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { monitor } from '../monitors.ts';
import { operation } from '../operations.ts';
import { boardInvitation, invitationChange } from './invitations.ts';

export const INTENT_KINDS = ['invitation', 'user', 'monitor', 'load'] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

/** `failed`: nothing was created, retrying is safe; `unknown`: the outcome is unclear, never retried automatically. */
export const INTENT_STATES = ['sending', 'done', 'failed', 'unknown'] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/**
 * Header (a UUID) that identifies an intent. A repeated value returns the outcome of the first request, which is sent again only
 * if nothing was created. Without it, every request counts as new.
 */
export const INTENT_HEADER = 'Idempotency-Key';

/** The same header for machines, which keep keys of their own. */
export const intentHeaders = z.object({
  [INTENT_HEADER]: z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(255, { error: 'must be at most 255 characters' })
    .describe(
      'Your own name for this request, any text. Sent again with the same data, it does nothing twice',
    )
    .optional(),
});

export const intent = z.object({
  id: uuid,
  kind: z.enum(INTENT_KINDS),
  state: z.enum(INTENT_STATES),
  /** `fleet_ref`, `username`, `name` or `load_ref`; null when there is none. */
  subject: z.string().nullable(),
  /** Outcome as one sentence; null when there is no problem. */
  message: z.string().nullable(),
  /** Id of the created record; null for an invitation, whose id is secret. */
  result_id: z.string().nullable(),
  service_status: z.number().int().nullable(),
  created_by_name: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  /** When the server checks again automatically; null when it does not. */
  next_check_at: dateTime.nullable(),
});
export type Intent = z.infer<typeof intent>;

/** Redacted `payload` and `logs`; `partner_ref` as the person entered it. */
export const publicOperation = z.object(operation.shape);

/** `name` as the person entered it. */
export const publicMonitor = z.object(monitor.shape);

/** Response to a create: the intent and the created record. */
export const created = <R extends z.ZodType>(result: R) =>
  z.object({
    intent,
    /** Null while the outcome is unknown, and when it was found without a response of the service. */
    result: result.nullable(),
  });
export const createdInvitation = created(boardInvitation).extend({
  /** An invitation with this fleet_ref already existed. */
  refreshed: z.boolean(),
  /** Changes made by the refresh, as far as the previous state was known. */
  changed: z.array(invitationChange),
});
export type CreatedInvitation = z.infer<typeof createdInvitation>;
export const createdUser = created(publicOperation);
export const createdMonitor = created(publicMonitor);

export const intentList = z.object({ items: z.array(intent) });
export const intentListQuery = z.strictObject({ state: z.enum(INTENT_STATES).default('unknown') });

/** `check`: query the service now. The other outcomes are recorded by a person. */
export const intentResolution = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('check') }),
  z.strictObject({ outcome: z.literal('created'), result_id: uuid.optional() }),
  z.strictObject({ outcome: z.literal('not_created') }),
]);
export type IntentResolution = z.infer<typeof intentResolution>;
