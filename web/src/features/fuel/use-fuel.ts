/** An import of fuel and its results: begun by the address, followed while it goes on, begun again once when the server forgot it. */
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
/** Lost a second time within this, it is reported instead of being restarted. */
const PATIENCE_MS = 5 * 60_000;

export const isGone = (error: unknown): boolean => error !== null && asProblem(error).code === 404;

interface Follow {
  /** The next question begins an import. */
  begin: 'join' | 'again' | null;
  restarted_at: number | null;
}

function importQuery(http: Http, client: QueryClient, wish: FuelRange | null, follow: Follow) {
  const queryKey = queryKeys.fuelImport(wish);
  const begin = (again: boolean, signal: AbortSignal) =>
    http.call(FUEL_ROUTES.readFuel, { body: { ...wish, again }, signal });
  return {
    queryKey,
    enabled: wish !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
    refetchInterval: ({ state }: { state: { data?: FuelImport | undefined } }) =>
      state.data?.state === 'reading' ? POLL_MS : (false as const),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FuelImport> => {
      const before = client.getQueryData<FuelImport>(queryKey);
      const wanted = follow.begin;
      if (!before || wanted) {
        const begun = await begin(wanted === 'again', signal);
        follow.begin = null;
        return begun;
      }
      try {
        return await http.call(FUEL_ROUTES.fuelImport, {
          params: { import_id: before.import_id },
          background: true,
          signal,
        });
      } catch (error) {
        const now = Date.now();
        const before_this = follow.restarted_at;
        if (!isGone(error) || (before_this !== null && now - before_this < PATIENCE_MS)) throw error;
        follow.restarted_at = now;
        return begin(false, signal);
      }
    },
  };
}

export function useFuelImport(wish: FuelRange | null) {
  const { http } = useApi();
  const client = useQueryClient();
  const key = JSON.stringify(wish);
  const follow = useMemo<Follow>(() => ({ begin: null, restarted_at: null }), [key]);
  const options = useMemo(() => importQuery(http, client, wish, follow), [http, client, key, follow]);
  const query = useQuery(options);
  const { refetch, data } = query;
  const import_id = data?.import_id;
  const cancel = useMutation({
    mutationFn: () => http.call(FUEL_ROUTES.cancelFuelImport, { params: { import_id: import_id ?? '' } }),
    onSuccess: (left) => client.setQueryData(options.queryKey, left),
    onError: (error) => showProblem("Couldn't cancel", asProblem(error)),
  });
  const gone = useCallback(() => void refetch(), [refetch]);
  return {
    listImport: data,
    error: query.error,
    asking: query.isFetching,
    /** The server had forgotten it, and it was begun again by itself. */
    restarted: follow.restarted_at !== null,
    gone,
    cancel: () => cancel.mutate(),
    cancelling: cancel.isPending,
    /** Reads the whole range again, whatever is here. */
    again: () => {
      follow.begin = 'again';
      follow.restarted_at = null;
      void refetch();
    },
    retry: () => {
      follow.begin = data ? 'join' : null;
      follow.restarted_at = null;
      void refetch();
    },
  };
}
export type FollowedImport = ReturnType<typeof useFuelImport>;

/** One that is there, whole or as a part. */
export interface PartProps {
  readonly listImport: FuelImport;
  readonly gone: () => void;
}

const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 5 * 60_000 };

/** Reports the import that the server no longer has: it is read again, so that this is no failure to show. */
function useFollowed<Q extends { readonly error: Error | null }>(query: Q, gone: () => void) {
  const is_gone = isGone(query.error);
  useEffect(() => {
    if (is_gone) gone();
  }, [is_gone, gone]);
  return is_gone ? { ...query, error: null } : query;
}

export function useSummary({ listImport: { import_id, state }, gone }: PartProps) {
  const query = useRead(FUEL_ROUTES.fuelSummary, queryKeys.fuelSummary(import_id, state), {
    ...KEPT,
    params: { import_id },
    ...(state === 'reading' && { background: 'always' }),
    refetchInterval: state === 'reading' ? SUMMARY_MS : false,
    placeholderData: (before, query) => (query?.queryKey[1] === import_id ? before : undefined),
  });
  return useFollowed(query, gone);
}

export function usePlaces({ listImport: { import_id, state }, gone }: PartProps) {
  const key = queryKeys.fuelPlaces(import_id, state);
  return useFollowed(useRead(FUEL_ROUTES.fuelPlaces, key, { ...KEPT, params: { import_id } }), gone);
}

export interface Page {
  readonly offset: number;
  readonly size: number;
}

export type VehicleSort = 'economy' | 'distance_meters' | 'fuel_liters' | 'vehicle_id';

export function useVehicles(
  { listImport: { import_id, state }, gone }: PartProps,
  order: { readonly sort_by: VehicleSort; readonly sort_order: 'asc' | 'desc' },
  page: Page,
) {
  const query = { ...order, ...page };
  const key = queryKeys.fuelVehicles(import_id, state, query);
  const options = { ...KEPT, params: { import_id }, query, placeholderData: keepPreviousData };
  return useFollowed(useRead(FUEL_ROUTES.fuelVehicles, key, options), gone);
}

export function useFindings(
  { listImport: { import_id, state }, gone }: PartProps,
  check: FuelCheck,
  page: Page,
) {
  const query = { check, ...page };
  const key = queryKeys.fuelFindings(import_id, state, query);
  return useFollowed(useRead(FUEL_ROUTES.fuelFindings, key, { ...KEPT, params: { import_id }, query }), gone);
}
