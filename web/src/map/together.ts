/** When a cluster is trucks in one yard, which no zoom parts, and when it is worth zooming. */
import { boundsOf } from '@waypost/geo/bounds';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';

/** Trucks within this of each other stand together. */
export const TOGETHER_METERS = 60;
/** A cluster of more than this is never asked where each one stands: it spans more than a yard. */
export const MOST_LISTED = 300;

/** Whether all of them stand within TOGETHER_METERS, measured across the box around them. */
export function standTogether(points: readonly LatLon[]): boolean {
  const box = boundsOf(points);
  if (!box) return false;
  const across = distanceMeters(
    { latitude: box.south, longitude: box.west },
    { latitude: box.north, longitude: box.east },
  );
  return across <= TOGETHER_METERS;
}
