/** Posted loads with an unknown outcome. The service cannot list loads, so a person says what happened to each. */
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Intent, IntentResolution } from '@waypost/contract/api/intents';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkedWith, useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { resolveIntent, useUnknownIntents } from '../../live/UnknownIntents.tsx';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import classes from './LoadForm.module.css';

interface UnconfirmedProps {
  readonly onFound: (load_id: string) => void;
}

export function Unconfirmed({ onFound }: UnconfirmedProps) {
  return useUnknownIntents('load').map((intent) => (
    <UnconfirmedLoad key={intent.id} intent={intent} onFound={onFound} />
  ));
}

const foundDraft = z.object({ load_id: z.string() });
const NO_ID = { load_id: '' };

function check({ load_id }: typeof NO_ID) {
  const { data = null } = uuid.safeParse(load_id.trim().toLowerCase());
  const wrong = data === null && load_id.trim() !== '';
  return checkedWith(data, {
    load_id: wrong && 'A load ID has 32 digits and letters from a to f, in five groups.',
  });
}

function UnconfirmedLoad({ intent, onFound }: UnconfirmedProps & { readonly intent: Intent }) {
  const { http } = useApi();
  const queries = useQueryClient();
  const { busy, attempt } = useAttempt();
  const name = isolated(intent.subject ?? 'A load');
  const resolve = async (resolution: IntentResolution) => {
    try {
      await resolveIntent(http, intent.id, resolution);
    } finally {
      void queries.invalidateQueries({ queryKey: queryKeys.unknownIntents() });
    }
  };
  const form = useForm({
    drafts: useFormDrafts('found_load', foundDraft),
    name: intent.id,
    initial: NO_ID,
    eager: true,
    check,
    send: async (result_id) => {
      await resolve({ outcome: 'created', result_id });
      return result_id;
    },
    onDone: (load_id) => {
      toast({ title: `${name} is on the board` });
      onFound(load_id);
    },
  });
  const notCreated = async () => {
    await resolve({ outcome: 'not_created' });
    toast({ title: `${name} was not created`, text: 'You can post it again.' });
  };
  return (
    <form
      {...form.element}
      className={`${shared.wrapped} ${classes.unconfirmed}`}
      aria-label={`${name} not confirmed yet`}
    >
      <p>
        <strong>{name} not confirmed yet</strong>, posted by {isolated(intent.created_by_name)}{' '}
        <Age at={intent.created_at} ago />. {intent.message}
      </p>
      <TextInput
        flex="1 1 280px"
        {...form.text('load_id', 'Load ID at the tracking service')}
        placeholder="e.g. 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60"
        error={form.errors.get('load_id')}
      />
      <Button
        type="submit"
        disabled={form.values.load_id.trim() === '' || form.errors.size > 0 || busy !== false}
      >
        Mark as created
      </Button>
      <Button
        disabled={form.busy || busy !== false}
        onClick={() => void attempt(`Couldn't mark ${name}`, notCreated)}
      >
        Mark as not created
      </Button>
      <Outcome form={form} what={`Couldn't mark ${name}`} />
    </form>
  );
}
