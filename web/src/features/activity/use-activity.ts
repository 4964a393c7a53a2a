/** The activity log as the server has it, in pages. It is read again on request: rows that one reads must not move. */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { instantsOf } from '../../ui/days.ts';
import { personZone } from '../../ui/time.ts';
import type { ActivitySearch } from './search.ts';

export type ActivityFilter = Pick<ActivitySearch, 'q' | 'action' | 'sessions' | 'from' | 'to'>;

const PAGE = 100;

function activityQuery(http: Http, { q, action, sessions, from, to }: ActivityFilter) {
  const zone = personZone();
  const all = sessions === 'show' || action !== undefined;
  return infiniteQueryOptions({
    queryKey: queryKeys.activity({ q, action, all, from, to, zone }),
    queryFn: ({ pageParam, signal }) =>
      http.call(SESSION_ROUTES.activity, {
        query: {
          q,
          action,
          sessions: all ? undefined : 'leave_out',
          ...instantsOf({ from, to }, zone),
          cursor: pageParam ?? undefined,
          size: PAGE,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page }) => next_page,
    staleTime: 2_000,
  });
}

export function useActivity({ q, action, sessions, from, to }: ActivityFilter) {
  const { http } = useApi();
  const query = useInfiniteQuery(
    useMemo(
      () => activityQuery(http, { q, action, sessions, from, to }),
      [http, q, action, sessions, from, to],
    ),
  );
  const { data, refetch, fetchNextPage } = query;
  const items = useMemo((): readonly ActivityEntry[] | undefined => {
    // A page that was read a moment later may repeat the last row of the one before.
    const byId = new Map(data?.pages.flatMap((page) => page.items).map((one) => [one.id, one]));
    return data && [...byId.values()];
  }, [data]);
  return {
    items,
    error: query.error,
    read_at: query.dataUpdatedAt,
    has_more: query.hasNextPage,
    reading: query.isFetching,
    reading_more: query.isFetchingNextPage,
    refresh: () => void refetch(),
    more: () => void fetchNextPage(),
  };
}
