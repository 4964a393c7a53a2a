import { Button, Group, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import { ARCHIVE_REASONS, type ArchiveReason } from '@waypost/contract/api/url-enums';
import { useEffect } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { usePages } from '../../api/server-state.ts';
import { useCsvExport } from '../../api/use-csv-export.ts';
import { useLive } from '../../live/context.ts';
import { DayFilter } from '../../live/DateTimeField.tsx';
import { ARCHIVE_WORDS } from '../../live/outcome-words.ts';
import { PrintArea, usePrint } from '../../live/PrintArea.tsx';
import { AgeAndTime, ListButton, ResourceList } from '../../live/ResourceList.tsx';
import { isolated } from '../../ui/bidi.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconArchive, IconDownload } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { Primary, Secondary, Truncated, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { fullDateTime, personZone } from '../../ui/time.ts';
import { countText, numberText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { instantsOf } from '../../ui/zoned.ts';
import { ArchivePanel, nameOf } from './ArchivePanel.tsx';
import type { ArchiveSearch } from './search.ts';

type ArchiveFilter = Pick<ArchiveSearch, 'q' | 'reason' | 'fleet' | 'from' | 'to'>;

const PAGE_SIZE = 100;

const filterQuery = ({ q, reason, fleet, from, to }: ArchiveFilter, zone: string) => ({
  q,
  reason,
  fleet_id: fleet,
  ...instantsOf({ from, to }, zone),
});

function useArchive(filter: ArchiveFilter) {
  const { http } = useApi();
  const { changes } = useLive();
  const queries = useQueryClient();
  const zone = personZone();
  useEffect(() => {
    const invalidate = () => void queries.invalidateQueries({ queryKey: queryKeys.archive() });
    // Some may have left while the stream was interrupted.
    return changes.subscribe('archived', { onChange: invalidate, onOpened: invalidate });
  }, [changes, queries]);
  return usePages({
    queryKey: queryKeys.archive({ ...filter, zone }),
    read: ({ cursor, signal, by_person }) =>
      http.call(ARCHIVE_ROUTES.listArchive, {
        background: !by_person,
        query: { ...filterQuery(filter, zone), cursor, size: PAGE_SIZE },
        signal,
      }),
    idOf: ({ load_id }) => load_id,
  });
}

/** `Dallas, TX → Denver, CO`, with placeholders for unnamed stops. */
export function routeText({ origin, destination }: Pick<ArchivedLoad, 'origin' | 'destination'>): string {
  if (origin === null && destination === null) return 'Stops without names';
  return [origin ?? 'Unnamed stop', destination ?? 'unnamed stop'].map(isolated).join(' → ');
}

const truckText = ({ vehicle_name, vehicle_id }: ArchivedLoad): string =>
  vehicle_name ?? (vehicle_id === null ? 'No truck' : 'Unknown vehicle');

const COLUMNS: readonly Column<ArchivedLoad>[] = [
  {
    id: 'archived',
    header: 'Archived',
    width: 112,
    card: 'side',
    cell: ({ archived_at }) => <AgeAndTime at={archived_at} />,
  },
  {
    id: 'load',
    header: 'Load',
    width: '0.8fr',
    card: 'title',
    cell: (row) => <Primary title={nameOf(row)}>{nameOf(row)}</Primary>,
  },
  {
    id: 'way',
    header: 'Origin and destination',
    width: '1.4fr',
    card: 'line',
    title: routeText,
    cell: (row) => <TwoLines>{routeText(row)}</TwoLines>,
  },
  {
    id: 'truck',
    header: 'Truck and fleet',
    width: '0.9fr',
    visibleFrom: 760,
    card: 'labeled',
    cell: (row) => (
      <>
        <Truncated title={truckText(row)}>{truckText(row)}</Truncated>
        <Secondary title={row.fleet_name ?? undefined}>{row.fleet_name ?? 'Fleet unknown'}</Secondary>
      </>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: '1.2fr',
    card: 'line',
    cell: ({ reason, archived_by_name }) => (
      <>
        <TwoLines>{ARCHIVE_WORDS[reason]}</TwoLines>
        {archived_by_name && <Secondary>{archived_by_name}</Secondary>}
      </>
    ),
  },
];

const idOf = ({ load_id }: { readonly load_id: string }) => load_id;

export function ArchiveView({ search, onSearch }: ViewProps<ArchiveSearch>) {
  const { q, reason, fleet, from, to } = search;
  const filter = { q, reason, fleet, from, to };
  const archive = useArchive(filter);
  const { items } = archive;
  const { printing } = usePrint();
  const list = (
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
      read={archive}
      columns={COLUMNS}
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
        <EmptyState icon={IconArchive} title="No loads in the archive">
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
      actions={<Export filter={filter} disabled={items === undefined || items.length === 0} />}
      foot={{ again: 'updates when a load leaves the board' }}
    />
  );
  return (
    <>
      {list}
      {printing && items && <PrintedArchive items={items} hasMore={archive.hasMore} />}
    </>
  );
}

interface PrintedArchiveProps {
  readonly items: readonly ArchivedLoad[];
  readonly hasMore: boolean;
}

/** On paper all loaded rows with full times: the list has ages, and only the rows on the screen. */
function PrintedArchive({ items, hasMore }: PrintedArchiveProps) {
  const { clock } = useLive();
  return (
    <PrintArea title="Archive">
      <p>
        {countText(items.length, 'load')}
        {hasMore && ', the newest; the CSV has all'}. Printed {fullDateTime(clock.now())}.
      </p>
      <DataTable
        heads={['Archived', 'Load', 'Origin and destination', 'Truck and fleet', 'Reason']}
        rows={items.map((row) => ({
          key: row.load_id,
          cells: [
            fullDateTime(row.archived_at),
            nameOf(row),
            routeText(row),
            `${truckText(row)}, ${row.fleet_name ?? 'fleet unknown'}`,
            [ARCHIVE_WORDS[row.reason], row.archived_by_name].filter(Boolean).join(', '),
          ],
        }))}
      />
    </PrintArea>
  );
}

function Export({ filter, disabled }: { readonly filter: ArchiveFilter; readonly disabled: boolean }) {
  const { progress, start, cancel } = useCsvExport();
  if (progress) return <Button onClick={cancel}>Cancel export, {numberText(progress.rows)} rows</Button>;
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
