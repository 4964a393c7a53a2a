/** Creates the engine with its element and destroys it with it; safe in StrictMode. */
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
  type MapEngineApi,
  type MapEngineFactory,
  type MapEngineOptions,
  type MapEvents,
  type MapImagery,
  MapUnavailableError,
} from './types.ts';

/** Loads the engine and MapLibre only when a map is shown and after `options.after`. */
const loadEngine: MapEngineFactory = async (options) => {
  // The map's script is larger than all others combined and would delay them on a slow connection.
  await options.after;
  const { MapEngine } = await import('./engine.ts');
  await steadyFrames();
  warmUpCanvas();
  await steadyFrames();
  return new MapEngine(options);
};

/** Creates the page's first canvas early, because that initializes the graphics card: slow during the map's first frames. */
function warmUpCanvas(): void {
  if (typeof OffscreenCanvas === 'undefined') return;
  const context = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true });
  context?.fillText('a', 0, 8);
  context?.getImageData(0, 0, 1, 1);
}

interface MapData {
  /** URL of a MapLibre style that replaces the built-in basemap. */
  readonly map_style_url?: string | null;
  /** Street-level tile archive: absolute URL, or a path on this server. */
  readonly tiles_url: string | null;
  /** The archive's streets were made up for the demonstration. */
  readonly streets_simulated: boolean;
  readonly imagery: MapImagery | null;
}

export const MapDataContext = createContext<MapData>({
  tiles_url: null,
  streets_simulated: false,
  imagery: null,
});

/** Creates map engines; replaced by a fake in tests of features. */
export const MapEngineContext = createContext<MapEngineFactory>(loadEngine);

/** Another `map_style_url` creates another map; camera, label and `after` are used for the first one only. */
interface EngineSetup extends Omit<MapEngineOptions, 'container' | 'events'> {
  /** Called with the engine when it exists, and with null when it is destroyed. */
  readonly onEngine?: ((engine: MapEngineApi | null) => void) | undefined;
  /** May change on every render; the latest are called. */
  readonly events: Partial<MapEvents>;
}

export interface EngineState {
  readonly theme: Theme;
  /** Null while loading, and when there can be no map. */
  readonly engine: MapEngineApi | null;
  /** Why there can be no map; null: there can. */
  readonly unavailable: string | null;
  /** Why the map has no streets although there is an archive; null otherwise. */
  readonly streets_problem: string | null;
  readonly container: RefObject<HTMLDivElement | null>;
}

export function useEngine(setup: EngineSetup): EngineState {
  const createEngine = useContext(MapEngineContext);
  const [engine, setEngine] = useState<MapEngineApi | null>(null);
  const [unavailable, setUnavailable] = useState<string | null>(null);
  const [streets_problem, setStreetsProblem] = useState<string | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(setup);
  useEffect(() => {
    latest.current = setup;
  });
  const { map_style_url, theme } = setup;

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let unmounted = false;
    let created: MapEngineApi | null = null;
    const { theme, camera, label, after } = latest.current;
    const events = latestEvents(() => {
      const { events } = latest.current;
      return {
        ...events,
        onUnavailable: (reason) => {
          setUnavailable(reason);
          events.onUnavailable?.(reason);
        },
        onStreetsProblem: setStreetsProblem,
      };
    });
    createEngine({ container: element, theme, map_style_url, camera, events, label, after }).then(
      (ready) => {
        if (unmounted) return ready.destroy();
        created = ready;
        setEngine(ready);
      },
      (error: unknown) => {
        if (!unmounted) events.onUnavailable(reasonOf(error));
      },
    );
    return () => {
      unmounted = true;
      setEngine(null);
      created?.destroy();
    };
  }, [createEngine, map_style_url]);

  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  const { tiles_url, streets_simulated } = useContext(MapDataContext);
  useEffect(() => engine?.setStreets(tiles_url, streets_simulated), [engine, tiles_url, streets_simulated]);
  const onEngine = useEffectEvent((ready: MapEngineApi | null) => setup.onEngine?.(ready));
  useEffect(() => {
    if (!engine) return;
    onEngine(engine);
    return () => onEngine(null);
  }, [engine]);
  return { theme, engine, unavailable, streets_problem, container };
}

/** Passes every event to the handler of its name that is newest then. */
const latestEvents = (get: () => Partial<MapEvents>): MapEvents =>
  new Proxy({} as MapEvents, {
    get:
      (_, name) =>
      (...details: readonly unknown[]) => {
        const handle = get()[name as keyof MapEvents] as
          | ((...details: readonly unknown[]) => void)
          | undefined;
        handle?.(...details);
      },
  });

function reasonOf(error: unknown): string {
  return error instanceof MapUnavailableError
    ? error.message
    : 'The part of the page that draws the map could not be loaded. Reload the page to try again.';
}
