/** Saved views and named lists beside the board's list, joined with its address. */
import { ListItems, type ListItemsProps } from '../features/loads/lists/ListItems.tsx';
import { ListsDialogs } from '../features/loads/lists/ListsDialogs.tsx';
import { ViewLine } from '../features/views/ViewLine.tsx';
import { ViewsMenu } from '../features/views/ViewsMenu.tsx';
import { useLive } from '../live/context.ts';
import type { LaterProps } from '../ui/later.tsx';
import type { BoardViewsProps } from './BoardViewsButton.tsx';
import { boardOfViews } from './board-of-views.ts';
import { exportBoard, shownLoads } from './export-board.ts';

export function BoardViewsMenu({ wanted, ...board }: BoardViewsProps & LaterProps) {
  const live = useLive();
  const { onSearch } = board;
  // What was typed or chosen for other loads would hide most of these.
  const openList = (list: string) =>
    onSearch({ list, tab: 'all', q: undefined, health: undefined, fleet: undefined, saved: undefined });
  return (
    <>
      <ViewsMenu
        board={boardOfViews(board)}
        onExport={(format) => exportBoard(live, board, format)}
        lists={<ShownListItems board={board} onOpen={openList} />}
        wanted={wanted}
      />
      <ListsDialogs onOpen={openList} />
    </>
  );
}

/** Drawn while the menu is open: what the list shows is looked up then. */
function ShownListItems({ board, onOpen }: Pick<ListItemsProps, 'onOpen'> & { board: BoardViewsProps }) {
  const live = useLive();
  return (
    <ListItems
      current={board.search.list}
      shown={shownLoads(live, board).map(({ load }) => load.load_id)}
      onOpen={onOpen}
    />
  );
}

export function BoardViewLine(board: BoardViewsProps) {
  return <ViewLine board={boardOfViews(board)} />;
}
