/** The loads that the board's list shows, as a file: its filters, order and groups; those of folded groups too. */
import { viewQuery } from '../features/board/query.ts';
import { type Tab, usualGrouping } from '../features/board/search.ts';
import { type ExportedLoad, loadsCsv, loadsGeoJson } from '../features/loads/export-loads.ts';
import type { ExportFormat } from '../features/views/ViewsMenu.tsx';
import type { Live } from '../live/context.ts';
import { LoadView } from '../live/view.ts';
import { download, fileName } from '../ui/download.ts';
import { personLocale } from '../ui/locale.ts';
import { toast } from '../ui/toasts.ts';
import type { BoardViewsProps } from './BoardViewsButton.tsx';

type Shown = Pick<Live, 'store' | 'fleets'>;
type ShownBy = Pick<BoardViewsProps, 'search' | 'listed'>;

/** In the order of the list. */
export function shownLoads({ store, fleets }: Shown, { search, listed }: ShownBy): readonly ExportedLoad[] {
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

export function exportBoard(live: Live, by: ShownBy, format: ExportFormat): void {
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
    title: `${numberText(loads.length)} ${loads.length === 1 ? 'load' : 'loads'} exported as ${word}`,
    ...(nowhere > 0 ? { text: `${numberText(nowhere)} without a position.` } : {}),
  });
}

const numberText = (count: number) => count.toLocaleString(personLocale());
