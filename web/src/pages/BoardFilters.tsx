import { FleetFilter } from '../features/board/ListTools.tsx';
import type { Listed } from '../features/board/query.ts';
import { ListLine } from '../features/loads/lists/Lists.tsx';
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
