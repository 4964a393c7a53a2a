/** A list that the server gives in pages, each with a cursor of the next. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

export interface PageOf<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last. */
  readonly next_page: string | null;
}

export interface PagesOptions<T> {
  readonly queryKey: QueryKey;
  /** `by_person`: somebody asked for it just now, so it keeps the session alive; what follows by itself does not. */
  readonly read: (request: PageRequest) => Promise<PageOf<T>>;
  readonly idOf: (item: T) => string;
  /** Milliseconds between refreshes with so many pages on the screen; by default it is read again on request only. */
  readonly refetchInterval?: (pages: number) => number | false;
}

export interface PageRequest {
  readonly cursor: string | undefined;
  readonly by_person: boolean;
  readonly signal: AbortSignal;
}

/** Its items so far, each once, and what a list needs to show how it is loading. */
export function usePages<T>({ queryKey, read, idOf, refetchInterval }: PagesOptions<T>) {
  const key = JSON.stringify(queryKey);
  // Another list begins with a request of a person again.
  const asked = useMemo(() => ({ by_person: true }), [key]);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const { by_person } = asked;
      asked.by_person = false;
      return read({ cursor: pageParam ?? undefined, by_person, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page }) => next_page,
    refetchInterval: ({ state: { data } }) => refetchInterval?.(data?.pages.length ?? 0) ?? false,
    staleTime: 2_000,
  });
  const { data, refetch, fetchNextPage } = query;
  const items = useMemo((): readonly T[] | undefined => {
    // A page that was read a moment later may repeat the last row of the one before.
    const byId = new Map(data?.pages.flatMap((page) => page.items).map((one) => [idOf(one), one]));
    return data && [...byId.values()];
  }, [data, idOf]);
  return {
    items,
    pages: data?.pages.length ?? 0,
    error: query.error,
    readAt: query.dataUpdatedAt,
    hasMore: query.hasNextPage,
    refresh: {
      busy: query.isFetching,
      run: () => {
        asked.by_person = true;
        void refetch();
      },
    },
    /** Null: everything is here. */
    more: query.hasNextPage
      ? {
          label: 'More',
          loading: query.isFetchingNextPage,
          run: () => {
            asked.by_person = true;
            void fetchNextPage();
          },
        }
      : null,
  };
}
