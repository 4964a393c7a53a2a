/** Queries for posting loads and for the request that posted one. Need `WithQueries`. */
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';

export const useLoadPosting = () =>
  useRead(POSTED_LOAD_ROUTES.loadPosting, queryKeys.loadPosting(), { staleTime: 60_000 });

/**
 * The request that Waypost sent with a load.
 * @param load_id null: sends no request
 * @param sent_at when it was last sent, so that a new request is fetched again; `form`: fetched once, because a
 * form opened with it must not change
 */
export function useSentLoad(load_id: string | null, sent_at: string | null) {
  return useRead(POSTED_LOAD_ROUTES.readSentLoad, queryKeys.sentLoad(load_id ?? '', sent_at), {
    params: { load_id: load_id ?? '' },
    enabled: load_id !== null,
    ...(sent_at === 'form' ? { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
}
