/** The board's address as saved views hold it: all of it but what is open at the moment. */
import type { ViewSearch } from '@waypost/contract/api/views';
import { type BoardSearch, boardSearch } from '../features/board/search.ts';
import type { BoardOfViews } from '../features/views/board-view.ts';
import { stringifySearch } from '../routes/search-params.ts';
import type { BoardViewsProps } from './BoardViewsButton.tsx';

/** What is open, and which view it was: no part of a view. */
const OPEN: ReadonlySet<string> = new Set(['saved', 'load', 'view', 'add']);
const PARAMETERS = Object.keys(boardSearch.shape).filter((name) => !OPEN.has(name));
/** The address without any of them. */
const NONE: Partial<BoardSearch> = Object.fromEntries(PARAMETERS.map((name) => [name, undefined]));

function parametersOf(search: BoardSearch): ViewSearch {
  const given = Object.entries(search).filter(
    ([name, value]) => PARAMETERS.includes(name) && value !== undefined,
  );
  return Object.fromEntries(given) as ViewSearch;
}

export function boardOfViews({ search, onSearch, columns }: BoardViewsProps): BoardOfViews {
  const read = (stored: ViewSearch): BoardSearch => boardSearch.parse(stored);
  const shown = parametersOf(search);
  return {
    shown,
    saved: search.saved,
    bare: Object.keys(shown).length === 0,
    columns: columns?.map(({ id }) => id) ?? null,
    camera: search.map,
    normalize: (stored) => parametersOf(read(stored)),
    onOpen: ({ view_id, search: stored }, replace) =>
      onSearch({ ...NONE, ...parametersOf(read(stored)), saved: view_id }, replace),
    onLeave: () => onSearch({ ...NONE, saved: undefined }),
    pathOf: (stored) => `/${stringifySearch(parametersOf(read(stored)))}`,
  };
}
