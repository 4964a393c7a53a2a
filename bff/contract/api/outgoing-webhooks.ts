/**
 * Outgoing webhooks: events about loads that Waypost sends to other systems, such as a TMS. Our own API, for administrators.
 * Format and signature match the default assumptions about the tracking service's events (`webhooks` in assumptions.ts) but
 * ignore the operator's overrides, so that correcting a name of the tracking service does not break receivers.
 */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, pageSize, uuid } from '../common.ts';
import { OUTGOING_EVENTS } from './outgoing-events.ts';

export const OUTGOING_SIGNATURE = {
  signature_header: 'X-Webhook-Signature',
  timestamp_header: 'X-Webhook-Timestamp',
  /** The same with the secret before, while both are valid. */
  previous_header: 'X-Webhook-Signature-Previous',
  algorithm: 'sha256',
  encoding: 'base64',
} as const;

/** How long the secret before stays valid when it is replaced, unless the request says otherwise. */
export const OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

/** Least minutes between two positions of a load, and by which an estimate must move, unless the webhook says otherwise. */
export const EVENT_MINUTES = 15;
export const MAX_EVENT_MINUTES = 24 * 60;

/** Prefix of every signing secret, so that people and secret scanners recognize it. */
export const OUTGOING_SECRET_PREFIX = 'whsec_';

export const OUTGOING_WEBHOOKS_MAX = 20;

const URL_MAX = 2000;

const url = z
  .string()
  .trim()
  .max(URL_MAX, { error: `must be at most ${URL_MAX} characters` })
  .pipe(
    z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://tms.example.com/waypost' })
      .refine((text) => !/^\w+:\/\/[^/?#]*@/.test(text), {
        error: 'must not contain a username or password; verify the signature instead',
      })
      .refine((text) => !text.includes('#'), { error: 'must not contain #' }),
  );

const events = z
  .array(z.enum(OUTGOING_EVENTS))
  .min(1, { error: 'choose at least one event' })
  .max(OUTGOING_EVENTS.length)
  .transform((chosen) => OUTGOING_EVENTS.filter((event) => chosen.includes(event)));

const minutes = z.number().int().min(1).max(MAX_EVENT_MINUTES);

/** `POST /api/outgoing-webhooks` */
export const outgoingWebhookCreate = z.strictObject({
  url,
  events,
  position_minutes: minutes.default(EVENT_MINUTES),
  estimate_minutes: minutes.default(EVENT_MINUTES),
});
export type OutgoingWebhookCreate = z.input<typeof outgoingWebhookCreate>;

/** Omitted fields stay unchanged. */
export const outgoingWebhookUpdate = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  position_minutes: minutes.optional(),
  estimate_minutes: minutes.optional(),
  /** False: nothing is sent, and events from this time are not sent later. */
  active: z.boolean().optional(),
});
export type OutgoingWebhookUpdate = z.input<typeof outgoingWebhookUpdate>;

export const outgoingWebhook = z.object({
  webhook_id: uuid,
  url: z.string(),
  events: z.array(z.enum(OUTGOING_EVENTS)),
  /** Missing from a server of an earlier version, like the next two. */
  position_minutes: minutes.default(EVENT_MINUTES),
  estimate_minutes: minutes.default(EVENT_MINUTES),
  /** Until when deliveries are also signed with the secret before; null: they are not. */
  previous_secret_until: dateTime.nullable().default(null),
  created_at: dateTime,
  created_by_name: z.string(),
  /** Null while active. `by_name` null: Waypost turned it off for the given `reason`. */
  off: z.object({ at: dateTime, by_name: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  /** Since when every attempt has failed, and why the last one did; null after a success. */
  failing: z.object({ since: dateTime, problem: z.string() }).nullable(),
  last_delivered_at: dateTime.nullable(),
  waiting: z.number().int(),
  /** Next delivery attempt; null when none is waiting or the webhook is off. */
  next_try_at: dateTime.nullable(),
});
export type OutgoingWebhook = z.infer<typeof outgoingWebhook>;
export const outgoingWebhookList = z.object({ items: z.array(outgoingWebhook) });

/** The only response that contains a signing secret. */
export const outgoingWebhookWithSecret = z.object({ webhook: outgoingWebhook, secret: z.string() });
export type OutgoingWebhookWithSecret = z.infer<typeof outgoingWebhookWithSecret>;

/** Until then the secret before is valid too. */
export const replaceSecretQuery = z.strictObject({
  overlap_hours: z.coerce.number().int().min(0).max(MAX_OVERLAP_HOURS).default(OVERLAP_HOURS),
});

export const MAX_REPLAYED_EVENTS = 10_000;

/** Events that happened at or after `since` and before `until` (default: now). */
export const replayRequest = z.strictObject({
  since: dateTimeWithOffset,
  until: dateTimeWithOffset.optional(),
});

/** `events`: how many are sent again, at most 10,000. `next_since`: where to go on; null when these were all. */
export const replayResult = z.object({ events: z.number().int(), next_since: dateTime.nullable() });

/** `given_up`: attempted for a day, or must not be retried. */
export const OUTGOING_STATES = ['waiting', 'delivered', 'given_up'] as const;

export const outgoingDelivery = z.object({
  delivery_id: uuid,
  webhook_id: uuid,
  /** The same in every attempt and for every webhook, so receivers deduplicate by it. */
  event_id: uuid,
  event_name: z.string(),
  load_ref: z.string().nullable(),
  state: z.enum(OUTGOING_STATES),
  created_at: dateTime,
  tries: z.number().int(),
  last_try_at: dateTime.nullable(),
  next_try_at: dateTime.nullable(),
  /** HTTP status of the last response; null without one. */
  status: z.number().int().nullable(),
  /** Why the last attempt failed; null when it succeeded or there was none. */
  problem: z.string().nullable(),
});
export type OutgoingDelivery = z.infer<typeof outgoingDelivery>;

export const outgoingDeliveryQuery = z.strictObject({
  state: z.enum(OUTGOING_STATES).optional(),
  /** `next_page` of the previous response. */
  cursor: z.coerce.number().int().min(0).optional(),
  size: pageSize.default(25),
});

/** Newest first. Pass `next_page` as `cursor`; null on the last page. */
export const outgoingDeliveryList = z.object({
  items: z.array(outgoingDelivery),
  next_page: z.number().int().nullable(),
});

export const outgoingTry = z.object({
  at: dateTime,
  /** Until the response or failure. */
  milliseconds: z.number().int(),
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
  /** Beginning of the response body; null when empty or unreadable. */
  answer: z.string().nullable(),
});

/** With the body as of the last attempt, and the last attempts, oldest first. */
export const outgoingDeliveryDetail = outgoingDelivery.extend({
  body: z.unknown(),
  last_tries: z.array(outgoingTry),
});
export type OutgoingDeliveryDetail = z.infer<typeof outgoingDeliveryDetail>;
