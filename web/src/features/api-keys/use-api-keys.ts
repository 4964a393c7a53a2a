/** API keys as the server has them, and what an administrator does to them. Keys themselves never come into the cache. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { ApiKey, ApiKeyCreate } from '@waypost/contract/api/api-keys';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';

const STALE_MS = 15_000;

/** Newest first. */
export function useApiKeys() {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.apiKeys(),
    queryFn: async ({ signal }) => (await http.call(API_KEY_ROUTES.listApiKeys, { signal })).items,
    staleTime: STALE_MS,
  });
}

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useApiKeyWriting() {
  const { http } = useApi();
  const client = useQueryClient();
  const put = (key: ApiKey) =>
    client.setQueryData<ApiKey[]>(queryKeys.apiKeys(), (keys) => {
      const others = (keys ?? []).filter(({ api_key_id }) => api_key_id !== key.api_key_id);
      return [...others, key].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
    });
  const create = useMutation({
    mutationFn: (body: ApiKeyCreate) => http.call(API_KEY_ROUTES.createApiKey, { body }),
    onSuccess: ({ api_key }) => put(api_key),
    // The answer holds the key: it is not kept here.
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (api_key_id: string) => http.call(API_KEY_ROUTES.revokeApiKey, { params: { api_key_id } }),
    onSuccess: put,
  });
  return { create, revoke };
}
