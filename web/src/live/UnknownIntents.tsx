/** Lists requests whose outcome is unknown: what will resolve each, and buttons to resolve it by hand. */
import { Box, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import type { Intent, IntentKind, IntentResolution } from '@waypost/contract/api/intents';
import { useApi } from '../api/context.ts';
import type { Http } from '../api/http.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';
import { useAttempt } from '../api/show-problem.ts';
import { isolated } from '../ui/bidi.ts';
import { IconHelpCircle } from '../ui/icons.ts';
import { capital } from '../ui/readable-name.ts';
import shared from '../ui/shared.module.css';
import { fromNowText } from '../ui/time.ts';
import { toast } from '../ui/toasts.ts';
import { Age } from './Age.tsx';
import { useNow } from './context.ts';

interface UnknownIntentsProps {
  readonly intents: readonly Intent[];
  readonly words: {
    readonly one: string;
    readonly many: string;
    /** Why no duplicate can arise; default: because nothing is sent again automatically. */
    readonly never_two?: string;
    /** Text for a confirmed item, when the server adds no message. */
    readonly found: string;
  };
  readonly onFound: (id: string) => void;
}

export function UnknownIntents({ intents, words, onFound }: UnknownIntentsProps) {
  const several = intents.length !== 1;
  const things = several ? `${intents.length} ${words.many}` : `1 ${words.one}`;
  return (
    <Box
      component="section"
      className={`${shared.fixed} ${shared.scrollY}`}
      mah="40%"
      px={16}
      py={8}
      bg="var(--wp-raised)"
      style={{ borderBottom: '1px solid var(--wp-line)' }}
      aria-label={`${capital(words.many)} not confirmed yet`}
    >
      <h2>{things} not confirmed yet</h2>
      <Box component="p" className={shared.small} maw="96ch">
        The tracking service did not respond when Waypost sent {several ? 'them' : 'it'}.{' '}
        {words.never_two ?? 'Nothing is sent twice.'} The first event or a check will confirm it.
      </Box>
      <ul className={shared.list}>
        {intents.map((intent) => (
          <Unknown key={intent.id} intent={intent} found={words.found} onFound={onFound} />
        ))}
      </ul>
    </Box>
  );
}

const RESOLUTIONS = [
  ['check', 'Check now'],
  ['created', 'Mark as created'],
  ['not_created', 'Mark as not created'],
] as const;

interface UnknownProps {
  readonly intent: Intent;
  readonly found: string;
  readonly onFound: (id: string) => void;
}

function Unknown({ intent, found, onFound }: UnknownProps) {
  const { http } = useApi();
  const queries = useQueryClient();
  const { busy, attempt } = useAttempt<IntentResolution['outcome']>();
  const name = intent.subject ?? 'Without a name';
  const next = useNow((now) => (intent.next_check_at ? fromNowText(intent.next_check_at, now) : null));
  const resolve = async (outcome: IntentResolution['outcome']) => {
    await attempt(
      `Couldn't check ${name}`,
      async () => {
        const after = await resolveIntent(http, intent.id, { outcome });
        if (after.state === 'done') {
          toast({ title: `${name} was created`, text: after.message ?? found });
          if (after.result_id) onFound(after.result_id);
        } else if (after.state === 'failed')
          toast({ title: `${name} was not created`, text: 'You can create it again.' });
        else
          toast({
            title: `${name} is still not confirmed`,
            text: after.message ?? 'The tracking service does not list it.',
          });
      },
      outcome,
    );
    await queries.invalidateQueries({ queryKey: queryKeys.unknownIntents() });
  };
  return (
    <Box component="li" className={shared.wrapped} pt={8} pb={4} style={{ alignItems: 'center' }}>
      <IconHelpCircle size={16} aria-hidden />
      <div className={shared.column} style={{ flex: '1 1 240px', minWidth: 0 }}>
        <strong>{name}</strong>
        <span className={shared.small}>
          requested by {isolated(intent.created_by_name)} <Age at={intent.created_at} ago />
          {next !== null && `, next check ${next}`}
          {intent.message && `. ${intent.message}`}
        </span>
      </div>
      <div className={shared.wrapped}>
        {RESOLUTIONS.map(([outcome, words]) => (
          <Button
            key={outcome}
            loading={busy === outcome}
            disabled={busy !== false}
            onClick={() => void resolve(outcome)}
          >
            {words}
          </Button>
        ))}
      </div>
    </Box>
  );
}

/** The server keeps checking; polling shows what it finds. */
const POLL_MS = 15_000;

/** The unconfirmed requests of one kind: the person's own, or everyone's for administrators. */
export function useUnknownIntents(kind: IntentKind): readonly Intent[] {
  const { data } = useRead(INTENT_ROUTES.listIntents, queryKeys.unknownIntents(), {
    background: 'after_first',
    refetchInterval: POLL_MS,
    staleTime: 2_000,
  });
  return data?.items.filter((intent) => intent.kind === kind) ?? [];
}

/** @throws Problem */
export function resolveIntent(http: Http, id: string, body: IntentResolution): Promise<Intent> {
  return http.call(INTENT_ROUTES.resolveIntent, { params: { id }, body });
}
