/**
 * Effect of a ping on a monitor's journey, independent of clocks and vehicles. Stops are watched strictly in order: a circle counts
 * only while it is the current one.
 *
 * - First ping inside: arrived. First ping outside after that: departed, and the same ping is checked against the next stop.
 * - A straight line between two pings through the current circle counts as a visit: arrived and departed at the time of the second
 *   ping. Only up to `MAX_JUMP_METERS`, because the route of a longer jump is unknown.
 * - A stop that was left is done: entering its circle again has no effect unless it is also the next stop.
 */
import { distanceMeters, EARTH_RADIUS_METERS, type LatLon } from '@waypost/geo/geodesy';

export const MAX_JUMP_METERS = 50_000;

export interface JourneyStop extends LatLon {
  readonly id: string;
  readonly sequence: number;
  readonly name: string | null;
  readonly radius_meters: number;
  /** Wall clock, milliseconds. */
  arrived_at: number | null;
  departed_at: number | null;
}

export interface Journey {
  /** In travel order, from origin to destination. */
  readonly stops: readonly JourneyStop[];
  /** Index of the watched stop, or of the last one when the journey is over. */
  current: number;
}

export type Transition =
  | { readonly kind: 'arrived' | 'departed'; readonly stop: JourneyStop }
  | { readonly kind: 'finished' };

const RAD = Math.PI / 180;

/** Part of a straight line inside a circle, as fractions of its length from 0 to 1; null when it does not touch the circle. */
export function passage(
  from: LatLon,
  to: LatLon,
  circle: LatLon & { readonly radius_meters: number },
): { enter: number; leave: number } | null {
  // Treats the area as flat, which is accurate for a few miles.
  const flat = ({ latitude, longitude }: LatLon) => {
    const deltaLongitude = ((longitude - circle.longitude + 540) % 360) - 180;
    return {
      x: deltaLongitude * RAD * EARTH_RADIUS_METERS * Math.cos(circle.latitude * RAD),
      y: (latitude - circle.latitude) * RAD * EARTH_RADIUS_METERS,
    };
  };
  const [a, b] = [flat(from), flat(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return null;
  const along = -(a.x * dx + a.y * dy) / length2;
  const across2 = (a.x * dy - a.y * dx) ** 2 / length2;
  const half2 = (circle.radius_meters ** 2 - across2) / length2;
  if (half2 < 0) return null;
  const half = Math.sqrt(half2);
  const [enter, leave] = [Math.max(0, along - half), Math.min(1, along + half)];
  return enter <= leave ? { enter, leave } : null;
}

/** Signed distance to the edge of a circle in meters: positive outside. */
export function distanceOutside(circle: LatLon & { readonly radius_meters: number }, place: LatLon): number {
  return distanceMeters(circle, place) - circle.radius_meters;
}

/**
 * Applies a ping to the journey and reports each transition immediately after it was made.
 * @param before the previous ping, null when there is none that counts
 * @param at time of the ping
 */
export function observe(
  journey: Journey,
  before: LatLon | null,
  ping: LatLon,
  at: number,
  onTransition: (transition: Transition) => void,
): void {
  const jumped = before !== null && distanceMeters(before, ping) <= MAX_JUMP_METERS ? before : null;
  /** Fraction of the line from the previous ping that was already processed. */
  let processed = 0;
  for (let stop = journey.stops[journey.current]; stop; stop = journey.stops[journey.current]) {
    const inside = distanceOutside(stop, ping) <= 0;
    const way = jumped && passage(jumped, ping, stop);
    if (stop.arrived_at === null) {
      const crossed = way !== null && way.leave > processed;
      if (!inside && !crossed) return;
      stop.arrived_at = at;
      onTransition({ kind: 'arrived', stop });
    }
    if (inside) return;
    stop.departed_at = at;
    processed = way?.leave ?? processed;
    const last = journey.current === journey.stops.length - 1;
    if (!last) journey.current += 1;
    onTransition({ kind: 'departed', stop });
    if (last) {
      onTransition({ kind: 'finished' });
      return;
    }
  }
}
