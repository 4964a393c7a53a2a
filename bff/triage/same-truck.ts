/** Planned time window of a load, and loads that one truck would carry at the same time. */
import type { BoardLoad } from '@waypost/contract/api/board';

/** Milliseconds since 1970. */
export interface PlannedWindow {
  readonly from: number;
  readonly until: number;
}

/** From the first to the last estimate; null when the plan has no time. */
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

/** According to its monitor; false without one. */
function isDelivered({ monitor }: Pick<BoardLoad, 'monitor'>): boolean {
  const last = monitor?.stops.at(-1);
  if (monitor === null || last?.city_center) return false;
  return monitor.status === 'completed' || last?.arrived_at != null;
}

/** A load without times counts as under way. Windows that only touch do not overlap. */
function overlap(x: PlannedWindow | null, y: PlannedWindow | null): boolean {
  if (x === null || y === null) return true;
  return x.from === y.from || (x.from < y.until && y.from < x.until);
}

/** Undelivered loads whose planned journeys overlap a time window. */
export function overlappingWindow<L extends Pick<BoardLoad, 'stops' | 'monitor'>>(
  window: PlannedWindow | null,
  loads: readonly L[],
): L[] {
  return loads.filter((load) => !isDelivered(load) && overlap(window, plannedWindow(load)));
}

/** Of loads assigned to the same truck, those whose planned journeys overlap with `load`; by `load_id`. */
export function overlappingLoads(
  load: BoardLoad,
  others: readonly BoardLoad[],
): BoardLoad['same_truck_loads'] {
  if (isDelivered(load)) return [];
  const rest = others.filter(({ load_id }) => load_id !== load.load_id);
  return overlappingWindow(plannedWindow(load), rest)
    .map(({ load_id, load_ref }) => ({ load_id, load_ref }))
    .sort((a, b) => (a.load_id < b.load_id ? -1 : 1));
}
