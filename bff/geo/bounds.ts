import type { LatLon } from './geodesy.ts';

/** Degrees. `east` is at least `west` and exceeds 180 where the box crosses the antimeridian. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Smallest box around the points, across the antimeridian if that is shorter. Null without points. */
export function boundsOf(points: Iterable<LatLon>): Bounds | null {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  // Longitudes as 0..360 give the narrower box for points around the antimeridian.
  let [west360, east360] = [Infinity, -Infinity];
  for (const { latitude, longitude } of points) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    const wrapped = longitude < 0 ? longitude + 360 : longitude;
    west360 = Math.min(west360, wrapped);
    east360 = Math.max(east360, wrapped);
  }
  if (south > north) return null;
  return east360 - west360 < east - west
    ? { west: west360, east: east360, south, north }
    : { west, east, south, north };
}
