/** A fuel import, started from the URL, and its results. */
import { keepPreviousData } from '@tanstack/react-query';
import type { FuelCheck, FuelImport, FuelRange } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { useEffect } from 'react';
import { useApi } from '../../api/context.ts';
import { isGone, useListImport } from '../../api/list-import.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';

const SUMMARY_MS = 1_500;

export function useFuelImport(request: FuelRange | null) {
  const { http } = useApi();
  return useListImport<FuelImport>({
    queryKey: queryKeys.fuelImport(request),
    starts: request !== null,
    restarts: true,
    gcTime: 30 * 60_000,
    start: (again, signal) => http.call(FUEL_ROUTES.readFuel, { body: { ...request, again }, signal }),
    poll: (import_id, signal) =>
      http.call(FUEL_ROUTES.fuelImport, { params: { import_id }, background: true, signal }),
    cancel: (import_id) => http.call(FUEL_ROUTES.cancelFuelImport, { params: { import_id } }),
  });
}
export type FuelImportState = ReturnType<typeof useFuelImport>;

export interface PartProps {
  readonly listImport: FuelImport;
  /** Starts the import again, which the server has lost. */
  readonly onGone: () => void;
}

const CACHE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 5 * 60_000 };

/** Reports a lost import via `onGone`, which restarts it, so the 404 is not shown. */
export function useReportGone<Q extends { readonly error: Error | null }>(query: Q, onGone: () => void) {
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
