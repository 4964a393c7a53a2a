/**
 * The list of loads: only the rows in sight exist. A grid with one tab stop: arrows (or j and k) move, Enter opens, and
 * Tab goes on to the one button of the active row. While the pointer is in it, rows keep their place; what waits is
 * counted and shown on request or when the pointer leaves.
 */
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { LoadView } from '../../live/view.ts';
import { Grid, GridRow, GridRowGroup } from '../../ui/Grid.tsx';
import { useIsAt, useSpot, useSpots } from './hover.ts';
import classes from './LoadList.module.css';
import { useRows } from './use-rows.ts';

export interface RowProps {
  readonly load_id: string;
  /** It needed attention when the list was last ordered: there is room for the sentence. */
  readonly tall: boolean;
  /** The row's button may be reached by Tab. */
  readonly reachable: boolean;
}

export interface LoadListProps {
  readonly view: LoadView;
  /** For the ear: "Loads that need attention". */
  readonly label: string;
  /** Pixels of a row without and with its sentence. */
  readonly heights: { readonly plain: number; readonly tall: number };
  /** Must keep its identity from draw to draw. */
  readonly renderRow: (row: RowProps) => ReactNode;
  readonly selected: string | undefined;
  readonly onOpen: (load_id: string, by_keyboard: boolean) => void;
  /** Shown in place of rows when there are none. */
  readonly empty: ReactNode;
  /** Sticky head of a table. */
  readonly head?: ReactNode;
  /** After the last row. */
  readonly foot?: ReactNode;
  readonly columns?: number;
  /** The pointer has left: whatever was new has been seen. */
  readonly onLeave?: () => void;
}

const HEAD_PIXELS = 32;
const PAGE_ROWS = 10;

export function LoadList(props: LoadListProps) {
  const { view, label, heights, renderRow, selected, onOpen, empty, head, foot, columns, onLeave } = props;
  const { ids, tall, waiting } = useSyncExternalStore(view.subscribe, view.snapshot);
  const { active } = useSpots();
  const activeId = useSpot(active);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);

  const { layout, sight, scrollTo } = useRows({
    ...{ ids, tall, heights, scroller },
    covered: head ? HEAD_PIXELS : 0,
  });
  // Opened from the map or an address, its row may be far from what is in sight.
  const listed = selected !== undefined && ids.includes(selected);
  const showSelected = useEffectEvent(() => {
    if (selected !== undefined && listed) scrollTo(ids.indexOf(selected));
  });
  useEffect(() => showSelected(), [selected, listed]);
  // The pointer is not in a list that goes away.
  useEffect(() => () => view.release(), [view]);

  const move = (to: number) => {
    const at = Math.max(0, Math.min(ids.length - 1, to));
    const load_id = ids[at];
    if (load_id === undefined) return;
    active.set(load_id);
    scrollTo(at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = activeId === null ? -1 : ids.indexOf(activeId);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: Math.max(0, at - 1),
      k: Math.max(0, at - 1),
      PageDown: at + PAGE_ROWS,
      PageUp: at - PAGE_ROWS,
      Home: 0,
      End: ids.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && activeId !== null && at >= 0) onOpen(activeId, true);
    else return;
    event.preventDefault();
  };

  const inSight = ids.slice(sight.from, sight.to);
  const activeShown = activeId !== null && inSight.includes(activeId);
  return (
    <div
      className={classes.root}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && view.hold()}
      onPointerLeave={() => {
        view.release();
        onLeave?.();
      }}
    >
      <div ref={scroller} className={classes.scroller}>
        {ids.length === 0 ? (
          empty
        ) : (
          <Grid
            ref={grid}
            aria-label={label}
            aria-rowcount={ids.length + (head ? 1 : 0)}
            aria-colcount={columns}
            aria-activedescendant={activeShown ? `row-${activeId}` : undefined}
            className={classes.grid}
            onKeyDown={onKeyDown}
            onFocus={({ target }) => {
              if (target !== grid.current) return;
              if (activeId === null || !ids.includes(activeId)) active.set(selected ?? ids[0] ?? null);
            }}
          >
            {head}
            <GridRowGroup className={classes.rows} style={{ height: layout.total }}>
              {inSight.map((load_id, n) => {
                const at = sight.from + n;
                return (
                  <Row
                    key={load_id}
                    load_id={load_id}
                    index={at + (head ? 2 : 1)}
                    start={layout.top(at)}
                    size={layout.top(at + 1) - layout.top(at)}
                    tall={tall.has(load_id)}
                    selected={load_id === selected}
                    renderRow={renderRow}
                    onOpen={onOpen}
                  />
                );
              })}
            </GridRowGroup>
          </Grid>
        )}
        {foot}
      </div>
      {waiting > 0 && (
        <button type="button" className={classes.waiting} onClick={() => view.catchUp()}>
          {waiting === 1 ? '1 change waits' : `${waiting} changes wait`}: show
        </button>
      )}
    </div>
  );
}

interface PlacedRow {
  readonly load_id: string;
  readonly index: number;
  readonly start: number;
  readonly size: number;
  readonly tall: boolean;
  readonly selected: boolean;
  readonly renderRow: LoadListProps['renderRow'];
  readonly onOpen: (load_id: string, by_keyboard: boolean) => void;
}

const Row = memo(function Row({ load_id, index, start, size, tall, selected, renderRow, onOpen }: PlacedRow) {
  const { hover, active } = useSpots();
  const hovered = useIsAt(hover, load_id);
  const isActive = useIsAt(active, load_id);
  return (
    <GridRow
      id={`row-${load_id}`}
      aria-rowindex={index}
      aria-selected={selected}
      data-hovered={hovered || undefined}
      data-active={isActive || undefined}
      className={classes.row}
      style={{ height: size, transform: `translateY(${start}px)` }}
      onPointerEnter={() => hover.set(load_id)}
      onPointerLeave={() => hover.set(null)}
      onClick={() => {
        active.set(load_id);
        onOpen(load_id, false);
      }}
    >
      {renderRow({ load_id, tall, reachable: isActive })}
    </GridRow>
  );
});
