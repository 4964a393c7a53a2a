import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { quietFleetGroup } from '@waypost/triage/fleet';
import { naturalKey, type Place, tieOf, worstFirstPlace } from '@waypost/triage/rank';
import { type Band, bandOf } from '@waypost/triage/score';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Attention } from '../../live/attention.ts';
import { scheduleReorder } from '../../live/clock.ts';
import { useLive, useNow } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import type { Counts } from '../../live/store.ts';
import { LoadView, type ViewQuery } from '../../live/view.ts';
import type { HealthKey } from '../../ui/health.ts';
import { searchedText, wordsOf } from '../../ui/resource-list/words.ts';
import { placeText } from '../../ui/units.ts';
import {
  type BoardSearch,
  defaultGrouping,
  FLEETLESS,
  type Grouping,
  type Sort,
  type SortOrder,
} from './search.ts';

export interface ListFilter {
  /** Empty or absent: every health. */
  readonly health?: readonly HealthKey[] | undefined;
  readonly q?: string | undefined;
  /** A fleet's id, or one of `FLEETLESS`. */
  readonly fleet?: string | undefined;
  /** Loads of a named list only; absent: all. */
  readonly listed?: ListedLoads | null | undefined;
  /** `me`, `nobody`, or the id of a person; absent: everybody. */
  readonly owner?: string | undefined;
  /** Id of the signed-in person. */
  readonly me?: string;
  /** Empty or absent: every severity. */
  readonly band?: readonly Band[] | undefined;
  /** Only loads that may be late, or arrived unseen. */
  readonly unsure?: '1' | undefined;
  readonly attention_only?: boolean;
}

export interface ListedLoads {
  readonly list_id: string;
  /** Version of the list as fetched; 0: it could not be fetched. */
  readonly version: number;
  readonly load_ids: ReadonlySet<string>;
}

/** Finds the loads that the map cannot show. */
export const NO_POSITION = 'no position';

const haystacks = new WeakMap<BoardLoad, string>();

/** Searchable text of a load in lower case, cached per load object: reference, ids, vehicle, plate, VIN, stops, place, or that it has none. */
function haystackOf(load: BoardLoad): string {
  let text = haystacks.get(load);
  if (text === undefined) {
    const vehicle = load.vehicle_assignment?.vehicle;
    text = searchedText([
      load.load_ref,
      load.load_id,
      vehicle?.vehicle_name,
      vehicle?.vin,
      vehicle?.license_plate_number,
      vehicle?.license_plate_number?.replace(/[\s-]/g, ''),
      load.fleet?.name,
      load.fleet?.fleet_ref,
      load.place && placeText(load.place),
      ...load.stops.map((stop) => stop.name),
      load.last_position === null ? NO_POSITION : null,
    ]);
    haystacks.set(load, text);
  }
  return text;
}

/** `late`, `snoozed`, and the monitor's state: they change with time, so they are not cached with the rest. */
function stateText({ journey, lateness, triage }: LoadFacts): string {
  const words = [
    lateness !== null && 'late',
    triage === 'snoozed' && 'snoozed',
    journey?.replaceAll('_', ' '),
  ];
  return words.filter(Boolean).join(' ');
}

export function matchesFilter(
  load: BoardLoad,
  facts: LoadFacts,
  health: ReadonlySet<HealthKey>,
  words: readonly string[],
): boolean {
  if (health.size > 0 && !health.has(facts.health)) return false;
  if (words.length === 0) return true;
  const text = haystackOf(load);
  const state = stateText(facts);
  return words.every((word) => text.includes(word) || state.includes(word));
}

/** Only exceptions that nobody has closed have an owner. */
function isOwnedBy({ triage }: BoardLoad, facts: LoadFacts, owner: string, me: string | undefined): boolean {
  if (facts.triage === null || facts.triage === 'closed') return false;
  const sub = triage?.owner?.sub ?? null;
  return owner === 'nobody' ? sub === null : sub === (owner === 'me' ? me : owner);
}

const SORT_KEYS: Readonly<
  Record<Exclude<Sort, 'worst'>, (load: BoardLoad, facts: LoadFacts) => Place['key']>
> = {
  ref: (load) => (load.load_ref === null ? null : naturalKey(load.load_ref)),
  age: (load) => (load.last_position ? Date.parse(load.last_position.occurred_at) : null),
  arrival: (_load, { appointment_at }) => appointment_at,
  late: (_load, { overdue_since }) => overdue_since,
  vehicle: (load) => naturalKey(load.vehicle_assignment?.vehicle.vehicle_name ?? '') || null,
  fleet: ({ fleet }) => (fleet ? naturalKey(fleetName(fleet)) : null),
  owner: ({ triage }) => (triage?.closed === null && triage.owner ? triage.owner.name.toLowerCase() : null),
  place: (load) =>
    load.place ? `${load.place.country} ${load.place.region ?? ''} ${load.place.name}` : null,
};

function placeOf(sort: Sort, quietFleetOf: QuietFleetOf): ViewQuery['placeOf'] {
  if (sort === 'worst') return (load, facts) => worstFirstPlace(load, facts, quietFleetOf(load, facts));
  return (load, facts) => ({
    load_id: load.load_id,
    section: '',
    score: 0,
    key: SORT_KEYS[sort](load, facts),
    due: null,
    since: null,
    tie: tieOf(load),
  });
}

/** Group by fleet: the fleet's id, or one of `FLEETLESS`. */
function fleetGroupOf(load: BoardLoad): string {
  return load.fleet?.fleet_id ?? (load.vehicle_assignment === null ? 'none' : 'unknown');
}

/** Id of the quiet fleet that explains a load's exception; null: the exception is the load's own. */
type QuietFleetOf = (load: BoardLoad, facts: LoadFacts) => string | null;

function groupOf(grouping: Grouping, quietFleetOf: QuietFleetOf): ViewQuery['groupOf'] {
  if (grouping === 'none') return () => '';
  if (grouping === 'fleet') return fleetGroupOf;
  return (load, facts) => {
    const fleet_id = quietFleetOf(load, facts);
    return fleet_id === null ? facts.cause : quietFleetGroup(fleet_id);
  };
}

type ListParameters = Pick<
  BoardSearch,
  'tab' | 'health' | 'q' | 'fleet' | 'owner' | 'band' | 'unsure' | 'sort' | 'group'
>;

/** The query of the address, with some of it replaced. */
export type QueryOf = (change: Partial<ListParameters>) => ViewQuery;

/** The query of a tab, by the address. @param me id of the signed-in person */
export function boardQuery(
  search: ListParameters,
  { listed, me, quietFleetOf }: Pick<ListFilter, 'listed'> & { me: string; quietFleetOf: QuietFleetOf },
): ViewQuery {
  const { tab = 'attention', health, q, fleet, owner, band, unsure, sort = 'worst', group } = search;
  const attention_only = tab === 'attention';
  // Those that may be late are no exceptions.
  const may_be_late = attention_only ? undefined : unsure;
  const filter = { health, q, fleet, listed, owner, me, band, unsure: may_be_late, attention_only };
  return viewQuery(filter, sort, group ?? defaultGrouping(tab), quietFleetOf);
}

export function viewQuery(
  filter: ListFilter,
  order: SortOrder,
  grouping: Grouping = 'none',
  quietFleetOf: QuietFleetOf = () => null,
): ViewQuery {
  const descending = order.startsWith('-');
  const sort = (descending ? order.slice(1) : order) as Sort;
  const health = new Set(filter.health ?? []);
  const words = wordsOf(filter.q);
  const { fleet, listed, owner, me, unsure, attention_only = false } = filter;
  const bands = new Set(filter.band ?? []);
  return {
    filtered:
      health.size + words.length + bands.size > 0 ||
      [fleet, listed, owner, unsure].some((value) => value !== undefined),
    filter_key: JSON.stringify({ ...filter, q: words }),
    matches: (load, facts) =>
      (!attention_only || facts.attention) &&
      (fleet === undefined || fleetGroupOf(load) === fleet) &&
      (listed === undefined || listed?.load_ids.has(load.load_id) === true) &&
      (unsure === undefined || facts.may_be_late) &&
      (owner === undefined || isOwnedBy(load, facts, owner, me)) &&
      (bands.size === 0 || (facts.attention && bands.has(bandOf(facts.score)))) &&
      matchesFilter(load, facts, health, words),
    sort_key: sort,
    placeOf: placeOf(sort, quietFleetOf),
    direction: descending ? -1 : 1,
    group_key: grouping,
    groupOf: groupOf(grouping, quietFleetOf),
    last_groups: FLEETLESS,
  };
}

export function useView(query: ViewQuery): LoadView {
  const { store, fleets } = useLive();
  const [view] = useState(
    () => new LoadView(store, { query, onRegroup: fleets.onRegroup, schedule: scheduleReorder }),
  );
  useEffect(() => view.start(), [view]);
  // Equal keys mean an equal query.
  // Before the effects of what shows it, such as the map that fits what a filter finds.
  useLayoutEffect(
    () => view.setQuery(query),
    [view, query.filter_key, query.sort_key, query.direction, query.group_key],
  );
  return view;
}

/** Counts of what the query finds; while it filters, they are taken once a second. */
export function useCountsOf({ filtered, filter_key, matches }: ViewQuery): Counts {
  const { store } = useLive();
  const all = useSyncExternalStore(store.subscribeCounts, () => (filtered ? null : store.counts()));
  const second = useNow((now) => (filtered ? now : null));
  return useMemo(() => all ?? store.countsOf(matches), [store, all, filter_key, second]);
}

const INDEX_MS = 1_000;
/** More than a person can act on at once. */
const MOST_NOW = 15;

/** The index of causes of this list, and the most urgent loads: by default what to do now. */
export function useAttention(view: LoadView, most = MOST_NOW, of: 'to_do' | 'all' = 'to_do'): Attention {
  const { store, exceptions, clock } = useLive();
  const [attention] = useState(
    () =>
      new Attention({
        view,
        store,
        exceptions,
        most,
        of,
        now: clock.now,
        schedule: (run) => void setTimeout(run, INDEX_MS),
      }),
  );
  useEffect(() => attention.start(), [attention]);
  return attention;
}
