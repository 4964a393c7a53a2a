/**
 * What the recorded positions say about a load's delivery. The store is queried once per load, and again when its truck leaves the
 * destination; while the truck is under way only two points are compared.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { bearingDegrees, distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { hasObservedTime } from '@waypost/triage/journey';
import { monitorStopOf } from '@waypost/triage/monitored';
import { inTravelOrder } from '@waypost/triage/plan';
import { plannedWindow } from '@waypost/triage/same-truck';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import type { RecordedPosition } from '../../platform/store/watched-loads.ts';
import { firstPositionSince, positionsBetween, timesWithin } from '../../platform/store/watched-loads.ts';
import { reachOf, type StopPlace, type StopPlaceOf } from '../arrival/stop-places.ts';
import { type Evidence, NO_EVIDENCE } from './rules.ts';

export interface EvidenceOptions {
  readonly db: Database;
  readonly stopPlaceOf: StopPlaceOf;
}

/** If the place of the destination is unknown: a truck that moved this far since the end of the plan is elsewhere. */
const MIN_MOVED_METERS = 80_000;
/** A truck that came this much closer since the end of the plan may still be on its way. */
const MIN_APPROACH_METERS = 48_000;
/** A truck whose last movement differs less from the direction of a place comes closer to it. */
const MAX_TURN_DEGREES = 90;

interface DestinationState {
  /** Inputs of this state: another truck, plan or place invalidates it. */
  readonly key: string;
  /** Time of the newest position at the destination, ms; null: none. */
  last_seen_at: number | null;
  /** Whether the latest position is at the destination. */
  is_there: boolean;
  /** End of the truck's last stay at the destination, ms. */
  stayed_until: number | null;
  /** First position of the truck since the plan ended; undefined: not looked up yet. */
  at_end?: RecordedPosition | null;
  /** Sequences of the intermediate stops where the truck was seen. */
  readonly visited: Set<number>;
}

export class EvidenceReader extends ServerPart<EvidenceOptions> {
  readonly #states = new Map<string, DestinationState>();

  evictOthers(isWatched: (load_id: string) => boolean): void {
    for (const load_id of this.#states.keys()) if (!isWatched(load_id)) this.#states.delete(load_id);
  }

  /** @param now ms since 1970 */
  async of(load: BoardLoad, now: number): Promise<Omit<Evidence, 'next_load'>> {
    const { vehicle_assignment: assignment, last_position } = load;
    const plan = plannedWindow(load);
    // If another truck matches better, the positions may belong to the wrong truck.
    if (!assignment || assignment.agreement === 'disagree' || !last_position || !plan) return NO_EVIDENCE;
    // Nobody arrives in less than half of the planned journey: a truck that is there earlier has other business there.
    const earliest = plan.from + (plan.until - plan.from) / 2;
    if (now < earliest) return NO_EVIDENCE;
    const place = this.#destinationOf(load);
    const state = await this.#update(load, assignment.vehicle.id, place, earliest);
    const is_site = place?.place_by === 'site' && !this.#passesBefore(load, place);
    return {
      left_destination_at: is_site && !state.is_there ? state.stayed_until : null,
      elsewhere_since: await this.#elsewhereSince(load, assignment.vehicle.id, place, state, plan.until, now),
      is_coming: await this.#isComing(load, assignment.vehicle.id, place, state, plan.from),
    };
  }

  #destinationOf(load: BoardLoad): StopPlace | null {
    const last = inTravelOrder(load.stops).at(-1);
    return last ? this.options.stopPlaceOf(load, last) : null;
  }

  /** Whether an earlier stop is at the destination too: then having been there proves nothing. */
  #passesBefore(load: BoardLoad, place: StopPlace): boolean {
    const last = Math.max(...load.stops.map(({ sequence }) => sequence));
    return load.stops.some((stop) => {
      const other = stop.sequence === last ? null : this.options.stopPlaceOf(load, stop);
      return other !== null && distanceMeters(other, place) < 2 * reachOf(place) + reachOf(other);
    });
  }

  async #update(
    load: BoardLoad,
    vehicle_id: string,
    place: StopPlace | null,
    earliest: number,
  ): Promise<DestinationState> {
    const key = [vehicle_id, earliest, place && [place.latitude, place.longitude, reachOf(place)]].join(' ');
    const known = this.#states.get(load.load_id);
    const position = load.last_position as NonNullable<BoardLoad['last_position']>;
    const is_there = place !== null && distanceMeters(position, place) <= reachOf(place);
    const occurred_at = Date.parse(position.occurred_at);
    if (known?.key === key) {
      const has_left = known.is_there && !is_there;
      known.is_there = is_there;
      if (is_there && occurred_at >= earliest)
        known.last_seen_at = Math.max(occurred_at, known.last_seen_at ?? 0);
      if (has_left && place) known.stayed_until = await this.#stayedUntil(vehicle_id, place, earliest);
      return known;
    }
    const state: DestinationState = {
      key,
      last_seen_at: null,
      is_there,
      stayed_until: null,
      visited: new Set(),
    };
    if (place) {
      const times = await timesWithin(this.options.db, vehicle_id, place, reachOf(place), earliest);
      state.last_seen_at = times?.last ?? null;
      if (times) state.stayed_until = await this.#stayedUntil(vehicle_id, place, earliest);
    }
    this.#states.set(load.load_id, state);
    return state;
  }

  async #stayedUntil(vehicle_id: string, place: StopPlace, earliest: number): Promise<number | null> {
    const { db } = this.options;
    const times = await timesWithin(db, vehicle_id, place, reachOf(place), earliest);
    if (times === null) return null;
    const positions = await positionsBetween(db, vehicle_id, times.first, times.last);
    return lastVisit(positions, (at) => distanceMeters(at, place) <= reachOf(place));
  }

  async #elsewhereSince(
    load: BoardLoad,
    vehicle_id: string,
    place: StopPlace | null,
    state: DestinationState,
    end: number,
    now: number,
  ): Promise<number | null> {
    const position = load.last_position as NonNullable<BoardLoad['last_position']>;
    // Evidence from before the end of the plan says nothing about the time after it.
    if (now < end || state.is_there || Date.parse(position.occurred_at) < end) return null;
    state.at_end ??= (await firstPositionSince(this.options.db, vehicle_id, end)) ?? null;
    if (state.at_end === null) return null;
    // Before its first position, nobody knows where the truck was.
    const since = state.at_end.occurred_at;
    if (place === null) return distanceMeters(state.at_end, position) >= MIN_MOVED_METERS ? since : null;
    const is_coming =
      distanceMeters(state.at_end, place) - distanceMeters(position, place) > MIN_APPROACH_METERS;
    return is_coming ? null : Math.max(since, state.last_seen_at ?? since);
  }

  /**
   * Whether the truck, by its last movement, may still be on its way: it drives toward the destination, or away from it while it was
   * not seen at a stop before.
   */
  async #isComing(
    load: BoardLoad,
    vehicle_id: string,
    place: StopPlace | null,
    state: DestinationState,
    from: number,
  ): Promise<boolean> {
    const { motion, last_position } = load;
    if (!motion?.moving || !last_position) return false;
    if (place && motion.bearing_degrees !== null) {
      const turn = Math.abs(bearingDegrees(last_position, place) - motion.bearing_degrees);
      if (Math.min(turn, 360 - turn) < MAX_TURN_DEGREES) return true;
    }
    const between = inTravelOrder(load.stops).slice(1, -1);
    for (const stop of between) {
      if (state.visited.has(stop.sequence)) continue;
      const at = this.options.stopPlaceOf(load, stop);
      const watched = monitorStopOf(load, stop);
      const is_visited =
        hasObservedTime(stop) ||
        (watched !== null && hasObservedTime(watched)) ||
        (at !== null && (await timesWithin(this.options.db, vehicle_id, at, reachOf(at), from)) !== null);
      if (!is_visited) return true;
      state.visited.add(stop.sequence);
    }
    return false;
  }
}

// Whether a truck stayed at a place and left it, from the recorded positions. Pure functions.

/** Minimum stay for a visit; passing by or waiting at a red light is shorter. */
const MIN_STAY_MS = 5 * 60_000;
/** Positions of a stationary truck differ by less. */
const STATIONARY_METERS = 250;

/**
 * When a truck was last seen at a place where it had stayed, ms since 1970; null: it never stayed there.
 * @param positions oldest first
 */
export function lastVisit(
  positions: readonly RecordedPosition[],
  isThere: (at: LatLon) => boolean,
): number | null {
  let standing: RecordedPosition | null = null;
  let stood = false;
  let state: number | null = null;
  for (const position of positions) {
    if (!isThere(position)) {
      standing = null;
      stood = false;
      continue;
    }
    if (standing === null || distanceMeters(standing, position) > STATIONARY_METERS) standing = position;
    if (position.occurred_at - standing.occurred_at >= MIN_STAY_MS) stood = true;
    if (stood) state = position.occurred_at;
  }
  return state;
}
