/**
 * The board in memory, backed by the database. Changes are batched briefly, committed in one transaction and only then published, with
 * increasing change numbers. A browser that reconnects with its last number receives each load changed since then once, or an explicit
 * reset (rule 23).
 */
import type { BoardLoad, ChangeEvent, Kept, LateLimits, Leaving } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { LoadTracking } from '@waypost/contract/loads';
import { isEtaOver } from '@waypost/triage/dispatcher-eta';
import type { ArrivalsOf } from '../arrival/arrivals.ts';
import { Topic } from '../lib/async.ts';
import { ServerPart } from '../lib/server-part.ts';
import { toIso } from '../lib/time.ts';
import type { ActivityRow } from '../store/activity.ts';
import { archivedLoadsOf } from '../store/archived-loads.ts';
import { afterCommit } from '../store/transaction.ts';
import {
  changedSince,
  loadBoard,
  type PositionRow,
  purgeRemoved,
  saveChanges,
} from '../store/watched-loads.ts';
import type { Uses } from '../wiring.ts';
import {
  applyAnswer,
  applyFailure,
  changedFields,
  type Departure,
  type Entry,
  type FleetOf,
  fromRow,
  markPublished,
  mergeCommitted,
  newEntry,
  type PlaceOf,
  toArchivedLoad,
  toRemovedRow,
  toRow,
  type Unread,
} from './entry.ts';
import { TruckIndex } from './loads-by-vehicle.ts';
import { newestReadAt, oldestReadAt, ReadTimes } from './read-times.ts';

export interface Change extends ChangeEvent {
  /** Change number after this change; also the event id. */
  readonly version: number;
}
type Since =
  | { readonly reset: string }
  | { readonly items: readonly string[]; readonly removed: readonly string[] };

export interface BoardOptions extends Uses<'db' | 'log' | 'now'> {
  readonly placeOf: PlaceOf;
  /** Predicts arrivals of a load; without it there are no predictions. */
  readonly arrivalsOf?: ArrivalsOf;
  /** Without it no fleets are known. */
  readonly fleetOf?: FleetOf;
  /** How long changes are batched, milliseconds. */
  readonly batchMs?: number;
  readonly onCommit?: (version: number) => void;
}

/** What calls to the carrier of a load have brought. */
export type LoadCalls = Required<Pick<BoardLoad, 'last_call' | 'dispatcher_eta'>>;

/** The entry of the activity log about loads that an act has really added, removed or changed. */
export type EntryOf = (load_ids: readonly string[]) => ActivityRow;

/** An act on loads until its commit. A load that another server added or removed first is not part of it. */
interface Act {
  readonly kind: 'added' | 'dropped' | 'changed';
  readonly load_ids: readonly string[];
  readonly entryOf: EntryOf | null;
  /** Loads of the act that were committed; null before the commit. */
  committed: readonly string[] | null;
}

interface MembershipChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const RETRY_MS = 1_000;
/** A browser that was offline for longer has to reload, because removed loads are purged. */
const REMOVED_RETENTION_MS = 7 * 24 * 3600_000;

export class Board extends ServerPart<BoardOptions> {
  readonly #entries = new Map<string, Entry>();
  readonly #removed = new Map<string, number>();
  readonly #dirty = new Set<string>();
  readonly #dropped = new Map<string, Entry>();
  /** Archive entries of dropped loads; loads without one are not archived. */
  readonly #departures = new Map<string, Departure>();
  #acts: Act[] = [];
  readonly #readTimes = new ReadTimes(this.options.db, this.now);
  readonly #trucks = new TruckIndex();
  /** Publishes each commit, of this or another server. */
  readonly onChange = new Topic<Change>();
  /** Publishes loads that another server has added or removed. */
  readonly onMembershipChange = new Topic<MembershipChange>();
  #version = 0;
  #horizon = 0;
  #timer: NodeJS.Timeout | null = null;
  #committing: Promise<void> | null = null;
  #storeFailed = false;

  private constructor(options: BoardOptions) {
    super(options);
  }

  static async open(options: BoardOptions): Promise<Board> {
    const board = new Board(options);
    await purgeRemoved(options.db, board.now() - REMOVED_RETENTION_MS);
    const stored = await loadBoard(options.db);
    board.#version = stored.version;
    board.#horizon = stored.horizon;
    for (const row of stored.rows) {
      if (row.watched) board.#put(row.load_id, fromRow(row, options.placeOf));
      else board.#removed.set(row.load_id, row.version);
    }
    return board;
  }

  get version(): number {
    return this.#version;
  }
  get size(): number {
    return this.#entries.size;
  }
  /** False while the database rejects commits. */
  get healthy(): boolean {
    return !this.#storeFailed;
  }

  has(load_id: string): boolean {
    return this.#entries.has(load_id);
  }
  get(load_id: string): { item: BoardLoad; raw: unknown } | null {
    const entry = this.#entries.get(load_id);
    return entry ? { item: entry.item, raw: entry.raw } : null;
  }
  ids(): string[] {
    return [...this.#entries.keys()];
  }
  /** Ids added from the sandbox, and all ids that were ever removed. */
  sandboxIds(): { watched: string[]; removed: string[] } {
    const watched = [...this.#entries.values()]
      .filter((e) => e.source === 'sandbox')
      .map((e) => e.item.load_id);
    return { watched, removed: [...this.#removed.keys()] };
  }
  /** Time of the least recent successful read; null when some load was never read; undefined for an empty board. */
  oldestReadAt(): string | null | undefined {
    return oldestReadAt(this.#entries.values());
  }

  newestReadAt(): string | null {
    return newestReadAt(this.#entries.values());
  }

  /** JSON of every committed item, in the order of addition. */
  *jsonItems(): Iterable<string> {
    for (const entry of this.#entries.values()) if (entry.published) yield entry.json;
  }

  /**
   * Adds loads, also from the archive; resolves with the new ids once they are stored and no longer archived. `keptOf`: of loads
   * that a person restores, so that the earlier reason does not archive them again. `entryOf`: committed with the loads.
   */
  async watch(
    load_ids: readonly string[],
    source: 'person' | 'sandbox',
    by: string | null,
    keptOf: (load_id: string) => Kept | null = () => null,
    entryOf: EntryOf | null = null,
  ): Promise<readonly string[]> {
    // Another server may have removed one in the meantime.
    if (load_ids.some((id) => this.#entries.has(id))) await this.catchUp();
    const added = [...new Set(load_ids)].filter((id) => !this.#entries.has(id));
    for (const id of added) {
      this.#entries.set(id, newEntry(id, source, by, this.now(), keptOf(id)));
      this.#dirty.add(id);
    }
    const act = this.#addAct('added', added, entryOf);
    // Also loads whose earlier addition could not be stored: they must be before this one is confirmed.
    if (load_ids.some((id) => this.#entries.get(id)?.published === null)) await this.flush();
    return act.committed ?? [];
  }

  /** Removes loads without archiving them; resolves with those that were watched once they are removed from the database. */
  unwatch(load_ids: readonly string[], entryOf: EntryOf | null = null): Promise<readonly string[]> {
    return this.#drop(load_ids, () => null, entryOf);
  }

  /** Moves loads to the archive in one transaction, with their entry; resolves with those that were watched. */
  archive(
    departures: ReadonlyMap<string, Departure>,
    entryOf: EntryOf | null = null,
  ): Promise<readonly string[]> {
    return this.#drop([...departures.keys()], (id) => departures.get(id) ?? null, entryOf);
  }

  async archivedAmong(load_ids: readonly string[]): Promise<Set<string>> {
    const rows = await archivedLoadsOf(this.options.db, load_ids);
    return new Set(rows.map(({ load_id }) => load_id));
  }

  async #drop(
    load_ids: readonly string[],
    departureOf: (load_id: string) => Departure | null,
    entryOf: EntryOf | null,
  ): Promise<readonly string[]> {
    const removed = [...new Set(load_ids)].filter((id) => this.#entries.has(id));
    for (const id of removed) {
      this.#dropped.set(id, this.#entries.get(id) as Entry);
      const departure = departureOf(id);
      if (departure) this.#departures.set(id, departure);
      this.#entries.delete(id);
      this.#dirty.delete(id);
      this.#readTimes.delete(id);
      this.#compareTrucks(id);
    }
    const act = this.#addAct('dropped', removed, entryOf);
    if (load_ids.some((id) => this.#dropped.has(id))) await this.flush();
    return act.committed ?? [];
  }

  #addAct(kind: Act['kind'], load_ids: readonly string[], entryOf: EntryOf | null): Act {
    const act: Act = { kind, load_ids, entryOf, committed: null };
    if (load_ids.length > 0) this.#acts.push(act);
    return act;
  }

  recordAnswer(load_id: string, tracking: LoadTracking, raw: unknown, unread: Unread = []): void {
    const entry = this.#entries.get(load_id);
    if (!entry) return;
    applyAnswer(entry, tracking, raw, this.now(), this.options, unread);
    this.#endEta(entry);
    this.#predict(entry);
    this.#readTimes.set(load_id);
    this.#compareTrucks(load_id);
    this.#touch(load_id);
  }

  recordFailure(load_id: string, kind: string, status: number | null, message: string): void {
    const entry = this.#entries.get(load_id);
    if (!entry) return;
    applyFailure(entry, kind, status, message, this.now());
    this.#touch(load_id);
  }

  /** `entryOf`: committed with the change. */
  recordIdentifiers(load_id: string, sent: boolean, by_name: string, entryOf: EntryOf | null = null): void {
    const at = toIso(this.now());
    this.#change(load_id, { identifiers_sent: { sent, by_name, at } }, entryOf);
  }

  recordMonitor(load_id: string, monitor: LoadMonitor | null): void {
    const entry = this.#entries.get(load_id);
    if (!entry || JSON.stringify(entry.item.monitor) === JSON.stringify(monitor)) return;
    this.#change(load_id, { monitor });
    this.#endEta(entry);
    this.#predict(entry);
    this.#compareTrucks(load_id);
  }

  recordLeaving(load_id: string, leaving: Leaving | null): void {
    const entry = this.#entries.get(load_id);
    if (entry && JSON.stringify(entry.item.leaving) !== JSON.stringify(leaving))
      this.#change(load_id, { leaving });
  }

  /** `entryOf`: committed with the change. */
  recordKept(load_id: string, by_name: string, entryOf: EntryOf | null = null): void {
    this.#change(load_id, { leaving: null, kept: { by_name, at: toIso(this.now()) } }, entryOf);
  }

  /** Updates the fleets of loads after more became known about them. */
  updateFleets(): void {
    const { fleetOf } = this.options;
    if (!fleetOf) return;
    for (const [load_id, { item }] of this.#entries) {
      const vehicle = item.vehicle_assignment?.vehicle.id;
      const fleet = vehicle === undefined ? null : (fleetOf(vehicle) ?? item.fleet);
      if (JSON.stringify(fleet) !== JSON.stringify(item.fleet)) this.#change(load_id, { fleet });
    }
  }

  /** Updates from when lateness counts, after the company has changed that. */
  updateLateLimits(limitsOf: (item: BoardLoad) => LateLimits | null): void {
    for (const [load_id, { item }] of this.#entries) {
      const late_limits = limitsOf(item);
      if (JSON.stringify(late_limits) !== JSON.stringify(item.late_limits ?? null))
        this.#change(load_id, { late_limits });
    }
  }

  /** Sets the triage state of a load's exception. `change`: change number of triage; ignored unless newer than the current one. */
  recordTriage(load_id: string, triage: LoadTriage | null, change: number): void {
    const entry = this.#entries.get(load_id);
    if (!entry || change <= entry.triage_change) return;
    entry.triage_change = change;
    this.#change(load_id, { triage });
  }

  /** Sets the last call and the ETA that a person learned. `change`: as for `recordTriage`. */
  recordCalls(load_id: string, calls: LoadCalls, change: number): void {
    const entry = this.#entries.get(load_id);
    if (!entry || change <= entry.call_change) return;
    entry.call_change = change;
    this.#change(load_id, calls);
    this.#endEta(entry);
  }

  #endEta(entry: Entry): void {
    const { dispatcher_eta: eta } = entry.item;
    if (eta && isEtaOver(eta, entry.item)) entry.item = { ...entry.item, dispatcher_eta: null };
  }

  #predict(entry: Entry): void {
    const { arrivalsOf } = this.options;
    if (arrivalsOf) entry.item = { ...entry.item, ...arrivalsOf(entry.item, entry.duty) };
  }

  /** Changes after change number `version`, at most `most`, or a reset. */
  since(version: number, most: number): Since {
    if (!Number.isSafeInteger(version) || version < 0 || version > this.#version)
      return { reset: 'this server does not have that event id' };
    if (version < this.#horizon) return { reset: 'that id is too old' };
    const items: string[] = [];
    for (const entry of this.#entries.values())
      if (entry.published && entry.published.version > version) items.push(entry.json);
    const removed: string[] = [];
    for (const [id, at] of this.#removed) if (at > version) removed.push(id);
    if (items.length + removed.length > most) return { reset: 'too much has changed since' };
    return { items, removed };
  }

  /** Commits and publishes pending changes. Throws when the database rejects them; then they remain pending. */
  async flush(): Promise<void> {
    while (this.#committing) await this.#committing.catch(() => undefined);
    if (this.#dirty.size === 0 && this.#dropped.size === 0) {
      this.#storeFailed = false;
      return;
    }
    await this.#exclusively(async () => {
      while (!(await this.#commit())) await this.#applyCommitted();
    });
    this.#storeFailed = false;
  }

  async catchUp(): Promise<void> {
    while (this.#committing) await this.#committing.catch(() => undefined);
    await this.#exclusively(() => this.#applyCommitted());
  }

  /** Applies read times of other servers since `after` (ms); unchanged responses are no changes. */
  async applyReadTimes(after: number): Promise<void> {
    await this.#readTimes.applyTo(this.#entries, after);
  }

  #exclusively(work: () => Promise<void>): Promise<void> {
    this.#committing = work().finally(() => {
      this.#committing = null;
    });
    return this.#committing;
  }

  async #applyCommitted(): Promise<void> {
    const { db, placeOf } = this.options;
    const { rows, version } = await changedSince(db, this.#version);
    const items: ChangeEvent['items'] = [];
    const [added, removed]: [string[], string[]] = [[], []];
    for (const row of rows) {
      const { load_id } = row;
      const local = this.#entries.get(load_id);
      if (!row.watched) {
        const current = local ?? this.#dropped.get(load_id);
        this.#removed.set(load_id, row.version);
        // Added here after the removal, but not committed yet.
        if (local && !local.published) continue;
        this.#entries.delete(load_id);
        this.#trucks.put(load_id, null);
        for (const pending of [this.#dirty, this.#dropped, this.#departures, this.#readTimes])
          pending.delete(load_id);
        if (current?.published) removed.push(load_id);
        continue;
      }
      this.#removed.delete(load_id);
      const remote = fromRow(row, placeOf);
      if (this.#dropped.has(load_id) && !local) {
        // Removed here, but not committed yet.
        this.#dropped.set(load_id, remote);
        continue;
      }
      if (!local) added.push(load_id);
      const entry = local ?? { ...remote, published: null };
      const merged = mergeCommitted(entry, remote, this.#dirty.has(load_id));
      this.#put(load_id, entry);
      if (!merged.isStillPending) this.#dirty.delete(load_id);
      if (merged.fields) items.push(merged.fields);
    }
    this.#version = Math.max(this.#version, version);
    if (added.length + removed.length > 0) this.onMembershipChange.publish({ added, removed });
    if (items.length + removed.length === 0) return;
    this.onChange.publish({ items, removed, version: this.#version });
  }

  /** Commits everything, including read times. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.flush();
    await this.#readTimes.save();
  }

  #put(load_id: string, entry: Entry): void {
    this.#entries.set(load_id, entry);
    this.#trucks.put(load_id, entry.item);
  }

  /** Recomputes the overlaps of a load with the others on its truck, after it was read, delivered or removed. */
  #compareTrucks(load_id: string): void {
    const itemOf = (id: string) => this.#entries.get(id)?.item;
    for (const { load_id: id, same_truck_loads } of this.#trucks.compare(load_id, itemOf))
      this.#change(id, { same_truck_loads });
  }

  #change(load_id: string, fields: Partial<BoardLoad>, entryOf: EntryOf | null = null): void {
    const entry = this.#entries.get(load_id);
    if (!entry) return;
    if (entryOf) this.#addAct('changed', [load_id], entryOf);
    entry.item = { ...entry.item, ...fields };
    this.#touch(load_id);
  }

  #touch(load_id: string): void {
    this.#dirty.add(load_id);
    this.#schedule(this.options.batchMs ?? 100);
  }

  #schedule(ms: number): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.flush()
        .then(() => this.#readTimes.saveWhenDue())
        .catch((error) => {
          if (!this.#storeFailed)
            this.options.log.error(
              { err: error },
              'the database rejects writes; changes are kept and retried',
            );
          this.#storeFailed = true;
          this.#schedule(RETRY_MS);
        });
    }, ms);
  }

  /** False when another server has committed in the meantime; then changes remain pending. */
  async #commit(): Promise<boolean> {
    let version = this.#version;
    const changed: { entry: Entry; item: BoardLoad; fields: ChangeEvent['items'][number] }[] = [];
    for (const id of this.#dirty) {
      const entry = this.#entries.get(id);
      if (!entry || !changedFields(entry)) continue;
      version += 1;
      entry.item = { ...entry.item, version };
      changed.push({ entry, item: entry.item, fields: changedFields(entry) as ChangeEvent['items'][number] });
    }
    const dirty = [...this.#dirty];
    const now = this.now();
    const departures = new Map(this.#departures);
    // Removed and added again before the commit: it never left.
    const dropped = [...this.#dropped]
      .filter(([id]) => !this.#entries.has(id))
      .map(([id, entry]) => {
        version += 1;
        return { id, entry, row: toRemovedRow(entry, version, now) };
      });
    const archived = dropped.flatMap(({ id, entry, row }) => {
      const departure = departures.get(id);
      return departure ? [toArchivedLoad(entry.item, departure, row.version, now)] : [];
    });
    const added = changed.flatMap(({ entry, item }) => (entry.published ? [] : [item.load_id]));
    const positions: PositionRow[] = changed.flatMap(({ entry }) => entry.positions);
    for (const { entry } of changed) entry.positions = [];
    this.#dirty.clear();
    this.#dropped.clear();
    this.#departures.clear();
    const acts = this.#acts;
    this.#acts = [];
    if (version === this.#version) return true;
    const restore = () => {
      for (const id of dirty) this.#dirty.add(id);
      for (const { id, entry } of dropped) this.#dropped.set(id, entry);
      for (const [id, departure] of departures) this.#departures.set(id, departure);
      const [first] = changed;
      if (first) first.entry.positions.unshift(...positions);
      this.#acts.unshift(...acts);
    };
    const stored: Readonly<Record<Act['kind'], ReadonlySet<string>>> = {
      added: new Set(added),
      dropped: new Set(dropped.map(({ id }) => id)),
      changed: new Set(changed.map(({ item }) => item.load_id)),
    };
    const done = acts.map((act) => ({
      act,
      load_ids: act.load_ids.filter((id) => stored[act.kind].has(id)),
    }));
    try {
      const rows = [...changed.map(({ entry }) => toRow(entry)), ...dropped.map(({ row }) => row)];
      const numbers = { before: this.#version, after: version };
      const entries = done.flatMap(({ act, load_ids }) =>
        act.entryOf && load_ids.length > 0 ? [act.entryOf(load_ids)] : [],
      );
      const changes = { rows, positions, archived, added, entries };
      if (!(await saveChanges(this.options.db, changes, numbers))) {
        restore();
        return false;
      }
    } catch (error) {
      restore();
      throw error;
    }
    this.#version = version;
    for (const { act, load_ids } of done) act.committed = load_ids;
    for (const { entry, item } of changed) {
      // The entry may have changed during the commit: publish exactly what was committed.
      const newest = entry.item;
      entry.item = item;
      markPublished(entry);
      entry.item = newest;
      this.#readTimes.delete(item.load_id);
      this.#removed.delete(item.load_id);
    }
    for (const { id, row } of dropped) this.#removed.set(id, row.version);
    const { log, onCommit } = this.options;
    await afterCommit(log, 'publish changes of the board', () =>
      this.onChange.publish({
        items: changed.map(({ fields }) => fields),
        removed: dropped.map(({ id }) => id),
        version,
      }),
    );
    await afterCommit(log, 'notify other servers of changes of the board', () => onCommit?.(version));
    return true;
  }
}
