/** How the load is tracked: health with its meaning, then the sentence of the table, who acts, and the one action. */

import { Button } from '@mantine/core';
import type { BoardLoad, Leaving } from '@waypost/contract/api/board';
import { isDelivered } from '@waypost/triage/cause';
import type { LoadFacts } from '@waypost/triage/facts';
import { factsOf } from '@waypost/triage/facts';
import { useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { evidenceText } from '../../live/archive-words.ts';
import { useFacts, useLive, useNow } from '../../live/context.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import shared from '../../ui/shared.module.css';
import { shortDateTime } from '../../ui/time.ts';
import { type Action, OWNER_WORD } from './explain.ts';
import { rhythmText } from './history/rhythm.ts';
import { Identifiers } from './Identifiers.tsx';
import classes from './LoadPanel.module.css';
import { meaningOf } from './meaning.ts';
import { useSentence } from './sentence.ts';
import { keepLoad } from './watch.ts';

export interface StateSectionProps {
  readonly load: BoardLoad;
  readonly onAction: (load_id: string, action: Action) => void;
}

export function StateSection({ load, onAction }: StateSectionProps) {
  const { clock } = useLive();
  // The board's facts, or our own for a load that the board does not hold (yet).
  const facts = useFacts(load.load_id) ?? factsOf(load, { now: clock.now(), outage: false });
  return (
    <div className={classes.state}>
      <HealthBadge health={facts.health} raw={load.tracking_health} size="md" />
      <p className={classes.meaning}>{meaningOf(load)}</p>
      <Cause load={load} facts={facts} onAction={onAction} />
      <Identifiers load={load} />
      {load.leaving && <LeavingLine load={load} leaving={load.leaving} />}
    </div>
  );
}

function Cause({ load, facts, onAction }: StateSectionProps & { readonly facts: LoadFacts }) {
  const { what, why, owner, action } = useSentence(load, facts);
  const silent = facts.cause === 'stale' || facts.cause === 'stale_driving';
  const rhythm = useNow((now) => (silent ? (rhythmText(load, now)?.text ?? null) : null));
  return (
    <div className={classes.cause} data-attention={facts.attention || undefined}>
      <p className={shared.strongText}>{what}</p>
      <p className={classes.why}>{rhythm === null ? why : `${why} Pings: ${rhythm}.`}</p>
      {load.read_error && (
        <p className={classes.why}>The tracking service reported: {load.read_error.message}</p>
      )}
      <div className={classes.act}>
        <span className={classes.owner}>{OWNER_WORD[owner]}</span>
        {facts.cause === 'not_shared' && (
          <LinkButton to="/agreements" search={{ load: load.load_id }}>
            Open the agreement
          </LinkButton>
        )}
        {facts.cause === 'unmatched' && <LinkButton to="/agreements">Check agreements</LinkButton>}
        {action && (
          <Button
            variant={facts.attention ? 'filled' : 'default'}
            onClick={() => onAction(load.load_id, action)}
          >
            {action.kind === 'message' ? `${action.label} for ${action.to}` : action.label}
          </Button>
        )}
      </div>
    </div>
  );
}

/** It leaves the board by itself: when, why, and how to keep it. */
function LeavingLine({ load, leaving }: { readonly load: BoardLoad; readonly leaving: Leaving }) {
  const { http } = useApi();
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const [busy, setBusy] = useState(false);
  const when = useNow((now) =>
    Date.parse(leaving.at) > now ? `at ${shortDateTime(leaving.at, now)}` : 'at its next update',
  );
  const why = useNow((now) => evidenceText(leaving, now));
  const keep = async () => {
    setBusy(true);
    await keepLoad(http, store, load.load_id);
    setBusy(false);
  };
  return (
    <div className={classes.act}>
      <span>
        Moves to the archive {when}. {!isDelivered(leaving) && why}
      </span>
      <GuardedButton disabledReason={disabledReason} disabled={busy} onClick={() => void keep()}>
        Keep on board
      </GuardedButton>
    </div>
  );
}
