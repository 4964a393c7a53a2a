/** The board: list, map and open load. Composes the features and knows no details of them. */
import { getRouteApi } from '@tanstack/react-router';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useConfig, usePerson } from '../api/context.ts';
import { BoardMap } from '../features/board/BoardMap.tsx';
import { HealthChips, LIST_PANEL_ID } from '../features/board/ListFrame.tsx';
import { ResizeHandle, useListForm } from '../features/board/list-form.tsx';
import { boardQuery, type ListedLoads, NO_POSITION, type QueryOf, useView } from '../features/board/query.ts';
import type { BoardSearch } from '../features/board/search.ts';
import { useLoadActions } from '../features/loads/actions.ts';
import { stopsAhead } from '../features/loads/ahead.ts';
import { CallHost } from '../features/loads/call/CallHost.tsx';
import { causeText } from '../features/loads/cause-words.ts';
import { LoadLine } from '../features/loads/LoadRow.tsx';
import { mapLoadOf } from '../features/loads/marker.ts';
import { PanelKeysToCome } from '../features/loads/panel-keys.ts';
import { PersonMenu } from '../features/session/PersonMenu.tsx';
import { AppFrame, BottomTabs } from '../frame/AppFrame.tsx';
import { ConnectionStatus, QuotaStrip, ServiceBanner, SimulatedTag } from '../frame/ServiceState.tsx';
import {
  useAwaited,
  useConnection,
  useCounts,
  useLive,
  useLoad,
  useNow,
  useOutage,
} from '../live/context.ts';
import { LineFocus, LineFocusContext } from '../live/line-focus.ts';
import { Picks, PicksContext } from '../live/picks.ts';
import type { Camera, MapCircle, Padding, StopAhead, Trail } from '../map/types.ts';
import { cameraOf, cameraText } from '../map/types.ts';
import { isolated } from '../ui/bidi.ts';
import { deferred } from '../ui/deferred.tsx';
import { IconDots, IconList, IconMap } from '../ui/icons.ts';
import { type ShortcutHelp, useShortcuts } from '../ui/keys.ts';
import { LazyBoundary, lazyNamed, lazyWithRetry, showLoadFailure } from '../ui/lazy-with-retry.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import common from '../ui/shared.module.css';
import { durationText } from '../ui/time.ts';
import { useLayout } from '../ui/use-media.ts';
import { BoardList } from './BoardList.tsx';
import classes from './BoardPage.module.css';

const LoadPanel = lazyWithRetry(() => import('../features/loads/LoadPanel.tsx'));
const MapSelection = lazyWithRetry(() => import('../features/loads/MapSelection.tsx'));
const ShareDialog = lazyWithRetry(() => import('../features/loads/share/ShareDialog.tsx'));
const AddLoads = lazyWithRetry(() => import('../features/loads/AddLoads.tsx'));
const Announcer = deferred(async () => (await import('../features/board/Announcer.tsx')).Announcer);
const MoreView = lazyNamed(async () => (await import('./MoreView.tsx')).MoreView);
const KeyboardHelp = lazyWithRetry(() => import('../frame/KeyboardHelp.tsx'));

const PANEL_WIDTH = 400;
const MINUTE_MS = 60_000;
const NO_STOPS: Stops = { load_id: null, stops: [] };
const UNCOVERED: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
const BESIDE_PANEL: Padding = { ...UNCOVERED, right: PANEL_WIDTH };

const KEYS: ShortcutHelp = [
  [['j', '↓'], 'Next load or group'],
  [['k', '↑'], 'Previous load or group'],
  [['Enter'], 'Open the load; collapse or expand the group'],
  [['←', '→'], 'Collapse or expand the group'],
  [['m'], 'Load actions'],
  [['x', 'Shift + ↓'], 'Pick the load, or all of a cause'],
  [['Tab'], 'Go to the actions'],
  [['1'], 'Needs attention'],
  [['2'], 'All loads'],
  [['a'], 'Add loads'],
];

const PHONE_TABS = [
  { value: 'list', label: 'List', Icon: IconList },
  { value: 'map', label: 'Map', Icon: IconMap },
  { value: 'more', label: 'More', Icon: IconDots },
] as const;

interface BoardPageProps {
  readonly search: BoardSearch;
  /** `replace`: adds no history entry (typing, moving the map). */
  readonly onSearch: (change: Partial<BoardSearch>, replace?: boolean) => void;
  readonly onSignedOut: () => void;
}

export function BoardPage({ search, onSearch, onSignedOut }: BoardPageProps) {
  const { fleets, readiness, exceptions } = useLive();
  const layout = useLayout();
  const form = useListForm(search.columns !== undefined, search.load !== undefined);
  const shown = useAwaited() !== null;
  const config = useConfig();
  const line_focus = useMemo(() => ({ hover: new LineFocus(), active: new LineFocus() }), []);
  const onAction = useLoadActions();
  const list = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState(false);
  const [trail, setTrail] = useState<Trail | null>(null);
  const [next_read, setNextRead] = useState<string | null>(null);
  const [circles, setCircles] = useState<readonly MapCircle[]>([]);
  const [history_of, setHistoryOf] = useState<string | null>(null);
  /** Load whose share dialog is open. Held here because the panel remounts when the layout changes to a phone's. */
  const [shared, setShared] = useState<string | null>(null);
  /** How the open load was opened: a click on the map does not move the map, a key moves the focus into the panel. */
  const [opened_by, setOpenedBy] = useState<'address' | 'row' | 'key' | 'map'>('address');

  /** Selected on a phone's map when that is shown again, until another filter is set. */
  const [last_opened, setLastOpened] = useState<{ load_id: string | undefined; q: string | undefined }>();

  const [read_list, setReadList] = useState<ListedLoads | null>(null);
  const { health, q, fleet, group, owner, band, unsure, list: list_id } = search;
  const me = usePerson();
  const [picks] = useState(() => new Picks());
  const listed = list_id === undefined ? undefined : read_list?.list_id === list_id ? read_list : null;
  const { tab, sort } = search;
  const queryOf: QueryOf = useCallback(
    (change) =>
      boardQuery(
        { tab, health, q, fleet, owner, band, unsure, sort, group, ...change },
        { listed, me, quietFleetOf: fleets.quietFleetOf },
      ),
    [tab, health, q, fleet, owner, band, unsure, listed, me, sort, group, fleets],
  );
  const all = useView(useMemo(() => queryOf({ tab: 'all' }), [queryOf]));
  const attention = useView(useMemo(() => queryOf({ tab: 'attention' }), [queryOf]));

  const outage = useOutage();
  const [ahead, setAhead] = useState<Stops>(NO_STOPS);

  const phone = layout === 'phone';
  const view = phone ? (search.view ?? 'list') : 'list';
  const on_map = view === 'map';
  const [map_opened, setMapOpened] = useState(false);
  if (on_map && !map_opened) setMapOpened(true);
  const with_map = !phone || map_opened;
  if (search.load !== undefined && (search.load !== last_opened?.load_id || q !== last_opened.q))
    setLastOpened({ load_id: search.load, q });
  const selected = search.load;
  /** On a phone the panel covers the map, and is not open while a load is selected there. */
  const opened = on_map && !search.sheet ? undefined : selected;
  const connected = useConnection().phase === 'live';
  useEffect(() => {
    if (!with_map) readiness.markMarkersRendered();
  }, [with_map, readiness]);
  useEffect(() => {
    if (shown) readiness.markRowsRendered();
  }, [shown, readiness]);

  const open = (load_id: string | null, by: 'row' | 'key' | 'map') => {
    setOpenedBy(by);
    if (load_id === null) setLastOpened(undefined);
    if (load_id !== null) {
      line_focus.active.set(load_id);
      exceptions.acknowledge(load_id);
    }
    const sheet = on_map && load_id !== null ? '1' : undefined;
    if ((load_id ?? undefined) === search.load && sheet === search.sheet) return;
    // A load that needs no attention has its row on the other tab.
    const tab = by === 'map' && load_id !== null && !attention.members.has(load_id) ? 'all' : search.tab;
    onSearch({ load: load_id ?? undefined, sheet, tab });
  };
  const showOnMap = (load_id: string) => {
    setOpenedBy('row');
    onSearch({ view: 'map', load: load_id, sheet: undefined });
  };
  const grid = () => document.getElementById(LIST_PANEL_ID)?.querySelector<HTMLElement>('[role="grid"]');
  const focusGrid = () => grid()?.focus();
  /** The list has the key, too: with no row active yet, it begins at the first. */
  const pickInGrid = ({ key }: KeyboardEvent) => {
    focusGrid();
    grid()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  /** Opens the only load found; of several, the first is the active row. */
  const showFound = () => {
    const { ids } = (search.tab === 'all' ? all : attention).snapshot();
    const [first] = ids.length > 0 ? ids : all.snapshot().ids;
    focusGrid();
    if (first === undefined) return;
    if (all.snapshot().ids.length === 1) open(first, 'key');
    else line_focus.active.set(first);
  };
  const close = () => {
    onSearch(on_map && opened ? { sheet: undefined } : { load: undefined, sheet: undefined });
    focusGrid();
  };
  // The list follows every keystroke; the address, and with it the page, follows when typing pauses.
  const onTyped = useCallback(
    (q: string) => {
      all.setQuery(queryOf({ tab: 'all', q }));
      attention.setQuery(queryOf({ tab: 'attention', q }));
    },
    [all, attention, queryOf],
  );
  const onQuery = useCallback(
    (text: string) => onSearch({ q: text || undefined, ...(on_map && { load: undefined }) }, true),
    [onSearch, on_map],
  );
  const onCamera = useCallback((camera: Camera) => onSearch({ map: cameraText(camera) }, true), [onSearch]);
  useShortcuts(
    {
      '?': () => setHelp(true),
      j: focusGrid,
      k: focusGrid,
      x: pickInGrid,
      a: () => onSearch({ add: '1' }),
      '1': () => onSearch({ tab: undefined }),
      '2': () => onSearch({ tab: 'all' }),
      Escape: () => (search.load ? close() : picks.clear()),
    },
    KEYS,
  );

  const panel = opened && (
    <div className={classes.loadPanel} data-layout={layout}>
      <LazyBoundary key={opened} connected={connected} onClose={close} fallback={<PanelKeysToCome />}>
        <LoadPanel
          load_id={opened}
          onClose={close}
          onTrail={setTrail}
          onCircles={setCircles}
          onNextRead={setNextRead}
          onAction={onAction}
          withHistory={history_of === opened}
          onHistory={(open) => setHistoryOf(open ? opened : null)}
          onShare={setShared}
          onMap={phone ? showOnMap : undefined}
          takeFocus={phone || opened_by === 'key'}
        />
      </LazyBoundary>
      {phone && (
        <div className={classes.banner}>
          <ServiceBanner />
        </div>
      )}
    </div>
  );
  const beside = layout === 'desk';
  return (
    <PicksContext value={picks}>
      <LineFocusContext value={line_focus}>
        <BoardTitle />
        {selected && <Ahead key={selected} load_id={selected} onAhead={setAhead} />}
        <Announcer />
        <AppFrame
          onKeyboardHelp={() => setHelp(true)}
          search={
            <SearchBox
              value={q ?? ''}
              onChange={onQuery}
              onTyped={onTyped}
              label="Search loads"
              placeholder="Load, unit, VIN, place"
              title="Search references, units, VIN, plates, stops and places, and words such as late"
              onDone={showFound}
            />
          }
          filters={
            <HealthChips search={search} onSearch={onSearch} queryOf={queryOf} causeText={causeText} />
          }
          aside={
            <>
              <SimulatedTag />
              <ConnectionStatus />
              {!phone && <PersonMenu onSignedOut={onSignedOut} onKeyboardHelp={() => setHelp(true)} />}
            </>
          }
        >
          <h1 className={common.hidden}>Board</h1>
          <div
            className={classes.board}
            data-layout={layout}
            data-view={view}
            style={{ '--list': `${form.width}px` } as CSSProperties}
          >
            <div
              ref={list}
              className={`${common.column} ${common.fixed} ${classes.list}`}
              data-shown={view === 'list' || undefined}
            >
              <BoardList
                search={search}
                onSearch={onSearch}
                listed={listed}
                onListed={setReadList}
                queryOf={queryOf}
                all={all}
                attention={attention}
                form={form}
                phone={phone}
                onOpen={(load_id, by_keyboard) => open(load_id, by_keyboard ? 'key' : 'row')}
                onAction={onAction}
                onMap={phone ? showOnMap : undefined}
              />
              {layout === 'tablet' && panel}
            </div>
            {!phone && (
              <ResizeHandle
                value={form.width}
                min={form.min}
                max={form.max}
                origin={() => list.current?.getBoundingClientRect().left ?? 0}
                onChange={form.onWidth}
              />
            )}
            <section
              className={`${common.fillWords} ${classes.mapArea}`}
              aria-label="Map"
              data-shown={!phone || view === 'map' || undefined}
            >
              <div className={classes.map}>
                {with_map && (
                  <BoardMap
                    view={all}
                    listed={search.tab === 'all' ? all : attention}
                    mapLoadOf={mapLoadOf}
                    map_style_url={config?.map_style_url ?? null}
                    after={readiness.rowsPainted}
                    camera={cameraOf(search.map)}
                    onCamera={onCamera}
                    selected={selected}
                    filter={JSON.stringify([q, health, fleet, owner, band, unsure, listed?.list_id])}
                    selected_here={
                      opened_by === 'map' || (opened_by === 'address' && search.map !== undefined)
                    }
                    stops_known={ahead.load_id === selected}
                    onSelect={(load_id) => open(load_id, 'map')}
                    onListUnplaced={
                      q?.includes(NO_POSITION)
                        ? undefined
                        : () =>
                            onSearch({
                              tab: 'all',
                              q: [q, NO_POSITION].join(' ').trim(),
                              view: undefined,
                              ...(on_map && { load: undefined }),
                            })
                    }
                    trail={trail}
                    ahead={ahead.stops}
                    outage={outage}
                    circles={circles}
                    padding={beside && search.load && !form.map_covered ? BESIDE_PANEL : UNCOVERED}
                    renderLoad={(load_id) => <LoadLine load_id={load_id} />}
                  />
                )}
                {beside && panel}
              </div>
              {selected && !opened && (
                <LazyBoundary key={selected} connected={connected} failed={null}>
                  <MapSelection
                    load_id={selected}
                    onTrail={setTrail}
                    onCircles={setCircles}
                    onOpen={() => open(selected, 'row')}
                    onClear={() => open(null, 'map')}
                  />
                </LazyBoundary>
              )}
              {!phone && (
                <QuotaStrip>{search.load && <NextRead load_id={search.load} at={next_read} />}</QuotaStrip>
              )}
            </section>
            {view === 'more' && (
              <LazyBoundary>
                <MoreView
                  onAdd={() => onSearch({ add: '1' })}
                  onKeyboardHelp={() => setHelp(true)}
                  onSignedOut={onSignedOut}
                />
              </LazyBoundary>
            )}
            <div className={classes.banner} data-panel={(beside && search.load !== undefined) || undefined}>
              <ServiceBanner />
            </div>
          </div>
          {phone && (
            <BottomTabs
              tabs={PHONE_TABS}
              value={view}
              onChange={(to) =>
                onSearch({
                  view: to === 'list' ? undefined : to,
                  load: to === 'map' && last_opened?.q === q ? last_opened?.load_id : undefined,
                  sheet: undefined,
                })
              }
            />
          )}
          {phone && panel}
        </AppFrame>
        <CallHost />
        <LazyBoundary
          onFailure={() => {
            if (search.add) onSearch({ add: undefined });
            setHelp(false);
            setShared(null);
            showLoadFailure();
          }}
        >
          {search.add && <AddLoads opened list_id={list_id} onClose={() => onSearch({ add: undefined })} />}
          {help && <KeyboardHelp onClose={() => setHelp(false)} />}
          {shared && <ShareDialog load_id={shared} onClose={() => setShared(null)} />}
        </LazyBoundary>
      </LineFocusContext>
    </PicksContext>
  );
}

const route = getRouteApi('/');

export function BoardRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<BoardSearch>, replace = false) =>
      void navigate({ search: (previous) => ({ ...previous, ...change }), replace }),
    [navigate],
  );
  const onSignedOut = useCallback(
    () => void navigate({ to: '/sign-in', search: { signed_out: '1' } }),
    [navigate],
  );
  return <BoardPage search={search} onSearch={onSearch} onSignedOut={onSignedOut} />;
}

/** Of which load they are; null: none is open, or not known yet. */
interface Stops {
  readonly load_id: string | null;
  readonly stops: readonly StopAhead[];
}

interface AheadProps {
  readonly load_id: string;
  readonly onAhead: (ahead: Stops) => void;
}

/** Gives the map the stops of the open load; apart, so that the page does not render each minute. */
function Ahead({ load_id, onAhead }: AheadProps) {
  const load = useLoad(load_id);
  const minute = useNow((now) => Math.floor(now / MINUTE_MS));
  useEffect(
    () => onAhead(load ? { load_id, stops: stopsAhead(load, minute * MINUTE_MS) } : NO_STOPS),
    [load_id, load, minute, onAhead],
  );
  useEffect(() => () => onAhead(NO_STOPS), [onAhead]);
  return null;
}

/** The browser redraws its tabs for a new title, and the number may change several times a second. */
const TITLE_MS = 3_000;

/** "(12) Board · Waypost", kept current in background tabs too. */
function BoardTitle() {
  const { attention } = useCounts();
  const shown_at = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const show = () => {
      shown_at.current = performance.now();
      document.title = attention > 0 ? `(${attention}) Board · Waypost` : 'Board · Waypost';
    };
    const wait = shown_at.current + TITLE_MS - performance.now();
    if (wait <= 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [attention]);
  return null;
}

/** "LD-48213: next update in 3 s" */
function NextRead({ load_id, at }: { readonly load_id: string; readonly at: string | null }) {
  const load = useLoad(load_id);
  const ms = useNow((now) => (at === null ? null : Math.max(0, Date.parse(at) - now)));
  if (ms === null || !load) return null;
  const name = isolated(load.load_ref ?? 'This load');
  return <>{ms === 0 ? `${name} updates now` : `${name} updates in ${durationText(ms + 999)}`}</>;
}
