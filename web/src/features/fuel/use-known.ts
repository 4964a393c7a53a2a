/** What can be picked: fleets and connections that we know, vehicles by any reference, and what the transactions on the screen name. */
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { FuelImport } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { useMemo } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { shorten } from '../../ui/MonoId.tsx';
import type { ListFilter } from './search.ts';
import { vehicleName } from './words.ts';

export interface Known {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

const MINUTE = 60_000;
/** Transactions that are searched for names. */
const SAMPLE = 1000;
const SEARCHED_FROM = 2;

export function useKnown(listImport: FuelImport | undefined, vehicle_text: string) {
  const agreements = useRead(AGREEMENT_ROUTES.listAgreements, queryKeys.fuelAgreements(), {
    staleTime: MINUTE,
  });
  const connections = useRead(AGREEMENT_ROUTES.listConnections, queryKeys.fuelConnections(), {
    staleTime: MINUTE,
  });
  const import_id = listImport?.state === 'reading' ? undefined : listImport?.import_id;
  const sample = useRead(FUEL_ROUTES.fuelRows, queryKeys.fuelSample(import_id), {
    params: { import_id: import_id ?? '' },
    query: { size: SAMPLE, sort_order: 'desc' },
    parse: false,
    enabled: import_id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const q = vehicle_text.trim();
  const vehicles = useRead(SEARCH_ROUTES.search, queryKeys.fuelVehicleSearch(q), {
    query: { q, kind: 'vehicle', size: 20 },
    enabled: q.length >= SEARCHED_FROM && q.length <= 100,
    staleTime: MINUTE,
  });

  return useMemo(() => {
    const fleets = (agreements.data?.items ?? []).flatMap(({ fleet_id, fleet_ref, fleet_name }) =>
      fleet_id ? [{ fleet_id, fleet_ref: fleet_ref ?? null, name: fleet_name ?? fleet_ref ?? null }] : [],
    );
    const rows = sample.data?.items ?? [];
    const seen = (pick: (row: (typeof rows)[number]) => Known | null) => rows.map(pick);
    const lists: Record<ListFilter, readonly Known[]> = {
      fleet_ids: once(
        fleets.map(({ fleet_id, fleet_ref, name }) => ({
          value: fleet_id,
          label: name ?? shorten(fleet_id, 18),
          detail: fleet_ref ?? fleet_id,
        })),
      ),
      fleet_refs: once([
        ...fleets.map(({ fleet_ref, name }) => fleet_ref && known(fleet_ref, fleet_ref, name ?? '')),
        ...seen(({ fleet_ref }) => (fleet_ref ? known(fleet_ref, fleet_ref, '') : null)),
      ]),
      vehicle_ids: once([
        ...(vehicles.data?.items ?? []).map(({ id, title, subtitle }) => known(id, title, subtitle ?? id)),
        ...seen((row) =>
          row.vehicle_id
            ? known(
                row.vehicle_id,
                vehicleName(row) ?? shorten(row.vehicle_id, 18),
                row.fleet_ref ?? row.vehicle_id,
              )
            : null,
        ),
      ]),
      driver_ids: once(
        seen(({ driver_id, source_driver_id, fleet_ref }) =>
          driver_id
            ? known(driver_id, source_driver_id ?? shorten(driver_id, 18), fleet_ref ?? driver_id)
            : null,
        ),
      ),
      source_driver_ids: once(
        seen(({ source_driver_id, fleet_ref }) =>
          source_driver_id ? known(source_driver_id, source_driver_id, fleet_ref ?? '') : null,
        ),
      ),
    };
    const connection = (connections.data?.items ?? []).map(({ id, fleet_ref, source_name, tsp_slug }) =>
      known(id, [fleet_ref, source_name ?? tsp_slug].filter(Boolean).join(', ') || shorten(id, 18), id),
    );
    return { lists, connections: once(connection) };
  }, [agreements.data, connections.data, sample.data, vehicles.data]);
}
export type KnownValues = ReturnType<typeof useKnown>;

const known = (value: string, label: string, detail: string): Known => ({ value, label, detail });

function once(found: readonly (Known | null | '')[]): Known[] {
  const byValue = new Map<string, Known>();
  for (const one of found) if (one && !byValue.has(one.value)) byValue.set(one.value, one);
  return [...byValue.values()];
}
