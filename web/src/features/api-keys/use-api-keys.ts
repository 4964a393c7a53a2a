/** API keys as the server has them, and what an administrator does to them. Keys themselves never come into the cache. */

import { useQueryClient } from '@tanstack/react-query';
import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { ApiKey } from '@waypost/contract/api/api-keys';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead, useWrite } from '../../api/server-state.ts';

const STALE_MS = 15_000;

/** Newest first. */
export const useApiKeys = () =>
  useRead(API_KEY_ROUTES.listApiKeys, queryKeys.apiKeys(), { select: itemsOf, staleTime: STALE_MS });

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useApiKeyWriting() {
  const client = useQueryClient();
  const put = (key: ApiKey) =>
    client.setQueryData<{ items: ApiKey[] }>(queryKeys.apiKeys(), (list) => {
      const others = (list?.items ?? []).filter(({ api_key_id }) => api_key_id !== key.api_key_id);
      const items = [...others, key].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
      return { items };
    });
  const create = useWrite(API_KEY_ROUTES.createApiKey, {
    onSuccess: ({ api_key }) => put(api_key),
    // The answer holds the key: it is not kept here.
    gcTime: 0,
  });
  const revoke = useWrite(API_KEY_ROUTES.revokeApiKey, { onSuccess: put });
  return { create, revoke };
}
