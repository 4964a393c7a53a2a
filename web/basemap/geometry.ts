/** From the atlases' topologies to small GeoJSON: decoded, clipped, thinned, rounded. */
import type { Position } from '@waypost/geo/circle';
import { simplifyLine } from '@waypost/geo/line';
import type { Feature, Geometry, MultiLineString, MultiPolygon } from 'geojson';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface Detail {
  /** Degrees a drawn line may run off the true one. */
  readonly tolerance: number;
  /** Decimals of a coordinate: 2 is 1.1 km, 3 is 110 m. */
  readonly decimals: number;
  /** Rings smaller than this many square degrees are left out. */
  readonly smallest?: number;
}

export function area(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1] as Position, ring[i] as Position];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return Math.abs(sum / 2);
}

/** Thinned and rounded, without the doubles that rounding makes. */
export function thin(line: readonly Position[], { tolerance, decimals }: Detail): Position[] {
  const factor = 10 ** decimals;
  const round = (value: number) => Math.round(value * factor) / factor;
  const kept: Position[] = [];
  for (const [longitude, latitude] of simplifyLine(line, tolerance)) {
    const point: Position = [round(longitude), round(latitude)];
    const last = kept.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) kept.push(point);
  }
  return kept;
}

/** Sutherland and Hodgman: the part of a ring inside the box, closed along the box's edges. */
export function clipRing(ring: readonly Position[], box: Box): Position[] {
  const edges: [axis: 0 | 1, limit: number, keepAbove: boolean][] = [
    [0, box.west, true],
    [0, box.east, false],
    [1, box.south, true],
    [1, box.north, false],
  ];
  let points = ring.slice(0, -1);
  for (const [axis, limit, keepAbove] of edges) {
    const inside = (p: Position) => (keepAbove ? p[axis] >= limit : p[axis] <= limit);
    const kept: Position[] = [];
    points.forEach((point, i) => {
      const before = points[(i + points.length - 1) % points.length] as Position;
      if (inside(point) !== inside(before)) {
        const share = (limit - before[axis]) / (point[axis] - before[axis]);
        kept.push([before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]);
      }
      if (inside(point)) kept.push(point);
    });
    points = kept;
  }
  const first = points[0];
  return first ? [...points, first] : [];
}

/**
 * The atlas joins land across the antimeridian and lets longitude jump from 180 to -180 there, which on a flat map
 * draws a bar around the world. Here such a polygon is unrolled and cut into its eastern and western part.
 */
export function cutAtAntimeridian(polygon: readonly Position[][]): Position[][][] {
  const unrolled = polygon.map(unroll);
  if (unrolled.every((ring, i) => ring.every((point, j) => point[0] === polygon[i]?.[j]?.[0]))) {
    return [[...polygon]];
  }
  return [-360, 0, 360].flatMap((shift) => {
    const window: Box = { west: -180 + shift, east: 180 + shift, south: -90, north: 90 };
    const part = unrolled
      .map((ring) => clipRing(ring, window).map(([x, y]): Position => [x - shift, y]))
      .filter((ring) => ring.length >= 4);
    return part.length > 0 ? [part] : [];
  });
}

function unroll(ring: readonly Position[]): Position[] {
  let turn = 0;
  return ring.map(([longitude, latitude], i): Position => {
    const before = ring[i - 1]?.[0] ?? longitude;
    if (longitude - before > 180) turn -= 360;
    if (longitude - before < -180) turn += 360;
    return [longitude + turn, latitude];
  });
}

/** Polygons as one MultiPolygon; holes are kept when they are large enough to see. */
export function polygons(rings: readonly Position[][][], detail: Detail, box?: Box): MultiPolygon {
  const coordinates: Position[][][] = [];
  for (const polygon of rings) {
    const drawn = polygon
      .map((ring) => thin(box ? clipRing(ring, box) : ring, detail))
      .filter((ring) => ring.length >= 4 && area(ring) >= (detail.smallest ?? 0));
    const outer = polygon[0];
    if (drawn.length > 0 && outer && area(box ? clipRing(outer, box) : outer) >= (detail.smallest ?? 0)) {
      coordinates.push(drawn);
    }
  }
  return { type: 'MultiPolygon', coordinates };
}

export function lines(given: MultiLineString, detail: Detail): MultiLineString {
  const coordinates = (given.coordinates as Position[][])
    .map((line) => thin(line, detail))
    .filter((line) => line.length > 1);
  return { type: 'MultiLineString', coordinates };
}

/** All polygons in a geometry, as rings that stay between -180 and 180. */
export function ringsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return cutAtAntimeridian(geometry.coordinates as Position[][]);
  if (geometry.type === 'MultiPolygon') {
    return (geometry.coordinates as Position[][][]).flatMap(cutAtAntimeridian);
  }
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(ringsOf);
  return [];
}

export function feature(kind: string, geometry: Geometry): Feature {
  return { type: 'Feature', properties: { kind }, geometry };
}
