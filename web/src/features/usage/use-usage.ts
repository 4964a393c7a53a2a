/** What is here of the usage, and the reading of what is not: begun with the page, watched, called off, begun again. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListImport } from '@waypost/contract/api/list-import';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';

/** While it is read. */
const POLL_MS = 700;

interface UsageRange {
  readonly from_month: string;
  readonly to_month: string;
  readonly partner_id: string | undefined;
}

interface Begin {
  readonly wish: UsageRange;
  /** What is here too. */
  readonly again: boolean;
  /** Where its answer is kept. */
  readonly into: readonly (string | null)[];
}

const doneOf = (listImport: ListImport | null | undefined) =>
  listImport ? listImport.parts.filter(({ state }) => state === 'complete').length : 0;

export function useUsage(range: UsageRange) {
  const { from_month, to_month, partner_id } = range;
  const { http } = useApi();
  const client = useQueryClient();
  const key = [from_month, to_month, partner_id ?? null] as const;
  const summary = useRead(USAGE_ROUTES.usageSummary, queryKeys.usage(...key), {
    query: { ...range },
    // Another year of the same partner comes in the place of this one, never another partner's.
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
    // Begun by `begin`; a timer only looks how far it is.
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

  // Each month that is done can be drawn.
  const done = doneOf(latest);
  const state = latest?.state ?? null;
  useEffect(() => {
    if (state === null || (state === 'reading' && done === 0)) return;
    void client.invalidateQueries({ queryKey: queryKeys.usage() });
    // The entities behind the counts change with them.
    void client.invalidateQueries({ queryKey: queryKeys.usageEntities() });
  }, [client, state, done]);

  const begin = useMutation({
    mutationFn: ({ wish, again }: Begin) => http.call(USAGE_ROUTES.readUsage, { body: { ...wish, again } }),
    onSuccess: (next, { into }) => client.setQueryData<ListImport>(into, next),
  });
  // One that was begun for another range says nothing of this one.
  const own = begin.variables?.into.join() === importKey.join();
  const refused = own ? begin.error : null;
  const cancel = useMutation({
    mutationFn: (import_id: string) => http.call(USAGE_ROUTES.cancelUsageImport, { params: { import_id } }),
    onSuccess: async (next) => {
      // An answer under way says how it was before.
      await client.cancelQueries({ queryKey: importKey });
      client.setQueryData<ListImport>(importKey, next);
    },
  });

  // The first look at a range reads what is missing or old; what the person called off stays so.
  const { mutate } = begin;
  const known = client.getQueryData<ListImport>(importKey) !== undefined;
  const wanted =
    summary.data !== undefined &&
    !summary.isPlaceholderData &&
    !summary.data.fresh &&
    !known &&
    refused === null;
  const start = useEffectEvent((again: boolean) => mutate({ wish: range, again, into: importKey }));
  const wants = wanted ? importKey.join() : null;
  useEffect(() => {
    if (wants !== null) start(false);
  }, [wants]);

  return {
    summary: summary.data ?? null,
    /** The months are of another range, shown until these are here. */
    earlier: summary.isPlaceholderData,
    error: summary.error,
    retry: () => void summary.refetch(),
    listImport: latest,
    /** The import could not be started or polled. */
    refused: refused ?? listImport.error,
    beginning: (own && begin.isPending) || wanted,
    begin: (again = false) => mutate({ wish: range, again, into: importKey }),
    cancelling: cancel.isPending,
    cancel_error: cancel.error,
    cancel: () => latest && cancel.mutate(latest.import_id),
  };
}
export type Usage = ReturnType<typeof useUsage>;
