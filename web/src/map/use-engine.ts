/** Life of an engine inside React: made when its element exists, destroyed with it, safe when React mounts twice. */
import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Theme } from '../ui/health.ts';
import { steadyFrames } from './steady-frames.ts';
import {
  type Camera,
  type MapEngineApi,
  type MapEngineFactory,
  type MapEvents,
  type MapImagery,
  MapUnavailableError,
} from './types.ts';

/** Reads the engine and the library behind it only when a map is wanted and what comes first is there. */
const loadEngine: MapEngineFactory = async (options) => {
  // The map's script is more than all others together, and would take their place on a slow line.
  await options.after;
  const { MapEngine } = await import('./engine.ts');
  await steadyFrames();
  warmUpCanvas();
  await steadyFrames();
  return new MapEngine(options);
};

/** A page's first canvas waits for the graphics card; for the map's first letter, in the midst of its first frames, that takes up to a second in software drawing. */
function warmUpCanvas(): void {
  if (typeof OffscreenCanvas === 'undefined') return;
  const brush = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true });
  brush?.fillText('a', 0, 8);
  brush?.getImageData(0, 0, 1, 1);
}

interface MapData {
  /** Archive of street-level tiles, absolute or on this server. */
  readonly tiles_url: string | null;
  readonly imagery: MapImagery | null;
}

export const MapDataContext = createContext<MapData>({ tiles_url: null, imagery: null });

/** Where the map comes from: the real engine by default, a fake one in tests of features. */
export const MapEngineContext = createContext<MapEngineFactory>(loadEngine);

interface EngineSetup {
  readonly theme: Theme;
  /** Another address makes another map. */
  readonly map_style_url: string | null;
  /** Only the first one counts. */
  readonly camera: Camera | null;
  /** What the map is, for those who cannot see it. Only the first one counts. */
  readonly label?: string;
  /** Only the first one counts. */
  readonly after?: Promise<void> | undefined;
  /** The door to the engine: called with it when it exists, with null when it is gone. */
  readonly onEngine?: ((engine: MapEngineApi | null) => void) | undefined;
  /** May be new with every render; the map always calls the latest. What is left out is of no interest. */
  readonly events: Partial<MapEvents>;
}

export function useEngine(setup: EngineSetup): {
  /** Null while it is made and when there can be none. */
  readonly engine: MapEngineApi | null;
  /** Why there can be none, in a sentence. */
  readonly unavailable: string | null;
  /** Of the element that the engine draws into. */
  readonly container: RefObject<HTMLDivElement | null>;
} {
  const make = useContext(MapEngineContext);
  const [engine, setEngine] = useState<MapEngineApi | null>(null);
  const [unavailable, setUnavailable] = useState<string | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(setup);
  useEffect(() => {
    latest.current = setup;
  });
  const { map_style_url, theme } = setup;

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let gone = false;
    let made: MapEngineApi | null = null;
    const { theme, camera, label, after } = latest.current;
    const events = latestEvents(() => latest.current.events, setUnavailable);
    make({
      container: element,
      theme,
      map_style_url,
      camera,
      events,
      ...(label ? { label } : {}),
      ...(after ? { after } : {}),
    }).then(
      (ready) => {
        if (gone) return ready.destroy();
        made = ready;
        setEngine(ready);
      },
      (error: unknown) => {
        if (!gone) events.onUnavailable(reasonOf(error));
      },
    );
    return () => {
      gone = true;
      setEngine(null);
      made?.destroy();
    };
  }, [make, map_style_url]);

  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  const { tiles_url } = useContext(MapDataContext);
  useEffect(() => engine?.setStreets(tiles_url), [engine, tiles_url]);
  const onEngine = useEffectEvent((ready: MapEngineApi | null) => setup.onEngine?.(ready));
  useEffect(() => {
    if (!engine) return;
    onEngine(engine);
    return () => onEngine(null);
  }, [engine]);
  return { engine, unavailable, container };
}

function latestEvents(get: () => Partial<MapEvents>, setUnavailable: (reason: string) => void): MapEvents {
  return {
    onHover: (load_id) => get().onHover?.(load_id),
    onSelect: (load_id) => get().onSelect?.(load_id),
    onClusterHover: (cluster) => get().onClusterHover?.(cluster),
    onClusterOpen: (load_ids, point) => get().onClusterOpen?.(load_ids, point),
    onMove: (where) => get().onMove?.(where),
    onSeen: () => get().onSeen?.(),
    onFirstMarkers: () => get().onFirstMarkers?.(),
    onUnavailable: (reason) => {
      setUnavailable(reason);
      get().onUnavailable?.(reason);
    },
    onBasemapFailed: (reason) => get().onBasemapFailed?.(reason),
    onCircleDrawn: (shape) => get().onCircleDrawn?.(shape),
    onDrawProgress: (shape, by) => get().onDrawProgress?.(shape, by),
    onCircleChange: (id, shape, phase, by) => get().onCircleChange?.(id, shape, phase, by),
    onCircleSelect: (id) => get().onCircleSelect?.(id),
    onDrawCancel: () => get().onDrawCancel?.(),
    onPlaceSelect: (id) => get().onPlaceSelect?.(id),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof MapUnavailableError
    ? error.message
    : 'The part of the page that draws the map could not be loaded. Reload the page to try again.';
}
