/**
 * Monitors as Waypost knows them: what the service said in answers, reads and events, merged into one
 * state that does not depend on their order or number, and what we keep beside it. Our own API.
 */
import { z } from 'zod';
import { dateTime, latitude, longitude, pageQuery, uuid } from '../common.ts';
import { MONITOR_NAME_MAX, type MONITOR_STATUSES, monitorCreate, monitorStatus } from '../monitors.ts';
import { place } from './board.ts';

/** Most stops between origin and destination that the builder and our server take; the service names no limit. */
export const MONITOR_STOPS_MAX = 200;

/** What we keep about a stop of a monitor; the service has no place for it. Sequence 0 is the origin. */
export const monitorStopAbout = z.strictObject({
  sequence: z.number().int().min(0),
  name: z.string().trim().max(MONITOR_NAME_MAX).nullable().default(null),
  /** Site of the book that the circle was taken from: its free time and rate count. */
  site_id: uuid.nullable().default(null),
  /** Stop of the load that this circle watches. */
  load_stop_sequence: z.number().int().min(0).nullable().default(null),
  planned_arrival_at: dateTime.nullable().default(null),
  planned_departure_at: dateTime.nullable().default(null),
});
export type MonitorStopAbout = z.infer<typeof monitorStopAbout>;

export const monitorAbout = z.strictObject({
  /** The load that it was created from. */
  load_id: uuid.nullable().default(null),
  stops: z
    .array(monitorStopAbout)
    .max(MONITOR_STOPS_MAX + 2)
    .default([]),
});

/** Body of `POST /api/monitors`: the service's body, and what stays here. */
export const monitorCommand = monitorCreate.safeExtend({ about: monitorAbout.optional() });
export type MonitorCommand = z.infer<typeof monitorCommand>;

/** How a time at a stop is known. */
export const OBSERVED_BY = ['event', 'read'] as const;

export const boardMonitorStop = z.object({
  sequence: z.number().int(),
  /** The service's own id, null before it gave one. */
  id: uuid.nullable(),
  name: z.string().nullable(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  radius_meters: z.number().nullable(),
  arrived_at: dateTime.nullable(),
  departed_at: dateTime.nullable(),
  /** True when `arrived_at` at the origin is the start of tracking: when the truck came there is not known, nor how long it stayed. */
  arrived_at_start: z.boolean(),
  /** Who said `arrived_at` and `departed_at`; null while not known. An event counts more than a read. */
  arrived_by: z.enum(OBSERVED_BY).nullable(),
  departed_by: z.enum(OBSERVED_BY).nullable(),
  site_id: uuid.nullable(),
  load_stop_sequence: z.number().int().nullable(),
  /** From the load's stop when linked to one, else as written down at the creation. */
  planned_arrival_at: dateTime.nullable(),
  planned_departure_at: dateTime.nullable(),
  /** From the site, as it is now. */
  free_minutes: z.number().int().nullable(),
  detention_rate: z.string().nullable(),
  detention_currency: z.string().nullable(),
});
export type BoardMonitorStop = z.infer<typeof boardMonitorStop>;

/** Why we take a monitor for one about a load. `vehicle_time` is only a suggestion until a person confirms it. */
export const LINK_SOURCES = ['created', 'name', 'vehicle_time', 'person'] as const;
export const LINK_STATES = ['linked', 'suggested', 'rejected'] as const;

export const monitorLink = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  source: z.enum(LINK_SOURCES),
  state: z.enum(LINK_STATES),
});
export type MonitorLink = z.infer<typeof monitorLink>;

/** One monitor in a list. Times are those of the service. */
export const boardMonitor = z.object({
  id: uuid,
  /** As the person wrote it, without our own mark (rule 25); null when there is none. */
  name: z.string().nullable(),
  status: monitorStatus.nullable(),
  fleet_id: uuid.nullable(),
  fleet_ref: z.string().nullable(),
  vehicle_id: uuid.nullable(),
  /** Unit number of the vehicle, from a watched load that it carries or carried. */
  vehicle_name: z.string().nullable(),
  vin: z.string().nullable(),
  license_plate_number: z.string().nullable(),
  license_plate_region: z.string().nullable(),
  license_plate_country: z.string().nullable(),
  webhook_group_id: uuid.nullable(),
  starts_at: dateTime.nullable(),
  expires_at: dateTime.nullable(),
  created_at: dateTime.nullable(),
  updated_at: dateTime.nullable(),
  cancelled_at: dateTime.nullable(),
  completed_at: dateTime.nullable(),
  current_stop_sequence: z.number().int().nullable(),
  /** In travel order. */
  stops: z.array(boardMonitorStop),
  links: z.array(monitorLink),
  /** Who created it here; null when it was created elsewhere. */
  created_by_name: z.string().nullable(),
  events: z.number().int(),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  /** Newest position of the vehicle that we have recorded; null when none. */
  last_position: z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime }).nullable(),
  /** `last_position` in words; null when there is none. */
  place: place.nullable(),
  /** Median seconds between this vehicle's positions as we recorded them; null when too few are known. */
  rhythm_seconds: z.number().nullable(),
  /** Grows with every change of what the service or a person said; what lies around it may be newer under the same number. */
  version: z.number().int(),
});
export type BoardMonitor = z.infer<typeof boardMonitor>;

/** How monitors come to be known, for a line at the foot of the list. */
export const monitorSources = z.object({
  /** State of our subscription to geofence_monitor.*; `none`: nobody has asked for one yet. */
  events: z.enum(['active', 'pending', 'by_hand', 'none']),
  /** `no`: the service has no such read (404, 405, 501); `unknown`: not tried yet. */
  reads: z.enum(['yes', 'no', 'unknown']),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
});
export type MonitorSources = z.infer<typeof monitorSources>;

/** Shown by the page and by the search. */
export const MONITOR_STATUS_WORD: Readonly<Record<(typeof MONITOR_STATUSES)[number], string>> = {
  active: 'Active',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** The statuses of a monitor that has ended. */
export const MONITOR_ENDINGS = ['completed', 'expired', 'cancelled'] as const;
export type MonitorEnding = (typeof MONITOR_ENDINGS)[number];

/** One that has ended unfinished asks for a follow-on for so long; then it is history, and read from the store when somebody asks for it. */
export const MONITOR_ENDED_ASKS_MS = 24 * 3600_000;

/**
 * `load_id`: only monitors that are linked to it, suggested ones too. `part`: `current` are those that are active, have ended lately, or are
 * linked to a watched load; `ended` are all others, by the page, narrowed by `status` and by the words of `q`. Absent: both.
 */
export const monitorListQuery = z
  .strictObject({
    load_id: uuid.optional(),
    part: z.enum(['current', 'ended']).optional(),
    status: z.enum(MONITOR_ENDINGS).optional(),
    q: z.string().max(200).optional(),
    ...pageQuery,
  })
  .refine(({ part, status, q }) => part === 'ended' || (status === undefined && q === undefined), {
    error: 'status and q need part=ended',
  });

/** `next_page` goes into `cursor`; null or absent on the last page. Without `size` a page has at most 1,000. */
export const monitorList = z.object({
  items: z.array(boardMonitor),
  /** How many there are in the part `ended`, by their status; whatever the query. */
  ended: z.record(z.enum(MONITOR_ENDINGS), z.number().int()).optional(),
  sources: monitorSources,
  next_page: z.string().nullish(),
});
export type MonitorList = z.infer<typeof monitorList>;

/** One event about a monitor as it was received. */
export const monitorEvent = z.object({
  /** The service's id of the event, else our own of the delivery. */
  event_id: z.string(),
  event_name: z.string(),
  /** What we took it for; `other`: kept and shown; only the monitor that it carries counts. */
  kind: z.enum(['arrived', 'departed', 'completed', 'expired', 'cancelled', 'other']),
  stop_sequence: z.number().int().nullable(),
  occurred_at: dateTime.nullable(),
  received_at: dateTime,
  delivery_id: uuid,
  /** The record as it came, redacted. */
  record: z.unknown(),
});
export type MonitorEvent = z.infer<typeof monitorEvent>;

/** `GET /api/monitors/{monitor_id}` */
export const boardMonitorDetail = boardMonitor.extend({
  /** By `occurred_at`, oldest first. */
  history: z.array(monitorEvent),
  /** Our own record of the vehicle's positions since `starts_at`, oldest first, newest 2,000 at most. */
  trail: z.array(z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime })),
});
export type BoardMonitorDetail = z.infer<typeof boardMonitorDetail>;

/**
 * `POST /api/monitors/{monitor_id}/links`: a person confirms, rejects or makes a link. `suggested`: what a person said of it is
 * forgotten, so that it is what name, vehicle and time tell again.
 */
export const monitorLinkWrite = z.strictObject({ load_id: uuid, state: z.enum(LINK_STATES) });

/** `POST /api/monitors/facts`: a vehicle by `vehicle_id`, VIN or full plate, and the window. */
export const vehicleFactsQuery = z.strictObject({
  vehicle_id: uuid.optional(),
  vin: z.string().max(32).optional(),
  license_plate_number: z.string().max(32).optional(),
  license_plate_region: z.string().max(8).optional(),
  license_plate_country: z.string().max(8).optional(),
});
export type VehicleFactsQuery = z.infer<typeof vehicleFactsQuery>;

/** What we know of a vehicle, for the checks before sending. Null and empty mean that we do not know, never that all is well. */
export const vehicleFacts = z.object({
  /** Null when no watched load carries such a vehicle: the service may know it all the same. */
  vehicle_id: uuid.nullable(),
  vehicle_name: z.string().nullable(),
  vin: z.string().nullable(),
  last_position: z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime }).nullable(),
  rhythm_seconds: z.number().nullable(),
  /** Does its fleet share `vehicle_location` with us now? `unknown` when no agreement of its fleet is known. */
  location_shared: z.enum(['yes', 'no', 'unknown']),
  /** End of that access, null when it has none or is not known. */
  location_shared_until: dateTime.nullable(),
  monitors: z.array(
    z.object({
      id: uuid,
      name: z.string().nullable(),
      starts_at: dateTime.nullable(),
      expires_at: dateTime.nullable(),
    }),
  ),
  /** Watched loads that it carries, with their agreement. */
  loads: z.array(
    z.object({ load_id: uuid, load_ref: z.string().nullable(), agreement: z.string().nullable() }),
  ),
});
export type VehicleFacts = z.infer<typeof vehicleFacts>;
