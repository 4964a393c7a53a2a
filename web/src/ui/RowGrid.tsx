/**
 * A list of rows of which only those in sight exist: a table with a head, or cards. One tab stop: arrows (or j and k) move, Enter opens.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { Grid, GridRow, GridRowGroup } from './Grid.tsx';
import { GRID_HEAD_HEIGHT, type GridColumn, GridHead, type GridSort } from './GridHead.tsx';
import classes from './RowGrid.module.css';
import { rowFor } from './row-keys.ts';

/** In pixels. Of a function: the same one while it says the same heights. */
type Height<T> = number | ((row: T) => number);

export interface RowTable<T, S extends string = never> {
  readonly columns: readonly GridColumn<S>[];
  /** Class of `grid-template-columns`, set on head and rows alike. */
  readonly tracks: string | undefined;
  readonly height: Height<T>;
  /** Cells of a row. */
  readonly draw: (row: T) => ReactNode;
  /** Rows that Page up and down lead over; 10 unless told. */
  readonly page_rows?: number;
}

export interface RowCards<T> {
  readonly height: Height<T>;
  readonly draw: (row: T) => ReactNode;
}

export interface RowGridProps<T, S extends string> {
  /** Of the element, for a shortcut that leads to it; the ids of the rows begin with it. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly T[];
  /** The same function at each drawing. */
  readonly keyOf: (row: T) => string;
  readonly table: RowTable<T, S>;
  /** In place of the table and its head; null: as a table. */
  readonly cards?: RowCards<T> | null;
  readonly sort?: GridSort<S>;
  /** Key of the row that is open beside the list, null: none is. Undefined: rows open elsewhere, or not at all. */
  readonly selected?: string | null;
  /** `by_key`: the focus follows to where it opens. */
  readonly onOpen?: (key: string, by_key: boolean) => void;
  /** There are rows that are not here. */
  readonly has_more?: boolean;
  readonly ref?: Ref<RowGridHandle>;
}

export interface RowGridHandle {
  /** Brings the row into sight and makes it the one from which the arrows move; nothing if it is not here. */
  reveal(key: string): void;
}

export function RowGrid<T, S extends string = never>(props: RowGridProps<T, S>) {
  const { id, rows, keyOf, table, cards = null, selected, onOpen } = props;
  const [active, setActive] = useState<string | null>(selected ?? null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { height, draw } = cards ?? table;
  const head = cards ? 0 : 1;
  const keyAt = useCallback(
    (at: number) => {
      const row = rows[at];
      return row === undefined ? null : keyOf(row);
    },
    [rows, keyOf],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (typeof height === 'number' ? height : height(rows[at] as T)),
    getItemKey: useCallback((at: number) => keyAt(at) ?? at, [keyAt]),
    overscan: 6,
    scrollPaddingStart: head * GRID_HEAD_HEIGHT,
  });
  // Heights are known, never measured.
  useEffect(() => virtual.measure(), [virtual, height]);

  const goTo = (at: number) => {
    setActive(keyAt(at));
    virtual.scrollToIndex(at, { align: 'auto' });
  };
  const placeOf = (key: string | null) => rows.findIndex((row) => keyOf(row) === key);
  useImperativeHandle(props.ref, () => ({
    reveal: (key) => {
      const at = placeOf(key);
      if (at >= 0) goTo(at);
    },
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = placeOf(active);
    const to = rowFor(event.key, at, rows.length, table.page_rows);
    if (to !== undefined) goTo(to);
    else if (event.key === 'Enter' && active !== null && at >= 0) onOpen?.(active, true);
    else return;
    event.preventDefault();
  };

  const items = virtual.getVirtualItems();
  return (
    <div ref={scroller} className={classes.scroller}>
      <Grid
        ref={grid}
        id={id}
        aria-label={props.label}
        // Of how many, nobody knows while some are not here.
        aria-rowcount={props.has_more ? -1 : rows.length + head}
        aria-activedescendant={items.some(({ key }) => key === active) ? `${id}-${active}` : undefined}
        className={classes.grid}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target === grid.current && placeOf(active) < 0) setActive(keyAt(0));
        }}
      >
        {!cards && <GridHead columns={table.columns} tracks={table.tracks} sort={props.sort} />}
        <GridRowGroup className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start, size }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <GridRow
                  key={key}
                  id={`${id}-${key}`}
                  aria-rowindex={index + head + 1}
                  aria-selected={selected === undefined ? undefined : key === selected}
                  data-active={key === active || undefined}
                  data-selected={key === selected || undefined}
                  data-opens={onOpen !== undefined || undefined}
                  data-cells={!cards || undefined}
                  className={cards ? classes.row : `${classes.row} ${table.tracks ?? ''}`}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onClick={() => {
                    setActive(keyOf(row));
                    onOpen?.(keyOf(row), false);
                  }}
                >
                  {draw(row)}
                </GridRow>
              )
            );
          })}
        </GridRowGroup>
      </Grid>
    </div>
  );
}
