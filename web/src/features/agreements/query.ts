import type { BoardAgreement, BoardConnection } from '@waypost/contract/api/agreements';
import { byId, natural, type SortKey, sorting, sortRows } from '../../ui/resource-list/query.ts';
import { hasWords, wordsOf } from '../../ui/resource-list/words.ts';
import { connectionKind, lastData, type NextAction, nextAction, providerName } from './connection-state.ts';
import { AGREEMENT_SHOWS, type AgreementShow } from './search.ts';
import { type ExpiryRisk, expiryRiskOf, kindOf, lacksLocation, type StateKind } from './state.ts';
import { fleetName } from './words.ts';

export interface AgreementRow {
  readonly agreement: BoardAgreement;
  readonly kind: StateKind;
  readonly risk: ExpiryRisk | null;
}

export type AgreementSort = 'worst' | 'fleet' | 'starts' | 'ends' | 'needs';

interface Query {
  readonly show?: AgreementShow | undefined;
  readonly q?: string | undefined;
  /** A sort key, descending with a leading minus; anything else means worst first. */
  readonly sort?: string | undefined;
}

interface Selected {
  readonly all: readonly AgreementRow[];
  readonly rows: readonly AgreementRow[];
  /** All that end too soon or have ended too soon, soonest first, ignoring the filter. */
  readonly atRisk: readonly AgreementRow[];
  readonly counts: Readonly<Record<AgreementShow | 'all', number>>;
}

const SHOWS: Readonly<Record<AgreementShow, (row: AgreementRow) => boolean>> = {
  attention: ({ risk }) => risk !== null,
  active: ({ kind }) => kind === 'active',
  scheduled: ({ kind }) => kind === 'scheduled',
  ended: ({ kind }) => kind === 'ended' || kind === 'never',
  off: ({ kind }) => kind === 'paused' || kind === 'over' || kind === 'other',
  no_location: ({ agreement, kind }) => lacksLocation(kind, agreement.scopes),
};

function matches({ agreement: one }: AgreementRow, words: readonly string[]): boolean {
  const { load_list, monitor_list } = one.dependents;
  return hasWords(
    [
      ...[one.id, one.fleet_id, one.fleet_ref, one.fleet_name, one.status],
      ...Object.keys(one.scopes ?? {}),
      ...one.connections.flatMap((connection) => [providerName(connection), connection.tsp_slug]),
      ...load_list.flatMap(({ load_ref, load_id }) => [load_ref, load_id]),
      ...monitor_list.map(({ name }) => name),
    ],
    words,
  );
}

const time = (at: string | null | undefined) => (at ? Date.parse(at) : null);
const KIND_RANK: Readonly<Record<StateKind, number>> = {
  ended: 1,
  never: 2,
  active: 3,
  scheduled: 4,
  paused: 5,
  other: 6,
  over: 7,
};
/** Later than any date, milliseconds. */
const MAX_TIME = 1e14;
const WITHOUT_LOCATION_RANK = 0.5;
function worst({ agreement, kind, risk }: AgreementRow): number {
  const rank = risk ? 0 : lacksLocation(kind, agreement.scopes) ? WITHOUT_LOCATION_RANK : KIND_RANK[kind];
  const ends = time(agreement.expiration_date) ?? MAX_TIME - 1;
  // Half as large, so that no date reaches the next rank. Of those that have ended, the latest comes first.
  return rank * MAX_TIME + (kind === 'ended' && !risk ? MAX_TIME - ends : ends) / 2;
}

const KEYS: Readonly<Record<AgreementSort, (row: AgreementRow) => SortKey>> = {
  worst,
  fleet: ({ agreement }) => natural(fleetName(agreement)),
  starts: ({ agreement }) => time(agreement.effective_date),
  ends: ({ agreement }) => time(agreement.expiration_date),
  needs: ({ agreement: { dependents } }) => -(dependents.loads + dependents.monitors),
};

const byAgreement = byId(({ agreement }: AgreementRow) => agreement.id);
export const { sortOf, sorted } = sorting(KEYS, 'worst', byAgreement);

export const rowOf = (agreement: BoardAgreement, now: number): AgreementRow => ({
  agreement,
  kind: kindOf(agreement, now),
  risk: expiryRiskOf(agreement, now),
});

export function select(agreements: readonly BoardAgreement[], query: Query, now: number): Selected {
  const all = agreements.map((agreement) => rowOf(agreement, now));
  const words = wordsOf(query.q);
  const counted = AGREEMENT_SHOWS.map((show) => [show, all.filter(SHOWS[show]).length] as const);
  const found = (query.show ? all.filter(SHOWS[query.show]) : all).filter((row) => matches(row, words));
  const atRisk = all.filter(({ risk }) => risk !== null);
  return {
    all,
    rows: sorted(found, query.sort),
    atRisk: sortRows(atRisk, worst, false, byAgreement),
    counts: { all: all.length, ...Object.fromEntries(counted) } as Selected['counts'],
  };
}

export interface ConnectionRow {
  readonly connection: BoardConnection;
  readonly next_action: NextAction;
  readonly agreement: BoardAgreement | null;
}

/** Connections that need action first, then those with the oldest data. */
export function connectionRows(
  connections: readonly BoardConnection[],
  agreements: readonly BoardAgreement[],
  q: string | undefined,
): readonly ConnectionRow[] {
  const words = wordsOf(q);
  const rank = { fleet: 0, us: 1, none: 2 } as const;
  const rows = connections.map((connection): ConnectionRow => {
    const { fleet_id } = connection;
    const same_fleet = fleet_id ? connections.filter((other) => other.fleet_id === fleet_id) : [];
    const fleet_agreements = fleet_id ? agreements.filter((one) => one.fleet_id === fleet_id) : [];
    const agreement =
      fleet_agreements.find(({ effective }) => effective.shared) ?? fleet_agreements[0] ?? null;
    return { connection, next_action: nextAction(connection, same_fleet), agreement };
  });
  const found = rows.filter(({ connection, agreement }) =>
    hasWords(
      [
        ...[connection.id, connection.fleet_id, connection.fleet_ref, agreement?.fleet_name],
        ...[providerName(connection), connection.tsp_slug, connection.status, connection.description],
      ],
      words,
    ),
  );
  const urgency = ({ connection, next_action }: ConnectionRow) => {
    const deleted = connectionKind(connection) === 'deleted' ? 1 : 0;
    const last = lastData(connection);
    return (rank[next_action.owner] + deleted) * MAX_TIME + (last ? Date.parse(last.at) : 0);
  };
  return sortRows(
    found,
    urgency,
    false,
    byId(({ connection }) => connection.id),
  );
}
