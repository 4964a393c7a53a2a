/** Connections of the fleet with the age of their data, resource by resource where the service reports it. */
import type { BoardAgreement, BoardConnection } from '@waypost/contract/api/agreements';
import { useState } from 'react';
import { Age } from '../../live/Age.tsx';
import { Section } from '../../ui/Section.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import classes from './ConnectionsSection.module.css';
import { ConnectionMark, ConnectionMenu } from './connection-columns.tsx';
import { mustAct, OWNER_WORD, providerName } from './connection-state.ts';
import { fleetName } from './names.ts';
import { resourceWord } from './shared.ts';

export interface ConnectionsSectionProps {
  readonly agreement: BoardAgreement;
  readonly disabledReason: string | null;
}

export function ConnectionsSection({ agreement, disabledReason }: ConnectionsSectionProps) {
  const [doomed, setDoomed] = useState<BoardConnection | null>(null);
  const { connections } = agreement;
  return (
    <Section title="Connections">
      {connections.length === 0 && <p className={classes.none}>No connections.</p>}
      {connections.map((connection) => {
        const acts = mustAct(connection, connections);
        return (
          <div key={connection.id} className={classes.item}>
            <div className={classes.line}>
              <strong>{providerName(connection)}</strong>
              <ConnectionMark connection={connection} />
              <div className={classes.menu}>
                <ConnectionMenu
                  fleet={fleetName(agreement)}
                  connection={connection}
                  disabledReason={disabledReason}
                  onDelete={() => setDoomed(connection)}
                />
              </div>
            </div>
            {acts.owner !== 'none' && (
              <p className={classes.acts}>
                {OWNER_WORD[acts.owner]}: {acts.what.charAt(0).toLowerCase()}
                {acts.what.slice(1)}.
              </p>
            )}
            <Freshness connection={connection} />
          </div>
        );
      })}
      {doomed && (
        <ConnectionDialog connection={doomed} agreement={agreement} onClose={() => setDoomed(null)} />
      )}
    </Section>
  );
}

function Freshness({ connection: { freshness } }: { readonly connection: BoardConnection }) {
  if (freshness === null) return <p className={classes.none}>Data age unknown.</p>;
  if (freshness.length === 0) return null;
  return (
    <dl className={classes.list}>
      {freshness.map(({ resource, last_successful_execution_at: at }) => (
        <div key={resource ?? ''} className={classes.fact}>
          <dt>{resource ? resourceWord(resource) : 'Unnamed'}</dt>
          <dd>{at ? <Age at={at} ago /> : 'never'}</dd>
        </div>
      ))}
    </dl>
  );
}
