/** Connections: over which provider a fleet's data come, since when they do not, and who must act. */
import { useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { Age } from '../../live/Age.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { UnreadLine } from '../../ui/UnreadLine.tsx';
import { AgreementsFoot } from './AgreementsFoot.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { ConnectionMark } from './ConnectionMark.tsx';
import classes from './ConnectionsTab.module.css';
import { lastData, providerName } from './connection-state.ts';
import { GRID_ID } from './grid-id.ts';
import { AgreementsNoMatch, NoConnections } from './ListStates.tsx';
import { fleetName } from './names.ts';
import type { ConnectionRow } from './query.ts';
import { resourceWord } from './shared.ts';
import type { useConnections } from './use-agreements.ts';

export interface ConnectionsTabProps {
  readonly rows: readonly ConnectionRow[];
  readonly query: Pick<ReturnType<typeof useConnections>, 'data' | 'error' | 'refresh'>;
  readonly filtered: boolean;
  readonly refusal: string | null;
  readonly onClear: () => void;
  readonly onAgreement: (id: string) => void;
}

export function ConnectionsTab({
  rows,
  query,
  filtered,
  refusal,
  onClear,
  onAgreement,
}: ConnectionsTabProps) {
  const { data, error, refresh } = query;
  const [doomed, setDoomed] = useState<ConnectionRow | null>(null);
  const problem = error ? asProblem(error) : null;
  const list = () => {
    if (!data)
      return problem ? (
        <ProblemState problem={problem} onRetry={refresh} />
      ) : (
        <ListSkeleton label="Loading the connections" />
      );
    if (data.items.length === 0)
      return <NoConnections offered={data.known} problem={data.read_problem} onRetry={refresh} />;
    if (rows.length === 0) return <AgreementsNoMatch onClear={onClear} />;
    return (
      <table className={classes.table} id={GRID_ID} tabIndex={-1} aria-label="Connections">
        <thead>
          <tr>
            <th scope="col">Fleet</th>
            <th scope="col">Provider</th>
            <th scope="col">Status</th>
            <th scope="col">Data came last</th>
            <th scope="col">Who must act</th>
            <th scope="col" className={classes.act}>
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.connection.id}
              row={row}
              refusal={refusal}
              onAgreement={onAgreement}
              onDelete={() => setDoomed(row)}
            />
          ))}
        </tbody>
      </table>
    );
  };
  return (
    <>
      {data && problem && <ProblemState problem={problem} onRetry={refresh} small />}
      {data && <UnreadLine unread={data.unread} words={['connection', 'connections']} />}
      <div className={classes.list}>{list()}</div>
      {data && data.items.length > 0 && (
        <AgreementsFoot
          what="connection"
          shown={rows.length}
          total={data.items.length}
          filtered={filtered}
          onClear={onClear}
          read_at={data.read_at}
          read_problem={data.read_problem}
        />
      )}
      {doomed && (
        <ConnectionDialog
          connection={doomed.connection}
          agreement={doomed.agreement}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly row: ConnectionRow;
  readonly refusal: string | null;
  readonly onAgreement: (id: string) => void;
  readonly onDelete: () => void;
}

function Row({ row: { connection, agreement, acts }, refusal, onAgreement, onDelete }: RowProps) {
  const last = lastData(connection);
  const name = agreement ? fleetName(agreement) : (connection.fleet_ref ?? 'Fleet not named');
  const deleted = connection.status === 'deleted';
  return (
    <tr data-attention={acts.who !== 'Nobody' || undefined}>
      <th scope="row">
        {agreement ? (
          <button type="button" className={classes.fleet} onClick={() => onAgreement(agreement.id)}>
            {name}
          </button>
        ) : (
          name
        )}
        {connection.fleet_ref && connection.fleet_ref !== name && (
          <div className={classes.second}>{connection.fleet_ref}</div>
        )}
      </th>
      <td>
        {providerName(connection)}
        {connection.description && <div className={classes.second}>{connection.description}</div>}
      </td>
      <td>
        <ConnectionMark connection={connection} />
      </td>
      <td>
        {last ? (
          <>
            <Age at={last.at} ago />
            {last.resource && <div className={classes.second}>{resourceWord(last.resource)}</div>}
          </>
        ) : (
          <span className={classes.second}>{connection.freshness === null ? 'Not told' : 'Never'}</span>
        )}
      </td>
      <td>
        <strong>{acts.who}</strong>
        <div className={classes.second}>{acts.what}</div>
      </td>
      <td className={classes.act}>
        {!deleted && (
          <GuardedButton
            refusal={refusal}
            leftSection={<IconTrash size={16} aria-hidden />}
            aria-label={`Delete the connection of ${name} to ${providerName(connection)}`}
            onClick={onDelete}
          >
            Delete
          </GuardedButton>
        )}
      </td>
    </tr>
  );
}
