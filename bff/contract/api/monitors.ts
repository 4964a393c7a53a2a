/**
 * Monitors as Waypost knows them: create responses, reads and events merged into one state independent of their order and number,
 * plus data stored only here. Our own API.
 */
import { z } from 'zod';
import { dateTime, latitude, longitude, pageQuery, uuid } from '../common.ts';
import { MONITOR_NAME_MAX, type MONITOR_STATUSES, monitorCreate, monitorStatus } from '../monitors.ts';
import { place } from './board.ts';

/** Our limit for stops between origin and destination; the service documents none. */
export const MONITOR_STOPS_MAX = 200;

/** Stop data stored only here. Sequence 0 is the origin. */
export const monitorStopContext = z.strictObject({
  sequence: z.number().int().min(0),
  name: z.string().trim().max(MONITOR_NAME_MAX).nullable().default(null),
  /** Site that the circle was taken from; its free time and detention rate apply. */
  site_id: uuid.nullable().default(null),
  /** Stop of the load that this circle watches. */
  load_stop_sequence: z.number().int().min(0).nullable().default(null),
  planned_arrival_at: dateTime.nullable().default(null),
  planned_departure_at: dateTime.nullable().default(null),
  /** City whose center the circle is, because nobody drew the circle of the dock: its times are no evidence. */
  city_center: z.string().trim().min(1).max(MONITOR_NAME_MAX).nullish(),
  /** A circle around the truck where tracking began, because a monitor needs an origin: no stop, and its times are no evidence. */
  around_truck: z.literal(true).optional(),
});
export type MonitorStopContext = z.infer<typeof monitorStopContext>;

export const monitorContext = z.strictObject({
  /** The load that it was created from. */
  load_id: uuid.nullable().default(null),
  stops: z
    .array(monitorStopContext)
    .max(MONITOR_STOPS_MAX + 2)
    .default([]),
});

/** The service's request body, and what is stored only here. */
export const monitorCommand = monitorCreate.safeExtend({ about: monitorContext.optional() });
export type MonitorCommand = z.infer<typeof monitorCommand>;

/** Source of a time at a stop. */
export const OBSERVED_BY = ['event', 'read'] as const;

export const boardMonitorStop = z.object({
  sequence: z.number().int(),
  /** The service's id; null until known. */
  id: uuid.nullable(),
  name: z.string().nullable(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  radius_meters: z.number().nullable(),
  /** IANA zone of its circle, in which the dock agrees on appointments; null without one, and from a server of an earlier version. */
  time_zone: z.string().nullable().default(null),
  arrived_at: dateTime.nullable(),
  departed_at: dateTime.nullable(),
  /** `arrived_at` at the origin is the start of tracking: the actual arrival and the dwell time are unknown. */
  arrived_at_start: z.boolean(),
  /** Source of `arrived_at` and `departed_at`; null until known. Events take precedence over reads. */
  arrived_by: z.enum(OBSERVED_BY).nullable(),
  departed_by: z.enum(OBSERVED_BY).nullable(),
  site_id: uuid.nullable(),
  load_stop_sequence: z.number().int().nullable(),
  /** From the linked load's stop, otherwise as entered at creation. */
  planned_arrival_at: dateTime.nullable(),
  planned_departure_at: dateTime.nullable(),
  /** City whose center the circle is: times at this stop are no evidence. Missing for the circle of a dock. */
  city_center: z.string().nullish(),
  /** The circle is around the truck where tracking began: no stop, and its times are no evidence. */
  around_truck: z.literal(true).optional(),
  /**
   * Current values of the site that the circle was taken from, otherwise of the site at its place, which may have been made later.
   * `site_name` is missing where there is no such site, and in responses of earlier versions.
   */
  site_name: z.string().optional(),
  free_minutes: z.number().int().nullable(),
  detention_rate: z.string().nullable(),
  detention_currency: z.string().nullable(),
});
export type BoardMonitorStop = z.infer<typeof boardMonitorStop>;

/** Why a monitor is associated with a load. `vehicle_time` is only a suggestion until a person confirms it. */
export const LINK_SOURCES = ['created', 'name', 'vehicle_time', 'person'] as const;
export const LINK_STATES = ['linked', 'suggested', 'rejected'] as const;

export const monitorLink = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  source: z.enum(LINK_SOURCES),
  state: z.enum(LINK_STATES),
});
export type MonitorLink = z.infer<typeof monitorLink>;

/** One monitor in a list. Times come from the service. */
export const boardMonitor = z.object({
  id: uuid,
  /** As entered, without the mark that we append (rule 25); null when there is none. */
  name: z.string().nullable(),
  status: monitorStatus.nullable(),
  fleet_id: uuid.nullable(),
  fleet_ref: z.string().nullable(),
  vehicle_id: uuid.nullable(),
  /** Unit number, from a watched load that the vehicle carries or carried. */
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
  /** Null when created elsewhere. */
  created_by_name: z.string().nullable(),
  events: z.number().int(),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  /** Newest recorded position of the vehicle; null when none. */
  last_position: z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime }).nullable(),
  /** `last_position` in words. */
  place: place.nullable(),
  /** Median seconds between this vehicle's recorded positions; null when there are too few. */
  rhythm_seconds: z.number().nullable(),
  /** Increases with every change reported by the service or made by a person; derived data may change under the same number. */
  version: z.number().int(),
});
export type BoardMonitor = z.infer<typeof boardMonitor>;

/** How updates of monitors arrive. */
export const monitorSources = z.object({
  /** State of our subscription to geofence_monitor.*; `none`: not subscribed yet. */
  events: z.enum(['active', 'pending', 'by_hand', 'none']),
  /** Of that subscription: monitors with another one send their events elsewhere. Null until it is known. */
  webhook_group_id: uuid.nullable(),
  /** `no`: the service lacks the endpoint (404, 405, 501); `unknown`: not tried yet. */
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

export const MONITOR_ENDINGS = ['completed', 'expired', 'cancelled'] as const;
export type MonitorEnding = (typeof MONITOR_ENDINGS)[number];

/**
 * For this long, a monitor that ended unfinished may need a follow-on monitor. After that it is history, read from the database
 * on request.
 */
export const MONITOR_FOLLOW_ON_MS = 24 * 3600_000;

/**
 * `load_id`: only monitors linked to it or suggested for it. `part`: `current` are active, recently ended, or linked to a watched
 * load; `ended` are all others, with paging and filtered by `status` and the words of `q`. Default: both parts.
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

/** Pass `next_page` as `cursor`; null or missing on the last page. Without `size`, a page has up to 1,000 items. */
export const monitorList = z.object({
  items: z.array(boardMonitor),
  /** Number of monitors in the part `ended` by status, regardless of the query. */
  ended: z.record(z.enum(MONITOR_ENDINGS), z.number().int()).optional(),
  sources: monitorSources,
  next_page: z.string().nullish(),
});
export type MonitorList = z.infer<typeof monitorList>;

/** One event about a monitor, as received. */
export const monitorEvent = z.object({
  /** The service's event id, otherwise our id of the delivery. */
  event_id: z.string(),
  event_name: z.string(),
  /** How we classified it; `other`: stored and shown, and only its monitor data is used. */
  kind: z.enum(['arrived', 'departed', 'completed', 'expired', 'cancelled', 'other']),
  stop_sequence: z.number().int().nullable(),
  occurred_at: dateTime.nullable(),
  received_at: dateTime,
  delivery_id: uuid,
  /** The record as received, redacted. */
  record: z.unknown(),
});
export type MonitorEvent = z.infer<typeof monitorEvent>;

export const boardMonitorDetail = boardMonitor.extend({
  /** By `occurred_at`, oldest first. */
  history: z.array(monitorEvent),
  /** Recorded positions of the vehicle since `starts_at`, oldest first: at most the newest 2,000. */
  trail: z.array(z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime })),
});
export type BoardMonitorDetail = z.infer<typeof boardMonitorDetail>;

/**
 * A person confirms, rejects or creates a link. `suggested` removes a person's decision, so that name, vehicle and time decide
 * again.
 */
export const monitorLinkWrite = z.strictObject({ load_id: uuid, state: z.enum(LINK_STATES) });

/** Identifies a vehicle by `vehicle_id`, VIN or full plate. */
export const vehicleFactsQuery = z.strictObject({
  vehicle_id: uuid.optional(),
  vin: z.string().max(32).optional(),
  license_plate_number: z.string().max(32).optional(),
  license_plate_region: z.string().max(8).optional(),
  license_plate_country: z.string().max(8).optional(),
});
export type VehicleFactsQuery = z.infer<typeof vehicleFactsQuery>;

/** What is known about a vehicle, for checks before creating a monitor. Null and empty mean unknown, never confirmed. */
export const vehicleFacts = z.object({
  /** Null when no watched load has this vehicle; the service may still know it. */
  vehicle_id: uuid.nullable(),
  vehicle_name: z.string().nullable(),
  vin: z.string().nullable(),
  last_position: z.object({ latitude: z.number(), longitude: z.number(), occurred_at: dateTime }).nullable(),
  rhythm_seconds: z.number().nullable(),
  /** Whether its fleet shares `vehicle_location` with us now; `unknown` when none of the fleet's agreements is known. */
  location_shared: z.enum(['yes', 'no', 'unknown']),
  /** End of that access; null when there is none or it is unknown. */
  location_shared_until: dateTime.nullable(),
  monitors: z.array(
    z.object({
      id: uuid,
      name: z.string().nullable(),
      starts_at: dateTime.nullable(),
      expires_at: dateTime.nullable(),
    }),
  ),
  /** Watched loads that it carries, with their assignment agreement. */
  loads: z.array(
    z.object({ load_id: uuid, load_ref: z.string().nullable(), agreement: z.string().nullable() }),
  ),
});
export type VehicleFacts = z.infer<typeof vehicleFacts>;
