/**
 * Location matching: which trucks behaved as if they carried a load, judged by reported positions and the load's stops; the real
 * carrier is unknown here.
 *
 * A truck scores for having been at the origin (a quarter), near the planned departure (a quarter), and for progress toward the
 * destination since (half). Only all of them together make a strong match, so a truck still at the origin never is one.
 */
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { HOUR, MINUTE, type WorldClock } from './clock.ts';
import type { DwellIndex, VehicleDwell } from './dwells.ts';
import type { Load, PostedStop } from './loads.ts';
import { type Ping, pingsBetween } from './pings.ts';
import type { Vehicle } from './vehicles.ts';

/** Minimum score of a strong match. Deliberately conservative; the interface does not show the value. */
export const STRONG_MATCH = 0.8;

const ORIGIN_RADIUS_METERS = 500;
const DESTINATION_RADIUS_METERS = 800;
/** Maximum distance in time between presence at the origin and the planned departure. */
const WINDOW = 8 * HOUR;
/** Presence at the origin that gives the full score. */
const FULL_PRESENCE = 20 * MINUTE;
/** Deviation from the planned departure up to which the score is full, and from which it is zero. */
const FULL_SCORE_DELAY = 2 * HOUR;
const ZERO_SCORE_DELAY = 6.5 * HOUR;
const FULL_PROGRESS_METERS = 100 * METERS_PER_MILE;
/** Detour via the position relative to the straight line, up to which the score is full, and from which it is zero. */
const FULL_SCORE_DETOUR = 1.25;
const ZERO_SCORE_DETOUR = 1.4;
/** Results are reused for this world time. */
const CACHE_TIME = 2 * MINUTE;

export interface Candidate {
  readonly vehicle: Vehicle;
  /** 0 to 1. */
  readonly score: number;
}

interface CachedMatch {
  readonly revision: number;
  readonly at: number;
  readonly candidates: readonly Candidate[];
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Progress of a position from origin to destination, 0 to 1, reduced for detours. */
function progress(origin: LatLon, goal: LatLon, position: LatLon): number {
  const total = distanceMeters(origin, goal);
  const behind = distanceMeters(origin, position);
  const ahead = distanceMeters(position, goal);
  if (ahead <= DESTINATION_RADIUS_METERS) return 1;
  const covered = clamp((total - ahead) / Math.min(FULL_PROGRESS_METERS, total / 2));
  return (
    covered * clamp((ZERO_SCORE_DETOUR - (behind + ahead) / total) / (ZERO_SCORE_DETOUR - FULL_SCORE_DETOUR))
  );
}

export class Matching {
  readonly #dwells: DwellIndex;
  readonly #clock: WorldClock;
  readonly #cache = new Map<Load, CachedMatch>();

  constructor(dwells: DwellIndex, clock: WorldClock) {
    this.#dwells = dwells;
    this.#clock = clock;
  }

  /** Strong matches at a world time, best first, regardless of who may see them. */
  strong(load: Load, tau: number): readonly Candidate[] {
    const known = this.#cache.get(load);
    if (known && known.revision === load.revision && tau >= known.at && tau - known.at < CACHE_TIME)
      return known.candidates;
    const candidates = this.#match(load, tau);
    this.#cache.set(load, { revision: load.revision, at: tau, candidates });
    return candidates;
  }

  #match(load: Load, tau: number): Candidate[] {
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
    const presence = clamp((last.at - first.at) / FULL_PRESENCE);
    const punctual = clamp(
      (ZERO_SCORE_DELAY - Math.abs(last.at - planned)) / (ZERO_SCORE_DELAY - FULL_SCORE_DELAY),
    );
    return 0.25 * presence + 0.25 * punctual + 0.5 * this.#bestProgress(dwell, last, origin, goal, tau);
  }

  /** Best reported progress after leaving the origin; only arrivals and the last position need checking. */
  #bestProgress(dwell: VehicleDwell, left: Ping, origin: LatLon, goal: LatLon, tau: number): number {
    const arrivals = this.#dwells
      .near(goal, DESTINATION_RADIUS_METERS, left.at, tau)
      .filter((other) => other.vehicle === dwell.vehicle)
      .map((other) => Math.min(other.to, tau));
    const values = [tau, ...arrivals].map((at) => {
      const ping = dwell.vehicle.pings.last(at);
      return ping && ping.at > left.at ? progress(origin, goal, ping) : 0;
    });
    return Math.max(...values);
  }
}
