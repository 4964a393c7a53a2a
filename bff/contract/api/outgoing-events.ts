/** Events that Waypost sends to other systems: their names, what they mean, and the record of each. */
import { z } from 'zod';
import { dateTime, latitude, longitude, uuid } from '../common.ts';
import { loadFleet, place } from './board.ts';
import { owner } from './load-triage.ts';
import { machineException } from './machine.ts';
import { OBSERVED_BY } from './monitors.ts';
import { TRIAGE_EVENTS } from './triage.ts';
import { ARCHIVE_REASONS } from './url-enums.ts';

/** Events that a webhook can subscribe to. */
export const OUTGOING_EVENTS = [
  'exception.opened',
  'exception.changed',
  'exception.closed',
  'stop.arrived',
  'stop.departed',
  'load.posted',
  'load.delivered',
  'load.archived',
  'load.removed',
  'load.restored',
  'estimate.moved',
  'position.reported',
  'invitation.opened',
  'invitation.accepted',
  'invitation.declined',
  'invitation.expiring',
  'agreement.ending',
  'agreement.ended',
] as const;
export type OutgoingEvent = (typeof OUTGOING_EVENTS)[number];

/** Sent on request, regardless of the subscribed events. */
export const TEST_EVENT = 'webhook.test';

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

const ofLoad = { load_id: uuid, load_ref: z.string().nullable(), fleet: loadFleet.nullable() };

/** A load that was posted to the tracking service by Waypost, for a person or a machine. */
export const outgoingPosted = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  posted_at: dateTime,
  posted_by_name: z.string(),
});

/** `at`: when it was delivered. `next_load`: presumed, because its truck carries another load. */
export const outgoingDelivered = z.object({
  ...ofLoad,
  at: dateTime,
  reason: z.enum(['monitor_completed', 'left_destination', 'next_load']),
});

/** A load that has left the board. */
export const outgoingLeft = z.object({
  ...ofLoad,
  reason: z.enum(ARCHIVE_REASONS),
  /** Time that the reason is based on; null when somebody removed it. */
  since: dateTime.nullable(),
  archived_at: dateTime,
  /** Null: Waypost. */
  archived_by_name: z.string().nullable(),
});

/** A load that is back on the board from the archive. */
export const outgoingRestored = z.object({
  ...ofLoad,
  restored_at: dateTime,
  restored_by_name: z.string(),
});

/** Four of five arrivals are meant to be between `from` and `to`. */
const estimate = z.object({ from: dateTime, likely: dateTime, to: dateTime });

export const outgoingEstimate = z.object({
  ...ofLoad,
  stop: z.object({ sequence: z.number().int(), name: z.string().nullable() }),
  estimate,
  /** The likely arrival of the last such event for this webhook; null: the first one. */
  before: dateTime.nullable(),
});

export const outgoingPosition = z.object({
  ...ofLoad,
  latitude,
  longitude,
  occurred_at: dateTime,
  place: place.nullable(),
  vehicle_id: uuid.nullable(),
});

/** `at`: when it happened, or for `expiring`, when it expires. */
export const outgoingInvitation = z.object({
  invitation_key: uuid,
  fleet_ref: z.string().nullable(),
  fleet_name: z.string().nullable(),
  at: dateTime,
});

/** `at`: when sharing ends or has ended; null: unknown. */
export const outgoingAgreement = z.object({
  agreement_id: uuid,
  fleet_id: uuid.nullable(),
  fleet_ref: z.string().nullable(),
  /** Of the agreement, such as active, ended or cancelled. */
  state: z.string(),
  at: dateTime.nullable(),
});

export const outgoingTest = z.object({ message: z.string() });

/** Schema of the single element of `data`, by event name. */
export const OUTGOING_RECORDS = {
  'exception.opened': outgoingException,
  'exception.changed': outgoingException,
  'exception.closed': outgoingException,
  'stop.arrived': outgoingStop,
  'stop.departed': outgoingStop,
  'load.posted': outgoingPosted,
  'load.delivered': outgoingDelivered,
  'load.archived': outgoingLeft,
  'load.removed': outgoingLeft,
  'load.restored': outgoingRestored,
  'estimate.moved': outgoingEstimate,
  'position.reported': outgoingPosition,
  'invitation.opened': outgoingInvitation,
  'invitation.accepted': outgoingInvitation,
  'invitation.declined': outgoingInvitation,
  'invitation.expiring': outgoingInvitation,
  'agreement.ending': outgoingAgreement,
  'agreement.ended': outgoingAgreement,
  [TEST_EVENT]: outgoingTest,
} as const satisfies Record<OutgoingEvent | typeof TEST_EVENT, z.ZodType>;
export type OutgoingEventName = keyof typeof OUTGOING_RECORDS;

export const OUTGOING_SUMMARIES: Readonly<Record<OutgoingEventName, string>> = {
  'exception.opened': 'A load needs attention, for the first time or again',
  'exception.changed': 'An exception was taken, noted, snoozed or assigned, or a snooze ended',
  'exception.closed': 'A person closed an exception, or its cause was resolved',
  'stop.arrived': 'A monitored truck arrived at a stop',
  'stop.departed': 'A monitored truck left a stop',
  'load.posted': 'Waypost posted a load to the tracking service',
  'load.delivered': 'A load was delivered, or its truck went on with another load',
  'load.archived': 'Waypost moved a load from the board to the archive',
  'load.removed': 'A person or a machine removed a load from the board',
  'load.restored': 'A person or a machine put a load back on the board, from the archive',
  'estimate.moved':
    'The likely arrival at a stop moved by at least estimate_minutes, or is known for the first time',
  'position.reported': 'A truck reported a position, at least position_minutes after the one before',
  'invitation.opened': 'A fleet opened the link of its invitation',
  'invitation.accepted': 'A fleet accepted its invitation',
  'invitation.declined': 'A fleet declined its invitation',
  'invitation.expiring': 'An invitation without an answer expires within a day',
  'agreement.ending': 'A fleet stops sharing its data within a week',
  'agreement.ended': 'A fleet no longer shares its data',
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
    /** 1 for the first attempt; counts on when a person sends the event again. */
    delivery_attempt: z.number().int(),
    data: z.array(OUTGOING_RECORDS[event_name]).length(1),
  });
export const OUTGOING_VERSION = '1.0';
