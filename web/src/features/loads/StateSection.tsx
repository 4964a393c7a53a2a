/** How the load is tracked: health with its meaning, then the sentence of the table, who acts, and the one action. */

import { Button } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useFacts, useLive } from '../../live/context.ts';
import type { LoadFacts } from '../../live/facts.ts';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { factsOf } from './attention.ts';
import { type Action, OWNER_WORD } from './explain.ts';
import { meaningOf } from './meaning.ts';
import classes from './StateSection.module.css';
import { useSentence } from './sentence.ts';

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
    </div>
  );
}

function Cause({ load, facts, onAction }: StateSectionProps & { readonly facts: LoadFacts }) {
  const { what, why, owner, action } = useSentence(load, facts);
  return (
    <div className={classes.cause} data-attention={facts.attention || undefined}>
      <p className={classes.what}>{what}</p>
      <p className={classes.why}>{why}</p>
      {load.read_error && <p className={classes.why}>The service said: {load.read_error.message}</p>}
      <div className={classes.act}>
        <span className={classes.owner}>{OWNER_WORD[owner]}</span>
        {facts.cause === 'not_shared' && (
          <LinkButton to="/agreements" search={{ load: load.load_id }}>
            Open the agreement
          </LinkButton>
        )}
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
