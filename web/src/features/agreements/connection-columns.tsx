/** Connections as a table, as cards on a phone, and as CSV: over which provider data come, since when not, and who must act. */
import { Group } from '@mantine/core';
import type { BoardConnection } from '@waypost/contract/api/agreements';
import { Age } from '../../live/Age.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import {
  IconAlertTriangleFilled,
  IconBan,
  IconHelpCircle,
  IconInfoCircle,
  IconPlugConnected,
  IconTrash,
} from '../../ui/icons.ts';
import { CardLine, Primary, Secondary, Status, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import { connectionKind, connectionWord, lastData, providerName } from './connection-state.ts';
import { fleetName } from './names.ts';
import type { ConnectionRow } from './query.ts';
import { resourceWord } from './shared.ts';

const STATUS = {
  fine: [IconPlugConnected, 'past'],
  stale: [IconAlertTriangleFilled, 'strong'],
  deleted: [IconBan, 'past'],
  untold: [IconInfoCircle, 'past'],
  other: [IconHelpCircle, 'strong'],
} as const;

export function ConnectionMark({ connection }: { readonly connection: BoardConnection }) {
  const [icon, tone] = STATUS[connectionKind(connection)];
  return (
    <Status icon={icon} tone={tone}>
      {connectionWord(connection)}
    </Status>
  );
}

const nameOf = ({ connection, agreement }: ConnectionRow): string =>
  agreement ? fleetName(agreement) : (connection.fleet_ref ?? 'Fleet not named');

function Provider({ connection }: ConnectionRow) {
  return (
    <>
      {providerName(connection)}
      {connection.description && <Secondary>{connection.description}</Secondary>}
    </>
  );
}

function LastData({ connection }: ConnectionRow) {
  const last = lastData(connection);
  if (!last) return <Secondary>{connection.freshness === null ? 'Not set' : 'Never'}</Secondary>;
  return (
    <>
      <Age at={last.at} ago />
      {last.resource && <Secondary>{resourceWord(last.resource)}</Secondary>}
    </>
  );
}

const Who = ({ acts }: ConnectionRow) => (acts.who === 'Nobody' ? acts.who : <b>{acts.who}</b>);

export interface DeleteRight {
  readonly disabledReason: string | null;
  readonly onDelete: (row: ConnectionRow) => void;
}

function DeleteButton({ row, disabledReason, onDelete }: DeleteRight & { readonly row: ConnectionRow }) {
  if (row.connection.status === 'deleted') return null;
  return (
    // A press of the button does not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is pressed.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the button.
    <div onClick={(event) => event.stopPropagation()}>
      <GuardedButton
        disabledReason={disabledReason}
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={`Delete connection of ${nameOf(row)} to ${providerName(row.connection)}`}
        onClick={() => onDelete(row)}
      >
        Delete
      </GuardedButton>
    </div>
  );
}

export const connectionColumns = (right: DeleteRight): readonly Column<ConnectionRow>[] => [
  {
    id: 'fleet',
    header: 'Fleet',
    width: '1fr',
    cell: (row) => (
      <>
        <TwoLines>
          <b>{nameOf(row)}</b>
        </TwoLines>
        {row.connection.fleet_ref !== nameOf(row) && <Secondary>{row.connection.fleet_ref}</Secondary>}
      </>
    ),
  },
  { id: 'provider', header: 'Provider', width: '1fr', cell: Provider },
  {
    id: 'status',
    header: 'Status',
    width: 128,
    cell: ({ connection }) => <ConnectionMark connection={connection} />,
  },
  { id: 'data', header: 'Last data', width: 132, visibleFrom: 761, cell: LastData },
  {
    id: 'acts',
    header: 'Next step by',
    width: '1.8fr',
    title: ({ acts }) => acts.what,
    cell: (row) => (
      <>
        <Who {...row} />
        <TwoLines small>{row.acts.what}</TwoLines>
      </>
    ),
  },
  {
    id: 'action',
    header: 'Action',
    width: 104,
    numeric: true,
    cell: (row) => <DeleteButton row={row} {...right} />,
  },
];

export const connectionCards = (right: DeleteRight): Cards<ConnectionRow> => ({
  height: 188,
  render: (row) => (
    <>
      <CardLine>
        <Primary>{nameOf(row)}</Primary>
        <ConnectionMark connection={row.connection} />
      </CardLine>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Provider {...row} />
        </div>
        <div>
          <LastData {...row} />
        </div>
      </Group>
      <div>
        Next step by: <Who {...row} />
      </div>
      <TwoLines small>{row.acts.what}</TwoLines>
      <DeleteButton row={row} {...right} />
    </>
  ),
});

/** Times in UTC as the service sends them. */
export const CONNECTION_CSV: readonly CsvColumn<ConnectionRow>[] = [
  ['connection_id', ({ connection }) => connection.id],
  ['fleet_ref', ({ connection }) => connection.fleet_ref],
  ['fleet_name', ({ agreement }) => agreement && fleetName(agreement)],
  ['fleet_id', ({ connection }) => connection.fleet_id],
  ['source_name', ({ connection }) => connection.source_name],
  ['tsp_slug', ({ connection }) => connection.tsp_slug],
  ['status', ({ connection }) => connection.status],
  ['last_data_at_utc', ({ connection }) => lastData(connection)?.at],
  ['last_data_resource', ({ connection }) => lastData(connection)?.resource],
  ['who_must_act', ({ acts }) => acts.who],
  ['what', ({ acts }) => acts.what],
  ['created_at_utc', ({ connection }) => connection.created_at],
];
