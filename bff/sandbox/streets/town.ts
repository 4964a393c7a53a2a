/**
 * A simulated town: major roads about every mile, neighborhoods between them, industrial areas with docks at the sites, and the
 * real highways. Determined by the coordinates of the town and its sites alone.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { keyOf, Random, unit } from '../world/random.ts';
import { Block } from './block.ts';
import { Drawing } from './drawing.ts';
import { type NameLanguage, StreetNames } from './names.ts';
import {
  between,
  clipSegment,
  crossing,
  distance,
  distanceToSegment,
  Plane,
  type Point,
  type Rect,
  rectAround,
} from './plane.ts';

export interface TownOptions {
  readonly center: LatLon;
  /** Size: 1 to 18. */
  readonly weight: number;
  readonly sites: readonly LatLon[];
  /** Their lines. The basemap has their numbers. */
  readonly highways: readonly (readonly LatLon[])[];
  readonly language: NameLanguage;
  readonly isLand: (place: LatLon) => boolean;
}

/** Half of the side of the square in which highways are drawn; a site is at most 14 km from the center. */
const REACH_METERS = 19_000;
/** Major roads deviate from their mile at most this much. */
const JITTER_METERS = 170;
const DOWNTOWN_METERS = 1500;
const SITE_METERS = 1600;
const MAX_TURN = 0.14;
/** Interchanges are at least this far apart. */
const INTERCHANGE_METERS = 1700;
/** Distances between a railroad and the highway that are tried. */
const RAIL_OFFSETS = [900, -900, 1500, -1500, 2300, -2300] as const;
const RAIL_CLEARANCE_METERS = 320;

export function drawTown(options: TownOptions): Drawing {
  return new Town(options).draw();
}

type Segment = readonly [Point, Point];

class Town {
  readonly #key: number;
  readonly #random: Random;
  readonly #plane: Plane;
  readonly #drawing: Drawing;
  readonly #names: StreetNames;
  readonly #weight: number;
  readonly #sites: readonly Point[];
  /** Parts of each inside the square. */
  readonly #highways: readonly (readonly Segment[])[];
  readonly #isLand: (point: Point) => boolean;
  readonly #downtown: Point;
  /** Cells between four major roads that have streets, as `column,row`. */
  readonly #cells = new Map<string, readonly [column: number, row: number]>();

  constructor({ center, weight, sites, highways, language, isLand }: TownOptions) {
    this.#key = keyOf(`${center.latitude.toFixed(4)} ${center.longitude.toFixed(4)}`);
    this.#random = new Random(this.#key);
    this.#plane = new Plane(center, this.#random.between(-MAX_TURN, MAX_TURN));
    this.#drawing = new Drawing(this.#plane);
    this.#names = new StreetNames(language, this.#random.int(0, 50));
    this.#weight = weight;
    this.#sites = sites.map((site) => this.#plane.pointOf(site));
    this.#isLand = (point) => {
      const [longitude, latitude] = this.#plane.positionOf(point);
      return isLand({ latitude, longitude });
    };
    const square = rectAround([0, 0], 2 * REACH_METERS, 2 * REACH_METERS);
    this.#highways = highways
      .map((points) => {
        const local = points.map((point) => this.#plane.pointOf(point));
        return local.slice(1).flatMap((to, i): Segment[] => {
          const part = clipSegment(local[i] as Point, to, square);
          return part ? [part] : [];
        });
      })
      .filter((parts) => parts.length > 0);
    this.#downtown = this.#chooseDowntown();
  }

  draw(): Drawing {
    this.#chooseCells();
    for (const part of this.#highways.flat())
      this.#drawing.road(part, { kind: 'highway', kind_detail: 'motorway' });
    this.#drawMajorRoads();
    this.#drawRailroad();
    this.#drawing.quarter(this.#downtown, this.#names.downtown);
    for (const [column, row] of this.#cells.values()) this.#drawCell(column, row);
    return this.#drawing;
  }

  /** Beside the highway, which passes exactly through the center. */
  #chooseDowntown(): Point {
    const [part] = this.#highways[0] ?? [];
    const [a, b] = part ?? [
      [0, 0],
      [1, 0],
    ];
    const along = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const sides = [1, -1].map(
      (side): Point => [-DOWNTOWN_METERS * side * Math.sin(along), DOWNTOWN_METERS * side * Math.cos(along)],
    );
    return sides.find((side) => this.#isLand(side)) ?? (sides[0] as Point);
  }

  /** Coordinate of a major road. Index 0 passes through downtown. */
  #line(axis: 0 | 1, index: number): number {
    const jitter = index === 0 ? 0 : (2 * unit(this.#key, axis, index) - 1) * JITTER_METERS;
    return this.#downtown[axis] + index * METERS_PER_MILE + jitter;
  }

  #indexAt(axis: 0 | 1, value: number): number {
    const index = Math.floor((value - this.#downtown[axis]) / METERS_PER_MILE);
    if (value < this.#line(axis, index)) return index - 1;
    return value >= this.#line(axis, index + 1) ? index + 1 : index;
  }

  #rect(column: number, row: number): Rect {
    return {
      left: this.#line(0, column),
      right: this.#line(0, column + 1),
      bottom: this.#line(1, row),
      top: this.#line(1, row + 1),
    };
  }

  #chooseCells(): void {
    this.#addDisc(this.#downtown, 2300 + 420 * Math.min(this.#weight, 9));
    for (const site of this.#sites) {
      this.#addDisc(site, SITE_METERS);
      const length = distance(site, this.#downtown);
      for (let at = METERS_PER_MILE; at < length; at += METERS_PER_MILE)
        this.#addDisc(between(site, this.#downtown, at / length), 700);
    }
    for (const [key, [column, row]] of this.#cells) if (!this.#isOnLand(column, row)) this.#cells.delete(key);
    // A site has streets even where the map's coast is too coarse.
    for (const site of this.#sites) this.#addCell(this.#indexAt(0, site[0]), this.#indexAt(1, site[1]));
  }

  #addCell(column: number, row: number): void {
    this.#cells.set(`${column},${row}`, [column, row]);
  }

  /** Cells whose middle is inside. */
  #addDisc(center: Point, radius: number): void {
    const [left, right] = [this.#indexAt(0, center[0] - radius), this.#indexAt(0, center[0] + radius)];
    const [bottom, top] = [this.#indexAt(1, center[1] - radius), this.#indexAt(1, center[1] + radius)];
    for (let column = left; column <= right; column++)
      for (let row = bottom; row <= top; row++)
        if (distance(center, middleOf(this.#rect(column, row))) <= radius) this.#addCell(column, row);
    this.#addCell(this.#indexAt(0, center[0]), this.#indexAt(1, center[1]));
  }

  #isOnLand(column: number, row: number): boolean {
    const rect = this.#rect(column, row);
    const [x, y] = middleOf(rect);
    const samples: Point[] = [
      [x, y],
      [rect.left, y],
      [rect.right, y],
      [x, rect.bottom],
      [x, rect.top],
    ];
    return samples.every((sample) => this.#isLand(sample));
  }

  /** The edges of all cells; edges of one line that meet are one road. */
  #drawMajorRoads(): void {
    const edges = new Map<string, readonly [axis: 0 | 1, line: number, along: number]>();
    for (const [column, row] of this.#cells.values())
      for (const [axis, line, along] of [
        [0, column, row],
        [0, column + 1, row],
        [1, row, column],
        [1, row + 1, column],
      ] as const)
        edges.set(`${axis},${line},${along}`, [axis, line, along]);
    const interchanges: Point[] = [];
    for (const [axis, line, along] of edges.values()) {
      if (edges.has(`${axis},${line},${along - 1}`)) continue;
      let end = along;
      while (edges.has(`${axis},${line},${end + 1}`)) end += 1;
      const fixed = this.#line(axis, line);
      const other = axis === 0 ? 1 : 0;
      const points = Array.from({ length: end - along + 2 }, (_, i): Point => {
        const moving = this.#line(other, along + i);
        return axis === 0 ? [fixed, moving] : [moving, fixed];
      });
      const kind_detail = line === 0 ? 'primary' : 'secondary';
      const name = this.#names.arterial(axis, line);
      this.#drawing.road(points, { kind: 'major_road', kind_detail, name });
      this.#drawInterchanges(points, interchanges);
    }
  }

  /** Ramps where a major road crosses a highway. @param known interchanges so far, completed here */
  #drawInterchanges(road: readonly Point[], known: Point[]): void {
    const [a, b] = [road[0] as Point, road.at(-1) as Point];
    const roadLength = distance(a, b);
    for (const [c, d] of this.#highways.flat()) {
      const at = crossing(a, b, c, d);
      if (!at || known.some((other) => distance(other, at) < INTERCHANGE_METERS)) continue;
      const length = distance(c, d);
      const [ux, uy] = [(d[0] - c[0]) / length, (d[1] - c[1]) / length];
      const [vx, vy] = [(b[0] - a[0]) / roadLength, (b[1] - a[1]) / roadLength];
      // Too flat an angle for ramps.
      if (Math.abs(ux * vy - uy * vx) < 0.5) continue;
      known.push(at);
      const place = (along: number, beside: number): Point => [
        at[0] + along * ux + beside * vx,
        at[1] + along * uy + beside * vy,
      ];
      for (const along of [-1, 1])
        for (const beside of [-1, 1])
          this.#drawing.road(
            [
              place(420 * along, 0),
              place(260 * along, 28 * beside),
              place(110 * along, 70 * beside),
              place(0, 115 * beside),
            ],
            { kind: 'highway', kind_detail: 'motorway_link', is_link: true },
          );
    }
  }

  /** Along the first highway, away from all docks; none where there is no room. */
  #drawRailroad(): void {
    const [part] = this.#highways[0] ?? [];
    if (!part) return;
    const [a, b] = part;
    const length = distance(a, b);
    const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    for (const offset of RAIL_OFFSETS) {
      const rail = [a, b].map(([x, y]): Point => [x + offset * nx, y + offset * ny]) as [Point, Point];
      const middle = between(rail[0], rail[1], 0.5);
      const isFree = this.#sites.every((site) => distanceToSegment(site, ...rail) > RAIL_CLEARANCE_METERS);
      if (!isFree || ![rail[0], middle, rail[1]].every(this.#isLand)) continue;
      this.#drawing.road(rail, { kind: 'rail', kind_detail: 'rail' });
      return;
    }
  }

  #drawCell(column: number, row: number): void {
    const rect = this.#rect(column, row);
    const highways = this.#highways.flat().filter(([a, b]) => clipSegment(a, b, rect) !== null);
    const block = new Block({
      rect,
      drawing: this.#drawing,
      names: this.#names,
      random: new Random(this.#key, column, row),
      origin: this.#downtown,
      highways,
    });
    const sites = this.#sites.filter(
      ([x, y]) => this.#indexAt(0, x) === column && this.#indexAt(1, y) === row,
    );
    const miles = distance(middleOf(rect), this.#downtown) / METERS_PER_MILE;
    block.draw(sites, miles, highways.length > 0);
  }
}

const middleOf = ({ left, bottom, right, top }: Rect): Point => [(left + right) / 2, (bottom + top) / 2];
