/** A fuel import and its results: started from the URL, polled while it runs, and restarted once if the server has lost it. */
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { FuelCheck, FuelImport, FuelRange } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { useCallback, useEffect, useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { showProblem } from '../../api/show-problem.ts';

const POLL_MS = 700;
const SUMMARY_MS = 1_500;
/** An import lost again within this time is reported instead of restarted. */
const RESTART_WINDOW_MS = 5 * 60_000;

export const isGone = (error: unknown): boolean => error !== null && asProblem(error).code === 404;

interface ImportControl {
  /** How the next fetch starts an import; null: it polls. */
  next_start: 'join' | 'again' | null;
  restarted_at: number | null;
}

function importQuery(http: Http, client: QueryClient, request: FuelRange | null, control: ImportControl) {
  const queryKey = queryKeys.fuelImport(request);
  const startImport = (reload: boolean, signal: AbortSignal) =>
    http.call(FUEL_ROUTES.readFuel, { body: { ...request, again: reload }, signal });
  return {
    queryKey,
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
    refetchInterval: ({ state }: { state: { data?: FuelImport | undefined } }) =>
      state.data?.state === 'reading' ? POLL_MS : (false as const),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FuelImport> => {
      const before = client.getQueryData<FuelImport>(queryKey);
      const start_mode = control.next_start;
      if (!before || start_mode) {
        const started = await startImport(start_mode === 'again', signal);
        control.next_start = null;
        return started;
      }
      try {
        return await http.call(FUEL_ROUTES.fuelImport, {
          params: { import_id: before.import_id },
          background: true,
          signal,
        });
      } catch (error) {
        const now = performance.now();
        const before_this = control.restarted_at;
        if (!isGone(error) || (before_this !== null && now - before_this < RESTART_WINDOW_MS)) throw error;
        control.restarted_at = now;
        return startImport(false, signal);
      }
    },
  };
}

export function useFuelImport(request: FuelRange | null) {
  const { http } = useApi();
  const client = useQueryClient();
  const key = JSON.stringify(request);
  const control = useMemo<ImportControl>(() => ({ next_start: null, restarted_at: null }), [key]);
  const options = useMemo(() => importQuery(http, client, request, control), [http, client, key, control]);
  const query = useQuery(options);
  const { refetch, data } = query;
  const import_id = data?.import_id;
  const cancel = useMutation({
    mutationFn: () => http.call(FUEL_ROUTES.cancelFuelImport, { params: { import_id: import_id ?? '' } }),
    onSuccess: (left) => client.setQueryData(options.queryKey, left),
    onError: (error) => showProblem("Couldn't cancel", asProblem(error)),
  });
  const onGone = useCallback(() => void refetch(), [refetch]);
  return {
    listImport: data,
    error: query.error,
    /** The server had lost the import, so it was restarted automatically. */
    restarted: control.restarted_at !== null,
    onGone,
    cancel: () => cancel.mutate(),
    cancelling: cancel.isPending,
    reload: () => {
      control.next_start = 'again';
      control.restarted_at = null;
      void refetch();
    },
    retry: () => {
      control.next_start = data ? 'join' : null;
      control.restarted_at = null;
      void refetch();
    },
  };
}
export type FuelImportState = ReturnType<typeof useFuelImport>;

export interface PartProps {
  readonly listImport: FuelImport;
  readonly onGone: () => void;
}

const CACHE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 5 * 60_000 };

/** Reports a lost import via `onGone`, which restarts it, so the 404 is not shown. */
function useReportGone<Q extends { readonly error: Error | null }>(query: Q, onGone: () => void) {
  const is_gone = isGone(query.error);
  useEffect(() => {
    if (is_gone) onGone();
  }, [is_gone, onGone]);
  return is_gone ? { ...query, error: null } : query;
}

export function useSummary({ listImport: { import_id, state }, onGone }: PartProps) {
  const query = useRead(FUEL_ROUTES.fuelSummary, queryKeys.fuelSummary(import_id, state), {
    ...CACHE,
    params: { import_id },
    ...(state === 'reading' && { background: 'always' }),
    refetchInterval: state === 'reading' ? SUMMARY_MS : false,
    placeholderData: (before, query) => (query?.queryKey[1] === import_id ? before : undefined),
  });
  return useReportGone(query, onGone);
}

export function usePlaces({ listImport: { import_id, state }, onGone }: PartProps) {
  const key = queryKeys.fuelPlaces(import_id, state);
  return useReportGone(useRead(FUEL_ROUTES.fuelPlaces, key, { ...CACHE, params: { import_id } }), onGone);
}

export interface Page {
  readonly offset: number;
  readonly size: number;
}

export const VEHICLE_SORTS = { economy: 1, distance_meters: 1, fuel_liters: 1, vehicle_id: 1 };
export type VehicleSort = keyof typeof VEHICLE_SORTS;

export function useVehicles(
  { listImport: { import_id, state }, onGone }: PartProps,
  order: { readonly sort_by: VehicleSort; readonly sort_order: 'asc' | 'desc' },
  page: Page,
) {
  const query = { ...order, ...page };
  const key = queryKeys.fuelVehicles(import_id, state, query);
  const options = { ...CACHE, params: { import_id }, query, placeholderData: keepPreviousData };
  return useReportGone(useRead(FUEL_ROUTES.fuelVehicles, key, options), onGone);
}

export function useFindings(
  { listImport: { import_id, state }, onGone }: PartProps,
  check: FuelCheck,
  page: Page,
) {
  const query = { check, ...page };
  const key = queryKeys.fuelFindings(import_id, state, query);
  return useReportGone(
    useRead(FUEL_ROUTES.fuelFindings, key, { ...CACHE, params: { import_id }, query }),
    onGone,
  );
}
