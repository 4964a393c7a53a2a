/** Which circle, or which handle of it, is meant by a place on the map. Geodesic, so it asks nothing of the drawing. */
import { geodesicDestination, geodesicDistance } from '@waypost/geo/ellipsoid';
import type { LatLon } from '@waypost/geo/geodesy';
import { HANDLES } from './circle-features.ts';
import type { DrawView, Grab } from './draw-types.ts';
import type { CircleShape, ScreenPoint } from './types.ts';

/** Pixels to either side: handles are taken hold of within 28 pixels by mouse, 44 by finger. */
export const HANDLE_REACH = { mouse: 14, finger: 22 } as const;

/** The circle at a place: by its edge or centre within reach, else the smallest that holds it; null for none. */
export function circleAt<T extends CircleShape & { readonly id: string }>(
  circles: readonly T[],
  at: LatLon,
  reach_meters: number,
): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const circle of circles) {
    const distance = geodesicDistance(circle, at);
    if (distance === null || distance > circle.radius_meters + reach_meters) continue;
    const close = Math.min(distance, Math.abs(distance - circle.radius_meters)) <= reach_meters;
    // What is touched goes before what merely lies around, and a small circle before a large one.
    const rank = circle.radius_meters + (close ? 0 : 1e9);
    if (rank < least) [best, least] = [circle, rank];
  }
  return best;
}

/** The handle within reach, the nearest one. */
export function handleAt(
  circle: { readonly id: string; readonly shape: CircleShape },
  point: ScreenPoint,
  view: DrawView,
  reach: number,
): Grab | null {
  const { id, shape } = circle;
  const middle = view.project(shape);
  let part: Grab['part'] = 'center';
  let nearest = Math.hypot(middle.x - point.x, middle.y - point.y);
  for (const bearing of HANDLES) {
    const { x, y } = view.project(geodesicDestination(shape, bearing, shape.radius_meters));
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance < nearest) [part, nearest] = ['edge', distance];
  }
  return nearest <= reach ? { id, shape, part } : null;
}
