/** Where the plan of a load has it at a time, from the estimates of its stops and the places of these, as far as both are known. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import {
  bearingDegrees,
  destination,
  distanceMeters,
  type LatLon,
  METERS_PER_MILE,
} from '@waypost/geo/geodesy';
import { inTravelOrder } from '@waypost/triage/plan';
import type { StopPlaceOf } from '../arrival/stop-places.ts';

/** At a stop that is known by its site or monitor, and by its city alone. */
const AT_SITE_METERS = 5 * METERS_PER_MILE;
const AT_CITY_METERS = 15 * METERS_PER_MILE;
/** Between two stops nobody drives evenly: traffic, breaks and nights add up to this share of the leg. */
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
  /** The same as `from` while it is to be at that stop. */
  readonly to: PlannedStop;
  readonly unsure_meters: number;
}

/** Stops whose time and place are both known, in travel order. Fuel and rest are no appointments. */
export function plannedStops(
  item: Pick<BoardLoad, 'stops' | 'monitor'>,
  placeOf: StopPlaceOf,
): PlannedStop[] {
  return inTravelOrder(item.stops).flatMap((stop) => {
    if (stop.stop_type === 'fuel' || stop.stop_type === 'rest') return [];
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

/** Null without any stop whose time and place are known. */
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
