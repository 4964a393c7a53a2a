/** Posted loads with an unknown outcome. The service cannot list loads, so a person says what happened to each. */
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Intent, IntentResolution } from '@waypost/contract/api/intents';
import { uuid } from '@waypost/contract/common';
import { useMemo, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { resolveIntent, unknownIntents } from '../../live/UnknownIntents.tsx';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import classes from './LoadForm.module.css';

interface UnconfirmedProps {
  readonly onFound: (load_id: string) => void;
}

export function Unconfirmed({ onFound }: UnconfirmedProps) {
  const { http } = useApi();
  const options = useMemo(() => unknownIntents(http, 'load'), [http]);
  const { data = [] } = useQuery(options);
  return data.map((intent) => <UnconfirmedLoad key={intent.id} intent={intent} onFound={onFound} />);
}

function UnconfirmedLoad({ intent, onFound }: UnconfirmedProps & { readonly intent: Intent }) {
  const { http } = useApi();
  const queries = useQueryClient();
  const [load_id, setLoadId] = useState('');
  const { busy, attempt } = useAttempt();
  const typed = load_id.trim().toLowerCase();
  const is_id = uuid.safeParse(typed).success;
  const name = isolated(intent.subject ?? 'A load');
  const resolve = async (resolution: IntentResolution) => {
    await attempt(`Couldn't mark ${name}`, async () => {
      await resolveIntent(http, intent.id, resolution);
      if (resolution.outcome === 'created') {
        toast({ title: `${name} is on the board` });
        onFound(typed);
      } else toast({ title: `${name} was not created`, text: 'You can post it again.' });
    });
    await queries.invalidateQueries({ queryKey: queryKeys.unknownIntents() });
  };
  return (
    <section className={`${shared.wrapped} ${classes.unconfirmed}`} aria-label={`${name} not confirmed yet`}>
      <p>
        <strong>{name} not confirmed yet</strong>, posted by {isolated(intent.created_by_name)}{' '}
        <Age at={intent.created_at} ago />. {intent.message}
      </p>
      <TextInput
        flex="1 1 280px"
        label="Load ID at the tracking service"
        placeholder="e.g. 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60"
        value={load_id}
        error={
          typed !== '' && !is_id ? 'A load ID has 32 digits and letters from a to f, in five groups.' : null
        }
        onChange={({ currentTarget }) => setLoadId(currentTarget.value)}
      />
      <Button
        disabled={!is_id || busy}
        onClick={() => void resolve({ outcome: 'created', result_id: typed })}
      >
        Mark as created
      </Button>
      <Button disabled={busy} onClick={() => void resolve({ outcome: 'not_created' })}>
        Mark as not created
      </Button>
    </section>
  );
}
