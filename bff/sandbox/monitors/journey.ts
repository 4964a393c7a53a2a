/**
 * What a ping means for a monitor's journey, free of clocks and vehicles. Stops are watched strictly one after another:
 * a circle counts only while it is the current one.
 *
 * - First ping inside: arrived. First ping outside after that: departed, and the next stop is watched, by the same ping too.
 * - A straight way between two pings that runs through the current circle counts as a visit: arrived and departed, both with the
 *   time of the second ping, since nobody reported from inside. Only up to `MAX_JUMP_METERS`: beyond it nobody knows the way.
 * - A stop that was left is done: entering its circle again means nothing, unless it is also the next one.
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
  /** In travel order: origin first, destination last. */
  readonly stops: readonly JourneyStop[];
  /** Index of the stop that is watched; of the last one when the journey is over. */
  current: number;
}

export type Transition =
  | { readonly kind: 'arrived' | 'departed'; readonly stop: JourneyStop }
  | { readonly kind: 'finished' };

const RAD = Math.PI / 180;

/** Part of a straight way that lies in a circle, as shares of its length from 0 to 1; null when it does not touch it. */
export function passage(
  from: LatLon,
  to: LatLon,
  circle: LatLon & { readonly radius_meters: number },
): { enter: number; leave: number } | null {
  // Flat around the centre: exact enough for ways of a few miles.
  const flat = ({ latitude, longitude }: LatLon) => {
    const turn = ((longitude - circle.longitude + 540) % 360) - 180;
    return {
      x: turn * RAD * EARTH_RADIUS_METERS * Math.cos(circle.latitude * RAD),
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

/** Signed distance to the edge of a circle, metres: positive outside. */
export function beyond(circle: LatLon & { readonly radius_meters: number }, place: LatLon): number {
  return distanceMeters(circle, place) - circle.radius_meters;
}

/**
 * Takes a ping in, changes the journey, and reports each transition right after it was made.
 * @param before the ping before it, null when there is none that counts
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
  /** How far along the way from the ping before all has been accounted for. */
  let accounted = 0;
  for (let stop = journey.stops[journey.current]; stop; stop = journey.stops[journey.current]) {
    const inside = beyond(stop, ping) <= 0;
    const way = jumped && passage(jumped, ping, stop);
    if (stop.arrived_at === null) {
      const crossed = way !== null && way.leave > accounted;
      if (!inside && !crossed) return;
      stop.arrived_at = at;
      onTransition({ kind: 'arrived', stop });
    }
    if (inside) return;
    stop.departed_at = at;
    accounted = way?.leave ?? accounted;
    const last = journey.current === journey.stops.length - 1;
    if (!last) journey.current += 1;
    onTransition({ kind: 'departed', stop });
    if (last) {
      onTransition({ kind: 'finished' });
      return;
    }
  }
}
