/** Motion (motion.ts) on the living map: its source, its hidden markers, its frames, and what puts an end to it. */
import type { GeoJSONSource, Map as LibraryMap } from 'maplibre-gl';
import { prefs } from '../ui/prefs.ts';
import { Motion } from './motion.ts';
import { GLIDES, GLIDING, LAYER_MARKERS, LOADS } from './overlay.ts';

/** What takes longer than this to be drawn is not waited for: loads are written, smooth or not. */
const DRAWN_WITHIN_MS = 150;

export interface GlidingOptions {
  readonly map: LibraryMap;
  /** Null while the style is on its way. */
  readonly source: (id: string) => GeoJSONSource | null;
  /** Loads that the focus draws, also when they are in a cluster. */
  readonly focused: () => readonly (string | null)[];
  readonly stepped: () => void;
}

export function glidingOn({ map, source, focused, stepped }: GlidingOptions): Motion {
  const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const motion = new Motion({
    allowed: () =>
      source(GLIDES) !== null &&
      !(lessMotion.matches || prefs.get().motion === 'reduced' || document.hidden || map.isMoving()),
    onScreen: ({ longitude, latitude }) => {
      // On the copy of the world that is looked at.
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
