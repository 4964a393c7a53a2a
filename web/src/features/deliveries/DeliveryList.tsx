/** Deliveries as a table, and as cards on a phone. */
import type { Delivery } from '@waypost/contract/api/hooks';
import { type RowCards, RowGrid, type RowTable } from '../../ui/RowGrid.tsx';
import classes from './DeliveryRow.module.css';
import { DeliveryCard, DeliveryCells } from './DeliveryRow.tsx';

export const DELIVERY_GRID_ID = 'delivery-list';

const TABLE: RowTable<Delivery> = {
  columns: [
    { name: 'event', label: 'Event' },
    { name: 'outcome', label: 'What it did' },
    { name: 'state', label: 'State' },
    { name: 'received', label: 'Received' },
    { name: 'tries', label: 'Tries', figure: true },
    { name: 'signed', label: 'Signature' },
    { name: 'bytes', label: 'Size', figure: true },
  ],
  tracks: classes.tracks,
  height: 56,
  draw: (delivery) => <DeliveryCells delivery={delivery} />,
};
const CARDS: RowCards<Delivery> = { height: 108, draw: (delivery) => <DeliveryCard delivery={delivery} /> };

const idOf = ({ id }: Delivery) => id;

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
  return (
    <RowGrid
      id={DELIVERY_GRID_ID}
      label="Deliveries"
      rows={deliveries}
      keyOf={idOf}
      table={TABLE}
      cards={as_cards ? CARDS : null}
      selected={selected ?? null}
      onOpen={onOpen}
      has_more={has_more}
    />
  );
}
