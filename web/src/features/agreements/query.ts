/** Filter, search and order of the lists of agreements and connections. Pure. */
import type { BoardAgreement, BoardConnection } from '@waypost/contract/api/agreements';
import { connectionKind, lastData, type MustAct, mustAct, providerName } from './connection-state.ts';
import { type Foresight, foresightOf } from './foresight.ts';
import { fleetName } from './names.ts';
import { AGREEMENT_SHOWS, type AgreementShow } from './search.ts';
import { sharesLocation } from './shared.ts';
import { kindOf, type StateKind } from './state.ts';

export interface AgreementRow {
  readonly agreement: BoardAgreement;
  readonly kind: StateKind;
  readonly foresight: Foresight | null;
}

export const SORTS = ['worst', 'fleet', 'starts', 'ends', 'needs'] as const;
export type AgreementSort = (typeof SORTS)[number];

export interface Query {
  readonly show?: AgreementShow | undefined;
  readonly q?: string | undefined;
  /** One of SORTS, with a minus in front the other way round; anything else: worst first. */
  readonly sort?: string | undefined;
}

export interface Selected {
  readonly rows: readonly AgreementRow[];
  /** Those that end too early or are over too early, soonest first, whatever the filter. */
  readonly foreseen: readonly AgreementRow[];
  readonly counts: Readonly<Record<AgreementShow | 'all', number>>;
}

export function shows(
  { agreement, kind, foresight }: AgreementRow,
  show: AgreementShow | undefined,
): boolean {
  switch (show) {
    case undefined:
      return true;
    case 'attention':
      return foresight !== null;
    case 'active':
    case 'scheduled':
      return kind === show;
    case 'ended':
      return kind === 'ended' || kind === 'never';
    case 'off':
      return kind === 'paused' || kind === 'over' || kind === 'other';
    case 'no_location':
      return (kind === 'active' || kind === 'scheduled') && !sharesLocation(agreement.scopes);
  }
}

export function wordsOf(q: string | undefined): readonly string[] {
  return (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

const has = (parts: readonly (string | null | undefined)[], words: readonly string[]) => {
  if (words.length === 0) return true;
  const text = parts
    .filter((part) => part)
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
};

function matches({ agreement: one }: AgreementRow, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { load_list, monitor_list } = one.dependents;
  return has(
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

/** Text whose plain order is the natural one: F-9 before F-10. */
const natural = (text: string) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));

type Key = number | string | null;
const time = (at: string | null | undefined) => (at ? Date.parse(at) : null);
const KIND_RANK: Readonly<Record<StateKind, number>> = {
  active: 1,
  scheduled: 2,
  never: 3,
  ended: 4,
  paused: 5,
  other: 6,
  over: 7,
};
/** No date is later than this, milliseconds. */
const FAR = 1e14;
const worst = ({ agreement, kind, foresight }: AgreementRow) =>
  (foresight ? 0 : KIND_RANK[kind]) * FAR + (time(agreement.expiration_date) ?? FAR - 1);

const KEYS: Readonly<Record<AgreementSort, (row: AgreementRow) => Key>> = {
  worst,
  fleet: ({ agreement }) => natural(fleetName(agreement)),
  starts: ({ agreement }) => time(agreement.effective_date),
  ends: ({ agreement }) => time(agreement.expiration_date),
  needs: ({ agreement: { dependents } }) => -(dependents.loads + dependents.monitors),
};

export function sortOf(sort: string | undefined): { by: AgreementSort; descending: boolean } {
  const by = SORTS.find((one) => one === sort?.replace(/^-/, ''));
  return { by: by ?? 'worst', descending: by !== undefined && sort?.startsWith('-') === true };
}

function byKey<T>(keyed: { item: T; key: Key; id: string }[], descending: boolean): T[] {
  const direction = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === b.key) return a.id < b.id ? -1 : 1;
    // What has no value stands last, whatever the direction.
    if (a.key === null) return 1;
    if (b.key === null) return -1;
    return a.key < b.key ? -direction : direction;
  });
  return keyed.map(({ item }) => item);
}

export const rowOf = (agreement: BoardAgreement, now: number): AgreementRow => ({
  agreement,
  kind: kindOf(agreement, now),
  foresight: foresightOf(agreement, now),
});

export function select(agreements: readonly BoardAgreement[], query: Query, now: number): Selected {
  const all = agreements.map((agreement) => rowOf(agreement, now));
  const words = wordsOf(query.q);
  const { by, descending } = sortOf(query.sort);
  const keyed = (rows: readonly AgreementRow[], keyOf: (row: AgreementRow) => Key) =>
    rows.map((item) => ({ item, key: keyOf(item), id: item.agreement.id }));
  const counted = AGREEMENT_SHOWS.map(
    (show) => [show, all.filter((row) => shows(row, show)).length] as const,
  );
  return {
    rows: byKey(
      keyed(
        all.filter((row) => shows(row, query.show) && matches(row, words)),
        KEYS[by],
      ),
      descending,
    ),
    foreseen: byKey(
      keyed(
        all.filter(({ foresight }) => foresight !== null),
        worst,
      ),
      false,
    ),
    counts: { all: all.length, ...Object.fromEntries(counted) } as Selected['counts'],
  };
}

export interface ConnectionRow {
  readonly connection: BoardConnection;
  readonly acts: MustAct;
  /** Of its fleet, where one is known. */
  readonly agreement: BoardAgreement | null;
}

/** Those on whom somebody must act first, then by what came longest ago. */
export function connectionRows(
  connections: readonly BoardConnection[],
  agreements: readonly BoardAgreement[],
  q: string | undefined,
): ConnectionRow[] {
  const words = wordsOf(q);
  const rank = { Fleet: 0, We: 1, Nobody: 2 } as const;
  const rows = connections.map((connection): ConnectionRow => {
    const { fleet_id } = connection;
    const theirs = fleet_id ? connections.filter((other) => other.fleet_id === fleet_id) : [];
    const agreed = fleet_id ? agreements.filter((one) => one.fleet_id === fleet_id) : [];
    const agreement = agreed.find(({ effective }) => effective.shared) ?? agreed[0] ?? null;
    return { connection, acts: mustAct(connection, theirs), agreement };
  });
  const found = rows.filter(({ connection, agreement }) =>
    has(
      [
        ...[connection.id, connection.fleet_id, connection.fleet_ref, agreement?.fleet_name],
        ...[providerName(connection), connection.tsp_slug, connection.status, connection.description],
      ],
      words,
    ),
  );
  return byKey(
    found.map((item) => {
      const gone = connectionKind(item.connection) === 'deleted' ? 1 : 0;
      const last = lastData(item.connection);
      const key = (rank[item.acts.who] + gone) * FAR + (last ? Date.parse(last.at) : 0);
      return { item, key, id: item.connection.id };
    }),
    false,
  );
}
