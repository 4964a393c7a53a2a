import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import type { Site } from '@waypost/contract/api/sites';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { type LengthUnit, lengthText } from '../../geo/length.ts';
import { useLive } from '../../live/context.ts';
import { keepAsNew, useFormDraft } from '../../live/form/draft.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { CircleMap } from '../../map/CircleMap.tsx';
import type { CircleShape } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconDots, IconDownload, IconMapPin, IconPlus, IconUpload } from '../../ui/icons.ts';
import type { ShortcutHelp } from '../../ui/keys.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { usePrefs } from '../../ui/prefs.ts';
import { coordinatesText } from '../../ui/quantities.ts';
import { Primary, Secondary, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import { useLayout } from '../../ui/use-media.ts';
import { ImportSites } from './ImportSites.tsx';
import { SitePanel } from './SitePanel.tsx';
import classes from './SitesView.module.css';
import type { SitesSearch } from './search.ts';
import {
  bookCircles,
  freeText,
  matching,
  NEW_ID,
  type OpenSite,
  rateText,
  type SiteSort,
  sitesCsv,
  sitesGeoJson,
  sorted,
  sortOf,
} from './site-list.ts';
import { draftOf, EMPTY_DRAFT, inUnit, useDrafts, useSites, withShape } from './use-sites.ts';

const KEYS: ShortcutHelp = [[['a'], 'New site']];

const PANEL_PADDING = { top: 0, right: 360, bottom: 0, left: 0 };
const GRID_ID = 'site-list';
const idOf = ({ id }: Site) => id;
const NO_IDS: ReadonlySet<string> = new Set();

export function SitesView({ search, onSearch }: ViewProps<SitesSearch>) {
  const read = useSites();
  const { data: sites } = read;
  const { clock } = useLive();
  const disabledReason = useDisabledReason('manage_monitors');
  const unit = usePrefs().radius_unit;
  const layout = useLayout();
  const beside = layout === 'desk';
  const drafts = useDrafts();
  const [drawing, setDrawing] = useState(search.site === undefined);
  const [no_map, setNoMap] = useState(false);
  const [drawn, setDrawn] = useState(0);
  /** The shape being drawn: the form shows it, and the draft takes it when it is finished. */
  const [progress, setProgress] = useState<CircleShape | null>(null);
  const [byKey, setByKey] = useState(false);
  const [importing, setImporting] = useState(false);

  const { q, sort } = search;
  const shown = useMemo(() => sites && sorted(matching(sites, q), sort), [sites, q, sort]);
  const site = sites?.find(({ id }) => id === search.site) ?? null;
  const key = search.add ? NEW_ID : (site?.id ?? null);
  const gone = sites && !site && search.site;
  useEffect(() => {
    if (gone && keepAsNew(drafts, gone, NEW_ID, EMPTY_DRAFT, 'site')) onSearch({ site: undefined, add: '1' });
  }, [gone, drafts, onSearch]);
  const editor = useFormDraft({
    drafts,
    name: key ?? '',
    initial: site && key !== NEW_ID ? draftOf(site, 'm') : EMPTY_DRAFT,
  });
  const { values, change, changed } = editor;
  const open = useMemo(
    (): OpenSite | null =>
      key === null ? null : { key, draft: inUnit(values, unit), editable: disabledReason === null },
    [key, values, unit, disabledReason],
  );
  const circles = useMemo(() => bookCircles(shown ?? [], open), [shown, open]);
  const stored_drafts = drafts.all();
  const unsaved = useMemo(() => {
    const ids = stored_drafts.keys();
    return stored_drafts.size === 0 ? NO_IDS : new Set(ids);
  }, [stored_drafts]);
  const draws = key !== null && drawing && !no_map && disabledReason === null;

  const openSite = (site_id: string, by_key = false) => {
    setDrawing(false);
    setDrawn(0);
    setByKey(by_key);
    onSearch({ site: site_id, add: undefined });
  };
  const close = () => {
    onSearch({ site: undefined, add: undefined });
    document.getElementById(GRID_ID)?.focus();
  };
  const add = () => {
    setDrawing(drafts.read(NEW_ID)?.values.latitude == null);
    setDrawn(0);
    setByKey(false);
    onSearch({ site: undefined, add: '1' });
  };
  const columns = useMemo(() => columnsOf(unit, unsaved), [unit, unsaved]);
  const save = (extension: 'csv' | 'geojson') => {
    const text = extension === 'csv' ? sitesCsv(shown ?? []) : sitesGeoJson(shown ?? []);
    const type = extension === 'csv' ? undefined : 'application/geo+json';
    download(fileName('sites', clock.now(), extension), text, type);
  };

  const addButton = (
    <GuardedButton variant="filled" disabledReason={disabledReason} icon={IconPlus} onClick={add}>
      New site
    </GuardedButton>
  );
  const bookLayout = (list: ReactNode, above: ReactNode) => (
    <div
      className={classes.book}
      data-layout={beside ? 'beside' : 'stacked'}
      data-open={key !== null || gone || undefined}
    >
      <div className={classes.list}>
        {above}
        {list}
      </div>
      <div className={classes.map}>
        <CircleMap
          label="Map of sites. The list shows the same sites."
          circles={circles}
          selected={key}
          unit={unit}
          padding={beside && key !== null ? PANEL_PADDING : undefined}
          drawing={draws}
          onSelect={(id) => {
            if (id !== null && id !== NEW_ID) openSite(id);
            // A click on the map must not close a site with unsaved changes.
            else if (id === null && key !== null && key !== NEW_ID && !changed) close();
          }}
          onDrawn={(shape) => {
            if (!open) return;
            change((draft) => withShape(draft, shape, unit));
            setDrawing(false);
            setDrawn((count) => count + 1);
          }}
          onDrawProgress={setProgress}
          onChange={(id, shape) => {
            if (open?.key === id) change((draft) => withShape(draft, shape, unit));
          }}
          onCancel={() => setDrawing(false)}
          onUnavailable={() => setNoMap(true)}
        />
      </div>
      {gone && !open && (
        <div className={classes.panel}>
          <SidePanel label="Site" title="Site" onClose={close}>
            <SidePanelBody>
              <EmptyState title="Site not found">It may have been deleted.</EmptyState>
            </SidePanelBody>
          </SidePanel>
        </div>
      )}
      {open && (
        <div className={classes.panel}>
          <SitePanel
            key={open.key}
            site={key === NEW_ID ? null : site}
            draft={progress ? withShape(open.draft, progress, unit) : open.draft}
            editor={editor}
            unit={unit}
            takes_focus={byKey}
            drawn={drawn}
            onDraw={draws || no_map ? null : () => setDrawing(true)}
            onSaved={({ id }) => openSite(id)}
            onClose={close}
          />
        </div>
      )}
      <ImportSites opened={importing} sites={sites ?? []} onClose={() => setImporting(false)} />
    </div>
  );
  return (
    <ResourceList
      right="manage_monitors"
      title="Site book"
      id={GRID_ID}
      words={['site', 'sites']}
      search={search}
      onSearch={onSearch}
      filters={['q']}
      opens={['site', 'add']}
      rows={shown}
      all={sites}
      keyOf={idOf}
      read={read}
      grows
      columns={columns}
      order={{ ...sortOf(sort), default: 'name' }}
      searchBox={{
        label: 'Search sites',
        placeholder: 'Name or note',
        title: 'Search names and notes',
      }}
      empty={
        <EmptyState
          icon={IconMapPin}
          title="No sites yet"
          action={
            <>
              {addButton}
              <GuardedButton
                disabledReason={disabledReason}
                icon={IconUpload}
                onClick={() => setImporting(true)}
              >
                Import
              </GuardedButton>
            </>
          }
        >
          <p>
            A site is a named circle, such as a yard, a dock or a customer's gate, shared with your team.
            Monitors use these circles, and a site's free time and rate show what detention costs.
          </p>
        </EmptyState>
      }
      noMatch="Search covers names and notes."
      selected={key ?? (gone || null)}
      onSelect={(id, by_key) =>
        id === undefined ? onSearch({ site: undefined, add: undefined }) : openSite(id, by_key)
      }
      shortcuts={{ run: { a: () => disabledReason === null && add() }, words: KEYS }}
      actions={
        <>
          <FileMenu count={shown?.length ?? 0} onImport={() => setImporting(true)} onExport={save} />
          {addButton}
        </>
      }
      layout={bookLayout}
    />
  );
}

function columnsOf(unit: LengthUnit, unsaved: ReadonlySet<string>): readonly Column<Site, SiteSort>[] {
  return [
    {
      id: 'name',
      header: 'Site',
      width: '1fr',
      sort: 'name',
      card: 'title',
      cell: (site) => (
        <>
          <Primary title={site.name}>{site.name}</Primary>
          <Group gap={8} wrap="nowrap">
            {unsaved.has(site.id) && <span className={classes.unsaved}>not saved</span>}
            <Secondary>{site.note ? isolated(site.note) : coordinatesText(site)}</Secondary>
          </Group>
        </>
      ),
    },
    {
      id: 'radius',
      header: 'Radius',
      width: 64,
      numeric: true,
      sort: 'radius',
      card: 'labeled',
      cell: ({ radius_meters }) => lengthText(radius_meters, unit),
    },
    {
      id: 'free',
      header: 'Free time',
      width: 68,
      numeric: true,
      sort: 'free',
      card: 'labeled',
      cell: freeText,
    },
    {
      id: 'rate',
      header: 'Detention',
      width: 88,
      numeric: true,
      sort: 'rate',
      card: 'labeled',
      visibleFrom: 620,
      cell: (site) =>
        site.detention_rate !== null && <TwoLines title={rateText(site)}>{rateText(site)}</TwoLines>,
    },
  ];
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
