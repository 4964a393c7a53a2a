/** Lines of points: leaving out what cannot be seen. */
import type { Position } from './circle.ts';

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
