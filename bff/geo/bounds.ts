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

/** Part of many points that may be left out, and the least by which that must narrow the box. */
const [FEW, MUCH] = [0.03, 0.1];
const MANY = 10;

/** As `boundsOf`, without the few points farthest out if the box of all others is much smaller. Null without points. */
export function boundsOfMost(points: Iterable<LatLon>, few = FEW): Bounds | null {
  const all = boundsOf(points);
  const list = [...points];
  if (!all || list.length < MANY) return all;
  const most = list.length - Math.max(1, Math.floor(list.length * few));
  const across = narrowest(
    list.map(({ longitude }) => (longitude < all.west ? longitude + 360 : longitude)),
    most,
  );
  const along = narrowest(
    list.map(({ latitude }) => latitude),
    most,
  );
  const [wide, tall] = [all.east - all.west, all.north - all.south];
  const turn = across.from > 180 ? 360 : 0;
  const is_narrower = across.to - across.from <= wide * (1 - MUCH);
  const is_lower = along.to - along.from <= tall * (1 - MUCH);
  return {
    ...all,
    ...(is_narrower && { west: across.from - turn, east: across.to - turn }),
    ...(is_lower && { south: along.from, north: along.to }),
  };
}

/** The narrowest range that holds `most` of the numbers. */
function narrowest(numbers: readonly number[], most: number): { readonly from: number; readonly to: number } {
  const sorted = Float64Array.from(numbers).sort();
  const rangeAt = (at: number) => ({ from: sorted[at] as number, to: sorted[at + most - 1] as number });
  let best = rangeAt(0);
  for (let at = 1; at + most <= sorted.length; at += 1) {
    const range = rangeAt(at);
    if (range.to - range.from < best.to - best.from) best = range;
  }
  return best;
}
