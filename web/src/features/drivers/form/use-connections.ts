/** Connections over which a user may be written: those of fleets that share their users to read and write now come first. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardAgreement, BoardConnection } from '@waypost/contract/api/agreements';
import { useMemo } from 'react';
import { useApi } from '../../../api/context.ts';
import type { Http } from '../../../api/http.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { isolated } from '../../../ui/bidi.ts';

export interface Place {
  readonly connection_id: string;
  readonly fleet_ref: string | null;
  readonly fleet_name: string | null;
  readonly source_name: string | null;
  /** When data came over it last, ISO 8601; null: never, or not known. */
  readonly last_data_at: string | null;
  /** Whether a user could be created there now, as far as its agreement shows. */
  readonly writes: 'yes' | 'no' | 'unknown';
  /** Why not, a sentence. */
  readonly why: string | null;
}

const connectionsQuery = (http: Http) =>
  queryOptions({
    queryKey: queryKeys.driverConnections(),
    queryFn: async ({ signal }): Promise<readonly Place[]> => {
      const [connections, agreements] = await Promise.all([
        http.call(AGREEMENT_ROUTES.listConnections, { signal }),
        http.call(AGREEMENT_ROUTES.listAgreements, { signal }),
      ]);
      return placesOf(connections.items, agreements.items);
    },
    staleTime: 30_000,
  });

export function useConnections() {
  const { http } = useApi();
  return useQuery(useMemo(() => connectionsQuery(http), [http]));
}

const ORDER = { yes: 0, unknown: 1, no: 2 } as const;

/** By whether one may write, then by what came last: a connection without recent data is the old one of its fleet. */
export function placesOf(
  connections: readonly BoardConnection[],
  agreements: readonly BoardAgreement[],
): readonly Place[] {
  return connections
    .map((connection): Place => {
      const { id, fleet_ref = null, source_name, tsp_slug } = connection;
      const own = agreements.filter(({ connections: those }) => those.some((one) => one.id === id));
      const why = own.map(whyNot);
      const writes = own.length === 0 ? 'unknown' : why.includes(null) ? 'yes' : 'no';
      return {
        connection_id: id,
        fleet_ref: fleet_ref ?? own[0]?.fleet_ref ?? null,
        fleet_name: own[0]?.fleet_name ?? null,
        source_name: source_name ?? tsp_slug ?? null,
        last_data_at: lastDataAt(connection),
        writes,
        why: writes === 'no' ? (why[0] ?? null) : null,
      };
    })
    .sort(
      (a, b) =>
        ORDER[a.writes] - ORDER[b.writes] ||
        dayOf(b.last_data_at) - dayOf(a.last_data_at) ||
        placeName(a).localeCompare(placeName(b), 'en', { numeric: true }),
    );
}

const lastDataAt = ({ freshness }: BoardConnection): string | null =>
  (freshness ?? [])
    .flatMap(({ last_successful_execution_at: at }) => at ?? [])
    .sort()
    .at(-1) ?? null;

/** Days since 1970, so that minutes do not turn the order; 0 for what never came. */
const dayOf = (at: string | null) => (at === null ? 0 : Math.floor(Date.parse(at) / 86_400_000));

/** Null: users may be written. */
function whyNot({ effective, scopes }: BoardAgreement): string | null {
  if (!effective.shared) return 'This fleet shares nothing with us right now. Check its agreement.';
  if (scopes?.user === 'read_write') return null;
  return scopes?.user
    ? 'This fleet lets us read its users but not create them. Ask it to allow writing.'
    : 'This fleet does not share its users. Ask it to share them with read and write access.';
}

/** `Ironwood Bend Transport · Milemarker` */
export function placeName({ fleet_name, fleet_ref, source_name, connection_id }: Place): string {
  const known = [fleet_name ?? fleet_ref, source_name].filter((part) => part !== null);
  return known.length > 0 ? known.map(isolated).join(' · ') : connection_id;
}

/** Every word must be found somewhere. */
export function findPlaces(places: readonly Place[], query: string): readonly Place[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter((place) => {
    const text = [place.fleet_ref, place.fleet_name, place.source_name, place.connection_id]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
