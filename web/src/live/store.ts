/**
 * Every watched load, outside React. Changes are applied as they arrive and published to subscribers at most once a frame;
 * a row listens to its own load only, so a change of one load draws one row however many there are.
 */
import type { BoardLoad, BoardLoads, ChangeEvent, ServiceStatus } from '@waypost/contract/api/board';
import { isServiceUnavailable } from '@waypost/triage/cause';
import type { DeriveFacts, LoadFacts } from '@waypost/triage/facts';
import { HEALTH_ORDER, type HealthKey } from '../ui/health.ts';

export interface Counts {
  readonly total: number;
  readonly attention: number;
  readonly by_health: Readonly<Record<HealthKey, number>>;
}

/** The changes of one frame. `reset`: everything may differ. Receivers read the sets and do not keep them. */
export interface Flush {
  readonly changed: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly reset: boolean;
}

interface LoadStoreOptions {
  readonly derive: DeriveFacts;
  readonly now: () => number;
  /** Calls back once, soon: an animation frame, or a timer while the page is hidden. */
  readonly schedule: (flush: () => void) => void;
}

interface Entry {
  load: BoardLoad;
  facts: LoadFacts;
}

export interface ListDraft {
  add(items: readonly BoardLoad[]): void;
  /** The list is complete: it takes the place of the one before. */
  commit(): void;
}

type Listener = () => void;
type FlushListener = (flush: Flush) => void;

export class LoadStore {
  readonly #options: LoadStoreOptions;
  #entries = new Map<string, Entry>();
  readonly #loadListeners = new Map<string, Set<Listener>>();
  readonly #countListeners = new Set<Listener>();
  readonly #statusListeners = new Set<Listener>();
  readonly #flushListeners = new Set<FlushListener>();
  /** Loads whose last read failed: an outage changes what they mean, and only theirs. */
  #failed = new Set<string>();
  /** Nothing becomes untrue by time alone before this. */
  #soonest = Number.POSITIVE_INFINITY;
  #tally = emptyTally();
  #counts: Counts = snapshot(this.#tally, 0);
  #status: ServiceStatus | null = null;
  #outage = false;
  #loaded = false;
  #shownFrom: number | null = null;
  #changed = new Set<string>();
  #removed = new Set<string>();
  #reset = false;
  #scheduled = false;

  constructor(options: LoadStoreOptions) {
    this.#options = options;
  }

  /** False until the first list has come. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** When the list was read that is shown, while it is one of an earlier visit; null: it is the server's. */
  get shown_from(): number | null {
    return this.#shownFrom;
  }
  get size(): number {
    return this.#entries.size;
  }
  readonly counts = (): Counts => this.#counts;
  readonly status = (): ServiceStatus | null => this.#status;
  get(load_id: string): BoardLoad | undefined {
    return this.#entries.get(load_id)?.load;
  }
  facts(load_id: string): LoadFacts | undefined {
    return this.#entries.get(load_id)?.facts;
  }
  ids(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** The whole list, at the start and after a gap in the stream. */
  replaceAll({ items, status }: Pick<BoardLoads, 'items' | 'status'>): void {
    const draft = this.draft(status);
    draft.add(items);
    draft.commit();
  }

  /** A whole list that comes in pieces: what is here stays until the last one is there. */
  draft(status: ServiceStatus, { shown_from = null }: { shown_from?: number | null } = {}): ListDraft {
    const entries = new Map<string, Entry>();
    const failed = new Set<string>();
    const tally = emptyTally();
    let soonest = Number.POSITIVE_INFINITY;
    const outage = isServiceUnavailable(status.state);
    return {
      add: (items) => {
        const context = { now: this.#options.now(), outage };
        for (const load of items) {
          const facts = this.#options.derive(load, context);
          entries.set(load.load_id, { load, facts });
          if (load.read_error !== null) failed.add(load.load_id);
          soonest = Math.min(soonest, facts.valid_until);
          count(tally, facts, 1);
        }
      },
      commit: () => {
        this.#entries = entries;
        this.#failed = failed;
        this.#soonest = soonest;
        this.#tally = tally;
        this.#outage = outage;
        this.#status = status;
        this.#shownFrom = shown_from;
        this.#taken();
      },
    };
  }

  #taken(): void {
    this.#loaded = true;
    this.#reset = true;
    this.#later();
    for (const listener of this.#statusListeners) listener();
  }

  /**
   * A change of the stream. An item not newer than ours is an echo and is dropped.
   * @returns false when an unknown load came in part: something was missed, and the list must be read again.
   */
  apply({ items, removed }: ChangeEvent): boolean {
    const context = { now: this.#options.now(), outage: this.#outage };
    let whole = true;
    for (const item of items) {
      const old = this.#entries.get(item.load_id)?.load;
      if (old && item.version <= old.version) continue;
      if (!old && item.watched_at === undefined) {
        whole = false;
        continue;
      }
      const load = { ...old, ...item } as BoardLoad;
      this.#put(load, this.#options.derive(load, context));
      this.#changed.add(load.load_id);
      this.#removed.delete(load.load_id);
    }
    for (const load_id of removed) this.remove(load_id);
    this.#later();
    return whole;
  }

  /** Takes a load away before the stream says so, when the person removed it here. */
  remove(load_id: string): void {
    const entry = this.#entries.get(load_id);
    if (!entry) return;
    count(this.#tally, entry.facts, -1);
    this.#entries.delete(load_id);
    this.#failed.delete(load_id);
    this.#changed.delete(load_id);
    this.#removed.add(load_id);
    this.#later();
  }

  setStatus(status: ServiceStatus): void {
    this.#status = status;
    const outage = isServiceUnavailable(status.state);
    if (outage !== this.#outage) {
      this.#outage = outage;
      this.#rederive(this.#failed);
    }
    for (const listener of this.#statusListeners) listener();
  }

  /** Looks for facts that time alone has made untrue. */
  sweep(): void {
    const now = this.#options.now();
    if (now < this.#soonest) return;
    const untrue: string[] = [];
    let soonest = Number.POSITIVE_INFINITY;
    for (const [load_id, { facts }] of this.#entries) {
      if (facts.valid_until <= now) untrue.push(load_id);
      else if (facts.valid_until < soonest) soonest = facts.valid_until;
    }
    this.#soonest = soonest;
    this.#rederive(untrue);
  }

  readonly subscribeCounts = (listener: Listener) => listen(this.#countListeners, listener);
  readonly subscribeStatus = (listener: Listener) => listen(this.#statusListeners, listener);
  readonly subscribeFlush = (listener: FlushListener) => listen(this.#flushListeners, listener);
  subscribeLoad(load_id: string, listener: Listener): () => void {
    const known = this.#loadListeners.get(load_id);
    const listeners = known ?? new Set<Listener>();
    if (!known) this.#loadListeners.set(load_id, listeners);
    const stop = listen(listeners, listener);
    return () => {
      stop();
      if (listeners.size === 0 && this.#loadListeners.get(load_id) === listeners)
        this.#loadListeners.delete(load_id);
    };
  }

  #rederive(load_ids: Iterable<string>): void {
    const context = { now: this.#options.now(), outage: this.#outage };
    for (const load_id of load_ids) {
      const entry = this.#entries.get(load_id);
      if (!entry) continue;
      this.#put(entry.load, this.#options.derive(entry.load, context));
      this.#changed.add(load_id);
    }
    if (this.#changed.size > 0) this.#later();
  }

  #put(load: BoardLoad, facts: LoadFacts): void {
    const { load_id, read_error } = load;
    const old = this.#entries.get(load_id);
    if (old) count(this.#tally, old.facts, -1);
    count(this.#tally, facts, 1);
    // Where it changes nothing the set is left alone: it may be what is being gone through.
    if ((read_error !== null) !== this.#failed.has(load_id)) {
      if (read_error === null) this.#failed.delete(load_id);
      else this.#failed.add(load_id);
    }
    this.#soonest = Math.min(this.#soonest, facts.valid_until);
    this.#entries.set(load_id, { load, facts });
  }

  #later(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.schedule(() => this.flush());
  }

  /** Publishes what has changed since the last time. Called by the schedule. */
  flush(): void {
    this.#scheduled = false;
    const flush: Flush = { changed: this.#changed, removed: this.#removed, reset: this.#reset };
    if (!flush.reset && flush.changed.size === 0 && flush.removed.size === 0) return;
    this.#changed = new Set();
    this.#removed = new Set();
    this.#reset = false;
    const counts = snapshot(this.#tally, this.#entries.size);
    const countsDiffer = !sameCounts(counts, this.#counts);
    if (countsDiffer) this.#counts = counts;

    for (const listener of this.#flushListeners) listener(flush);
    if (countsDiffer || flush.reset) for (const listener of this.#countListeners) listener();
    const ids = flush.reset ? this.#loadListeners.keys() : [...flush.changed, ...flush.removed];
    for (const load_id of ids) for (const listener of this.#loadListeners.get(load_id) ?? []) listener();
  }
}

interface Tally {
  attention: number;
  by_health: Record<HealthKey, number>;
}

export function emptyTally(): Tally {
  return {
    attention: 0,
    by_health: Object.fromEntries(HEALTH_ORDER.map((key) => [key, 0])) as Tally['by_health'],
  };
}

function count(tally: Tally, facts: LoadFacts, by: 1 | -1): void {
  tally.by_health[facts.health] += by;
  if (facts.attention) tally.attention += by;
}

function snapshot({ attention, by_health }: Tally, total: number): Counts {
  return { total, attention, by_health: { ...by_health } };
}

function sameCounts(a: Counts, b: Counts): boolean {
  return (
    a.total === b.total &&
    a.attention === b.attention &&
    HEALTH_ORDER.every((key) => a.by_health[key] === b.by_health[key])
  );
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
