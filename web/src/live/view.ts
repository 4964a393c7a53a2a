/**
 * A filtered, sorted and grouped list of the store's loads, updated incrementally, for the list and the map. Which loads match is always
 * known; their order only while somebody reads it, because the map and the counts need none.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { type Direction, type Place, worstFirst, worstFirstPlace } from '@waypost/triage/rank';
import { Signal } from '../ui/signal.ts';
import type { Live } from './context.ts';
import { type Group, Order } from './order.ts';
import type { Flush, LoadStore } from './store.ts';

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

export class LoadView {
  readonly #store: LoadStore;
  readonly #schedule: LoadViewOptions['schedule'];
  readonly #onRegroup: LoadViewOptions['onRegroup'];
  readonly #changes = new Signal();
  readonly #memberships = new Signal<[Membership]>();
  readonly #releases = new Signal();
  #query: ViewQuery;
  readonly #members = new Set<string>();
  /** Null while nobody reads it. */
  #order: Order | null = null;
  /** Null until the order is read. */
  #snapshot: ViewSnapshot | null = null;
  /** The order was read since the last publication. */
  #read = false;
  /** Members or their order have changed since the last publication; avoids copying thousands of unchanged ids. */
  #changed = false;
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
    const unsubscribe = this.#store.subscribeFlush((flush) => this.#onFlush(flush));
    const unsubscribeRegroup = this.#onRegroup?.((load_ids) =>
      this.#onFlush({ changed: new Set(load_ids), removed: new Set(), reset: false }),
    );
    this.#stop = () => {
      unsubscribe();
      unsubscribeRegroup?.();
      this.#stop = null;
    };
    this.#order = null;
    this.#refilter();
    this.#publish();
    this.#memberships.emit({ changed: [], removed: [], reset: true });
    return this.#stop;
  }

  readonly subscribe = this.#changes.subscribe;
  /** The order as last published. Whoever reads it at each publication has it kept up to date; otherwise reading it sorts the loads. */
  readonly snapshot = (): ViewSnapshot => {
    this.#read = true;
    this.#snapshot ??= { ...this.#ordered().list(), waiting: 0 };
    return this.#snapshot;
  };
  /** How many loads are listed. */
  get size(): number {
    return this.#snapshot?.ids.length ?? this.#members.size;
  }

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
    if (filters) this.#refilter();
    if (sorts || groups) this.#order = null;
    this.#changed = true;
    this.#publish();
    if (filters) this.#memberships.emit({ changed: [], removed: [], reset: true });
  }

  /** Stops changes to the displayed list, so that no row moves under the pointer. */
  hold(): void {
    // What is to stay in place.
    this.snapshot();
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
    return this.#members.has(load_id) && this.#ordered().groupOf(load_id) === group;
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
      this.#order = null;
      this.#refilter();
      // A list that replaces another one respects the hold; the first list is always shown.
      if (this.#held && this.size > 0) this.#countPending();
      else this.#publish();
      this.#memberships.emit({ changed: [], removed: [], reset: true });
      return;
    }
    const entered: string[] = [];
    const left: string[] = [];
    for (const load_id of removed) if (this.#drop(load_id)) left.push(load_id);
    for (const load_id of changed) {
      const was_member = this.#members.has(load_id);
      const is_member = this.#update(load_id);
      if (is_member) entered.push(load_id);
      else if (was_member) left.push(load_id);
    }
    if (entered.length + left.length > 0) {
      this.#memberships.emit({ changed: entered, removed: left, reset: false });
      this.#schedulePublish();
    }
  }

  /** @returns true when it matches the filter */
  #update(load_id: string): boolean {
    const load = this.#store.get(load_id);
    const facts = this.#store.facts(load_id);
    if (!load || !facts || !this.#query.matches(load, facts)) {
      this.#drop(load_id);
      return false;
    }
    if (!this.#members.has(load_id)) this.#changed = true;
    this.#members.add(load_id);
    if (this.#order?.put(load, facts)) this.#changed = true;
    return true;
  }

  /** @returns true when it was a member */
  #drop(load_id: string): boolean {
    if (!this.#members.delete(load_id)) return false;
    this.#order?.remove(load_id);
    this.#changed = true;
    return true;
  }

  #refilter(): void {
    const { matches } = this.#query;
    this.#members.clear();
    for (const load_id of this.#store.ids())
      if (matches(this.#store.get(load_id) as BoardLoad, this.#store.facts(load_id) as LoadFacts))
        this.#members.add(load_id);
    this.#order?.keep(this.#members);
    this.#changed = true;
  }

  #ordered(): Order {
    this.#order ??= new Order(this.#store, this.#query, this.#members);
    return this.#order;
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
    const waiting = this.#snapshot?.waiting ?? 0;
    if (!this.#changed && waiting === 0) return;
    if (!this.#read) this.#order = null;
    const order = this.#changed ? this.#order?.list() : this.#snapshot;
    this.#changed = false;
    this.#emit(order ? { ...order, waiting: 0 } : null);
  }

  /** While held, only the number of pending changes is updated. */
  #countPending(): void {
    if (this.#snapshot === null) return;
    const { ids, groups } = this.#snapshot;
    const shown = new Set(ids);
    let waiting = 0;
    for (const load_id of this.#members) if (!shown.has(load_id)) waiting += 1;
    for (const { key, from, count } of groups)
      for (let at = from; at < from + count; at += 1)
        if (!this.belongsTo(ids[at] as string, key)) waiting += 1;
    if (waiting !== this.#snapshot.waiting) this.#emit({ ...this.#snapshot, waiting });
  }

  /** @param snapshot null: it is made when it is read */
  #emit(snapshot: ViewSnapshot | null): void {
    this.#snapshot = snapshot;
    this.#read = false;
    this.#changes.emit();
  }
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
