/** The archive as a table, and as cards on a phone. */
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import { Age } from '../../live/Age.tsx';
import { ARCHIVE_WORDS } from '../../live/load-words.ts';
import { AgeAndTime } from '../../live/ResourceList.tsx';
import { isolated } from '../../ui/bidi.ts';
import { CardLine, Primary, Secondary, Truncated, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';

export const nameOf = ({ load_ref, load_id }: Pick<ArchivedLoad, 'load_ref' | 'load_id'>): string =>
  load_ref ?? load_id;

/** `Dallas, TX → Denver, CO`; what is not known is left out. */
export function wayText({ origin, destination }: Pick<ArchivedLoad, 'origin' | 'destination'>): string {
  if (origin === null && destination === null) return 'Stops without names';
  return [origin ?? 'Unnamed stop', destination ?? 'unnamed stop'].map(isolated).join(' → ');
}

const truckText = ({ vehicle_name, vehicle_id }: ArchivedLoad): string =>
  vehicle_name ?? (vehicle_id === null ? 'No truck' : 'Unknown vehicle');

export const COLUMNS: readonly Column<ArchivedLoad>[] = [
  {
    id: 'archived',
    header: 'Archived',
    width: 112,
    cell: ({ archived_at }) => <AgeAndTime at={archived_at} />,
  },
  {
    id: 'load',
    header: 'Load',
    width: '0.8fr',
    cell: (row) => <Primary title={nameOf(row)}>{nameOf(row)}</Primary>,
  },
  {
    id: 'way',
    header: 'Origin and destination',
    width: '1.4fr',
    title: wayText,
    cell: (row) => <TwoLines>{wayText(row)}</TwoLines>,
  },
  {
    id: 'truck',
    header: 'Truck and fleet',
    width: '0.9fr',
    visibleFrom: 760,
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
    cell: ({ reason, archived_by_name }) => (
      <>
        <TwoLines>{ARCHIVE_WORDS[reason]}</TwoLines>
        {archived_by_name && <Secondary>{archived_by_name}</Secondary>}
      </>
    ),
  },
];

export const CARDS: Cards<ArchivedLoad> = {
  height: 84,
  render: (row) => (
    <>
      <CardLine>
        <Primary>{nameOf(row)}</Primary>
        <Secondary>
          <Age at={row.archived_at} ago />
        </Secondary>
      </CardLine>
      <Truncated>{wayText(row)}</Truncated>
      <CardLine>
        <Secondary>{ARCHIVE_WORDS[row.reason]}</Secondary>
        <Secondary>{truckText(row)}</Secondary>
      </CardLine>
    </>
  ),
};
