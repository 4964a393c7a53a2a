/**
 * A virtualized list: a table with a header, or cards. One tab stop: arrow keys (or j and k) move, Enter opens. Where cells are text fields,
 * Tab goes along the row, and arrow keys and Enter from field to field within a column.
 */
import { defaultRangeExtractor, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
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
import { Grid, GridCell, GridColumnHeader, GridRow, GridRowGroup, rowFor } from '../Grid.tsx';
import { useFormatKey } from '../prefs.ts';
import shared from '../shared.module.css';
import { type Column, gridTemplate, hasLeastWidth } from './columns.ts';
import { GridHead, type GridSort } from './GridHead.tsx';
import classes from './VirtualGrid.module.css';

/** Firefox limits elements to 17.9 million pixels; other browsers allow more. */
export const MAX_PIXELS = 12_000_000;

export interface Scale {
  readonly height: number;
  /** Pixels of the list per pixel of the scroll bar. */
  readonly ratio: number;
}

export function scaleOf(total: number, viewport: number, max = MAX_PIXELS): Scale {
  if (total <= max) return { height: total, ratio: 1 };
  return { height: max, ratio: (total - viewport) / (max - viewport) };
}

const HEAD_HEIGHT = 32;
const OVERSCAN = 6;

/** The rows: an array, or pages of which some have not loaded. */
interface RowSource<T> {
  readonly count: number;
  /** Undefined while loading. */
  readonly row: (index: number) => T | undefined;
  /** Identifies the row's position in the grid. */
  readonly key: (index: number) => string;
  /** -1 when not found. */
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

/** Paged rows use their index as key, whether loaded or not. */
export const pagedRows = <T,>(count: number, row: RowSource<T>['row']): RowSource<T> => ({
  count,
  row,
  key: String,
  indexOf: Number,
});

export interface Cards<T> {
  /** Pixels. */
  readonly height: number;
  readonly render: (row: T) => ReactNode;
}

/** Rows that can be picked, to act on all of them at once. */
interface GridPicks<T> {
  readonly picked: ReadonlySet<string>;
  readonly nameOf: (row: T) => string;
  /** @param range everything since the row picked last */
  readonly onPick: (key: string, range: boolean) => void;
  readonly onAdd: (keys: readonly string[]) => void;
  /** Picks every row of the list, or none when all are picked. */
  readonly onAll: () => void;
}

interface VirtualGridProps<T, S extends string> {
  /** Element id, for focusing by shortcut; row ids start with it. */
  readonly id: string;
  readonly label: string;
  readonly rows: RowSource<T>;
  readonly columns: readonly Column<T, S>[];
  readonly rowHeight: number;
  /** Rows and cards grow with their texts; their heights are then the least. */
  readonly grows?: boolean;
  /** Cards instead of a table; null: a table. */
  readonly cards?: Cards<T> | null;
  readonly sort?: GridSort<S> | undefined;
  /** True for the row open in the panel; left out when rows do not open in a panel. */
  readonly isSelected?: (row: T) => boolean;
  /** Key of that row; scrolled into view when it changes. */
  readonly selected?: string | null | undefined;
  /** `by_key`: opened by keyboard, so the focus should move to what opens. */
  readonly onOpen?: ((row: T, by_key: boolean) => void) | undefined;
  readonly picks?: GridPicks<T> | undefined;
  readonly hasMore?: boolean;
  readonly isDeleted?: (row: T) => boolean;
  /** Class for rows with a different layout, such as several lines. */
  readonly rowClass?: string | undefined;
  readonly busy?: boolean;
  /** Called with the first and last visible index, and whenever the function changes; may return a cleanup. */
  readonly onVisibleRange?: (first: number, last: number) => ReturnType<EffectCallback>;
  /** Identifies the list; a change scrolls to the top. */
  readonly listKey?: unknown;
}

export function VirtualGrid<T, S extends string = string>(props: VirtualGridProps<T, S>) {
  const {
    id,
    rows,
    cards = null,
    sort,
    isSelected,
    selected,
    onOpen,
    picks,
    grows = false,
    onVisibleRange,
    listKey,
  } = props;
  const [active, setActive] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const columns = useVisibleColumns(scroller, props.columns);
  const head = cards ? 0 : 1;
  const rowHeight = cards ? cards.height : props.rowHeight;
  const { virtual, mover, height } = useRowPositions({
    scroller,
    rows,
    rowHeight,
    grows,
    headHeight: head * HEAD_HEIGHT,
    focused,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onVisibleRange?.(first, last), [onVisibleRange, first, last]);

  const activate = (at: number) => {
    setActive(rows.key(at));
    virtual.scrollToIndex(at, { align: 'auto' });
  };
  const showSelected = useEffectEvent((key: string) => {
    const at = rows.indexOf(key);
    if (at >= 0) activate(at);
  });
  useEffect(() => {
    if (selected !== null && selected !== undefined) showSelected(selected);
  }, [selected]);
  const scrollToTop = useEffectEvent(() => {
    setActive((before) => (before === null ? null : rows.key(0)));
    scroller.current?.scrollTo?.({ top: 0 });
  });
  const shownList = useRef(listKey);
  useEffect(() => {
    if (shownList.current !== listKey) scrollToTop();
    shownList.current = listKey;
  }, [listKey]);

  const moveToField = (event: KeyboardEvent) => {
    const { key, target, shiftKey } = event;
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: shiftKey ? -1 : 1 }[key];
    if (step === undefined || !(target instanceof HTMLInputElement) || target.name === '') return;
    event.preventDefault();
    const to = indexAround(target) + step;
    if (to < 0 || to >= rows.count) return;
    virtual.scrollToIndex(to, { align: 'auto' });
    // A row outside the viewport is rendered in the next frame.
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLInputElement>(`[data-index="${to}"] input[name="${CSS.escape(target.name)}"]`)
        ?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current) return moveToField(event);
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || !picks) return;
      picks.onAdd(keysOf(rows));
      event.preventDefault();
      return;
    }
    const at = active === null ? -1 : rows.indexOf(active);
    const to = rowFor(event.key, at, rows.count);
    const row = rows.row(at);
    if (to !== undefined) {
      // With Shift, the rows passed are picked.
      if (event.shiftKey && event.key.startsWith('Arrow'))
        picks?.onAdd([...(at < 0 ? [] : [rows.key(at)]), rows.key(to)]);
      activate(to);
    } else if (event.key === 'x' && picks && row !== undefined) picks.onPick(rows.key(at), false);
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row, true);
    else return;
    event.preventDefault();
  };

  const template = { '--grid-template': gridTemplate(columns), minWidth: 'min-content' };
  const is_wide = !cards && hasLeastWidth(columns);
  return (
    <div ref={scroller} className={classes.scroller} data-wide={is_wide || undefined}>
      <Grid
        ref={grid}
        id={id}
        aria-label={props.label}
        aria-busy={props.busy || undefined}
        // Unknown while the server has more rows.
        aria-rowcount={props.hasMore ? -1 : rows.count + head}
        data-picks={picks !== undefined || undefined}
        aria-activedescendant={items.some(({ key }) => key === active) ? `${id}-${active}` : undefined}
        className={classes.grid}
        style={cards ? undefined : (template as object)}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target !== grid.current) setFocused(rows.key(indexAround(target)));
          else if (active === null || rows.indexOf(active) < 0) setActive(rows.key(first));
        }}
      >
        {!cards && (
          <GridHead
            columns={columns}
            sort={sort}
            rowClass={props.rowClass}
            first={picks && <PickAll rows={rows} picks={picks} />}
          />
        )}
        <GridRowGroup className={classes.rows} style={{ height }}>
          <div ref={mover} role="presentation">
            {items.map(({ index, key, start, size }) => {
              const row = rows.row(index);
              const is_selected = row !== undefined && isSelected?.(row);
              return (
                <GridRow
                  key={key}
                  ref={grows ? virtual.measureElement : undefined}
                  id={`${id}-${key}`}
                  data-index={index}
                  data-grows={grows || undefined}
                  aria-rowindex={index + head + 1}
                  aria-selected={isSelected === undefined ? undefined : is_selected}
                  data-active={key === active || undefined}
                  data-selected={is_selected || undefined}
                  data-opens={onOpen !== undefined || undefined}
                  data-deleted={(row !== undefined && props.isDeleted?.(row)) || undefined}
                  data-cells={!cards || undefined}
                  className={`${classes.row} ${props.rowClass ?? ''}`}
                  style={{
                    [grows ? 'minHeight' : 'height']: grows ? rowHeight : size,
                    transform: `translateY(${start}px)`,
                  }}
                  data-picked={picks?.picked.has(rows.key(index)) || undefined}
                  onClick={(event) => {
                    setActive(rows.key(index));
                    if (row === undefined) return;
                    if (picks && (isOnBox(event.target) || event.shiftKey || event.ctrlKey || event.metaKey))
                      picks.onPick(rows.key(index), event.shiftKey);
                    else onOpen?.(row, false);
                  }}
                  // Shift picks rows, not their text.
                  onMouseDown={(event) => {
                    if (!picks) return;
                    // The keys of the grid work after a click on a box.
                    if (isOnBox(event.target)) grid.current?.focus();
                    else if (!event.shiftKey) return;
                    event.preventDefault();
                  }}
                >
                  {picks && row !== undefined && (
                    <GridCell className={classes.pick} data-pick>
                      <input
                        type="checkbox"
                        tabIndex={-1}
                        aria-label={`Pick ${picks.nameOf(row)}`}
                        checked={picks.picked.has(rows.key(index))}
                        // The row handles the click, with its keys.
                        onChange={() => undefined}
                      />
                    </GridCell>
                  )}
                  {row === undefined ? (
                    <GridCell className={classes.waiting} aria-label="Loading">
                      <span />
                    </GridCell>
                  ) : (
                    <Cells
                      row={row}
                      columns={columns as readonly Column<unknown>[]}
                      card={cards?.render as Cards<unknown>['render'] | undefined}
                    />
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

/** Index of the row that contains the element; -1 in the header. */
const indexAround = (element: Element) =>
  Number(element.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);

const keysOf = <T,>(rows: RowSource<T>) => Array.from({ length: rows.count }, (_, at) => rows.key(at));

interface PickAllProps<T> {
  readonly rows: RowSource<T>;
  readonly picks: GridPicks<T>;
}

function PickAll<T>({ rows, picks: { picked, onAll } }: PickAllProps<T>) {
  const count = keysOf(rows).filter((key) => picked.has(key)).length;
  const box = useRef<HTMLInputElement>(null);
  const is_some = count > 0 && count < rows.count;
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = is_some;
  }, [is_some]);
  return (
    <GridColumnHeader className={classes.pick} data-tip="Pick all shown (Ctrl A)">
      <input
        ref={box}
        type="checkbox"
        aria-label="Pick all shown"
        checked={count > 0 && count === rows.count}
        onChange={onAll}
      />
    </GridColumnHeader>
  );
}

const isOnBox = (target: EventTarget) => target instanceof Element && target.closest('[data-pick]') !== null;

interface CellsProps {
  readonly row: unknown;
  readonly columns: readonly Column<unknown>[];
  /** Instead of the columns. */
  readonly card: Cards<unknown>['render'] | undefined;
}

const Cells = memo(function Cells({ row, columns, card }: CellsProps) {
  useFormatKey();
  if (card) return <GridCell className={`${shared.column} ${classes.card}`}>{card(row)}</GridCell>;
  return columns.map(({ id, numeric, cell, title }) => (
    <GridCell key={id} data-column={id} data-numeric={numeric} title={title?.(row)}>
      {cell(row)}
    </GridCell>
  ));
});

/** Pixels that a panel beside the list takes of it (ListLayout). */
const coveredBy = (element: Element) =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue('--covered')) || 0;

/** The columns that fit the width of the list. */
function useVisibleColumns<T, S extends string>(
  scroller: RefObject<HTMLDivElement | null>,
  columns: readonly Column<T, S>[],
): readonly Column<T, S>[] {
  // Width step; infinity until measured.
  const [step, setStep] = useState(Number.POSITIVE_INFINITY);
  const steps = columns.flatMap(({ visibleFrom }) => visibleFrom ?? []);
  const measure = useEffectEvent(() => {
    const width = scroller.current === null ? 0 : scroller.current.clientWidth + coveredBy(scroller.current);
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
  readonly rowHeight: number;
  readonly grows: boolean;
  /** Height of the sticky header. */
  readonly headHeight: number;
  /** Key of the row that had the focus last: it stays rendered, so that scrolling does not end the typing. */
  readonly focused: string | null;
}

/** Positions rows; scales the scroll bar when the list exceeds the browser's maximum element height. */
function useRowPositions<T>({ scroller, rows, rowHeight, grows, headHeight, focused }: RowPositions<T>) {
  const fixedTotal = grows ? 0 : rows.count * rowHeight;
  const focused_at = focused === null ? -1 : rows.indexOf(focused);
  const { ratio, height } = scaleOf(fixedTotal, scroller.current?.clientHeight ?? 0);
  // Shifts the rows to the scroll position when scaled.
  const mover = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: rows.key,
    overscan: OVERSCAN,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return focused_at < 0 || focused_at >= rows.count || visible.includes(focused_at)
        ? visible
        : [...visible, focused_at].toSorted((a, b) => a - b);
    },
    observeElementOffset: (instance, notify) =>
      observeElementOffset(instance, (offset, scrolling) => {
        if (mover.current)
          mover.current.style.transform = ratio === 1 ? '' : `translateY(${offset - offset * ratio}px)`;
        notify(offset * ratio, scrolling);
      }),
    scrollToFn: (offset, { adjustments = 0 }, instance) =>
      instance.scrollElement?.scrollTo({ top: (offset + adjustments) / ratio }),
  });
  // Computed heights are forgotten when they change; measured ones report that themselves.
  useEffect(() => {
    if (!grows) virtual.measure();
  }, [virtual, rowHeight, grows, ratio]);
  return { virtual, mover, height: grows ? virtual.getTotalSize() : height };
}
