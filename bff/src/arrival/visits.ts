/**
 * At which stops of a load its truck has probably been: where it stood, about the planned time, as near to a stop as can be known.
 * The service records no arrivals; where a monitor watches a stop, that knows better, and nothing is said here.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { inTravelOrder } from '@waypost/triage/plan';
import type { Duty, Stay } from './duty.ts';
import { reachOf, type StopPlace, type StopPlaceOf } from './stop-places.ts';

const HOUR = 3_600_000;
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

export type Stop = BoardLoad['stops'][number];

export interface Visit extends Stay {
  /** It stood there already when our record of the truck began. */
  readonly is_first: boolean;
  /** Null: where the stop is, nobody knows. */
  readonly place_by: PredictedArrival['place_by'] | null;
}

/** Stops in travel order, without fuel and rest. */
export const appointmentsOf = ({ stops }: Pick<BoardLoad, 'stops'>): readonly Stop[] =>
  inTravelOrder(stops).filter(({ stop_type }) => stop_type !== 'fuel' && stop_type !== 'rest');

/** Visits that are over, by the sequence of their stop. */
export function visitsOf(item: BoardLoad, duty: Duty, placeOf: StopPlaceOf): ReadonlyMap<number, Visit> {
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
