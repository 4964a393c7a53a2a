/**
 * The only writer of loads to the map. Combines changes into one difference, with at most one write at a time and a
 * minimum interval: every write makes the worker cluster all loads again and repaints the map, so ten thousand
 * loads are written at most every four seconds and a few hundred four times a second. Markers are animated in between.
 * A move of less than a pixel waits until it is more, or until the map shows more pixels: on a map of the country most
 * positions change nothing.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import type { Feature, Point } from 'geojson';
import { paceOf } from '../ui/pace.ts';
import { pointFeature } from './geojson.ts';
import { type LoadProperties, loadProperties } from './overlay.ts';
import type { MapLoad } from './types.ts';

export type LoadFeature = Feature<Point, LoadProperties>;

export interface LoadDiff {
  readonly add: LoadFeature[];
  readonly remove: string[];
}

/** A changed load that is currently drawn elsewhere. */
export interface Move {
  readonly from: LatLon;
  readonly feature: LoadFeature;
}

interface WriterTools {
  /** Resolves when the map has applied the difference. */
  write(diff: LoadDiff, moves: readonly Move[]): Promise<void>;
  /** Runs the callback in the next frame, after the delay. */
  schedule(callback: () => void, delay_ms: number): void;
  /** Milliseconds, monotonic. */
  now(): number;
  /** Distance on the screen at the map's present zoom, CSS pixels. */
  pixels(a: LatLon, b: LatLon): number;
  /** True when the map is rendered in software, which blocks the page: loads are then written rarely. */
  isSlow(): boolean;
}

const FASTEST_MS = 250;
/** Where the map is rendered in software. */
const SLOW_MACHINE_MS = 2000;
/** Below this, nobody sees the difference. */
const MINOR = { pixels: 1, degrees: 15 } as const;

export class LoadWriter {
  readonly #tools: WriterTools;
  readonly #loads = new Map<string, MapLoad>();
  /** The loads as drawn, to skip changes that are not visible. */
  readonly #drawn = new Map<string, MapLoad>();
  readonly #changed = new Set<string>();
  /** Loads drawn less than a pixel from where they are. */
  readonly #minor = new Set<string>();
  #open = false;
  #scheduled = false;
  #writing = false;
  #lastWrite = -Infinity;

  constructor(tools: WriterTools) {
    this.#tools = tools;
  }

  get loads(): ReadonlyMap<string, MapLoad> {
    return this.#loads;
  }

  get drawn(): ReadonlyMap<string, MapLoad> {
    return this.#drawn;
  }

  setLoads(loads: readonly MapLoad[]): void {
    const current = new Set<string>();
    for (const load of loads) {
      current.add(load.load_id);
      this.#put(load);
    }
    for (const load_id of this.#loads.keys()) if (!current.has(load_id)) this.#drop(load_id);
    this.#schedule();
  }

  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void {
    for (const load_id of removed) this.#drop(load_id);
    for (const load of changed) this.#put(load);
    this.#schedule();
  }

  /** The map is ready for loads and holds none, as after a new style. */
  open(): void {
    this.#open = true;
    this.#drawn.clear();
    this.#changed.clear();
    this.#minor.clear();
    for (const load_id of this.#loads.keys()) this.#changed.add(load_id);
    this.#schedule();
  }

  close(): void {
    this.#open = false;
  }

  /** A pixel is another distance now. */
  zoomed(): void {
    for (const load_id of this.#minor) this.#changed.add(load_id);
    this.#schedule();
  }

  #put(load: MapLoad): void {
    this.#loads.set(load.load_id, load);
    this.#changed.add(load.load_id);
  }

  #drop(load_id: string): void {
    if (this.#loads.delete(load_id)) this.#changed.add(load_id);
  }

  #schedule(): void {
    if (!this.#open || this.#scheduled || this.#writing || this.#changed.size === 0) return;
    this.#scheduled = true;
    const interval = paceOf(this.#loads.size, this.#tools.isSlow() ? SLOW_MACHINE_MS : FASTEST_MS);
    const wait = this.#lastWrite + interval - this.#tools.now();
    this.#tools.schedule(() => this.#flush(), Math.max(0, wait));
  }

  #flush(): void {
    this.#scheduled = false;
    if (!this.#open) return;
    const { diff, moves } = this.#takeDiff();
    if (diff.add.length === 0 && diff.remove.length === 0) return;
    this.#writing = true;
    this.#lastWrite = this.#tools.now();
    const done = () => {
      this.#writing = false;
      this.#schedule();
    };
    this.#tools.write(diff, moves).then(done, done);
  }

  #takeDiff(): { diff: LoadDiff; moves: Move[] } {
    const diff: LoadDiff = { add: [], remove: [] };
    const moves: Move[] = [];
    for (const load_id of this.#changed) {
      const load = this.#loads.get(load_id);
      const drawn = this.#drawn.get(load_id);
      this.#minor.delete(load_id);
      if (load && drawn && this.#isMinor(load, drawn)) this.#minor.add(load_id);
      else if (!load) {
        if (drawn) diff.remove.push(load_id);
        this.#drawn.delete(load_id);
      } else if (!drawn || !looksSame(load, drawn)) {
        const feature = loadFeature(load);
        diff.add.push(feature);
        if (drawn && !samePlace(load, drawn)) moves.push({ from: drawn, feature });
        this.#drawn.set(load_id, load);
      }
    }
    this.#changed.clear();
    return { diff, moves };
  }

  #isMinor(load: MapLoad, drawn: MapLoad): boolean {
    if (load === drawn || samePlace(load, drawn)) return false;
    const [x, y] = [loadProperties(load), loadProperties(drawn)];
    const turn = Math.abs(((x.bearing - y.bearing + 540) % 360) - 180);
    return sameLook(x, y) && turn <= MINOR.degrees && this.#tools.pixels(load, drawn) < MINOR.pixels;
  }
}

const sameLook = (x: LoadProperties, y: LoadProperties): boolean =>
  x.icon === y.icon && x.arc === y.arc && x.label === y.label && x.hue === y.hue;

export const loadFeature = (load: MapLoad): LoadFeature => pointFeature(load, loadProperties(load));

export function samePlace(a: LatLon, b: LatLon): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

/** A load, and where its marker is. */
export interface PlacedLoad {
  readonly load: MapLoad;
  readonly at: LatLon;
}

export function samePlaced(a: PlacedLoad | null, b: PlacedLoad | null): boolean {
  return a === b || (a?.load === b?.load && !!a && !!b && samePlace(a.at, b.at));
}

function looksSame(a: MapLoad, b: MapLoad): boolean {
  if (a === b) return true;
  if (!samePlace(a, b)) return false;
  const [x, y] = [loadProperties(a), loadProperties(b)];
  return sameLook(x, y) && x.bearing === y.bearing;
}

/** Three frames are measured after each render, because about two are queued before any of them blocks. */
const SLOW = { renders: 6, frames: 3, ms: 150 } as const;
/** How long rendering is treated as slow before it is measured again. */
export const THROTTLE_MS = 60_000;

interface FrameRateTools {
  frame(callback: () => void): void;
  now(): number;
}

/** Detects slow rendering: in software, a render takes a fifth of a second, so loads are written rarely and markers jump. */
export class FrameRateMonitor {
  readonly #tools: FrameRateTools;
  #measuring = false;
  #slowRenders = 0;
  #slowUntil = Number.NEGATIVE_INFINITY;

  constructor(tools: FrameRateTools) {
    this.#tools = tools;
  }

  get slow(): boolean {
    return this.#tools.now() < this.#slowUntil;
  }

  /** Must be called for every rendered frame of the map. */
  readonly onRender = (): void => {
    if (this.#measuring || this.slow) return;
    this.#measuring = true;
    const began = this.#tools.now();
    let left = SLOW.frames;
    const frame = () => {
      left -= 1;
      if (left > 0) this.#tools.frame(frame);
      else this.#count(this.#tools.now() - began);
    };
    this.#tools.frame(frame);
  };

  #count(took_ms: number): void {
    this.#measuring = false;
    this.#slowRenders = took_ms > SLOW.ms ? this.#slowRenders + 1 : 0;
    if (this.#slowRenders < SLOW.renders) return;
    this.#slowRenders = 0;
    this.#slowUntil = this.#tools.now() + THROTTLE_MS;
  }
}
