/** Order, groups and density of the list. */
import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import { IconArrowsSort } from '../../ui/icons.ts';
import { type LaterProps, useOpened } from '../../ui/later.tsx';
import { prefs, usePrefs } from '../../ui/prefs.ts';
import { type OrderMenuProps, orderTip } from './OrderMenu.tsx';
import { GROUPING_WORDS, type Grouping, SORT_WORDS, type Sort } from './search.ts';

export function OrderMenuOpen(props: OrderMenuProps & LaterProps) {
  const { sort, onSort, grouping, onGroup, as_table, onForm, wanted } = props;
  const { density } = usePrefs();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(wanted, button);
  return (
    <Menu width={220} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="Order and groups" data-tip={orderTip(sort)}>
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Group by</Menu.Label>
        <Menu.RadioGroup value={grouping} onChange={(to) => onGroup(to as Grouping)}>
          {(Object.keys(GROUPING_WORDS) as Grouping[]).map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {GROUPING_WORDS[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Order</Menu.Label>
        <Menu.RadioGroup value={sort} onChange={(to) => onSort(to as Sort)}>
          {(Object.keys(SORT_WORDS) as Sort[]).map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {SORT_WORDS[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {onForm && (
          <Menu.CheckboxItem checked={as_table} onChange={(table) => onForm(table ? 'table' : 'rows')}>
            Table with columns
          </Menu.CheckboxItem>
        )}
        <Menu.CheckboxItem
          checked={density === 'compact'}
          onChange={(compact) => prefs.set({ density: compact ? 'compact' : 'comfortable' })}
        >
          Compact rows
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
