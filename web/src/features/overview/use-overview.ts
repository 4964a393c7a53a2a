/** The counts, read again every minute while they are viewed; the server asks the service no more often for everybody together. */
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import type { OverviewFilter } from './filter.ts';

const EVERY_MS = 60_000;

export function useOverview({ fleet, connection }: OverviewFilter) {
  const key = queryKeys.overview(fleet?.by ?? null, fleet?.value ?? null, connection?.id ?? null);
  return useRead(OVERVIEW_ROUTES.overview, key, {
    query: { ...(fleet ? { [fleet.by]: fleet.value } : {}), connection_id: connection?.id },
    background: 'always',
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
  });
}

/** Connections to choose from, asked when the choice is opened. */
export const useConnectionChoice = () =>
  useRead(AGREEMENT_ROUTES.listConnections, queryKeys.overviewConnections(), { staleTime: EVERY_MS });
