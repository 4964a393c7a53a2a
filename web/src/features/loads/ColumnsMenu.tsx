/** The button of the table's columns; its menu comes when the board stands. */
import { ActionIcon } from '@mantine/core';
import { IconColumns } from '../../ui/icons.ts';
import { later } from '../../ui/later.tsx';
import type { LoadColumn } from './columns.ts';

export interface ColumnsMenuProps {
  /** Those that were chosen, and those of them for which there is room. */
  readonly chosen: readonly LoadColumn[];
  readonly shown: readonly LoadColumn[];
  readonly onColumns: (columns: readonly string[]) => void;
}

export const ColumnsMenu = later<ColumnsMenuProps>(
  async () => (await import('./ColumnsMenuOpen.tsx')).ColumnsMenuOpen,
  ({ onWanted }) => (
    <ActionIcon
      aria-label="Columns"
      aria-haspopup="menu"
      aria-expanded={false}
      data-tip="Columns"
      onClick={onWanted}
    >
      <IconColumns size={18} aria-hidden />
    </ActionIcon>
  ),
);
