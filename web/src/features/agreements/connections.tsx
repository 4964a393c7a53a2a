import { ActionIcon, Group, Menu } from '@mantine/core';
import { type BoardAgreement, type BoardConnection, confirmationOf } from '@waypost/contract/api/agreements';
import { useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import {
  IconAlertTriangleFilled,
  IconBan,
  IconDots,
  IconHelpCircle,
  IconInfoCircle,
  IconPlugConnected,
  IconTrash,
} from '../../ui/icons.ts';
import { Secondary, Status, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../ui/resource-list/columns.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { countText } from '../../ui/units.ts';
import classes from './agreements.module.css';
import {
  connectionKind,
  connectionWord,
  lastData,
  nextAction,
  OWNER_WORD,
  providerName,
} from './connection-state.ts';
import type { ConnectionRow } from './query.ts';
import { useDeleteConnection } from './use-agreements.ts';
import { fleetName, resourceWord } from './words.ts';

const STATUS = {
  fine: { icon: IconPlugConnected, tone: 'past' },
  stale: { icon: IconAlertTriangleFilled, tone: 'strong' },
  deleted: { icon: IconBan, tone: 'past' },
  not_set: { icon: IconInfoCircle, tone: 'past' },
  other: { icon: IconHelpCircle, tone: 'strong' },
} as const;

const ConnectionMark = ({ connection }: { readonly connection: BoardConnection }) => (
  <Status {...STATUS[connectionKind(connection)]}>{connectionWord(connection)}</Status>
);

const nameOf = ({ connection, agreement }: ConnectionRow): string =>
  agreement ? fleetName(agreement) : (connection.fleet_ref ?? 'Unnamed fleet');

function Provider({ connection }: ConnectionRow) {
  return (
    <>
      <TwoLines>{providerName(connection)}</TwoLines>
      {connection.description && <TwoLines small>{connection.description}</TwoLines>}
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

/** `On us: Delete it if …`; without an owner, only the text. */
const NextStep = ({ next_action: { owner, what } }: ConnectionRow) => (
  <div className={shared.small}>
    {owner !== 'none' && <b>{OWNER_WORD[owner]}: </b>}
    {what}
  </div>
);

interface ConnectionMenuProps {
  readonly fleet: string;
  readonly connection: BoardConnection;
  readonly onDelete: () => void;
}

function ConnectionMenu({ fleet, connection, onDelete }: ConnectionMenuProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  if (connection.status === 'deleted') return null;
  return (
    // A click on the menu must not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the control.
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

export const connectionColumns = (
  onDelete: (row: ConnectionRow) => void,
): readonly Column<ConnectionRow>[] => [
  {
    id: 'fleet',
    header: 'Fleet',
    width: '1.4fr',
    card: 'title',
    cell: (row) => (
      <>
        <TwoLines>
          <b>{nameOf(row)}</b>
        </TwoLines>
        {row.connection.fleet_ref !== nameOf(row) && <Secondary>{row.connection.fleet_ref}</Secondary>}
      </>
    ),
  },
  { id: 'provider', header: 'Provider', width: '1.3fr', card: 'line', cell: Provider },
  {
    id: 'status',
    header: 'Status',
    width: 112,
    card: 'side',
    cell: ({ connection }) => <ConnectionMark connection={connection} />,
  },
  { id: 'data', header: 'Last data', width: 132, visibleFrom: 761, card: 'labeled', cell: LastData },
  { id: 'acts', header: 'Next step', width: '1.6fr', card: 'line', cell: NextStep },
  {
    id: 'action',
    header: 'More',
    width: 44,
    numeric: true,
    card: 'side',
    cell: (row) => (
      <ConnectionMenu fleet={nameOf(row)} connection={row.connection} onDelete={() => onDelete(row)} />
    ),
  },
];

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
  ['owner', ({ next_action }) => next_action.owner],
  ['next_step', ({ next_action }) => next_action.what],
  ['created_at_utc', ({ connection }) => connection.created_at],
];

interface ConnectionDialogProps {
  readonly connection: BoardConnection;
  readonly agreement: BoardAgreement | null;
  readonly onClose: () => void;
}

export function ConnectionDialog({ connection, agreement, onClose }: ConnectionDialogProps) {
  const remove = useDeleteConnection(connection.id);
  const provider = isolated(providerName(connection));
  const fleet = isolated(agreement ? fleetName(agreement) : (connection.fleet_ref ?? 'the fleet'));
  const others = (agreement?.connections ?? []).filter(
    (one) => one.id !== connection.id && connectionKind(one) === 'fine',
  );
  const carries = connectionKind(connection) === 'fine' || lastData(connection) !== null;
  return (
    <ConfirmDialog
      title={`Delete ${fleet}'s connection to ${provider}?`}
      confirm={confirmationOf(connection)}
      action="Delete connection"
      keep="Keep connection"
      failure_title="Not deleted"
      act={async (typed) => {
        await remove.mutateAsync({ body: { confirm: typed } });
        toast({ title: `Deleted ${fleet}'s connection to ${provider}` });
      }}
      onClose={onClose}
    >
      <ImpactList>
        <li>
          {carries
            ? `data from ${provider}: trucks and drivers that only this provider reports stop updating`
            : `nothing right now: ${provider} sends no data`}
        </li>
        {agreement && agreement.dependents.loads > 0 && others.length === 0 && (
          <li>
            the positions of {countText(agreement.dependents.loads, 'watched load')}: no other connection of
            this fleet sends data
          </li>
        )}
      </ImpactList>
      <p>
        The agreement stays. To reconnect this provider, the fleet must sign in again through an invitation.
      </p>
    </ConfirmDialog>
  );
}

export function ConnectionsSection({ agreement }: { readonly agreement: BoardAgreement }) {
  const [deleting, setDeleting] = useState<BoardConnection | null>(null);
  const { connections } = agreement;
  return (
    <Section title="Connections">
      {connections.length === 0 && <p className={`${shared.secondary} ${shared.plain}`}>No connections.</p>}
      {connections.map((connection) => {
        const next_action = nextAction(connection, connections);
        return (
          <div key={connection.id} className={classes.connection}>
            <Group gap="4px 12px">
              <strong>{providerName(connection)}</strong>
              <ConnectionMark connection={connection} />
              <div className={shared.end}>
                <ConnectionMenu
                  fleet={fleetName(agreement)}
                  connection={connection}
                  onDelete={() => setDeleting(connection)}
                />
              </div>
            </Group>
            {next_action.owner !== 'none' && (
              <p className={shared.strongText}>
                {OWNER_WORD[next_action.owner]}: {next_action.what.charAt(0).toLowerCase()}
                {next_action.what.slice(1)}.
              </p>
            )}
            <Freshness connection={connection} />
          </div>
        );
      })}
      {deleting && (
        <ConnectionDialog connection={deleting} agreement={agreement} onClose={() => setDeleting(null)} />
      )}
    </Section>
  );
}

function Freshness({ connection: { freshness } }: { readonly connection: BoardConnection }) {
  if (freshness === null) return <p className={`${shared.secondary} ${shared.plain}`}>Data age unknown.</p>;
  if (freshness.length === 0) return null;
  return (
    <dl className={classes.freshness}>
      {freshness.map(({ resource, last_successful_execution_at: at }) => (
        <div key={resource ?? ''}>
          <dt>{resource ? resourceWord(resource) : 'Unnamed'}</dt>
          <dd>{at ? <Age at={at} ago /> : 'never'}</dd>
        </div>
      ))}
    </dl>
  );
}
