/**
 * A list of any length of which only the rows in sight exist: a table with a head, or cards. One tab stop: arrows (or j and k) move,
 * Enter opens.
 */
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import {
  type EffectCallback,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Grid, GridCell, GridRow, GridRowGroup, rowFor } from '../Grid.tsx';
import { useWritingKey } from '../prefs.ts';
import shared from '../shared.module.css';
import { type Column, fixedWidth, gridTemplate } from './columns.ts';
import { GridHead, type GridSort } from './GridHead.tsx';
import classes from './VirtualGrid.module.css';

/** Firefox ends at 17.9 million pixels, others later. */
export const MOST_PIXELS = 12_000_000;

export interface Scale {
  readonly height: number;
  /** Pixels of the list for each of the scroll bar. */
  readonly ratio: number;
}

export function scaleOf(total: number, viewport: number, most = MOST_PIXELS): Scale {
  if (total <= most) return { height: total, ratio: 1 };
  return { height: most, ratio: (total - viewport) / (most - viewport) };
}

const HEAD_HEIGHT = 32;
const OVERSCAN = 6;

/** Where the rows come from: an array, or pages of which some are not here. */
interface RowSource<T> {
  readonly count: number;
  /** Undefined: it is on its way. */
  readonly row: (index: number) => T | undefined;
  /** Identifies the place of a row in the grid. */
  readonly key: (index: number) => string;
  /** -1: not here. */
  readonly indexOf: (key: string) => number;
}

export function arrayRows<T>(rows: readonly T[], keyOf: (row: T) => string): RowSource<T> {
  return {
    count: rows.length,
    row: (index) => rows[index],
    key: (index) => {
      const row = rows[index];
      return row === undefined ? String(index) : keyOf(row);
    },
    indexOf: (key) => rows.findIndex((row) => keyOf(row) === key),
  };
}

/** Rows that are read page by page: a row keeps its index for a key, whether it is here or not. */
export const pagedRows = <T,>(count: number, row: RowSource<T>['row']): RowSource<T> => ({
  count,
  row,
  key: String,
  indexOf: Number,
});

export interface Cards<T> {
  /** Pixels. Of a function: the same one while it gives the same heights. */
  readonly height: number | ((row: T) => number);
  readonly render: (row: T) => ReactNode;
}

interface VirtualGridProps<T, S extends string> {
  /** Of the element, for a shortcut that leads to it; the ids of the rows begin with it. */
  readonly id: string;
  readonly label: string;
  readonly rows: RowSource<T>;
  readonly columns: readonly Column<T, S>[];
  /** Pixels. */
  readonly rowHeight: number | ((row: T) => number);
  /** In place of the table and its head; null: as a table. */
  readonly cards?: Cards<T> | null;
  readonly sort?: GridSort<S> | undefined;
  /** True for the row that is open beside the list; left out where rows open elsewhere, or not at all. */
  readonly isSelected?: (row: T) => boolean;
  /** Key of that row: it is brought into sight when it becomes another one. */
  readonly selected?: string | null | undefined;
  /** `by_key`: the focus follows to where it opens. */
  readonly onOpen?: ((row: T, by_key: boolean) => void) | undefined;
  /** There are rows that are not here. */
  readonly hasMore?: boolean;
  /** Rows that Page up and Page down lead over. */
  readonly pageRows?: number;
  /** Struck through. */
  readonly isDeleted?: (row: T) => boolean;
  /** Rows of a table may stand on several lines: a class with a template of its own. */
  readonly rowClass?: string | undefined;
  readonly busy?: boolean;
  /** Called with the first and last row in sight; another function is called again. What it returns ends it. */
  readonly onSight?: (first: number, last: number) => ReturnType<EffectCallback>;
  /** Names the list: another one begins at its top. */
  readonly listKey?: unknown;
}

export function VirtualGrid<T, S extends string = string>(props: VirtualGridProps<T, S>) {
  const { id, rows, cards = null, sort, isSelected, selected, onOpen, onSight, listKey } = props;
  const [active, setActive] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const columns = useVisibleColumns(scroller, props.columns);
  const head = cards ? 0 : 1;
  const { virtual, mover, height } = useRowPositions({
    scroller,
    rows,
    rowHeight: cards ? cards.height : props.rowHeight,
    headHeight: head * HEAD_HEIGHT,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onSight?.(first, last), [onSight, first, last]);

  const goTo = (at: number) => {
    setActive(rows.key(at));
    virtual.scrollToIndex(at, { align: 'auto' });
  };
  const showSelected = useEffectEvent((key: string) => {
    const at = rows.indexOf(key);
    if (at >= 0) goTo(at);
  });
  useEffect(() => {
    if (selected !== null && selected !== undefined) showSelected(selected);
  }, [selected]);
  const toTop = useEffectEvent(() => {
    setActive((before) => (before === null ? null : rows.key(0)));
    scroller.current?.scrollTo?.({ top: 0 });
  });
  const shownList = useRef(listKey);
  useEffect(() => {
    if (shownList.current !== listKey) toTop();
    shownList.current = listKey;
  }, [listKey]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = active === null ? -1 : rows.indexOf(active);
    const to = rowFor(event.key, at, rows.count, props.pageRows);
    const row = rows.row(at);
    if (to !== undefined) goTo(to);
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row, true);
    else return;
    event.preventDefault();
  };

  const minWidth = cards ? null : fixedWidth(columns);
  const template = { '--grid-template': gridTemplate(columns), minWidth: minWidth ?? undefined };
  return (
    <div ref={scroller} className={classes.scroller} data-wide={minWidth !== null || undefined}>
      <Grid
        ref={grid}
        id={id}
        aria-label={props.label}
        aria-busy={props.busy || undefined}
        // Of how many, nobody knows while some are not here.
        aria-rowcount={props.hasMore ? -1 : rows.count + head}
        aria-activedescendant={items.some(({ key }) => key === active) ? `${id}-${active}` : undefined}
        className={classes.grid}
        style={cards ? undefined : (template as object)}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target === grid.current && (active === null || rows.indexOf(active) < 0))
            setActive(rows.key(first));
        }}
      >
        {!cards && <GridHead columns={columns} sort={sort} rowClass={props.rowClass} />}
        <GridRowGroup className={classes.rows} style={{ height }}>
          <div ref={mover} role="presentation">
            {items.map(({ index, key, start, size }) => {
              const row = rows.row(index);
              const is_selected = row !== undefined && isSelected?.(row);
              return (
                <GridRow
                  key={key}
                  id={`${id}-${key}`}
                  aria-rowindex={index + head + 1}
                  aria-selected={isSelected === undefined ? undefined : is_selected}
                  data-active={key === active || undefined}
                  data-selected={is_selected || undefined}
                  data-opens={onOpen !== undefined || undefined}
                  data-deleted={(row !== undefined && props.isDeleted?.(row)) || undefined}
                  data-cells={!cards || undefined}
                  className={`${classes.row} ${props.rowClass ?? ''}`}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onClick={() => {
                    setActive(rows.key(index));
                    if (row !== undefined) onOpen?.(row, false);
                  }}
                >
                  {row === undefined ? (
                    <GridCell className={classes.waiting} aria-label="Loading">
                      <span />
                    </GridCell>
                  ) : cards ? (
                    <Card row={row} render={cards.render as Cards<unknown>['render']} />
                  ) : (
                    <Cells row={row} columns={columns as readonly Column<unknown>[]} />
                  )}
                </GridRow>
              );
            })}
          </div>
        </GridRowGroup>
      </Grid>
    </div>
  );
}

const Cells = memo(function Cells({
  row,
  columns,
}: {
  readonly row: unknown;
  readonly columns: readonly Column<unknown>[];
}) {
  useWritingKey();
  return columns.map(({ id, numeric, cell, title }) => (
    <GridCell key={id} data-column={id} data-numeric={numeric} title={title?.(row)}>
      {cell(row)}
    </GridCell>
  ));
});

const Card = memo(function Card({
  row,
  render,
}: {
  readonly row: unknown;
  readonly render: Cards<unknown>['render'];
}) {
  useWritingKey();
  return <GridCell className={`${shared.column} ${classes.card}`}>{render(row)}</GridCell>;
});

/** Columns that the width of the list has room for. */
function useVisibleColumns<T, S extends string>(
  scroller: RefObject<HTMLDivElement | null>,
  columns: readonly Column<T, S>[],
): readonly Column<T, S>[] {
  /** Infinity until it is measured. */
  const [step, setStep] = useState(Number.POSITIVE_INFINITY);
  const steps = columns.flatMap(({ visibleFrom }) => visibleFrom ?? []);
  const measure = useEffectEvent(() => {
    const width = scroller.current?.clientWidth ?? 0;
    if (width > 0) setStep(Math.max(0, ...steps.filter((from) => from <= width)));
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    measure();
    const observer = new ResizeObserver(() => measure());
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return useMemo(() => columns.filter(({ visibleFrom = 0 }) => visibleFrom <= step), [columns, step]);
}

interface RowPositions<T> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: RowSource<T>;
  readonly rowHeight: number | ((row: T) => number);
  /** Covered at the top by a head that stays. */
  readonly headHeight: number;
}

/** Rows of known height, also more of them than a browser lets an element be high. */
function useRowPositions<T>({ scroller, rows, rowHeight, headHeight }: RowPositions<T>) {
  const heightOf = (index: number) => {
    if (typeof rowHeight === 'number') return rowHeight;
    const row = rows.row(index);
    return row === undefined ? 0 : rowHeight(row);
  };
  const fixedTotal = typeof rowHeight === 'number' ? rows.count * rowHeight : 0;
  const { ratio, height } = scaleOf(fixedTotal, scroller.current?.clientHeight ?? 0);
  /** Moves the rows to where the scroll bar is. */
  const mover = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: rows.key,
    overscan: OVERSCAN,
    scrollPaddingStart: headHeight,
    observeElementOffset: (instance, notify) =>
      observeElementOffset(instance, (offset, scrolling) => {
        if (mover.current)
          mover.current.style.transform = ratio === 1 ? '' : `translateY(${offset - offset * ratio}px)`;
        notify(offset * ratio, scrolling);
      }),
    scrollToFn: (offset, { adjustments = 0 }, instance) =>
      instance.scrollElement?.scrollTo({ top: (offset + adjustments) / ratio }),
  });
  // Heights are known, never measured.
  useEffect(() => virtual.measure(), [virtual, rowHeight, ratio]);
  return { virtual, mover, height: typeof rowHeight === 'number' ? height : virtual.getTotalSize() };
}
