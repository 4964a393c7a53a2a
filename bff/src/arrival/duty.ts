/**
 * What a truck's own positions show of its driver's day: how long it has driven since its last long rest and since its last break, how long
 * it has been standing and where it stood lately, how fast it goes on the open road. A reducer: one position after the other, oldest first.
 */
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Standing so long is a break, and so long is a rest, under the US hours of service (30 minutes, 10 hours) with room for sparse reports. */
const BREAK_MS = 25 * MINUTE;
const REST_MS = 7 * HOUR;
/** Slower than this between two reports is standing: receivers wander. */
const STANDING_MPH = 3;
/** On the open road, miles per hour. */
const OPEN_ROAD_MPH = 40;
const FASTEST_MPH = 90;
/** Two reports farther apart in time say little about what was between. */
const GAP_MS = 45 * MINUTE;
const GAP_MPH = 52;
/** Who is so near to a place will stand there, not before. */
const NEAR_MS = 10 * MINUTE;
/** Around a yard: a truck that stays so close to where it stopped has not left. */
const STAY_METERS = 250;
/** Shorter than this nobody loads or unloads. */
const SHORTEST_STAY_MS = 20 * MINUTE;
/** Of a stay that had begun before the record, so much must be seen to know that the truck stood. */
const SHORTEST_FIRST_STAY_MS = 5 * MINUTE;
const MOST_STAYS = 6;
/** Speeds of so many hours of driving ago count for half. */
const MEMORY_HOURS = 4;

export interface TimedPosition extends LatLon {
  /** Milliseconds. */
  readonly at: number;
}

/** A truck that has not moved since its record began: how long it has stood before that, nobody knows. */
export const hasOnlyStood = ({ stood, position, since }: Duty): boolean =>
  stood > 0 && stood === position.at - since;

/** A place where the truck stood, from its first position there until about when it left, milliseconds. */
export interface Stay extends LatLon {
  readonly from: number;
  readonly until: number;
}

export interface Duty {
  readonly position: TimedPosition;
  /** When the record of this truck begins, milliseconds. */
  readonly since: number;
  /** Driving since the last long rest and since the last break, milliseconds; at least so much, when `rested` is false. */
  readonly driven: number;
  readonly unbroken: number;
  /** A long rest has been seen. */
  readonly rested: boolean;
  /** Standing until the last position, milliseconds. */
  readonly stood: number;
  /** Speed between the last two positions, miles per hour; null with one. */
  readonly last_mph: number | null;
  /** Hours on the open road that are remembered, and miles in them. */
  readonly open_hours: number;
  readonly open_miles: number;
  /** Where it stood lately, oldest first. The last is where it is now, however short. */
  readonly stays: readonly Stay[];
}

export function startOfDuty(position: TimedPosition): Duty {
  return {
    position,
    since: position.at,
    driven: 0,
    unbroken: 0,
    rested: false,
    stood: 0,
    last_mph: null,
    open_hours: 0,
    open_miles: 0,
    stays: staysAfter([], position, null),
  };
}

/** @param duty before the position; null: it is the first of the record */
function staysAfter(before: readonly Stay[], position: TimedPosition, duty: Duty | null): Stay[] {
  const { latitude, longitude, at } = position;
  const here = before.at(-1);
  if (here && distanceMeters(here, position) <= STAY_METERS)
    return [...before.slice(0, -1), { ...here, until: at }];
  const left = here && { ...here, until: Math.max(here.until, departure(here, position)) };
  const all = left ? [...before.slice(0, -1), left] : [];
  const long = all.filter(
    ({ from, until }) => until - from >= (from === duty?.since ? SHORTEST_FIRST_STAY_MS : SHORTEST_STAY_MS),
  );
  const from = duty ? arrival(duty.position, position) : at;
  return [...long, { latitude, longitude, from, until: at }].slice(-MOST_STAYS);
}

/** When a truck left that is elsewhere now. A standing truck sends little: after a long gap nobody knows. */
function departure(stay: Stay, position: TimedPosition): number {
  if (position.at - stay.until > GAP_MS) return stay.until;
  return position.at - drivingTime(stay, position);
}

/** When a truck came that was elsewhere before: it may have stood for a while when it sends again. After a long gap that is known only of one that was near. */
function arrival(before: TimedPosition, position: TimedPosition): number {
  const ms = drivingTime(before, position);
  const is_far = position.at - before.at > GAP_MS && ms > NEAR_MS;
  return is_far ? position.at : Math.min(position.at, before.at + ms);
}

const drivingTime = (from: LatLon, to: LatLon) =>
  (distanceMeters(from, to) / METERS_PER_MILE / OPEN_ROAD_MPH) * HOUR;

/** After one more position; one that is not newer changes nothing. */
export function advanceDuty(before: Duty, position: TimedPosition): Duty {
  const ms = position.at - before.position.at;
  if (!(ms > 0)) return before;
  const duty = { ...before, stays: staysAfter(before.stays, position, before) };
  const miles = distanceMeters(before.position, position) / METERS_PER_MILE;
  const mph = (miles / ms) * HOUR;
  if (mph < STANDING_MPH) return standing({ ...duty, position, last_mph: mph }, ms);
  if (ms > GAP_MS) {
    const driving = Math.min(ms, (miles / GAP_MPH) * HOUR);
    const stood = standing({ ...duty, position, last_mph: mph }, ms - driving);
    return { ...stood, driven: stood.driven + driving, unbroken: stood.unbroken + driving, stood: 0 };
  }
  const hours = ms / HOUR;
  const isOpenRoad = mph >= OPEN_ROAD_MPH && mph <= FASTEST_MPH;
  const forget = isOpenRoad ? 0.5 ** (hours / MEMORY_HOURS) : 1;
  return {
    ...duty,
    position,
    last_mph: mph,
    driven: duty.driven + ms,
    unbroken: duty.unbroken + ms,
    stood: 0,
    open_hours: duty.open_hours * forget + (isOpenRoad ? hours : 0),
    open_miles: duty.open_miles * forget + (isOpenRoad ? miles : 0),
  };
}

function standing(duty: Duty, ms: number): Duty {
  const stood = duty.stood + ms;
  const rested = stood >= REST_MS;
  return {
    ...duty,
    stood,
    unbroken: stood >= BREAK_MS ? 0 : duty.unbroken,
    driven: rested ? 0 : duty.driven,
    rested: rested || duty.rested,
  };
}
