/** What the server knows, and what a person changes there: a question or a change is a route of ours. */
import {
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { ApiRoute } from '@waypost/contract/api/route';
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

/** Of a list, its items. */
export const itemsOf = <T>({ items }: { readonly items: T }): T => items;
