/** Stored geofence monitor, its serialized form and its read model. */
import type { Monitor, MonitorStatus, MonitorStop } from '@waypost/contract/monitors';
import { keyOf, uuidOf } from '../world/random.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { Journey, JourneyStop } from './journey.ts';

/** Times in milliseconds of the service's wall clock. */
export interface MonitorRecord extends Journey {
  readonly id: string;
  readonly webhook_group_id: string | null;
  readonly vehicle_id: string;
  readonly name: string | null;
  readonly starts_at: number;
  readonly expires_at: number;
  readonly created_at: number;
  status: MonitorStatus;
  updated_at: number;
  cancelled_at: number | null;
  completed_at: number | null;
  /** Pings reported until then are processed. */
  seen_until: number;
}

/** Contains only data that cannot be derived, to keep thousands of monitors with dozens of stops small. */
type SavedStop = readonly [
  latitude: number,
  longitude: number,
  radius_meters: number,
  name: string | null,
  arrived_at: number | null,
  departed_at: number | null,
];
export type SavedMonitor = Omit<MonitorRecord, 'stops'> & { readonly stops: readonly SavedStop[] };

/** Id of a monitor's stop, derived so that it survives restarts without being stored. */
export function stopId(monitor_id: string, sequence: number): string {
  return uuidOf(keyOf(monitor_id), keyOf([...monitor_id].reverse().join('')), sequence);
}

export function serializeMonitor({ stops, ...facts }: MonitorRecord): SavedMonitor {
  return {
    ...facts,
    stops: stops.map(({ latitude, longitude, radius_meters, name, arrived_at, departed_at }) => [
      ...([latitude, longitude, radius_meters, name, arrived_at, departed_at] as const),
    ]),
  };
}

export function deserializeMonitor({ stops, ...facts }: SavedMonitor): MonitorRecord {
  return {
    ...facts,
    stops: stops.map(([latitude, longitude, radius_meters, name, arrived_at, departed_at], sequence) => ({
      id: stopId(facts.id, sequence),
      sequence,
      latitude,
      longitude,
      radius_meters,
      name,
      arrived_at,
      departed_at,
    })),
  };
}

const iso = (wall: number) => new Date(wall).toISOString();
const isoOrNull = (wall: number | null) => (wall === null ? null : iso(wall));

export function toStopResponse(stop: JourneyStop): MonitorStop {
  const { id, sequence, radius_meters, name, latitude, longitude, arrived_at, departed_at } = stop;
  return {
    id,
    sequence,
    point: { type: 'Point', coordinates: [longitude, latitude] },
    radius_meters,
    name,
    arrived_at: isoOrNull(arrived_at),
    departed_at: isoOrNull(departed_at),
  };
}

/** @param vehicle the watched vehicle; null when a new world no longer has it */
export function toMonitorResponse(monitor: MonitorRecord, vehicle: Vehicle | null): Monitor {
  const { id, webhook_group_id, vehicle_id, status, name, current, stops } = monitor;
  return {
    id,
    webhook_group_id,
    vehicle_id,
    status,
    name,
    fleet_id: vehicle?.fleet.fleet_id ?? null,
    fleet_ref: vehicle?.fleet.fleet_ref ?? null,
    current_stop_sequence: stops[current]?.sequence ?? 0,
    starts_at: iso(monitor.starts_at),
    expires_at: iso(monitor.expires_at),
    created_at: iso(monitor.created_at),
    updated_at: iso(monitor.updated_at),
    vin: vehicle?.record.vin ?? null,
    license_plate_number: vehicle?.record.license_plate_number ?? null,
    license_plate_region: vehicle?.record.license_plate_region ?? null,
    license_plate_country: vehicle?.record.license_plate_country ?? null,
    stops: stops.map(toStopResponse),
    cancelled_at: isoOrNull(monitor.cancelled_at),
    completed_at: isoOrNull(monitor.completed_at),
  };
}
