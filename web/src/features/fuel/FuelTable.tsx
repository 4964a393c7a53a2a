/** Transactions as a table of any length: only rows in sight exist, only pages near them are read. Arrows move, Enter opens. */

import type { FuelRow, FuelSort } from '@waypost/contract/api/fuel';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { isolated } from '../../ui/bidi.ts';
import { Grid, GridCell, GridColumnHeader, GridRow, GridRowGroup } from '../../ui/Grid.tsx';
import { GRID_HEAD_HEIGHT } from '../../ui/GridHead.tsx';
import { usePrefs, useWritingKey } from '../../ui/prefs.ts';
import { rowFor } from '../../ui/row-keys.ts';
import { SortArrow } from '../../ui/SortArrow.tsx';
import { FUEL_COLUMNS, type FuelColumn, tracksOf, widthOf } from './columns.ts';
import classes from './FuelTable.module.css';
import type { RowPages } from './row-pages.ts';
import type { Order } from './search.ts';
import { useScaledRows } from './use-scaled-rows.ts';

export const FUEL_GRID_ID = 'fuel-rows';

const ROW_HEIGHT = { comfortable: 40, compact: 30 } as const;
const CARD_HEIGHT = 84;
/** Read before they come into sight. */
const AHEAD = 40;
/** Pages are asked for this often at most while somebody scrolls. */
const ASK_MS = 120;

export interface FuelTableProps {
  readonly pages: RowPages<FuelRow>;
  /** Of the pages: another one draws again. */
  readonly version: number;
  readonly total: number;
  readonly columns: readonly FuelColumn[];
  readonly order: Order;
  readonly onSort: (sort: string) => void;
  readonly as_cards: boolean;
  readonly selected: string | undefined;
  /** `by_key`: the focus follows into the panel. */
  readonly onOpen: (row: FuelRow, by_key: boolean) => void;
}

export function FuelTable(props: FuelTableProps) {
  const { pages, version, total, columns, order, onSort, as_cards, selected, onOpen } = props;
  const { density } = usePrefs();
  const [active, setActive] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const head = as_cards ? 0 : 1;
  const { virtual, mover, height } = useScaledRows({
    scroller,
    count: total,
    height: as_cards ? CARD_HEIGHT : ROW_HEIGHT[density],
    head: as_cards ? 0 : GRID_HEAD_HEIGHT,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];

  const asked = useRef(0);
  // By the version too: after a failure the pages are asked for again.
  useEffect(() => {
    const ask = () => {
      asked.current = performance.now();
      pages.want(Math.max(0, first - AHEAD), Math.min(Math.max(0, total - 1), last + AHEAD));
    };
    const wait = asked.current + ASK_MS - performance.now();
    if (wait <= 0) return ask();
    const timer = setTimeout(ask, wait);
    return () => clearTimeout(timer);
  }, [pages, first, last, total, version]);

  // Another order, another table: from its top.
  useEffect(() => {
    setActive(null);
    if (pages.kept >= 0) scroller.current?.scrollTo?.({ top: 0 });
  }, [pages]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowFor(event.key, active ?? -1, total);
    const open = active === null ? undefined : pages.row(active);
    if (to !== undefined) {
      setActive(to);
      virtual.scrollToIndex(to, { align: 'auto' });
    } else if (event.key === 'Enter' && open) onOpen(open, true);
    else return;
    event.preventDefault();
  };

  const tracks = tracksOf(columns);
  return (
    <div ref={scroller} className={classes.scroller} data-fuel-scroller>
      <Grid
        ref={grid}
        id={FUEL_GRID_ID}
        aria-label="Transactions"
        aria-rowcount={total + head}
        aria-activedescendant={
          active !== null && active >= first && active <= last ? `fuel-${active}` : undefined
        }
        className={classes.grid}
        style={as_cards ? undefined : ({ minWidth: widthOf(columns), '--fuel-tracks': tracks } as object)}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target === grid.current && active === null) setActive(first);
        }}
      >
        {!as_cards && <Head columns={columns} order={order} onSort={onSort} />}
        <GridRowGroup className={classes.rows} style={{ height }}>
          <div ref={mover} role="presentation">
            {items.map(({ index, start, size }) => {
              const row = pages.row(index);
              return (
                <GridRow
                  key={index}
                  id={`fuel-${index}`}
                  aria-rowindex={index + head + 1}
                  aria-selected={row !== undefined && row.id === selected}
                  data-active={index === active || undefined}
                  data-selected={(row !== undefined && row.id === selected) || undefined}
                  data-opens
                  className={classes.row}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onClick={() => {
                    setActive(index);
                    if (row) onOpen(row, false);
                  }}
                >
                  {row === undefined ? (
                    <Waiting />
                  ) : as_cards ? (
                    <Card row={row} />
                  ) : (
                    <Cells row={row} columns={columns} />
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

interface HeadProps {
  readonly columns: readonly FuelColumn[];
  readonly order: Order;
  readonly onSort: (sort: string) => void;
}

/** Figures and times are first asked for with the most and the latest on top. */
const downFirst = ({ figure, key }: FuelColumn) => figure === true || key === 'occurred_at';

function Head({ columns, order, onSort }: HeadProps) {
  const next = (column: FuelColumn, sort: FuelSort) => {
    const other = order.sort_order === 'asc' ? `-${sort}` : sort;
    return order.sort_by === sort ? other : downFirst(column) ? `-${sort}` : sort;
  };
  return (
    <GridRowGroup className={classes.head}>
      <GridRow aria-rowindex={1} className={classes.cells} data-cells>
        {columns.map((column) => {
          const { key, label, sort, figure } = column;
          const here = sort === order.sort_by;
          const way = order.sort_order === 'asc' ? 'ascending' : 'descending';
          return (
            <GridColumnHeader
              key={key}
              data-figure={figure}
              aria-sort={sort ? (here ? way : 'none') : undefined}
              title={key}
            >
              {sort ? (
                <button type="button" className={classes.turn} onClick={() => onSort(next(column, sort))}>
                  {label}
                  <SortArrow order={here ? way : 'none'} />
                </button>
              ) : (
                label
              )}
            </GridColumnHeader>
          );
        })}
      </GridRow>
    </GridRowGroup>
  );
}

function Waiting() {
  return (
    <GridCell className={classes.waiting} aria-label="Being read">
      <span />
    </GridCell>
  );
}

const Cells = memo(function Cells({
  row,
  columns,
}: {
  readonly row: FuelRow;
  readonly columns: readonly FuelColumn[];
}) {
  useWritingKey();
  return (
    <div
      className={classes.cells}
      data-cells
      role="presentation"
      data-deleted={row.deleted_at != null || undefined}
    >
      {columns.map(({ key, figure, text }) => (
        <GridCell key={key} data-column={key} data-figure={figure}>
          {text(row)}
        </GridCell>
      ))}
    </div>
  );
});

const textOf = (key: string, row: FuelRow) => FUEL_COLUMNS.find((column) => column.key === key)?.text(row);

const Card = memo(function Card({ row }: { readonly row: FuelRow }) {
  useWritingKey();
  return (
    <GridCell className={classes.card} data-deleted={row.deleted_at != null || undefined}>
      <span>
        <strong>{textOf('total_cost', row) ?? 'No cost told'}</strong>
        <em>{textOf('fuel_volume', row)}</em>
      </span>
      <span>
        {[row.fuel_vendor, row.transaction_jurisdiction, row.fuel_type]
          .flatMap((part) => (part ? isolated(part) : []))
          .join(', ')}
        <em>{row.source_vehicle_id}</em>
      </span>
      <span>
        {textOf('occurred_at', row)}
        <em>{textOf('checks', row)}</em>
      </span>
    </GridCell>
  );
});
