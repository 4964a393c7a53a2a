/**
 * Monitors in memory, backed by the database: active ones, recently ended ones, and those linked to a watched load; all others are read
 * from the database (ended-monitors.ts). They are reduced from the service's records, linked to watched loads, and published to streams
 * and the board. Servers share state through the database; only the server that reads positions writes to the board.
 */
import type { ChangeEvent } from '@waypost/contract/api/board';
import {
  type BoardMonitor,
  MONITOR_FOLLOW_ON_MS,
  type MonitorEnding,
  type MonitorLink,
} from '@waypost/contract/api/monitors';
import type { Assumptions } from '@waypost/contract/assumptions';
import { plannedWindow } from '@waypost/triage/same-truck';
import type { ListPosition } from '../../platform/http/list-pages.ts';
import { nextTurn } from '../../platform/lib/async.ts';
import type { Lease } from '../../platform/lib/exclusive-work.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { WantedLoad } from '../../platform/store/ended-monitors.ts';
import { monitorIdsOfLoads } from '../../platform/store/ended-monitors.ts';
import {
  activeMonitors,
  lastMonitorEventAt,
  type MonitorAboutRow,
  type MonitorRow,
  monitorById,
  monitorsByIds,
  monitorsEndedSince,
  monitorsSince,
  monitorVersion,
} from '../../platform/store/monitors.ts';
import { addRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../board/board.ts';
import type { PlaceOf } from '../board/entry.ts';
import { LoadsByVehicle, vinKey } from '../board/loads-by-vehicle.ts';
import type { ThrottledBroadcaster } from '../events/throttled-broadcaster.ts';
import { EndedMonitors, entriesOf, loadRelated } from './ended-monitors.ts';
import {
  applyAbout,
  applyRow,
  bornAt,
  byAge,
  type Entry,
  entryOf,
  isActive,
  vehicleIdsOf,
  vehicleKey,
} from './entry.ts';
import { findLinks, type LinkResult, monitorOfLoad } from './links.ts';
import { type MonitorContext, toLoadMonitor, toMonitorResponse } from './monitor-response.ts';
import { type Fact, type StoredFacts, storeFacts } from './store-facts.ts';
import { proveOrigins, Vehicles } from './vehicle-positions.ts';

interface MonitorsOptions extends Uses<'db' | 'log' | 'now'> {
  readonly assumptions: Assumptions;
  readonly board: Pick<Board, 'get' | 'has' | 'ids' | 'onChange' | 'recordMonitor'>;
  readonly site: MonitorContext['site'];
  readonly siteAt: MonitorContext['siteAt'];
  readonly placeOf: PlaceOf;
  readonly broadcaster: Pick<ThrottledBroadcaster, 'publish'>;
  /** Called after each change that other servers have to apply. */
  readonly onCommit: () => void;
}

/** Clocks differ, so an end may be recorded slightly before it. */
const CLOCK_TOLERANCE_MS = 3600_000;

export class Monitors extends ServerPart<MonitorsOptions> {
  readonly #entries = new Map<string, Entry>();
  readonly #byVehicle = new Map<string, Set<string>>();
  /** Monitors with a link to a load, in any state. */
  readonly #byLoad = new Map<string, Set<string>>();
  readonly #loads = new LoadsByVehicle();
  /** By load: the criteria and start time (ms) of the last search for its ended monitors. */
  readonly #searchKeys = new Map<string, { readonly by: string; readonly since: number }>();
  /** Set on the server that writes monitors to the board. */
  #lease: Lease | null = null;
  #pendingSearch: Promise<void> = Promise.resolve();
  readonly vehicles = new Vehicles(this.options.db, this.options.placeOf);
  readonly #context: MonitorContext = {
    ...this.options,
    vehicles: this.vehicles,
    tracking_start_ms: this.options.assumptions.behavior.tracking_start_seconds * 1000,
    stops_in_order: this.options.assumptions.behavior.monitor_stops_in_order,
  };
  readonly #ended = new EndedMonitors({
    db: this.options.db,
    context: this.#context,
    linksOf: (entry) => this.#linksOf(entry).links,
    has: (id) => this.has(id),
  });
  #version = 0;
  #lastEventAt: number | null = null;
  #stopped = false;
  #catchUpRun: Promise<void> = Promise.resolve();
  #unsubscribe: () => void = () => undefined;

  private constructor(options: MonitorsOptions) {
    super(options);
  }

  static async open(options: MonitorsOptions): Promise<Monitors> {
    const monitors = new Monitors(options);
    await monitors.#read();
    // In the background, so that the first large page is fast.
    void monitors.#warmUp();
    monitors.#unsubscribe = options.board.onChange.subscribe((change) => monitors.#boardChanged(change));
    return monitors;
  }

  async #warmUp(): Promise<void> {
    for (const entry of this.#entries.values()) {
      await nextTurn();
      if (this.#stopped) return;
      this.#json(entry);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** A monitor in memory; `find` also searches the database. */
  get(id: string): BoardMonitor | null {
    const entry = this.#entries.get(id);
    return entry ? this.#item(entry) : null;
  }

  /** Includes monitors that are not in memory. */
  async find(id: string): Promise<BoardMonitor | null> {
    return this.get(id) ?? (await this.#ended.find(id));
  }

  stored(ids: readonly string[]): Promise<MonitorRow[]> {
    return monitorsByIds(this.options.db, ids);
  }

  get ended(): Pick<EndedMonitors, 'list'> {
    return this.#ended;
  }

  async countEnded(): Promise<Record<MonitorEnding, number>> {
    const counts = await this.#ended.count();
    for (const { row } of this.#entries.values()) {
      const status = row.ended_as;
      if (status !== null) counts[status] -= 1;
    }
    return counts;
  }

  json(id: string): string | undefined {
    const entry = this.#entries.get(id);
    return entry && this.#json(entry);
  }

  /** Positions of monitors in memory, newest first: all, or those with a link to the load that was not rejected. */
  positions(load_id?: string): ListPosition[] {
    const ids = load_id === undefined ? this.#entries.keys() : (this.#byLoad.get(load_id) ?? []);
    const positions: ListPosition[] = [];
    for (const id of ids) {
      const entry = this.#entries.get(id) as Entry;
      const link = load_id === undefined ? null : entry.links.find((one) => one.load_id === load_id);
      if (link?.state !== 'rejected') positions.push({ id, at: bornAt(entry) });
    }
    return positions.sort(byAge);
  }

  peek(id: string): Readonly<Entry> | undefined {
    return this.#entries.get(id);
  }

  /** When the newest event of any monitor was received, and the newest read; null: never. */
  lastActivity(): { readonly event: number | null; readonly read: number | null } {
    let read: number | null = null;
    for (const { row } of this.#entries.values()) if ((row.read_at ?? 0) > (read ?? 0)) read = row.read_at;
    return { event: this.#lastEventAt, read };
  }

  *active(): Iterable<Entry> {
    for (const entry of this.#entries.values()) if (isActive(entry)) yield entry;
  }

  /** Monitors on a vehicle, by its id or `vinKey`. */
  monitorsOnVehicle(key: string): Entry[] {
    return [...(this.#byVehicle.get(key) ?? [])].map((id) => this.#entries.get(id) as Entry);
  }

  loadsOn(key: string): ReadonlySet<string> {
    return this.#loads.on(key);
  }

  /** Stores facts in a transaction, and applies them. */
  async addFacts(facts: readonly Fact[]): Promise<StoredFacts> {
    const kept = await inTransaction(this.options.db, (store) => storeFacts(store, facts, this.now()));
    await this.apply(kept);
    return kept;
  }

  /** Applies stored facts in memory; to be called after the commit. */
  async apply({ rows, about }: Pick<StoredFacts, 'rows' | 'about'>): Promise<void> {
    const abouts = new Map(about.map((one) => [one.monitor_id, one]));
    await this.#reload(rows.map(({ id }) => id));
    for (const row of rows) this.#applyRow(row, abouts.get(row.id));
    if (rows.length > 0) this.options.onCommit();
    await this.#learn(rows);
  }

  recordEventTime(at: number): void {
    this.#lastEventAt = Math.max(at, this.#lastEventAt ?? at);
  }

  async relink(id: string): Promise<void> {
    const row = await monitorById(this.options.db, id);
    if (!row) return;
    await this.#reload([id]);
    await this.#loadRelated([id]);
    this.#applyRow(row);
    this.options.onCommit();
  }

  /** Records successful reads at `at` (ms) that changed nothing. */
  recordReads(ids: readonly string[], at: number): void {
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (!entry) continue;
      entry.row = { ...entry.row, read_at: at };
      this.#invalidate(entry);
    }
  }

  sitesChanged(): void {
    const hasSite = (entry: Entry) =>
      this.#item(entry).stops.some(({ site_name }) => site_name !== undefined);
    for (const entry of this.#entries.values()) {
      const had_site = hasSite(entry);
      this.#invalidate(entry);
      if (had_site || hasSite(entry)) this.#publish(entry.row.id);
    }
  }

  catchUp(): Promise<void> {
    this.#catchUpRun = this.#catchUpRun.catch(() => undefined).then(() => this.#catchUp());
    return this.#catchUpRun;
  }

  async #catchUp(): Promise<void> {
    const { db } = this.options;
    const version = await monitorVersion(db);
    if (version === this.#version) return;
    const rows = await monitorsSince(db, this.#version);
    await this.#reload(rows.map(({ id }) => id));
    for (const row of rows) this.#applyRow(row);
    await this.#loadRelated(rows.map((row) => row.id));
    for (const row of rows) this.#refresh(this.#entries.get(row.id) as Entry);
    this.#version = Math.max(version, rows.at(-1)?.version ?? 0);
    await this.#learn(rows);
  }

  /** Writes all monitors to the board, and from now on their changes. */
  publish(lease: Lease): void {
    this.#lease = lease;
    for (const load_id of this.#byLoad.keys()) this.#publishLoad(load_id);
  }

  /** Removes monitors that ended before `before` (ms) and were deleted from the database. */
  evictEndedBefore(before: number): void {
    for (const entry of this.#entries.values()) {
      const { ended_at } = entry.row;
      if (ended_at !== null && ended_at < before) this.#drop(entry);
    }
  }

  /** Evicts monitors that ended long ago and have no watched load. */
  async evictEnded(): Promise<void> {
    await this.#ended.indexForSearch((id) => this.#entries.get(id)?.vehicle_name ?? null);
    const before = this.now() - MONITOR_FOLLOW_ON_MS;
    for (const entry of this.#entries.values()) {
      const { ended_at } = entry.row;
      if (ended_at !== null && ended_at < before && !this.#isLinked(entry)) this.#drop(entry);
    }
  }

  /** Resolves when all pending searches for ended monitors are done. */
  searchesDone(): Promise<void> {
    return this.#pendingSearch;
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
  }

  async #read(): Promise<void> {
    const { db, board } = this.options;
    this.#version = await monitorVersion(db);
    const endedSince = this.now() - MONITOR_FOLLOW_ON_MS;
    const load_ids = [...board.ids()];
    for (const load_id of load_ids) this.#loads.put(load_id, board.get(load_id)?.item ?? null);
    await this.#ended.indexForSearch(() => null);
    const rows = [...(await activeMonitors(db)), ...(await monitorsEndedSince(db, endedSince))];
    for (const entry of await entriesOf(db, rows)) this.#entries.set(entry.row.id, entry);
    const ended = await this.#endedOf(load_ids.filter((load_id) => this.#needsSearch(load_id)));
    for (const entry of ended) this.#entries.set(entry.row.id, entry);
    for (const entry of this.#entries.values()) this.#refresh(entry, null);
    await this.vehicles.learn(vehicleIdsOf(this.#entries.values()));
    await proveOrigins(db, [...this.#entries.values()], this.#context.tracking_start_ms);
    this.#lastEventAt = await lastMonitorEventAt(db);
  }

  async #learn(rows: readonly { readonly id: string }[]): Promise<void> {
    const entries = rows.flatMap(({ id }) => this.#entries.get(id) ?? []);
    await this.vehicles.learn(vehicleIdsOf(entries));
    for (const entry of entries) this.#invalidate(entry);
    await this.#prove(entries);
  }

  async #prove(entries: readonly Entry[]): Promise<void> {
    const { tracking_start_ms } = this.#context;
    for (const entry of await proveOrigins(this.options.db, entries, tracking_start_ms)) this.#refresh(entry);
  }

  async #loadRelated(ids: readonly string[]): Promise<void> {
    const entries = ids.flatMap((id) => this.#entries.get(id) ?? []);
    await loadRelated(this.options.db, new Map(entries.map((entry) => [entry.row.id, entry])));
  }

  /** Loads evicted monitors that have changed since. */
  async #reload(ids: readonly string[]): Promise<void> {
    const { db } = this.options;
    const rows = await monitorsByIds(
      db,
      ids.filter((id) => !this.#entries.has(id)),
    );
    this.#add(await entriesOf(db, rows));
  }

  #add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (this.#entries.has(entry.row.id)) continue;
      this.#entries.set(entry.row.id, entry);
      this.#refresh(entry, null);
    }
  }

  /** Ended monitors in the database that are, or may be, linked to these loads. */
  async #endedOf(load_ids: readonly string[]): Promise<Entry[]> {
    const { db } = this.options;
    const wanted = load_ids.flatMap((load_id) => this.#searchesFor(load_id));
    const ids = [...(await monitorIdsOfLoads(db, load_ids, wanted))].filter((id) => !this.#entries.has(id));
    const entries = await entriesOf(db, await monitorsByIds(db, ids));
    return entries.filter((entry) => {
      entry.links = this.#linksOf(entry).links;
      return this.#isLinked(entry);
    });
  }

  #searchesFor(load_id: string): WantedLoad[] {
    const load = this.options.board.get(load_id)?.item;
    if (!load) return [];
    const since = (plannedWindow(load)?.from ?? this.now()) - CLOCK_TOLERANCE_MS;
    return this.#loads
      .keysOf(load_id)
      .map((vehicle_key) => ({ load_id, vehicle_key, since, load_ref: load.load_ref }));
  }

  /** Searches the database for ended monitors of loads whose search criteria have changed. */
  #findEnded(load_ids: readonly string[]): void {
    const changed = load_ids.filter((load_id) => this.#needsSearch(load_id));
    if (changed.length === 0) return;
    this.#pendingSearch = this.#pendingSearch
      .then(async () => this.#add(await this.#endedOf(changed)))
      .catch((error) => this.options.log.warn({ err: error }, 'could not find ended monitors of loads'));
  }

  #needsSearch(load_id: string): boolean {
    const wanted = this.#searchesFor(load_id);
    const by = wanted.map(({ vehicle_key, load_ref }) => `${vehicle_key} ${load_ref}`).join('\n');
    const since = wanted[0]?.since ?? Number.POSITIVE_INFINITY;
    const known = this.#searchKeys.get(load_id);
    if (known?.by === by && known.since <= since) return false;
    this.#searchKeys.set(load_id, { by, since });
    return true;
  }

  #isLinked({ links }: Entry): boolean {
    return links.some(({ load_id, state }) => state !== 'rejected' && this.options.board.has(load_id));
  }

  #drop(entry: Entry): void {
    const { id } = entry.row;
    this.#entries.delete(id);
    this.#byVehicle.get(vehicleKey(entry) ?? '')?.delete(id);
    for (const { load_id } of entry.links) this.#byLoad.get(load_id)?.delete(id);
  }

  #applyRow(row: MonitorRow, about?: MonitorAboutRow): void {
    let entry = this.#entries.get(row.id);
    const key = entry ? vehicleKey(entry) : null;
    if (entry) {
      // Out of order: newer values are already applied, except what a person entered.
      if (row.version >= entry.row.version) applyRow(entry, row);
      else if (!about) return;
    } else {
      entry = entryOf(row);
      this.#entries.set(row.id, entry);
    }
    if (about) applyAbout(entry, about);
    this.#refresh(entry, key);
  }

  /** Updates its vehicle and links, and publishes it. `before`: previous vehicle key, if it may have changed. */
  #refresh(entry: Entry, before: string | null = vehicleKey(entry)): void {
    const { id } = entry.row;
    const key = vehicleKey(entry);
    if (before !== key && before !== null) this.#byVehicle.get(before)?.delete(id);
    if (key !== null) this.#byVehicle.set(key, (this.#byVehicle.get(key) ?? new Set()).add(id));
    this.#invalidate(entry);
    const loads = new Set([...this.#link(entry), ...entry.links.map((link) => link.load_id)]);
    for (const load_id of loads) this.#publishLoad(load_id);
    this.#publish(id);
  }

  /** Recomputes the links of a monitor. Returns the loads it was linked to before. */
  #link(entry: Entry): string[] {
    const { id } = entry.row;
    const before = entry.links.map((link) => link.load_id);
    entry.links = this.#findLinks(entry);
    for (const load_id of before) this.#byLoad.get(load_id)?.delete(id);
    for (const { load_id } of entry.links)
      this.#byLoad.set(load_id, (this.#byLoad.get(load_id) ?? new Set()).add(id));
    return before;
  }

  #linksOf(entry: Entry): LinkResult {
    const { board } = this.options;
    return findLinks(entry, {
      load: (load_id) => board.get(load_id)?.item ?? null,
      onVehicle: this.#loads.on(vehicleKey(entry)),
      now: this.now(),
    });
  }

  #findLinks(entry: Entry): MonitorLink[] {
    const { log, db } = this.options;
    const { links, toStore } = this.#linksOf(entry);
    for (const row of toStore) {
      entry.stored.set(row.load_id, row);
      if (this.#lease?.isHeld())
        addRow(db, 'monitor_link', row, 'ignore').catch((error) =>
          log.warn({ err: error, load_id: row.load_id }, 'could not save a link'),
        );
    }
    return links;
  }

  #publishLoad(load_id: string): void {
    const { board } = this.options;
    const load = board.get(load_id)?.item;
    if (!load || !this.#lease?.isHeld()) return;
    const entries = [...(this.#byLoad.get(load_id) ?? [])].map((id) => this.#entries.get(id) as Entry);
    const entry = monitorOfLoad(load_id, entries);
    board.recordMonitor(load_id, entry ? toLoadMonitor(entry, load, this.#context) : null);
  }

  #boardChanged({ items, removed }: ChangeEvent): void {
    const affected = new Set<string>();
    for (const item of items) {
      const { load_id } = item;
      // Our own writes to the board also arrive here, and must not cause changes.
      if ('vehicle_assignment' in item || 'load_ref' in item || 'stops' in item) {
        this.#updateVehicleOf(load_id, affected);
        if (this.#byLoad.has(load_id)) this.#publishLoad(load_id);
      }
      if ('last_position' in item) this.#applyPosition(load_id);
    }
    for (const load_id of removed) this.#updateVehicleOf(load_id, affected);
    for (const id of affected) this.#refresh(this.#entries.get(id) as Entry);
    for (const load_id of removed) this.#searchKeys.delete(load_id);
    this.#findEnded(items.map(({ load_id }) => load_id));
  }

  /** Adds the monitors affected by a changed load to `affected`. */
  #updateVehicleOf(load_id: string, affected: Set<string>): void {
    const keys = this.#loads.put(load_id, this.options.board.get(load_id)?.item ?? null);
    for (const key of keys) for (const id of this.#byVehicle.get(key) ?? []) affected.add(id);
    for (const id of this.#byLoad.get(load_id) ?? []) affected.add(id);
  }

  #applyPosition(load_id: string): void {
    const item = this.options.board.get(load_id)?.item;
    const vehicle = item?.vehicle_assignment?.vehicle;
    if (!vehicle || !item?.last_position || !this.vehicles.addPosition(vehicle.id, item.last_position))
      return;
    const entries = [vehicle.id, ...(vehicle.vin ? [vinKey(vehicle.vin)] : [])].flatMap((key) =>
      this.monitorsOnVehicle(key),
    );
    for (const entry of entries) {
      this.#invalidate(entry);
      if (isActive(entry)) this.#publish(entry.row.id, false);
    }
    const { log } = this.options;
    this.#pendingSearch = this.#pendingSearch
      .then(() => this.#prove(entries))
      .catch((error) => log.warn({ err: error }, 'could not check whether arrivals are proven'));
  }

  /** Publishes to this server's streams; other servers read the change from the database. */
  #publish(id: string, urgent = true): void {
    this.options.broadcaster.publish('monitors', id, () => this.json(id), { relay: false, urgent });
  }

  #invalidate(entry: Entry): void {
    entry.item = null;
    entry.json = null;
  }

  #item(entry: Entry): BoardMonitor {
    entry.item ??= toMonitorResponse(entry, this.#context);
    return entry.item;
  }

  #json(entry: Entry): string {
    entry.json ??= JSON.stringify(this.#item(entry));
    return entry.json;
  }
}
