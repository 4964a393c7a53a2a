/**
 * Outgoing webhooks: what Waypost sends to other systems (a TMS) when something happens to a load. Our own API, for administrators.
 * Form and signature are those of the tracking service's own events (`webhooks` in assumptions.ts) and do not follow what an operator
 * overrides there: a receiver must not fail because a name of the tracking service was corrected.
 */
import { z } from 'zod';
import { dateTime, latitude, longitude, pageSize, uuid } from '../common.ts';
import { loadFleet } from './board.ts';
import { owner } from './load-triage.ts';
import { machineException } from './machine.ts';
import { OBSERVED_BY } from './monitors.ts';
import { TRIAGE_EVENTS } from './triage.ts';

/** What a webhook may ask for. */
export const OUTGOING_EVENTS = [
  'exception.opened',
  'exception.changed',
  'exception.closed',
  'stop.arrived',
  'stop.departed',
] as const;
export type OutgoingEvent = (typeof OUTGOING_EVENTS)[number];

/** Sent when somebody asks for a test, whatever the webhook has asked for. */
export const TEST_EVENT = 'webhook.test';

export const OUTGOING_SIGNATURE = {
  signature_header: 'X-Webhook-Signature',
  timestamp_header: 'X-Webhook-Timestamp',
  algorithm: 'sha256',
  encoding: 'base64',
} as const;

/** Begins every signing secret, so that a search for leaked secrets finds it, and a person knows what it is. */
export const OUTGOING_SECRET_PREFIX = 'whsec_';

/** Most webhooks of a Waypost. */
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

/** `PATCH /api/outgoing-webhooks/{webhook_id}`: what is left out stays. */
export const outgoingWebhookUpdate = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  /** False: nothing is sent, and what happens meanwhile is not sent later. */
  active: z.boolean().optional(),
});
export type OutgoingWebhookUpdate = z.input<typeof outgoingWebhookUpdate>;

export const outgoingWebhook = z.object({
  webhook_id: uuid,
  url: z.string(),
  events: z.array(z.enum(OUTGOING_EVENTS)),
  created_at: dateTime,
  created_by_name: z.string(),
  /** Null: it is on. `by_name` null: Waypost has turned it off, and `reason` says why. */
  off: z.object({ at: dateTime, by_name: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  /** Since when every try has failed, and why the last one did; null: the last one did not. */
  failing: z.object({ since: dateTime, problem: z.string() }).nullable(),
  last_delivered_at: dateTime.nullable(),
  /** Deliveries that are still to be made. */
  waiting: z.number().int(),
  /** When the next of them is tried; null: none waits, or it is off. */
  next_try_at: dateTime.nullable(),
});
export type OutgoingWebhook = z.infer<typeof outgoingWebhook>;
export const outgoingWebhookList = z.object({ items: z.array(outgoingWebhook) });

/** The only answer that holds a signing secret. */
export const outgoingWebhookWithSecret = z.object({ webhook: outgoingWebhook, secret: z.string() });
export type OutgoingWebhookWithSecret = z.infer<typeof outgoingWebhookWithSecret>;

/** `given_up`: it was tried for a day, or must not be tried again. */
export const OUTGOING_STATES = ['waiting', 'delivered', 'given_up'] as const;

export const outgoingDelivery = z.object({
  delivery_id: uuid,
  webhook_id: uuid,
  /** Same in every try of every webhook: a receiver knows a duplicate by it. */
  event_id: uuid,
  event_name: z.string(),
  load_ref: z.string().nullable(),
  state: z.enum(OUTGOING_STATES),
  created_at: dateTime,
  tries: z.number().int(),
  last_try_at: dateTime.nullable(),
  next_try_at: dateTime.nullable(),
  /** HTTP status of the last answer; null: there was none. */
  status: z.number().int().nullable(),
  /** Why the last try failed; null: it did not, or there was none. */
  problem: z.string().nullable(),
});
export type OutgoingDelivery = z.infer<typeof outgoingDelivery>;

export const outgoingDeliveryQuery = z.strictObject({
  state: z.enum(OUTGOING_STATES).optional(),
  /** `next_page` of the answer before. */
  cursor: z.coerce.number().int().min(0).optional(),
  size: pageSize.default(25),
});

/** Newest first. `next_page` goes into `cursor`; null on the last page. */
export const outgoingDeliveryList = z.object({
  items: z.array(outgoingDelivery),
  next_page: z.number().int().nullable(),
});

export const outgoingTry = z.object({
  at: dateTime,
  /** Until the answer, or until it failed. */
  milliseconds: z.number().int(),
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
  /** Beginning of the answer's body; null: it had none that can be read. */
  answer: z.string().nullable(),
});

/** With what was sent, as of the last try, and the last tries, oldest first. */
export const outgoingDeliveryDetail = outgoingDelivery.extend({
  body: z.unknown(),
  last_tries: z.array(outgoingTry),
});
export type OutgoingDeliveryDetail = z.infer<typeof outgoingDeliveryDetail>;

/** What is sent of an exception: as it is when the event is written, and what happened. `state` is `closed` when its cause is gone, too. */
export const outgoingException = machineException.extend({
  /** Null: its cause lasts. `resolved`: the cause is gone; `changed`: another took its place; `left`: the load left the board. */
  ended: z.object({ at: dateTime, as: z.enum(['resolved', 'changed', 'left']) }).nullable(),
  happened: z.object({
    kind: z.enum(TRIAGE_EVENTS),
    at: dateTime,
    /** Null: Waypost itself. */
    by: owner.nullable(),
    owner: owner.nullable(),
    text: z.string().nullable(),
    until: dateTime.nullable(),
    reason: z.string().nullable(),
  }),
});

/** What is sent of an arrival or a departure. */
export const outgoingStop = z.object({
  monitor_id: uuid,
  monitor_name: z.string().nullable(),
  /** Watched loads that this monitor is linked to. */
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
  /** `event`: an event of the tracking service said so; `read`: an answer of it. */
  known_by: z.enum(OBSERVED_BY),
  /** True: tracking began with the truck already there, so it may have come earlier. */
  at_start_of_tracking: z.boolean(),
});

export const outgoingTest = z.object({ message: z.string() });

/** What `data` holds, one of it. */
export const OUTGOING_RECORDS = {
  'exception.opened': outgoingException,
  'exception.changed': outgoingException,
  'exception.closed': outgoingException,
  'stop.arrived': outgoingStop,
  'stop.departed': outgoingStop,
  [TEST_EVENT]: outgoingTest,
} as const satisfies Record<OutgoingEvent | typeof TEST_EVENT, z.ZodType>;
export type OutgoingEventName = keyof typeof OUTGOING_RECORDS;

/** The body of a delivery. */
export const outgoingEnvelope = (event_name: OutgoingEventName) =>
  z.object({
    id: uuid,
    event_name: z.literal(event_name),
    version: z.string(),
    timestamp: dateTime,
    webhook_id: uuid,
    /** 1 at the first try. */
    delivery_attempt: z.number().int(),
    data: z.array(OUTGOING_RECORDS[event_name]).length(1),
  });
export const OUTGOING_VERSION = '1.0';
