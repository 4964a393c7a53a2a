/** Connections as a table, as cards on a phone, and as CSV: over which provider data come, since when not, and who must act. */
import { ActionIcon, Group, Menu } from '@mantine/core';
import type { BoardConnection } from '@waypost/contract/api/agreements';
import { Age } from '../../live/Age.tsx';
import {
  IconAlertTriangleFilled,
  IconBan,
  IconDots,
  IconHelpCircle,
  IconInfoCircle,
  IconPlugConnected,
  IconTrash,
} from '../../ui/icons.ts';
import { CardLine, Primary, Secondary, Status, Truncated, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import shared from '../../ui/shared.module.css';
import { connectionKind, connectionWord, lastData, OWNER_WORD, providerName } from './connection-state.ts';
import { fleetName } from './names.ts';
import type { ConnectionRow } from './query.ts';
import { resourceWord } from './shared.ts';

const STATUS = {
  fine: [IconPlugConnected, 'past'],
  stale: [IconAlertTriangleFilled, 'strong'],
  deleted: [IconBan, 'past'],
  not_set: [IconInfoCircle, 'past'],
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
  agreement ? fleetName(agreement) : (connection.fleet_ref ?? 'Unnamed fleet');

function Provider({ connection }: ConnectionRow) {
  return (
    <>
      <Truncated>{providerName(connection)}</Truncated>
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

/** `On us: Delete it if …`; of what is fine only that. */
const NextStep = ({ acts: { owner, what } }: ConnectionRow) => (
  <TwoLines small>
    {owner !== 'none' && <b>{OWNER_WORD[owner]}: </b>}
    {what}
  </TwoLines>
);

export interface DeleteRight {
  readonly disabledReason: string | null;
  readonly onDelete: (row: ConnectionRow) => void;
}

interface ConnectionMenuProps {
  readonly fleet: string;
  readonly connection: BoardConnection;
  readonly disabledReason: string | null;
  readonly onDelete: () => void;
}

/** Deleting is not what one comes for: it lies in a menu. */
export function ConnectionMenu({ fleet, connection, disabledReason, onDelete }: ConnectionMenuProps) {
  if (connection.status === 'deleted') return null;
  return (
    // A press of the menu does not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is pressed.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the button.
    <div onClick={(event) => event.stopPropagation()}>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={`More actions for ${fleet}, ${providerName(connection)}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={disabledReason !== null}
            onClick={onDelete}
          >
            Delete connection…
            {disabledReason !== null && <Secondary>{disabledReason}</Secondary>}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

const RowMenu = ({ row, disabledReason, onDelete }: DeleteRight & { readonly row: ConnectionRow }) => (
  <ConnectionMenu
    fleet={nameOf(row)}
    connection={row.connection}
    disabledReason={disabledReason}
    onDelete={() => onDelete(row)}
  />
);

export const connectionColumns = (right: DeleteRight): readonly Column<ConnectionRow>[] => [
  {
    id: 'fleet',
    header: 'Fleet',
    width: '1.5fr',
    cell: (row) => (
      <>
        <TwoLines>
          <b>{nameOf(row)}</b>
        </TwoLines>
        {row.connection.fleet_ref !== nameOf(row) && <Secondary>{row.connection.fleet_ref}</Secondary>}
      </>
    ),
  },
  { id: 'provider', header: 'Provider', width: '1.35fr', cell: Provider },
  {
    id: 'status',
    header: 'Status',
    width: 112,
    cell: ({ connection }) => <ConnectionMark connection={connection} />,
  },
  { id: 'data', header: 'Last data', width: 132, visibleFrom: 761, cell: LastData },
  {
    id: 'acts',
    header: 'Next step',
    width: '1.45fr',
    title: ({ acts }) => acts.what,
    cell: NextStep,
  },
  {
    id: 'action',
    header: 'More',
    width: 44,
    numeric: true,
    cell: (row) => <RowMenu row={row} {...right} />,
  },
];

export const connectionCards = (right: DeleteRight): Cards<ConnectionRow> => ({
  height: 128,
  render: (row) => (
    <>
      <CardLine>
        <Primary>{nameOf(row)}</Primary>
        <Group gap={4} wrap="nowrap">
          <ConnectionMark connection={row.connection} />
          <RowMenu row={row} {...right} />
        </Group>
      </CardLine>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div className={shared.fill}>
          <Provider {...row} />
        </div>
        <div className={shared.fixed}>
          <LastData {...row} />
        </div>
      </Group>
      <NextStep {...row} />
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
  ['owner', ({ acts }) => acts.owner],
  ['next_step', ({ acts }) => acts.what],
  ['created_at_utc', ({ connection }) => connection.created_at],
];
