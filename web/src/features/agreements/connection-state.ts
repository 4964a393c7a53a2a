import type { BoardConnection } from '@waypost/contract/api/agreements';

type ConnectionKind =
  | 'fine'
  /** No data arrives: the fleet must sign in to its provider again. */
  | 'stale'
  | 'deleted'
  | 'not_set'
  /** An unknown status without freshness. */
  | 'other';

const FINE = /^(connected|active|ok|healthy|enabled)$/i;
const BROKEN = /stale|fail|error|expired|disconnect|revoked|invalid/i;

export function connectionKind({ status, freshness }: BoardConnection): ConnectionKind {
  if (status === 'deleted') return 'deleted';
  if (status && BROKEN.test(status)) return 'stale';
  const rows = (freshness ?? []).filter(({ schedule_status }) => schedule_status);
  if (rows.some(({ schedule_status }) => BROKEN.test(schedule_status ?? ''))) return 'stale';
  if (status && FINE.test(status)) return 'fine';
  if (!status) return rows.length > 0 ? 'fine' : 'not_set';
  return 'other';
}

interface LastData {
  readonly at: string;
  readonly resource: string | null;
}

/** The latest location data where reported, since the board needs it, else the latest data. */
export function lastData({ freshness }: Pick<BoardConnection, 'freshness'>): LastData | null {
  let newest: LastData | null = null;
  for (const { resource, last_successful_execution_at: at } of freshness ?? []) {
    if (!at) continue;
    if (resource === 'vehicle_location') return { at, resource };
    if (newest === null || at > newest.at) newest = { at, resource: resource ?? null };
  }
  return newest;
}

export type Owner = 'fleet' | 'us' | 'none';

export const OWNER_WORD = { fleet: 'Carrier to fix', us: 'On us' } as const;

export interface NextAction {
  readonly owner: Owner;
  readonly what: string;
}

/** @param others other connections of the same fleet */
export function nextAction(one: BoardConnection, others: readonly BoardConnection[]): NextAction {
  const works = others.find((other) => other.id !== one.id && connectionKind(other) === 'fine');
  switch (connectionKind(one)) {
    case 'fine':
      return { owner: 'none', what: 'Receiving data' };
    case 'deleted':
      return { owner: 'none', what: 'Deleted' };
    case 'stale':
      return works
        ? {
            owner: 'us',
            what: `Delete the connection to ${providerName(one)} if the fleet left it; data now come from ${providerName(works)}`,
          }
        : { owner: 'fleet', what: 'Sign in to the provider again through the invitation link' };
    case 'not_set':
      return { owner: 'none', what: "Can't tell whether it sends data" };
    case 'other':
      return { owner: 'us', what: 'Ask the tracking service what this status means' };
  }
}

const CONNECTION_WORD: Readonly<Record<ConnectionKind, string>> = {
  fine: 'Connected',
  stale: 'Stale',
  deleted: 'Deleted',
  not_set: 'Not set',
  other: 'Unknown',
};

/** Shows the service's own status where ours is "unknown". */
export function connectionWord(one: BoardConnection): string {
  const kind = connectionKind(one);
  return kind === 'other' ? `“${one.status}”` : CONNECTION_WORD[kind];
}

export function providerName({ source_name, tsp_slug, description, id }: BoardConnection): string {
  return source_name || tsp_slug || description || `Connection ${id.slice(0, 8)}`;
}
