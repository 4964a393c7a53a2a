/**
 * Replays recorded tracks (SANDBOX_REPLAY): each by one vehicle, at the recorded pace and with the recorded gaps, repeatedly with
 * a rest in between. Reports exactly the recorded points, without interpolation.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '../config.ts';
import { MINUTE, type WorldClock } from './clock.ts';
import { type Fleet, partnerId } from './fleets.ts';
import { parseGpx, type Track, type TrackPoint } from './gpx.ts';
import type { Load, PostedStop } from './loads.ts';
import type { Ping, PingSource } from './pings.ts';
import { keyOf, Random, uuidOf } from './random.ts';
import type { Planner } from './shipper.ts';
import { makeVin } from './vehicle-records.ts';

/** Rest between two rounds, in world time. */
export const REST_BETWEEN = 30 * MINUTE;
const ACCURACY_METERS = 10;
const REPLAY = keyOf('replay');

/** Reads every *.gpx of a folder. An unreadable file stops the start with its name and the reason. */
export function readTracks(folder: string): Track[] {
  const reject = (what: string): never => {
    throw new ConfigError(`SANDBOX_REPLAY: ${what}. Example: SANDBOX_REPLAY=./tracks with files *.gpx`);
  };
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.toLowerCase().endsWith('.gpx'));
  } catch (error) {
    reject(`the folder cannot be read: ${reasonOf(error)}`);
  }
  if (names.length === 0) reject(`${folder} has no *.gpx file`);
  return names.sort().flatMap((name) => {
    try {
      return [parseGpx(basename(name).slice(0, -'.gpx'.length), readFileSync(join(folder, name), 'utf8'))];
    } catch (error) {
      return reject(`${name} is not usable: ${reasonOf(error)}`);
    }
  });
}

/** Duration of one round, including the rest. */
export function roundDuration({ points }: Track): number {
  return (points[points.length - 1] as TrackPoint).offset + REST_BETWEEN;
}

/** Recorded pings; the first round starts with the world. */
export class RecordedPings implements PingSource {
  readonly #track: Track;
  readonly #round: number;

  constructor(track: Track) {
    this.#track = track;
    this.#round = roundDuration(track);
  }

  last(tau: number): Ping | null {
    const { points } = this.#track;
    const startedAt = Math.floor(tau / this.#round) * this.#round;
    let low = 0;
    let high = points.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((points[middle] as TrackPoint).offset <= tau - startedAt) low = middle;
      else high = middle;
    }
    const { latitude, longitude, offset } = points[low] as TrackPoint;
    return { at: startedAt + offset, latitude, longitude, accuracy_meters: ACCURACY_METERS };
  }
}

/** Updates the plan of a recorded track's load for each round. */
export class ReplayPlanner implements Planner {
  readonly #clock: WorldClock;
  readonly #track: Track;
  readonly #load: Load;
  readonly #key: number;
  #round: number | null = null;

  constructor(clock: WorldClock, track: Track, load: Load, key: number) {
    this.#clock = clock;
    this.#track = track;
    this.#load = load;
    this.#key = key;
    this.planUntil(clock.tau());
  }

  planUntil(tau: number): void {
    const length = roundDuration(this.#track);
    const round = Math.floor(tau / length);
    if (round === this.#round) return;
    this.#round = round;
    const { points, name } = this.#track;
    const stop = (sequence: 0 | 1, point: TrackPoint): PostedStop => {
      const at = Math.round(this.#clock.wall(round * length + point.offset));
      return {
        id: uuidOf(this.#key, round, sequence),
        sequence,
        stop_type: sequence === 0 ? 'origin' : 'destination',
        name: sequence === 0 ? `${name} start` : `${name} end`,
        latitude: point.latitude,
        longitude: point.longitude,
        estimated_arrival_at: sequence === 0 ? null : at,
        estimated_departure_at: sequence === 0 ? at : null,
      };
    };
    this.#load.stops = [stop(0, points[0] as TrackPoint), stop(1, points[points.length - 1] as TrackPoint)];
    this.#load.posted = round * length;
    this.#load.revision += 1;
  }
}

/** The fleet of recorded tracks: it shares everything but is not covered by location matching. */
export function replayFleet(seed: number, start: number): Fleet {
  const ids = (what: string) => uuidOf(seed, REPLAY, keyOf(what));
  const fleet_id = ids('fleet');
  return {
    fleet_id,
    fleet_ref: 'CARRIER-REPLAY',
    name: 'Recorded Tracks',
    kind: 'unmatched',
    covered_by_matching: false,
    agreement: {
      id: ids('agreement'),
      fleet_id,
      partner_id: partnerId(seed),
      fleet_ref: 'CARRIER-REPLAY',
      invitation_id: ids('invitation'),
      effective_date: new Date(start - 86_400_000).toISOString(),
      expiration_date: null,
      scopes: { vehicle: 'read', vehicle_location: 'read' },
      status: 'active',
    },
  };
}

/** Record of the vehicle that replays a track, with valid identifiers. */
export function replayVehicleRecord(seed: number, index: number, name: string) {
  const key = keyOf(name);
  const vin = makeVin('1FU', 2024, 900_000 + index, new Random(seed, REPLAY, key));
  return {
    id: uuidOf(seed, REPLAY, key),
    vehicle_name: name,
    oem: 'Freightliner',
    model_year: 2024,
    vin,
    is_active: true,
  };
}
