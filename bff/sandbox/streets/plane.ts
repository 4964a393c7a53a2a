/** A town's own plane: meters along its street grid, which may be turned against north. */
import type { Position } from '@waypost/geo/circle';
import type { LatLon } from '@waypost/geo/geodesy';

export type Point = readonly [x: number, y: number];

export interface Rect {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const METERS_PER_DEGREE = 111_195;

export class Plane {
  readonly #center: LatLon;
  readonly #longitudeScale: number;
  readonly #cos: number;
  readonly #sin: number;

  /** @param turn of the grid, radians counterclockwise */
  constructor(center: LatLon, turn: number) {
    this.#center = center;
    this.#longitudeScale = METERS_PER_DEGREE * Math.cos((center.latitude * Math.PI) / 180);
    this.#cos = Math.cos(turn);
    this.#sin = Math.sin(turn);
  }

  pointOf({ latitude, longitude }: LatLon): Point {
    const east = (longitude - this.#center.longitude) * this.#longitudeScale;
    const north = (latitude - this.#center.latitude) * METERS_PER_DEGREE;
    return [east * this.#cos + north * this.#sin, north * this.#cos - east * this.#sin];
  }

  positionOf([x, y]: Point): Position {
    const east = x * this.#cos - y * this.#sin;
    const north = x * this.#sin + y * this.#cos;
    return [
      this.#center.longitude + east / this.#longitudeScale,
      this.#center.latitude + north / METERS_PER_DEGREE,
    ];
  }
}

export const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

export const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + share * (bx - ax),
  ay + share * (by - ay),
];

export const contains = ({ left, bottom, right, top }: Rect, [x, y]: Point): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

export const grown = ({ left, bottom, right, top }: Rect, meters: number): Rect => ({
  left: left - meters,
  bottom: bottom - meters,
  right: right + meters,
  top: top + meters,
});

export const rectAround = ([x, y]: Point, width: number, height: number): Rect => ({
  left: x - width / 2,
  bottom: y - height / 2,
  right: x + width / 2,
  top: y + height / 2,
});

export const cornersOf = ({ left, bottom, right, top }: Rect): Point[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
  [left, bottom],
];

export function distanceToSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / squared;
  return distance(point, between(a, b, Math.min(1, Math.max(0, share))));
}

/** The part of a segment inside a rectangle (Liang and Barsky); null when there is none. */
export function clipSegment(a: Point, b: Point, rect: Rect): readonly [Point, Point] | null {
  let [from, to] = [0, 1];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  for (const [step, room] of [
    [-dx, a[0] - rect.left],
    [dx, rect.right - a[0]],
    [-dy, a[1] - rect.bottom],
    [dy, rect.top - a[1]],
  ] as const) {
    if (step === 0) {
      if (room < 0) return null;
    } else if (step < 0) from = Math.max(from, room / step);
    else to = Math.min(to, room / step);
  }
  return from < to ? [between(a, b, from), between(a, b, to)] : null;
}

/** Where two segments cross; null when they do not. */
export function crossing(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return null;
  const alongFirst = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross;
  const alongSecond = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross;
  const isOn = (share: number) => share >= 0 && share <= 1;
  return isOn(alongFirst) && isOn(alongSecond) ? between(a, b, alongFirst) : null;
}
