/** What is between four major roads: a downtown, a neighborhood, an industrial area with docks, a park or fields. */
import type { Random } from '../world/random.ts';
import type { Drawing } from './drawing.ts';
import type { StreetNames } from './names.ts';
import {
  between,
  contains,
  cornersOf,
  distance,
  distanceToSegment,
  grown,
  type Point,
  type Rect,
  rectAround,
} from './plane.ts';

export interface BlockOptions {
  readonly rect: Rect;
  readonly drawing: Drawing;
  readonly names: StreetNames;
  readonly random: Random;
  /** From where numbered streets are counted. */
  readonly origin: Point;
  /** Parts of highways that pass through it. */
  readonly highways: readonly (readonly [Point, Point])[];
}

/** Streets are cut into pieces of at most this length, of which those in the way of something are left out. */
const PIECE_METERS = 90;
const HIGHWAY_CLEARANCE_METERS = 85;
/** From a warehouse to the roads around. */
const YARD_METERS = 140;
const [DOCK_WIDTH, DOCK_DEPTH] = [250, 120];
const TRAILER_METERS = 16;
const LOOP_VERTICES = 14;

export class Block {
  readonly #rect: Rect;
  readonly #drawing: Drawing;
  readonly #names: StreetNames;
  readonly #random: Random;
  readonly #origin: Point;
  readonly #highways: BlockOptions['highways'];
  /** No streets here: yards, buildings, parks and ponds. */
  readonly #closed: Rect[] = [];

  constructor({ rect, drawing, names, random, origin, highways }: BlockOptions) {
    this.#rect = rect;
    this.#drawing = drawing;
    this.#names = names;
    this.#random = random;
    this.#origin = origin;
    this.#highways = highways;
  }

  /** @param miles from downtown */
  draw(sites: readonly Point[], miles: number, atHighway: boolean): void {
    const random = this.#random;
    const kind = random.next();
    if (sites.length > 0) this.#drawIndustry(sites);
    else if (miles < 1.2) this.#drawDowntown(miles);
    else if (kind < 0.08) this.#drawPark();
    else if (atHighway && kind < 0.4) this.#drawIndustry([]);
    else if (miles < 3.5 ? kind < 0.75 : kind < 0.45) this.#drawGrid();
    else if (miles < 5 || kind < 0.85) this.#drawLanes();
    else this.#drawFields();
    if (sites.length === 0 && miles > 1 && random.chance(0.2))
      this.#drawing.quarter(this.#middle(), this.#names.quarter(random.int(0, 40)));
  }

  #middle(): Point {
    const { left, bottom, right, top } = this.#rect;
    return [(left + right) / 2, (bottom + top) / 2];
  }

  #drawDowntown(miles: number): void {
    const random = this.#random;
    const [across, down] = [random.between(95, 120), random.between(95, 120)];
    const columns = this.#parallels(0, across);
    const rows = this.#parallels(1, down);
    const hasBuildings = miles < 0.8;
    for (const x of hasBuildings ? [this.#rect.left, ...columns] : [])
      for (const y of [this.#rect.bottom, ...rows]) {
        if (!random.chance(0.45)) continue;
        const building = {
          left: x + 20,
          right: x + across - random.between(18, 50),
          bottom: y + 20,
          top: y + down - random.between(18, 50),
        };
        if (this.#isOpen([(building.left + building.right) / 2, (building.bottom + building.top) / 2]))
          this.#drawing.building(building);
      }
    for (const x of columns) this.#street(0, x);
    for (const y of rows) this.#street(1, y);
  }

  /** Long blocks; some are merged, so that streets end at others. */
  #drawGrid(): void {
    const random = this.#random;
    const long = random.chance(0.5) ? 0 : 1;
    const lines = this.#parallels(long, random.between(95, 130));
    const crosses = this.#parallels(long === 0 ? 1 : 0, random.between(190, 270));
    if (random.chance(0.35)) this.#drawSquare(lines, crosses, long);
    for (const at of lines) this.#street(long, at, 0.12);
    for (const at of crosses) this.#street(long === 0 ? 1 : 0, at, 0.06);
  }

  /** A small park in the place of a few blocks. */
  #drawSquare(lines: readonly number[], crosses: readonly number[], long: 0 | 1): void {
    const random = this.#random;
    const [i, j] = [random.int(1, lines.length - 4), random.int(0, crosses.length - 2)];
    const [a, b] = [lines[i], lines[i + 2]];
    const [c, d] = [crosses[j], crosses[j + 1]];
    if (a === undefined || b === undefined || c === undefined || d === undefined) return;
    const rect =
      long === 0 ? { left: a, right: b, bottom: c, top: d } : { left: c, right: d, bottom: a, top: b };
    this.#closed.push(grown(rect, -5));
    this.#drawing.area('landuse', 'park', cornersOf(grown(rect, -12)));
  }

  /** Winding streets with dead ends. */
  #drawLanes(): void {
    const random = this.#random;
    const { left, right, bottom, top } = this.#rect;
    const [height, width] = [top - bottom, right - left];
    const [swing, shift, waves] = [random.between(50, 110), random.between(0, 6), random.between(0.8, 1.6)];
    const isTurned = random.chance(0.5);
    const [length, depth] = isTurned ? [height, width] : [width, height];
    const place = (along: number, beside: number): Point => {
      const bend = swing * Math.sin(shift + (waves * 2 * Math.PI * along) / length);
      const ease = Math.min(1, beside / 260, (depth - beside) / 260);
      const offset = beside + bend * ease;
      return isTurned ? [left + offset, bottom + along] : [left + along, bottom + offset];
    };
    const points = (from: number, to: number, beside: number): Point[] => {
      const count = Math.max(2, Math.round((to - from) / 110) + 1);
      return Array.from({ length: count }, (_, i) => place(from + ((to - from) * i) / (count - 1), beside));
    };
    const gap = random.between(125, 160);
    const count = Math.floor(depth / gap) - 1;
    const middle = Math.floor(count / 2);
    for (let i = 0; i < count; i++) {
      const beside = (depth * (i + 1)) / (count + 1);
      const from = i === middle ? 0 : random.between(0.04, 0.25) * length;
      const to = i === middle ? length : length - random.between(0.04, 0.25) * length;
      this.#road(points(from, to, beside), { kind: 'minor_road', name: this.#names.lane(random.int(0, 60)) });
      // Dead ends on one side.
      for (let at = from + 90; at < to - 90; at += random.between(190, 330))
        if (random.chance(0.45))
          this.#road([place(at, beside), place(at, beside + 0.6 * gap)], { kind: 'minor_road' });
    }
    for (const at of [0.27, 0.5, 0.74].map((share) => (share + random.between(-0.06, 0.06)) * length)) {
      const steps = Array.from({ length: 9 }, (_, i) => place(at, (depth * i) / 8));
      this.#road(steps, { kind: 'minor_road', name: this.#names.lane(random.int(0, 60)) });
    }
  }

  #drawPark(): void {
    const random = this.#random;
    const area = grown(this.#rect, -random.between(30, 260));
    this.#drawing.area('landuse', 'park', cornersOf(area));
    const [x, y] = this.#middle();
    const radius = random.between(120, 300);
    const phase = random.between(0, 6);
    const pond = Array.from({ length: LOOP_VERTICES }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / LOOP_VERTICES;
      const meters = radius * (1 + 0.22 * Math.sin(2 * angle + phase) + 0.12 * Math.sin(3 * angle));
      return [x + 1.3 * meters * Math.cos(angle), y + meters * Math.sin(angle)];
    });
    this.#drawing.area('water', 'lake', [...pond, pond[0] as Point]);
    const around = pond.map((point) => between([x, y], point, 1.35));
    this.#drawing.road([...around, around[0] as Point], { kind: 'path', kind_detail: 'footway' });
    if (area.left - this.#rect.left > 130) this.#drawEdgeStreets(area);
  }

  /** Streets around a park. */
  #drawEdgeStreets({ left, bottom, right, top }: Rect): void {
    for (const x of [left - 15, right + 15]) this.#street(0, x);
    for (const y of [bottom - 15, top + 15]) this.#street(1, y);
  }

  /** Only a few farm roads. */
  #drawFields(): void {
    const [x, y] = this.#middle();
    if (this.#random.chance(0.6)) this.#street(0, x + this.#random.between(-200, 200));
    if (this.#random.chance(0.4)) this.#street(1, y + this.#random.between(-200, 200));
  }

  /** Warehouses along a parkway; each site has its yard with a building, docks and a service road. */
  #drawIndustry(sites: readonly Point[]): void {
    const random = this.#random;
    const { left, right, bottom, top } = this.#rect;
    const [parkway, cross, second] = this.#names.industrial;
    const inside = grown(this.#rect, -(YARD_METERS + DOCK_WIDTH / 2));
    const docks = sites.map((site): Rect => {
      const [x, y] = this.#awayFromHighways(site);
      const center: Point = [clamp(x, inside.left, inside.right), clamp(y, inside.bottom, inside.top)];
      return rectAround(center, DOCK_WIDTH, DOCK_DEPTH);
    });
    const first = docks[0] ?? rectAround(this.#middle(), DOCK_WIDTH, DOCK_DEPTH);
    const parkwayAt = first.bottom - 105;
    const rows = [parkwayAt, parkwayAt + 420, parkwayAt - 420].filter((y) => y > bottom + 90 && y < top - 90);
    const columns = [first.left - 110, first.right + 380].filter((x) => x > left + 90 && x < right - 90);
    const area = {
      left: left + 12,
      right: right - 12,
      bottom: Math.max(bottom + 12, Math.min(...rows) - 230),
      top: Math.min(top - 12, Math.max(...rows) + 330),
    };
    this.#drawing.area('landuse', 'industrial', cornersOf(area));
    for (const dock of docks) this.#drawDock(dock, parkwayAt);
    for (const y of rows) this.#drawWarehouses(y, columns);
    for (const [i, y] of rows.entries())
      this.#road(this.#across(1, y), {
        kind: 'minor_road',
        kind_detail: 'tertiary',
        name: i === 0 ? parkway : second,
      });
    for (const x of columns) this.#road(this.#across(0, x), { kind: 'minor_road', name: cross });
    // Homes beyond the industrial area, where there is room.
    const [lower, upper] = [area.bottom - bottom, top - area.top];
    if (Math.max(lower, upper) < 330) return;
    this.#closed.push(area);
    for (const x of this.#parallels(0, random.between(110, 140))) this.#street(0, x, 0.1);
    for (const y of this.#parallels(1, random.between(190, 250))) this.#street(1, y, 0.06);
  }

  #awayFromHighways(site: Point): Point {
    const clearance = HIGHWAY_CLEARANCE_METERS + DOCK_WIDTH / 2;
    const highway = this.#highways.find(([a, b]) => distanceToSegment(site, a, b) < clearance);
    if (!highway) return site;
    const [a, b] = highway;
    const length = distance(a, b);
    const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    const beside = (site[0] - a[0]) * nx + (site[1] - a[1]) * ny;
    const move = (beside < 0 ? -clearance : clearance) - beside;
    return [site[0] + move * nx, site[1] + move * ny];
  }

  #drawDock(dock: Rect, parkwayAt: number): void {
    const yard = {
      left: dock.left - 45,
      right: dock.right + 45,
      bottom: dock.bottom - 55,
      top: dock.top + 60,
    };
    this.#closed.push(yard);
    this.#drawing.building(dock);
    // Trailers at the doors.
    for (let x = dock.left + 12; x < dock.right - 12; x += 7)
      if (this.#random.chance(0.3))
        this.#drawing.building({ left: x, right: x + 3, bottom: dock.top, top: dock.top + TRAILER_METERS });
    const loop = cornersOf(grown(yard, -12));
    this.#drawing.road(loop, { kind: 'minor_road', kind_detail: 'service' });
    const gate = dock.left + 0.3 * DOCK_WIDTH;
    const nearest = parkwayAt < dock.bottom ? yard.bottom + 12 : yard.top - 12;
    this.#drawing.road(
      [
        [gate, nearest],
        [gate, parkwayAt],
      ],
      { kind: 'minor_road', kind_detail: 'service' },
    );
  }

  /** Buildings on both sides of a road, except where streets cross or yards are. */
  #drawWarehouses(y: number, columns: readonly number[]): void {
    const random = this.#random;
    for (const side of [-1, 1])
      for (let x = this.#rect.left + 70; x < this.#rect.right - 200; ) {
        const [width, depth] = [random.between(90, 210), random.between(60, 130)];
        const near = y + side * random.between(45, 60);
        const building = {
          left: x,
          right: x + width,
          bottom: side < 0 ? near - depth : near,
          top: side < 0 ? near : near + depth,
        };
        const isFree =
          random.chance(0.75) &&
          building.bottom > this.#rect.bottom + 40 &&
          building.top < this.#rect.top - 40 &&
          !columns.some((column) => column > building.left - 30 && column < building.right + 30) &&
          cornersOf(grown(building, 12)).every((corner) => this.#isOpen(corner));
        if (isFree) this.#drawing.building(building);
        x += width + random.between(50, 110);
      }
  }

  /** Coordinates of parallel streets in equal distances of about `gap` meters. */
  #parallels(axis: 0 | 1, gap: number): number[] {
    const { left, right, bottom, top } = this.#rect;
    const [from, to] = axis === 0 ? [left, right] : [bottom, top];
    const count = Math.round((to - from) / gap);
    return Array.from({ length: count - 1 }, (_, i) => from + ((to - from) * (i + 1)) / count);
  }

  /** From edge to edge. */
  #across(axis: 0 | 1, at: number): Point[] {
    const { left, right, bottom, top } = this.#rect;
    return axis === 0
      ? [
          [at, bottom],
          [at, top],
        ]
      : [
          [left, at],
          [right, at],
        ];
  }

  /** @param missing share of pieces that are left out */
  #street(axis: 0 | 1, at: number, missing = 0): void {
    const name = this.#names.street(axis, Math.round((at - this.#origin[axis]) / 100));
    this.#road(this.#across(axis, at), { kind: 'minor_road', name }, missing);
  }

  /** Draws the pieces of a street that are in nothing's way. */
  #road(points: readonly Point[], properties: Readonly<Record<string, string>>, missing = 0): void {
    if (missing === 0 && this.#closed.length === 0 && this.#highways.length === 0) {
      this.#drawing.road(points, properties);
      return;
    }
    let drawn: Point[] = [];
    const finish = () => {
      const [first, last] = [drawn[0], drawn.at(-1)];
      // A single piece between two gaps would look like a mistake.
      const isLong = first && last && (missing === 0 || distance(first, last) > 1.5 * PIECE_METERS);
      if (isLong) this.#drawing.road(drawn, properties);
      drawn = [];
    };
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1] as Point, points[i] as Point];
      const count = Math.max(1, Math.round(distance(a, b) / PIECE_METERS));
      for (let piece = 0; piece < count; piece++) {
        const to = between(a, b, (piece + 1) / count);
        const isLeftOut = missing > 0 && this.#random.chance(missing);
        if (isLeftOut || !this.#isOpen(between(a, b, (piece + 0.5) / count))) finish();
        else {
          if (drawn.length === 0) drawn.push(between(a, b, piece / count));
          // A straight piece lengthens the previous one.
          if (piece > 0 && drawn.length > 1) drawn[drawn.length - 1] = to;
          else drawn.push(to);
        }
      }
    }
    finish();
  }

  #isOpen(point: Point): boolean {
    if (this.#closed.some((rect) => contains(rect, point))) return false;
    return this.#highways.every(([a, b]) => distanceToSegment(point, a, b) > HIGHWAY_CLEARANCE_METERS);
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
