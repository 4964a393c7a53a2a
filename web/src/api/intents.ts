/** Things of which nobody knows whether they exist: a create whose answer was lost (rule 25). */
import { queryOptions } from '@tanstack/react-query';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import type { Intent, IntentKind, IntentResolution } from '@waypost/contract/api/intents';
import type { Http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/** They are looked for by the server meanwhile: what it finds shows by itself. */
const POLL_MS = 15_000;

/** Those of one kind; one's own, administrators see all. */
export function unknownIntents(http: Http, kind: IntentKind) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.unknownIntents(),
    queryFn: async ({ signal }): Promise<readonly Intent[]> => {
      const background = asked;
      asked = true;
      return (await http.call(INTENT_ROUTES.listIntents, { background, signal })).items;
    },
    select: (items) => items.filter((intent) => intent.kind === kind),
    refetchInterval: POLL_MS,
    staleTime: 2_000,
  });
}

/** @throws Problem */
export function resolveIntent(http: Http, id: string, body: IntentResolution): Promise<Intent> {
  return http.call(INTENT_ROUTES.resolveIntent, { params: { id }, body });
}
