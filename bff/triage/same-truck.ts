/** The journey that a load's stops plan, and loads that one truck would carry at the same time. */
import type { BoardLoad } from '@waypost/contract/api/board';

/** Milliseconds since 1970. */
export interface PlannedWindow {
  readonly from: number;
  readonly until: number;
}

/** First and last estimate of a load; null when its plan has no time. */
export function plannedWindow({ stops }: Pick<BoardLoad, 'stops'>): PlannedWindow | null {
  return windowOf(
    stops
      .flatMap((stop) => [stop.estimated_arrival_at, stop.estimated_departure_at])
      .flatMap((time) => (time ? [Date.parse(time)] : [])),
  );
}

export function windowOf(times: readonly number[]): PlannedWindow | null {
  return times.length === 0 ? null : { from: Math.min(...times), until: Math.max(...times) };
}

/** By its monitor; without one nobody knows. */
function isDelivered({ monitor }: Pick<BoardLoad, 'monitor'>): boolean {
  return monitor !== null && (monitor.status === 'completed' || monitor.stops.at(-1)?.arrived_at != null);
}

/** A load without any time is taken to be under way. One that begins when another ends follows it. */
function overlap(x: PlannedWindow | null, y: PlannedWindow | null): boolean {
  if (x === null || y === null) return true;
  return x.from === y.from || (x.from < y.until && y.from < x.until);
}

/** Loads of one truck that are not delivered and are under way by plan during a journey. */
export function duringJourney<L extends Pick<BoardLoad, 'stops' | 'monitor'>>(
  window: PlannedWindow | null,
  on_the_truck: readonly L[],
): L[] {
  return on_the_truck.filter((load) => !isDelivered(load) && overlap(window, plannedWindow(load)));
}

/** Loads of `others` whose planned journeys overlap with that of `load`, all assigned to the same truck; by `load_id`. */
export function overlappingLoads(
  load: BoardLoad,
  others: readonly BoardLoad[],
): BoardLoad['same_truck_loads'] {
  if (isDelivered(load)) return [];
  const rest = others.filter(({ load_id }) => load_id !== load.load_id);
  return duringJourney(plannedWindow(load), rest)
    .map(({ load_id, load_ref }) => ({ load_id, load_ref }))
    .sort((a, b) => (a.load_id < b.load_id ? -1 : 1));
}
