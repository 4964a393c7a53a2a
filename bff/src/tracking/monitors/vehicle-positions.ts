/** Newest position and usual ping interval of vehicles, from recorded positions; cached for requested vehicles. */
import type { Place } from '@waypost/contract/api/board';
import type { BoardMonitor, MonitorCommand } from '@waypost/contract/api/monitors';
import type { Circle } from '@waypost/contract/monitors';
import { distanceMeters } from '@waypost/geo/geodesy';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import { newestPositions, positionsWithin } from '../../platform/store/monitors.ts';
import { updateRow } from '../../platform/store/query.ts';
import type { PlaceOf } from '../board/entry.ts';
import type { Entry } from './entry.ts';
import { numberOf } from './names.ts';
import { bestTime, type MonitorState, stopsOf } from './reducer.ts';

const MAX_POSITIONS = 41;
/** Fewer intervals do not show a rhythm. */
const MIN_INTERVALS = 3;

interface Track {
  /** Milliseconds, ascending. */
  readonly times: number[];
  latitude: number;
  longitude: number;
  /** Place name; undefined until requested. */
  place: Place | null | undefined;
}

interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly occurred_at: string;
}

export class Vehicles {
  readonly #db: Database;
  readonly #placeOf: PlaceOf;
  readonly #tracks = new Map<string, Track | null>();

  constructor(db: Database, placeOf: PlaceOf) {
    this.#db = db;
    this.#placeOf = placeOf;
  }

  /** Loads recorded positions of vehicles that are not cached. */
  async learn(vehicle_ids: Iterable<string>): Promise<void> {
    const fresh = [...new Set(vehicle_ids)].filter((id) => !this.#tracks.has(id));
    if (fresh.length === 0) return;
    const rows = await newestPositions(this.#db, fresh, MAX_POSITIONS);
    for (const id of fresh) if (!this.#tracks.has(id)) this.#tracks.set(id, null);
    for (const { vehicle_id, occurred_at, latitude, longitude } of rows)
      this.#add(vehicle_id, occurred_at, latitude, longitude);
  }

  /** Adds a position from the board. True when it is the newest. */
  addPosition(vehicle_id: string, { occurred_at, latitude, longitude }: Position): boolean {
    return (
      this.#tracks.has(vehicle_id) && this.#add(vehicle_id, Date.parse(occurred_at), latitude, longitude)
    );
  }

  lastPosition(vehicle_id: string | null): BoardMonitor['last_position'] {
    const track = vehicle_id === null ? undefined : this.#tracks.get(vehicle_id);
    const at = track?.times.at(-1);
    if (!track || at === undefined) return null;
    const { latitude, longitude } = track;
    return { latitude, longitude, occurred_at: toIso(at) };
  }

  /** Place name of the last position, computed once per position. */
  place(vehicle_id: string | null): Place | null {
    const track = vehicle_id === null ? undefined : this.#tracks.get(vehicle_id);
    if (!track || track.times.length === 0) return null;
    if (track.place === undefined) track.place = this.#placeOf(track);
    return track.place;
  }

  rhythmSeconds(vehicle_id: string | null): number | null {
    return rhythmOf((vehicle_id === null ? undefined : this.#tracks.get(vehicle_id))?.times ?? []);
  }

  #add(vehicle_id: string, at: number, latitude: number, longitude: number): boolean {
    const track = this.#tracks.get(vehicle_id) ?? { times: [], latitude, longitude, place: undefined };
    this.#tracks.set(vehicle_id, track);
    if (Number.isNaN(at) || at <= (track.times.at(-1) ?? Number.NEGATIVE_INFINITY)) return false;
    track.times.push(at);
    if (track.times.length > MAX_POSITIONS) track.times.shift();
    track.latitude = latitude;
    track.longitude = longitude;
    track.place = undefined;
    return true;
  }
}

/** Median seconds between times (ms, ascending); null when there are too few. */
export function rhythmOf(times: readonly number[]): number | null {
  const intervals = times.slice(1).map((at, index) => at - (times[index] as number));
  if (intervals.length < MIN_INTERVALS) return null;
  intervals.sort((a, b) => a - b);
  const middle = intervals.length >> 1;
  const [low, high] = [intervals[(intervals.length - 1) >> 1] as number, intervals[middle] as number];
  return Math.round((low + high) / 2 / 100) / 10;
}

// An arrival at the origin right after the tracking start may be a truck that was parked there all along. It is proven when recorded
// positions show the truck outside the circle in between.

/** Positions of a parked truck drift, so only one this far outside the circle counts, meters. */
const OUTSIDE_METERS = 200;

/** Marks entries whose arrival recorded positions prove, in memory and in the database, and returns them. */
export async function proveOrigins(
  db: Database,
  entries: readonly Entry[],
  tracking_start_ms: number,
): Promise<Entry[]> {
  const unproven = entries.flatMap((entry) => {
    const { row, state, command, target } = entry;
    const origin = row.outside_origin_at === null ? originToProve(state, command, tracking_start_ms) : null;
    return origin && target.vehicle_id !== null
      ? [{ entry, origin, id: row.id, vehicle_id: target.vehicle_id, from: origin.from, to: origin.to }]
      : [];
  });
  const positions = await positionsWithin(db, unproven);
  const proven: Entry[] = [];
  for (const { entry, origin } of unproven) {
    const outside = positions
      .get(entry.row.id)
      ?.find((at) => distanceMeters(at, origin.circle) > origin.circle.radius_meters + OUTSIDE_METERS);
    if (!outside) continue;
    await updateRow(db, 'monitor', { id: entry.row.id }, { outside_origin_at: outside.occurred_at });
    entry.row = { ...entry.row, outside_origin_at: outside.occurred_at };
    proven.push(entry);
  }
  return proven;
}

/**
 * Whether an arrival may only mean that the truck was parked at the origin: the first ping after `starts_at`, or after a later
 * creation, is recorded as an arrival.
 */
export function isAtStart(
  at: number,
  state: MonitorState,
  command: MonitorCommand | null,
  tracking_start_ms: number,
): boolean {
  const { starts, created } = startsOf(state, command);
  if (starts !== null && at - starts <= tracking_start_ms) return true;
  return created !== null && at >= created && at - created <= tracking_start_ms;
}

/** Planned start of tracking, and creation of the monitor, ms. */
function startsOf(state: MonitorState, command: MonitorCommand | null) {
  return {
    starts: numberOf(state, 'starts_at') ?? (command ? Date.parse(command.starts_at) : null),
    created: numberOf(state, 'created_at'),
  };
}

/**
 * Where and when recorded positions could prove an arrival at the origin right after the tracking start: by a position outside the
 * circle between `from` and `to` (ms). Null when there is no such arrival, or the circle is unknown.
 */
export function originToProve(
  state: MonitorState,
  command: MonitorCommand | null,
  tracking_start_ms: number,
): { readonly circle: Circle; readonly from: number; readonly to: number } | null {
  const stop = stopsOf(state)[0];
  const arrived = stop?.sequence === 0 ? bestTime(stop.stop.arrived) : null;
  if (!stop || !arrived || !isAtStart(arrived.at, state, command, tracking_start_ms)) return null;
  const { starts, created } = startsOf(state, command);
  const [latitude, longitude] = stop.stop.centre?.v ?? [command?.origin.latitude, command?.origin.longitude];
  const radius_meters = stop.stop.radius_meters?.v ?? command?.origin.radius_meters;
  if (latitude === undefined || longitude === undefined || radius_meters === undefined) return null;
  return {
    circle: { latitude, longitude, radius_meters },
    from: Math.max(starts ?? 0, created ?? 0),
    to: arrived.at,
  };
}
