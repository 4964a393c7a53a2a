/** The site book: its list, all its circles on a map, and the site that is open. What one would bookmark is in the address. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { useRefusal } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import { CircleMap } from '../../map/CircleMap.tsx';
import type { CircleShape } from '../../map/types.ts';
import { download, fileName } from '../../ui/download.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { IconDots, IconDownload, IconPlus, IconUpload } from '../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';
import { usePrefs } from '../../ui/prefs.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useLayout } from '../../ui/use-media.ts';
import { BookFoot } from './BookFoot.tsx';
import { bookCircles, NEW_ID, type OpenSite } from './book-circles.ts';
import { useDrafts } from './drafts.ts';
import { sitesCsv, sitesGeoJson } from './export-sites.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { NoSites } from './NoSites.tsx';
import classes from './SiteBook.module.css';
import { SITE_GRID_ID, SiteList } from './SiteList.tsx';
import { SitePanel } from './SitePanel.tsx';
import type { SitesSearch } from './search.ts';
import { draftOf, EMPTY_DRAFT, inUnit, sameDraft, withShape } from './site-draft.ts';
import { matching, sorted } from './site-list.ts';
import { useSites } from './use-sites.ts';

const KEYS: KeyWords = [
  [['j', '↓'], 'Next site'],
  [['k', '↑'], 'Previous site'],
  [['Enter'], 'Open the site'],
  [['n'], 'New site'],
];

export interface SiteBookProps {
  readonly search: SitesSearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<SitesSearch>, replace?: boolean) => void;
  /** Puts search and buttons into the frame of the page. */
  readonly frame: (parts: { filters: ReactNode; actions: ReactNode; children: ReactNode }) => ReactNode;
}

const PANEL_PADDING = { top: 0, right: 360, bottom: 0, left: 0 };
const NO_IDS: ReadonlySet<string> = new Set();

export function SiteBook({ search, onSearch, frame }: SiteBookProps) {
  const { data: sites, error, refetch, dataUpdatedAt } = useSites();
  const { clock } = useLive();
  const refusal = useRefusal('manage_monitors');
  const unit = usePrefs().radius_unit;
  const config = useConfig();
  const layout = useLayout();
  const beside = layout === 'desk' || layout === 'wall';
  const [drafts, putDraft] = useDrafts();
  const [drawing, setDrawing] = useState(true);
  const [drawn, setDrawn] = useState(0);
  /** What the map is drawing just now: the fields follow it, and it is kept when it is finished. */
  const [progress, setProgress] = useState<CircleShape | null>(null);
  const [byKey, setByKey] = useState(false);
  const [importing, setImporting] = useState(false);

  const { q, sort } = search;
  const shown = useMemo(() => sorted(matching(sites ?? [], q), sort), [sites, q, sort]);
  const site = sites?.find(({ id }) => id === search.site) ?? null;
  const key = search.add ? NEW_ID : (site?.id ?? null);
  const kept = key === null ? undefined : drafts[key];
  const open = useMemo((): OpenSite | null => {
    if (key === null) return null;
    const draft = kept ?? (site && key !== NEW_ID ? draftOf(site, unit) : { ...EMPTY_DRAFT, unit });
    return { key, draft: inUnit(draft, unit), editable: refusal === null };
  }, [key, kept, site, unit, refusal]);
  const saved = key === NEW_ID ? { ...EMPTY_DRAFT, unit } : site && draftOf(site, unit);
  const changed = open !== null && saved !== null && !sameDraft(open.draft, saved);
  const circles = useMemo(() => bookCircles(shown, open), [shown, open]);
  const unsaved = useMemo(() => {
    const ids = Object.keys(drafts);
    return ids.length === 0 ? NO_IDS : new Set(ids);
  }, [drafts]);
  const draws = key !== null && drawing && refusal === null;

  const openSite = (site_id: string, by_key = false) => {
    setDrawing(false);
    setDrawn(0);
    setByKey(by_key);
    onSearch({ site: site_id, add: undefined });
  };
  const close = () => {
    onSearch({ site: undefined, add: undefined });
    document.getElementById(SITE_GRID_ID)?.focus();
  };
  const add = () => {
    setDrawing(drafts[NEW_ID]?.latitude == null);
    setDrawn(0);
    setByKey(false);
    onSearch({ site: undefined, add: '1' });
  };
  const onQuery = useMemo(() => (text: string) => onSearch({ q: text || undefined }, true), [onSearch]);
  const toGrid = () => document.getElementById(SITE_GRID_ID)?.focus();
  useShortcuts(
    {
      j: toGrid,
      k: toGrid,
      n: () => refusal === null && add(),
      Escape: () => key !== null && close(),
    },
    KEYS,
  );
  const save = (extension: 'csv' | 'geojson') => {
    const text = extension === 'csv' ? sitesCsv(shown) : sitesGeoJson(shown);
    const type = extension === 'csv' ? undefined : 'application/geo+json';
    download(fileName('sites', clock.now(), extension), text, type);
  };

  const addButton = (
    <GuardedButton
      variant="filled"
      refusal={refusal}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={add}
    >
      New site
    </GuardedButton>
  );
  const list = () => {
    if (!sites)
      return error ? (
        <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton label="Loading the site book" />
      );
    if (sites.length === 0)
      return (
        <NoSites
          action={
            <>
              {addButton}
              <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
                Import
              </Button>
            </>
          }
        />
      );
    if (shown.length === 0)
      return (
        <NoMatch title="No site matches" clear="Show all sites" onClear={() => onSearch({ q: undefined })}>
          Search looks through names and notes.
        </NoMatch>
      );
    return (
      <SiteList
        sites={shown}
        unit={unit}
        selected={search.site}
        unsaved={unsaved}
        sort={sort}
        onSort={(next) => onSearch({ sort: next }, true)}
        onOpen={openSite}
      />
    );
  };

  return frame({
    filters: (
      <div className={classes.search}>
        <SearchBox
          value={q ?? ''}
          onChange={onQuery}
          label="Search sites"
          placeholder="Name or note"
          title="Search names and notes"
          onDone={toGrid}
        />
      </div>
    ),
    actions: (
      <>
        <FileMenu count={shown.length} onImport={() => setImporting(true)} onExport={save} />
        {addButton}
      </>
    ),
    children: (
      <div
        className={classes.book}
        data-layout={beside ? 'beside' : 'stacked'}
        data-open={key !== null || undefined}
      >
        <div className={classes.list}>
          {sites && error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
          {list()}
          {sites && sites.length > 0 && (
            <BookFoot shown={shown.length} total={sites.length} read_at={dataUpdatedAt} />
          )}
        </div>
        <div className={classes.map}>
          <CircleMap
            label="Map of the site book. The list shows the same sites."
            map_style_url={config?.map_style_url ?? null}
            circles={circles}
            selected={key}
            unit={unit}
            padding={beside && key !== null ? PANEL_PADDING : undefined}
            drawing={draws ? { radius_meters: null } : null}
            onSelect={(id) => {
              if (id !== null && id !== NEW_ID) openSite(id);
              // What is not saved is not closed by a click beside it.
              else if (id === null && key !== null && key !== NEW_ID && !changed) close();
            }}
            onDrawn={(shape) => {
              if (!open) return;
              putDraft(open.key, withShape(open.draft, shape, unit));
              setDrawing(false);
              setDrawn((count) => count + 1);
            }}
            onDrawProgress={setProgress}
            onChange={(id, shape) => {
              if (open?.key === id) putDraft(id, withShape(open.draft, shape, unit));
            }}
            onCancel={() => setDrawing(false)}
          />
        </div>
        {open && (
          <div className={classes.panel}>
            <SitePanel
              key={open.key}
              site={key === NEW_ID ? null : site}
              draft={progress ? withShape(open.draft, progress, unit) : open.draft}
              changed={changed}
              onDraft={(draft) => putDraft(open.key, draft)}
              unit={unit}
              takes_focus={byKey}
              drawn={drawn}
              onDraw={draws ? null : () => setDrawing(true)}
              onSaved={({ id }) => openSite(id)}
              onClose={close}
            />
          </div>
        )}
        <ImportDialog opened={importing} sites={sites ?? []} onClose={() => setImporting(false)} />
      </div>
    ),
  });
}

interface FileMenuProps {
  readonly count: number;
  readonly onImport: () => void;
  readonly onExport: (extension: 'csv' | 'geojson') => void;
}

function FileMenu({ count, onImport, onExport }: FileMenuProps) {
  return (
    <Menu width={220}>
      <Menu.Target>
        <Tooltip label="Import and export">
          <ActionIcon aria-label="Import and export">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={onImport}>
          Import CSV or GeoJSON
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={count === 0}
          onClick={() => onExport('csv')}
        >
          Export as CSV
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={count === 0}
          onClick={() => onExport('geojson')}
        >
          Export as GeoJSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
