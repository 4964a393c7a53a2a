/** Saved views beside the board's list, joined with its address. */
import { ViewLine } from '../features/views/ViewLine.tsx';
import { ViewsMenu } from '../features/views/ViewsMenu.tsx';
import type { LaterProps } from '../ui/later.tsx';
import type { BoardViewsProps } from './BoardViewsButton.tsx';
import { boardOfViews } from './board-of-views.ts';

export function BoardViewsMenu({ wanted, ...board }: BoardViewsProps & LaterProps) {
  return <ViewsMenu board={boardOfViews(board)} wanted={wanted} />;
}

export function BoardViewLine(board: BoardViewsProps) {
  return <ViewLine board={boardOfViews(board)} />;
}
