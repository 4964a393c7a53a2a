import { quietFleetOfGroup } from '@waypost/triage/fleet';
import {
  type CSSProperties,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { usePerson } from '../api/context.ts';
import {
  ColumnsMenu,
  LIST_PANEL_ID,
  ListFoot,
  ListHead,
  MayBeLateLine,
  MoreLine,
  NotLoaded,
  OthersLine,
  WhoseChips,
} from '../features/board/ListFrame.tsx';
import { type HeadingProps, LoadList, type RowProps } from '../features/board/LoadList.tsx';
import type { ListForm } from '../features/board/list-form.tsx';
import { type ListedLoads, type QueryOf, useAttention } from '../features/board/query.ts';
import {
  type BoardSearch,
  defaultGrouping,
  type Grouping,
  type SortOrder,
  type Tab,
} from '../features/board/search.ts';
import { useGroupActions } from '../features/loads/actions.ts';
import { CauseIndex } from '../features/loads/CauseIndex.tsx';
import { useCallRequest } from '../features/loads/call/call.ts';
import type { Action } from '../features/loads/cause-words.ts';
import {
  COLUMNS,
  chosenColumns,
  fittingColumns,
  gridTemplate,
  type LoadColumn,
} from '../features/loads/columns.ts';
import { LoadRow, ROW_HEIGHTS, type RowForm } from '../features/loads/LoadRow.tsx';
import type { GroupPart } from '../features/loads/triage/GroupMenu.tsx';
import { type Attention, type ListedPart, listedPart } from '../live/attention.ts';
import { useAwaited, useLive } from '../live/context.ts';
import { usePickedIds } from '../live/picks.ts';
import type { LoadView } from '../live/view.ts';
import { deferred, MenuButtonPlaceholder } from '../ui/deferred.tsx';
import { ListSkeleton, SkeletonRow } from '../ui/EmptyState.tsx';
import type { HealthKey } from '../ui/health.ts';
import { IconBookmark } from '../ui/icons.ts';
import { type ShortcutHelp, useKeptKeys, useShortcuts } from '../ui/keys.ts';
import { LazyBoundary, lazyNamed, lazyWithRetry, showLoadFailure } from '../ui/lazy-with-retry.tsx';
import { prefs, usePrefs } from '../ui/prefs.ts';
import shared from '../ui/shared.module.css';

export interface BoardViewsProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: Partial<BoardSearch>, replace?: boolean) => void;
  /** Loads of the list in the address; null: still loading. */
  readonly listed: ListedLoads | null | undefined;
  /** Columns of the table; null: not a table. */
  readonly columns: readonly LoadColumn[] | null;
  /** Id of the signed-in person. */
  readonly me: string;
}

export const NO_FILTER = {
  health: undefined,
  q: undefined,
  fleet: undefined,
  list: undefined,
  owner: undefined,
  band: undefined,
  unsure: undefined,
} satisfies Partial<BoardSearch>;

const BoardViewsButton = deferred<BoardViewsProps>(
  async () => (await import('./BoardViews.tsx')).BoardViewsMenu,
  ({ onRequest }) => (
    <MenuButtonPlaceholder label="Saved views" tip="Saved views, lists and export" onRequest={onRequest}>
      <IconBookmark size={18} aria-hidden />
    </MenuButtonPlaceholder>
  ),
);

const RowMenu = lazyWithRetry(() => import('../features/loads/RowMenu.tsx'));
const BoardFilters = lazyNamed(async () => (await import('./BoardViews.tsx')).BoardFilters);
const OffersLine = deferred(
  async () => (await import('../features/loads/handover/OffersLine.tsx')).OffersLine,
);
const ListStates = lazyNamed(async () => (await import('../features/board/ListStates.tsx')).ListStates);
const PickBar = lazyWithRetry(() => import('../features/loads/PickBar.tsx'));
const ListKeys = deferred(
  async () => (await import('../features/loads/list-keys.tsx')).ListKeys,
  ({ onRequest }) => {
    useKeptKeys(['t', 'n', 'z', 'c', 'p'], onRequest);
    return null;
  },
);
const AboveList = deferred(async () => (await import('./AboveList.tsx')).AboveList);
const EmptyBoard = lazyNamed(async () => (await import('../features/setup/Setup.tsx')).EmptyBoard);
const GroupMenu = lazyWithRetry(() => import('../features/loads/triage/GroupMenu.tsx'));

const CauseHeading = lazyNamed(async () => (await import('../features/loads/GroupHeading.tsx')).CauseHeading);
const QuietFleetHeading = lazyNamed(
  async () => (await import('../features/loads/FleetHeading.tsx')).QuietFleetHeading,
);
const FleetHeading = lazyNamed(async () => (await import('../features/loads/FleetHeading.tsx')).FleetHeading);

const LoadTableHead = lazyNamed(async () => (await import('../features/loads/LoadTable.tsx')).LoadTableHead);
const LoadTableRow = lazyNamed(async () => (await import('../features/loads/LoadTable.tsx')).LoadTableRow);

/** Comfortable with three lines, so that the two places of a load are whole. */
const TABLE_HEIGHTS = { comfortable: 48, compact: 32 } as const;
/** Height of a heading, pixels: one line, or two if the list is too narrow for title and next step. */
const HEADING_HEIGHTS = { wide: 28, narrow: 44 } as const;
/** Height of the table header, pixels, reserved until it has loaded. */
const HEAD_HEIGHT = 32;

const KEYS: ShortcutHelp = [[['[', ']'], 'Previous or next cause']];

type Point = { readonly x: number; readonly y: number };
type OpenMenu = { readonly point: Point } & (
  | { readonly load_id: string }
  | { readonly load_ids: readonly string[]; readonly part?: GroupPart | undefined }
);

interface BoardListProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: Partial<BoardSearch>, replace?: boolean) => void;
  readonly listed: ListedLoads | null | undefined;
  readonly onListed: (listed: ListedLoads) => void;
  readonly queryOf: QueryOf;
  /** All matching loads, and those of them that need attention. */
  readonly all: LoadView;
  readonly attention: LoadView;
  readonly form: ListForm;
  readonly phone: boolean;
  readonly onOpen: (load_id: string, by_keyboard: boolean) => void;
  readonly onAction: (load_id: string, action: Action) => void;
  /** Undefined: the map is beside the list. */
  readonly onMap: ((load_id: string) => void) | undefined;
}

export function BoardList(props: BoardListProps) {
  const { search, onSearch, listed, onListed, queryOf, all, attention, phone } = props;
  const { onOpen, onAction, onMap } = props;
  const { as_table, narrow, choose, width } = props.form;
  const { exceptions } = useLive();
  const { density, table_columns } = usePrefs();
  const awaited = useAwaited();
  const picking = usePickedIds().size > 0;
  const tab: Tab = search.tab ?? 'attention';
  const view = tab === 'all' ? all : attention;
  const me = usePerson();
  const index = useAttention(attention);
  const filtered = useSyncExternalStore(view.subscribe, view.filtered);
  const chosen = useMemo(
    () => chosenColumns(search.columns ?? table_columns),
    [search.columns, table_columns],
  );
  const columns = useMemo(() => fittingColumns(chosen, width), [chosen, width]);
  const with_eta = chosen.some((column) => column.id === 'eta' && !columns.includes(column));
  const sort: SortOrder = search.sort ?? 'worst';
  const grouping: Grouping = search.group ?? defaultGrouping(tab);
  const form: RowForm = narrow ? 'narrow' : density;
  const indexed = tab === 'attention' && grouping === 'cause' && listed !== null;
  const { part_key, part } = usePart(
    indexed ? index : null,
    attention,
    // A filter lists all that it counts, and not only what to do now, which has an order of its own.
    search.cause ?? (filtered || sort !== 'worst' ? 'all' : undefined),
  );
  const has_groups = useSyncExternalStore(view.subscribe, () => view.snapshot().groups.length > 1);
  const with_cause = grouping !== 'cause' || part_key === 'now';
  const heights = useMemo(() => {
    return {
      row: as_table ? TABLE_HEIGHTS[density] : ROW_HEIGHTS[form],
      heading: narrow ? HEADING_HEIGHTS.narrow : HEADING_HEIGHTS.wide,
    };
  }, [as_table, density, form, narrow]);
  /** Groups toggled from their initial state: among others, a quiet fleet starts folded. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(
    () => ({
      has: (group: string) =>
        toggled.has(group) !== (quietFleetOfGroup(group) !== null && group !== part_key && has_groups),
    }),
    [toggled, part_key, has_groups],
  );
  const onFold = useCallback(
    (group: string) =>
      setToggled((previous) => {
        const next = new Set(previous);
        if (!next.delete(group)) next.add(group);
        return next;
      }),
    [],
  );
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const onMenu = useCallback((load_id: string, point: Point) => setMenu({ load_id, point }), []);
  const onGroupMenu = useCallback(
    (load_ids: readonly string[], point: Point, part?: GroupPart) => setMenu({ load_ids, point, part }),
    [],
  );
  const onMenuClose = () => {
    setMenu(null);
    document.getElementById(LIST_PANEL_ID)?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  };
  const calling = useCallRequest() !== null;
  const actOnGroup = useGroupActions();
  /** Without loads that have left the group since the list is held. */
  const onGroupAction = useCallback(
    (load_ids: readonly string[], action: Action, group: string) =>
      actOnGroup(
        load_ids.filter((load_id) => view.belongsTo(load_id, group)),
        action,
      ),
    [actOnGroup, view],
  );
  const onMenuOfGroup = useCallback(
    (load_ids: readonly string[], point: Point, group: string) =>
      onGroupMenu(
        load_ids.filter((load_id) => view.belongsTo(load_id, group)),
        point,
      ),
    [onGroupMenu, view],
  );
  const onFleet = useCallback((fleet: string) => onSearch({ fleet }), [onSearch]);
  const onFleetHealth = useCallback(
    (fleet: string, health: HealthKey) => onSearch({ fleet, health: [health] }),
    [onSearch],
  );

  const renderRow = useCallback(
    ({ load_id, reachable, moved }: RowProps) =>
      as_table ? (
        <Suspense fallback={<SkeletonRow at={load_id.charCodeAt(0)} height={TABLE_HEIGHTS[density]} />}>
          <LoadTableRow
            load_id={load_id}
            columns={columns}
            with_eta={with_eta}
            reachable={reachable}
            onAction={onAction}
            onMenu={onMenu}
          />
        </Suspense>
      ) : (
        <LoadRow
          load_id={load_id}
          form={form}
          with_cause={with_cause || moved}
          reachable={reachable}
          onAction={onAction}
          onMenu={onMenu}
        />
      ),
    [as_table, columns, with_eta, density, form, with_cause, onAction, onMenu],
  );
  const renderHeading = useCallback(
    (heading: HeadingProps) => {
      const fleet_id = quietFleetOfGroup(heading.group);
      const by_cause = grouping === 'cause';
      return (
        <Suspense>
          {by_cause && fleet_id === null && (
            <CauseHeading {...heading} onGroupAction={onGroupAction} onGroupMenu={onMenuOfGroup} />
          )}
          {by_cause && fleet_id !== null && (
            <QuietFleetHeading {...heading} fleet_id={fleet_id} onGroupMenu={onMenuOfGroup} />
          )}
          {!by_cause && <FleetHeading {...heading} onFleetHealth={onFleetHealth} />}
        </Suspense>
      );
    },
    [grouping, onGroupAction, onMenuOfGroup, onFleetHealth],
  );

  const clear = () => onSearch(NO_FILTER);
  // A load opened on the map or by an address is listed below its cause, unless it is listed already.
  const showOpened = useEffectEvent(() => {
    const { load: load_id } = search;
    const { ids, groups } = attention.snapshot();
    const at = load_id === undefined || !part || part.ids.includes(load_id) ? -1 : ids.indexOf(load_id);
    const group = groups.find(({ from, count }) => at >= from && at < from + count);
    if (group) onSearch({ cause: group.key }, true);
  });
  useEffect(() => showOpened(), [search.load, awaited]);
  const onPart = (key: string) =>
    onSearch(key === 'now' ? { cause: filtered ? key : undefined, sort: undefined } : { cause: key });
  const step = (by: 1 | -1) => {
    const keys = ['now', ...index.snapshot().causes.map(({ key }) => key), 'all'];
    const to = keys[keys.indexOf(part_key) + by];
    if (indexed && to !== undefined) onPart(to);
  };
  useShortcuts({ '[': () => step(-1), ']': () => step(1) }, KEYS);
  const toTab = (to: Tab) => {
    exceptions.acknowledge();
    if (to !== tab) onSearch({ tab: to === 'attention' ? undefined : to, unsure: undefined });
  };
  const onSort = (to: string) =>
    onSearch({
      sort: to === 'worst' ? undefined : (to as SortOrder),
      ...(search.cause === 'now' && { cause: undefined }),
    });
  // What to do now is in the order of no column; the worst of a column is among all.
  const by_urgency = part_key === 'now';
  const onTableSort = (to: string) => (by_urgency && to === 'worst' ? onPart('all') : onSort(to));
  const add = () => onSearch({ add: '1' });
  // Changes the columns of the view if it has its own, otherwise the person's.
  const onColumns = (to: readonly string[]) =>
    search.columns ? onSearch({ columns: [...to] }) : prefs.set({ table_columns: [...to] });
  const onForm = (to: 'rows' | 'table') => {
    if (search.columns) onSearch({ columns: undefined });
    choose?.(to);
  };
  const viewed = { search, onSearch, listed, me, columns: as_table ? chosen : null };
  return (
    <>
      <ListHead
        tab={tab}
        onTab={toTab}
        sort={sort}
        onSort={onSort}
        grouping={grouping}
        onGroup={(to) => onSearch({ group: to === defaultGrouping(tab) ? undefined : to })}
        as_table={as_table}
        onForm={choose && onForm}
        onAdd={add}
        tools={
          <>
            <BoardViewsButton {...viewed} />
            {as_table && <ColumnsMenu all={COLUMNS} chosen={chosen} shown={columns} onColumns={onColumns} />}
          </>
        }
      />
      <LazyBoundary>
        <AboveList />
        {(search.saved || search.fleet || search.list) && <BoardFilters {...viewed} onListed={onListed} />}
      </LazyBoundary>
      <WhoseChips search={search} onSearch={onSearch} queryOf={queryOf} />
      {indexed && <CauseIndex attention={index} part={part_key} onPart={onPart} brief={phone} />}
      <div
        id={LIST_PANEL_ID}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        className={shared.fillFrame}
        style={{ '--grid-template': gridTemplate(columns) } as CSSProperties}
      >
        <LazyBoundary>
          <LoadList
            key={`${tab} ${part_key}`}
            view={view}
            part={part}
            label={tab === 'all' ? 'All loads' : 'Loads that need attention'}
            heights={heights}
            renderRow={renderRow}
            renderHeading={grouping === 'none' ? undefined : renderHeading}
            folded={folded}
            onFold={onFold}
            onMenu={onMenu}
            selected={search.load}
            onOpen={onOpen}
            click_picks={phone}
            held={menu !== null || calling}
            onLeave={tab === 'attention' ? () => exceptions.acknowledge() : undefined}
            head={
              as_table ? (
                <Suspense fallback={<div style={{ height: HEAD_HEIGHT }} />}>
                  <LoadTableHead columns={columns} sort={by_urgency ? null : sort} onSort={onTableSort} />
                </Suspense>
              ) : undefined
            }
            columns={as_table ? columns.length + 1 : undefined}
            empty={
              // What has not come yet may match.
              awaited === null || (awaited > 0 && filtered) ? (
                <NotLoaded />
              ) : listed === null ? (
                <ListSkeleton label="Loading list" />
              ) : (
                <Suspense>
                  <ListStates
                    tab={tab}
                    filtered={filtered}
                    onClear={clear}
                    no_loads={
                      <Suspense fallback={<ListSkeleton label="Loading the setup" />}>
                        <EmptyBoard onAdd={add} />
                      </Suspense>
                    }
                    onAll={() => toTab('all')}
                  />
                </Suspense>
              )
            }
            foot={
              tab === 'attention' && (
                <>
                  {part_key === 'now' && part && (
                    <MoreLine view={view} listed={part.ids.length} onOpen={() => onPart('all')} />
                  )}
                  {!filtered && (
                    <MayBeLateLine
                      onOpen={() => onSearch({ tab: 'all', sort: 'late', cause: undefined, unsure: '1' })}
                    />
                  )}
                  <OthersLine view={view} all={all} filtered={filtered} onOpen={() => toTab('all')} />
                </>
              )
            }
          />
        </LazyBoundary>
      </div>
      {/* Below the list, so that no row moves when an offer arrives. */}
      <LazyBoundary>
        <OffersLine />
      </LazyBoundary>
      {search.load === undefined && !picking && (
        <LazyBoundary>
          <ListKeys opened={false} onMenu={onGroupMenu} />
        </LazyBoundary>
      )}
      {picking && (
        <LazyBoundary>
          <PickBar opened={search.load !== undefined} view={view} part={part} onMenu={onGroupMenu} />
        </LazyBoundary>
      )}
      {menu && (
        <LazyBoundary
          onFailure={() => {
            setMenu(null);
            showLoadFailure();
          }}
        >
          {'load_id' in menu ? (
            <RowMenu
              {...menu}
              onClose={onMenuClose}
              onOpen={(load_id) => onOpen(load_id, true)}
              onAction={onAction}
              onFleet={onFleet}
              onTriage={() => onGroupMenu([menu.load_id], menu.point)}
              onMap={onMap}
            />
          ) : (
            <GroupMenu {...menu} onClose={onMenuClose} />
          )}
        </LazyBoundary>
      )}
      {awaited !== null && (
        <ListFoot
          tab={tab}
          view={view}
          filtered={filtered}
          onClear={clear}
          onSnoozed={() => onSearch({ tab: 'all', q: 'snoozed' })}
        />
      )}
    </>
  );
}

/** The part of the list that is chosen in the index, and its loads; without an index, all of them. */
function usePart(
  index: Attention | null,
  view: LoadView,
  chosen: string | undefined,
): { part_key: string; part: ListedPart | undefined } {
  const key = useSyncExternalStore(index?.subscribe ?? never, () =>
    index === null ? 'all' : listedPart(chosen, index.snapshot()),
  );
  const listed = (): ListedPart | undefined => (key === 'now' ? index?.snapshot().now : view.snapshot());
  const subscribe = key === 'all' ? never : key === 'now' && index ? index.subscribe : view.subscribe;
  const ids = useSyncExternalStore(subscribe, () => (key === 'all' ? undefined : listed()?.ids));
  const groups = useSyncExternalStore(subscribe, () => (key === 'all' ? undefined : listed()?.groups));
  const part = useMemo(() => {
    if (!ids || !groups) return undefined;
    if (key === 'now') return { ids, groups };
    const { from = 0, count = 0 } = groups.find((group) => group.key === key) ?? {};
    return { ids: ids.slice(from, from + count), groups: [{ key, from: 0, count }] };
  }, [key, ids, groups]);
  return { part_key: key, part };
}

const never = () => () => undefined;
