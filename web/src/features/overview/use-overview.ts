/** The counts, read again every minute while they are viewed; the server asks the service no more often for everybody together. */
import { useQuery } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { OverviewFilter } from './filter.ts';

const EVERY_MS = 60_000;

export function useOverview({ fleet, connection }: OverviewFilter) {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.overview(fleet?.by ?? null, fleet?.value ?? null, connection?.id ?? null),
    queryFn: ({ signal }) =>
      http.call(OVERVIEW_ROUTES.overview, {
        query: { ...(fleet ? { [fleet.by]: fleet.value } : {}), connection_id: connection?.id },
        background: true,
        signal,
      }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
  });
}

/** Connections to choose from, asked when the choice is opened. */
export function useConnectionChoice() {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.overviewConnections(),
    queryFn: ({ signal }) => http.call(AGREEMENT_ROUTES.listConnections, { signal }),
    staleTime: EVERY_MS,
  });
}
