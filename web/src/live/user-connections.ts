/** The connections at which users can be created, or why they cannot. */
import { useQuery } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardAgreement, BoardConnection, ListedConnection } from '@waypost/contract/api/agreements';
import { useApi } from '../api/context.ts';
import { queryKeys } from '../api/query-keys.ts';
import { isolated } from '../ui/bidi.ts';
import { agoText, fullDateTime } from '../ui/time.ts';

export interface UserConnection {
  readonly connection_id: string;
  readonly fleet_ref: string | null;
  readonly fleet_name: string | null;
  readonly source_name: string | null;
  /** Time of the latest data, ISO 8601; null: never or unknown. */
  readonly last_data_at: string | null;
  /** Whether users can be created there now, according to the agreement and to earlier attempts at the provider. */
  readonly writes: 'yes' | 'no' | 'unknown';
  /** The reason why not, as a sentence. */
  readonly reason: string | null;
}

/** @param enabled false: nothing is read */
export function useUserConnections(enabled = true) {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.driverConnections(),
    queryFn: async ({ signal }): Promise<readonly UserConnection[]> => {
      const [connections, agreements] = await Promise.all([
        http.call(AGREEMENT_ROUTES.listConnections, { signal }),
        http.call(AGREEMENT_ROUTES.listAgreements, { signal }),
      ]);
      return userConnections(connections.items, agreements.items);
    },
    staleTime: 30_000,
    enabled,
  });
}

export const WRITES_WORDS = {
  yes: 'Users can be created',
  unknown: "Can't tell whether users can be created",
  no: "Users can't be created now",
} as const;

const ORDER = { yes: 0, unknown: 1, no: 2 } as const;

/** Connections that allow writing first, then by latest data: one without recent data is the fleet's old connection. */
export function userConnections(
  connections: readonly ListedConnection[],
  agreements: readonly BoardAgreement[],
): readonly UserConnection[] {
  return connections
    .map((connection): UserConnection => {
      const { id, fleet_ref = null, source_name, tsp_slug } = connection;
      const own = agreements.filter(({ connections: those }) => those.some((other) => other.id === id));
      const refused = refusalText(connection);
      const reason = refused === null ? own.map(whyNot) : [refused];
      const writes =
        refused !== null ? 'no' : own.length === 0 ? 'unknown' : reason.includes(null) ? 'yes' : 'no';
      return {
        connection_id: id,
        fleet_ref: fleet_ref ?? own[0]?.fleet_ref ?? null,
        fleet_name: own[0]?.fleet_name ?? null,
        source_name: source_name ?? tsp_slug ?? null,
        last_data_at: lastDataAt(connection),
        writes,
        reason: writes === 'no' ? (reason[0] ?? null) : null,
      };
    })
    .sort(
      (a, b) =>
        ORDER[a.writes] - ORDER[b.writes] ||
        dayOf(b.last_data_at) - dayOf(a.last_data_at) ||
        connectionName(a).localeCompare(connectionName(b), 'en', { numeric: true }),
    );
}

const lastDataAt = ({ freshness }: BoardConnection): string | null =>
  (freshness ?? [])
    .flatMap(({ last_successful_execution_at: at }) => at ?? [])
    .sort()
    .at(-1) ?? null;

/** Days since 1970, so that minutes do not affect the order; 0 without data. */
const dayOf = (at: string | null) => (at === null ? 0 : Math.floor(Date.parse(at) / 86_400_000));

/** What an earlier attempt taught of the provider; null when nothing did. */
function refusalText({ users_refused, source_name, tsp_slug }: ListedConnection): string | null {
  if (users_refused === null) return null;
  const provider = isolated(source_name ?? tsp_slug ?? 'This provider');
  const { at, by_name } = users_refused;
  return `${provider} cannot create users through Waypost: it refused on ${fullDateTime(at)}, when ${isolated(by_name)} tried. The tracking service does not say so beforehand. The fleet must create the user there.`;
}

/** Why users cannot be created; null when they can. */
function whyNot({ effective, scopes }: BoardAgreement): string | null {
  if (!effective.shared) return 'This fleet shares nothing with us right now. Check its agreement.';
  if (scopes?.user === 'read_write') return null;
  return scopes?.user
    ? 'This fleet lets us read its users but not create them. Ask it to allow writing.'
    : 'This fleet does not share its users. Ask it to share them with read and write access.';
}

/** `Ironwood Bend Transport · Milemarker` */
export function connectionName({
  fleet_name,
  fleet_ref,
  source_name,
  connection_id,
}: UserConnection): string {
  const known = [fleet_name ?? fleet_ref, source_name].filter((part) => part !== null);
  return known.length > 0 ? known.map(isolated).join(' · ') : connection_id;
}

const OLD_AFTER_MS = 3 * 86_400_000;

/** @param now Unix milliseconds */
export const isOld = ({ last_data_at }: UserConnection, now: number) =>
  last_data_at !== null && now - Date.parse(last_data_at) > OLD_AFTER_MS;

/** `last data 3 min ago`. @param now Unix milliseconds */
export function dataText(connection: UserConnection, now: number): string {
  if (connection.last_data_at === null) return 'no data yet';
  const text = `last data ${agoText(connection.last_data_at, now)}`;
  return isOld(connection, now) ? `${text}, may be an old connection` : text;
}

/**
 * Why a user may be created where the fleet no longer is; null for a connection with recent data, or without any yet.
 * @param now Unix milliseconds
 */
export function oldWarning(
  connection: UserConnection,
  connections: readonly UserConnection[],
  now: number,
): string | null {
  const { last_data_at, fleet_ref } = connection;
  if (last_data_at === null || !isOld(connection, now)) return null;
  const newer = connections.find(
    (other) =>
      fleet_ref !== null && other.fleet_ref === fleet_ref && other.last_data_at && !isOld(other, now),
  );
  const advice = newer
    ? `The fleet's data now come from ${isolated(newer.source_name ?? 'another provider')}: choose that connection.`
    : 'The fleet may have left this provider: ask it first.';
  return `No data since ${fullDateTime(last_data_at)}. ${advice}`;
}
