/**
 * Reduces a truck's positions, oldest first, to the driver's duty state: driving time since the last long rest and the last break,
 * standing time, recent stays, and pace.
 */
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * Minimum standing times of a break and a rest under the US hours of service (30 minutes, 10 hours), with tolerance for sparse
 * positions.
 */
const BREAK_MS = 25 * MINUTE;
const REST_MS = 7 * HOUR;
/** Slower movement between two positions is receiver noise. */
const STANDING_MPH = 3;
const MAX_MPH = 90;
/** Assumed while driving unseen for a few minutes: before the first position at a place, and after the last one. */
const UNSEEN_MPH = 40;
/** A longer gap between two positions reveals little about what happened in between. */
const GAP_MS = 45 * MINUTE;
const GAP_MPH = 52;
/** From this long between two positions on, the pace after a stop is unknown. */
const SPARSE_MS = 10 * MINUTE;
/** A truck this close to a place before a gap may have stood there during it. */
const NEAR_MS = 10 * MINUTE;
/** Size of a yard: within this distance a truck has not left. */
const STAY_METERS = 250;
/** Too short for loading or unloading. */
const MIN_STAY_MS = 20 * MINUTE;
/** Minimum observed time of a stay that began before the record. */
const MIN_FIRST_STAY_MS = 5 * MINUTE;
const MAX_STAYS = 6;
/** Half-life of the pace, in hours of driving. */
const MEMORY_HOURS = 2;

export interface TimedPosition extends LatLon {
  readonly at: number;
}

/** The truck has not moved since its record began, so it may have stood longer. */
export const hasOnlyStood = ({ stood, position, since }: Duty): boolean =>
  stood > 0 && stood === position.at - since;

/** A place where the truck stood, from its first position there until its estimated departure, milliseconds. */
export interface Stay extends LatLon {
  readonly from: number;
  readonly until: number;
}

export interface Pace {
  readonly hours: number;
  readonly miles: number;
  readonly positions: number;
  /** Miles, each times the speed at which it was driven; missing from a state of the version before. */
  readonly miles_mph?: number;
}

export const NO_PACE: Pace = { hours: 0, miles: 0, positions: 0, miles_mph: 0 };

/** The average over miles, not over time: it says which roads a truck drives, however long it waits on them. */
export const mphOfMiles = ({ hours, miles, miles_mph }: Pace): number =>
  miles === 0 ? 0 : miles_mph === undefined ? miles / hours : miles_mph / miles;

export interface Duty {
  readonly position: TimedPosition;
  /** Beginning of the truck's record, milliseconds. */
  readonly since: number;
  /** Driving time since the last long rest, and since the last break, milliseconds; lower bounds while `rested` is false. */
  readonly driven: number;
  readonly unbroken: number;
  /** A long rest has been observed. */
  readonly rested: boolean;
  /** Standing time until the last position, milliseconds. */
  readonly stood: number;
  /** Speed between the last two positions, miles per hour; null with one position. */
  readonly last_mph: number | null;
  /** Decayed hours and miles of driving, slow driving included, and the number of positions. */
  readonly pace: Pace;
  /** Read by the version before; always 0. */
  readonly open_hours: number;
  readonly open_miles: number;
  /** Recent stays, oldest first. The last one is the current place, however short. */
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
    pace: NO_PACE,
    open_hours: 0,
    open_miles: 0,
    stays: staysAfter([], position, null),
  };
}

/** `duty`: the state before the position; null for the first position. */
function staysAfter(before: readonly Stay[], position: TimedPosition, duty: Duty | null): Stay[] {
  const { latitude, longitude, at } = position;
  const here = before.at(-1);
  if (here && distanceMeters(here, position) <= STAY_METERS)
    return [...before.slice(0, -1), { ...here, until: at }];
  const left = here && { ...here, until: Math.max(here.until, departure(here, position)) };
  const all = left ? [...before.slice(0, -1), left] : [];
  const long = all.filter(
    ({ from, until }) => until - from >= (from === duty?.since ? MIN_FIRST_STAY_MS : MIN_STAY_MS),
  );
  const from = duty ? arrival(duty.position, position) : at;
  return [...long, { latitude, longitude, from, until: at }].slice(-MAX_STAYS);
}

/** Estimated departure from a stay. After a long gap it is unknown, because a standing truck reports rarely. */
function departure(stay: Stay, position: TimedPosition): number {
  if (position.at - stay.until > GAP_MS) return stay.until;
  return position.at - drivingTime(stay, position);
}

/**
 * Estimated arrival at a new place: the truck may have stood there before it reported. After a long gap this is assumed only if it was
 * near.
 */
function arrival(before: TimedPosition, position: TimedPosition): number {
  const ms = drivingTime(before, position);
  const is_far = position.at - before.at > GAP_MS && ms > NEAR_MS;
  return is_far ? position.at : Math.min(position.at, before.at + ms);
}

const drivingTime = (from: LatLon, to: LatLon) =>
  (distanceMeters(from, to) / METERS_PER_MILE / UNSEEN_MPH) * HOUR;

/** Adds a position; one that is not newer changes nothing. */
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
  return {
    ...duty,
    position,
    last_mph: mph,
    driven: duty.driven + ms,
    unbroken: duty.unbroken + ms,
    stood: 0,
    pace: mph > MAX_MPH || isDeparture(before, ms) ? before.pace : paceAfter(before.pace, miles, ms),
  };
}

/** It stood at its last position, and may have stood there for most of the time since. */
const isDeparture = ({ last_mph }: Duty, ms: number) =>
  ms > SPARSE_MS && (last_mph === null || last_mph < STANDING_MPH);

function paceAfter(pace: Pace, miles: number, ms: number): Pace {
  const hours = ms / HOUR;
  const decay = 0.5 ** (hours / MEMORY_HOURS);
  return {
    hours: pace.hours * decay + hours,
    miles: pace.miles * decay + miles,
    positions: pace.positions * decay + 1,
    miles_mph: mphOfMiles(pace) * pace.miles * decay + (miles * miles) / hours,
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
