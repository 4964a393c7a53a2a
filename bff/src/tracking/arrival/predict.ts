/**
 * Estimates when a truck will reach a place, from its last position, the remaining route, its open road speed, hours of service, and
 * drivers' stops. Simulates many drives with evenly drawn unknowns, and returns an interval that holds four of five arrivals. `npx pnpm
 * bench:eta` measures its accuracy.
 */
import { MAX_POSITION_AGE_MS } from '@waypost/contract/api/predicted-arrival';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import type { RoadDistance } from '@waypost/geo/road-distance';
import { type Duty, hasOnlyStood } from './duty.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIMULATIONS = 160;
/** Prior of the open road speed, and its weight in hours of driving. */
const USUAL_MPH = 61;
const USUAL_WEIGHT_HOURS = 0.5;
/** The last miles to a dock, and the city before them. */
const [MIN_LOCAL_MILES, MAX_LOCAL_MILES] = [0.5, 9];
const LOCAL_MPH = 29;
/** Uncertainty of streets, gates and the dock's position, at full distance. */
const [MAX_EARLIER_MS, MAX_LATER_MS] = [14 * MINUTE, 13 * MINUTE];
/** Relative error of the route length. */
const [CORRIDORS_ERROR, GREAT_CIRCLE_ERROR] = [0.03, 0.1];
/** Distance from which the uncertainty of the last part is at its maximum. */
const FULL_UNCERTAINTY_MILES = 15;
const CITY_MILES = 8;
const CITY_MPH = 46;
/** Range of a tank; the last refueling is unknown. */
const FUEL_MILES = 950;
/** Drivers stop for the night where they can park, up to this long before they have to. */
const EARLY_REST_MS = 1.5 * HOUR;

export interface PlannedWay extends RoadDistance {
  /** Possible distance between the place and the end of the route, meters; 0 for a known dock. */
  readonly uncertainty_meters: number;
}

interface ArrivalEstimate {
  /** Milliseconds: four of five simulated arrivals fall between `from` and `to`; `likely` is their median. */
  readonly from: number;
  readonly to: number;
  readonly likely: number;
  readonly miles_to_go: number;
  readonly mph: number;
  /** Whether a long rest falls before the arrival. */
  readonly rest: 'before' | 'perhaps' | 'none';
}

/** `duty`: state of the driver; `way`: the remaining route; `now`: milliseconds. Null when the last position is too old. */
export function predictArrival(duty: Duty, way: PlannedWay, now: number): ArrivalEstimate | null {
  const { position } = duty;
  if (now - position.at > MAX_POSITION_AGE_MS) return null;
  const miles_to_go = way.meters / METERS_PER_MILE;
  const mph = (USUAL_MPH * USUAL_WEIGHT_HOURS + duty.open_miles) / (USUAL_WEIGHT_HOURS + duty.open_hours);
  const error =
    (way.by === 'corridors' ? CORRIDORS_ERROR : GREAT_CIRCLE_ERROR) +
    way.uncertainty_meters / Math.max(way.meters, way.uncertainty_meters, 1);
  const arrivals: number[] = [];
  let rests = 0;
  for (let drive = 1; drive <= SIMULATIONS; drive++) {
    const { ms, rested } = simulate(duty, miles_to_go, mph, error, drive);
    arrivals.push(Math.max(now, position.at + ms));
    if (rested) rests += 1;
  }
  arrivals.sort((a, b) => a - b);
  const at = (share: number) => arrivals[Math.round(share * (SIMULATIONS - 1))] as number;
  return {
    from: at(0.1),
    to: at(0.9),
    likely: at(0.5),
    miles_to_go,
    mph,
    rest: rests > 0.9 * SIMULATIONS ? 'before' : rests < 0.1 * SIMULATIONS ? 'none' : 'perhaps',
  };
}

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29] as const;

/** Deterministic draw from 0 to 1: element `n` of the Halton sequence of a dimension. */
function draw(n: number, dimension: number): number {
  const base = PRIMES[dimension] as number;
  let [result, share] = [0, 1 / base];
  for (let left = n; left > 0; left = Math.floor(left / base), share /= base) result += (left % base) * share;
  return result;
}

/** Simulates a drive to the place; milliseconds from the last position. */
function simulate(duty: Duty, miles: number, mph: number, error: number, n: number) {
  const between = (dimension: number, low: number, high: number) => low + draw(n, dimension) * (high - low);
  const maxDriving = between(0, 9.4, 10.9) * HOUR;
  const rest = between(1, 9.9, 11.5) * HOUR;
  const breakAfter = between(2, 6.9, 8) * HOUR;
  const pause = between(3, 30, 43) * MINUTE;
  const speed = mph * between(4, 0.955, 1.035);
  const toFuel = between(5, 0, FUEL_MILES);
  let left = miles * between(6, 1 - error, 1 + error);
  let { driven, unbroken } = duty;
  let [ms, rested] = [0, false];

  const takeRest = (already: number) => {
    ms += Math.max(between(7, 0.05, 0.6) * HOUR, rest - already);
    driven = 0;
    unbroken = 0;
    rested = true;
  };
  // With unknown hours the driver may be anywhere in the day.
  if (!duty.rested) driven = Math.max(driven, between(7, 0, 9) * HOUR);
  // Nobody stops for the night if the dock can still be reached.
  const isDueForRest = driven > maxDriving - EARLY_REST_MS && driven + (left / speed) * HOUR > maxDriving;
  const stood = duty.stood + (hasOnlyStood(duty) ? between(7, 0, 10) * HOUR : 0);
  if (stood > 90 * MINUTE || (stood > 6 * MINUTE && isDueForRest)) takeRest(stood);
  else if (stood > 6 * MINUTE) ms += Math.max(between(7, 0, 12) * MINUTE, pause - stood);

  const localMiles = between(8, MIN_LOCAL_MILES, MAX_LOCAL_MILES);
  let [open, sinceFuel] = [Math.max(0, left - localMiles - CITY_MILES), 0];
  while (open > 0) {
    const untilRest = maxDriving - driven;
    const untilBreak = breakAfter - unbroken;
    const untilFuel = toFuel > sinceFuel ? ((toFuel - sinceFuel) / speed) * HOUR : Number.POSITIVE_INFINITY;
    const step = Math.max(0, Math.min((open / speed) * HOUR, untilRest, untilBreak, untilFuel));
    const driving = (step / HOUR) * speed;
    [open, sinceFuel] = [open - driving, sinceFuel + driving];
    [ms, driven, unbroken] = [ms + step, driven + step, unbroken + step];
    if (open <= 0.001) break;
    if (step === untilFuel) ms += pause * 0.8;
    else if (untilRest <= untilBreak) {
      takeRest(0);
      continue;
    } else ms += pause;
    if (step !== untilFuel || pause * 0.8 >= 30 * MINUTE) unbroken = 0;
  }
  left = Math.min(left, localMiles + CITY_MILES);
  const local = Math.min(left, localMiles);
  const end = between(9, -MAX_EARLIER_MS, MAX_LATER_MS) * Math.min(1, miles / FULL_UNCERTAINTY_MILES);
  ms += Math.max(0, (local / LOCAL_MPH + (left - local) / CITY_MPH) * HOUR + end);
  return { ms, rested };
}
