/** The entities behind the counts: pages of a long list, only those in sight are read. */
import { useQueries } from '@tanstack/react-query';
import type { UsageEntity, UsageSummary } from '@waypost/contract/api/usage';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import type { USAGE_ENTITY_SORTS } from '@waypost/contract/api/words';
import { useRef } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';

export const PAGE = 100;

export interface EntityWish {
  readonly from_month: string;
  readonly to_month: string;
  readonly partner_id: string | undefined;
  readonly entity_type: string | undefined;
  /** False: those that the service calls inactive. */
  readonly is_active: false | undefined;
  readonly sort_by: (typeof USAGE_ENTITY_SORTS)[number];
  readonly sort_order: 'asc' | 'desc';
}

/** Pages that hold rows from `first` to `last`. */
export function pagesFor(first: number, last: number): readonly number[] {
  const from = Math.max(0, Math.floor(first / PAGE));
  const to = Math.max(from, Math.floor(last / PAGE));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** @param sight rows in sight, first and last */
export function useEntities(wish: EntityWish, sight: readonly [number, number]) {
  const { http } = useApi();
  const pages = pagesFor(...sight);
  const name = JSON.stringify(wish);
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: queryKeys.usageEntities(name, page),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        http.call(USAGE_ROUTES.usageEntities, {
          query: {
            ...wish,
            is_active: wish.is_active === undefined ? undefined : 'false',
            offset: page * PAGE,
            size: PAGE,
          },
          signal,
        }),
      staleTime: 60_000,
      gcTime: 60_000,
    })),
  });
  const known = answers.find(({ data }) => data)?.data;
  // The length of the list stands while other pages of it come.
  const last = useRef<{
    readonly name: string;
    readonly summary: { readonly total: number; readonly state: UsageSummary['state'] };
  } | null>(null);
  if (known) last.current = { name, summary: known };
  const summary = last.current?.name === name ? last.current.summary : null;
  const failed = answers.find(({ error }) => error);
  return {
    total: summary?.total ?? null,
    state: summary?.state ?? null,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    /** Undefined: on its way. */
    row: (at: number): UsageEntity | undefined =>
      answers[pages.indexOf(Math.floor(at / PAGE))]?.data?.items[at % PAGE],
  };
}
