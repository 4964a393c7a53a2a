/** Entities as a table of any length: only the rows in sight exist, only their pages are read. One tab stop: arrows move. */
import { useVirtualizer } from '@tanstack/react-virtual';
import type { UsageEntity } from '@waypost/contract/api/usage';
import type { USAGE_ENTITY_SORTS } from '@waypost/contract/api/words';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { countText } from '../../ui/chart/words.ts';
import { Grid, GridCell, GridColumnHeader, GridRow, GridRowGroup } from '../../ui/Grid.tsx';
import { GRID_HEAD_HEIGHT } from '../../ui/GridHead.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { utcText } from '../../ui/time.ts';
import { useLayout } from '../../ui/use-media.ts';
import classes from './Entities.module.css';

type Sort = (typeof USAGE_ENTITY_SORTS)[number];

export interface EntityTableProps {
  /** Names the list: another one begins at its top. */
  readonly list: string;
  /** Null: not known yet. */
  readonly total: number | null;
  /** Undefined: on its way. */
  readonly row: (at: number) => UsageEntity | undefined;
  readonly onSight: (rows: readonly [number, number]) => void;
  readonly sort_by: Sort;
  readonly sort_order: 'asc' | 'desc';
  readonly onSort: (by: Sort) => void;
}

const ROW = 36;
const PAGE_ROWS = 10;
/** Rows drawn while nobody knows how many there are. */
const SKELETON = 8;

const COLUMNS: readonly {
  readonly name: string;
  readonly label: string;
  readonly sort?: Sort;
  readonly figure?: true;
}[] = [
  { name: 'entity', label: 'Entity', sort: 'entity_id' },
  { name: 'type', label: 'Type' },
  { name: 'rest', label: 'REST calls', sort: 'rest_api_count', figure: true },
  { name: 'hook', label: 'Webhook', sort: 'webhook_count', figure: true },
  { name: 'total', label: 'Total', sort: 'total', figure: true },
  { name: 'active', label: 'State' },
  { name: 'latest', label: 'Latest call, UTC', sort: 'latest_call_in_month' },
];

export function EntityTable({ list, total, row, onSight, sort_by, sort_order, onSort }: EntityTableProps) {
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const count = total ?? SKELETON;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollPaddingStart: GRID_HEAD_HEIGHT,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onSight([first, last]), [onSight, first, last]);
  // In place: whoever sorts by keyboard keeps the focus on the head.
  useEffect(() => {
    setActive(0);
    if (list !== '') scroller.current?.scrollTo?.({ top: 0 });
  }, [list]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE_ROWS,
      PageUp: active - PAGE_ROWS,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(count - 1, to));
    setActive(at);
    virtual.scrollToIndex(at, { align: 'auto' });
  };
  const Arrow = sort_order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <div ref={scroller} className={classes.scroller}>
      <Grid
        ref={grid}
        aria-label="Entities"
        aria-rowcount={total === null ? -1 : total + 1}
        aria-busy={total === null}
        aria-activedescendant={
          items.some(({ index }) => index === active) ? `usage-entity-${active}` : undefined
        }
        className={classes.grid}
        onKeyDown={onKeyDown}
      >
        <GridRowGroup className={classes.head}>
          <GridRow aria-rowindex={1} className={classes.cells} data-cells>
            {COLUMNS.map(({ name, label, sort, figure }) => (
              <GridColumnHeader
                key={name}
                data-column={name}
                data-figure={figure}
                aria-sort={
                  sort === undefined || sort !== sort_by
                    ? undefined
                    : sort_order === 'asc'
                      ? 'ascending'
                      : 'descending'
                }
              >
                {sort === undefined ? (
                  label
                ) : (
                  <button type="button" onClick={() => onSort(sort)}>
                    {sort === sort_by && <Arrow size={12} aria-hidden />}
                    {label}
                  </button>
                )}
              </GridColumnHeader>
            ))}
          </GridRow>
        </GridRowGroup>
        <GridRowGroup className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => (
            <GridRow
              key={key}
              id={`usage-entity-${index}`}
              aria-rowindex={index + 2}
              data-active={index === active || undefined}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Cells entity={row(index)} />
            </GridRow>
          ))}
        </GridRowGroup>
      </Grid>
    </div>
  );
}

function Cells({ entity }: { readonly entity: UsageEntity | undefined }) {
  const phone = useLayout() === 'phone';
  if (!entity)
    return (
      <div className={classes.cells} data-cells>
        {COLUMNS.map(({ name }) => (
          <GridCell key={name} data-column={name} className={classes.wait}>
            <span />
          </GridCell>
        ))}
      </div>
    );
  const { entity_id, entity_type, name, rest_api_count, webhook_count, is_active } = entity;
  return (
    <div className={classes.cells} data-cells>
      <GridCell data-column="entity">
        {name !== null && <strong>{name} </strong>}
        {entity_id === null ? 'no id' : <MonoId label="entity_id" value={entity_id} max={phone ? 12 : 18} />}
      </GridCell>
      <GridCell data-column="type">{entity_type ?? 'no type'}</GridCell>
      <GridCell data-column="rest" data-figure>
        {countText(rest_api_count)}
      </GridCell>
      <GridCell data-column="hook" data-figure>
        {countText(webhook_count)}
      </GridCell>
      <GridCell data-column="total" data-figure>
        {countText(rest_api_count + webhook_count)}
      </GridCell>
      <GridCell data-column="active">
        {is_active === null ? 'not told' : is_active ? 'active' : 'inactive'}
      </GridCell>
      <GridCell data-column="latest">
        {entity.latest_call_in_month === null
          ? 'not told'
          : utcText(entity.latest_call_in_month).slice(0, 16)}
      </GridCell>
    </div>
  );
}
