/**
 * Estimates when a truck will reach a place: the time from door to door that a truck usually takes for the distance left, longer when
 * this truck has been on slower roads or slower on them, and long rests that the law requires. Simulates many drives with evenly drawn
 * unknowns, and returns an interval that is meant to hold four of five arrivals. `npx pnpm bench:eta` measures that on recorded and
 * simulated trips.
 */
import { MAX_POSITION_AGE_MS, type PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import type { RoadDistance } from '@waypost/geo/road-distance';
import { type Duty, hasOnlyStood, mphOfMiles, type Pace, startOfDuty } from './duty.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIMULATIONS = 160;
/** A rest in fewer of the simulated drives is left out, and one in more than all but this share is certain. */
const UNLIKELY = 0.15;

// Fitted to recorded trips, see DECISIONS.md.
/** A usual drive: the streets and gates at its ends, and the speed between them, short stops included. */
const ENDS_HOURS = 0.12;
const USUAL_MPH = 55;
/** At which a usual truck drives its miles. One that drives them slower is on slower roads, and is expected to stay on such. */
const USUAL_MPH_OF_MILES = 58;
/** Weights of the usual against what this truck has done, in hours of driving: for the speed of its roads, and for its pace on them. */
const [ROADS_WEIGHT_HOURS, PACE_WEIGHT_HOURS] = [0.2, 0.5];
/** How much of its slowness on its roads a truck keeps; a faster truck falls back to the usual speed. */
const KEPT_SLOWNESS = 0.4;
/** Natural logarithm of the time taken over the time expected, in one of ten drives and in nine of ten, on usual roads. */
const [EARLY, LATE] = [0.52, 0.7];
/** On slow roads times vary less: by this power of their speed over that of usual roads. */
const SLOW_ROADS_POWER = 0.3;
/** No truck is faster than this from door to door. */
export const MAX_MPH = 75;
/** A truck that has not reported for longer has often stopped: hours added to the median and the late end, per hour, for an hour. */
const SILENT_HOURS = 0.1;
const MAX_SILENCE_HOURS = 1;
const [SILENCE_LIKELY, SILENCE_LATE] = [1, 2.7];
/** Usual speed at the wheel, and its weight in hours of driving. */
const [MOVING_MPH, MOVING_WEIGHT_HOURS] = [60, 0.5];
/** From this much driving on, the truck's own pace counts as observed. */
const OBSERVED_HOURS = 0.25;

/** Drivers stop for the night where they can park, up to this long before they have to. */
const EARLY_REST_MS = 1.5 * HOUR;
/** So much longer the last drive of the day may be, to reach the dock. */
const TOLERANCE_MS = 0.5 * HOUR;
/** How long a long rest is, hours. */
const REST_HOURS = [9.9, 11.5] as const;
/** Longer stops are no breaks, and still longer ones no waits at a dock, if the driver has driven for some hours. */
const [MAX_BREAK_MS, MAX_WAIT_MS] = [1.5 * HOUR, 4 * HOUR];

export interface PlannedWay extends RoadDistance {
  /** Possible distance between the place and the end of the route, meters; 0 for a known dock. */
  readonly uncertainty_meters: number;
}

/** What earlier estimates have taught, for the fleet or for all. */
export interface Experience {
  /** Time that drives took, as a multiple of the time expected. */
  readonly time_factor: number;
  /** Factor of the interval's usual width. */
  readonly width_factor: number;
}

export const NO_EXPERIENCE: Experience = { time_factor: 1, width_factor: 1 };

interface ArrivalEstimate extends Pick<PredictedArrival, 'rest' | 'speed_by'> {
  /** Milliseconds: four of five simulated arrivals fall between `from` and `to`; `likely` is their median. */
  readonly from: number;
  readonly to: number;
  readonly likely: number;
  /** Assumed from door to door, rests excluded. */
  readonly mph: number;
}

/** `duty`: state of the driver; `way`: the remaining route; `now`: milliseconds. Null when the last position is too old. */
export function predictArrival(
  duty: Duty,
  way: PlannedWay,
  now: number,
  experience: Experience = NO_EXPERIENCE,
): ArrivalEstimate | null {
  return now - duty.position.at > MAX_POSITION_AGE_MS ? null : estimate(duty, way, now, experience);
}

function estimate(duty: Duty, way: PlannedWay, now: number, experience: Experience): ArrivalEstimate {
  const { pace } = duty;
  const drives = Array.from({ length: SIMULATIONS }, (_, n) => simulate(duty, way, now, experience, n + 1));
  const rested = drives.filter((drive) => drive.rested).length / SIMULATIONS;
  const rest = rested > 1 - UNLIKELY ? 'before' : rested < UNLIKELY ? 'none' : 'perhaps';
  // An unlikely rest would make the interval ten hours wide.
  const hours = drives.filter((drive) => rest !== 'none' || !drive.rested).map((drive) => drive.hours);
  hours.sort((a, b) => a - b);
  const at = (share: number) => now + (hours[Math.round(share * (hours.length - 1))] as number) * HOUR;
  const miles = way.meters / METERS_PER_MILE;
  return {
    from: at(0.1),
    to: at(0.9),
    likely: at(0.5),
    mph: miles / (drivingHours(miles, pace) * experience.time_factor),
    speed_by: pace.hours >= OBSERVED_HOURS ? 'truck' : experience.time_factor === 1 ? 'usual' : 'fleet',
    rest,
  };
}

export interface Drive {
  /** Milliseconds from door to door, rests included: nine of ten drives take longer than `least`, half of them than `likely`. */
  readonly least: number;
  readonly likely: number;
  readonly rest: ArrivalEstimate['rest'];
  /** Long rests in a likely drive. */
  readonly rests: number;
}

/** The drive of one driver who has just rested, in a truck of which nothing is known. */
export function usualDrive(way: RoadDistance): Drive {
  const rested = { ...startOfDuty({ latitude: 0, longitude: 0, at: 0 }), rested: true };
  const { from, likely, mph, rest } = estimate(rested, { ...way, uncertainty_meters: 0 }, 0, NO_EXPERIENCE);
  const driving = way.meters / METERS_PER_MILE / mph;
  const rests = Math.max(0, Math.round((likely / HOUR - driving) / REST_HOURS[0]));
  return { least: from, likely, rest, rests };
}

/** Expected hours from door to door. */
function drivingHours(miles: number, pace: Pace): number {
  const usual = ENDS_HOURS + miles / (USUAL_MPH * roadSpeedOf(pace));
  const usualMph = miles / usual;
  const mph = (pace.miles + usualMph * PACE_WEIGHT_HOURS) / (pace.hours + PACE_WEIGHT_HOURS);
  const slower = mph < usualMph ? (usualMph / mph) ** KEPT_SLOWNESS : 1;
  return usual * slower;
}

/** Speed of the roads that a truck has driven, as a share of the usual; more than that does not count. */
function roadSpeedOf(pace: Pace): number {
  const mph =
    (mphOfMiles(pace) * pace.hours + USUAL_MPH_OF_MILES * ROADS_WEIGHT_HOURS) /
    (pace.hours + ROADS_WEIGHT_HOURS);
  return Math.min(1, mph / USUAL_MPH_OF_MILES);
}

/** Speed at the wheel, which decides the hours that the law counts. */
const wheelMph = (pace: Pace) =>
  (pace.miles + MOVING_MPH * MOVING_WEIGHT_HOURS) / (pace.hours + MOVING_WEIGHT_HOURS);

const PRIMES = [2, 3, 5, 7, 11] as const;

/** Deterministic draw from 0 to 1: element `n` of the Halton sequence of a dimension. */
function draw(n: number, dimension: number): number {
  const base = PRIMES[dimension] as number;
  let [result, share] = [0, 1 / base];
  for (let left = n; left > 0; left = Math.floor(left / base), share /= base) result += (left % base) * share;
  return result;
}

/** Simulates a drive to the place; hours from now. */
function simulate(
  duty: Duty,
  way: PlannedWay,
  now: number,
  { time_factor, width_factor }: Experience,
  n: number,
) {
  const between = (dimension: number, low: number, high: number) => low + draw(n, dimension) * (high - low);
  const share = draw(n, 0);
  // -1 in one of ten drives, 1 in nine of ten.
  const deviation = (Math.log(share / (1 - share)) / Math.log(9)) * width_factor;
  const spread = (deviation < 0 ? EARLY : LATE) * roadSpeedOf(duty.pace) ** SLOW_ROADS_POWER;
  const meters = Math.max(0, way.meters + between(1, -way.uncertainty_meters, way.uncertainty_meters));
  const miles = Math.max(meters / METERS_PER_MILE, 0.01);
  const expected = drivingHours(miles, duty.pace) * time_factor;
  // A truck that reports rarely has driven on since.
  const age = (now - duty.position.at) / HOUR;
  const gap = duty.pace.positions > 0 ? duty.pace.hours / duty.pace.positions : 0;
  const unseen = Math.min(Math.max(0, age), Math.max(SILENT_HOURS, 2 * gap));
  const silence = Math.min(MAX_SILENCE_HOURS, age - unseen);
  const driving =
    Math.max(0, miles / MAX_MPH - age, (expected - unseen) * Math.exp(deviation * spread)) +
    Math.max(
      0,
      silence *
        (SILENCE_LIKELY + deviation * (deviation < 0 ? SILENCE_LIKELY : SILENCE_LATE - SILENCE_LIKELY)),
    );
  // A slow truck may make up for it, so that a rest on the way is not certain.
  const mph = wheelMph(duty.pace);
  const atWheel = miles / between(1, mph, Math.max(mph, MOVING_MPH)) - unseen;
  const rest = restHours(duty, Math.max(0, atWheel) * HOUR, between);
  return { hours: driving + rest, rested: rest >= MIN_REST_HOURS };
}

/** Shorter waits are no rests. */
const MIN_REST_HOURS = 0.5;

/** Hours of rests that the law requires, and of the stop that the truck makes now. */
function restHours(
  duty: Duty,
  driving: number,
  between: (dimension: number, low: number, high: number) => number,
) {
  const maxDriving = between(2, 9.4, 10.9) * HOUR;
  const rest = between(3, ...REST_HOURS);
  // With unknown hours the driver may be anywhere in the day, most likely not near its end.
  const driven = duty.rested ? duty.driven : Math.max(duty.driven, between(4, 0, 3) ** 2 * HOUR);
  const stood = duty.stood + (hasOnlyStood(duty) ? between(4, 0, 10) * HOUR : 0);
  // A driver who drives on after the limit is not bound by it: a team, or another law.
  const isBound = duty.stood > 0 || driven < maxDriving;
  // Nobody stops for the night if the dock can still be reached.
  const isTooFar = isBound && driven + driving > maxDriving + TOLERANCE_MS;
  const isDueForRest = isTooFar && (driven > maxDriving - EARLY_REST_MS || stood > MAX_BREAK_MS);
  const isResting = stood > MAX_WAIT_MS && driven > between(4, 3, 7) * HOUR;
  const rests = isTooFar ? Math.ceil((driven + driving - maxDriving) / maxDriving) : 0;
  if (isResting || (stood > 6 * MINUTE && isDueForRest)) {
    const now = Math.max(between(4, MIN_REST_HOURS, 0.6), rest - stood / HOUR);
    return now + Math.max(0, Math.ceil(driving / maxDriving) - 1) * rest;
  }
  return rests * rest + (stood > 6 * MINUTE ? between(4, 0, 0.2) : 0);
}
