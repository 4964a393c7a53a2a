/** A filtered, sorted and grouped list of the store's loads, updated incrementally, for the list and the map. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import {
  comparePlaces,
  compareSections,
  type Direction,
  orderSections,
  type Place,
  type Section,
  sectionsOf,
  worstFirst,
  worstFirstPlace,
} from '@waypost/triage/rank';
import { Signal } from '../ui/signal.ts';
import type { Live } from './context.ts';
import type { Flush, LoadStore } from './store.ts';

/** Ids in sort order. A change costs a binary search and a splice instead of a full sort. */
class SortedIds<T extends Place> {
  #items: T[];
  readonly #direction: Direction;

  constructor(items: T[], direction: Direction, sorted = false) {
    this.#direction = direction;
    this.#items = sorted ? items : items.sort((a, b) => comparePlaces(a, b, direction));
  }

  get items(): readonly T[] {
    return this.#items;
  }
  get length(): number {
    return this.#items.length;
  }

  insert(item: T): void {
    this.#items.splice(this.#position(item), 0, item);
  }

  /** Requires the place with which the item was inserted. */
  remove(item: Place): void {
    const at = this.#position(item);
    if (this.#items[at]?.load_id === item.load_id) this.#items.splice(at, 1);
  }

  #position(item: Place): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePlaces(this.#items[middle] as T, item, this.#direction) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface ViewQuery {
  /** True when a filter is active, so that fewer loads may be shown than exist. */
  readonly filtered: boolean;
  /** Equal keys mean equal filters. */
  readonly filter_key: string;
  readonly matches: (load: BoardLoad, facts: LoadFacts) => boolean;
  /** Equal keys mean equal orders. */
  readonly sort_key: string;
  readonly placeOf: (load: BoardLoad, facts: LoadFacts) => Place;
  readonly direction: Direction;
  /** Equal keys mean equal grouping. */
  readonly group_key: string;
  /** Groups are ordered by their first loads; those of a cause, by their most urgent one. */
  readonly groupOf: (load: BoardLoad, facts: LoadFacts) => string;
  /** Groups after all others, in this order. */
  readonly last_groups: readonly string[];
}

export interface Group {
  readonly key: string;
  readonly from: number;
  readonly count: number;
}

export interface ViewSnapshot {
  readonly ids: readonly string[];
  readonly groups: readonly Group[];
  /** Loads that would appear, disappear or move if the list were not held. */
  readonly waiting: number;
}

/** Changes for the map. `reset`: reload all members. */
interface Membership {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly reset: boolean;
}

interface LoadViewOptions {
  readonly query: ViewQuery;
  /** Publishes loads whose group has changed although the loads have not. */
  readonly onRegroup?: (listener: (load_ids: Iterable<string>) => void) => () => void;
  /** Runs the callback after a delay; the displayed order changes at most this often. */
  readonly schedule: (refresh: () => void) => void;
}

const EMPTY: ViewSnapshot = { ids: [], groups: [], waiting: 0 };

interface GroupedPlace extends Place {
  readonly group: string;
}

export class LoadView {
  readonly #store: LoadStore;
  readonly #schedule: LoadViewOptions['schedule'];
  readonly #onRegroup: LoadViewOptions['onRegroup'];
  readonly #changes = new Signal();
  readonly #memberships = new Signal<[Membership]>();
  readonly #releases = new Signal();
  #query: ViewQuery;
  #placed = new Map<string, GroupedPlace>();
  #all = new SortedIds<GroupedPlace>([], 1);
  #shown = new Map<string, SortedIds<GroupedPlace>>();
  readonly #members = new Set<string>();
  /** Whether the order has changed since the last snapshot; avoids copying thousands of unchanged ids. */
  #orderChanged = false;
  #snapshot: ViewSnapshot = EMPTY;
  #held = false;
  #scheduled = false;
  #stop: (() => void) | null = null;

  constructor(store: LoadStore, options: LoadViewOptions) {
    this.#store = store;
    this.#query = options.query;
    this.#schedule = options.schedule;
    this.#onRegroup = options.onRegroup;
  }

  /** Starts following the store. @returns stops it */
  start(): () => void {
    if (this.#stop) return () => {};
    this.#rebuild();
    this.#publish();
    this.#memberships.emit({ changed: [], removed: [], reset: true });
    const unsubscribe = this.#store.subscribeFlush((flush) => this.#onFlush(flush));
    const unsubscribeRegroup = this.#onRegroup?.((load_ids) =>
      this.#onFlush({ changed: new Set(load_ids), removed: new Set(), reset: false }),
    );
    this.#stop = () => {
      unsubscribe();
      unsubscribeRegroup?.();
      this.#stop = null;
    };
    return this.#stop;
  }

  readonly subscribe = this.#changes.subscribe;
  readonly snapshot = (): ViewSnapshot => this.#snapshot;

  readonly onMembership = this.#memberships.subscribe;
  /** Whether the displayed list is filtered; the URL is updated slightly later than the filter. */
  readonly filtered = (): boolean => this.#query.filtered;
  get members(): ReadonlySet<string> {
    return this.#members;
  }

  /** Applies a new filter, order or grouping immediately, even while held, because the person asked for it. */
  setQuery(query: ViewQuery): void {
    const sorts = query.sort_key !== this.#query.sort_key || query.direction !== this.#query.direction;
    const filters = query.filter_key !== this.#query.filter_key;
    const groups = query.group_key !== this.#query.group_key;
    this.#query = query;
    if (!this.#stop || (!sorts && !filters && !groups)) return;
    if (sorts || groups) this.#rebuild();
    else this.#refilter();
    this.#publish();
    if (filters) this.#memberships.emit({ changed: [], removed: [], reset: true });
  }

  /** Stops changes to the displayed list, so that no row moves under the pointer. */
  hold(): void {
    this.#held = true;
  }
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#publish();
    this.#releases.emit();
  }
  /** While held, a load may be listed below a group that it has left. */
  belongsTo(load_id: string, group: string): boolean {
    return this.#members.has(load_id) && this.#placed.get(load_id)?.group === group;
  }
  get held(): boolean {
    return this.#held;
  }
  /** What is derived from the list catches up too. */
  readonly onRelease = this.#releases.subscribe;
  /** Applies pending changes once and stays held. */
  catchUp(): void {
    this.#publish();
    this.#releases.emit();
  }

  #onFlush({ changed, removed, reset }: Flush): void {
    if (reset) {
      this.#rebuild();
      // A list that replaces another one respects the hold; the first list is always shown.
      if (this.#held && this.#snapshot.ids.length > 0) this.#countPending();
      else this.#publish();
      this.#memberships.emit({ changed: [], removed: [], reset: true });
      return;
    }
    const entered: string[] = [];
    const left: string[] = [];
    for (const load_id of removed) if (this.#drop(load_id)) left.push(load_id);
    for (const load_id of changed) {
      const was_member = this.#members.has(load_id);
      const is_member = this.#place(load_id);
      if (is_member) entered.push(load_id);
      else if (was_member) left.push(load_id);
    }
    if (entered.length + left.length > 0) {
      this.#memberships.emit({ changed: entered, removed: left, reset: false });
      this.#schedulePublish();
    }
  }

  /** Inserts or moves a load. @returns true when it matches the filter */
  #place(load_id: string): boolean {
    const load = this.#store.get(load_id);
    const facts = this.#store.facts(load_id);
    if (!load || !facts) return this.#drop(load_id) && false;
    const old = this.#placed.get(load_id);
    const placed = this.#placeOf(load, facts);
    const was_member = this.#members.has(load_id);
    const is_member = this.#query.matches(load, facts);
    const same_place = old !== undefined && isSamePlace(old, placed);
    if (!same_place) {
      if (old) this.#all.remove(old);
      this.#all.insert(placed);
      this.#placed.set(load_id, placed);
    }
    const unchanged = was_member && is_member && same_place;
    if (was_member && old && !unchanged) this.#hide(old);
    if (is_member && !unchanged) this.#show(same_place ? (old as GroupedPlace) : placed);
    if (was_member !== is_member || (is_member && !same_place)) this.#orderChanged = true;
    if (is_member) this.#members.add(load_id);
    else this.#members.delete(load_id);
    return is_member;
  }

  #placeOf(load: BoardLoad, facts: LoadFacts): GroupedPlace {
    const { placeOf, groupOf } = this.#query;
    return { ...placeOf(load, facts), group: groupOf(load, facts) };
  }

  #show(placed: GroupedPlace): void {
    const group = this.#shown.get(placed.group) ?? new SortedIds<GroupedPlace>([], this.#query.direction);
    group.insert(placed);
    this.#shown.set(placed.group, group);
  }

  #hide(placed: GroupedPlace): void {
    const group = this.#shown.get(placed.group);
    group?.remove(placed);
    if (group?.length === 0) this.#shown.delete(placed.group);
  }

  /** @returns true when it was shown */
  #drop(load_id: string): boolean {
    const old = this.#placed.get(load_id);
    if (!old) return false;
    this.#all.remove(old);
    this.#placed.delete(load_id);
    if (!this.#members.delete(load_id)) return false;
    this.#hide(old);
    this.#orderChanged = true;
    return true;
  }

  #rebuild(): void {
    this.#placed = new Map();
    for (const load_id of this.#store.ids()) {
      const load = this.#store.get(load_id) as BoardLoad;
      this.#placed.set(load_id, this.#placeOf(load, this.#store.facts(load_id) as LoadFacts));
    }
    this.#all = new SortedIds([...this.#placed.values()], this.#query.direction);
    this.#refilter();
  }

  #refilter(): void {
    const { matches, direction } = this.#query;
    this.#members.clear();
    this.#orderChanged = true;
    const shown = new Map<string, GroupedPlace[]>();
    for (const item of this.#all.items) {
      const { load_id } = item;
      const load = this.#store.get(load_id);
      const facts = this.#store.facts(load_id);
      // The store may have removed the load without having published it yet.
      if (!load || !facts || !matches(load, facts)) continue;
      this.#members.add(load_id);
      const { group } = item;
      const items = shown.get(group);
      if (items) items.push(item);
      else shown.set(group, [item]);
    }
    this.#shown = new Map([...shown].map(([group, items]) => [group, new SortedIds(items, direction, true)]));
  }

  /** Sorted on every call; there are only a few groups and sections. */
  #sortedGroups(): (readonly [key: string, sections: readonly Section<GroupedPlace>[]])[] {
    const { direction, last_groups } = this.#query;
    const groups = [...this.#shown].map(
      ([key, { items }]) => [key, orderSections(sectionsOf(items), direction)] as const,
    );
    // Groups of causes or quiet fleets are the sections themselves.
    if (groups.every(([key, [section]]) => section?.key === key)) {
      const order = orderSections(
        groups.flatMap(([, sections]) => sections),
        direction,
      );
      return order.map((section) => [section.key, [section]]);
    }
    return groups.sort(
      ([a, [left]], [b, [right]]) =>
        last_groups.indexOf(a) - last_groups.indexOf(b) ||
        compareFirst(left as Section<GroupedPlace>, right as Section<GroupedPlace>, direction),
    );
  }

  #schedulePublish(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      if (!this.#stop) return;
      if (this.#held) this.#countPending();
      else this.#publish();
    });
  }

  #publish(): void {
    if (!this.#orderChanged && this.#snapshot.waiting === 0) return;
    const { ids, groups } = this.#snapshot;
    const order = this.#orderChanged ? this.#order() : { ids, groups };
    this.#orderChanged = false;
    this.#emit({ ...order, waiting: 0 });
  }

  #order(): Pick<ViewSnapshot, 'ids' | 'groups'> {
    const ids: string[] = [];
    const groups = this.#sortedGroups().map(([key, sections]): Group => {
      const from = ids.length;
      for (const { places } of sections) for (const { load_id } of places) ids.push(load_id);
      return { key, from, count: ids.length - from };
    });
    return { ids, groups };
  }

  /** While held, only the number of pending changes is updated. */
  #countPending(): void {
    const { ids, groups } = this.#snapshot;
    const shown = new Set(ids);
    let waiting = 0;
    for (const load_id of this.#members) if (!shown.has(load_id)) waiting += 1;
    for (const { key, from, count } of groups)
      for (let at = from; at < from + count; at += 1)
        if (!this.belongsTo(ids[at] as string, key)) waiting += 1;
    if (waiting !== this.#snapshot.waiting) this.#emit({ ...this.#snapshot, waiting });
  }

  #emit(snapshot: ViewSnapshot): void {
    this.#snapshot = snapshot;
    this.#changes.emit();
  }
}

function compareFirst(a: Section<GroupedPlace>, b: Section<GroupedPlace>, direction: Direction): number {
  return (
    compareSections(a, b) * direction ||
    comparePlaces(a.places[0] as GroupedPlace, b.places[0] as GroupedPlace, direction)
  );
}

function isSamePlace(a: GroupedPlace, b: GroupedPlace): boolean {
  return (
    a.group === b.group &&
    a.section === b.section &&
    a.score === b.score &&
    a.key === b.key &&
    a.since === b.since &&
    a.tie === b.tie
  );
}

/** Sorts loads as the board does; those that have left it come last. */
export function worstLoadsFirst(
  { store, fleets }: Pick<Live, 'store' | 'fleets'>,
  load_ids: readonly string[],
): readonly string[] {
  const known = load_ids.flatMap((load_id) => {
    const [load, facts] = [store.get(load_id), store.facts(load_id)];
    return load && facts ? [worstFirstPlace(load, facts, fleets.quietFleetOf(load, facts))] : [];
  });
  const missing = load_ids.filter((load_id) => !store.get(load_id));
  return [...worstFirst(known, (place) => place).map(({ load_id }) => load_id), ...missing];
}
