/**
 * Animates markers from their drawn position to the new one along the great circle, within about a second and never
 * beyond the last known position. An animated load is drawn by a separate source while its static marker is hidden;
 * the loads' source always contains the true positions, so that clusters and counts are up to date. Only visible
 * moves are animated: single markers (not in a cluster) on the screen that move between a few pixels and part of
 * the screen. Other moves cost one projection, and no frames are scheduled without animated markers.
 */
import { bearingDegrees, destination, distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { GeoJSONSource, Map as LibraryMap } from 'maplibre-gl';
import { prefs } from '../ui/prefs.ts';
import { collection, pointFeature, project } from './geojson.ts';
import type { LoadFeature, Move } from './load-writer.ts';
import { GLIDES, GLIDING, LAYER_MARKERS, LOADS } from './overlay.ts';
import type { ScreenPoint } from './types.ts';

export const GLIDE_MS = 1000;
/** CSS pixels. Shorter moves are not visible, and longer ones are jumps rather than driving. */
const MOVE_PIXELS = { min: 2, max: 400 } as const;
/** Further markers jump. */
export const MAX_ANIMATED = 150;
/** CSS pixels. Frames in which no marker has moved this far since the last drawn frame are skipped. */
const MIN_STEP = 0.5;
/** Maximum time that a finished animation waits for the loads' source to show the new position. */
const SETTLE_TIMEOUT_MS = 3000;

interface AnimationTools {
  /** False with reduced motion, a moving camera or a hidden page; animated markers then jump to their position. */
  allowed(): boolean;
  /** Pixels from the top left corner; null when not on the screen. */
  onScreen(place: LatLon): ScreenPoint | null;
  /** Loads currently drawn as single markers. Called only when a move could be animated. */
  visibleMarkers(): ReadonlySet<string>;
  /** Draws exactly these features; resolves when they are on the screen. */
  draw(features: LoadFeature[]): Promise<void>;
  hide(load_id: string, hidden: boolean): void;
  /** Whether the static markers are drawn at their last written positions. */
  settled(): boolean;
  /** Called after each step, to update other drawings of animated loads. */
  onStep(): void;
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
  /** Null before the first frame. */
  started_at: number | null;
  at: LatLon;
  share: number;
  drawn_share: number;
}

export class MarkerAnimation {
  readonly #tools: AnimationTools;
  readonly #glides = new Map<string, Glide>();
  /** Loads whose static markers are hidden, because they are drawn as animated ones. */
  readonly #hidden = new Set<string>();
  #frameRequested = false;
  /** Draw calls that the map has not finished. */
  readonly #drawing = new Set<object>();
  #stale = false;

  constructor(tools: AnimationTools) {
    this.#tools = tools;
  }

  /** The current position of an animated load; null when it is not animated. */
  at(load_id: string): LatLon | null {
    return this.#glides.get(load_id)?.at ?? null;
  }

  /**
   * Must be called before loads are written.
   * @returns a promise that resolves once the static markers may be moved; null when there is nothing to wait for
   */
  begin(
    moves: readonly Move[],
    changed: readonly LoadFeature[],
    removed: readonly string[],
  ): Promise<void> | null {
    if (this.#glides.size > 0) this.#applyChanges(changed, removed);
    if (moves.length === 0) return null;
    if (!this.#tools.allowed()) {
      this.end();
      return null;
    }
    let visible_markers: ReadonlySet<string> | null = null;
    let must_draw = false;
    for (const { from, feature } of moves) {
      const { load_id } = feature.properties;
      const glide = this.#glideOf(this.at(load_id) ?? from, feature);
      if (glide) visible_markers ??= this.#tools.visibleMarkers();
      const within_limit = this.#glides.size < MAX_ANIMATED || this.#glides.has(load_id);
      if (glide && within_limit && visible_markers?.has(load_id)) {
        if (!this.#hidden.has(load_id)) must_draw = true;
        this.#glides.set(load_id, glide);
      } else this.#stop(load_id);
    }
    this.#requestFrame();
    return must_draw ? this.#start() : null;
  }

  end(): void {
    if (this.#glides.size === 0) return;
    for (const load_id of [...this.#glides.keys()]) this.#stop(load_id);
    void this.#draw();
    this.#tools.onStep();
  }

  /** Clears all state when the map has a new style or is destroyed. */
  reset(): void {
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
    if (pixels < MOVE_PIXELS.min || pixels > MOVE_PIXELS.max) return null;
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

  /** Applies icon changes and removals of animated loads. */
  #applyChanges(changed: readonly LoadFeature[], removed: readonly string[]): void {
    for (const { properties } of changed) {
      const glide = this.#glides.get(properties.load_id);
      if (glide) glide.properties = properties;
    }
    for (const load_id of removed) this.#stop(load_id);
    this.#requestFrame();
  }

  #stop(load_id: string): void {
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

  #requestFrame(): void {
    if (this.#frameRequested || (this.#glides.size === 0 && !this.#stale)) return;
    this.#frameRequested = true;
    this.#tools.frame(() => this.#step());
  }

  #step(): void {
    this.#frameRequested = false;
    if (!this.#tools.allowed()) this.end();
    const now = this.#tools.now();
    for (const [load_id, glide] of this.#glides) {
      // The time starts with the first frame after the marker was drawn, so that a slow start skips nothing.
      if (this.#hidden.has(load_id)) glide.started_at ??= now;
      if (this.#advance(glide, now)) this.#stop(load_id);
      else if (hasMovedVisibly(glide)) this.#stale = true;
    }
    // While the map is still drawing, positions are left to the next frame.
    if (this.#stale && this.#drawing.size === 0) {
      void this.#draw();
      this.#tools.onStep();
    }
    this.#requestFrame();
  }

  /** @returns true when the animation is finished and the static marker can be shown again */
  #advance(glide: Glide, now: number): boolean {
    if (glide.started_at === null) return false;
    const elapsed = now - glide.started_at;
    const time = Math.min(1, Math.max(0, elapsed / GLIDE_MS));
    glide.share = 1 - (1 - time) ** 3;
    glide.at = time === 1 ? glide.to : destination(glide.from, glide.bearing, glide.meters * glide.share);
    if (time < 1) return false;
    return (
      elapsed > SETTLE_TIMEOUT_MS ||
      (glide.drawn_share === 1 && this.#drawing.size === 0 && this.#tools.settled())
    );
  }

  async #draw(): Promise<void> {
    const features: LoadFeature[] = [];
    for (const glide of this.#glides.values()) {
      glide.drawn_share = glide.share;
      features.push(pointFeature(glide.at, glide.properties));
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

function hasMovedVisibly({ share, drawn_share, pixels }: Glide): boolean {
  return (share - drawn_share) * pixels >= MIN_STEP || (share === 1 && drawn_share < 1);
}

/** Maximum wait for a draw call, so that loads are written in time. */
const DRAW_TIMEOUT_MS = 150;

interface AnimationOptions {
  readonly map: LibraryMap;
  /** False while the map is starting. */
  readonly ready: () => boolean;
  /** Null until the style has loaded. */
  readonly source: (id: string) => GeoJSONSource | null;
  /** Loads drawn as selected or hovered, even when in a cluster. */
  readonly focused: () => readonly (string | null)[];
  readonly onStep: () => void;
}

export function animateMarkers({ map, ready, source, focused, onStep }: AnimationOptions): MarkerAnimation {
  const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const motion = new MarkerAnimation({
    allowed: () =>
      ready() &&
      source(GLIDES) !== null &&
      !(lessMotion.matches || prefs.get().motion === 'reduced' || document.hidden || map.isMoving()),
    onScreen: (place) => {
      const { x, y } = project(map, place);
      const { clientWidth, clientHeight } = map.getCanvas();
      return x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight ? { x, y } : null;
    },
    visibleMarkers: () => {
      const markers = map.queryRenderedFeatures({ layers: [LAYER_MARKERS], validate: false });
      return new Set([
        ...markers.map(({ properties }) => String(properties.load_id)),
        ...focused().filter((load_id) => load_id !== null),
      ]);
    },
    draw: async (features) => {
      const applied = source(GLIDES)?.setData(collection(features));
      if (applied) await whenDrawn(map, applied, () => source(GLIDES) === null || map.isSourceLoaded(GLIDES));
    },
    hide: (id, hidden) => {
      if (!source(LOADS)) return;
      if (hidden) map.setFeatureState({ source: LOADS, id }, { [GLIDING]: true });
      else map.removeFeatureState({ source: LOADS, id });
    },
    settled: () => source(LOADS) === null || map.isSourceLoaded(LOADS),
    onStep,
    frame: (callback) => requestAnimationFrame(callback),
    now: () => performance.now(),
  });
  map.on('movestart', () => motion.end());
  return motion;
}

/** Resolves when the source has applied its data and its tiles have loaded, or after the timeout. */
function whenDrawn(map: LibraryMap, applied: Promise<void>, isLoaded: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      map.off('sourcedata', check);
      resolve();
    };
    let is_applied = false;
    const check = () => {
      if (is_applied && isLoaded()) done();
    };
    const timer = setTimeout(done, DRAW_TIMEOUT_MS);
    map.on('sourcedata', check);
    applied.then(() => {
      is_applied = true;
      check();
    }, done);
  });
}
