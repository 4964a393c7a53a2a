/** The list column of the board: rows or table of the current tab, with what stands around them. */
import { type CSSProperties, Suspense, useCallback, useMemo, useSyncExternalStore } from 'react';
import { FineLine } from '../features/board/FineLine.tsx';
import { ListFoot } from '../features/board/ListFoot.tsx';
import { LIST_PANEL_ID, ListHead } from '../features/board/ListHead.tsx';
import { ListStates } from '../features/board/ListStates.tsx';
import { LoadList, type RowProps } from '../features/board/LoadList.tsx';
import type { BoardSearch, SortOrder, Tab } from '../features/board/search.ts';
import { ColumnsMenu } from '../features/loads/ColumnsMenu.tsx';
import { shownColumns, tracksOf } from '../features/loads/columns.ts';
import type { Action } from '../features/loads/explain.ts';
import { LoadRow, ROW_HEIGHTS } from '../features/loads/LoadRow.tsx';
import { useCounts, useLive, useLoaded } from '../live/context.ts';
import type { LoadView } from '../live/view.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { usePrefs } from '../ui/prefs.ts';
import classes from './BoardPage.module.css';

/** Only the widest screens have the table. */
const LoadTableHead = lazyWithRetry(async () => ({
  default: (await import('../features/loads/LoadTable.tsx')).LoadTableHead,
}));
const LoadTableRow = lazyWithRetry(async () => ({
  default: (await import('../features/loads/LoadTable.tsx')).LoadTableRow,
}));

const TABLE_HEIGHTS = { comfortable: { plain: 44, tall: 44 }, compact: { plain: 36, tall: 36 } } as const;

export interface BoardListProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: Partial<BoardSearch>) => void;
  /** Loads that match; and those of them that need attention. */
  readonly all: LoadView;
  readonly attention: LoadView;
  readonly as_table: boolean;
  readonly onOpen: (load_id: string, by_keyboard: boolean) => void;
  readonly onAction: (load_id: string, action: Action) => void;
}

export function BoardList({ search, onSearch, all, attention, as_table, onOpen, onAction }: BoardListProps) {
  const { exceptions } = useLive();
  const { density, table_columns } = usePrefs();
  const counts = useCounts();
  const loaded = useLoaded();
  const tab: Tab = search.tab ?? 'attention';
  const view = tab === 'all' ? all : attention;
  const shown = useSyncExternalStore(view.subscribe, () => view.snapshot().ids.length);
  const fine = useSyncExternalStore(
    all.subscribe,
    () => all.snapshot().ids.length - all.snapshot().tall.size,
  );
  const filtered = useSyncExternalStore(view.subscribe, view.filtered);
  const columns = useMemo(() => shownColumns(table_columns), [table_columns]);
  const room = tab === 'attention' && density === 'comfortable' ? 'full' : 'brief';
  const heights = useMemo(
    () =>
      as_table
        ? TABLE_HEIGHTS[density]
        : { plain: ROW_HEIGHTS[density].plain, tall: ROW_HEIGHTS[density][room] },
    [as_table, density, room],
  );

  const renderRow = useCallback(
    ({ load_id, tall, reachable }: RowProps) =>
      as_table ? (
        <Suspense>
          <LoadTableRow load_id={load_id} columns={columns} reachable={reachable} onAction={onAction} />
        </Suspense>
      ) : (
        <LoadRow
          load_id={load_id}
          density={density}
          room={tall ? room : 'none'}
          reachable={reachable}
          onAction={onAction}
        />
      ),
    [as_table, columns, density, room, onAction],
  );

  const clear = () => onSearch({ health: undefined, q: undefined });
  const toTab = (to: Tab) => {
    exceptions.acknowledge();
    if (to !== tab) onSearch({ tab: to === 'attention' ? undefined : to });
  };
  const sort: SortOrder = search.sort ?? 'worst';
  const onSort = (to: string) => onSearch({ sort: to === 'worst' ? undefined : (to as SortOrder) });
  const add = () => onSearch({ add: '1' });
  return (
    <>
      <ListHead
        tab={tab}
        onTab={toTab}
        sort={sort}
        onSort={onSort}
        onAdd={add}
        columns={as_table && <ColumnsMenu columns={columns} />}
      />
      <div
        id={LIST_PANEL_ID}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        className={classes.panelOfTab}
        style={{ '--wp-tracks': tracksOf(columns) } as CSSProperties}
      >
        <PartBoundary>
          <LoadList
            key={tab}
            view={view}
            label={tab === 'all' ? 'All loads' : 'Loads that need attention'}
            heights={heights}
            renderRow={renderRow}
            selected={search.load}
            onOpen={onOpen}
            onLeave={tab === 'attention' ? () => exceptions.acknowledge() : undefined}
            head={
              as_table ? (
                <Suspense>
                  <LoadTableHead columns={columns} sort={sort} onSort={onSort} />
                </Suspense>
              ) : undefined
            }
            columns={as_table ? columns.length + 1 : undefined}
            empty={
              <ListStates
                tab={tab}
                filtered={filtered}
                onClear={clear}
                onAdd={add}
                onAll={() => toTab('all')}
              />
            }
            foot={tab === 'attention' && <FineLine fine={fine} onOpen={() => toTab('all')} />}
          />
        </PartBoundary>
      </div>
      {loaded && (
        <ListFoot
          shown={shown}
          total={tab === 'all' ? counts.total : counts.attention}
          filtered={filtered}
          onClear={clear}
        />
      )}
    </>
  );
}
