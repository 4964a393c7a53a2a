/** What narrows the board's list beside search and health: a saved view, a fleet, a named list. Loaded when the address names one. */
import { FleetFilter } from '../features/board/FleetFilter.tsx';
import type { Listed } from '../features/board/query.ts';
import { ListLine } from '../features/loads/lists/ListLine.tsx';
import { BoardViewLine } from './BoardViews.tsx';
import type { BoardViewsProps } from './BoardViewsButton.tsx';

export interface BoardFiltersProps extends BoardViewsProps {
  readonly onListed: (listed: Listed) => void;
}

export default function BoardFilters({ onListed, ...board }: BoardFiltersProps) {
  const { search, onSearch } = board;
  const { saved, fleet, list } = search;
  return (
    <>
      {saved && <BoardViewLine key={saved} {...board} />}
      {fleet && <FleetFilter fleet={fleet} onClear={() => onSearch({ fleet: undefined })} />}
      {list && (
        <ListLine
          key={list}
          list_id={list}
          onListed={onListed}
          onLeave={() => onSearch({ list: undefined })}
        />
      )}
    </>
  );
}
