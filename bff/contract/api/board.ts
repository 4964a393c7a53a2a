/**
 * The board: watched loads, their last answers and the stream of changes. Our own API.
 * The fields of load tracking are at the top of each item under their own names.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { loadTracking, trackingHealth } from '../loads.ts';
import { unreadValue } from '../unread.ts';
import { loadMonitor } from './load-monitor.ts';
import { loadTriage } from './load-triage.ts';
import { possibleDelivery, predictedArrival } from './predicted-arrival.ts';
import { ARCHIVE_REASONS } from './words.ts';

/** Why the last read of a load failed. Says nothing about the truck. */
export const readError = z.object({
  /** Status of the service, or null when there was no answer. */
  status: z.number().int().nullable(),
  /** `unauthorized`, `forbidden`, `not_found`, `rate_limited`, `service_error`, `timeout`, `unreachable`, `unexpected_answer`, `refused` */
  kind: z.string(),
  /** One sentence for a person. */
  message: z.string(),
  /** First failure of this run of failures. */
  since: dateTime,
});
export type ReadError = z.infer<typeof readError>;

/** A position in words, worked out offline: "12 mi W of Amarillo, TX" is { distance_meters: 19312, direction: 'W', name: 'Amarillo', region: 'TX' }. */
export const place = z.object({
  name: z.string(),
  /** State or province code, or the country's name where there is none. */
  region: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** From the middle of the city to the position. */
  distance_meters: z.number().min(0),
  /** Where the position lies as seen from the city: one of eight winds; null when it is in the city. */
  direction: z.enum(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']).nullable(),
});
export type Place = z.infer<typeof place>;

/** What our own record of positions says about movement; the service says nothing. */
export const motion = z.object({
  /** Null until two positions are known. */
  moving: z.boolean().nullable(),
  /** Direction of the last movement, degrees clockwise from north. */
  bearing_degrees: z.number().nullable(),
  /** Mean speed between the last two positions, metres per second. */
  speed_mps: z.number().nullable(),
  /** Time of the last position that differed from the one before it. */
  last_moved_at: dateTime.nullable(),
});
export type Motion = z.infer<typeof motion>;

/** Whether truck identifiers were sent with a load. The tracking answer does not say it. */
export const identifiersSent = z.object({
  sent: z.boolean(),
  /** Who said so; null: known from an assignment (`declared` needs identifiers, `inferred` has none). */
  by_name: z.string().nullable(),
  at: dateTime,
});
export type IdentifiersSent = z.infer<typeof identifiersSent>;

/** Why and when a load leaves the board by itself (archive.ts). */
export const leaving = z.object({
  reason: z.enum(ARCHIVE_REASONS),
  /** What it rests on: when the truck left, when the plan ended, since when the service does not know the load. */
  since: dateTime,
  /** It leaves then, if nothing speaks against it by then. */
  at: dateTime,
  /** The load that its truck has gone on to. */
  next_load: z.object({ load_id: uuid, load_ref: z.string().nullable() }).nullable(),
});
export type Leaving = z.infer<typeof leaving>;

/** A person wants it on the board: only what happens after `at` lets it leave by itself. */
export const kept = z.object({ by_name: z.string(), at: dateTime });
export type Kept = z.infer<typeof kept>;

/** `POST /api/loads/{load_id}/identifiers` */
export const identifiersRequest = z.strictObject({ sent: z.boolean() });

/** A fleet as the rows of its loads name it. */
export const loadFleet = z.object({
  fleet_id: uuid,
  /** As its invitation has it; null: nobody has named it. */
  name: z.string().nullable(),
  /** Our own reference of it. */
  fleet_ref: z.string().nullable(),
});
export type LoadFleet = z.infer<typeof loadFleet>;

/**
 * One watched load. Before its first good read `load_ref` and `tracking_health` are null and `stops` is empty:
 * null is "we have not read it yet", which is not the service's own value `unknown`.
 */
export const boardLoad = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  tracking_health: trackingHealth.nullable(),
  vehicle_assignment: loadTracking.shape.vehicle_assignment,
  last_position: loadTracking.shape.last_position,
  stops: loadTracking.shape.stops,
  /** Number of the store's change that last touched this load; grows for ever, also across restarts. */
  version: z.number().int().min(0),
  watched_at: dateTime,
  /** Time of the last good read as of `version`; an unchanged answer makes no new version, so a detail read may have a later time. */
  read_at: dateTime.nullable(),
  read_error: readError.nullable(),
  /** Values of the last answer that could not be read; none: everything could. */
  unread: z.array(unreadValue).nullish(),
  /** The vehicle that this load had before, when the service has named another one since, even after a time without any: a warning. */
  previous_vehicle_id: uuid.nullable(),
  /** When we saw that change. */
  vehicle_changed_at: dateTime.nullable(),
  /** Other watched loads that the same truck is assigned to while this one is under way by plan: one of them may have the wrong truck. */
  same_truck_loads: z.array(z.object({ load_id: uuid, load_ref: z.string().nullable() })),
  /** Null while nobody knows. */
  identifiers_sent: identifiersSent.nullable(),
  /** Fleet of the assigned vehicle. Tracking does not say it, so it is learned; null: there is no vehicle, or its fleet is not known yet. */
  fleet: loadFleet.nullable(),
  place: place.nullable(),
  motion: motion.nullable(),
  /**
   * How far the time of its last position was ahead when that came and the service called it `unknown`, seconds: its device's clock is wrong, so
   * nobody knows how old the position is, also once that time has passed. None: it was not.
   */
  clock_ahead_seconds: z.number().int().min(1).nullish(),
  /** How often its positions usually come while it does what it did last, seconds, by our own record; none: not known yet. */
  usual_gap_seconds: z.number().int().min(1).nullish(),
  /** The monitor that gives this load its actual times: the active one, else the last; null without one. */
  monitor: loadMonitor.nullable(),
  /** At the next stop and at the destination, as far as is known; null: unknown. */
  predicted_arrivals: z.array(predictedArrival),
  /** None: nothing that was seen looks like its delivery. */
  possible_delivery: possibleDelivery.nullish(),
  /** Null: it stays. */
  leaving: leaving.nullable(),
  /** Null: nobody asked for that. */
  kept: kept.nullable(),
  /** Who has its exception, and what was done about it; null while it has none. */
  triage: loadTriage.nullable(),
});
export type BoardLoad = z.infer<typeof boardLoad>;

/** The reads that are due wait for their turn. */
export const behind = z.object({
  /** The load that has waited longest is so many seconds past its time. */
  seconds: z.number().int().min(0),
  /** Calls a minute that the tracking service lets through, as far as we have found out. */
  allowed_per_minute: z.number().int().min(0),
  /** Calls a minute that would keep all watched loads up to date. More than are allowed: the rate limit is why, and it does not pass by itself. */
  needed_per_minute: z.number().int().min(0),
});

/** State of our reading of the service, the same for everybody. */
export const serviceStatus = z.object({
  /** `ok`; `starting`: nothing read yet; `paused`: it asked us to wait (429); `down`: no answer or 5xx; `unauthorized`: our credentials are refused */
  state: z.enum(['starting', 'ok', 'paused', 'down', 'unauthorized']),
  since: dateTime,
  /** One sentence for a person, null when ok. */
  message: z.string().nullable(),
  /** When we try again, or may continue. */
  retry_at: dateTime.nullable(),
  last_success_at: dateTime.nullable(),
  loads_watched: z.number().int(),
  /** Calls to the service in the last 60 s, by pollers and people together. */
  calls_last_minute: z.number().int(),
  /** Age basis of the oldest good answer on the board; null when a load was never read. */
  oldest_read_at: dateTime.nullable(),
  /** Null while every load is read in its time, and while `state` says why none is. */
  behind: behind.nullable(),
  /** The server's clock, so that a wrong clock of the browser does not change ages. */
  server_time: dateTime,
});
export type ServiceStatus = z.infer<typeof serviceStatus>;

/** `GET /api/loads` */
export const boardLoads = z.object({
  items: z.array(boardLoad),
  /** Open the stream with `?last_event_id=` this, and nothing is missed. */
  version: z.number().int(),
  status: serviceStatus,
});
export type BoardLoads = z.infer<typeof boardLoads>;

/** `GET /api/loads/{load_id}`: the item with what is too lively for the stream. */
export const boardLoadDetail = boardLoad.extend({
  next_read_at: dateTime.nullable(),
  /** Last answer of the service as it came but for secrets, null before the first one. */
  raw: z.unknown(),
  /** Our own record, oldest first, newest 500 at most. */
  trail: z.array(z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime })),
});
export type BoardLoadDetail = z.infer<typeof boardLoadDetail>;

/** Most loads one request may add. */
export const MAX_WATCH_AT_ONCE = 1000;

/** `POST /api/loads`: one id or several. */
export const watchRequest = z.union([
  z.strictObject({ load_id: uuid }).transform(({ load_id }) => ({ load_ids: [load_id] })),
  z.strictObject({ load_ids: z.array(uuid).min(1).max(MAX_WATCH_AT_ONCE) }),
]);

/** Answer of `POST /api/loads`: 201 when at least one is new. */
export const watchResult = z.object({
  items: z.array(boardLoad),
  added: z.number().int(),
  already_watched: z.number().int(),
});

/**
 * `GET /api/events`, server-sent events.
 * - `change` (with id): what changed. Each item holds `load_id`, `version` and only the top-level fields that differ;
 *   after a reconnect with `Last-Event-ID` whole items, each load once. `removed` lists loads no longer watched.
 * - `reset` (with id): the id given is unknown or too old; fetch `GET /api/loads` again.
 * - `status` (no id): the state of our reading.
 * - `monitors`, `invitations`, `agreements`, `operations`, `bulk`, `archived`, `load_lists` (no id): see the files of these names.
 * - `session_ended` (no id): sign in again; the stream closes.
 */
export const changeEvent = z.object({
  items: z.array(boardLoad.partial().required({ load_id: true, version: true })),
  removed: z.array(uuid),
});
export type ChangeEvent = z.infer<typeof changeEvent>;
export const resetEvent = z.object({ reason: z.string(), version: z.number().int() });
export type ResetEvent = z.infer<typeof resetEvent>;
