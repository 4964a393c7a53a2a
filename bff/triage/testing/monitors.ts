/** Test monitors: an active one from Amarillo to Denver that has left its origin; each test overrides what it needs. */
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import { journeyOf } from '../journey.ts';
import { ago, HOUR, id, MINUTE } from './loads.ts';

export function monitorStop(change: Partial<BoardMonitorStop> = {}): BoardMonitorStop {
  return {
    sequence: 0,
    id: id(700 + (change.sequence ?? 0)),
    name: 'Amarillo DC 4',
    latitude: 35.2,
    longitude: -101.83,
    radius_meters: 400,
    arrived_at: null,
    departed_at: null,
    time_zone: null,
    arrived_at_start: false,
    arrived_by: change.arrived_at ? 'event' : null,
    departed_by: change.departed_at ? 'event' : null,
    site_id: null,
    load_stop_sequence: null,
    planned_arrival_at: null,
    planned_departure_at: null,
    free_minutes: null,
    detention_rate: null,
    detention_currency: null,
    ...change,
  };
}

/** Three stops: left the origin, expected at Pueblo in an hour, at Denver in three. */
export const journeyStops = (): BoardMonitorStop[] => [
  monitorStop({ arrived_at: ago(5 * HOUR), departed_at: ago(4 * HOUR), load_stop_sequence: 0 }),
  monitorStop({
    sequence: 1,
    name: 'Pueblo yard',
    latitude: 38.25,
    longitude: -104.61,
    load_stop_sequence: 1,
    planned_arrival_at: ago(-HOUR),
  }),
  monitorStop({
    sequence: 2,
    name: 'Denver DC 1',
    latitude: 39.77,
    longitude: -104.9,
    load_stop_sequence: 2,
    planned_arrival_at: ago(-3 * HOUR),
  }),
];

export function monitor(change: Partial<BoardMonitor> = {}): BoardMonitor {
  return {
    id: id(300),
    name: 'LD-48213',
    status: 'active',
    fleet_id: id(600),
    fleet_ref: 'CARRIER-1000',
    vehicle_id: id(500),
    vehicle_name: 'Unit 1187',
    vin: '1FUJGLDR5CSBM1234',
    license_plate_number: '4KD8812',
    license_plate_region: 'TX',
    license_plate_country: 'USA',
    webhook_group_id: id(800),
    starts_at: ago(6 * HOUR),
    expires_at: ago(-66 * HOUR),
    created_at: ago(7 * HOUR),
    updated_at: ago(4 * HOUR),
    cancelled_at: null,
    completed_at: null,
    current_stop_sequence: 1,
    stops: journeyStops(),
    links: [{ load_id: id(1), load_ref: 'LD-48213', source: 'created', state: 'linked' }],
    created_by_name: 'Dana Ortiz',
    events: 2,
    last_event_at: ago(4 * HOUR),
    last_read_at: null,
    last_position: { latitude: 37.5, longitude: -104.5, occurred_at: ago(2 * MINUTE) },
    place: null,
    rhythm_seconds: 120,
    version: 1,
    ...change,
  };
}

/** Summary of a monitor on a load. */
export function loadMonitor(of: BoardMonitor = monitor()): LoadMonitor {
  return {
    monitor_id: of.id,
    status: of.status,
    vehicle_id: of.vehicle_id,
    waits_at_origin: journeyOf(of).kind === 'not_begun',
    stops: of.stops.map(
      ({
        sequence,
        name,
        latitude,
        longitude,
        radius_meters,
        load_stop_sequence,
        planned_arrival_at,
        planned_departure_at,
        arrived_at,
        departed_at,
        arrived_at_start,
        city_center,
      }) => ({
        sequence,
        name,
        latitude,
        longitude,
        radius_meters,
        load_stop_sequence,
        planned_arrival_at,
        planned_departure_at,
        arrived_at,
        departed_at,
        arrived_at_start,
        city_center,
      }),
    ),
  };
}
