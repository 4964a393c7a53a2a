/** The usage summary and the import that loads missing or outdated months, which starts by itself. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { ListImport } from '@waypost/contract/api/list-import';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import { useEffect } from 'react';
import { useApi } from '../../api/context.ts';
import { useListImport } from '../../api/list-import.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';

interface UsageRange {
  readonly from_month: string;
  readonly to_month: string;
  readonly partner_id: string | undefined;
}

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
  const months = useListImport<ListImport>({
    queryKey: queryKeys.usageImport(...key),
    starts: summary.data?.fresh === false && !summary.isPlaceholderData,
    restarts: false,
    gcTime: 60_000,
    start: (again, signal) => http.call(USAGE_ROUTES.readUsage, { body: { ...range, again }, signal }),
    poll: (import_id, signal) =>
      http.call(USAGE_ROUTES.usageImport, { params: { import_id }, background: true, signal }),
    cancel: (import_id) => http.call(USAGE_ROUTES.cancelUsageImport, { params: { import_id } }),
  });
  const { state = null, parts = [] } = months.listImport ?? {};
  const done = parts.filter((part) => part.state === 'complete').length;
  useEffect(() => {
    if (state === null || (state === 'reading' && done === 0)) return;
    void client.invalidateQueries({ queryKey: queryKeys.usage() });
    // The entities change with the counts.
    void client.invalidateQueries({ queryKey: queryKeys.usageEntities() });
  }, [client, state, done]);
  return {
    ...months,
    summary: summary.data ?? null,
    /** True while the data of the previous range is shown. */
    earlier: summary.isPlaceholderData,
    summary_error: summary.error,
    readSummary: () => void summary.refetch(),
  };
}
