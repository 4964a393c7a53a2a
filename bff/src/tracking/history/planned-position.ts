/** Where a load should be at a time, according to the estimated times and the places of its stops. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import {
  bearingDegrees,
  destination,
  distanceMeters,
  type LatLon,
  METERS_PER_MILE,
} from '@waypost/geo/geodesy';
import { appointmentsOf } from '@waypost/triage/plan';
import type { StopPlaceOf } from '../arrival/stop-places.ts';

/** Position uncertainty at a stop whose place is known by its site or monitor, or only by its city. */
const AT_SITE_METERS = 5 * METERS_PER_MILE;
const AT_CITY_METERS = 15 * METERS_PER_MILE;
/** Position uncertainty between two stops, as a share of the leg, because of traffic and breaks. */
const LEG_SHARE = 0.2;

export interface PlannedStop extends LatLon {
  readonly stop: LoadStop;
  readonly unsure_meters: number;
  /** Milliseconds since 1970. */
  readonly arrives: number;
  readonly leaves: number;
}

interface PlannedPosition extends LatLon {
  readonly from: PlannedStop;
  /** The same as `from` while the load should be at that stop. */
  readonly to: PlannedStop;
  readonly unsure_meters: number;
}

/** Stops with a known time and place, in travel order, without fuel and rest stops. */
export function plannedStops(
  item: Pick<BoardLoad, 'stops' | 'monitor'>,
  placeOf: StopPlaceOf,
): PlannedStop[] {
  return appointmentsOf(item.stops).flatMap((stop) => {
    const arrives = stop.estimated_arrival_at ?? stop.estimated_departure_at;
    const place = placeOf(item, stop);
    if (!arrives || !place) return [];
    return [
      {
        stop,
        latitude: place.latitude,
        longitude: place.longitude,
        unsure_meters: place.place_by === 'city' ? AT_CITY_METERS : AT_SITE_METERS,
        arrives: Date.parse(arrives),
        leaves: Date.parse(stop.estimated_departure_at ?? arrives),
      },
    ];
  });
}

/** Null when no stop has a known time and place. */
export function plannedPosition(stops: readonly PlannedStop[], at: number): PlannedPosition | null {
  const passed = stops.findLastIndex(({ arrives }) => arrives <= at);
  const from = stops[Math.max(0, passed)];
  const to = stops[passed + 1];
  if (!from) return null;
  if (passed === -1 || !to || at <= from.leaves) return { ...from, from, to: from };
  const meters = distanceMeters(from, to);
  const share = Math.min(1, (at - from.leaves) / Math.max(1, to.arrives - from.leaves));
  return {
    ...destination(from, bearingDegrees(from, to), meters * share),
    from,
    to,
    unsure_meters: Math.max(from.unsure_meters, to.unsure_meters, meters * LEG_SHARE),
  };
}
