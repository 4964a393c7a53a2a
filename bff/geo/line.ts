/** Lines of points: walking along them, and leaving out what cannot be seen. */
import type { Position } from './circle.ts';
import { bearingDegrees, distanceMeters, type LatLon } from './geodesy.ts';

/** A place on the way, and the direction driven there (degrees from north; null on a line of one place). */
export interface OnLine extends LatLon {
  readonly bearing_degrees: number | null;
}

/** Length of a line in metres (sphere). */
export function lineLength(points: readonly LatLon[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += distanceMeters(points[i - 1] as LatLon, points[i] as LatLon);
  }
  return length;
}

/**
 * The place a distance along the line, held within its ends; null for a line without points. Within a leg it moves
 * straight in degrees, which on the legs of a trail (minutes of driving) cannot be told apart from a great circle.
 */
export function alongLine(points: readonly LatLon[], meters: number): OnLine | null {
  const first = points[0];
  if (!first) return null;
  let left = Math.max(0, meters);
  let bearing: number | null = null;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] as LatLon, points[i] as LatLon];
    const leg = distanceMeters(a, b);
    if (leg === 0) continue;
    bearing = bearingDegrees(a, b);
    if (left <= leg) {
      const share = left / leg;
      return {
        latitude: a.latitude + (b.latitude - a.latitude) * share,
        longitude: a.longitude + (b.longitude - a.longitude) * share,
        bearing_degrees: bearing,
      };
    }
    left -= leg;
  }
  const last = points[points.length - 1] ?? first;
  return { latitude: last.latitude, longitude: last.longitude, bearing_degrees: bearing };
}

/**
 * Douglas and Peucker: keeps the ends and every point that lies further than `tolerance` (degrees on the map, with
 * longitudes shortened by the latitude) from the line through the points kept. For drawing only.
 */
export function simplifyLine(points: readonly Position[], tolerance: number): Position[] {
  if (points.length < 3) return [...points];
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [worst, at] = [tolerance, -1];
    for (let i = from + 1; i < to; i++) {
      const off = offLine(points[i] as Position, points[from] as Position, points[to] as Position);
      if (off > worst) [worst, at] = [off, i];
    }
    if (at < 0) continue;
    keep[at] = 1;
    spans.push([from, at], [at, to]);
  }
  return points.filter((_, i) => keep[i] === 1);
}

function offLine(p: Position, a: Position, b: Position): number {
  const squeeze = Math.cos((p[1] * Math.PI) / 180);
  const [dx, dy] = [(b[0] - a[0]) * squeeze, b[1] - a[1]];
  const [px, py] = [(p[0] - a[0]) * squeeze, p[1] - a[1]];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
  return Math.hypot(px - share * dx, py - share * dy);
}
