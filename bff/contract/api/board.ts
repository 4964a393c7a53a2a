/**
 * The board: watched loads, their latest data and the stream of changes. Our own API. Load tracking fields are at the top level
 * of each item under their original names.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { loadTracking, trackingHealth } from '../loads.ts';
import { unreadValue } from '../unread.ts';
import { loadMonitor } from './load-monitor.ts';
import { dispatcherEta, lastCall, loadTriage } from './load-triage.ts';
import { PHONE_MAX, phone } from './phone.ts';
import { possibleDelivery, predictedArrival } from './predicted-arrival.ts';
import { ARCHIVE_REASONS } from './url-enums.ts';

/** Why the last read of a load failed. Implies nothing about the truck. */
export const readError = z.object({
  /** HTTP status of the service; null when it did not respond. */
  status: z.number().int().nullable(),
  kind: z.string(),
  /** One sentence for people. */
  message: z.string(),
  /** Time of the first failure since the last success. */
  since: dateTime,
});
export type ReadError = z.infer<typeof readError>;

/**
 * A position in words, computed offline: "12 mi W of Amarillo, TX" is { distance_meters: 19312, direction: 'W', name: 'Amarillo',
 * region: 'TX' }.
 */
export const place = z.object({
  name: z.string(),
  /** State or province code, or the country's name where there is none. */
  region: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** From the city center to the position. */
  distance_meters: z.number().min(0),
  /** Direction from the city to the position; null inside the city. */
  direction: z.enum(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']).nullable(),
});
export type Place = z.infer<typeof place>;

/** Movement derived from our recorded positions; the service does not report it. */
export const motion = z.object({
  /** Null until two positions are known. */
  moving: z.boolean().nullable(),
  /** Direction of the last movement, degrees clockwise from north. */
  bearing_degrees: z.number().nullable(),
  /** Mean speed between the last two positions, meters per second. */
  speed_mps: z.number().nullable(),
  /** Time of the last position that differed from the previous one. */
  last_moved_at: dateTime.nullable(),
});
export type Motion = z.infer<typeof motion>;

/** Whether truck identifiers were sent with a load, which the tracking response does not include. */
export const identifiersSent = z.object({
  sent: z.boolean(),
  /** Who recorded it; null when derived from an assignment (`declared` requires identifiers, `inferred` excludes them). */
  by_name: z.string().nullable(),
  at: dateTime,
});
export type IdentifiersSent = z.infer<typeof identifiersSent>;

/** From when lateness counts for this load, as the company has set it: minutes after the appointment. */
export const lateLimits = z.object({
  late: z.number().int().min(0),
  /** From here on the exception has high severity, and from `critical` on critical severity. */
  high: z.number().int().min(0),
  critical: z.number().int().min(0),
});
export type LateLimits = z.infer<typeof lateLimits>;

/** Why and when a load will be archived automatically (archive.ts). */
export const leaving = z.object({
  reason: z.enum(ARCHIVE_REASONS),
  /**
   * Time that the reason is based on: when the truck left, when the plan ended, or when the service first returned 404 for the load.
   */
  since: dateTime,
  /** When it is archived, unless new data contradicts the reason. */
  at: dateTime,
  /** The load that its truck continued with. */
  next_load: z.object({ load_id: uuid, load_ref: z.string().nullable() }).nullable(),
});
export type Leaving = z.infer<typeof leaving>;

/** A person kept the load on the board: only evidence after `at` can archive it automatically. */
export const kept = z.object({ by_name: z.string(), at: dateTime });
export type Kept = z.infer<typeof kept>;

export const identifiersRequest = z.strictObject({ sent: z.boolean() });

/** Number of the carrier, kept with a load: its fleet may be unknown, and contacts belong to fleets. */
const carrierPhone = z.object({ phone: z.string(), by_name: z.string(), at: dateTime });

export const carrierPhoneRequest = z.strictObject({ phone: z.string().trim().max(PHONE_MAX).pipe(phone) });

export const loadFleet = z.object({
  fleet_id: uuid,
  /** From the fleet's invitation; null when unknown. */
  name: z.string().nullable(),
  fleet_ref: z.string().nullable(),
});
export type LoadFleet = z.infer<typeof loadFleet>;

/** The truck that a load had before the service matched none to it: what was last known of it. */
export const lostTruck = z.object({
  vehicle: loadTracking.shape.vehicle_assignment.unwrap().shape.vehicle,
  /** The service had found it on the route of the load. */
  confirmed: z.boolean(),
  /** Of its last position; null where that was missing or doubtful. */
  seen_at: dateTime.nullable(),
  place: place.nullable(),
  /** When we noticed that it was gone. */
  lost_at: dateTime,
});

/**
 * One watched load. Before the first successful read, `load_ref` and `tracking_health` are null and `stops` is empty. Null means
 * "not read yet", unlike the service's value `unknown`.
 */
export const boardLoad = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  tracking_health: trackingHealth.nullable(),
  vehicle_assignment: loadTracking.shape.vehicle_assignment,
  last_position: loadTracking.shape.last_position,
  stops: loadTracking.shape.stops,
  /** Sequence number of the last stored change to this load; always increasing, across restarts. */
  version: z.number().int().min(0),
  watched_at: dateTime,
  /**
   * Time of the last successful read as of `version`. An unchanged response creates no new version, so a detail read may return a
   * later time.
   */
  read_at: dateTime.nullable(),
  read_error: readError.nullable(),
  /** Values of the last response that could not be read; missing when all could. */
  unread: z.array(unreadValue).nullish(),
  /** Set when the service replaced the load's vehicle, even after a period without one. A warning sign. */
  previous_vehicle_id: uuid.nullable(),
  /** When we noticed the change. */
  vehicle_changed_at: dateTime.nullable(),
  /** Null or missing while a truck is assigned, and for a load that never had one. */
  lost_truck: lostTruck.nullish(),
  /** Other watched loads assigned to the same truck while this one is under way by plan: one of them may have the wrong truck. */
  same_truck_loads: z.array(z.object({ load_id: uuid, load_ref: z.string().nullable() })),
  /** Null when unknown. */
  identifiers_sent: identifiersSent.nullable(),
  /**
   * Fleet of the assigned vehicle, or of the lost one. Load tracking does not report it, so it is learned from other data; null without
   * either or until known.
   */
  fleet: loadFleet.nullable(),
  place: place.nullable(),
  motion: motion.nullable(),
  /**
   * Set when the last position had a future time on arrival and the service reported `unknown`: how far its time was ahead, in
   * seconds. The device clock is wrong, so the position's age stays unknown even after that time has passed.
   */
  clock_ahead_seconds: z.number().int().min(1).nullish(),
  /** Set when its newest position was sent long after its time, and when it came: pings arrive late rather than not at all. */
  pings_delayed: z.object({ seconds: z.number().int().min(1), at: dateTime }).nullish(),
  /** Typical seconds between its positions in its current state of motion, from our records; missing until known. */
  usual_gap_seconds: z.number().int().min(1).nullish(),
  /** The monitor that supplies actual times: the active one, otherwise the latest; null without a monitor. */
  monitor: loadMonitor.nullable(),
  /**
   * IANA zones of its stops by their `sequence`, in which docks agree on appointments; without stops whose place is unknown. Missing
   * when none is known, and from a server of an earlier version. No default: a change event without it would get one, too.
   */
  stop_zones: z.record(z.string(), z.string()).nullish(),
  /** For the next stop and the destination where they can be predicted; null: unknown. */
  predicted_arrivals: z.array(predictedArrival),
  /** Missing while the defaults apply (company.ts). */
  late_limits: lateLimits.nullish(),
  /** Missing when nothing indicates a delivery. */
  possible_delivery: possibleDelivery.nullish(),
  /**
   * When its truck can be at its last stop at the earliest, at 75 mph from its last position; only while that is too late for the
   * appointment, and null or missing otherwise.
   */
  no_arrival_before: dateTime.nullish(),
  /** Null when no automatic archiving is due. */
  leaving: leaving.nullable(),
  /** Null when nobody requested it. */
  kept: kept.nullable(),
  /** Missing when nobody has added one. */
  carrier_phone: carrierPhone.nullish(),
  /** Owner and handling of its exception; null without an exception. */
  triage: loadTriage.nullable(),
  /** Also without an exception; missing before the first call. */
  last_call: lastCall.nullish(),
  /** Missing without one, and once the truck has reached the stop or was replaced. It outranks our estimate until `at` has passed. */
  dispatcher_eta: dispatcherEta.nullish(),
});
export type BoardLoad = z.infer<typeof boardLoad>;

/** Polling backlog: reads that are due are waiting. */
export const behind = z.object({
  /** How far the most overdue load is past its scheduled read. */
  seconds: z.number().int().min(0),
  /** Calls per minute that the tracking service allows, as measured. */
  allowed_per_minute: z.number().int().min(0),
  /**
   * Calls per minute needed to keep all watched loads up to date. If this exceeds `allowed_per_minute`, the rate limit is the
   * cause and the backlog will not clear by itself.
   */
  needed_per_minute: z.number().int().min(0),
  /** Seconds between two updates of a load at this pace. Missing from a server of an earlier version. */
  every_seconds: z.number().int().min(0).nullish(),
  /** The same for loads that are new, late or near a stop. */
  urgent_every_seconds: z.number().int().min(0).nullish(),
});

/** State of our reads from the service, the same for all users. */
export const serviceStatus = z.object({
  /**
   * `starting`: nothing read yet; `paused`: rate limited (429); `down`: no response or 5xx; `unauthorized`: our credentials are
   * rejected.
   */
  state: z.enum(['starting', 'ok', 'paused', 'down', 'unauthorized']),
  since: dateTime,
  /** One sentence for people; null when ok. */
  message: z.string().nullable(),
  /** When we retry or may resume. */
  retry_at: dateTime.nullable(),
  last_success_at: dateTime.nullable(),
  loads_watched: z.number().int(),
  /** Calls to the service in the last 60 s, by polling and people together. */
  calls_last_minute: z.number().int(),
  /** Oldest last successful read on the board; null when a load was never read. */
  oldest_read_at: dateTime.nullable(),
  /** Null while every load is read on time, and while `state` already explains why none is. */
  behind: behind.nullable(),
  /** Set while this server's database is unavailable: nothing is saved, and no new data arrive, whatever `state` says. */
  store_outage: z.object({ since: dateTime, reason: z.string() }).nullable(),
  /** The server's clock, so that a wrong browser clock does not distort ages. */
  server_time: dateTime,
});
export type ServiceStatus = z.infer<typeof serviceStatus>;

export const boardLoads = z.object({
  items: z.array(boardLoad),
  /** Open the stream with this value as `?last_event_id=` to miss no change. */
  version: z.number().int(),
  status: serviceStatus,
  /** How many `items` there will be: loads with an exception come first. Missing from a server of an earlier version. */
  total: z.number().int().min(0).nullish(),
});
export type BoardLoads = z.infer<typeof boardLoads>;

/** The load with data that changes too often for the stream. */
export const boardLoadDetail = boardLoad.extend({
  next_read_at: dateTime.nullable(),
  /** Our own records, oldest first: at most the newest 500. */
  trail: z.array(z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime })),
});
export type BoardLoadDetail = z.infer<typeof boardLoadDetail>;

/** The service's last response for a load, without secrets; null before the first one. */
export const rawLoad = z.object({ raw: z.unknown() });

export const MAX_WATCHED_LOADS_PER_REQUEST = 1000;

/** Accepts a single id or a list. */
export const watchRequest = z.union([
  z.strictObject({ load_id: uuid }).transform(({ load_id }) => ({ load_ids: [load_id] })),
  z.strictObject({ load_ids: z.array(uuid).min(1).max(MAX_WATCHED_LOADS_PER_REQUEST) }),
]);

export const watchResult = z.object({
  items: z.array(boardLoad),
  added: z.number().int(),
  already_watched: z.number().int(),
});

/**
 * `GET /api/events`, server-sent events; each stream receives those that its person may read (stream-events.ts).
 * - `change` (with id): each item holds `load_id`, `version` and only the top-level fields that differ; after a reconnect with
 *   `Last-Event-ID`, complete items, each load once. `removed` lists loads no longer watched.
 * - `reset` (with id): the given id is unknown or too old; fetch `GET /api/loads` again.
 * - `status` (no id): see `serviceStatus`.
 * - `monitors`, `invitations`, `agreements`, `operations`, `bulk`, `archived`, `load_lists`, `views` (no id): see the files of these names.
 * - `presence` (no id): see presence.ts.
 * - `session_ended` (no id): sign in again; the stream closes. `reason` is a sentence for the person, or null.
 */
export const changeEvent = z.object({
  items: z.array(boardLoad.partial().required({ load_id: true, version: true })),
  removed: z.array(uuid),
});
export type ChangeEvent = z.infer<typeof changeEvent>;
export const resetEvent = z.object({ reason: z.string(), version: z.number().int() });
export type ResetEvent = z.infer<typeof resetEvent>;
