/**
 * Outgoing webhooks: events about loads that Waypost sends to other systems, such as a TMS. Our own API, for administrators.
 * Format and signature match the default assumptions about the tracking service's events (`webhooks` in assumptions.ts) but
 * ignore the operator's overrides, so that correcting a name of the tracking service does not break receivers.
 */
import { z } from 'zod';
import { dateTime, latitude, longitude, pageSize, uuid } from '../common.ts';
import { loadFleet } from './board.ts';
import { owner } from './load-triage.ts';
import { machineException } from './machine.ts';
import { OBSERVED_BY } from './monitors.ts';
import { TRIAGE_EVENTS } from './triage.ts';

/** Events that a webhook can subscribe to. */
export const OUTGOING_EVENTS = [
  'exception.opened',
  'exception.changed',
  'exception.closed',
  'stop.arrived',
  'stop.departed',
] as const;
export type OutgoingEvent = (typeof OUTGOING_EVENTS)[number];

/** Sent on request, regardless of the subscribed events. */
export const TEST_EVENT = 'webhook.test';

export const OUTGOING_SIGNATURE = {
  signature_header: 'X-Webhook-Signature',
  timestamp_header: 'X-Webhook-Timestamp',
  algorithm: 'sha256',
  encoding: 'base64',
} as const;

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

/** `POST /api/outgoing-webhooks` */
export const outgoingWebhookCreate = z.strictObject({ url, events });
export type OutgoingWebhookCreate = z.input<typeof outgoingWebhookCreate>;

/** Omitted fields stay unchanged. */
export const outgoingWebhookUpdate = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  /** False: nothing is sent, and events from this time are not sent later. */
  active: z.boolean().optional(),
});
export type OutgoingWebhookUpdate = z.input<typeof outgoingWebhookUpdate>;

export const outgoingWebhook = z.object({
  webhook_id: uuid,
  url: z.string(),
  events: z.array(z.enum(OUTGOING_EVENTS)),
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

/** An exception as of the time when the event is written, and what happened. `state` is also `closed` when its cause is gone. */
export const outgoingException = machineException.extend({
  /**
   * Null while its cause lasts. `resolved`: the cause is gone; `changed`: another cause replaced it; `left`: the load left the
   * board.
   */
  ended: z.object({ at: dateTime, as: z.enum(['resolved', 'changed', 'left']) }).nullable(),
  happened: z.object({
    kind: z.enum(TRIAGE_EVENTS),
    at: dateTime,
    /** Null when Waypost itself acted. */
    by: owner.nullable(),
    owner: owner.nullable(),
    text: z.string().nullable(),
    until: dateTime.nullable(),
    reason: z.string().nullable(),
  }),
});

/** An arrival or a departure. */
export const outgoingStop = z.object({
  monitor_id: uuid,
  monitor_name: z.string().nullable(),
  /** Watched loads linked to this monitor. */
  loads: z.array(z.object({ load_id: uuid, load_ref: z.string().nullable(), fleet: loadFleet.nullable() })),
  stop: z.object({
    sequence: z.number().int(),
    name: z.string().nullable(),
    latitude: latitude.nullable(),
    longitude: longitude.nullable(),
    planned_arrival_at: dateTime.nullable(),
    planned_departure_at: dateTime.nullable(),
  }),
  occurred_at: dateTime,
  /** `event`: reported by an event of the tracking service; `read`: by a response. */
  known_by: z.enum(OBSERVED_BY),
  /** Tracking started with the truck already there, so it may have arrived earlier. */
  at_start_of_tracking: z.boolean(),
});

export const outgoingTest = z.object({ message: z.string() });

/** Schema of the single element of `data`, by event name. */
export const OUTGOING_RECORDS = {
  'exception.opened': outgoingException,
  'exception.changed': outgoingException,
  'exception.closed': outgoingException,
  'stop.arrived': outgoingStop,
  'stop.departed': outgoingStop,
  [TEST_EVENT]: outgoingTest,
} as const satisfies Record<OutgoingEvent | typeof TEST_EVENT, z.ZodType>;
export type OutgoingEventName = keyof typeof OUTGOING_RECORDS;

export const OUTGOING_SUMMARIES: Readonly<Record<OutgoingEventName, string>> = {
  'exception.opened': 'A load needs attention, for the first time or again',
  'exception.changed': 'An exception was taken, noted, snoozed or assigned, or a snooze ended',
  'exception.closed': 'A person closed an exception, or its cause was resolved',
  'stop.arrived': 'A monitored truck arrived at a stop',
  'stop.departed': 'A monitored truck left a stop',
  'webhook.test': 'A person sent a test event. Nothing happened',
};

/** Body of a delivery. */
export const outgoingEnvelope = (event_name: OutgoingEventName) =>
  z.object({
    id: uuid,
    event_name: z.literal(event_name),
    version: z.string(),
    timestamp: dateTime,
    webhook_id: uuid,
    /** 1 for the first attempt. */
    delivery_attempt: z.number().int(),
    data: z.array(OUTGOING_RECORDS[event_name]).length(1),
  });
export const OUTGOING_VERSION = '1.0';
