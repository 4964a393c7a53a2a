/** The sorted and grouped loads of a view, updated incrementally. */
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
} from '@waypost/triage/rank';
import type { LoadStore } from './store.ts';
import type { ViewQuery } from './view.ts';

export interface Group {
  readonly key: string;
  readonly from: number;
  readonly count: number;
}

interface GroupedPlace extends Place {
  readonly group: string;
}

/** A change costs a binary search and a splice instead of a full sort. */
class SortedPlaces {
  readonly #items: GroupedPlace[];
  readonly #direction: Direction;

  constructor(items: GroupedPlace[], direction: Direction) {
    this.#direction = direction;
    this.#items = items.sort((a, b) => comparePlaces(a, b, direction));
  }

  get items(): readonly GroupedPlace[] {
    return this.#items;
  }

  insert(item: GroupedPlace): void {
    this.#items.splice(this.#position(item), 0, item);
  }

  /** Requires the place with which the item was inserted. */
  remove(item: GroupedPlace): void {
    const at = this.#position(item);
    if (this.#items[at]?.load_id === item.load_id) this.#items.splice(at, 1);
  }

  #position(item: GroupedPlace): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePlaces(this.#items[middle] as GroupedPlace, item, this.#direction) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

type OrderQuery = Pick<ViewQuery, 'placeOf' | 'groupOf' | 'direction' | 'last_groups'>;

export class Order {
  readonly #store: Pick<LoadStore, 'get' | 'facts'>;
  readonly #query: OrderQuery;
  readonly #placed = new Map<string, GroupedPlace>();
  #groups = new Map<string, SortedPlaces>();

  constructor(store: Pick<LoadStore, 'get' | 'facts'>, query: OrderQuery, load_ids: ReadonlySet<string>) {
    this.#store = store;
    this.#query = query;
    this.keep(load_ids);
  }

  /** Undefined for a load that is not in it. */
  groupOf(load_id: string): string | undefined {
    return this.#placed.get(load_id)?.group;
  }

  /** Inserts or moves a load. @returns true when it is somewhere else now */
  put(load: BoardLoad, facts: LoadFacts): boolean {
    const old = this.#placed.get(load.load_id);
    const placed = this.#placeOf(load, facts);
    if (old && isSamePlace(old, placed)) return false;
    if (old) this.#hide(old);
    this.#placed.set(load.load_id, placed);
    const group = this.#groups.get(placed.group);
    if (group) group.insert(placed);
    else this.#groups.set(placed.group, new SortedPlaces([placed], this.#query.direction));
    return true;
  }

  remove(load_id: string): void {
    const old = this.#placed.get(load_id);
    if (!old) return;
    this.#placed.delete(load_id);
    this.#hide(old);
  }

  /** Has exactly these loads afterwards. Those that it had keep their places, so that sorting them again is quick. */
  keep(load_ids: ReadonlySet<string>): void {
    const groups = new Map<string, GroupedPlace[]>();
    const add = (placed: GroupedPlace) => {
      const group = groups.get(placed.group);
      if (group) group.push(placed);
      else groups.set(placed.group, [placed]);
    };
    for (const { items } of this.#groups.values())
      for (const placed of items) {
        if (load_ids.has(placed.load_id)) add(placed);
        else this.#placed.delete(placed.load_id);
      }
    for (const load_id of load_ids) {
      const load = this.#store.get(load_id);
      const facts = this.#store.facts(load_id);
      if (this.#placed.has(load_id) || !load || !facts) continue;
      const placed = this.#placeOf(load, facts);
      this.#placed.set(load_id, placed);
      add(placed);
    }
    const { direction } = this.#query;
    this.#groups = new Map([...groups].map(([key, places]) => [key, new SortedPlaces(places, direction)]));
  }

  list(): { readonly ids: readonly string[]; readonly groups: readonly Group[] } {
    const ids: string[] = [];
    const groups = this.#sortedGroups().map(([key, sections]): Group => {
      const from = ids.length;
      for (const { places } of sections) for (const { load_id } of places) ids.push(load_id);
      return { key, from, count: ids.length - from };
    });
    return { ids, groups };
  }

  #placeOf(load: BoardLoad, facts: LoadFacts): GroupedPlace {
    const { placeOf, groupOf } = this.#query;
    return { ...placeOf(load, facts), group: groupOf(load, facts) };
  }

  #hide(placed: GroupedPlace): void {
    const group = this.#groups.get(placed.group);
    group?.remove(placed);
    if (group?.items.length === 0) this.#groups.delete(placed.group);
  }

  /** Sorted on every call; there are only a few groups and sections. */
  #sortedGroups(): (readonly [key: string, sections: readonly Section<GroupedPlace>[]])[] {
    const { direction, last_groups } = this.#query;
    const groups = [...this.#groups].map(
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
    a.due === b.due &&
    a.since === b.since &&
    a.tie === b.tie
  );
}
