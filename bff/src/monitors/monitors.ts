/**
 * Monitors in memory over the store: those that are active, have ended lately, or are linked to a watched load; all others that have ended
 * are read from the store (ended-monitors.ts). Reduced from the service's records, linked to watched loads, published to streams and to the board. What several servers know is what the store knows; only the one that reads writes to the board.
 */
import type { ChangeEvent } from '@waypost/contract/api/board';
import {
  type BoardMonitor,
  MONITOR_FOLLOW_ON_MS,
  type MonitorEnding,
  type MonitorLink,
} from '@waypost/contract/api/monitors';
import { plannedWindow } from '@waypost/triage/same-truck';
import type { Board } from '../board/board.ts';
import type { PlaceOf } from '../board/entry.ts';
import { LoadsByVehicle, vinKey } from '../board/loads-by-vehicle.ts';
import type { ThrottledBroadcaster } from '../events/throttled-broadcaster.ts';
import type { ListPosition } from '../http/list-pages.ts';
import { ServerPart } from '../lib/server-part.ts';
import type { WantedLoad } from '../store/ended-monitors.ts';
import { monitorIdsOfLoads } from '../store/ended-monitors.ts';
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
} from '../store/monitors.ts';
import { addRow } from '../store/query.ts';
import type { Uses } from '../wiring.ts';
import { EndedMonitors, entriesOf, readBeside } from './ended-monitors.ts';
import {
  bornAt,
  byAge,
  type Entry,
  entryOf,
  isActive,
  renew,
  takeAbout,
  vehicleIdsOf,
  vehicleKey,
} from './entry.ts';
import { type FoundLinks, findLinks, monitorOfLoad } from './links.ts';
import { type SiteTerms, type Surroundings, toLoadMonitor, toMonitorResponse } from './monitor-response.ts';
import { type Fact, type StoredFacts, storeFacts } from './store-facts.ts';
import { proveOrigins, Vehicles } from './vehicle-positions.ts';

interface MonitorsOptions extends Uses<'db' | 'log' | 'assumptions' | 'isLeader' | 'now'> {
  readonly board: Pick<Board, 'get' | 'has' | 'ids' | 'onChange' | 'recordMonitor'>;
  readonly site: (id: string) => SiteTerms | undefined;
  readonly placeOf: PlaceOf;
  readonly broadcaster: Pick<ThrottledBroadcaster, 'publish'>;
  /** Called after each change that other servers are to take over. */
  readonly onCommit: () => void;
}

/** The end of a monitor may be learned a moment before it: clocks differ. */
const LEARNED_EARLY_MS = 3600_000;

export class Monitors extends ServerPart<MonitorsOptions> {
  readonly #entries = new Map<string, Entry>();
  readonly #byVehicle = new Map<string, Set<string>>();
  /** Monitors that have a link to a load, in whatever state. */
  readonly #byLoad = new Map<string, Set<string>>();
  readonly #loads = new LoadsByVehicle();
  /** By load: what its ended monitors were last looked for by, and since when (ms). */
  readonly #sought = new Map<string, { readonly by: string; readonly since: number }>();
  #finding: Promise<void> = Promise.resolve();
  readonly vehicles = new Vehicles(this.options.db, this.options.placeOf);
  readonly #surroundings: Surroundings = {
    ...this.options,
    vehicles: this.vehicles,
    tracking_start_ms: this.options.assumptions.behavior.tracking_start_seconds * 1000,
  };
  readonly #ended = new EndedMonitors({
    db: this.options.db,
    surroundings: this.#surroundings,
    linksOf: (entry) => this.#linksOf(entry).links,
    has: (id) => this.has(id),
  });
  #version = 0;
  #lastEventAt: number | null = null;
  #stopped = false;
  #catching: Promise<void> = Promise.resolve();
  #unsubscribe: () => void = () => undefined;

  private constructor(options: MonitorsOptions) {
    super(options);
  }

  static async open(options: MonitorsOptions): Promise<Monitors> {
    const monitors = new Monitors(options);
    await monitors.#read();
    // The first page that asks for thousands waits for none of it.
    warmUp(monitors.#entries.values(), (entry) => !monitors.#stopped && monitors.#json(entry) !== '');
    monitors.#unsubscribe = options.board.onChange.subscribe((change) => monitors.#boardChanged(change));
    return monitors;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** One that is in memory; `find` finds all. */
  get(id: string): BoardMonitor | null {
    const entry = this.#entries.get(id);
    return entry ? this.#item(entry) : null;
  }

  /** Also one that has ended long ago. */
  async find(id: string): Promise<BoardMonitor | null> {
    return this.get(id) ?? (await this.#ended.find(id));
  }

  /** Rows as they are stored, also of those that are not in memory. */
  stored(ids: readonly string[]): Promise<MonitorRow[]> {
    return monitorsByIds(this.options.db, ids);
  }

  /** Those that have ended and are not in memory, newest first. */
  get ended(): Pick<EndedMonitors, 'list'> {
    return this.#ended;
  }

  /** How many have ended and are not in memory. */
  async countEnded(): Promise<Record<MonitorEnding, number>> {
    const counts = await this.#ended.count();
    for (const { row } of this.#entries.values()) {
      const status = row.ended_as;
      if (status !== null) counts[status] -= 1;
    }
    return counts;
  }

  /** Ready-made JSON of an item. */
  json(id: string): string | undefined {
    const entry = this.#entries.get(id);
    return entry && this.#json(entry);
  }

  /** Of those in memory, newest first: all, or those with a link to a load that nobody has rejected. */
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

  /** What is known of one, as it is held here. */
  peek(id: string): Readonly<Entry> | undefined {
    return this.#entries.get(id);
  }

  /** When the newest event about any of them was received, and the newest read was made; null: never. */
  lastNews(): { readonly event: number | null; readonly read: number | null } {
    let read: number | null = null;
    for (const { row } of this.#entries.values()) if ((row.read_at ?? 0) > (read ?? 0)) read = row.read_at;
    return { event: this.#lastEventAt, read };
  }

  /** Monitors whose end has not been published. */
  *active(): Iterable<Entry> {
    for (const entry of this.#entries.values()) if (isActive(entry)) yield entry;
  }

  /** Monitors on a vehicle, by its id or `vinKey`. */
  on(key: string): Entry[] {
    return [...(this.#byVehicle.get(key) ?? [])].map((id) => this.#entries.get(id) as Entry);
  }

  loadsOn(key: string): ReadonlySet<string> {
    return this.#loads.on(key);
  }

  /** Adds facts in a transaction of their own. */
  async take(facts: readonly Fact[]): Promise<StoredFacts> {
    const kept = await this.options.db.transaction().execute((store) => storeFacts(store, facts, this.now()));
    await this.apply(kept);
    return kept;
  }

  /** Shows what was stored: to be called after the commit. */
  async apply({ rows, about }: Pick<StoredFacts, 'rows' | 'about'>): Promise<void> {
    const abouts = new Map(about.map((one) => [one.monitor_id, one]));
    await this.#recall(rows.map(({ id }) => id));
    for (const row of rows) this.#show(row, abouts.get(row.id));
    if (rows.length > 0) this.options.onCommit();
    await this.#learn(rows);
  }

  /** An event was received at `at` (ms). */
  noteEvent(at: number): void {
    this.#lastEventAt = Math.max(at, this.#lastEventAt ?? at);
  }

  /** A link was stored: it counts from now on. */
  async relink(id: string): Promise<void> {
    const row = await monitorById(this.options.db, id);
    if (!row) return;
    await this.#recall([id]);
    await this.#reread([id]);
    this.#show(row);
    this.options.onCommit();
  }

  /** A good read at `at` (ms) without news. */
  readAt(ids: readonly string[], at: number): void {
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (!entry) continue;
      entry.row = { ...entry.row, read_at: at };
      this.#stale(entry);
    }
  }

  /** Terms of sites are not what they were. */
  sitesChanged(): void {
    for (const entry of this.#entries.values())
      if (entry.command?.about?.stops.some((stop) => stop.site_id !== null)) {
        this.#stale(entry);
        this.#publish(entry.row.id);
      }
  }

  /** Takes over what other servers have stored. */
  catchUp(): Promise<void> {
    this.#catching = this.#catching.catch(() => undefined).then(() => this.#catchUp());
    return this.#catching;
  }

  async #catchUp(): Promise<void> {
    const { db } = this.options;
    const version = await monitorVersion(db);
    if (version === this.#version) return;
    const rows = await monitorsSince(db, this.#version);
    await this.#recall(rows.map(({ id }) => id));
    for (const row of rows) this.#show(row);
    await this.#reread(rows.map((row) => row.id));
    for (const row of rows) this.#renewed(this.#entries.get(row.id) as Entry);
    this.#version = Math.max(version, rows.at(-1)?.version ?? 0);
    await this.#learn(rows);
  }

  /** Sees to it that the board says what is known here: after this server has become the one that writes to it. */
  publishToBoard(): void {
    for (const load_id of this.#byLoad.keys()) this.#publishLoad(load_id);
  }

  /** Those that ended before `before` (ms), and have been deleted from the store. */
  forget(before: number): void {
    for (const entry of this.#entries.values()) {
      const { ended_at } = entry.row;
      if (ended_at !== null && ended_at < before) this.#drop(entry);
    }
  }

  /** Leaves those to the store that ended long ago and have no watched load. */
  async leaveEnded(): Promise<void> {
    await this.#ended.makeFindable((id) => this.#entries.get(id)?.vehicle_name ?? null);
    const before = this.now() - MONITOR_FOLLOW_ON_MS;
    for (const entry of this.#entries.values()) {
      const { ended_at } = entry.row;
      if (ended_at !== null && ended_at < before && !this.#isLinked(entry)) this.#drop(entry);
    }
  }

  /** When all ended monitors of the loads that have changed so far are found. */
  found(): Promise<void> {
    return this.#finding;
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
  }

  async #read(): Promise<void> {
    const { db, board } = this.options;
    this.#version = await monitorVersion(db);
    const lately = this.now() - MONITOR_FOLLOW_ON_MS;
    const load_ids = [...board.ids()];
    for (const load_id of load_ids) this.#loads.put(load_id, board.get(load_id)?.item ?? null);
    await this.#ended.makeFindable(() => null);
    const rows = [...(await activeMonitors(db)), ...(await monitorsEndedSince(db, lately))];
    for (const entry of await entriesOf(db, rows)) this.#entries.set(entry.row.id, entry);
    const ended = await this.#endedOf(load_ids.filter((load_id) => this.#isSoughtAnew(load_id)));
    for (const entry of ended) this.#entries.set(entry.row.id, entry);
    for (const entry of this.#entries.values()) this.#renewed(entry, null);
    await this.vehicles.learn(vehicleIdsOf(this.#entries.values()));
    await proveOrigins(db, [...this.#entries.values()], this.#surroundings.tracking_start_ms);
    this.#lastEventAt = await lastMonitorEventAt(db);
  }

  async #learn(rows: readonly { readonly id: string }[]): Promise<void> {
    const entries = rows.flatMap(({ id }) => this.#entries.get(id) ?? []);
    await this.vehicles.learn(vehicleIdsOf(entries));
    for (const entry of entries) this.#stale(entry);
    await this.#prove(entries);
  }

  async #prove(entries: readonly Entry[]): Promise<void> {
    const { tracking_start_ms } = this.#surroundings;
    for (const entry of await proveOrigins(this.options.db, entries, tracking_start_ms)) this.#renewed(entry);
  }

  /** What is stored beside the rows of these monitors. */
  async #reread(ids: readonly string[]): Promise<void> {
    const entries = ids.flatMap((id) => this.#entries.get(id) ?? []);
    await readBeside(this.options.db, new Map(entries.map((entry) => [entry.row.id, entry])));
  }

  /** Takes those back into memory that have changed after they were left to the store. */
  async #recall(ids: readonly string[]): Promise<void> {
    const { db } = this.options;
    const rows = await monitorsByIds(
      db,
      ids.filter((id) => !this.#entries.has(id)),
    );
    this.#takeIn(await entriesOf(db, rows));
  }

  #takeIn(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (this.#entries.has(entry.row.id)) continue;
      this.#entries.set(entry.row.id, entry);
      this.#renewed(entry, null);
    }
  }

  /** Ended monitors in the store that are linked to these loads, or may be. */
  async #endedOf(load_ids: readonly string[]): Promise<Entry[]> {
    const { db } = this.options;
    const wanted = load_ids.flatMap((load_id) => this.#wantedBy(load_id));
    const ids = [...(await monitorIdsOfLoads(db, load_ids, wanted))].filter((id) => !this.#entries.has(id));
    const entries = await entriesOf(db, await monitorsByIds(db, ids));
    return entries.filter((entry) => {
      entry.links = this.#linksOf(entry).links;
      return this.#isLinked(entry);
    });
  }

  /** One for each way in which the load's vehicle may be known. */
  #wantedBy(load_id: string): WantedLoad[] {
    const load = this.options.board.get(load_id)?.item;
    if (!load) return [];
    const since = (plannedWindow(load)?.from ?? this.now()) - LEARNED_EARLY_MS;
    return this.#loads
      .keysOf(load_id)
      .map((vehicle_key) => ({ load_id, vehicle_key, since, load_ref: load.load_ref }));
  }

  /** Looks in the store for ended monitors of loads that have changed in what these are found by. */
  #findEnded(load_ids: readonly string[]): void {
    const changed = load_ids.filter((load_id) => this.#isSoughtAnew(load_id));
    if (changed.length === 0) return;
    this.#finding = this.#finding
      .then(async () => this.#takeIn(await this.#endedOf(changed)))
      .catch((error) => this.options.log.warn({ err: error }, 'could not find ended monitors of loads'));
  }

  #isSoughtAnew(load_id: string): boolean {
    const wanted = this.#wantedBy(load_id);
    const by = wanted.map(({ vehicle_key, load_ref }) => `${vehicle_key} ${load_ref}`).join('\n');
    const since = wanted[0]?.since ?? Number.POSITIVE_INFINITY;
    const known = this.#sought.get(load_id);
    if (known?.by === by && known.since <= since) return false;
    this.#sought.set(load_id, { by, since });
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

  #show(row: MonitorRow, about?: MonitorAboutRow): void {
    let entry = this.#entries.get(row.id);
    const key = entry ? vehicleKey(entry) : null;
    if (entry) {
      // Arrived out of order: newer values are shown already, but for what somebody wrote down.
      if (row.version >= entry.row.version) renew(entry, row);
      else if (!about) return;
    } else {
      entry = entryOf(row);
      this.#entries.set(row.id, entry);
    }
    if (about) takeAbout(entry, about);
    this.#renewed(entry, key);
  }

  /** Finds its vehicle and its links again, and publishes it. `before`: the key of its vehicle, when that may have been another. */
  #renewed(entry: Entry, before: string | null = vehicleKey(entry)): void {
    const { id } = entry.row;
    const key = vehicleKey(entry);
    if (before !== key && before !== null) this.#byVehicle.get(before)?.delete(id);
    if (key !== null) this.#byVehicle.set(key, (this.#byVehicle.get(key) ?? new Set()).add(id));
    this.#stale(entry);
    const loads = new Set([...this.#link(entry), ...entry.links.map((link) => link.load_id)]);
    for (const load_id of loads) this.#publishLoad(load_id);
    this.#publish(id);
  }

  /** Links of a monitor, found anew. Returns the loads that it was linked to before. */
  #link(entry: Entry): string[] {
    const { id } = entry.row;
    const before = entry.links.map((link) => link.load_id);
    entry.links = this.#findLinks(entry);
    for (const load_id of before) this.#byLoad.get(load_id)?.delete(id);
    for (const { load_id } of entry.links)
      this.#byLoad.set(load_id, (this.#byLoad.get(load_id) ?? new Set()).add(id));
    return before;
  }

  #linksOf(entry: Entry): FoundLinks {
    const { board } = this.options;
    return findLinks(entry, {
      load: (load_id) => board.get(load_id)?.item ?? null,
      onVehicle: this.#loads.on(vehicleKey(entry)),
      now: this.now(),
    });
  }

  #findLinks(entry: Entry): MonitorLink[] {
    const { isLeader, log, db } = this.options;
    const { links, kept } = this.#linksOf(entry);
    for (const row of kept) {
      entry.stored.set(row.load_id, row);
      if (isLeader())
        addRow(db, 'monitor_link', row, 'ignore').catch((error) =>
          log.warn({ err: error, load_id: row.load_id }, 'could not save a link'),
        );
    }
    return links;
  }

  /** Sets on the board which monitor gives a load's times: an active one first, then the latest. */
  #publishLoad(load_id: string): void {
    const { board, isLeader } = this.options;
    const load = board.get(load_id)?.item;
    if (!load || !isLeader()) return;
    const entries = [...(this.#byLoad.get(load_id) ?? [])].map((id) => this.#entries.get(id) as Entry);
    const entry = monitorOfLoad(load_id, entries);
    board.recordMonitor(load_id, entry ? toLoadMonitor(entry, load, this.#surroundings) : null);
  }

  #boardChanged({ items, removed }: ChangeEvent): void {
    const again = new Set<string>();
    for (const item of items) {
      const { load_id } = item;
      // What is written to the board here comes back as a change of the board, and must change nothing here.
      if ('vehicle_assignment' in item || 'load_ref' in item || 'stops' in item) {
        this.#placeLoad(load_id, again);
        if (this.#byLoad.has(load_id)) this.#publishLoad(load_id);
      }
      if ('last_position' in item) this.#seePosition(load_id);
    }
    for (const load_id of removed) this.#placeLoad(load_id, again);
    for (const id of again) this.#renewed(this.#entries.get(id) as Entry);
    for (const load_id of removed) this.#sought.delete(load_id);
    this.#findEnded(items.map(({ load_id }) => load_id));
  }

  /** Monitors that a changed load concerns go into `again`. */
  #placeLoad(load_id: string, again: Set<string>): void {
    const keys = this.#loads.put(load_id, this.options.board.get(load_id)?.item ?? null);
    for (const key of keys) for (const id of this.#byVehicle.get(key) ?? []) again.add(id);
    for (const id of this.#byLoad.get(load_id) ?? []) again.add(id);
  }

  #seePosition(load_id: string): void {
    const item = this.options.board.get(load_id)?.item;
    const vehicle = item?.vehicle_assignment?.vehicle;
    if (!vehicle || !item?.last_position || !this.vehicles.see(vehicle.id, item.last_position)) return;
    const entries = [vehicle.id, ...(vehicle.vin ? [vinKey(vehicle.vin)] : [])].flatMap((key) =>
      this.on(key),
    );
    for (const entry of entries) {
      this.#stale(entry);
      if (isActive(entry)) this.#publish(entry.row.id, false);
    }
    const { log } = this.options;
    this.#finding = this.#finding
      .then(() => this.#prove(entries))
      .catch((error) => log.warn({ err: error }, 'could not check whether arrivals are proven'));
  }

  /** To streams here; other servers read the change from the store. */
  #publish(id: string, urgent = true): void {
    this.options.broadcaster.publish('monitors', id, () => this.json(id), { relay: false, urgent });
  }

  #stale(entry: Entry): void {
    entry.item = null;
    entry.json = null;
  }

  #item(entry: Entry): BoardMonitor {
    entry.item ??= toMonitorResponse(entry, this.#surroundings);
    return entry.item;
  }

  #json(entry: Entry): string {
    entry.json ??= JSON.stringify(this.#item(entry));
    return entry.json;
  }
}

const WARMED_AT_ONCE = 50;

/** Does something with each until that gives false, a few at a time: others get their turn in between. */
function warmUp<T>(items: Iterator<T>, work: (item: T) => boolean): void {
  for (let n = 0; n < WARMED_AT_ONCE; n += 1) {
    const { value, done } = items.next();
    if (done || !work(value)) return;
  }
  setImmediate(() => warmUp(items, work));
}
