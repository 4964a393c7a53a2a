import type { ViewSearch } from '@waypost/contract/api/views';
import { FleetFilter } from '../features/board/ListTools.tsx';
import { boardQuery, type ListedLoads } from '../features/board/query.ts';
import { type BoardSearch, boardSearch } from '../features/board/search.ts';
import { type ExportedLoad, loadsCsv, loadsGeoJson } from '../features/loads/export-loads.ts';
import { ListItems, type ListItemsProps, ListLine, ListsDialogs } from '../features/loads/lists/Lists.tsx';
import type { ViewedBoard } from '../features/views/board-view.ts';
import { ViewLine } from '../features/views/ViewLine.tsx';
import { type ExportFormat, ViewsMenu } from '../features/views/ViewsMenu.tsx';
import { type Live, useLive } from '../live/context.ts';
import { LoadView } from '../live/view.ts';
import { stringifySearch } from '../routes/search-params.ts';
import type { DeferredProps } from '../ui/deferred.tsx';
import { download, fileName } from '../ui/files.ts';
import { toast } from '../ui/toasts.ts';
import { countText, numberText } from '../ui/units.ts';
import { type BoardViewsProps, NO_FILTER } from './BoardList.tsx';

type LiveData = Pick<Live, 'store' | 'fleets'>;
type ListParameters = Pick<BoardViewsProps, 'search' | 'listed' | 'me'>;

/** The loads of the list in its order, for exports. */
export function shownLoads(
  { store, fleets }: LiveData,
  { search, listed, me }: ListParameters,
): readonly ExportedLoad[] {
  const query = boardQuery(search, { listed, me, quietFleetOf: fleets.quietFleetOf });
  const view = new LoadView(store, { query, schedule: () => undefined });
  view.start()();
  const { ids, groups } = view.snapshot();
  const chosen = groups.find(({ key }) => key !== '' && key === search.cause);
  return ids.slice(chosen?.from, chosen && chosen.from + chosen.count).flatMap((load_id) => {
    const [load, facts] = [store.get(load_id), store.facts(load_id)];
    return load && facts ? [{ load, facts }] : [];
  });
}

const FORMATS = {
  csv: { word: 'CSV', textOf: loadsCsv, type: 'text/csv;charset=utf-8' },
  geojson: { word: 'GeoJSON', textOf: loadsGeoJson, type: 'application/geo+json' },
} as const;

function exportBoard(live: Live, by: ListParameters, format: ExportFormat): void {
  const loads = shownLoads(live, by);
  if (loads.length === 0) {
    toast({ title: 'Nothing was exported', text: 'The list shows no loads.' });
    return;
  }
  const now = live.clock.now();
  const { word, textOf, type } = FORMATS[format];
  download(fileName('loads', now, format), textOf(loads, now), type);
  const without_position = loads.filter(({ load }) => load.last_position === null).length;
  toast({
    title: `${countText(loads.length, 'load')} exported as ${word}`,
    ...(without_position > 0 ? { text: `${numberText(without_position)} without a position.` } : {}),
  });
}

/** Not part of a view: what is open, and which view it was. */
const EXCLUDED: ReadonlySet<string> = new Set(['saved', 'load', 'sheet', 'view', 'add']);
const VIEW_PARAMETERS = Object.keys(boardSearch.shape).filter((name) => !EXCLUDED.has(name));
const CLEARED: Partial<BoardSearch> = Object.fromEntries(VIEW_PARAMETERS.map((name) => [name, undefined]));

function parametersOf(search: BoardSearch): ViewSearch {
  const view_entries = Object.entries(search).filter(
    ([name, value]) => VIEW_PARAMETERS.includes(name) && value !== undefined,
  );
  return Object.fromEntries(view_entries) as ViewSearch;
}

function viewedBoard({ search, onSearch, columns }: BoardViewsProps): ViewedBoard {
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
      onSearch({ ...CLEARED, ...parametersOf(read(stored)), saved: view_id }, replace),
    onLeave: () => onSearch({ ...CLEARED, saved: undefined }),
    pathOf: (stored) => `/${stringifySearch(parametersOf(read(stored)))}`,
  };
}

export function BoardViewsMenu({ openOnMount, ...board }: BoardViewsProps & DeferredProps) {
  const live = useLive();
  const { onSearch } = board;
  const openList = (list: string) => onSearch({ ...NO_FILTER, list, tab: 'all', saved: undefined });
  return (
    <>
      <ViewsMenu
        board={viewedBoard(board)}
        onExport={(format) => exportBoard(live, board, format)}
        lists={<ShownListItems board={board} onOpen={openList} />}
        openOnMount={openOnMount}
      />
      <ListsDialogs onOpen={openList} />
    </>
  );
}

/** Mounted while the menu is open, so that the shown loads are computed only then. */
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

interface BoardFiltersProps extends BoardViewsProps {
  readonly onListed: (listed: ListedLoads) => void;
}

/** Filters of the list beside search and health: a saved view, a fleet, a named list. Loaded when the address names one. */
export function BoardFilters({ onListed, ...board }: BoardFiltersProps) {
  const { search, onSearch } = board;
  const { saved, fleet, list } = search;
  return (
    <>
      {saved && <ViewLine key={saved} board={viewedBoard(board)} />}
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
