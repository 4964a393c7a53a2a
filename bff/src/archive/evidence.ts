/**
 * What our own record of positions says of a load's delivery. The store is asked once for a load, and again when its truck has left the destination:
 * a truck on its way costs a comparison of two points.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { plannedWindow } from '@waypost/triage/same-truck';
import { reachOf, type StopPlace, type StopPlaceOf } from '../arrival/stop-places.ts';
import { ServerPart } from '../lib/server-part.ts';
import type { Database } from '../store/database.ts';
import type { RecordedPosition } from '../store/watched-loads.ts';
import { firstPositionSince, positionsBetween, timesWithin } from '../store/watched-loads.ts';
import type { Evidence } from './rules.ts';

export interface EvidenceOptions {
  readonly db: Database;
  readonly stopPlaceOf: StopPlaceOf;
}

/** Where the place of the destination is not known: a truck that has gone so far since the plan ended was elsewhere. */
const MOVED_METERS = 80_000;
/** A truck that has come so much nearer since the plan ended may still be on its way. */
const NEARER_METERS = 48_000;

interface Seen {
  /** Of what it was worked out: another truck, plan or place makes it untrue. */
  readonly key: string;
  /** Newest position at the destination, milliseconds; null: none. */
  there_at: number | null;
  /** The truck is, or was when last seen, at the destination. */
  is_there: boolean;
  /** The truck stood there until then. */
  stood_until: number | null;
  /** Position of the truck when the plan ended, or soon after; undefined: not looked up yet. */
  at_end?: LatLon | null;
}

export class EvidenceReader extends ServerPart<EvidenceOptions> {
  readonly #seen = new Map<string, Seen>();

  /** For the loads that are still on the board. */
  forgetOthers(isWatched: (load_id: string) => boolean): void {
    for (const load_id of this.#seen.keys()) if (!isWatched(load_id)) this.#seen.delete(load_id);
  }

  /** @param now milliseconds */
  async of(load: BoardLoad, now: number): Promise<Omit<Evidence, 'next_load'>> {
    const none = { left_destination_at: null, elsewhere_since: null };
    const { vehicle_assignment: assignment, last_position } = load;
    const plan = plannedWindow(load);
    // Where another truck matches better, the positions may be the wrong truck's.
    if (!assignment || assignment.agreement === 'disagree' || !last_position || !plan) return none;
    // Sooner than after half of the planned journey nobody arrives: a truck that is there then has other business there.
    const earliest = plan.from + (plan.until - plan.from) / 2;
    if (now < earliest) return none;
    const place = this.#destinationOf(load);
    const seen = await this.#look(load, assignment.vehicle.id, place, earliest);
    const is_site = place?.place_by === 'site' && !this.#passesBefore(load, place);
    return {
      left_destination_at: is_site && !seen.is_there ? seen.stood_until : null,
      elsewhere_since: await this.#elsewhereSince(load, assignment.vehicle.id, place, seen, plan.until, now),
    };
  }

  #destinationOf(load: BoardLoad): StopPlace | null {
    const last = load.stops.reduce<BoardLoad['stops'][number] | undefined>(
      (end, stop) => (end && end.sequence > stop.sequence ? end : stop),
      undefined,
    );
    return last ? this.options.stopPlaceOf(load, last) : null;
  }

  /** An earlier stop lies at the destination too: having been there says nothing. */
  #passesBefore(load: BoardLoad, place: StopPlace): boolean {
    const last = Math.max(...load.stops.map(({ sequence }) => sequence));
    return load.stops.some((stop) => {
      const other = stop.sequence === last ? null : this.options.stopPlaceOf(load, stop);
      return other !== null && distanceMeters(other, place) < 2 * reachOf(place) + reachOf(other);
    });
  }

  async #look(load: BoardLoad, vehicle_id: string, place: StopPlace | null, earliest: number): Promise<Seen> {
    const key = [vehicle_id, earliest, place && [place.latitude, place.longitude, reachOf(place)]].join(' ');
    const known = this.#seen.get(load.load_id);
    const position = load.last_position as NonNullable<BoardLoad['last_position']>;
    const is_there = place !== null && distanceMeters(position, place) <= reachOf(place);
    const occurred_at = Date.parse(position.occurred_at);
    if (known?.key === key) {
      const has_left = known.is_there && !is_there;
      known.is_there = is_there;
      if (is_there && occurred_at >= earliest) known.there_at = Math.max(occurred_at, known.there_at ?? 0);
      if (has_left && place) known.stood_until = await this.#stoodUntil(vehicle_id, place, earliest);
      return known;
    }
    const seen: Seen = { key, there_at: null, is_there, stood_until: null };
    if (place) {
      const times = await timesWithin(this.options.db, vehicle_id, place, reachOf(place), earliest);
      seen.there_at = times?.last ?? null;
      if (times) seen.stood_until = await this.#stoodUntil(vehicle_id, place, earliest);
    }
    this.#seen.set(load.load_id, seen);
    return seen;
  }

  async #stoodUntil(vehicle_id: string, place: StopPlace, earliest: number): Promise<number | null> {
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
    seen: Seen,
    end: number,
    now: number,
  ): Promise<number | null> {
    const position = load.last_position as NonNullable<BoardLoad['last_position']>;
    // What was seen before the plan ended says nothing about the time after it.
    if (now < end || seen.is_there || Date.parse(position.occurred_at) < end) return null;
    seen.at_end ??= (await firstPositionSince(this.options.db, vehicle_id, end)) ?? null;
    if (seen.at_end === null) return null;
    if (place === null) return distanceMeters(seen.at_end, position) >= MOVED_METERS ? end : null;
    const is_coming = distanceMeters(seen.at_end, place) - distanceMeters(position, place) > NEARER_METERS;
    return is_coming ? null : Math.max(end, seen.there_at ?? end);
  }
}

// Whether a truck stood at a place and left it, by the positions that were recorded. Pure.

/** Standing so long is a visit; passing by, and a red light, is none. */
const STOOD_MS = 5 * 60_000;
/** Positions of a truck that stands differ by less. */
const STANDING_METERS = 250;

/**
 * When a truck was last seen at a place where it has stood, milliseconds; null: it never stood there.
 * @param positions all that were recorded, oldest first
 */
export function lastVisit(
  positions: readonly RecordedPosition[],
  isThere: (at: LatLon) => boolean,
): number | null {
  let standing: RecordedPosition | null = null;
  let stood = false;
  let seen: number | null = null;
  for (const position of positions) {
    if (!isThere(position)) {
      standing = null;
      stood = false;
      continue;
    }
    if (standing === null || distanceMeters(standing, position) > STANDING_METERS) standing = position;
    if (position.occurred_at - standing.occurred_at >= STOOD_MS) stood = true;
    if (stood) seen = position.occurred_at;
  }
  return seen;
}
