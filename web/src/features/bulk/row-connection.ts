/** The connection at which the user of a row is created: by its ID, or by its fleet's reference or name. */

import type { BulkIssue } from '@waypost/contract/api/bulk';
import { companyForMatch, normalizeForMatch } from '@waypost/contract/api/fleet-matching';
import { uuid } from '@waypost/contract/common';
import { connectionName, oldWarning, type UserConnection } from '../../live/user-connections.ts';
import { isolated } from '../../ui/bidi.ts';
import type { ValidatedRow } from './rows.ts';

type Body = Readonly<Record<string, unknown>>;

/** The connections of users, with the time (Unix milliseconds) at which their age is judged. */
export interface KnownConnections {
  readonly connections: readonly UserConnection[];
  readonly now: number;
}

/** The fleet that a row names. */
export interface RowFleet {
  /** The connections that may be meant, by their latest data. */
  readonly options: readonly UserConnection[];
  readonly chosen: UserConnection | null;
  /** As the row says it. */
  readonly text: string;
  /** No fleet has this name or reference: the options are guesses, or simply all. */
  readonly is_unknown: boolean;
}

interface OfConnection {
  readonly body: Body;
  readonly issue: string | null;
  readonly warning: BulkIssue | null;
  readonly fleet: RowFleet | null;
}

/** A list that a person can still read. */
const GUESSES_MAX = 50;

const byLatestData = (a: UserConnection, b: UserConnection) =>
  Date.parse(b.last_data_at ?? '1970') - Date.parse(a.last_data_at ?? '1970');

/** Fleets with the first word of the text in their name; without one, every connection, unless they are too many. */
function guesses(text: string, connections: readonly UserConnection[]): readonly UserConnection[] {
  const usable = connections.filter(({ writes }) => writes !== 'no');
  const first = normalizeForMatch(text.trim().split(/\s/)[0] ?? '');
  const alike = usable.filter(({ fleet_name }) => normalizeForMatch(fleet_name ?? '').startsWith(first));
  const found = alike.length > 0 ? alike : usable;
  return found.length > GUESSES_MAX ? [] : found;
}

function namedBy(text: string, connections: readonly UserConnection[]): readonly UserConnection[] {
  const own = connections.filter(({ connection_id }) => connection_id === text.toLowerCase());
  if (own.length > 0) return own;
  const withSame = (plain: (name: string) => string) =>
    connections.filter(({ fleet_ref, fleet_name }) =>
      [fleet_ref, fleet_name].some((name) => name !== null && plain(name) === plain(text)),
    );
  const same = withSame(normalizeForMatch);
  if (same.length > 0) return same;
  // As the lists of this page say it, or with a provider added: `CARRIER-1000 Truckwire GPS`.
  const with_provider = connections.filter(({ fleet_ref, fleet_name, source_name }) =>
    [fleet_ref, fleet_name].some(
      (name) => name && source_name && normalizeForMatch(name + source_name) === normalizeForMatch(text),
    ),
  );
  return with_provider.length > 0 ? with_provider : withSame(companyForMatch);
}

/** Those at which users can be created; else those of which this is not known. */
function usableOf(meant: readonly UserConnection[]): readonly UserConnection[] {
  const sure = meant.filter(({ writes }) => writes === 'yes');
  const usable = sure.length > 0 ? sure : meant.filter(({ writes }) => writes === 'unknown');
  return usable.toSorted(byLatestData);
}

const fault = (path: string, message: string): BulkIssue => ({ path, message });

/** For each row with a choice, by its ID, the rows with the same one: all rows of the fleet, however they name it. */
export function rowsByFleet(rows: readonly ValidatedRow[]): ReadonlyMap<number, readonly number[]> {
  const groups = Map.groupBy(rows.filter(hasChoice), ({ fleet }) =>
    fleet?.is_unknown
      ? fleet.text.toLowerCase()
      : fleet?.options.map(({ connection_id }) => connection_id).join(),
  );
  return new Map(
    [...groups.values()].flatMap((group) => {
      const ids = group.map(({ row }) => row.id);
      return ids.map((id) => [id, ids] as const);
    }),
  );
}

export const hasChoice = ({ fleet }: ValidatedRow): boolean =>
  fleet !== null && fleet.options.length > (fleet.is_unknown ? 0 : 1);

/** The newest connection of each row whose fleet has several, by row ID; not where a person has chosen, or no connection has data. */
export function newestConnections(rows: readonly ValidatedRow[]): ReadonlyMap<number, string> {
  return new Map(
    rows.flatMap(({ row, fleet }) => {
      const [newest] = fleet?.options ?? [];
      if (!newest || fleet?.chosen !== null || fleet.is_unknown || newest.last_data_at === null) return [];
      return [[row.id, newest.connection_id] as const];
    }),
  );
}

/** "Truckwire" is Truckwire GPS too. */
function isAt({ source_name }: UserConnection, provider: string): boolean {
  const [name, asked] = [normalizeForMatch(source_name ?? ''), normalizeForMatch(provider)];
  return name !== '' && asked !== '' && (name.startsWith(asked) || asked.startsWith(name));
}

interface Choice {
  /** The reference in a column of its own, beside the name; null: none. */
  readonly reference: string | null;
  /** The provider that the row names; null: none. */
  readonly provider: string | null;
  /** The connection that a person has chosen in this row. */
  readonly chosen_id: string | undefined;
  /** The connection for rows without a fleet, which also decides among those of a fleet; '' for none. */
  readonly default_id: string;
  /** Null: not known yet, so that only IDs are understood. */
  readonly known: KnownConnections | null;
}

export function connectionOf(
  body: Body,
  { reference, provider, chosen_id, default_id, known }: Choice,
): OfConnection {
  const text = typeof body.connection_id === 'string' ? body.connection_id.trim() : '';
  const plain = { body, issue: null, warning: null, fleet: null };
  const is_id = uuid.safeParse(text).success;
  if (text === '' || (is_id && known === null)) return plain;
  const quotes = [...new Set([reference ?? text, text])].map((one) => `“${one}”`);
  const quoted = quotes.join(' or ');
  if (known === null)
    return { ...plain, issue: `${quoted} can't be looked up before the connections are loaded` };
  const by_text = namedBy(text, known.connections);
  const by_reference = reference === null ? [] : namedBy(reference, known.connections);
  const of_both = by_text.filter((one) => by_reference.includes(one));
  const of_fleet = [of_both, by_reference, by_text].find(({ length }) => length > 0) ?? [];
  if (of_both.length === 0 && by_text.length > 0 && by_reference.length > 0)
    return { ...plain, issue: `${quotes.join(' and ')} are different fleets` };
  if (of_fleet.length === 0 && is_id) return plain;
  const is_unknown = of_fleet.length === 0;
  const at_provider = of_fleet.filter((one) => provider !== null && isAt(one, provider));
  const meant = at_provider.length > 0 ? at_provider : of_fleet;
  const is_elsewhere = provider !== null && at_provider.length === 0;
  const options = is_unknown ? guesses(text, known.connections) : usableOf(meant);
  const only = options.length === 1 && !is_unknown ? options[0] : undefined;
  const withId = (id: string | undefined) => options.find(({ connection_id }) => connection_id === id);
  const chosen = only ?? withId(chosen_id) ?? (is_unknown ? null : (withId(default_id) ?? null));
  const fleet = { text, options, chosen, is_unknown };
  if (chosen !== null) {
    const old = oldWarning(chosen, known.connections, known.now);
    const name = isolated(connectionName(chosen));
    const of_old =
      old === null
        ? null
        : fault('connection_id', `is at a connection that may be old: ${name}. ${old.replace(/\.$/, '')}`);
    const warning = is_elsewhere ? fault('provider', `“${provider}” is not that of ${name}`) : of_old;
    return { body: { ...body, connection_id: chosen.connection_id }, issue: null, warning, fleet };
  }
  if (is_unknown) {
    const choose = options.length > 0 ? 'choose it, ' : '';
    const issue = `${quoted} is no fleet that shares with us: ${choose}correct its name or reference, or invite it first`;
    return { ...plain, issue, fleet };
  }
  if (options.length === 0)
    return {
      ...plain,
      issue:
        `${quoted} can't have users now. ${[...new Set(meant.map(({ reason }) => reason))].join(' ')}`.replace(
          /\.$/,
          '',
        ),
      fleet,
    };
  const none_there = is_elsewhere ? `, none at “${provider}”` : '';
  return { ...plain, issue: `${quoted} has ${options.length} connections${none_there}: choose one`, fleet };
}
