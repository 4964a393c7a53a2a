/**
 * Recorded trips of real vehicles, beside the project and never part of it: what the predictor said at several times before the
 * arrival, with the two simplest predictions beside it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { RoadDistanceFinder } from '@waypost/geo/road-distance';
import { hash, keyOf } from '@waypost/sandbox/world/random';
import { advanceDuty, type Duty, startOfDuty, type TimedPosition } from '@waypost/triage/duty';
import { predictArrival } from '@waypost/triage/predict';

const FOLDER = new URL('../../../shared/tracks/', import.meta.url);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A truck reports every three minutes. */
const RHYTHM_SECONDS = 179;
export const MINUTES_LEFT = [15, 30, 60, 120, 240] as const;
/**
 * One in five vehicles or days was held out of the first fit. Later choices were compared on random halves of all, so its figures are
 * better than those of trips that nobody has seen.
 */
const HELD_OUT = 5;

interface RecordedTrip {
  readonly name: string;
  readonly vehicle: string;
  readonly region: string;
  /** Seconds. */
  readonly start: number;
  readonly arrived: number;
  readonly place: readonly [latitude: number, longitude: number];
  readonly km: number;
  readonly hours: number;
  readonly points: readonly (readonly [seconds: number, latitude: number, longitude: number])[];
}

export interface RecordedCase {
  readonly group: string;
  readonly held_out: boolean;
  readonly minutes_left: number;
  /** Minutes from the time of the prediction. */
  readonly from: number;
  readonly likely: number;
  readonly to: number;
  /** The great circle with an allowance, at 80 km/h. */
  readonly constant: number;
  /** The same with the detour so far, at the mean speed of the last hour. */
  readonly pace: number;
}

/** Null when the recorded trips are not there. */
export function recordedCases(): RecordedCase[] | null {
  if (!existsSync(FOLDER)) return null;
  const ways = new RoadDistanceFinder();
  return ['legs', 'days'].flatMap((file) => {
    const trips = JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8')) as RecordedTrip[];
    return trips.flatMap((trip) =>
      casesOf(trip, file === 'days' ? 'whole days with stops' : groupOf(trip), ways),
    );
  });
}

function groupOf({ vehicle, region, km, hours }: RecordedTrip): string {
  if (region === 'US' && vehicle === 'bus') return 'US, city buses';
  if (region === 'US') return km / hours >= 55 ? 'US, 55 km/h and faster' : 'US, slower';
  return region === 'CN' ? 'Jiangsu, commercial' : 'other';
}

/** Of the same vehicle, or of the same day when one vehicle made most trips. */
function isHeldOut({ name }: RecordedTrip): boolean {
  const key = /\d{4}-\d\d-\d\d(-\d+)?/.exec(name)?.[0] ?? name.split('#')[0] ?? name;
  return hash(keyOf(key)) % HELD_OUT === 0;
}

function casesOf(trip: RecordedTrip, group: string, ways: RoadDistanceFinder): RecordedCase[] {
  const place = { latitude: trip.place[0], longitude: trip.place[1] };
  const arrived = trip.arrived * 1000;
  const started = trip.start * 1000;
  const positions: TimedPosition[] = [];
  const states: Duty[] = [];
  for (const [seconds, latitude, longitude] of trip.points) {
    const position = { latitude, longitude, at: seconds * 1000 };
    const [last, duty] = [positions.at(-1), states.at(-1)];
    if (last && position.at - last.at < RHYTHM_SECONDS * 1000) continue;
    positions.push(position);
    states.push(duty ? advanceDuty(duty, position) : startOfDuty(position));
  }
  return MINUTES_LEFT.flatMap((minutes_left) => {
    const now = arrived - minutes_left * MINUTE;
    const index = positions.findLastIndex(({ at }) => at <= now);
    const duty = states[index];
    if (now < started || index < 1 || !duty) return [];
    const way = { ...ways.between(duty.position, place), uncertainty_meters: 0 };
    const estimate = predictArrival(duty, way, now);
    if (!estimate) return [];
    const straight = distanceMeters(duty.position, place);
    const lastHour = positions.slice(0, index + 1).filter(({ at }) => at >= duty.position.at - HOUR);
    const mps = (pathMeters(lastHour) / Math.max(MINUTE, duty.position.at - (lastHour[0]?.at ?? 0))) * 1000;
    const minutesAt = (at: number) => (at - now) / MINUTE;
    return [
      {
        group,
        held_out: isHeldOut(trip),
        minutes_left,
        from: minutesAt(estimate.from),
        likely: minutesAt(estimate.likely),
        to: minutesAt(estimate.to),
        constant: (straight * 1.25) / (80_000 / 60),
        pace:
          (straight * detour(positions.slice(0, index + 1).filter(({ at }) => at >= started))) /
          Math.max(1, mps) /
          60,
      },
    ];
  });
}

const pathMeters = (positions: readonly LatLon[]) =>
  positions.reduce(
    (sum, position, at) => sum + (at ? distanceMeters(positions[at - 1] as LatLon, position) : 0),
    0,
  );

/** Driven over great circle since the start; the usual one near it. */
function detour(positions: readonly LatLon[]): number {
  const [first, last] = [positions[0], positions.at(-1)];
  const straight = first && last ? distanceMeters(first, last) : 0;
  return straight > 1000 ? Math.min(2, Math.max(1, pathMeters(positions) / straight)) : 1.25;
}
