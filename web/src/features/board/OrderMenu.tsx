/** The button of order, groups and density; its menu comes when the board stands. */
import { ActionIcon } from '@mantine/core';
import { IconArrowsSort } from '../../ui/icons.ts';
import { later } from '../../ui/later.tsx';
import { type Grouping, SORT_WORDS, type Sort, type SortOrder } from './search.ts';

export interface OrderMenuProps {
  readonly sort: SortOrder;
  readonly onSort: (sort: SortOrder) => void;
  readonly grouping: Grouping;
  readonly onGroup: (grouping: Grouping) => void;
  readonly as_table: boolean;
  /** Null: there is no room for a table. */
  readonly onForm: ((form: 'rows' | 'table') => void) | null;
}

export const orderTip = (sort: SortOrder) => `Order: ${SORT_WORDS[sort.replace('-', '') as Sort]}`;

export const OrderMenu = later<OrderMenuProps>(
  async () => (await import('./OrderMenuOpen.tsx')).OrderMenuOpen,
  ({ sort, onWanted }) => (
    <ActionIcon
      aria-label="Order and groups"
      aria-haspopup="menu"
      aria-expanded={false}
      data-tip={orderTip(sort)}
      onClick={onWanted}
    >
      <IconArrowsSort size={18} aria-hidden />
    </ActionIcon>
  ),
);
