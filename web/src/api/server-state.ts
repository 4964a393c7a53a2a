/** What the server knows, and what a person changes there: a question or a change is a route of ours. */
import {
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { ApiRoute } from '@waypost/contract/api/route';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useApi } from './context.ts';
import type { Answer, CallOptions } from './http.ts';

type ReadOptions<R extends ApiRoute, T> = Pick<CallOptions, 'params' | 'query' | 'parse'> &
  Pick<
    UseQueryOptions<Answer<R>, Error, T>,
    | 'select'
    | 'staleTime'
    | 'gcTime'
    | 'refetchInterval'
    | 'enabled'
    | 'placeholderData'
    | 'structuralSharing'
  > & {
    /** What nobody asks for keeps no session alive: `after_first` where it is read again by itself. */
    readonly background?: 'always' | 'after_first';
  };

/**
 * @param key of `query-keys.ts`; the cache keeps the answer as it came
 * @param options `select`: what the caller gets of the answer, the same function at each drawing
 */
export function useRead<R extends ApiRoute, T = Answer<R>>(
  route: R,
  key: QueryKey,
  { params, query, parse = true, background, ...options }: ReadOptions<R, T> = {},
) {
  const { http } = useApi();
  return useQuery({
    ...options,
    queryKey: key,
    queryFn: ({ signal, client }) => {
      const by_itself =
        background === 'always' || (background === 'after_first' && client.getQueryData(key) !== undefined);
      return http.call(route, {
        ...(params && { params }),
        ...(query && { query }),
        background: by_itself,
        parse,
        signal,
      });
    },
  });
}

export type Write<R extends ApiRoute> = Pick<CallOptions, 'params' | 'query' | 'headers'> &
  (R extends { readonly body: infer S extends z.ZodType } ? { readonly body: z.input<S> } : unknown);

/** A change: `mutateAsync` rejects with a Problem. @param options `params`: where they are the same each time */
export function useWrite<R extends ApiRoute>(
  route: R,
  {
    params,
    ...options
  }: Pick<UseMutationOptions<Answer<R>, Error, Write<R>>, 'onSuccess' | 'onError' | 'onSettled' | 'gcTime'> &
    Pick<CallOptions, 'params'> = {},
) {
  const { http } = useApi();
  return useMutation({
    ...options,
    mutationFn: (write: Write<R>) => http.call(route, params ? { params, ...write } : write),
  });
}

export const itemsOf = <T>({ items }: { readonly items: T }): T => items;

// A list that the server gives in pages, each with a cursor of the next.
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
