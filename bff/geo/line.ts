import type { Position } from './circle.ts';

/**
 * Douglas-Peucker: keeps both ends and every point farther than `tolerance` from the simplified line. The tolerance is in
 * degrees, with longitudes scaled by latitude. For display only.
 */
export function simplifyLine(points: readonly Position[], tolerance: number): Position[] {
  if (points.length < 3) return [...points];
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [maxOffset, farthest] = [tolerance, -1];
    for (let i = from + 1; i < to; i++) {
      const offset = distanceFromLine(
        points[i] as Position,
        points[from] as Position,
        points[to] as Position,
      );
      if (offset > maxOffset) [maxOffset, farthest] = [offset, i];
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    spans.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, i) => keep[i] === 1);
}

function distanceFromLine(p: Position, a: Position, b: Position): number {
  const longitudeScale = Math.cos((p[1] * Math.PI) / 180);
  const [dx, dy] = [(b[0] - a[0]) * longitudeScale, b[1] - a[1]];
  const [px, py] = [(p[0] - a[0]) * longitudeScale, p[1] - a[1]];
  const lengthSquared = dx * dx + dy * dy;
  const fraction = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / lengthSquared));
  return Math.hypot(px - fraction * dx, py - fraction * dy);
}
