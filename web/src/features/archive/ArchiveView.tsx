/** The archive as a list, the load that is open beside it. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import { ARCHIVE_REASONS, type ArchiveReason } from '@waypost/contract/api/words';
import { useCsvExport } from '../../api/use-csv-export.ts';
import { ARCHIVE_WORDS } from '../../live/archive-words.ts';
import { DayFilter } from '../../live/DayFilter.tsx';
import { ListButton, ResourceList } from '../../live/ResourceList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconArchive, IconDownload } from '../../ui/icons.ts';
import { personZone } from '../../ui/time.ts';
import { personLocale } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { ArchivePanel } from './ArchivePanel.tsx';
import { CARDS, COLUMNS } from './columns.tsx';
import type { ArchiveSearch } from './search.ts';
import { type ArchiveFilter, filterQuery, useArchive } from './use-archive.ts';

export interface ArchiveViewProps {
  readonly search: ArchiveSearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<ArchiveSearch>, replace?: boolean) => void;
}

const idOf = ({ load_id }: { readonly load_id: string }) => load_id;

export function ArchiveView({ search, onSearch }: ArchiveViewProps) {
  const { q, reason, fleet, from, to } = search;
  const filter = { q, reason, fleet, from, to };
  const archive = useArchive(filter);
  const { items } = archive;
  return (
    <ResourceList
      title="Archive"
      id="archive-list"
      words={['load', 'loads']}
      label="Archived loads"
      search={search}
      onSearch={onSearch}
      filters={['q', 'reason', 'fleet', 'from', 'to']}
      opens={['load']}
      rows={items}
      keyOf={idOf}
      hasMore={archive.hasMore}
      error={archive.error}
      onRetry={archive.refresh.run}
      columns={COLUMNS}
      cards={CARDS}
      searchBox={{
        label: 'Search the archive',
        placeholder: 'Load, stop, truck, fleet',
        title:
          'Search load numbers, IDs, stops, units, plates, VINs and fleets by the start of a word, or numbers by their last 4 or more characters',
      }}
      moreFilters={
        <Filters
          filter={filter}
          fleet_name={items?.find(({ fleet_id }) => fleet_id === fleet)?.fleet_name ?? null}
          onChange={onSearch}
        />
      }
      empty={
        <EmptyState icon={<IconArchive size={32} stroke={1.5} />} title="No load has left the board yet">
          Delivered loads and loads removed from the board move here. They get no more updates and can be
          restored.
        </EmptyState>
      }
      noMatch="No archived loads match. Search finds words by their first letters."
      panel={(key, { takesFocus, close }) => (
        <ArchivePanel
          key={key}
          load_id={key}
          takes_focus={takesFocus}
          onFleet={(fleet_id) => onSearch({ fleet: fleet_id })}
          onClose={close}
        />
      )}
      refresh={archive.refresh}
      actions={<Export filter={filter} disabled={items === undefined || items.length === 0} />}
      foot={{
        more: archive.more,
        readAt: archive.readAt,
        again: 'updates when a load leaves the board',
      }}
    />
  );
}

/** All that match, not only those that are here. */
function Export({ filter, disabled }: { readonly filter: ArchiveFilter; readonly disabled: boolean }) {
  const { progress, start, cancel } = useCsvExport();
  if (progress)
    return (
      <Button onClick={cancel}>Cancel export, {progress.rows.toLocaleString(personLocale())} rows</Button>
    );
  return (
    <ListButton
      label="CSV"
      icon={<IconDownload size={16} aria-hidden />}
      disabled={disabled}
      title="All matching loads, newest first"
      onClick={() => start(ARCHIVE_ROUTES.archiveCsv, { query: filterQuery(filter, personZone()) })}
    />
  );
}

interface FiltersProps {
  readonly filter: ArchiveFilter;
  readonly fleet_name: string | null;
  readonly onChange: (change: Partial<ArchiveFilter>) => void;
}

function Filters({ filter: { reason, fleet, from, to }, fleet_name, onChange }: FiltersProps) {
  const phone = useLayout() === 'phone';
  return (
    <Group gap="4px 12px" py={4} flex={1}>
      <DayFilter from={from} to={to} onChange={onChange} />
      {fleet && (
        <Button size="compact-sm" variant="light" onClick={() => onChange({ fleet: undefined })}>
          Fleet: {fleet_name ?? 'selected fleet'} ×
        </Button>
      )}
      <NativeSelect
        aria-label="Filter by reason"
        size="xs"
        miw={220}
        ml="auto"
        flex={phone ? 1 : undefined}
        value={reason ?? ''}
        data={[
          { value: '', label: 'All reasons' },
          ...ARCHIVE_REASONS.map((value) => ({ value, label: ARCHIVE_WORDS[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ reason: value === '' ? undefined : (value as ArchiveReason) })
        }
      />
    </Group>
  );
}
