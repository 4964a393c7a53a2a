/**
 * Monitors, outside React: the current ones are read once, in pages, and kept by the stream's events; those that ended long ago are read a
 * page at a time when somebody wants to see them. A row listens to its own
 * monitor only. What is worked out of a monitor is kept beside it until the monitor, its vehicle's loads or time change it.
 */
import {
  type BoardMonitor,
  MONITOR_ENDINGS,
  type MonitorEnding,
  type MonitorList,
  type MonitorSources,
} from '@waypost/contract/api/monitors';
import type { DoubtReason, TruckDoubt } from '@waypost/triage/doubt';
import { asProblem, type Problem } from '../../../api/problem.ts';
import type { Flush, LoadStore } from '../../../live/store.ts';
import { type KnownMonitor, type MonitorFacts, monitorFacts } from './facts.ts';

/** Vehicles and loads in doubt, from the watched loads: a monitor on such a vehicle may report another truck. */
export class Disagreement {
  readonly #loads: LoadStore;
  readonly #of = new Map<string, TruckDoubt>();

  constructor(loads: LoadStore) {
    this.#loads = loads;
    for (const load_id of loads.ids()) this.#look(load_id);
  }

  readonly about = (monitor: BoardMonitor): DoubtReason | null =>
    this.#of.size === 0 ? null : doubtAbout(monitor, this.#of.values(), (load_id) => this.#of.get(load_id));

  /**
   * Which monitors a frame of the loads concerns; null: none.
   * @returns a test for monitors whose loads or vehicles have changed their mind
   */
  follow({ changed, removed, reset }: Flush): ((monitor: BoardMonitor) => boolean) | null {
    const before = new Map(this.#of);
    if (reset) this.#of.clear();
    for (const load_id of reset ? this.#loads.ids() : changed) this.#look(load_id);
    for (const load_id of removed) this.#of.delete(load_id);
    const touched = [...new Set([...before.keys(), ...this.#of.keys()])].filter(
      (load_id) => JSON.stringify(before.get(load_id)) !== JSON.stringify(this.#of.get(load_id)),
    );
    if (touched.length === 0) return null;
    const loads = new Set(touched);
    const vehicles = new Set(
      touched.flatMap((id) =>
        [before.get(id), this.#of.get(id)].flatMap((doubt) => doubt?.vehicle_ids ?? []),
      ),
    );
    return ({ vehicle_id, links }) =>
      (vehicle_id !== null && vehicles.has(vehicle_id)) || links.some(({ load_id }) => loads.has(load_id));
  }

  #look(load_id: string): void {
    const doubt = this.#loads.facts(load_id)?.doubt;
    if (doubt) this.#of.set(load_id, doubt);
    else this.#of.delete(load_id);
  }
}

/**
 * An ended monitor is in doubt by a load that it is linked to; one that watches, by any load of its vehicle.
 * @param doubts of every load that is in doubt
 */
export function doubtAbout(
  { status, vehicle_id, links }: BoardMonitor,
  doubts: Iterable<TruckDoubt>,
  doubtOf: (load_id: string) => TruckDoubt | null | undefined,
): DoubtReason | null {
  for (const { load_id, state } of links) {
    const doubt = state === 'linked' ? doubtOf(load_id) : null;
    if (doubt) return doubt.reason;
  }
  if (status !== 'active' || vehicle_id === null) return null;
  for (const { reason, vehicle_ids } of doubts) if (vehicle_ids.includes(vehicle_id)) return reason;
  return null;
}

interface MonitorStoreOptions {
  readonly read: (cursor: string | undefined, background: boolean) => Promise<MonitorList>;
  readonly readEnded: (query: EndedQuery, cursor: string | undefined) => Promise<MonitorList>;
  readonly now: () => number;
  /** Why its truck is in doubt, by the watched loads; null when it is not. */
  readonly doubt: (monitor: BoardMonitor) => DoubtReason | null;
  /** As the operator assumes it now. */
  readonly staleAfterMinutes: () => number;
  /** Calls back once, soon. */
  readonly schedule: (flush: () => void) => void;
}

export interface EndedQuery {
  readonly status?: MonitorEnding | undefined;
  readonly q?: string | undefined;
}

export interface MonitorListState {
  /** `reading` while nothing is there yet; `read`: whole as of `read_at`. */
  readonly phase: 'idle' | 'reading' | 'read' | 'failed';
  readonly problem: Problem | null;
  /** Milliseconds since 1970, by the server's clock. */
  readonly read_at: number | null;
  readonly sources: MonitorSources | null;
  readonly reading_ended: boolean;
  /** Why the last page of those that ended long ago could not be read. */
  readonly ended_problem: Problem | null;
}

type Listener = () => void;

/** Worked out anew in one frame at most: thousands at once would hold the page up. */
const MOST_A_FRAME = 500;
const IDLE: MonitorListState = {
  phase: 'idle',
  problem: null,
  read_at: null,
  sources: null,
  reading_ended: false,
  ended_problem: null,
};
const NONE = { completed: 0, expired: 0, cancelled: 0 } as const;
const endingOf = ({ status }: BoardMonitor) => MONITOR_ENDINGS.find((one) => one === status);
const keyOf = ({ status, q }: EndedQuery) => `${status ?? ''} ${q ?? ''}`;

export class MonitorStore {
  readonly #options: MonitorStoreOptions;
  readonly #entries = new Map<string, KnownMonitor>();
  readonly #oneListeners = new Map<string, Set<Listener>>();
  readonly #listeners = new Set<Listener>();
  readonly #stateListeners = new Set<Listener>();
  /** How many ended long ago, at the last reading of the list. */
  #ended: Readonly<Record<MonitorEnding, number>> = NONE;
  /** Those of them that have been read. */
  readonly #endedRead = new Set<string>();
  /** By query: the next page, null after the last. */
  readonly #endedNext = new Map<string, string | null>();
  #changed = new Set<string>();
  /** To be worked out anew, a part each frame. */
  readonly #due = new Set<string>();
  #scheduled = false;
  #state: MonitorListState = IDLE;
  /** Reads that are under way; only the last one counts. */
  #reading = 0;
  /** Called when something may have been missed since the list was read. */
  #stale = true;

  constructor(options: MonitorStoreOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }
  readonly state = (): MonitorListState => this.#state;
  get(id: string): BoardMonitor | undefined {
    return this.#entries.get(id)?.monitor;
  }
  facts(id: string): MonitorFacts | undefined {
    return this.#entries.get(id)?.facts;
  }
  ids(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** Reads the list unless it is whole. */
  want(): void {
    if (this.#stale) void this.read(false);
  }

  /** The stream was away: what was read before may be old. */
  gap(inUse: boolean): void {
    this.#stale = true;
    if (inUse) void this.read(this.#state.phase === 'read');
  }

  async read(background: boolean): Promise<void> {
    this.#reading += 1;
    const turn = this.#reading;
    this.#stale = false;
    if (this.#state.phase !== 'read') this.#setState({ ...this.#state, phase: 'reading', problem: null });
    try {
      let cursor: string | undefined;
      let ended: Readonly<Record<MonitorEnding, number>> = NONE;
      const current = new Set<string>();
      do {
        const page = await this.#options.read(cursor, background);
        if (turn !== this.#reading) return;
        this.apply(page.items);
        for (const { id } of page.items) current.add(id);
        ended = page.ended ?? NONE;
        cursor = page.next_page ?? undefined;
        this.#setState({ ...this.#state, sources: page.sources });
      } while (cursor !== undefined);
      this.#setEnded(ended, current);
      this.#setState({ ...this.#state, phase: 'read', problem: null, read_at: this.#options.now() });
    } catch (error) {
      if (turn !== this.#reading) return;
      this.#stale = true;
      this.#setState({ ...this.#state, phase: 'failed', problem: asProblem(error) });
    }
  }

  /** Ended long ago and not read, by status. */
  unread(): Readonly<Record<MonitorEnding, number>> {
    const unread = { ...this.#ended };
    for (const id of this.#endedRead) {
      const monitor = this.get(id);
      const ending = monitor && endingOf(monitor);
      if (ending && unread[ending] > 0) unread[ending] -= 1;
    }
    return unread;
  }

  /** Are there more of those that ended long ago? Null: nobody has asked yet. */
  hasEnded(query: EndedQuery): boolean | null {
    const unread = this.unread();
    const left = (query.status ? [query.status] : MONITOR_ENDINGS).some((status) => unread[status] > 0);
    const next = this.#endedNext.get(keyOf(query));
    return left && next === undefined ? null : left && next !== null;
  }

  /** Reads the next page of those that ended long ago. */
  async readEnded(query: EndedQuery): Promise<void> {
    const key = keyOf(query);
    const cursor = this.#endedNext.get(key);
    if (cursor === null || this.#state.reading_ended) return;
    this.#setState({ ...this.#state, reading_ended: true, ended_problem: null });
    try {
      const page = await this.#options.readEnded(query, cursor);
      for (const { id } of page.items) if (!this.#entries.has(id)) this.#endedRead.add(id);
      this.apply(page.items);
      this.#endedNext.set(key, page.next_page ?? null);
      this.#setState({ ...this.#state, reading_ended: false });
    } catch (error) {
      this.#setState({ ...this.#state, reading_ended: false, ended_problem: asProblem(error) });
    }
  }

  /** @param current ids of the list that was read: what has ended and is not there ended long ago */
  #setEnded(ended: Readonly<Record<MonitorEnding, number>>, current: ReadonlySet<string>): void {
    this.#ended = ended;
    for (const [id, { monitor }] of this.#entries)
      if (endingOf(monitor) && !current.has(id)) this.#endedRead.add(id);
      else this.#endedRead.delete(id);
    this.#options.schedule(() => this.flush());
  }

  /** Whole monitors, of a page or an event; one that is not newer than ours is an echo. */
  apply(items: readonly BoardMonitor[]): void {
    for (const monitor of items) {
      const old = this.#entries.get(monitor.id)?.monitor;
      if (!old || monitor.version > old.version) this.#put(monitor);
    }
    this.#later();
  }

  /** Looks for facts that time alone has made untrue. */
  sweep(): void {
    const now = this.#options.now();
    for (const [id, { facts }] of this.#entries) if (facts.valid_until <= now) this.#due.add(id);
    this.#later();
  }

  /** Trucks of loads have come into doubt, or out of it: monitors that it concerns are worked out anew. */
  reconsider(concerns: (monitor: BoardMonitor) => boolean): void {
    for (const [id, { monitor }] of this.#entries) if (concerns(monitor)) this.#due.add(id);
    this.#later();
  }

  /** At most once a frame, when anything has changed. */
  readonly subscribe = (listener: Listener) => listen(this.#listeners, listener);
  readonly subscribeState = (listener: Listener) => listen(this.#stateListeners, listener);
  subscribeOne(id: string, listener: Listener): () => void {
    const listeners = this.#oneListeners.get(id) ?? new Set<Listener>();
    this.#oneListeners.set(id, listeners);
    const stop = listen(listeners, listener);
    return () => {
      stop();
      if (listeners.size === 0 && this.#oneListeners.get(id) === listeners) this.#oneListeners.delete(id);
    };
  }

  #put(monitor: BoardMonitor): void {
    const context = {
      now: this.#options.now(),
      doubt: this.#options.doubt(monitor),
      stale_after_minutes: this.#options.staleAfterMinutes(),
    };
    this.#entries.set(monitor.id, { monitor, facts: monitorFacts(monitor, context) });
    this.#changed.add(monitor.id);
  }

  #later(): void {
    if (this.#scheduled || this.#changed.size + this.#due.size === 0) return;
    this.#scheduled = true;
    this.#options.schedule(() => this.flush());
  }

  flush(): void {
    this.#scheduled = false;
    let room = MOST_A_FRAME;
    for (const id of this.#due) {
      if (room-- === 0) break;
      this.#due.delete(id);
      const entry = this.#entries.get(id);
      if (entry) this.#put(entry.monitor);
    }
    const changed = this.#changed;
    this.#changed = new Set();
    this.#later();
    for (const listener of this.#listeners) listener();
    for (const id of changed) for (const listener of this.#oneListeners.get(id) ?? []) listener();
  }

  #setState(state: MonitorListState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }
}

function listen(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
