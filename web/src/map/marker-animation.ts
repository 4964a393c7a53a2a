/**
 * Markers glide from where they are drawn to their new position, along the great circle between the two, in about a
 * second: never beyond the last known position. A load that glides is drawn by a source of its own while its standing
 * marker is hidden; the loads' source always holds the true positions, so clusters and counts are never behind.
 *
 * Only what can be seen to move glides: a marker of its own (not in a cluster) on the screen, for a hop of a few pixels
 * up to a part of the screen. All else costs one projection. Nothing is scheduled when nothing glides.
 */
import { bearingDegrees, destination, distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { GeoJSONSource, Map as LibraryMap } from 'maplibre-gl';
import { prefs } from '../ui/prefs.ts';
import type { LoadFeature, Move } from './load-writer.ts';
import { GLIDES, GLIDING, LAYER_MARKERS, LOADS } from './overlay.ts';
import type { ScreenPoint } from './types.ts';

export const GLIDE_MS = 1000;
/** Shorter hops are not seen, longer ones are no drive that anybody could follow. CSS pixels. */
const HOP = { least: 2, most: 400 } as const;
/** At most so many at once; the others jump. */
export const MOST_GLIDING = 150;
/** A frame in which nothing went as far as this since the last one that was drawn is not drawn. CSS pixels. */
const STEP = 0.5;
/** How long the loads' source may take to show what was written, before an arrived marker no longer waits for it. */
const PATIENCE_MS = 3000;

interface AnimationTools {
  /** False with reduced motion, a moving camera or a hidden page: what glides then is at its position at once. */
  allowed(): boolean;
  /** Pixels from the top left corner; null: not on the screen. */
  onScreen(place: LatLon): ScreenPoint | null;
  /** Loads drawn as a marker now, not in a cluster. Asked only when something could glide. */
  standing(): ReadonlySet<string>;
  /** Draws exactly these; resolves when they are on the screen. */
  draw(features: LoadFeature[]): Promise<void>;
  hide(load_id: string, hidden: boolean): void;
  /** Whether the standing markers are drawn where they were last written. */
  settled(): boolean;
  /** After each step, for what else is drawn of the loads that glide. */
  stepped(): void;
  frame(callback: () => void): void;
  now(): number;
}

interface Glide {
  readonly from: LatLon;
  readonly to: LatLon;
  readonly meters: number;
  readonly bearing: number;
  readonly pixels: number;
  properties: LoadFeature['properties'];
  /** Null until its first frame. */
  started_at: number | null;
  at: LatLon;
  share: number;
  drawn_share: number;
}

export class MarkerAnimation {
  readonly #tools: AnimationTools;
  readonly #glides = new Map<string, Glide>();
  /** Standing markers that are hidden, since the load is drawn by the source of what glides. */
  readonly #hidden = new Set<string>();
  #asked = false;
  /** Drawings that the map is still taking in. */
  readonly #drawing = new Set<object>();
  /** What is drawn is not where it should be, or does not glide any more. */
  #stale = false;

  constructor(tools: AnimationTools) {
    this.#tools = tools;
  }

  /** Where a load is drawn at the moment; null: it does not glide. */
  at(load_id: string): LatLon | null {
    return this.#glides.get(load_id)?.at ?? null;
  }

  /**
   * To be called with what is about to be written. What resolves says that the standing markers may be moved now; null
   * when there is nothing to wait for.
   */
  begin(
    moves: readonly Move[],
    changed: readonly LoadFeature[],
    removed: readonly string[],
  ): Promise<void> | null {
    if (this.#glides.size > 0) this.#follow(changed, removed);
    if (moves.length === 0) return null;
    if (!this.#tools.allowed()) {
      this.end();
      return null;
    }
    let standing: ReadonlySet<string> | null = null;
    let armed = false;
    for (const { from, feature } of moves) {
      const { load_id } = feature.properties;
      const glide = this.#glideOf(this.at(load_id) ?? from, feature);
      if (glide) standing ??= this.#tools.standing();
      const room = this.#glides.size < MOST_GLIDING || this.#glides.has(load_id);
      if (glide && room && standing?.has(load_id)) {
        if (!this.#hidden.has(load_id)) armed = true;
        this.#glides.set(load_id, glide);
      } else this.#leave(load_id);
    }
    this.#ask();
    return armed ? this.#start() : null;
  }

  /** Everything is at its true position, at once. */
  end(): void {
    if (this.#glides.size === 0) return;
    for (const load_id of [...this.#glides.keys()]) this.#leave(load_id);
    void this.#draw();
    this.#tools.stepped();
  }

  /** The map is new, or gone: nothing is drawn on it and nothing hidden. */
  forget(): void {
    this.#glides.clear();
    this.#hidden.clear();
    this.#drawing.clear();
    this.#stale = false;
  }

  #glideOf(from: LatLon, { geometry, properties }: LoadFeature): Glide | null {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const to = { latitude, longitude };
    const [a, b] = [this.#tools.onScreen(from), this.#tools.onScreen(to)];
    if (!a || !b) return null;
    const pixels = Math.hypot(a.x - b.x, a.y - b.y);
    if (pixels < HOP.least || pixels > HOP.most) return null;
    const [meters, bearing] = [distanceMeters(from, to), bearingDegrees(from, to)];
    return {
      from,
      to,
      meters,
      bearing,
      pixels,
      properties,
      started_at: null,
      at: from,
      share: 0,
      drawn_share: 0,
    };
  }

  /** Loads that glide may change their look on the way, or go. */
  #follow(changed: readonly LoadFeature[], removed: readonly string[]): void {
    for (const { properties } of changed) {
      const glide = this.#glides.get(properties.load_id);
      if (glide) glide.properties = properties;
    }
    for (const load_id of removed) this.#leave(load_id);
    this.#ask();
  }

  #leave(load_id: string): void {
    if (this.#hidden.delete(load_id)) this.#tools.hide(load_id, false);
    if (this.#glides.delete(load_id)) this.#stale = true;
  }

  async #start(): Promise<void> {
    await this.#draw();
    for (const load_id of this.#glides.keys()) {
      if (this.#hidden.has(load_id)) continue;
      this.#hidden.add(load_id);
      this.#tools.hide(load_id, true);
    }
  }

  #ask(): void {
    if (this.#asked || (this.#glides.size === 0 && !this.#stale)) return;
    this.#asked = true;
    this.#tools.frame(() => this.#step());
  }

  #step(): void {
    this.#asked = false;
    if (!this.#tools.allowed()) this.end();
    const now = this.#tools.now();
    for (const [load_id, glide] of this.#glides) {
      // Not before it is drawn where it begins, and from the first frame on: a slow one takes nothing off the way.
      if (this.#hidden.has(load_id)) glide.started_at ??= now;
      if (this.#advance(glide, now)) this.#leave(load_id);
      else if (goneOn(glide)) this.#stale = true;
    }
    // Positions of a frame that the map is still taking in are left to the next one.
    if (this.#stale && this.#drawing.size === 0) {
      void this.#draw();
      this.#tools.stepped();
    }
    this.#ask();
  }

  /** @returns whether it has come to its end, and the standing marker can take over. */
  #advance(glide: Glide, now: number): boolean {
    if (glide.started_at === null) return false;
    const passed = now - glide.started_at;
    const time = Math.min(1, Math.max(0, passed / GLIDE_MS));
    glide.share = 1 - (1 - time) ** 3;
    glide.at = time === 1 ? glide.to : destination(glide.from, glide.bearing, glide.meters * glide.share);
    if (time < 1) return false;
    return (
      passed > PATIENCE_MS || (glide.drawn_share === 1 && this.#drawing.size === 0 && this.#tools.settled())
    );
  }

  async #draw(): Promise<void> {
    const features: LoadFeature[] = [];
    for (const glide of this.#glides.values()) {
      const { properties, at } = glide;
      glide.drawn_share = glide.share;
      features.push({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
      });
    }
    this.#stale = false;
    this.#drawing.add(features);
    try {
      await this.#tools.draw(features);
    } finally {
      this.#drawing.delete(features);
    }
  }
}

function goneOn({ share, drawn_share, pixels }: Glide): boolean {
  return (share - drawn_share) * pixels >= STEP || (share === 1 && drawn_share < 1);
}

/** What takes longer than this to be drawn is not waited for: loads are written, smooth or not. */
const DRAWN_WITHIN_MS = 150;

interface AnimationOptions {
  readonly map: LibraryMap;
  /** False while the map begins: nothing glides before. */
  readonly ready: () => boolean;
  /** Null while the style is on its way. */
  readonly source: (id: string) => GeoJSONSource | null;
  /** Loads that the focus draws, also when they are in a cluster. */
  readonly focused: () => readonly (string | null)[];
  readonly stepped: () => void;
}

export function animateMarkers({ map, ready, source, focused, stepped }: AnimationOptions): MarkerAnimation {
  const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const motion = new MarkerAnimation({
    allowed: () =>
      ready() &&
      source(GLIDES) !== null &&
      !(lessMotion.matches || prefs.get().motion === 'reduced' || document.hidden || map.isMoving()),
    onScreen: ({ longitude, latitude }) => {
      // On the copy of the world that is viewed.
      const turns = Math.round((map.getCenter().lng - longitude) / 360);
      const { x, y } = map.project([longitude + 360 * turns, latitude]);
      const { clientWidth, clientHeight } = map.getCanvas();
      return x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight ? { x, y } : null;
    },
    standing: () => {
      const drawn = map.queryRenderedFeatures({ layers: [LAYER_MARKERS], validate: false });
      return new Set([
        ...drawn.map(({ properties }) => String(properties.load_id)),
        ...focused().filter((load_id) => load_id !== null),
      ]);
    },
    draw: async (features) => {
      const taken = source(GLIDES)?.setData({ type: 'FeatureCollection', features });
      if (taken) await drawn(map, taken, () => source(GLIDES) === null || map.isSourceLoaded(GLIDES));
    },
    hide: (id, hidden) => {
      if (!source(LOADS)) return;
      if (hidden) map.setFeatureState({ source: LOADS, id }, { [GLIDING]: true });
      else map.removeFeatureState({ source: LOADS, id });
    },
    settled: () => source(LOADS) === null || map.isSourceLoaded(LOADS),
    stepped,
    frame: (callback) => requestAnimationFrame(callback),
    now: () => performance.now(),
  });
  map.on('movestart', () => motion.end());
  return motion;
}

/** Resolves when the source has taken its data in and its tiles are there, or when that takes too long. */
function drawn(map: LibraryMap, taken: Promise<void>, isLoaded: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      map.off('sourcedata', look);
      resolve();
    };
    let is_taken = false;
    const look = () => {
      if (is_taken && isLoaded()) done();
    };
    const timer = setTimeout(done, DRAWN_WITHIN_MS);
    map.on('sourcedata', look);
    taken.then(() => {
      is_taken = true;
      look();
    }, done);
  });
}
