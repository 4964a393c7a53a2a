/**
 * Monitors outside React. Current ones are read once in pages and updated by stream events; long-ended ones are read page by page on
 * demand. Each row subscribes to its own monitor. Facts are cached until the monitor, the loads of its truck or time change them.
 */
import {
  type BoardMonitor,
  MONITOR_ENDINGS,
  type MonitorEnding,
  type MonitorList,
  type MonitorSources,
} from '@waypost/contract/api/monitors';
import type { DoubtReason, TruckDoubt } from '@waypost/triage/doubt';
import type { Behavior } from '../../../api/context.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import type { Flush, LoadStore } from '../../../live/store.ts';
import { Cell, KeyedSignal, Signal } from '../../../ui/signal.ts';
import { type MonitorFacts, type MonitorWithFacts, monitorFacts } from './facts.ts';

/** Truck doubts of the watched loads: a monitor of such a truck may report the wrong one. */
export class TruckDoubts {
  readonly #loads: LoadStore;
  readonly #byLoad = new Map<string, TruckDoubt>();

  constructor(loads: LoadStore) {
    this.#loads = loads;
    for (const load_id of loads.ids()) this.#refresh(load_id);
  }

  readonly reasonFor = (monitor: BoardMonitor): DoubtReason | null =>
    this.#byLoad.size === 0
      ? null
      : doubtReasonFor(monitor, this.#byLoad.values(), (load_id) => this.#byLoad.get(load_id));

  /**
   * Applies a flush of the load store.
   * @returns a predicate for the monitors that it affects; null for none
   */
  update({ changed, removed, reset }: Flush): ((monitor: BoardMonitor) => boolean) | null {
    const before = new Map(this.#byLoad);
    if (reset) this.#byLoad.clear();
    for (const load_id of reset ? this.#loads.ids() : changed) this.#refresh(load_id);
    for (const load_id of removed) this.#byLoad.delete(load_id);
    const touched = [...new Set([...before.keys(), ...this.#byLoad.keys()])].filter(
      (load_id) => JSON.stringify(before.get(load_id)) !== JSON.stringify(this.#byLoad.get(load_id)),
    );
    if (touched.length === 0) return null;
    const loads = new Set(touched);
    const vehicles = new Set(
      touched.flatMap((id) =>
        [before.get(id), this.#byLoad.get(id)].flatMap((doubt) => doubt?.vehicle_ids ?? []),
      ),
    );
    return ({ vehicle_id, links }) =>
      (vehicle_id !== null && vehicles.has(vehicle_id)) || links.some(({ load_id }) => loads.has(load_id));
  }

  #refresh(load_id: string): void {
    const doubt = this.#loads.facts(load_id)?.doubt;
    if (doubt) this.#byLoad.set(load_id, doubt);
    else this.#byLoad.delete(load_id);
  }
}

/**
 * For an ended monitor only its linked loads count; for an active one, any load of its vehicle.
 * @param doubts of every load in doubt
 */
export function doubtReasonFor(
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
  readonly doubt: (monitor: BoardMonitor) => DoubtReason | null;
  readonly behavior: () => Pick<Behavior, 'stale_after_minutes' | 'monitor_stops_in_order'>;
  /** Runs the callback once, soon. */
  readonly schedule: (flush: () => void) => void;
}

export interface EndedQuery {
  readonly status?: MonitorEnding | undefined;
  readonly q?: string | undefined;
}

export interface MonitorListState {
  /** `reading` before the first page; `read`: complete as of `read_at`. */
  readonly phase: 'idle' | 'reading' | 'read' | 'failed';
  readonly problem: Problem | null;
  readonly read_at: number | null;
  readonly sources: MonitorSources | null;
  readonly reading_ended: boolean;
  /** Why the last page of long-ended monitors could not be read. */
  readonly ended_problem: Problem | null;
}

/** Monitors recomputed per frame: thousands at once would block the page. */
const MAX_PER_FRAME = 500;
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
  readonly #entries = new Map<string, MonitorWithFacts>();
  readonly #oneSignal = new KeyedSignal();
  readonly #flushSignal = new Signal();
  #ended: Readonly<Record<MonitorEnding, number>> = NONE;
  readonly #endedRead = new Set<string>();
  readonly #endedNext = new Map<string, string | null>();
  #changed = new Set<string>();
  /** Monitors to recompute, some each frame. */
  readonly #dirty = new Set<string>();
  #scheduled = false;
  readonly #state = new Cell(IDLE);
  /** Number of the latest read; older ones that are still running are discarded. */
  #reading = 0;
  /** Whether changes may have been missed since the list was read. */
  #stale = true;

  constructor(options: MonitorStoreOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }
  readonly state = this.#state.get;
  get(id: string): BoardMonitor | undefined {
    return this.#entries.get(id)?.monitor;
  }
  facts(id: string): MonitorFacts | undefined {
    return this.#entries.get(id)?.facts;
  }
  ids(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** Reads the list unless it is up to date. */
  ensureRead(): void {
    if (this.#stale) void this.read(false);
  }

  /** The stream was interrupted, so changes may have been missed. */
  markStale(inUse: boolean): void {
    this.#stale = true;
    if (inUse) void this.read(this.state().phase === 'read');
  }

  async read(background: boolean): Promise<void> {
    this.#reading += 1;
    const read_id = this.#reading;
    this.#stale = false;
    if (this.state().phase !== 'read') this.#setState({ phase: 'reading', problem: null });
    try {
      let cursor: string | undefined;
      let ended: Readonly<Record<MonitorEnding, number>> = NONE;
      const current = new Set<string>();
      do {
        const page = await this.#options.read(cursor, background);
        if (read_id !== this.#reading) return;
        this.apply(page.items);
        for (const { id } of page.items) current.add(id);
        ended = page.ended ?? NONE;
        cursor = page.next_page ?? undefined;
        this.#setState({ sources: page.sources });
      } while (cursor !== undefined);
      this.#setEnded(ended, current);
      this.#setState({ phase: 'read', problem: null, read_at: this.#options.now() });
    } catch (error) {
      if (read_id !== this.#reading) return;
      this.#stale = true;
      this.#setState({ phase: 'failed', problem: asProblem(error) });
    }
  }

  unread(): Readonly<Record<MonitorEnding, number>> {
    const unread = { ...this.#ended };
    for (const id of this.#endedRead) {
      const monitor = this.get(id);
      const ending = monitor && endingOf(monitor);
      if (ending && unread[ending] > 0) unread[ending] -= 1;
    }
    return unread;
  }

  /** Whether more long-ended monitors exist; null: not queried yet. */
  hasMoreEnded(query: EndedQuery): boolean | null {
    const unread = this.unread();
    const has_unread = (query.status ? [query.status] : MONITOR_ENDINGS).some((status) => unread[status] > 0);
    const next = this.#endedNext.get(keyOf(query));
    return has_unread && next === undefined ? null : has_unread && next !== null;
  }

  async readEnded(query: EndedQuery): Promise<void> {
    const key = keyOf(query);
    const cursor = this.#endedNext.get(key);
    if (cursor === null || this.state().reading_ended) return;
    this.#setState({ reading_ended: true, ended_problem: null });
    try {
      const page = await this.#options.readEnded(query, cursor);
      for (const { id } of page.items) if (!this.#entries.has(id)) this.#endedRead.add(id);
      this.apply(page.items);
      this.#endedNext.set(key, page.next_page ?? null);
      this.#setState({ reading_ended: false });
    } catch (error) {
      this.#setState({ reading_ended: false, ended_problem: asProblem(error) });
    }
  }

  /** @param current ids in the list just read: an ended monitor that is missing there is long-ended */
  #setEnded(ended: Readonly<Record<MonitorEnding, number>>, current: ReadonlySet<string>): void {
    this.#ended = ended;
    for (const [id, { monitor }] of this.#entries)
      if (endingOf(monitor) && !current.has(id)) this.#endedRead.add(id);
      else this.#endedRead.delete(id);
    this.#options.schedule(() => this.flush());
  }

  /** Complete monitors of a page or an event; ignores versions that are not newer. */
  apply(items: readonly BoardMonitor[]): void {
    for (const monitor of items) {
      const old = this.#entries.get(monitor.id)?.monitor;
      if (!old || monitor.version > old.version) this.#put(monitor);
    }
    this.#scheduleFlush();
  }

  sweep(): void {
    const now = this.#options.now();
    for (const [id, { facts }] of this.#entries) if (facts.valid_until <= now) this.#dirty.add(id);
    this.#scheduleFlush();
  }

  /** Schedules the monitors that a change of truck doubts affects. */
  recompute(concerns: (monitor: BoardMonitor) => boolean): void {
    for (const [id, { monitor }] of this.#entries) if (concerns(monitor)) this.#dirty.add(id);
    this.#scheduleFlush();
  }

  /** Calls back at most once a frame. */
  readonly subscribe = this.#flushSignal.subscribe;
  readonly subscribeState = this.#state.subscribe;
  readonly subscribeOne = this.#oneSignal.subscribe;

  #put(monitor: BoardMonitor): void {
    const context = {
      now: this.#options.now(),
      doubt: this.#options.doubt(monitor),
      ...this.#options.behavior(),
    };
    this.#entries.set(monitor.id, { monitor, facts: monitorFacts(monitor, context) });
    this.#changed.add(monitor.id);
  }

  #scheduleFlush(): void {
    if (this.#scheduled || this.#changed.size + this.#dirty.size === 0) return;
    this.#scheduled = true;
    this.#options.schedule(() => this.flush());
  }

  flush(): void {
    this.#scheduled = false;
    let room = MAX_PER_FRAME;
    for (const id of this.#dirty) {
      if (room-- === 0) break;
      this.#dirty.delete(id);
      const entry = this.#entries.get(id);
      if (entry) this.#put(entry.monitor);
    }
    const changed = this.#changed;
    this.#changed = new Set();
    this.#scheduleFlush();
    this.#flushSignal.emit();
    this.#oneSignal.emit(changed);
  }

  #setState(change: Partial<MonitorListState>): void {
    this.#state.set({ ...this.state(), ...change });
  }
}
