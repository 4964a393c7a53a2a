/** Predicts a load's arrivals at its next stop and destination where their places are known, and whether it may have been delivered. */
import type { BoardLoad, LateLimits } from '@waypost/contract/api/board';
import type { ArrivalRecord, PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { RoadDistanceFinder } from '@waypost/geo/road-distance';
import { isConfirmed } from '@waypost/triage/doubt';
import type { Duty, Stay } from '@waypost/triage/duty';
import { graceOf } from '@waypost/triage/late-limits';
import { monitorStopOf } from '@waypost/triage/monitored';
import { appointmentsOf } from '@waypost/triage/plan';
import { MAX_MPH, type PlannedWay, predictArrival } from '@waypost/triage/predict';
import { reachOf, type StopPlace, type StopPlaceOf } from './stop-places.ts';
import { learn } from './track-record.ts';

const HOUR = 3_600_000;
/** Within this distance a truck counts as arrived. */
const ARRIVED_METERS = 2 * METERS_PER_MILE;
/** Possible distance of a stop from the center of its city, if only the city is known. */
const CITY_METERS = 10 * METERS_PER_MILE;

/** A dock named after a city may be this much farther outside. */
const OUTSIDE_METERS = 15 * METERS_PER_MILE;

/** After this much driving every driver takes a long rest. */
const LONG_DAY_MS = 8 * HOUR;
/** Longer stops are no breaks. */
const MAX_BREAK_MS = HOUR;
/** Positions distinguish standing from slow driving only roughly. */
const UNCERTAIN_DRIVING_MS = 2 * HOUR;

const NO_RECORD = learn([], 'all');

type Arrivals = Pick<
  BoardLoad,
  'predicted_arrivals' | 'possible_delivery' | 'no_arrival_before' | 'late_limits'
>;
export type ArrivalsOf = (item: BoardLoad, duty: Duty | null) => Arrivals;

interface ArrivalsOptions {
  readonly placeOf: StopPlaceOf;
  /** How far a truck is at least from a stop whose place is unknown, by its name, meters; 0: it may be there. */
  readonly leastDistance?: (name: string | null, at: LatLon) => number;
  /** From when lateness counts for a load; null: the defaults. */
  readonly limitsOf?: (item: BoardLoad) => LateLimits | null;
  /** How often earlier estimates were right, and what that has taught. */
  readonly recordOf?: (item: BoardLoad) => ArrivalRecord;
  readonly now?: () => number;
}

const ways = new RoadDistanceFinder();

/** Creates a function that predicts a load's arrivals from its item and its truck's duty state; empty without sufficient data. */
export function createArrivals({
  placeOf,
  leastDistance = () => 0,
  limitsOf = () => null,
  recordOf = () => NO_RECORD,
  now = Date.now,
}: ArrivalsOptions): ArrivalsOf {
  const predict = (item: BoardLoad, duty: Duty, stop: Stop): PredictedArrival[] => {
    const place = placeOf(item, stop);
    if (!place) return [];
    const appointment = stop.estimated_arrival_at;
    const limit = appointment === null ? Number.POSITIVE_INFINITY : Date.parse(appointment) + graceOf(item);
    const before = item.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence);
    const uncertainty_meters = place.place_by === 'city' ? CITY_METERS : 0;
    const distance = distanceMeters(duty.position, place);
    const near = ARRIVED_METERS + uncertainty_meters;
    if (distance <= (place.place_by === 'city' ? near : reachOf(place)))
      return lastMiles(item, before, now() > limit).filter(({ running_late }) => running_late);
    // On the last miles there is nothing new to predict: what was said stands until the truck is there.
    if (distance < near && before) return lastMiles(item, before, now() > limit);
    // If our record begins after the appointment, the truck may have been there before, and a standing one goes nowhere that we know of.
    const is_recorded = appointment !== null && duty.since < Date.parse(appointment);
    if (!is_recorded && now() > limit && item.motion?.moving !== true) return [];
    const way = ways.between(duty.position, place);
    const rest_of_way = { ...way, uncertainty_meters };
    const record = recordOf(item);
    const estimate = predictArrival(duty, rest_of_way, now(), record);
    if (!estimate) return [];
    // Set only when even the earliest arrival is late, and cleared only when the median is in time: estimates fluctuate while driving.
    const running_late = before?.running_late
      ? estimate.likely > limit
      : is_recorded &&
        isConfirmed(item) &&
        estimate.from > limit &&
        (earliestPlausible(duty, rest_of_way, record, place.place_by === 'city') > limit ||
          earliestPossible(duty, distance - near) > limit);
    return [
      {
        stop_sequence: stop.sequence,
        from: timeOf(estimate.from),
        likely: timeOf(estimate.likely),
        to: timeOf(estimate.to),
        place_by: place.place_by,
        place: { latitude: place.latitude, longitude: place.longitude },
        way_by: way.by,
        meters_to_go: Math.round(way.meters),
        speed_mps: Math.round(((estimate.mph * METERS_PER_MILE * 1000) / HOUR) * 10) / 10,
        speed_by: estimate.speed_by,
        rest: estimate.rest,
        record,
        ...(running_late ? { running_late } : {}),
      },
    ];
  };

  const noArrivalBefore = (item: BoardLoad, duty: Duty, last: Stop): string | null => {
    const appointment = last.estimated_arrival_at && Date.parse(last.estimated_arrival_at);
    // If our record begins after the appointment, the truck may have been there before.
    if (!appointment || duty.since >= appointment || !isConfirmed(item)) return null;
    const place = placeOf(item, last);
    const metersFrom = (at: LatLon): number => {
      if (place && place.place_by !== 'city') return distanceMeters(at, place) - reachOf(place);
      const toCity = place ? distanceMeters(at, place) - CITY_METERS : leastDistance(last.name, at);
      return toCity - OUTSIDE_METERS;
    };
    // It may have delivered long before the appointment.
    if (duty.stays.some((stay) => metersFrom(stay) <= 0)) return null;
    const earliest = earliestPossible(duty, metersFrom(duty.position));
    return earliest > appointment + graceOf(item) ? timeOf(earliest) : null;
  };

  return (before, duty) => {
    // Null replaces limits that no longer apply; most loads have none, and send none.
    const late_limits = limitsOf(before) ?? (before.late_limits ? null : undefined);
    const item = { ...before, late_limits };
    // If another truck matches better, the position may belong to the wrong truck.
    const isTrusted = item.vehicle_assignment !== null && item.vehicle_assignment.agreement !== 'disagree';
    if (!duty || !item.last_position || !isTrusted)
      return { predicted_arrivals: [], possible_delivery: null, no_arrival_before: null, late_limits };
    const visits = visitsOf(item, duty, placeOf, leastDistance);
    const remaining = remainingStops(item, visits, now());
    const last = remaining.at(-1);
    // How long the truck stays at the origin is unknown, so nothing beyond it is predicted.
    const stopsToPredict = [
      remaining[0],
      remaining.length > 1 && !isOrigin(item, remaining[0]) ? remaining.at(-1) : undefined,
    ];
    const delivered = visits.get(appointmentsOf(item.stops).at(-1)?.sequence ?? -1);
    return {
      predicted_arrivals: stopsToPredict.flatMap((stop) => (stop ? predict(item, duty, stop) : [])),
      possible_delivery: delivered
        ? {
            from: delivered.is_first ? null : timeOf(delivered.from),
            to: timeOf(delivered.until),
            place_by: delivered.place_by,
          }
        : null,
      no_arrival_before: last ? noArrivalBefore(item, duty, last) : null,
      late_limits,
    };
  };
}

/** What was said before; a late truck stays late until it stops. */
function lastMiles(
  item: BoardLoad,
  before: PredictedArrival | undefined,
  is_late: boolean,
): PredictedArrival[] {
  if (!before) return [];
  const { running_late, ...said } = before;
  return [running_late && is_late && item.motion?.moving === true ? before : said];
}

/**
 * Earliest plausible arrival: a standing truck may drive off at any moment unless its driver's day is over, the driver may have driven
 * less than it seems, and in a city, where the dock may be anywhere, one arrival in ten is even before the early end.
 */
function earliestPlausible(duty: Duty, way: PlannedWay, record: ArrivalRecord, is_city: boolean): number {
  const is_off_duty = duty.stood > MAX_BREAK_MS && duty.rested && duty.driven >= LONG_DAY_MS;
  const driven = duty.stood > 0 ? 0 : Math.max(0, duty.driven - UNCERTAIN_DRIVING_MS);
  const best = is_off_duty ? duty : { ...duty, stood: 0, unbroken: 0, rested: true, driven };
  // As of its last position: missing positions alone do not make a truck late.
  const estimate = predictArrival(best, way, duty.position.at, record);
  if (!estimate) return Number.NEGATIVE_INFINITY;
  return is_city ? 2 * estimate.from - estimate.likely : estimate.from;
}

const earliestPossible = ({ position }: Duty, meters: number): number =>
  position.at + (Math.max(0, meters) / METERS_PER_MILE / MAX_MPH) * HOUR;

/** Stops that the truck has yet to reach, by the monitor's times, by its stays, and by the planned times of all but the last stop. */
function remainingStops(item: BoardLoad, visits: ReadonlyMap<number, Visit>, now: number): readonly Stop[] {
  const ordered = appointmentsOf(item.stops);
  const isPassed = (stop: Stop, last: boolean) => {
    const watched = monitorStopOf(item, stop);
    if (watched) return watched.arrived_at !== null || watched.departed_at !== null;
    if (visits.has(stop.sequence)) return true;
    const planned = stop.estimated_departure_at ?? stop.estimated_arrival_at;
    return !last && planned !== null && Date.parse(planned) < now;
  };
  const passed = ordered.findLastIndex((stop, index) => isPassed(stop, index === ordered.length - 1));
  return ordered.slice(passed + 1);
}

const isOrigin = ({ stops }: BoardLoad, stop: Stop | undefined) =>
  stop !== undefined && stops.every((other) => other.sequence >= stop.sequence);

const timeOf = (ms: number) => new Date(Math.round(ms / 60_000) * 60_000).toISOString();

// Infers visits of stops from where a truck stood around the planned time. The service reports no arrivals; a monitored stop is
// skipped, because its monitor knows better.

/** A truck that left earlier than this before the appointment had other business there. */
const MAX_EARLY_MS = 2 * HOUR;
/** Standing this long, other than at a known dock, is an overnight rest. */
const NIGHT_MS = 6 * HOUR;
/** If only the city of a stop is known, or nothing, a visit must be longer than a break or refueling. */
const MIN_VISIT_MS = 45 * 60_000;
/**
 * Distance to nearby parking. A stay that began before our record may have been an overnight rest, so it counts as a delivery only near
 * the city center. If the stop's place is unknown, such a stay or a short one counts while the truck has not gone farther.
 */
const NEARBY_METERS = 10 * METERS_PER_MILE;

type Stop = BoardLoad['stops'][number];

interface Visit extends Stay {
  /** It stood there already when our record of the truck began. */
  readonly is_first: boolean;
  /** Null: the place of the stop is unknown. */
  readonly place_by: PredictedArrival['place_by'] | null;
}

function visitsOf(
  item: BoardLoad,
  duty: Duty,
  placeOf: StopPlaceOf,
  leastDistance: (name: string | null, at: LatLon) => number,
): ReadonlyMap<number, Visit> {
  const visits = new Map<number, Visit>();
  let after = Number.NEGATIVE_INFINITY;
  const stops = appointmentsOf(item.stops);
  for (const stop of stops) {
    const appointment = stop.estimated_arrival_at ?? stop.estimated_departure_at;
    const place = placeOf(item, stop);
    if (!appointment || place?.place_by === 'monitor') continue;
    // For an intermediate stop without a known place, standing somewhere proves nothing.
    if (!place && stop !== stops.at(-1)) continue;
    const planned = Date.parse(appointment);
    // The last stay is the current one.
    const stay = duty.stays
      .slice(0, -1)
      .findLast(
        (one) =>
          one.from >= after &&
          isVisit(one, planned, place, duty) &&
          (place !== null || leastDistance(stop.name, one) === 0),
      );
    if (!stay) continue;
    visits.set(stop.sequence, {
      ...stay,
      is_first: stay.from === duty.since,
      place_by: place?.place_by ?? null,
    });
    after = stay.until;
  }
  return visits;
}

function isVisit(stay: Stay, planned: number, place: StopPlace | null, { since, position }: Duty): boolean {
  const ms = stay.until - stay.from;
  const is_first = stay.from === since;
  if (place === null) {
    if (stay.until < planned || ms >= NIGHT_MS) return false;
    return (!is_first && ms >= MIN_VISIT_MS) || distanceMeters(stay, position) < NEARBY_METERS;
  }
  if (stay.until < planned - MAX_EARLY_MS) return false;
  const distance = distanceMeters(stay, place);
  if (place.place_by !== 'city') return distance <= reachOf(place);
  if (ms >= NIGHT_MS) return false;
  // Elsewhere in the city the truck may have stopped for a last break before the dock.
  return is_first ? distance <= NEARBY_METERS : ms >= MIN_VISIT_MS && distance <= reachOf(place);
}
