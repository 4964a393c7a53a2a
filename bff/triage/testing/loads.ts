/** Test loads: a live load with an agreeing truck; each test overrides what it needs. */

import type { BoardLoad, BoardLoads, ServiceStatus } from '@waypost/contract/api/board';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { LoadStop, VehicleAssignment } from '@waypost/contract/loads';

export const NOW = Date.parse('2026-11-20T20:30:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** ISO time before (positive) or after (negative) NOW. */
export const ago = (ms: number): string => new Date(NOW - ms).toISOString();

export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** An open exception without an owner. */
export function openTriage(change: Partial<LoadTriage> = {}): LoadTriage {
  return {
    exception_id: id(40),
    cause: 'no_signal',
    opened_at: ago(HOUR),
    owner: null,
    snooze: null,
    woke: null,
    closed: null,
    notes: 0,
    last_note: null,
    version: 7,
    change: 7,
    ...change,
  };
}

export function stop(change: Partial<LoadStop> = {}): LoadStop {
  return {
    id: id(900),
    sequence: 0,
    stop_type: 'origin',
    name: 'Amarillo DC 4',
    estimated_arrival_at: null,
    estimated_departure_at: null,
    arrived_at: null,
    departed_at: null,
    ...change,
  };
}

export function assignment(change: Partial<VehicleAssignment> = {}): VehicleAssignment {
  return {
    source: 'declared',
    agreement: 'agree',
    vehicle: {
      id: id(500),
      vehicle_name: 'Unit 1187',
      vin: '1FUJGLDR5CSBM1234',
      license_plate_number: '4KD8812',
      license_plate_region: 'TX',
      license_plate_country: 'USA',
    },
    ...change,
  };
}

export function load(change: Partial<BoardLoad> = {}): BoardLoad {
  return {
    load_id: id(1),
    load_ref: 'LD-48213',
    tracking_health: 'live',
    vehicle_assignment: assignment(),
    last_position: { latitude: 35.19, longitude: -102.08, occurred_at: ago(2 * MINUTE) },
    stops: [],
    version: 1,
    watched_at: ago(24 * HOUR),
    read_at: ago(12_000),
    read_error: null,
    previous_vehicle_id: null,
    vehicle_changed_at: null,
    same_truck_loads: [],
    predicted_arrivals: [],
    identifiers_sent: null,
    fleet: { fleet_id: id(700), name: 'Ironwood Transport', fleet_ref: 'CARRIER-7' },
    place: { name: 'Amarillo', region: 'TX', country: 'US', distance_meters: 19_312, direction: 'W' },
    motion: { moving: true, bearing_degrees: 90, speed_mps: 27, last_moved_at: ago(2 * MINUTE) },
    monitor: null,
    triage: null,
    leaving: null,
    kept: null,
    ...change,
  };
}

export function status(change: Partial<ServiceStatus> = {}): ServiceStatus {
  return {
    state: 'ok',
    since: ago(HOUR),
    message: null,
    retry_at: null,
    last_success_at: ago(1_000),
    loads_watched: 1,
    calls_last_minute: 12,
    oldest_read_at: ago(20_000),
    behind: null,
    store_outage: null,
    server_time: ago(0),
    ...change,
  };
}

export function list(items: readonly BoardLoad[], change: Partial<BoardLoads> = {}): BoardLoads {
  return { items: [...items], version: 1, status: status({ loads_watched: items.length }), ...change };
}
