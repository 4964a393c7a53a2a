/** Addresses to which the tracking service sends events, and received deliveries. Our own API, for administrators. */
import { z } from 'zod';
import { dateTime, pageQuery, uuid } from '../common.ts';
import { DELIVERY_STATES } from './url-enums.ts';

/** Each event family has its own address, and so has the `callback_url` of invitations. */
export const WEBHOOK_PURPOSES = [
  'geofence_monitor',
  'resource_operation',
  'invitation',
  'share_agreement',
  'connection',
  'invitation_callback',
] as const;
export type WebhookPurpose = (typeof WEBHOOK_PURPOSES)[number];

/** Separates the first result from the latest one after a person processed the delivery again. */
export const PROCESSED_AGAIN = '\nagain: ';

export const delivery = z.object({
  id: uuid,
  subscription_id: uuid,
  /** Purpose of the address: an event family or another use. */
  purpose: z.string(),
  /** The same for each delivery of an event; null when unreadable. */
  event_id: z.string().nullable(),
  event_name: z.string().nullable(),
  /** What it is about, in names that people know; null when it names nothing but ids. */
  subject: z.string().nullable().default(null),
  received_at: dateTime,
  /** As received, possibly compressed. */
  bytes: z.number().int(),
  content_type: z.string().nullable(),
  content_encoding: z.string().nullable(),
  /** Signed time that was verified; '' when the signature covers no time; null when nothing was verified. */
  signed_at: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  /**
   * Outcome in words: `handled: ...`, `kept`, `duplicate of ...`, `malformed: ...`, why it failed, or why it is unverified. After
   * processing again: the first result, PROCESSED_AGAIN and the latest.
   */
  outcome: z.string().nullable(),
  tries: z.number().int(),
  handled_at: dateTime.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** Pass `next_page` as `cursor`; null on the last page. */
export const deliveryList = z.object({
  items: z.array(delivery),
  next_page: z.string().nullable(),
  /** Deliveries by state, with the first page, whatever state is asked for. A state without deliveries is left out. */
  counts: z.partialRecord(z.enum(DELIVERY_STATES), z.number().int()).nullable().default(null),
});

export type DeliveryList = z.infer<typeof deliveryList>;

export const deliveryListQuery = z.strictObject({
  state: z.enum(DELIVERY_STATES).optional(),
  /** An event name, or a family such as `geofence_monitor.*`. */
  event: z.string().min(1).max(255).optional(),
  ...pageQuery,
});

/** With the received body, redacted. Null when it is not JSON and so cannot be redacted. */
export const deliveryDetail = delivery.extend({ body: z.unknown() });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const WEBHOOK_STATES = ['pending', 'active', 'by_hand'] as const;

export const webhookAddress = z.object({
  id: uuid,
  purpose: z.string(),
  /** `pending`: not yet set up at the service; `by_hand`: register `address` at the service manually. */
  state: z.enum(WEBHOOK_STATES),
  message: z.string().nullable(),
  /** Contains a secret, so it is only set while a person must register it. */
  address: z.string().nullable(),
  /** Deliveries must be signed. */
  signed: z.boolean(),
  webhook_group_id: uuid.nullable(),
  created_at: dateTime,
  /** Event names to subscribe to at the service; empty for the invitation callback. */
  event_names: z.array(z.string()),
  /** Stored but unprocessed deliveries that could not be verified. */
  unverified: z.object({
    count: z.number().int(),
    last_at: dateTime.nullable(),
    reason: z.string().nullable(),
  }),
  /** Deliveries rejected since the server started, such as oversized ones. */
  refused: z.object({ count: z.number().int(), last_at: dateTime.nullable(), reason: z.string().nullable() }),
});
export type WebhookAddress = z.infer<typeof webhookAddress>;
export const webhookAddressList = z.object({ items: z.array(webhookAddress) });

/** The service's response to a manual registration. What is omitted stays unchanged. */
export const webhookRegistration = z.strictObject({
  webhook_group_id: uuid.optional(),
  /** Used to verify deliveries from now on. Null: they are no longer verified. */
  signing_secret: z.string().min(1).max(1024).nullable().optional(),
});

/** Verifies the stored deliveries of an address again. */
export const verifyRequest = z.strictObject({
  /** Accepts clocks that are this far off, if the signature is valid. Default: the configured tolerance. */
  tolerance_seconds: z.number().int().min(1).max(604_800).optional(),
});
export const verifyResult = z.object({
  verified: z.number().int(),
  unverified: z.number().int(),
  /** Largest clock difference among deliveries with a valid signature; null when there are none. */
  clock_off_seconds: z.number().int().nullable(),
});
export type VerifyResult = z.infer<typeof verifyResult>;

/** Requests redelivery of events since `from`; default: since the last delivery. */
export const replayRequest = z.strictObject({ from: dateTime.optional() });
export const replayResult = z.object({
  /** False when the service does not support it; `message` explains. */
  requested: z.boolean(),
  from: dateTime,
  to: dateTime,
  message: z.string().nullable(),
});
export type ReplayResult = z.infer<typeof replayResult>;
