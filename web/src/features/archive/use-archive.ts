/** The archive as the server has it, in pages, and what a person does with it. */
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLive } from '../../live/context.ts';
import { instantsOf } from '../../ui/days.ts';
import { personZone } from '../../ui/time.ts';
import { restoreLoads } from './restore.ts';
import type { ArchiveSearch } from './search.ts';

export type ArchiveFilter = Pick<ArchiveSearch, 'q' | 'reason' | 'fleet' | 'from' | 'to'>;

const PAGE = 100;

/** The filter as the server takes it. */
export const filterQuery = ({ q, reason, fleet, from, to }: ArchiveFilter, zone: string) => ({
  q,
  reason,
  fleet_id: fleet,
  ...instantsOf({ from, to }, zone),
});

function archiveQuery(http: Http, { q, reason, fleet, from, to }: ArchiveFilter) {
  const zone = personZone();
  return infiniteQueryOptions({
    queryKey: queryKeys.archive({ q, reason, fleet, from, to, zone }),
    queryFn: ({ pageParam, signal }) =>
      http.call(ARCHIVE_ROUTES.listArchive, {
        query: {
          ...filterQuery({ q, reason, fleet, from, to }, zone),
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

export function useArchive({ q, reason, fleet, from, to }: ArchiveFilter) {
  const { http } = useApi();
  const { changes } = useLive();
  const queries = useQueryClient();
  const query = useInfiniteQuery(
    useMemo(() => archiveQuery(http, { q, reason, fleet, from, to }), [http, q, reason, fleet, from, to]),
  );
  // A load that leaves the board while the archive is open comes into it.
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: queryKeys.archive() });
    return changes.subscribe('archived', { onChange: again, onOpened: () => undefined });
  }, [changes, queries]);
  const { data, refetch, fetchNextPage } = query;
  const items = useMemo((): readonly ArchivedLoad[] | undefined => {
    // A page that was read a moment later may repeat the last row of the one before.
    const byId = new Map(data?.pages.flatMap((page) => page.items).map((one) => [one.load_id, one]));
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

/** One load with what the board last showed of it. */
export function useArchivedLoad(load_id: string) {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.archivedLoad(load_id),
    queryFn: ({ signal }) => http.call(ARCHIVE_ROUTES.readArchived, { params: { load_id }, signal }),
  });
}

/** Brings loads back to the board; `busy` while that is under way. */
export function useRestore(): {
  readonly busy: boolean;
  readonly run: (load: ArchivedLoad) => Promise<boolean>;
} {
  const { http } = useApi();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (load: ArchivedLoad) => {
    setBusy(true);
    const done = await restoreLoads(http, [load]);
    await queries.invalidateQueries({ queryKey: queryKeys.archive() });
    setBusy(false);
    return done;
  };
  return { busy, run };
}
