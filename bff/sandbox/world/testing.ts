/** Test helper: a world assembled by hand from explicit facts. */
import type { EmbeddedVehicle, LoadVehicleIdentifiers } from '@waypost/contract/loads';
import type { LatLon } from '@waypost/geo/geodesy';
import { countedIds, ManualClock } from '../testing.ts';
import { DAY, HOUR, MINUTE, WorldClock } from './clock.ts';
import { Drives } from './drives.ts';
import { DwellIndex } from './dwells.ts';
import type { Fleet } from './fleets.ts';
import type { Load, PostedStop } from './loads.ts';
import { Matching } from './matching.ts';
import type { Ping, PingSource } from './pings.ts';
import { Silence } from './silence.ts';
import { AT_SITE } from './timeline.ts';
import { Tracking } from './tracking.ts';
import { type Vehicle, Vehicles } from './vehicles.ts';

export const AMARILLO: LatLon = { latitude: 35.2, longitude: -101.83 };
export const DENVER: LatLon = { latitude: 39.74, longitude: -104.99 };
/** On the way between the two. */
export const RATON: LatLon = { latitude: 36.9, longitude: -104.44 };
export const DALLAS: LatLon = { latitude: 32.78, longitude: -96.8 };

/** Predefined pings, oldest first. */
export class ListedPings implements PingSource {
  readonly pings: readonly Ping[];

  constructor(pings: readonly Ping[]) {
    this.pings = pings;
  }

  last(tau: number): Ping | null {
    return [...this.pings].reverse().find(({ at }) => at <= tau) ?? null;
  }
}

export const ping = (at: number, place: LatLon, accuracy_meters = 10): Ping => ({
  at,
  ...place,
  accuracy_meters,
});

/** In Amarillo from 6 h to 4 h before the world begins, then north; last seen 5 minutes ago. */
export const NORTHBOUND: readonly Ping[] = [
  ping(-6 * HOUR, AMARILLO),
  ping(-5 * HOUR, AMARILLO),
  ping(-4 * HOUR, AMARILLO),
  ping(-5 * MINUTE, RATON),
];

export function scene(speed = 10) {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12));
  const worldClock = new WorldClock(clock, speed);
  const newId = countedIds();
  const vehicles = new Vehicles();
  const dwells = new DwellIndex();
  const tracking = new Tracking(vehicles, new Matching(dwells, worldClock), worldClock);
  const date = (offset: number) => new Date(clock.now() + offset).toISOString();

  function fleet(change: Partial<Fleet['agreement']> = {}, covered_by_matching = true): Fleet {
    const fleet_id = newId();
    const agreement: Fleet['agreement'] = {
      id: newId(),
      fleet_id,
      effective_date: date(-30 * DAY),
      expiration_date: null,
      scopes: { vehicle: 'read', vehicle_location: 'read' },
      status: 'active',
      ...change,
    };
    return { fleet_id, fleet_ref: 'F', name: 'Fleet', kind: 'open', covered_by_matching, agreement };
  }

  function vehicle(
    of: Fleet,
    pings: readonly Ping[] = NORTHBOUND,
    facts: { record?: Partial<EmbeddedVehicle>; clock_ahead?: number } = {},
  ): Vehicle {
    const index = vehicles.all.length;
    const record = { id: newId(), vin: `1FUJGLDR0000000${10 + index}`, ...facts.record };
    const clock_ahead = facts.clock_ahead ?? 0;
    const created: Vehicle = {
      index,
      fleet: of,
      record,
      pings: new ListedPings(pings),
      silence: new Silence(index),
      drives: new Drives(worldClock),
      clock_ahead,
      itinerary: null,
    };
    vehicles.add(created);
    // Possible dwells at all reported positions; matching decides whether they are real.
    dwells.add(
      created,
      pings.map(({ at, latitude, longitude }) => ({
        from: at - 2 * HOUR,
        to: at + 2 * HOUR,
        latitude,
        longitude,
        activity: AT_SITE,
      })),
    );
    return created;
  }

  const stop = (sequence: number, place: LatLon, departs: number | null): PostedStop => ({
    id: newId(),
    sequence,
    stop_type: null,
    name: null,
    ...place,
    estimated_arrival_at: null,
    estimated_departure_at: departs === null ? null : worldClock.wall(departs),
  });

  /** From Amarillo to Denver, leaving 4 h before the world begins. */
  function load(identifiers: LoadVehicleIdentifiers | null, departs: number | null = -4 * HOUR): Load {
    const stops = [stop(0, AMARILLO, departs), stop(1, DENVER, null)];
    return {
      load_id: newId(),
      load_ref: 'LD-1',
      identifiers,
      stops,
      posted: -8 * HOUR,
      revision: 0,
      forced_health: null,
    };
  }

  return { clock, worldClock, vehicles, dwells, tracking, fleet, vehicle, load, date };
}
