/**
 * Creating things at the service so that a crash or a lost answer never makes two (rule 25). Our own API. The answers name
 * their fields one by one: what is not named, the secrets of an invitation above all, does not reach a browser.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { monitor } from '../monitors.ts';
import { operation } from '../operations.ts';
import { boardInvitation, invitationChange } from './invitations.ts';

export const INTENT_KINDS = ['invitation', 'user', 'monitor', 'load'] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

/** `failed`: nothing was created, it may be sent again; `unknown`: nobody knows, it is never sent again by itself. */
export const INTENT_STATES = ['sending', 'done', 'failed', 'unknown'] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/**
 * Header (a uuid) that names an intent. The same one sent again is the same request: it is answered with what became of it, and
 * is carried out again only if nothing was created. Left out, every request is a request of its own.
 */
export const INTENT_HEADER = 'Idempotency-Key';

export const intent = z.object({
  id: uuid,
  kind: z.enum(INTENT_KINDS),
  state: z.enum(INTENT_STATES),
  /** `fleet_ref`, `username`, `name` or `load_ref`; null when there was none. */
  subject: z.string().nullable(),
  /** What became of it, one sentence; null while all is well. */
  message: z.string().nullable(),
  /** Identifier of what was created; null for an invitation, whose id is among its secrets. */
  result_id: z.string().nullable(),
  service_status: z.number().int().nullable(),
  created_by_name: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  /** When we search for it again by ourselves; null: we do not. */
  next_check_at: dateTime.nullable(),
});
export type Intent = z.infer<typeof intent>;

/** A resource operation; `payload` and `logs` have been redacted before. `partner_ref` as the person gave it. */
export const publicOperation = z.object(operation.shape);

/** A monitor; `name` as the person gave it. */
export const publicMonitor = z.object(monitor.shape);

/** Answer of a create: its intent, and what the service made of it. */
export const created = <R extends z.ZodType>(result: R) =>
  z.object({
    intent,
    /** Null while it is unknown, and where it was found by other means than an answer of the service. */
    result: result.nullable(),
  });
export const createdInvitation = created(boardInvitation).extend({
  /** True when an invitation of this fleet_ref was there already. */
  refreshed: z.boolean(),
  /** What the refresh has changed, as far as the state before was known here. */
  changed: z.array(invitationChange),
});
export type CreatedInvitation = z.infer<typeof createdInvitation>;
export const createdUser = created(publicOperation);
export const createdMonitor = created(publicMonitor);

export const intentList = z.object({ items: z.array(intent) });
export const intentListQuery = z.strictObject({ state: z.enum(INTENT_STATES).default('unknown') });

/** `check`: ask the service now. The other two are a person's own knowledge. */
export const intentResolution = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('check') }),
  z.strictObject({ outcome: z.literal('created'), result_id: uuid.optional() }),
  z.strictObject({ outcome: z.literal('not_created') }),
]);
export type IntentResolution = z.infer<typeof intentResolution>;
