/** What the server knows of posting loads, and of what was sent with one. Inside `WithQueries`. */
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';

export const useLoadPosting = () =>
  useRead(POSTED_LOAD_ROUTES.loadPosting, queryKeys.loadPosting(), { staleTime: 60_000 });

/**
 * What Waypost has sent with a load.
 * @param load_id null: nothing is asked
 * @param sent_at of what was sent last; each is an answer of its own. `form`: asked once, since a form that began from it must not change
 */
export function useSentLoad(load_id: string | null, sent_at: string | null) {
  return useRead(POSTED_LOAD_ROUTES.readSentLoad, queryKeys.sentLoad(load_id ?? '', sent_at), {
    params: { load_id: load_id ?? '' },
    enabled: load_id !== null,
    ...(sent_at === 'form' ? { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
}
