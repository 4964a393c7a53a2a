/** Above the list: monitors that may or may not exist, what resolves each, and what a person may say of it. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Intent, IntentResolution } from '@waypost/contract/api/creates';
import { useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { tellProblem } from '../../../api/tell.ts';
import { Age } from '../../../live/Age.tsx';
import { useTold } from '../../../live/context.ts';
import { IconHelpCircle } from '../../../ui/icons.ts';
import { fromNowText } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { resolveIntent, UNKNOWN_KEY } from './intents.ts';
import classes from './UnknownMonitors.module.css';

export interface UnknownMonitorsProps {
  readonly intents: readonly Intent[];
  /** It exists, under this id. */
  readonly onFound: (monitor_id: string) => void;
}

export function UnknownMonitors({ intents, onFound }: UnknownMonitorsProps) {
  return (
    <section className={classes.root} aria-label="Monitors that may or may not exist">
      <h2 className={classes.title}>
        {intents.length === 1 ? '1 monitor that' : `${intents.length} monitors that`} may or may not exist
      </h2>
      <p className={classes.why}>
        The service was asked to create {intents.length === 1 ? 'it' : 'them'} and the answer was lost.
        Nothing is sent again by itself, so there are never two. The first event of it, or a look at the
        service, settles it.
      </p>
      <ul className={classes.list}>
        {intents.map((intent) => (
          <Unknown key={intent.id} intent={intent} onFound={onFound} />
        ))}
      </ul>
    </section>
  );
}

interface UnknownProps {
  readonly intent: Intent;
  readonly onFound: (monitor_id: string) => void;
}

function Unknown({ intent, onFound }: UnknownProps) {
  const { http } = useApi();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<IntentResolution['outcome'] | null>(null);
  const name = intent.subject ?? 'Without a name';
  const next = useTold((now) => (intent.next_check_at ? fromNowText(intent.next_check_at, now) : null));
  const say = async (outcome: IntentResolution['outcome']) => {
    setBusy(outcome);
    try {
      const after = await resolveIntent(http, intent.id, { outcome });
      if (after.state === 'done') {
        toast({ title: `${name} exists`, text: after.message ?? 'It is watched from now on.' });
        if (after.result_id) onFound(after.result_id);
      } else if (after.state === 'failed')
        toast({ title: `${name} was not created`, text: 'It may be created again.' });
      else
        toast({ title: `${name} is still unknown`, text: after.message ?? 'The service does not show it.' });
    } catch (error) {
      tellProblem(`Nothing was found out about ${name}`, asProblem(error));
    }
    setBusy(null);
    await queries.invalidateQueries({ queryKey: UNKNOWN_KEY });
  };
  return (
    <li className={classes.row}>
      <IconHelpCircle size={16} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <strong>{name}</strong>
        <span className={classes.second}>
          asked for by {intent.created_by_name} <Age at={intent.created_at} ago />
          {next !== null && `, looked for again ${next}`}
          {intent.message && `. ${intent.message}`}
        </span>
      </div>
      <div className={classes.acts}>
        <Button loading={busy === 'check'} disabled={busy !== null} onClick={() => void say('check')}>
          Look again
        </Button>
        <Button loading={busy === 'created'} disabled={busy !== null} onClick={() => void say('created')}>
          It exists
        </Button>
        <Button
          loading={busy === 'not_created'}
          disabled={busy !== null}
          onClick={() => void say('not_created')}
        >
          It was not created
        </Button>
      </div>
    </li>
  );
}
