/** Saved views beside the board's list, joined with its address. */
import { ViewLine } from '../features/views/ViewLine.tsx';
import { ViewsMenu } from '../features/views/ViewsMenu.tsx';
import { useLive } from '../live/context.ts';
import type { LaterProps } from '../ui/later.tsx';
import type { BoardViewsProps } from './BoardViewsButton.tsx';
import { boardOfViews } from './board-of-views.ts';
import { exportBoard } from './export-board.ts';

export function BoardViewsMenu({ wanted, ...board }: BoardViewsProps & LaterProps) {
  const live = useLive();
  return (
    <ViewsMenu
      board={boardOfViews(board)}
      onExport={(format) => exportBoard(live, board.search, format)}
      wanted={wanted}
    />
  );
}

export function BoardViewLine(board: BoardViewsProps) {
  return <ViewLine board={boardOfViews(board)} />;
}
