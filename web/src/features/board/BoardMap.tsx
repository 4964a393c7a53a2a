/** The board's map: fed outside React, joined with the list by hover and selection, with its camera in the address. */
import { useComputedColorScheme } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import { type Bounds, boundsOf } from '@waypost/geo/bounds';
import type { LoadFacts } from '@waypost/triage/facts';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLive } from '../../live/context.ts';
import type { LoadStore } from '../../live/store.ts';
import type { LoadView } from '../../live/view.ts';
import { MapView } from '../../map/MapView.tsx';
import type {
  Camera,
  ClusterHover,
  MapCircle,
  MapEngineApi,
  MapLoad,
  Padding,
  ScreenPoint,
  Trail,
} from '../../map/types.ts';
import { cameraText } from '../../map/types.ts';
import { LazyBoundary, lazyWithRetry, showLoadFailure } from '../../ui/lazy-with-retry.tsx';
import { usePrefs } from '../../ui/prefs.ts';
import { useSpots } from './hover.ts';
import classes from './LoadList.module.css';
import { MapFeed } from './map-feed.ts';

const ClusterList = lazyWithRetry(async () => ({ default: (await import('./ClusterList.tsx')).ClusterList }));
const ClusterHint = lazyWithRetry(async () => ({ default: (await import('./ClusterList.tsx')).ClusterHint }));
/** So many loads of a cluster are named while the pointer is on it. */
const NAMED = 3;

interface BoardMapProps {
  /** The loads that match, whatever the tab. */
  readonly view: LoadView;
  readonly mapLoadOf: (load: BoardLoad, facts: LoadFacts, now: number) => MapLoad | null;
  readonly map_style_url: string | null;
  readonly camera: Camera | null;
  readonly onCamera: (camera: Camera) => void;
  readonly selected: string | undefined;
  /** True when the selection came from the map itself: the camera moves only if something would cover the marker. */
  readonly selected_here: boolean;
  readonly onSelect: (load_id: string | null) => void;
  readonly trail: Trail | null;
  /** Of the selected load's monitor. */
  readonly circles: readonly MapCircle[];
  readonly padding: Padding;
  /** The map begins after it. */
  readonly after?: Promise<void>;
  readonly renderLoad: (load_id: string) => ReactNode;
}

/** Where the loads are when the first of them are there, which the map will fit. What comes later changes it no more. */
function useFirstFit(store: LoadStore, view: LoadView): Bounds | null {
  const fit = useRef<Bounds | null>(null);
  return useSyncExternalStore(view.subscribe, () => {
    if (fit.current === null && view.members.size > 0) {
      const places = [...view.members].map((load_id) => store.get(load_id)?.last_position);
      fit.current = boundsOf(places.filter((place) => place != null));
    }
    return fit.current;
  });
}

/** The first of a cluster's loads in the order of the board. */
function worstOf(store: LoadStore, load_ids: readonly string[]): readonly string[] {
  const scoreOf = (load_id: string) => store.facts(load_id)?.score.total ?? 0;
  return load_ids.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, NAMED);
}

export function BoardMap(props: BoardMapProps) {
  const { view, mapLoadOf, camera, selected, selected_here, onSelect, trail, circles, padding } = props;
  const { store, clock, readiness } = useLive();
  const { hover } = useSpots();
  const theme = useComputedColorScheme('light');
  const [engine, setEngine] = useState<MapEngineApi | null>(null);
  /** Where the map looks, as the address has it when that came from the map itself. */
  const reported = useRef(camera && cameraText(camera));
  const feed = useRef<MapFeed | null>(null);
  const [cluster, setCluster] = useState<{ ids: readonly string[]; point: ScreenPoint } | null>(null);
  const [under, setUnder] = useState<ClusterHover | null>(null);
  const without_position = useSyncExternalStore(view.subscribe, () => feed.current?.without_position ?? 0);
  const first_fit = useFirstFit(store, view);
  const placed = useRef(camera !== null);
  /** The address holds where a person has put the map, not where it began by itself. */
  const moved_by_hand = useRef(false);

  // The selection has an effect of its own below.
  useEffect(() => {
    if (!engine) return;
    const made = new MapFeed({ engine, store, view, now: clock.now, mapLoadOf });
    feed.current = made;
    made.select(selected ?? null);
    const begin = () => {
      if (!store.loaded) return;
      // Nothing to wait for when no load has a position.
      if (made.size === 0) readiness.markMarkersRendered();
      else if (!placed.current) engine.fitAll();
      if (made.size > 0) placed.current = true;
    };
    begin();
    const stop = store.subscribeFlush(begin);
    return () => {
      stop();
      made.stop();
      feed.current = null;
    };
  }, [engine, store, view, clock, mapLoadOf, readiness]);

  const show = useEffectEvent(() => {
    feed.current?.select(selected ?? null);
    if (!selected) return;
    if (selected_here) engine?.showSelection();
    else engine?.fitSelection();
  });
  // Another selection is what this waits for.
  useEffect(() => show(), [selected, engine]);
  useEffect(() => engine?.setTrail(trail), [engine, trail]);
  // Another address, as of a saved view, moves the map.
  const look = useEffectEvent((to: string) => {
    if (!camera || to === reported.current) return;
    reported.current = to;
    engine?.setCamera(camera);
  });
  const wanted = camera && cameraText(camera);
  useEffect(() => {
    if (engine && wanted) look(wanted);
  }, [engine, wanted]);
  const { radius_unit } = usePrefs();
  useEffect(() => engine?.setCircles(circles, null, radius_unit), [engine, circles, radius_unit]);
  useEffect(() => {
    if (!engine) return;
    const notify = () => engine.setHover(hover.get());
    return hover.subscribe(notify);
  }, [engine, hover]);

  const onHover = useCallback((load_id: string | null) => hover.set(load_id), [hover]);
  const touch = () => {
    moved_by_hand.current = true;
  };
  const select = (load_id: string | null) => {
    setCluster(null);
    onSelect(load_id);
  };
  return (
    <div className={classes.map} onPointerDownCapture={touch} onWheelCapture={touch} onKeyDownCapture={touch}>
      <MapView
        theme={theme}
        map_style_url={props.map_style_url}
        camera={camera}
        first_fit={selected === undefined ? first_fit : null}
        padding={padding}
        can_fit_selection={selected !== undefined}
        without_position={without_position}
        {...(props.after ? { after: props.after } : {})}
        onEngine={setEngine}
        onHover={onHover}
        onSelect={select}
        onClusterHover={setUnder}
        onClusterOpen={(ids, point) => setCluster({ ids, point })}
        onMove={(to) => {
          if (!moved_by_hand.current) return;
          reported.current = cameraText(to);
          props.onCamera(to);
        }}
        onFirstMarkers={() => readiness.markMarkersRendered()}
        onUnavailable={() => readiness.markMarkersRendered()}
      />
      {under && !cluster && (
        <LazyBoundary onFailure={() => setUnder(null)}>
          <ClusterHint
            ids={worstOf(store, under.load_ids)}
            more={under.load_ids.length - NAMED}
            point={under.point}
            renderLoad={props.renderLoad}
          />
        </LazyBoundary>
      )}
      {cluster && (
        <LazyBoundary
          onFailure={() => {
            setCluster(null);
            showLoadFailure();
          }}
        >
          <ClusterList
            ids={cluster.ids}
            point={cluster.point}
            renderLoad={props.renderLoad}
            onOpen={(load_id) => select(load_id)}
            onClose={() => setCluster(null)}
          />
        </LazyBoundary>
      )}
    </div>
  );
}
