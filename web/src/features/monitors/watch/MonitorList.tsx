/**
 * The list of monitors: only the rows in sight exist. A grid with one tab stop: arrows (or j and k) move, Enter opens. While
 * the pointer is in it, rows keep their place; what waits is counted and shown on request or when the pointer leaves.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Grid, GridRow, GridRowGroup } from '../../../ui/Grid.tsx';
import { TRACKS } from './columns.ts';
import { ListHead } from './ListHead.tsx';
import { MonitorCard } from './MonitorCard.tsx';
import classes from './MonitorList.module.css';
import { MonitorRow } from './MonitorRow.tsx';
import type { MonitorStore } from './store.ts';
import type { MonitorView } from './view.ts';

export const MONITOR_GRID_ID = 'monitor-list';

const ROW_HEIGHT = 56;
/** Without and with a flag. */
const CARD_HEIGHTS = { plain: 112, flagged: 156 } as const;
const HEAD_HEIGHT = 32;
const OVERSCAN = 6;
const PAGE_ROWS = 10;

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

export function MonitorList({ store, view, as_cards, sort, onSort, onOpen, empty }: MonitorListProps) {
  const { ids, waiting } = useSyncExternalStore(view.subscribe, view.snapshot);
  const [active, setActive] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const sizeOf = (at: number) => {
    if (!as_cards) return ROW_HEIGHT;
    const flagged = store.facts(ids[at] as string)?.flags.length ?? 0;
    return flagged > 0 ? CARD_HEIGHTS.flagged : CARD_HEIGHTS.plain;
  };
  const getItemKey = useCallback((at: number) => ids[at] as string, [ids]);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    getItemKey,
    overscan: OVERSCAN,
    scrollPaddingStart: as_cards ? 0 : HEAD_HEIGHT,
  });
  // Heights are known, never measured; these are what they depend on.
  useEffect(() => virtual.measure(), [virtual, ids, as_cards]);
  useEffect(() => () => view.release(), [view]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = active === null ? -1 : ids.indexOf(active);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      PageDown: at + PAGE_ROWS,
      PageUp: at - PAGE_ROWS,
      Home: 0,
      End: ids.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const row = Math.max(0, Math.min(ids.length - 1, to));
      setActive(ids[row] ?? null);
      virtual.scrollToIndex(row, { align: 'auto' });
    } else if (event.key === 'Enter' && active !== null && at >= 0) onOpen(active);
    else return;
    event.preventDefault();
  };

  const items = virtual.getVirtualItems();
  const Row = as_cards ? MonitorCard : MonitorRow;
  const head = as_cards ? 0 : 1;
  return (
    <div
      className={classes.root}
      style={{ '--wp-monitor-tracks': TRACKS } as CSSProperties}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && view.hold()}
      onPointerLeave={() => view.release()}
    >
      <div ref={scroller} className={classes.scroller}>
        {ids.length === 0 ? (
          empty
        ) : (
          <Grid
            ref={grid}
            id={MONITOR_GRID_ID}
            aria-label="Monitors"
            aria-rowcount={ids.length + head}
            aria-activedescendant={items.some(({ key }) => key === active) ? `monitor-${active}` : undefined}
            className={classes.grid}
            onKeyDown={onKeyDown}
            onFocus={({ target }) => {
              if (target === grid.current && (active === null || !ids.includes(active)))
                setActive(ids[0] ?? null);
            }}
          >
            {!as_cards && <ListHead sort={sort} onSort={onSort} />}
            <GridRowGroup className={classes.rows} style={{ height: virtual.getTotalSize() }}>
              {items.map(({ index, key, start, size }) => (
                <GridRow
                  key={key}
                  id={`monitor-${key}`}
                  aria-rowindex={index + head + 1}
                  data-active={key === active || undefined}
                  className={classes.row}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onClick={() => onOpen(key as string)}
                >
                  <Row store={store} id={key as string} />
                </GridRow>
              ))}
            </GridRowGroup>
          </Grid>
        )}
      </div>
      {waiting > 0 && (
        <button type="button" className={classes.waiting} onClick={() => view.catchUp()}>
          {waiting === 1 ? '1 change waits' : `${waiting} changes wait`}: show
        </button>
      )}
    </div>
  );
}
