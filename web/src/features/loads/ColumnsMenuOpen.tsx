/** Which columns the table has. */
import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import { IconColumns } from '../../ui/icons.ts';
import { type LaterProps, useOpened } from '../../ui/later.tsx';
import type { ColumnsMenuProps } from './ColumnsMenu.tsx';
import { COLUMNS } from './columns.ts';

export function ColumnsMenuOpen({ chosen, shown, onColumns, wanted }: ColumnsMenuProps & LaterProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(wanted, button);
  return (
    <Menu width={280} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="Columns" data-tip="Columns">
          <IconColumns size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={chosen.map(({ id }) => id)} onChange={onColumns}>
          {COLUMNS.filter(({ always }) => !always).map((column) => (
            <Menu.CheckboxItem key={column.id} value={column.id}>
              {column.header}
              {chosen.includes(column) && !shown.includes(column) && ': widen the list to see it'}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
