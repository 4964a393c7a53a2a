/**
 * A filtered, sorted and grouped list of the store's loads, kept right by differences. Two things read it: the list on the screen
 * (`snapshot`, calm: at most a few times a second, and still while it is held) and the map (`membership`, every frame).
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import type { Flush, LoadStore } from './store.ts';

/** Ids kept in order while single ones come, go and change: a binary search and one splice each, never a whole sort. */

/** Null stands last whatever the direction: what is unknown is neither first nor best. */
export type SortKey = number | string | null;

interface Keyed {
  readonly load_id: string;
  readonly key: SortKey;
  /** Orders equals, so that the order is total and rows do not dance. */
  readonly tie: string;
}

type Direction = 1 | -1;

function compareKeyed(a: Keyed, b: Keyed, direction: Direction): number {
  if (a.key !== b.key) {
    if (a.key === null) return 1;
    if (b.key === null) return -1;
    return a.key < b.key ? -direction : direction;
  }
  if (a.tie !== b.tie) return a.tie < b.tie ? -1 : 1;
  return a.load_id < b.load_id ? -1 : a.load_id > b.load_id ? 1 : 0;
}

class SortedIds {
  #items: Keyed[];
  readonly #direction: Direction;

  constructor(items: Keyed[], direction: Direction, sorted = false) {
    this.#direction = direction;
    this.#items = sorted ? items : items.sort((a, b) => compareKeyed(a, b, direction));
  }

  get items(): readonly Keyed[] {
    return this.#items;
  }
  get length(): number {
    return this.#items.length;
  }

  insert(item: Keyed): void {
    this.#items.splice(this.#position(item), 0, item);
  }

  /** Takes out an item that was put in with exactly this key and tie. */
  remove(item: Keyed): void {
    const at = this.#position(item);
    if (this.#items[at]?.load_id === item.load_id) this.#items.splice(at, 1);
  }

  #position(item: Keyed): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeyed(this.#items[middle] as Keyed, item, this.#direction) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface ViewQuery {
  /** The person has narrowed it: fewer may be shown than there are. */
  readonly filtered: boolean;
  /** Same text = same filter. */
  readonly filter_key: string;
  readonly matches: (load: BoardLoad, facts: LoadFacts) => boolean;
  /** Same text = same order. */
  readonly sort_key: string;
  readonly keyOf: (load: BoardLoad, facts: LoadFacts) => SortKey;
  readonly tieOf: (load: BoardLoad) => string;
  readonly direction: Direction;
  /** Same text = same groups. */
  readonly group_key: string;
  /** The group that a load belongs to. Groups come in the order of their first loads. */
  readonly groupOf: (load: BoardLoad, facts: LoadFacts) => string;
  /** Groups that come after all others, in this order. */
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
  /** Which of them needed attention when the snapshot was taken: such rows may be taller, and stay so while held. */
  readonly tall: ReadonlySet<string>;
  /** Loads that would come, go or move if the list were not held. */
  readonly waiting: number;
}

/** What the map must draw anew. `reset`: take everything. */
interface Membership {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly reset: boolean;
}

interface LoadViewOptions {
  readonly query: ViewQuery;
  /** Publishes loads that belong to another group though nothing of them has changed. */
  readonly onRegroup?: (listener: (load_ids: Iterable<string>) => void) => () => void;
  /** Calls back once after a calm while; the order on the screen moves no oftener than this. */
  readonly schedule: (refresh: () => void) => void;
}

const EMPTY: ViewSnapshot = { ids: [], groups: [], tall: new Set(), waiting: 0 };

interface Placed extends Keyed {
  readonly group: string;
}

export class LoadView {
  readonly #store: LoadStore;
  readonly #schedule: LoadViewOptions['schedule'];
  readonly #onRegroup: LoadViewOptions['onRegroup'];
  readonly #listeners = new Set<() => void>();
  readonly #memberListeners = new Set<(membership: Membership) => void>();
  #query: ViewQuery;
  #placed = new Map<string, Placed>();
  #all = new SortedIds([], 1);
  #shown = new Map<string, SortedIds>();
  readonly #members = new Set<string>();
  readonly #tall = new Set<string>();
  /** What has changed since the last snapshot: thousands of ids are not copied to find that they are the same. */
  #orderMoved = false;
  #tallMoved = false;
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

  /** Begins to follow the store; the answer ends it. */
  start(): () => void {
    if (this.#stop) return () => {};
    this.#rebuild();
    this.#publish();
    this.#publishMembership({ changed: [], removed: [], reset: true });
    const stop = this.#store.subscribeFlush((flush) => this.#onFlush(flush));
    const stopRegroup = this.#onRegroup?.((load_ids) =>
      this.#onFlush({ changed: new Set(load_ids), removed: new Set(), reset: false }),
    );
    this.#stop = () => {
      stop();
      stopRegroup?.();
      this.#stop = null;
    };
    return this.#stop;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly snapshot = (): ViewSnapshot => this.#snapshot;

  onMembership(listener: (membership: Membership) => void): () => void {
    this.#memberListeners.add(listener);
    return () => void this.#memberListeners.delete(listener);
  }
  /** Whether what is shown was narrowed: the address follows a moment after the typing. */
  readonly filtered = (): boolean => this.#query.filtered;
  get members(): ReadonlySet<string> {
    return this.#members;
  }

  /** Another filter or order: the person asked for it, so it shows at once, held or not. */
  setQuery(query: ViewQuery): void {
    const sorts = query.sort_key !== this.#query.sort_key || query.direction !== this.#query.direction;
    const filters = query.filter_key !== this.#query.filter_key;
    const groups = query.group_key !== this.#query.group_key;
    this.#query = query;
    if (!this.#stop || (!sorts && !filters && !groups)) return;
    if (sorts || groups) this.#rebuild();
    else this.#filterAgain();
    this.#publish();
    if (filters) this.#publishMembership({ changed: [], removed: [], reset: true });
  }

  /** Nothing moves under the pointer from here on. */
  hold(): void {
    this.#held = true;
  }
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#publish();
  }
  /** Shows what waits, and goes on holding. */
  catchUp(): void {
    this.#publish();
  }

  #onFlush({ changed, removed, reset }: Flush): void {
    if (reset) {
      this.#rebuild();
      // After a gap of the stream the held rows stand still too; the first list ever is shown at once.
      if (this.#held && this.#snapshot.ids.length > 0) this.#wait();
      else this.#publish();
      this.#publishMembership({ changed: [], removed: [], reset: true });
      return;
    }
    const [came, went]: [string[], string[]] = [[], []];
    for (const load_id of removed) if (this.#drop(load_id)) went.push(load_id);
    for (const load_id of changed) {
      const was = this.#members.has(load_id);
      const is = this.#place(load_id);
      if (is) came.push(load_id);
      else if (was) went.push(load_id);
    }
    if (came.length + went.length > 0) {
      this.#publishMembership({ changed: came, removed: went, reset: false });
      this.#later();
    }
  }

  /** Puts a load where it belongs now. True when it matches. */
  #place(load_id: string): boolean {
    const load = this.#store.get(load_id);
    const facts = this.#store.facts(load_id);
    if (!load || !facts) return this.#drop(load_id) && false;
    const old = this.#placed.get(load_id);
    const placed = this.#placeOf(load, facts);
    const [was, is] = [this.#members.has(load_id), this.#query.matches(load, facts)];
    const stays =
      old !== undefined && old.key === placed.key && old.tie === placed.tie && old.group === placed.group;
    if (!stays) {
      if (old) this.#all.remove(old);
      this.#all.insert(placed);
      this.#placed.set(load_id, placed);
    }
    const sits = was && is && stays;
    if (was && old && !sits) this.#hide(old);
    if (is && !sits) this.#show(stays ? (old as Placed) : placed);
    if (was !== is || (is && !stays)) this.#orderMoved = true;
    if (is) this.#members.add(load_id);
    else this.#members.delete(load_id);
    this.#stand(load_id, is && facts.attention);
    return is;
  }

  #placeOf(load: BoardLoad, facts: LoadFacts): Placed {
    const { keyOf, tieOf, groupOf } = this.#query;
    return {
      load_id: load.load_id,
      key: keyOf(load, facts),
      tie: tieOf(load),
      group: groupOf(load, facts),
    };
  }

  #show(placed: Placed): void {
    const group = this.#shown.get(placed.group) ?? new SortedIds([], this.#query.direction);
    group.insert(placed);
    this.#shown.set(placed.group, group);
  }

  #hide(placed: Placed): void {
    const group = this.#shown.get(placed.group);
    group?.remove(placed);
    if (group?.length === 0) this.#shown.delete(placed.group);
  }

  #stand(load_id: string, tall: boolean): void {
    if (tall === this.#tall.has(load_id)) return;
    if (tall) this.#tall.add(load_id);
    else this.#tall.delete(load_id);
    this.#tallMoved = true;
  }

  /** True when it was shown. */
  #drop(load_id: string): boolean {
    const old = this.#placed.get(load_id);
    if (!old) return false;
    this.#all.remove(old);
    this.#placed.delete(load_id);
    if (!this.#members.delete(load_id)) return false;
    this.#hide(old);
    this.#orderMoved = true;
    this.#stand(load_id, false);
    return true;
  }

  #rebuild(): void {
    this.#placed = new Map();
    for (const load_id of this.#store.ids()) {
      const load = this.#store.get(load_id) as BoardLoad;
      this.#placed.set(load_id, this.#placeOf(load, this.#store.facts(load_id) as LoadFacts));
    }
    this.#all = new SortedIds([...this.#placed.values()], this.#query.direction);
    this.#filterAgain();
  }

  #filterAgain(): void {
    const { matches, direction } = this.#query;
    this.#members.clear();
    this.#tall.clear();
    this.#orderMoved = true;
    this.#tallMoved = true;
    const shown = new Map<string, Keyed[]>();
    for (const keyed of this.#all.items) {
      const { load_id } = keyed;
      const load = this.#store.get(load_id);
      const facts = this.#store.facts(load_id);
      // The store may have lost it already: that is published a moment later.
      if (!load || !facts || !matches(load, facts)) continue;
      this.#members.add(load_id);
      if (facts.attention) this.#tall.add(load_id);
      const { group } = keyed as Placed;
      const items = shown.get(group);
      if (items) items.push(keyed);
      else shown.set(group, [keyed]);
    }
    this.#shown = new Map([...shown].map(([group, items]) => [group, new SortedIds(items, direction, true)]));
  }

  /** The groups in their order. There are few of them, so they are sorted anew each time. */
  #groupsInOrder(): (readonly [key: string, loads: SortedIds])[] {
    const { direction, last_groups } = this.#query;
    return [...this.#shown].sort(
      ([a, left], [b, right]) =>
        last_groups.indexOf(a) - last_groups.indexOf(b) ||
        compareKeyed(left.items[0] as Keyed, right.items[0] as Keyed, direction),
    );
  }

  #later(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      if (!this.#stop) return;
      if (this.#held) this.#wait();
      else this.#publish();
    });
  }

  #publish(): void {
    if (!this.#orderMoved && !this.#tallMoved && this.#snapshot.waiting === 0) return;
    const { ids, groups, tall } = this.#snapshot;
    const next: ViewSnapshot = {
      ...(this.#orderMoved ? this.#order() : { ids, groups }),
      tall: this.#tallMoved ? new Set(this.#tall) : tall,
      waiting: 0,
    };
    this.#orderMoved = false;
    this.#tallMoved = false;
    this.#emit(next);
  }

  #order(): Pick<ViewSnapshot, 'ids' | 'groups'> {
    const ids: string[] = [];
    const groups = this.#groupsInOrder().map(([key, { items }]): Group => {
      const from = ids.length;
      for (const { load_id } of items) ids.push(load_id);
      return { key, from, count: items.length };
    });
    return { ids, groups };
  }

  /** Held: the list stands still, and only the number of what waits may move. */
  #wait(): void {
    const { ids } = this.#snapshot;
    const shown = new Set(ids);
    let came = 0;
    for (const load_id of this.#members) if (!shown.has(load_id)) came += 1;
    const went = ids.reduce((sum, load_id) => sum + (this.#members.has(load_id) ? 0 : 1), 0);
    if (came + went !== this.#snapshot.waiting) this.#emit({ ...this.#snapshot, waiting: came + went });
  }

  #emit(snapshot: ViewSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
  #publishMembership(membership: Membership): void {
    for (const listener of this.#memberListeners) listener(membership);
  }
}
