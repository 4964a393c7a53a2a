/** The usage summary and the import that loads missing months: started automatically, polled, cancelled and restarted. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListImport } from '@waypost/contract/api/list-import';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';

const POLL_MS = 700;

interface UsageRange {
  readonly from_month: string;
  readonly to_month: string;
  readonly partner_id: string | undefined;
}

interface ImportRequest {
  readonly range_request: UsageRange;
  /** Reloads complete months as well. */
  readonly reload_all: boolean;
  readonly query_key: readonly (string | null)[];
}

const completedParts = (listImport: ListImport | null | undefined) =>
  listImport ? listImport.parts.filter(({ state }) => state === 'complete').length : 0;

export function useUsage(range: UsageRange) {
  const { from_month, to_month, partner_id } = range;
  const { http } = useApi();
  const client = useQueryClient();
  const key = [from_month, to_month, partner_id ?? null] as const;
  const summary = useRead(USAGE_ROUTES.usageSummary, queryKeys.usage(...key), {
    query: { ...range },
    // Keeps the previous range of the same partner while loading, never another partner's.
    placeholderData: (before, query) =>
      query?.queryKey[3] === key[2] ? keepPreviousData(before) : undefined,
    staleTime: 2_000,
  });
  const importKey = queryKeys.usageImport(...key);
  const listImport = useQuery({
    queryKey: importKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<ListImport>(importKey);
      if (!known) return null;
      return http.call(USAGE_ROUTES.usageImport, {
        params: { import_id: known.import_id },
        background: true,
        signal,
      });
    },
    // Started by `startImport`; the timer only polls the progress.
    enabled: false,
    refetchInterval: false,
    gcTime: 60_000,
  });
  const latest = listImport.data ?? null;
  const { refetch } = listImport;
  const running = latest?.state === 'reading';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [running, refetch]);

  const done = completedParts(latest);
  const state = latest?.state ?? null;
  useEffect(() => {
    if (state === null || (state === 'reading' && done === 0)) return;
    void client.invalidateQueries({ queryKey: queryKeys.usage() });
    // The entities change with the counts.
    void client.invalidateQueries({ queryKey: queryKeys.usageEntities() });
  }, [client, state, done]);

  const startImport = useMutation({
    mutationFn: ({ range_request, reload_all }: ImportRequest) =>
      http.call(USAGE_ROUTES.readUsage, { body: { ...range_request, again: reload_all } }),
    onSuccess: (next, { query_key }) => client.setQueryData<ListImport>(query_key, next),
  });
  // A request for another range does not affect this one.
  const own = startImport.variables?.query_key.join() === importKey.join();
  const refused = own ? startImport.error : null;
  const cancel = useMutation({
    mutationFn: (import_id: string) => http.call(USAGE_ROUTES.cancelUsageImport, { params: { import_id } }),
    onSuccess: async (next) => {
      // A response in flight would restore the previous state.
      await client.cancelQueries({ queryKey: importKey });
      client.setQueryData<ListImport>(importKey, next);
    },
  });

  // The first view of a range loads missing or outdated months; a cancelled import is not restarted.
  const { mutate } = startImport;
  const known = client.getQueryData<ListImport>(importKey) !== undefined;
  const auto_start =
    summary.data !== undefined &&
    !summary.isPlaceholderData &&
    !summary.data.fresh &&
    !known &&
    refused === null;
  const start = useEffectEvent((reload_all: boolean) =>
    mutate({ range_request: range, reload_all, query_key: importKey }),
  );
  const auto_start_key = auto_start ? importKey.join() : null;
  useEffect(() => {
    if (auto_start_key !== null) start(false);
  }, [auto_start_key]);

  return {
    summary: summary.data ?? null,
    /** True while the data of the previous range is shown. */
    earlier: summary.isPlaceholderData,
    error: summary.error,
    retry: () => void summary.refetch(),
    listImport: latest,
    /** The import could not be started or polled. */
    refused: refused ?? listImport.error,
    starting: (own && startImport.isPending) || auto_start,
    startImport: (reload_all = false) => mutate({ range_request: range, reload_all, query_key: importKey }),
    cancelling: cancel.isPending,
    cancel_error: cancel.error,
    cancel: () => latest && cancel.mutate(latest.import_id),
  };
}
export type Usage = ReturnType<typeof useUsage>;
