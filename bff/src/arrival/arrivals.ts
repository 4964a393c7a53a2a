/** Predicted arrivals of a load: at its next stop and at its destination, where their places are known; and whether it may have been delivered. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { RoadDistanceFinder } from '@waypost/geo/road-distance';
import { inTravelOrder } from '@waypost/triage/plan';
import type { Duty, Stay } from './duty.ts';
import { type PlannedWay, predictArrival } from './predict.ts';
import { reachOf, type StopPlace, type StopPlaceOf } from './stop-places.ts';

const HOUR = 3_600_000;
/** A truck so near to a stop is there. */
const THERE_METERS = 2 * METERS_PER_MILE;
/** A stop that is known by its city alone may be so far from the middle of the city. */
const CITY_METERS = 10 * METERS_PER_MILE;

/** After so much driving no driver goes on without a long rest. */
const LONG_DAY_MS = 8 * HOUR;
/** Standing longer than this is no break. */
const LONGEST_BREAK_MS = HOUR;
/** Positions separate standing from slow driving only roughly. */
const UNSURE_HOURS_MS = 2 * HOUR;

/** What is inferred of a load's arrivals. */
type Arrivals = Pick<BoardLoad, 'predicted_arrivals' | 'possible_delivery'>;
export type ArrivalsOf = (item: BoardLoad, duty: Duty | null) => Arrivals;

interface ArrivalsOptions {
  readonly placeOf: StopPlaceOf;
  /** A truck is late so long after its appointment, milliseconds. */
  readonly lateAfterMs: () => number;
  readonly now?: () => number;
}

/** @returns what follows for a load from its item and its truck's day; nothing when there is nothing to go by. */
export function createArrivals({ placeOf, lateAfterMs, now = Date.now }: ArrivalsOptions): ArrivalsOf {
  const ways = new RoadDistanceFinder();

  const predict = (item: BoardLoad, duty: Duty, stop: Stop): PredictedArrival[] => {
    const place = placeOf(item, stop);
    if (!place) return [];
    const appointment = stop.estimated_arrival_at;
    const limit = appointment === null ? Number.POSITIVE_INFINITY : Date.parse(appointment) + lateAfterMs();
    const before = item.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence);
    const unsure_meters = place.place_by === 'city' ? CITY_METERS : 0;
    if (distanceMeters(duty.position, place) < THERE_METERS + unsure_meters) {
      // On the last miles nothing new can be said, but who is late stays late until the truck stops.
      const is_moving = item.motion?.moving === true;
      return before?.running_late && now() > limit && is_moving ? [before] : [];
    }
    const way = ways.between(duty.position, place);
    const rest_of_way = { ...way, unsure_meters };
    const estimate = predictArrival(duty, rest_of_way, now());
    if (!estimate) return [];
    // Where our record begins after the appointment, the truck may have been there before.
    const is_recorded = appointment !== null && duty.since < Date.parse(appointment);
    // A truck that the service has not matched to the route yet is often another one.
    const { agreement, source } = item.vehicle_assignment ?? {};
    const is_confirmed = agreement === 'agree' || source === 'inferred';
    // Said once it is late at best, and taken back once the middle is not: estimates swing while a truck drives.
    const running_late = before?.running_late
      ? estimate.likely > limit
      : is_recorded && is_confirmed && estimate.from > limit && soonest(duty, rest_of_way) > limit;
    return [
      {
        stop_sequence: stop.sequence,
        from: timeOf(estimate.from),
        likely: timeOf(estimate.likely),
        to: timeOf(estimate.to),
        place_by: place.place_by,
        way_by: way.by,
        meters_to_go: Math.round(way.meters),
        speed_mps: Math.round(((estimate.mph * METERS_PER_MILE * 1000) / HOUR) * 10) / 10,
        rest: estimate.rest,
        ...(running_late ? { running_late } : {}),
      },
    ];
  };

  return (item, duty) => {
    // Where another truck matches better, the position may be the wrong truck's.
    const isTrusted = item.vehicle_assignment !== null && item.vehicle_assignment.agreement !== 'disagree';
    if (!duty || !item.last_position || !isTrusted)
      return { predicted_arrivals: [], possible_delivery: null };
    const visits = visitsOf(item, duty, placeOf);
    const left = stopsLeft(item, visits, now());
    // Where the truck is now, and how long it stays there, nobody knows: nothing is said of what comes after.
    const wanted = [left[0], left.length > 1 && !isOrigin(item, left[0]) ? left.at(-1) : undefined];
    const delivered = visits.get(appointmentsOf(item).at(-1)?.sequence ?? -1);
    return {
      predicted_arrivals: wanted.flatMap((stop) => (stop ? predict(item, duty, stop) : [])),
      possible_delivery: delivered
        ? {
            from: delivered.is_first ? null : timeOf(delivered.from),
            to: timeOf(delivered.until),
            place_by: delivered.place_by,
          }
        : null,
    };
  };
}

/**
 * Sooner than this it hardly arrives: a truck that stands may drive off at any moment, unless its driver's day is known to be over; a
 * driver may have driven less than it seems; and beyond the early end lies one arrival in ten.
 */
function soonest(duty: Duty, way: PlannedWay): number {
  const is_off_duty = duty.stood > LONGEST_BREAK_MS && duty.rested && duty.driven >= LONG_DAY_MS;
  const driven = duty.stood > 0 ? 0 : Math.max(0, duty.driven - UNSURE_HOURS_MS);
  const best = is_off_duty ? duty : { ...duty, stood: 0, unbroken: 0, rested: true, driven };
  // As of its last position: that nobody has seen it arrive since does not make it late.
  const estimate = predictArrival(best, way, duty.position.at);
  return estimate ? 2 * estimate.from - estimate.likely : Number.NEGATIVE_INFINITY;
}

/** Stops that the truck has still to reach: by the monitor's times, by where it stood, and by the plan of the stops before the last. */
function stopsLeft(item: BoardLoad, visits: ReadonlyMap<number, Visit>, now: number): readonly Stop[] {
  const ordered = appointmentsOf(item);
  const isPassed = (stop: Stop, last: boolean) => {
    const watched = item.monitor?.stops.find((one) => one.load_stop_sequence === stop.sequence);
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

/** Our estimates are not finer than a minute. */
const timeOf = (ms: number) => new Date(Math.round(ms / 60_000) * 60_000).toISOString();

// At which stops of a load its truck has probably been: where it stood, about the planned time, as near to a stop as can be known.
// The service records no arrivals; where a monitor watches a stop, that knows better, and nothing is said here.

/** Who left longer before the appointment had other business there. */
const EARLY_MS = 2 * HOUR;
/** Standing so long, not at a known dock, is a night, and no delivery. */
const NIGHT_MS = 6 * HOUR;
/** Where nobody knows where in a city a stop is, or not even that, only standing longer than for a break or for fuel looks like a visit. */
const LONGER_THAN_BREAK_MS = 45 * 60_000;
/**
 * To a place to park. A stay that had begun before our record may have been a night: it looks like a delivery only in the middle of the city.
 * Where nobody knows where the stop is, that and a short stay look like one while the truck has not gone farther.
 */
const NEARBY_METERS = 10 * METERS_PER_MILE;

type Stop = BoardLoad['stops'][number];

interface Visit extends Stay {
  /** It stood there already when our record of the truck began. */
  readonly is_first: boolean;
  /** Null: where the stop is, nobody knows. */
  readonly place_by: PredictedArrival['place_by'] | null;
}

/** Stops in travel order, without fuel and rest. */
const appointmentsOf = ({ stops }: Pick<BoardLoad, 'stops'>): readonly Stop[] =>
  inTravelOrder(stops).filter(({ stop_type }) => stop_type !== 'fuel' && stop_type !== 'rest');

/** Visits that are over, by the sequence of their stop. */
function visitsOf(item: BoardLoad, duty: Duty, placeOf: StopPlaceOf): ReadonlyMap<number, Visit> {
  const visits = new Map<number, Visit>();
  let after = Number.NEGATIVE_INFINITY;
  const stops = appointmentsOf(item);
  for (const stop of stops) {
    const appointment = stop.estimated_arrival_at ?? stop.estimated_departure_at;
    const place = placeOf(item, stop);
    if (!appointment || place?.place_by === 'monitor') continue;
    // A stop without a known position: standing somewhere proves nothing about it.
    if (!place && stop !== stops.at(-1)) continue;
    const planned = Date.parse(appointment);
    // The last one is where the truck is now.
    const stay = duty.stays
      .slice(0, -1)
      .findLast((one) => one.from >= after && isVisit(one, planned, place, duty));
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
    return (!is_first && ms >= LONGER_THAN_BREAK_MS) || distanceMeters(stay, position) < NEARBY_METERS;
  }
  if (stay.until < planned - EARLY_MS) return false;
  const distance = distanceMeters(stay, place);
  if (place.place_by !== 'city') return distance <= reachOf(place);
  if (ms >= NIGHT_MS) return false;
  // Somewhere in a city a driver may as well have taken the last break before the dock.
  return is_first ? distance <= NEARBY_METERS : ms >= LONGER_THAN_BREAK_MS && distance <= reachOf(place);
}
