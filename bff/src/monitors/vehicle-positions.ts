/** Newest position and usual rhythm of vehicles, from our own record of positions; kept in memory for those that somebody asks about. */
import type { Place } from '@waypost/contract/api/board';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { distanceMeters } from '@waypost/geo/geodesy';
import type { PlaceOf } from '../board/entry.ts';
import { toIso } from '../lib/time.ts';
import type { Database } from '../store/database.ts';
import { newestPositions, positionsWithin } from '../store/monitors.ts';
import { updateRow } from '../store/query.ts';
import type { Entry } from './entry.ts';
import { originToProve } from './monitor-response.ts';

/** Positions of each vehicle that are examined. */
const POSITIONS = 41;
/** Fewer intervals than this say nothing about a rhythm. */
const FEWEST_INTERVALS = 3;

interface Track {
  /** Milliseconds, ascending. */
  readonly times: number[];
  latitude: number;
  longitude: number;
  /** In words; undefined until somebody asks. */
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

  /** Reads what is recorded of vehicles that are not known yet. */
  async learn(vehicle_ids: Iterable<string>): Promise<void> {
    const fresh = [...new Set(vehicle_ids)].filter((id) => !this.#tracks.has(id));
    if (fresh.length === 0) return;
    const rows = await newestPositions(this.#db, fresh, POSITIONS);
    for (const id of fresh) if (!this.#tracks.has(id)) this.#tracks.set(id, null);
    for (const { vehicle_id, occurred_at, latitude, longitude } of rows)
      this.#add(vehicle_id, occurred_at, latitude, longitude);
  }

  /** A position that the board has taken in. True when it is newer than what was known. */
  see(vehicle_id: string, { occurred_at, latitude, longitude }: Position): boolean {
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

  /** The last position in words, worked out once for each. */
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
    if (track.times.length > POSITIONS) track.times.shift();
    track.latitude = latitude;
    track.longitude = longitude;
    track.place = undefined;
    return true;
  }
}

/** Median seconds between times (ms, ascending); null when there are too few. */
export function rhythmOf(times: readonly number[]): number | null {
  const intervals = times.slice(1).map((at, index) => at - (times[index] as number));
  if (intervals.length < FEWEST_INTERVALS) return null;
  intervals.sort((a, b) => a - b);
  const middle = intervals.length >> 1;
  const [low, high] = [intervals[(intervals.length - 1) >> 1] as number, intervals[middle] as number];
  return Math.round((low + high) / 2 / 100) / 10;
}

// An arrival at the origin right after tracking started may be a truck that was parked there all along. Our own record of positions proves
// the arrival when it saw the truck outside the circle in between.

/** A parked truck's position wanders; only one so far outside the circle counts, meters. */
const OUTSIDE_METERS = 200;

/** Entries whose arrival is proved by this call; their rows say so, here and in the store. */
export async function proveOrigins(
  db: Database,
  entries: readonly Entry[],
  tracking_start_ms: number,
): Promise<Entry[]> {
  const open = entries.flatMap((entry) => {
    const { row, state, command, watching } = entry;
    const origin = row.outside_origin_at === null ? originToProve(state, command, tracking_start_ms) : null;
    return origin && watching.vehicle_id !== null
      ? [{ entry, origin, id: row.id, vehicle_id: watching.vehicle_id, from: origin.from, to: origin.to }]
      : [];
  });
  const positions = await positionsWithin(db, open);
  const proved: Entry[] = [];
  for (const { entry, origin } of open) {
    const outside = positions
      .get(entry.row.id)
      ?.find((at) => distanceMeters(at, origin.circle) > origin.circle.radius_meters + OUTSIDE_METERS);
    if (!outside) continue;
    await updateRow(db, 'monitor', { id: entry.row.id }, { outside_origin_at: outside.occurred_at });
    entry.row = { ...entry.row, outside_origin_at: outside.occurred_at };
    proved.push(entry);
  }
  return proved;
}
