/** Deliveries as a table: only the rows in sight exist. One tab stop: arrows (or j and k) move, Enter opens. */
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Delivery } from '@waypost/contract/api/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Grid, GridColumnHeader, GridRow, GridRowGroup } from '../../ui/Grid.tsx';
import classes from './DeliveryList.module.css';
import { DeliveryCard, DeliveryCells } from './DeliveryRow.tsx';

export const DELIVERY_GRID_ID = 'delivery-list';

const ROW_HEIGHT = 56;
const CARD_HEIGHT = 108;
const HEAD_HEIGHT = 32;
const PAGE_ROWS = 10;
const COLUMNS: readonly { readonly name: string; readonly label: string; readonly figure?: true }[] = [
  { name: 'event', label: 'Event' },
  { name: 'outcome', label: 'What it did' },
  { name: 'state', label: 'State' },
  { name: 'received', label: 'Received' },
  { name: 'tries', label: 'Tries', figure: true },
  { name: 'signed', label: 'Signature' },
  { name: 'bytes', label: 'Size', figure: true },
];

export interface DeliveryListProps {
  readonly deliveries: readonly Delivery[];
  /** Older ones are there that are not shown. */
  readonly has_more: boolean;
  readonly as_cards: boolean;
  readonly selected: string | undefined;
  /** `by_key`: the focus follows into the panel. */
  readonly onOpen: (id: string, by_key: boolean) => void;
}

export function DeliveryList({ deliveries, has_more, as_cards, selected, onOpen }: DeliveryListProps) {
  const [active, setActive] = useState<string | null>(selected ?? null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: deliveries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (as_cards ? CARD_HEIGHT : ROW_HEIGHT),
    getItemKey: (at) => deliveries[at]?.id ?? at,
    overscan: 6,
    scrollPaddingStart: as_cards ? 0 : HEAD_HEIGHT,
  });
  // Heights are known, never measured.
  useEffect(() => virtual.measure(), [virtual, as_cards]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = deliveries.findIndex(({ id }) => id === active);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      PageDown: at + PAGE_ROWS,
      PageUp: at - PAGE_ROWS,
      Home: 0,
      End: deliveries.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const row = Math.max(0, Math.min(deliveries.length - 1, to));
      setActive(deliveries[row]?.id ?? null);
      virtual.scrollToIndex(row, { align: 'auto' });
    } else if (event.key === 'Enter' && active !== null && at >= 0) onOpen(active, true);
    else return;
    event.preventDefault();
  };

  const items = virtual.getVirtualItems();
  const Row = as_cards ? DeliveryCard : DeliveryCells;
  const head = as_cards ? 0 : 1;
  return (
    <div ref={scroller} className={classes.scroller}>
      <Grid
        ref={grid}
        id={DELIVERY_GRID_ID}
        aria-label="Deliveries"
        // Of how many, nobody knows until the last page is here.
        aria-rowcount={has_more ? -1 : deliveries.length + head}
        aria-activedescendant={items.some(({ key }) => key === active) ? `delivery-${active}` : undefined}
        className={classes.grid}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target === grid.current && !deliveries.some(({ id }) => id === active))
            setActive(deliveries[0]?.id ?? null);
        }}
      >
        {!as_cards && (
          <GridRowGroup className={classes.head}>
            <GridRow aria-rowindex={1} className={classes.cells}>
              {COLUMNS.map(({ name, label, figure }) => (
                <GridColumnHeader key={name} data-column={name} data-figure={figure}>
                  {label}
                </GridColumnHeader>
              ))}
            </GridRow>
          </GridRowGroup>
        )}
        <GridRowGroup className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start, size }) => {
            const delivery = deliveries[index];
            return (
              delivery && (
                <GridRow
                  key={key}
                  id={`delivery-${key}`}
                  aria-rowindex={index + head + 1}
                  aria-selected={delivery.id === selected}
                  data-active={delivery.id === active || undefined}
                  data-selected={delivery.id === selected || undefined}
                  className={classes.row}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onClick={() => {
                    setActive(delivery.id);
                    onOpen(delivery.id, false);
                  }}
                >
                  <Row delivery={delivery} />
                </GridRow>
              )
            );
          })}
        </GridRowGroup>
      </Grid>
    </div>
  );
}
