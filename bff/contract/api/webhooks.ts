/** List the addresses that the tracking service sends events to, and what was delivered. Our own API, for administrators. */
import { z } from 'zod';
import { dateTime, pageQuery, uuid } from '../common.ts';
import { DELIVERY_STATES } from './words.ts';

/** Families of events, each with an address of its own, and the `callback_url` of invitations. */
export const WEBHOOK_PURPOSES = [
  'geofence_monitor',
  'resource_operation',
  'invitation',
  'share_agreement',
  'connection',
  'invitation_callback',
] as const;
export type WebhookPurpose = (typeof WEBHOOK_PURPOSES)[number];

/** Between what a delivery did at first and what it did when a person had it processed again. */
export const PROCESSED_AGAIN = '\nagain: ';

export const delivery = z.object({
  id: uuid,
  subscription_id: uuid,
  /** What the address is for: a family of events, or another use. */
  purpose: z.string(),
  /** Same for each delivery of an event; null when none could be read. */
  event_id: z.string().nullable(),
  event_name: z.string().nullable(),
  received_at: dateTime,
  /** As received, perhaps compressed. */
  bytes: z.number().int(),
  content_type: z.string().nullable(),
  content_encoding: z.string().nullable(),
  /** Time under the signature that was checked, '' when no time is signed; null when none was checked. */
  signed_at: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  /**
   * What it did, in words: `handled: ...`, `kept`, `duplicate of ...`, `malformed: ...`, why it failed, or why it is unverified. Of one
   * that was processed again the first result, PROCESSED_AGAIN and the latest.
   */
  outcome: z.string().nullable(),
  tries: z.number().int(),
  handled_at: dateTime.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** `next_page` goes into `cursor`; null on the last page. */
export const deliveryList = z.object({ items: z.array(delivery), next_page: z.string().nullable() });

export const deliveryListQuery = z.strictObject({
  state: z.enum(DELIVERY_STATES).optional(),
  /** Name of an event, or a family as `geofence_monitor.*`. */
  event: z.string().min(1).max(255).optional(),
  ...pageQuery,
});

/** With what was received, less everything that looks like a secret. Null when it is no JSON: then nothing could be taken out. */
export const deliveryDetail = delivery.extend({ body: z.unknown() });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const WEBHOOK_STATES = ['pending', 'active', 'by_hand'] as const;

export const webhookAddress = z.object({
  id: uuid,
  purpose: z.string(),
  /** `pending`: not agreed on with the service yet; `by_hand`: register `address` at the service yourself. */
  state: z.enum(WEBHOOK_STATES),
  message: z.string().nullable(),
  /** With its secret part, so only while a person has to register it. */
  address: z.string().nullable(),
  /** True when deliveries must be signed. */
  signed: z.boolean(),
  webhook_group_id: uuid.nullable(),
  created_at: dateTime,
  /** Names of events to subscribe to at the service; none for the callback of invitations. */
  event_names: z.array(z.string()),
  /** Deliveries that are kept and not handled, because they could not be verified. */
  unverified: z.object({
    count: z.number().int(),
    last_at: dateTime.nullable(),
    reason: z.string().nullable(),
  }),
  /** Deliveries that were turned away since the start of the server, such as too large ones. */
  refused: z.object({ count: z.number().int(), last_at: dateTime.nullable(), reason: z.string().nullable() }),
});
export type WebhookAddress = z.infer<typeof webhookAddress>;
export const webhookAddressList = z.object({ items: z.array(webhookAddress) });

/** What the service gave to a person who registered an address by hand. */
export const webhookRegistration = z.strictObject({
  webhook_group_id: uuid.optional(),
  /** Deliveries are checked with it from now on. */
  signing_secret: z.string().min(1).max(1024).optional(),
});

/** Verifying again what an address has kept. */
export const verifyRequest = z.strictObject({
  /** Accepts a clock that is this far off, where the signature fits. Left out, the usual tolerance counts. */
  tolerance_seconds: z.number().int().min(1).max(604_800).optional(),
});
export const verifyResult = z.object({
  verified: z.number().int(),
  unverified: z.number().int(),
  /** How far off the time is, at most, of those whose signature fits; null when there are none. */
  clock_off_seconds: z.number().int().nullable(),
});
export type VerifyResult = z.infer<typeof verifyResult>;

/** Asking the service to send the events since `from` once more; left out, since the last delivery. */
export const replayRequest = z.strictObject({ from: dateTime.optional() });
export const replayResult = z.object({
  /** False: the service does not offer it, and `message` says so. */
  requested: z.boolean(),
  from: dateTime,
  to: dateTime,
  message: z.string().nullable(),
});
export type ReplayResult = z.infer<typeof replayResult>;
