/**
 * The list of monitors, as a table or as cards on a phone. While the pointer is in it, rows keep their place; what waits is counted and
 * shown on request or when the pointer leaves.
 */
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type RowCards, RowGrid, type RowTable } from '../../../ui/RowGrid.tsx';
import { COLUMNS } from './columns.ts';
import { MonitorCard } from './MonitorCard.tsx';
import classes from './MonitorList.module.css';
import rowClasses from './MonitorRow.module.css';
import { MonitorRow } from './MonitorRow.tsx';
import { type Sort, sortOf } from './query.ts';
import type { MonitorStore } from './store.ts';
import type { MonitorView } from './view.ts';

export const MONITOR_GRID_ID = 'monitor-list';

const CARD_HEIGHTS = { plain: 112, flagged: 156 } as const;

export interface MonitorListProps {
  readonly store: MonitorStore;
  readonly view: MonitorView;
  readonly as_cards: boolean;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly onOpen: (id: string) => void;
  /** In place of rows when there are none. */
  readonly empty: ReactNode;
}

const keyOf = (id: string) => id;

export function MonitorList({ store, view, as_cards, sort, onSort, onOpen, empty }: MonitorListProps) {
  const { ids, waiting } = useSyncExternalStore(view.subscribe, view.snapshot);
  useEffect(() => () => view.release(), [view]);
  const table = useMemo<RowTable<string, Sort>>(
    () => ({
      columns: COLUMNS,
      tracks: rowClasses.tracks,
      height: 56,
      draw: (id) => <MonitorRow store={store} id={id} />,
    }),
    [store],
  );
  const cards = useMemo<RowCards<string>>(
    () => ({
      height: (id) => CARD_HEIGHTS[(store.facts(id)?.flags.length ?? 0) > 0 ? 'flagged' : 'plain'],
      draw: (id) => <MonitorCard store={store} id={id} />,
    }),
    [store],
  );
  return (
    <div
      className={classes.root}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && view.hold()}
      onPointerLeave={() => view.release()}
    >
      {ids.length === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <RowGrid
          id={MONITOR_GRID_ID}
          label="Monitors"
          rows={ids}
          keyOf={keyOf}
          table={table}
          cards={as_cards ? cards : null}
          sort={{ ...sortOf(sort), onSort }}
          onOpen={(id) => onOpen(id)}
        />
      )}
      {waiting > 0 && (
        <button type="button" className={classes.waiting} onClick={() => view.catchUp()}>
          {waiting === 1 ? '1 change waits' : `${waiting} changes wait`}: show
        </button>
      )}
    </div>
  );
}
