/** React Query hooks for our routes: `useRead` for queries, `useWrite` for mutations, `usePages` for cursor-paged lists. */
import {
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
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
    /**
     * Background requests do not extend the session. `after_first`: only refetches are background requests; with a key, also those of
     * other keys that begin with it, because what they are about has changed and not what the person looks at.
     */
    readonly background?: 'always' | 'after_first' | QueryKey;
  };

/**
 * @param key from `query-keys.ts`; the cache holds the unselected response.
 * @param options `select` must be the same function on every render
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
      const cached = background === 'after_first' ? key : background;
      const is_background =
        cached === 'always' ||
        (cached !== undefined &&
          client.getQueriesData({ queryKey: cached }).some(([, data]) => data !== undefined));
      return http.call(route, {
        ...(params && { params }),
        ...(query && { query }),
        background: is_background,
        parse,
        signal,
      });
    },
  });
}

export type Write<R extends ApiRoute> = Pick<CallOptions, 'params' | 'query' | 'headers'> &
  (R extends { readonly body: infer S extends z.ZodType } ? { readonly body: z.input<S> } : unknown);

/** `mutateAsync` rejects with a Problem. @param options `params`: set here when they are the same for every call */
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

/** Puts a created or changed record into a cached list, newest first. */
export function usePutRecord<T extends { readonly created_at: string }>(
  key: QueryKey,
  idOf: (one: T) => string,
) {
  const client = useQueryClient();
  return (record: T) =>
    client.setQueryData<{ items: readonly T[] }>(key, (list) => {
      const others = (list?.items ?? []).filter((one) => idOf(one) !== idOf(record));
      return {
        items: [...others, record].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)),
      };
    });
}

export const itemsOf = <T>({ items }: { readonly items: T }): T => items;

export interface PageOf<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last. */
  readonly next_page: string | null;
}

export interface PagesOptions<T, More> {
  readonly queryKey: QueryKey;
  /** `by_person` is true when a person requested the read, which extends the session; automatic refreshes do not. */
  readonly read: (request: PageRequest) => Promise<PageOf<T> & More>;
  readonly idOf: (item: T) => string;
  /** Milliseconds between refreshes, given the number of loaded pages; by default the list is refreshed on request only. */
  readonly refetchInterval?: (pages: number) => number | false;
}

export interface PageRequest {
  readonly cursor: string | undefined;
  readonly by_person: boolean;
  readonly signal: AbortSignal;
}

/** `More`: what a page has besides its items. */
export function usePages<T, More = object>(options: PagesOptions<T, More>) {
  const { queryKey, read, idOf, refetchInterval } = options;
  const key = JSON.stringify(queryKey);
  // The first read of another list counts as a person's request.
  const request = useMemo(() => ({ by_person: true }), [key]);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const { by_person } = request;
      request.by_person = false;
      return read({ cursor: pageParam ?? undefined, by_person, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page }) => next_page,
    refetchInterval: ({ state: { data } }) => refetchInterval?.(data?.pages.length ?? 0) ?? false,
    staleTime: 2_000,
  });
  const { data, refetch, fetchNextPage } = query;
  const items = useMemo((): readonly T[] | undefined => {
    // A page read slightly later may repeat the last row of the previous page.
    const byId = new Map(data?.pages.flatMap((page) => page.items).map((item) => [idOf(item), item]));
    return data && [...byId.values()];
  }, [data, idOf]);
  return {
    items,
    first: data?.pages[0],
    pages: data?.pages.length ?? 0,
    error: query.error,
    readAt: query.dataUpdatedAt,
    hasMore: query.hasNextPage,
    refresh: {
      busy: query.isFetching,
      run: () => {
        request.by_person = true;
        void refetch();
      },
    },
    more: query.hasNextPage
      ? {
          label: 'More',
          loading: query.isFetchingNextPage,
          run: () => {
            request.by_person = true;
            void fetchNextPage();
          },
        }
      : null,
  };
}
