/** The board's map: fed outside React, linked to the list by hover and selection, with its camera in the address. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { type Bounds, boundsOfMost } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
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
import { useLineFocus } from '../../live/line-focus.ts';
import type { LoadStore } from '../../live/store.ts';
import { type LoadView, worstLoadsFirst } from '../../live/view.ts';
import { MapView } from '../../map/MapView.tsx';
import type {
  Camera,
  ClusterHover,
  MapCircle,
  MapEngineApi,
  MapLoad,
  Padding,
  ScreenPoint,
  StopAhead,
  Trail,
} from '../../map/types.ts';
import { cameraText } from '../../map/types.ts';
import { LazyBoundary, lazyNamed, showLoadFailure } from '../../ui/lazy-with-retry.tsx';
import { usePrefs } from '../../ui/prefs.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import { useTheme } from '../../ui/use-media.ts';
import { MapFeed } from './map-feed.ts';

const ClusterList = lazyNamed(async () => (await import('./ClusterList.tsx')).ClusterList);
const ClusterHint = lazyNamed(async () => (await import('./ClusterList.tsx')).ClusterHint);
/** Loads named in the hint of a cluster. */
const HINT_SIZE = 3;

interface BoardMapProps {
  /** All matching loads, whatever the tab. */
  readonly view: LoadView;
  /** Those that the list beside the map has; absent: all of them. */
  readonly listed?: LoadView;
  readonly mapLoadOf: (load: BoardLoad, facts: LoadFacts, now: number) => MapLoad | null;
  readonly map_style_url: string | null;
  readonly camera: Camera | null;
  readonly onCamera: (camera: Camera) => void;
  readonly selected: string | undefined;
  /** A selected load without a position shows all loads, instead of what was there before. */
  readonly fit_all_without_position?: boolean;
  /** The selection came from the map itself, or with a camera: that moves only if something covers the marker. */
  readonly selected_here: boolean;
  /** False until `ahead` are the stops of the selected load, with which it is shown. */
  readonly stops_known?: boolean;
  /** Equal for equal filters: the map fits what another one finds, unless a person has placed it or follows a truck. */
  readonly filter?: string;
  readonly onSelect: (load_id: string | null) => void;
  /** Lists the loads without a position; undefined: that is the list. */
  readonly onListUnplaced?: (() => void) | undefined;
  readonly trail: Trail | null;
  /** Where the open load still goes. */
  readonly ahead: readonly StopAhead[];
  readonly outage: boolean;
  readonly circles: readonly MapCircle[];
  readonly padding: Padding;
  /** The map starts when this resolves. */
  readonly after?: Promise<void>;
  readonly renderLoad: (load_id: string) => ReactNode;
}

/** Bounds of the first loads received, which the map fits initially. Loads received later do not change them. */
function useFirstFit(store: LoadStore, view: LoadView): Bounds | null {
  const fit = useRef<Bounds | null>(null);
  return useSyncExternalStore(view.subscribe, () => {
    if (fit.current === null && view.members.size > 0) {
      const places = [...view.members].map((load_id) => store.get(load_id)?.last_position);
      fit.current = boundsOfMost(places.filter((place) => place != null));
    }
    return fit.current;
  });
}

/** `15 loads match: 10 listed, 5 snoozed`: why map and list of a filter count differently. Empty: they do not. */
function differenceText(store: LoadStore, view: LoadView, listed: LoadView | undefined): string {
  if (!listed || !view.filtered()) return '';
  const others = [...view.members].filter((load_id) => !listed.members.has(load_id));
  if (others.length === 0) return '';
  const snoozed = others.filter((load_id) => store.facts(load_id)?.triage === 'snoozed').length;
  const fine = others.length - snoozed;
  const parts = [
    `${numberText(view.members.size - others.length)} listed`,
    snoozed > 0 && `${numberText(snoozed)} snoozed`,
    fine > 0 && `${numberText(fine)} without need of attention`,
  ];
  const matching = view.members.size;
  return `${countText(matching, 'load')} ${plural(matching, 'matches', 'match')}: ${parts.filter(Boolean).join(', ')}`;
}

export function BoardMap(props: BoardMapProps) {
  const { view, mapLoadOf, camera, selected, selected_here, onSelect, trail, ahead, circles, padding } =
    props;
  const { stops_known = true } = props;
  const live = useLive();
  const { store, clock, readiness } = live;
  const { hover } = useLineFocus();
  const theme = useTheme();
  const [engine, setEngine] = useState<MapEngineApi | null>(null);
  /** The camera that the map itself last reported, as in the address. */
  const reported = useRef(camera && cameraText(camera));
  const feed = useRef<MapFeed | null>(null);
  const [cluster, setCluster] = useState<{ ids: readonly string[]; point: ScreenPoint } | null>(null);
  const [hovered_cluster, setHoveredCluster] = useState<ClusterHover | null>(null);
  const without_position = useSyncExternalStore(view.subscribe, () => feed.current?.without_position ?? 0);
  const { listed } = props;
  const subscribe = useCallback(
    (notify: () => void) => {
      const stops = [view.subscribe(notify), listed?.subscribe(notify)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    [view, listed],
  );
  const difference = useSyncExternalStore(subscribe, () => differenceText(store, view, listed));
  const [outside, setOutside] = useState(0);
  const first_fit = useFirstFit(store, view);
  const placed = useRef(camera !== null);
  const placed_by_hand = useRef(camera !== null);
  /** The first view, which leaves out loads far away, is still shown. */
  const first_view = useRef(false);
  /** Only a camera that a person has set goes into the address, not the initial one. */
  const moved_by_hand = useRef(false);

  useEffect(() => {
    if (!engine) return;
    const mapFeed = new MapFeed({ engine, store, view, now: clock.now, mapLoadOf });
    feed.current = mapFeed;
    mapFeed.select(selected ?? null);
    let complete = store.loaded;
    const begin = () => {
      if (!store.shown) return;
      const rest_came = !complete && store.loaded;
      complete = store.loaded;
      // Without any position there are no markers to wait for.
      if (mapFeed.size === 0) readiness.markMarkersRendered();
      else if (!placed.current || (rest_came && first_view.current && !placed_by_hand.current)) {
        engine.fitAll(true);
        first_view.current = true;
      }
      if (mapFeed.size > 0) placed.current = true;
    };
    begin();
    const stop = store.subscribeFlush(begin);
    return () => {
      stop();
      mapFeed.stop();
      feed.current = null;
    };
  }, [engine, store, view, clock, mapLoadOf, readiness]);

  const { filter } = props;
  const fitted = useRef(filter);
  const following = useRef(false);
  const fitFound = useEffectEvent(() => {
    if (filter === fitted.current) return;
    fitted.current = filter;
    const is_filtered = view.filtered();
    const keeps = placed_by_hand.current || following.current || (selected !== undefined && !is_filtered);
    const { without_position: unseen = view.members.size } = feed.current ?? {};
    if (keeps || unseen >= view.members.size) return;
    first_view.current = !is_filtered;
    engine?.fitAll(first_view.current);
  });
  // The list, and with it the feed, has changed before.
  useEffect(() => fitFound(), [filter]);

  useEffect(() => feed.current?.select(selected ?? null), [selected]);
  useEffect(() => engine?.setTrail(trail), [engine, trail]);
  useEffect(() => engine?.setAhead(ahead), [engine, ahead]);
  const show = useEffectEvent(() => {
    if (!selected || !stops_known) return;
    first_view.current = false;
    if (props.fit_all_without_position && !store.get(selected)?.last_position) engine?.fitAll(true);
    else if (selected_here) engine?.showSelection();
    else engine?.openSelection();
  });
  // Runs for a new selection only.
  useEffect(() => show(), [selected, stops_known, engine]);
  // A new camera in the address, as from a saved view, moves the map.
  const moveTo = useEffectEvent((to: string) => {
    if (!camera || to === reported.current) return;
    reported.current = to;
    engine?.setCamera(camera);
  });
  const camera_text = camera && cameraText(camera);
  useEffect(() => {
    if (engine && camera_text) moveTo(camera_text);
  }, [engine, camera_text]);
  const { radius_unit } = usePrefs();
  useEffect(() => engine?.setCircles(circles, null, radius_unit), [engine, circles, radius_unit]);
  const showBeside = useEffectEvent(
    (places: readonly LatLon[]) => !selected_here && engine?.setBeside(places),
  );
  const beside = circles.filter(({ beside_load }) => beside_load);
  useEffect(() => void showBeside(beside), [engine, selected, beside.length]);
  useEffect(() => {
    if (!engine) return;
    const notify = () => engine.setHover(hover.get());
    return hover.subscribe(notify);
  }, [engine, hover]);

  const onHover = useCallback((load_id: string | null) => hover.set(load_id), [hover]);
  const markMoved = () => {
    first_view.current = false;
    moved_by_hand.current = true;
  };
  const select = (load_id: string | null) => {
    setCluster(null);
    onSelect(load_id);
  };
  return (
    <div
      style={{ position: 'absolute', inset: 0 }}
      onPointerDownCapture={markMoved}
      onWheelCapture={markMoved}
      onKeyDownCapture={markMoved}
    >
      <MapView
        theme={theme}
        map_style_url={props.map_style_url}
        camera={camera}
        first_fit={selected === undefined ? first_fit : null}
        padding={padding}
        can_fit_selection={selected !== undefined}
        without_position={without_position}
        onListUnplaced={props.onListUnplaced}
        outside={outside}
        difference={difference}
        outage={props.outage}
        {...(props.after ? { after: props.after } : {})}
        onEngine={setEngine}
        onHover={onHover}
        onSelect={select}
        onClusterHover={setHoveredCluster}
        onClusterOpen={(ids, point) => setCluster({ ids, point })}
        onViewChange={() =>
          setOutside(engine && (view.filtered() || first_view.current) ? engine.countOutside() : 0)
        }
        onFollow={(on) => {
          following.current = on;
        }}
        onMove={(to, placed) => {
          placed_by_hand.current = placed;
          if (!moved_by_hand.current) return;
          reported.current = cameraText(to);
          props.onCamera(to);
        }}
        onFirstMarkers={() => readiness.markMarkersRendered()}
        onUnavailable={() => readiness.markMarkersRendered()}
      />
      {hovered_cluster && !cluster && (
        <LazyBoundary onFailure={() => setHoveredCluster(null)}>
          <ClusterHint
            ids={worstLoadsFirst(live, hovered_cluster.load_ids).slice(0, HINT_SIZE)}
            more={hovered_cluster.load_ids.length - HINT_SIZE}
            point={hovered_cluster.point}
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
