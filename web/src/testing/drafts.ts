/** Drafts for builder tests: two circles that pass all checks. */

import type { BoardMonitor, BoardMonitorStop, VehicleFacts } from '@waypost/contract/api/monitors';
import type { Site } from '@waypost/contract/api/sites';
import {
  type Draft,
  type DraftStop,
  emptyDraft,
  emptyStop,
  NO_VEHICLE,
} from '../features/monitors/builder/draft.ts';
import { ago, HOUR, id } from './loads.ts';
import { monitor as usualMonitor, monitorStop as usualStop } from './monitors.ts';

export const AMARILLO = { latitude: 35.2, longitude: -101.9 } as const;
export const DENVER = { latitude: 39.75, longitude: -104.95 } as const;
export const PUEBLO = { latitude: 38.27, longitude: -104.6 } as const;

export function keys(): () => string {
  let last = 0;
  return () => `k${++last}`;
}

export function draftStop(change: Partial<DraftStop> = {}): DraftStop {
  return { ...emptyStop('k1'), center: AMARILLO, radius_meters: 2000, ...change };
}

export function draft(change: Partial<Draft> = {}): Draft {
  return {
    ...emptyDraft(ago(-HOUR), keys()),
    name: 'LD-48213',
    vehicle: { ...NO_VEHICLE, vehicle_id: id(500), vehicle_name: 'Unit 1187' },
    stops: [
      draftStop({ key: 'k1', name: 'Amarillo DC 4' }),
      draftStop({ key: 'k2', name: 'Denver Warehouse', center: DENVER }),
    ],
    ...change,
  };
}

export function facts(change: Partial<VehicleFacts> = {}): VehicleFacts {
  return {
    vehicle_id: id(500),
    vehicle_name: 'Unit 1187',
    vin: '1FUJGLDR5CSBM1234',
    last_position: { latitude: 36.5, longitude: -102.5, occurred_at: ago(60_000) },
    rhythm_seconds: 60,
    location_shared: 'yes',
    location_shared_until: null,
    monitors: [],
    loads: [],
    ...change,
  };
}

export function site(change: Partial<Site> = {}): Site {
  return {
    id: id(700),
    name: 'Amarillo DC 4',
    ...AMARILLO,
    radius_meters: 800,
    free_minutes: 120,
    detention_rate: '75',
    detention_currency: 'USD',
    note: null,
    created_at: ago(HOUR),
    updated_at: ago(HOUR),
    updated_by_name: 'Dana Ortiz',
    ...change,
  };
}

export const monitorStop = (sequence: number, change: Partial<BoardMonitorStop> = {}): BoardMonitorStop =>
  usualStop({
    sequence,
    name: `Stop ${sequence}`,
    latitude: 35 + sequence,
    longitude: -100,
    radius_meters: 1000,
    load_stop_sequence: sequence,
    planned_arrival_at: ago(-HOUR * sequence),
    ...change,
  });

export const monitor = (change: Partial<BoardMonitor> = {}): BoardMonitor =>
  usualMonitor({
    id: id(600),
    vin: null,
    license_plate_number: null,
    license_plate_region: null,
    license_plate_country: null,
    starts_at: ago(48 * HOUR),
    expires_at: ago(-HOUR),
    current_stop_sequence: 0,
    stops: [monitorStop(0), monitorStop(1), monitorStop(2), monitorStop(3)],
    last_position: null,
    rhythm_seconds: null,
    ...change,
  });
