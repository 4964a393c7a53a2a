/** Predicted arrivals of a load: at its next stop and at its destination, where their places are known. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { WayFinder } from '@waypost/geo/way';
import type { Duty } from './duty.ts';
import { predictArrival } from './predict.ts';
import type { StopPlaceOf } from './stop-places.ts';

const HOUR = 3_600_000;
/** A truck so near to a stop is there. */
const THERE_METERS = 2 * METERS_PER_MILE;
/** A stop that is known by its city alone may be so far from the middle of the city. */
const CITY_METERS = 10 * METERS_PER_MILE;

export type ArrivalsOf = (item: BoardLoad, duty: Duty | null) => PredictedArrival[];

export interface ArrivalsOptions {
  readonly placeOf: StopPlaceOf;
  readonly now?: () => number;
}

/** @returns the predictions of a load from its item and its truck's day; empty when there is nothing to go by. */
export function createArrivals({ placeOf, now = Date.now }: ArrivalsOptions): ArrivalsOf {
  const ways = new WayFinder();

  return (item, duty) => {
    // Where another truck matches better, the position may be the wrong truck's.
    const isTrusted = item.vehicle_assignment !== null && item.vehicle_assignment.agreement !== 'disagree';
    if (!duty || !item.last_position || !isTrusted) return [];
    const from = duty.position;
    const left = stopsLeft(item, now());
    // Where the truck is now, and how long it stays there, nobody knows: nothing is said of what comes after.
    const wanted = [left[0], left.length > 1 && !isOrigin(item, left[0]) ? left.at(-1) : undefined];
    return wanted.flatMap((stop): PredictedArrival[] => {
      const place = stop && placeOf(item, stop);
      const unsure_meters = place?.place_by === 'city' ? CITY_METERS : 0;
      if (!stop || !place || distanceMeters(from, place) < THERE_METERS + unsure_meters) return [];
      const way = ways.between(from, place);
      const estimate = predictArrival(duty, { ...way, unsure_meters }, now());
      if (!estimate) return [];
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
        },
      ];
    });
  };
}

/** Stops that the truck has still to reach: by the monitor's times, where there are none by the plan of the stops before the last. */
function stopsLeft({ stops, monitor }: BoardLoad, now: number): BoardLoad['stops'] {
  // Fuel and rest are no appointments.
  const ordered = stops
    .filter(({ stop_type }) => stop_type !== 'fuel' && stop_type !== 'rest')
    .sort((a, b) => a.sequence - b.sequence);
  const isPassed = (stop: BoardLoad['stops'][number], last: boolean) => {
    const watched = monitor?.stops.find((one) => one.load_stop_sequence === stop.sequence);
    if (watched) return watched.arrived_at !== null || watched.departed_at !== null;
    const planned = stop.estimated_departure_at ?? stop.estimated_arrival_at;
    return !last && planned !== null && Date.parse(planned) < now;
  };
  const passed = ordered.findLastIndex((stop, index) => isPassed(stop, index === ordered.length - 1));
  return ordered.slice(passed + 1);
}

const isOrigin = ({ stops }: BoardLoad, stop: BoardLoad['stops'][number] | undefined) =>
  stop !== undefined && stops.every((other) => other.sequence >= stop.sequence);

/** Our estimates are not finer than a minute. */
const timeOf = (ms: number) => new Date(Math.round(ms / 60_000) * 60_000).toISOString();
