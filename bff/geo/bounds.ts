/** Boxes around points, aware that the world goes round. */
import type { LatLon } from './geodesy.ts';

/** Degrees. `east` is always at least `west`; it passes 180 where the box crosses the antimeridian. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Smallest box around the points, taking the shorter way round the world; null for none. */
export function boundsOf(points: Iterable<LatLon>): Bounds | null {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  // The same longitudes counted 0..360, which is the narrower box when the points lie around the antimeridian.
  let [west360, east360] = [Infinity, -Infinity];
  for (const { latitude, longitude } of points) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    const round = longitude < 0 ? longitude + 360 : longitude;
    west360 = Math.min(west360, round);
    east360 = Math.max(east360, round);
  }
  if (south > north) return null;
  return east360 - west360 < east - west
    ? { west: west360, east: east360, south, north }
    : { west, east, south, north };
}
