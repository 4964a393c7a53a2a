/** The button of saved views; its menu is loaded after the board is ready. */
import { ActionIcon } from '@mantine/core';
import type { Listed } from '../features/board/query.ts';
import type { BoardSearch } from '../features/board/search.ts';
import type { LoadColumn } from '../features/loads/columns.ts';
import { IconBookmark } from '../ui/icons.ts';
import { later } from '../ui/later.tsx';

export interface BoardViewsProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: Partial<BoardSearch>, replace?: boolean) => void;
  /** Loads of the list that the address names; null: it is still being read. */
  readonly listed: Listed | null | undefined;
  /** Of the table; null while there is none. */
  readonly columns: readonly LoadColumn[] | null;
}

export const BoardViewsButton = later<BoardViewsProps>(
  async () => (await import('./BoardViews.tsx')).BoardViewsMenu,
  ({ onWanted }) => (
    <ActionIcon
      aria-label="Saved views"
      aria-haspopup="menu"
      aria-expanded={false}
      data-tip="Saved views and lists"
      onClick={onWanted}
    >
      <IconBookmark size={18} aria-hidden />
    </ActionIcon>
  ),
);
