/**
 * The one writer of loads to the map. Changes gather here and go out as one difference, at most one on its way at a
 * time and not more often than the map can swallow: every write makes the worker cluster all loads again and draws the
 * map anew, so ten thousand loads are written at most once a second, a few hundred four times; markers glide in between.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import type { Feature, Point } from 'geojson';
import { type LoadProperties, loadProperties } from './overlay.ts';
import type { MapLoad } from './types.ts';

export type LoadFeature = Feature<Point, LoadProperties>;

export interface LoadDiff {
  readonly add: LoadFeature[];
  readonly remove: string[];
}

/** A load of the difference that is drawn elsewhere so far. */
export interface Move {
  readonly from: LatLon;
  readonly feature: LoadFeature;
}

interface WriterTools {
  /** Hands the difference to the map; resolves when the map has taken it in. */
  write(diff: LoadDiff, moves: readonly Move[]): Promise<void>;
  /** Calls back with the next frame, or after a delay and then with a frame. */
  schedule(callback: () => void, delay_ms: number): void;
  /** Milliseconds, monotonic. */
  now(): number;
  /** The map is drawn in software, and the page waits for each drawing: loads are written as seldom as ten thousand are. */
  drawsSlowly(): boolean;
}

const FASTEST_MS = 250;
const SLOWEST_MS = 1000;

/** Least time between two writes for so many loads. */
export function writeInterval(loads: number): number {
  return Math.min(SLOWEST_MS, Math.max(FASTEST_MS, loads / 10));
}

export class LoadWriter {
  readonly #tools: WriterTools;
  readonly #loads = new Map<string, MapLoad>();
  /** What the map draws now, to leave out what would look the same. */
  readonly #drawn = new Map<string, MapLoad>();
  readonly #touched = new Set<string>();
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
    const kept = new Set<string>();
    for (const load of loads) {
      kept.add(load.load_id);
      this.#put(load);
    }
    for (const load_id of this.#loads.keys()) if (!kept.has(load_id)) this.#drop(load_id);
    this.#ask();
  }

  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void {
    for (const load_id of removed) this.#drop(load_id);
    for (const load of changed) this.#put(load);
    this.#ask();
  }

  /** The map can take loads from now on; `empty` when it holds none (a new style). */
  open(): void {
    this.#open = true;
    this.#drawn.clear();
    this.#touched.clear();
    for (const load_id of this.#loads.keys()) this.#touched.add(load_id);
    this.#ask();
  }

  close(): void {
    this.#open = false;
  }

  #put(load: MapLoad): void {
    this.#loads.set(load.load_id, load);
    this.#touched.add(load.load_id);
  }

  #drop(load_id: string): void {
    if (this.#loads.delete(load_id)) this.#touched.add(load_id);
  }

  #ask(): void {
    if (!this.#open || this.#scheduled || this.#writing || this.#touched.size === 0) return;
    this.#scheduled = true;
    const interval = this.#tools.drawsSlowly() ? SLOWEST_MS : writeInterval(this.#loads.size);
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
      this.#ask();
    };
    this.#tools.write(diff, moves).then(done, done);
  }

  #takeDiff(): { diff: LoadDiff; moves: Move[] } {
    const diff: LoadDiff = { add: [], remove: [] };
    const moves: Move[] = [];
    for (const load_id of this.#touched) {
      const load = this.#loads.get(load_id);
      const drawn = this.#drawn.get(load_id);
      if (!load) {
        if (drawn) diff.remove.push(load_id);
        this.#drawn.delete(load_id);
      } else if (!drawn || !looksSame(load, drawn)) {
        const feature = loadFeature(load);
        diff.add.push(feature);
        if (drawn && !samePlace(load, drawn)) moves.push({ from: drawn, feature });
        this.#drawn.set(load_id, load);
      }
    }
    this.#touched.clear();
    return { diff, moves };
  }
}

export function loadFeature(load: MapLoad): LoadFeature {
  return {
    type: 'Feature',
    properties: loadProperties(load),
    geometry: { type: 'Point', coordinates: [load.longitude, load.latitude] },
  };
}

export function samePlace(a: LatLon, b: LatLon): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

function looksSame(a: MapLoad, b: MapLoad): boolean {
  if (a === b) return true;
  if (!samePlace(a, b)) return false;
  const [x, y] = [loadProperties(a), loadProperties(b)];
  return x.icon === y.icon && x.bearing === y.bearing && x.arc === y.arc && x.label === y.label;
}

/**
 * Whether the map is drawn too slowly to be drawn often. Without a graphics card (a remote desktop, an old computer) each
 * drawing takes a fifth of a second, and the whole page waits for it: then loads are written seldom and markers jump.
 */

/** So many drawings in a row, after each of which the next frames took longer than this. Two or so are taken in before any has to wait. */
const SLOW = { drawings: 6, frames: 3, ms: 150 } as const;
/** How long the map is spared before it is tried again. */
export const SPARED_MS = 60_000;

interface DrawPaceTools {
  frame(callback: () => void): void;
  now(): number;
}

export class DrawPace {
  readonly #tools: DrawPaceTools;
  #waiting = false;
  #slowDrawings = 0;
  #sparedUntil = Number.NEGATIVE_INFINITY;

  constructor(tools: DrawPaceTools) {
    this.#tools = tools;
  }

  get slow(): boolean {
    return this.#tools.now() < this.#sparedUntil;
  }

  /** To be called in each frame that draws the map. */
  readonly drawn = (): void => {
    if (this.#waiting || this.slow) return;
    this.#waiting = true;
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
    this.#waiting = false;
    this.#slowDrawings = took_ms > SLOW.ms ? this.#slowDrawings + 1 : 0;
    if (this.#slowDrawings < SLOW.drawings) return;
    this.#slowDrawings = 0;
    this.#sparedUntil = this.#tools.now() + SPARED_MS;
  }
}
