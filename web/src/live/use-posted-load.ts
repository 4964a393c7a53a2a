/** What the server knows of posting loads, and of what was sent with one. Inside `WithQueries`. */
import { useQuery } from '@tanstack/react-query';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import { useApi } from '../api/context.ts';
import { queryKeys } from '../api/query-keys.ts';

/** Whether the tracking service takes loads and corrections. */
export function useLoadPosting() {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.loadPosting(),
    queryFn: ({ signal }) => http.call(POSTED_LOAD_ROUTES.loadPosting, { signal }),
    staleTime: 60_000,
  });
}

/**
 * What Waypost has sent with a load.
 * @param load_id null: nothing is asked
 * @param sent_at of what was sent last; each is an answer of its own. `form`: asked once, since a form that began from it must not change
 */
export function useSentLoad(load_id: string | null, sent_at: string | null) {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.sentLoad(load_id ?? '', sent_at),
    queryFn: ({ signal }) =>
      http.call(POSTED_LOAD_ROUTES.readSentLoad, { params: { load_id: load_id ?? '' }, signal }),
    enabled: load_id !== null,
    ...(sent_at === 'form' ? { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
}
