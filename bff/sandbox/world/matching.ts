/**
 * Matching from location: which trucks have behaved as if they carried a load. Judged by what their devices reported and
 * by where the load's stops lie; what a truck really carries is not known here.
 *
 * A truck scores for having stood at the origin (a quarter), near the planned departure (a quarter), and for having come
 * well along towards the destination since (half). Only together these make a strong match, so no truck that is still at
 * the origin is one.
 */
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { HOUR, MINUTE, type WorldClock } from './clock.ts';
import type { DwellIndex, VehicleDwell } from './dwells.ts';
import type { Load, PostedStop } from './loads.ts';
import { type Ping, pingsBetween } from './pings.ts';
import type { Vehicle } from './vehicles.ts';

/** Score from which a match is strong. Deliberately conservative; the interface leaves the value open. */
export const STRONG_MATCH = 0.8;

const ORIGIN_RADIUS_METERS = 500;
const DESTINATION_RADIUS_METERS = 800;
/** A truck that stood at the origin this long before or after the planned departure is not considered. */
const WINDOW = 8 * HOUR;
/** Standing at the origin counts in full from this on. */
const FULL_PRESENCE = 20 * MINUTE;
/** A departure this far off the plan counts in full, and from the second value on not at all. */
const PUNCTUAL = 2 * HOUR;
const UNPUNCTUAL = 6.5 * HOUR;
const FULL_PROGRESS_METERS = 100 * METERS_PER_MILE;
/** Way by the position, against the straight line: up to the first in full, from the second on not at all. */
const STRAIGHT = 1.25;
const CROOKED = 1.4;
/** A position is not judged again before this much world time has passed. */
const FRESH = 2 * MINUTE;

export interface Candidate {
  readonly vehicle: Vehicle;
  /** 0 to 1. */
  readonly score: number;
}

interface Judged {
  readonly revision: number;
  readonly at: number;
  readonly candidates: readonly Candidate[];
}

const part = (value: number) => Math.min(1, Math.max(0, value));

/** How far a position lies along the way from origin to destination: 0 to 1, with what speaks against it taken off. */
function progress(origin: LatLon, goal: LatLon, position: LatLon): number {
  const whole = distanceMeters(origin, goal);
  const behind = distanceMeters(origin, position);
  const ahead = distanceMeters(position, goal);
  if (ahead <= DESTINATION_RADIUS_METERS) return 1;
  const come = part((whole - ahead) / Math.min(FULL_PROGRESS_METERS, whole / 2));
  return come * part((CROOKED - (behind + ahead) / whole) / (CROOKED - STRAIGHT));
}

export class Matching {
  readonly #dwells: DwellIndex;
  readonly #clock: WorldClock;
  readonly #judged = new Map<Load, Judged>();

  constructor(dwells: DwellIndex, clock: WorldClock) {
    this.#dwells = dwells;
    this.#clock = clock;
  }

  /** Trucks whose match is strong at a world time, best first, whoever may see them. */
  strong(load: Load, tau: number): readonly Candidate[] {
    const known = this.#judged.get(load);
    if (known && known.revision === load.revision && tau >= known.at && tau - known.at < FRESH)
      return known.candidates;
    const candidates = this.#judge(load, tau);
    this.#judged.set(load, { revision: load.revision, at: tau, candidates });
    return candidates;
  }

  #judge(load: Load, tau: number): Candidate[] {
    const origin = load.stops[0];
    const goal = load.stops[load.stops.length - 1];
    if (!origin || !goal) return [];
    const planned = this.#planned(load, origin);
    const latest = Math.min(tau, planned + WINDOW);
    const best = new Map<Vehicle, number>();
    for (const dwell of this.#dwells.near(origin, ORIGIN_RADIUS_METERS, planned - WINDOW, latest)) {
      if (!dwell.vehicle.fleet.covered_by_matching) continue;
      const score = this.#score(dwell, origin, goal, planned, tau);
      if (score > (best.get(dwell.vehicle) ?? 0)) best.set(dwell.vehicle, score);
    }
    return [...best]
      .map(([vehicle, score]) => ({ vehicle, score }))
      .filter(({ score }) => score >= STRONG_MATCH)
      .sort((a, b) => b.score - a.score);
  }

  /** World time at which the load should leave its origin. */
  #planned(load: Load, origin: PostedStop): number {
    const estimate = origin.estimated_departure_at ?? origin.estimated_arrival_at;
    return estimate === null ? load.posted : this.#clock.tau(estimate);
  }

  #score(dwell: VehicleDwell, origin: LatLon, goal: LatLon, planned: number, tau: number): number {
    const { pings } = dwell.vehicle;
    const inside = pingsBetween(pings, dwell.from, Math.min(dwell.to, tau)).filter(
      (ping) => distanceMeters(ping, origin) + ping.accuracy_meters <= ORIGIN_RADIUS_METERS,
    );
    const [first, last] = [inside[0], inside[inside.length - 1]];
    if (!first || !last) return 0;
    const presence = part((last.at - first.at) / FULL_PRESENCE);
    const punctual = part((UNPUNCTUAL - Math.abs(last.at - planned)) / (UNPUNCTUAL - PUNCTUAL));
    return 0.25 * presence + 0.25 * punctual + 0.5 * this.#travelled(dwell, last, origin, goal, tau);
  }

  /** Best progress that was reported after leaving the origin, searched for where it can be: on arrival, and last. */
  #travelled(dwell: VehicleDwell, left: Ping, origin: LatLon, goal: LatLon, tau: number): number {
    const arrivals = this.#dwells
      .near(goal, DESTINATION_RADIUS_METERS, left.at, tau)
      .filter((other) => other.vehicle === dwell.vehicle)
      .map((other) => Math.min(other.to, tau));
    const judged = [tau, ...arrivals].map((at) => {
      const ping = dwell.vehicle.pings.last(at);
      return ping && ping.at > left.at ? progress(origin, goal, ping) : 0;
    });
    return Math.max(...judged);
  }
}
