/** Tracking of a load, derived from what is shared and what was reported. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { LoadTracking } from '@waypost/contract/loads';
import type { WorldClock } from './clock.ts';
import { MINUTE } from './clock.ts';
import { shares } from './fleets.ts';
import type { Load, PostedStop } from './loads.ts';
import type { Matching } from './matching.ts';
import type { Ping } from './pings.ts';
import { hasIdentifiers, type Vehicle, type Vehicles } from './vehicles.ts';

/** Wall-clock age at which a position is stale. The interface does not show the value. */
export const STALE_AFTER = ASSUMPTIONS.behavior.stale_after_minutes * MINUTE;
/** Positions further in the future cannot be rated. */
const CLOCK_TOLERANCE = MINUTE;
/** Positions less accurate than this cannot be rated either. */
const MAX_ACCURACY_METERS = 1000;

type Source = 'declared' | 'inferred';
type Agreement = 'agree' | 'disagree' | null;

interface Assignment {
  readonly source: Source;
  readonly agreement: Agreement;
  readonly vehicle: Vehicle;
}

const iso = (wall: number) => new Date(wall).toISOString();
const isoOrNull = (wall: number | null) => (wall === null ? null : iso(wall));

export class Tracking {
  readonly #vehicles: Vehicles;
  readonly #matching: Matching;
  readonly #clock: WorldClock;

  constructor(vehicles: Vehicles, matching: Matching, clock: WorldClock) {
    this.#vehicles = vehicles;
    this.#matching = matching;
    this.#clock = clock;
  }

  of(load: Load): LoadTracking {
    const wall = this.#clock.now();
    const tau = this.#clock.tau(wall);
    const assignment = this.#assign(load, tau, wall);
    const located = assignment !== null && shares(assignment.vehicle.fleet, 'vehicle_location', wall);
    const ping = assignment && located ? assignment.vehicle.pings.last(tau) : null;
    return {
      load_id: load.load_id,
      load_ref: load.load_ref,
      tracking_health: load.forced_health ?? this.#health(assignment, located, ping, wall),
      vehicle_assignment: assignment && {
        source: assignment.source,
        agreement: load.forced_agreement ?? assignment.agreement,
        vehicle: assignment.vehicle.record,
      },
      last_position:
        assignment && ping
          ? {
              latitude: Math.round(ping.latitude * 1e6) / 1e6,
              longitude: Math.round(ping.longitude * 1e6) / 1e6,
              occurred_at: iso(this.#occurred(assignment.vehicle, ping)),
            }
          : null,
      stops: load.stops.map(toStopResponse),
    };
  }

  /** Time of a ping by the device's own clock. */
  #occurred(vehicle: Vehicle, ping: Ping): number {
    return this.#clock.wall(ping.at) + vehicle.clock_ahead;
  }

  #assign(load: Load, tau: number, wall: number): Assignment | null {
    if (hasIdentifiers(load.identifiers)) {
      const vehicle = this.#vehicles.match(load.identifiers, ({ fleet }) => shares(fleet, 'vehicle', wall));
      return vehicle && { source: 'declared', agreement: this.#agreement(load, vehicle, tau, wall), vehicle };
    }
    const best = this.#strong(load, tau, wall)[0];
    return best ? { source: 'inferred', agreement: null, vehicle: best } : null;
  }

  /** Strong matches among fleets that share both vehicles and locations. */
  #strong(load: Load, tau: number, wall: number): Vehicle[] {
    return this.#matching
      .strong(load, tau)
      .map(({ vehicle }) => vehicle)
      .filter(({ fleet }) => shares(fleet, 'vehicle', wall) && shares(fleet, 'vehicle_location', wall));
  }

  #agreement(load: Load, declared: Vehicle, tau: number, wall: number): Agreement {
    const { fleet } = declared;
    if (!fleet.covered_by_matching || !shares(fleet, 'vehicle_location', wall)) return null;
    const strong = this.#strong(load, tau, wall);
    if (strong.length === 0) return null;
    return strong.includes(declared) ? 'agree' : 'disagree';
  }

  #health(assignment: Assignment | null, located: boolean, ping: Ping | null, wall: number): string {
    if (!assignment) return 'unassigned';
    if (!located) return 'not_shared';
    if (!ping) return 'no_signal';
    const age = wall - this.#occurred(assignment.vehicle, ping);
    if (age < -CLOCK_TOLERANCE || ping.accuracy_meters > MAX_ACCURACY_METERS) return 'unknown';
    return age > STALE_AFTER ? 'stale' : 'live';
  }
}

function toStopResponse(stop: PostedStop): LoadTracking['stops'][number] {
  return {
    id: stop.id,
    sequence: stop.sequence,
    stop_type: stop.stop_type,
    name: stop.name,
    estimated_arrival_at: isoOrNull(stop.estimated_arrival_at),
    estimated_departure_at: isoOrNull(stop.estimated_departure_at),
    arrived_at: null,
    departed_at: null,
  };
}
