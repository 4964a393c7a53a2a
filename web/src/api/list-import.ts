/** A list that the server imports from the tracking service: started, and polled while it is read. */
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListImport } from '@waypost/contract/api/list-import';
import { useMemo } from 'react';
import { asProblem } from './problem.ts';
import { showProblem } from './show-problem.ts';

const POLL_MS = 700;
/** An import lost again within this time is reported instead of restarted. */
const RESTART_WINDOW_MS = 5 * 60_000;

export const isGone = (error: unknown): boolean => error !== null && asProblem(error).code === 404;

interface ImportOptions<I extends ListImport> {
  readonly queryKey: QueryKey;
  /** Whether it is started without being asked for. */
  readonly starts: boolean;
  /** Whether one that the server has lost is started again, once. */
  readonly restarts: boolean;
  readonly gcTime: number;
  /** @param again reads everything again, also what is there already */
  readonly start: (again: boolean, signal: AbortSignal) => Promise<I>;
  readonly poll: (import_id: string, signal: AbortSignal) => Promise<I>;
  readonly cancel: (import_id: string) => Promise<I>;
}

interface ImportControl {
  /** How the next fetch starts an import; null: it polls. */
  next_start: 'join' | 'again' | null;
  restarted_at: number | null;
}

export function useListImport<I extends ListImport>(options: ImportOptions<I>) {
  const { queryKey, starts, restarts, gcTime, start, poll } = options;
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  const control = useMemo<ImportControl>(() => ({ next_start: null, restarted_at: null }), [key]);
  const query = useQuery<I>({
    queryKey,
    enabled: starts || client.getQueryData(queryKey) !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime,
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<I>(queryKey);
      const { next_start, restarted_at } = control;
      if (!before || next_start) {
        const started = await start(next_start === 'again', signal);
        control.next_start = null;
        return started;
      }
      try {
        return await poll(before.import_id, signal);
      } catch (error) {
        const now = performance.now();
        const is_again = restarted_at !== null && now - restarted_at < RESTART_WINDOW_MS;
        if (!restarts || !isGone(error) || is_again) throw error;
        control.restarted_at = now;
        return start(false, signal);
      }
    },
  });
  const { data, refetch } = query;
  const cancel = useMutation({
    mutationFn: options.cancel,
    onSuccess: async (left) => {
      // A response in flight would restore the previous state.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, left);
    },
    onError: (error) => showProblem("Couldn't cancel", asProblem(error)),
  });
  return {
    listImport: data,
    /** It could not be started or polled. */
    error: query.error,
    starting: query.isFetching && data?.state !== 'reading',
    /** The server had lost the import, so it was restarted automatically. */
    restarted: control.restarted_at !== null,
    refetch,
    start: (again = false) => {
      control.next_start = again ? 'again' : 'join';
      control.restarted_at = null;
      void refetch();
    },
    cancel: () => data && cancel.mutate(data.import_id),
    cancelling: cancel.isPending,
  };
}
