/** Saved views and named lists beside the board's list, joined with its address. */
import type { ViewSearch } from '@waypost/contract/api/views';
import { FleetFilter } from '../features/board/ListTools.tsx';
import { type Listed, viewQuery } from '../features/board/query.ts';
import { type BoardSearch, boardSearch, type Tab, usualGrouping } from '../features/board/search.ts';
import { type ExportedLoad, loadsCsv, loadsGeoJson } from '../features/loads/export-loads.ts';
import { ListItems, type ListItemsProps, ListLine, ListsDialogs } from '../features/loads/lists/Lists.tsx';
import type { BoardOfViews } from '../features/views/board-view.ts';
import { ViewLine } from '../features/views/ViewLine.tsx';
import { type ExportFormat, ViewsMenu } from '../features/views/ViewsMenu.tsx';
import { type Live, useLive } from '../live/context.ts';
import { LoadView } from '../live/view.ts';
import { stringifySearch } from '../routes/search-params.ts';
import type { DeferredProps } from '../ui/deferred.tsx';
import { download, fileName } from '../ui/files.ts';
import { toast } from '../ui/toasts.ts';
import { countText, numberText } from '../ui/units.ts';
import type { BoardViewsProps } from './BoardList.tsx';

type Shown = Pick<Live, 'store' | 'fleets'>;
type ShownBy = Pick<BoardViewsProps, 'search' | 'listed'>;

/** In the order of the list. */
function shownLoads({ store, fleets }: Shown, { search, listed }: ShownBy): readonly ExportedLoad[] {
  const { health, q, fleet, sort = 'worst', group } = search;
  const tab: Tab = search.tab ?? 'attention';
  const filter = { health, q, fleet, listed, attention_only: tab === 'attention' };
  const query = viewQuery(filter, sort, group ?? usualGrouping(tab), fleets.quietFleetOf);
  // It is read once and follows nothing.
  const view = new LoadView(store, { query, schedule: () => undefined });
  view.start()();
  return view.snapshot().ids.flatMap((load_id) => {
    const [load, facts] = [store.get(load_id), store.facts(load_id)];
    return load && facts ? [{ load, facts }] : [];
  });
}

const FORMATS = {
  csv: { word: 'CSV', textOf: loadsCsv, type: 'text/csv;charset=utf-8' },
  geojson: { word: 'GeoJSON', textOf: loadsGeoJson, type: 'application/geo+json' },
} as const;

function exportBoard(live: Live, by: ShownBy, format: ExportFormat): void {
  const loads = shownLoads(live, by);
  if (loads.length === 0) {
    toast({ title: 'Nothing was exported', text: 'The list shows no loads.' });
    return;
  }
  const now = live.clock.now();
  const { word, textOf, type } = FORMATS[format];
  download(fileName('loads', now, format), textOf(loads, now), type);
  const nowhere = loads.filter(({ load }) => load.last_position === null).length;
  toast({
    title: `${countText(loads.length, 'load')} exported as ${word}`,
    ...(nowhere > 0 ? { text: `${numberText(nowhere)} without a position.` } : {}),
  });
}

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

/** The board's address as saved views hold it: all of it but what is open at the moment. */
function boardOfViews({ search, onSearch, columns }: BoardViewsProps): BoardOfViews {
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

export function BoardViewsMenu({ openOnMount, ...board }: BoardViewsProps & DeferredProps) {
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
        openOnMount={openOnMount}
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

interface BoardFiltersProps extends BoardViewsProps {
  readonly onListed: (listed: Listed) => void;
}

/** What narrows the board's list beside search and health: a saved view, a fleet, a named list. Loaded when the address names one. */
export function BoardFilters({ onListed, ...board }: BoardFiltersProps) {
  const { search, onSearch } = board;
  const { saved, fleet, list } = search;
  return (
    <>
      {saved && <ViewLine key={saved} board={boardOfViews(board)} />}
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
