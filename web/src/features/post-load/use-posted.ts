/** What the server knows of posting loads, and of what was sent with one. Inside `WithQueries`. */
import { useQuery } from '@tanstack/react-query';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** @param load_id null: nothing is asked */
export function useSentLoad(load_id: string | null) {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.sentLoad(load_id ?? '', 'form'),
    queryFn: ({ signal }) =>
      http.call(POSTED_LOAD_ROUTES.readSentLoad, { params: { load_id: load_id ?? '' }, signal }),
    enabled: load_id !== null,
    // A form that began from it is not changed under the person's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
