import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardConnection } from '@waypost/contract/api/agreements';
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import { useSyncExternalStore } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { Cell } from '../../ui/signal.ts';

/** Identified by our reference, or by the service's id if it has none. */
export interface FleetChoice {
  readonly by: 'fleet_refs' | 'fleet_ids';
  readonly value: string;
}

export interface OverviewFilter {
  readonly fleet: FleetChoice | null;
  readonly connection: { readonly id: string; readonly label: string } | null;
}

export const NO_FILTER: OverviewFilter = { fleet: null, connection: null };

export const overviewFilter = new Cell(NO_FILTER);

export const useOverviewFilter = (): OverviewFilter =>
  useSyncExternalStore(overviewFilter.subscribe, overviewFilter.get);

/** `ACME over Samsara`, `fleet ACME`; null: everything. */
export function filterWords({ fleet, connection }: OverviewFilter): string | null {
  if (connection) return connection.label;
  return fleet && `fleet ${fleet.value}`;
}

type Connection = Pick<BoardConnection, 'id' | 'fleet_id' | 'fleet_ref' | 'source_name' | 'tsp_slug'>;

export function connectionWords({ fleet_ref, source_name, tsp_slug, id }: Connection): string {
  const provider = source_name ?? tsp_slug ?? id;
  return fleet_ref ? `${fleet_ref} over ${provider}` : provider;
}

/** By reference if it has one; null if the service reports neither. */
export function fleetOf({ fleet_ref, fleet_id }: Connection): FleetChoice | null {
  if (fleet_ref) return { by: 'fleet_refs', value: fleet_ref };
  return fleet_id ? { by: 'fleet_ids', value: fleet_id } : null;
}

export const sameFleet = (a: FleetChoice | null, b: FleetChoice): boolean =>
  a?.by === b.by && a.value === b.value;

export function fleetsOf(connections: readonly Connection[]): FleetChoice[] {
  const fleets = new Map<string, FleetChoice>();
  for (const connection of connections) {
    const fleet = fleetOf(connection);
    if (fleet) fleets.set(`${fleet.by} ${fleet.value}`, fleet);
  }
  return [...fleets.values()].sort((a, b) => a.value.localeCompare(b.value, 'en'));
}

const REFRESH_MS = 60_000;

/** Polls every minute while visible; the server reads the service no more often than that for all clients together. */
export function useOverview({ fleet, connection }: OverviewFilter) {
  const key = queryKeys.overview(fleet?.by ?? null, fleet?.value ?? null, connection?.id ?? null);
  return useRead(OVERVIEW_ROUTES.overview, key, {
    query: { ...(fleet ? { [fleet.by]: fleet.value } : {}), connection_id: connection?.id },
    background: 'always',
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });
}

export const useConnectionChoice = () =>
  useRead(AGREEMENT_ROUTES.listConnections, queryKeys.overviewConnections(), { staleTime: REFRESH_MS });
