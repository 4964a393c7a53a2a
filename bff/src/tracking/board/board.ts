/**
 * The board in memory, backed by the database. Changes are batched briefly, committed in one transaction and only then published, with
 * increasing change numbers. A browser that reconnects with its last number receives each load changed since then once, or an explicit
 * reset (rule 23).
 */
import type { BoardLoad, ChangeEvent, LateLimits, Leaving } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { LoadTracking } from '@waypost/contract/loads';
import { isEtaOver } from '@waypost/triage/dispatcher-eta';
import { fleetVehicle } from '@waypost/triage/doubt';
import { nextTurn, Topic } from '../../platform/lib/async.ts';
import { chunksOf } from '../../platform/lib/chunks.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { ActivityRow } from '../../platform/store/activity.ts';
import { archivedLoadsOf } from '../../platform/store/archived-loads.ts';
import { afterCommit } from '../../platform/store/transaction.ts';
import {
  boardVersion,
  changedSince,
  loadBoard,
  purgeRemoved,
  saveChanges,
} from '../../platform/store/watched-loads.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ArrivalsOf } from '../arrival/arrivals.ts';
import type { StopZonesOf } from '../arrival/stop-places.ts';
import { addShown, compareWithArrivals } from '../arrival/track-record.ts';
import {
  applyAnswer,
  applyFailure,
  changedFields,
  type Decisions,
  type Departure,
  decideFields,
  type Entry,
  exceptionsFirst,
  type FleetOf,
  fromRow,
  type KnownBefore,
  markPublished,
  mergeCommitted,
  newEntry,
  type OwnedFields,
  type PlaceOf,
  setFields,
  toArchivedLoad,
  toRemovedRow,
  toRow,
  type Unread,
} from './entry.ts';
import { TruckIndex } from './loads-by-vehicle.ts';
import { type ReadSpan, ReadTimes } from './read-times.ts';

export interface Change extends ChangeEvent {
  /** Change number after this change; also the event id. */
  readonly version: number;
}
type Since =
  | { readonly reset: string }
  | { readonly items: readonly string[]; readonly removed: readonly string[] };

export interface BoardOptions extends Uses<'db' | 'log' | 'now'> {
  readonly placeOf: PlaceOf;
  /** Without it no time zones of stops are known. */
  readonly stopZonesOf?: StopZonesOf;
  /** Predicts arrivals of a load; without it there are no predictions. */
  readonly arrivalsOf?: ArrivalsOf;
  /** Without it no fleets are known. */
  readonly fleetOf?: FleetOf;
  /** How long changes are batched, milliseconds. */
  readonly batchMs?: number;
  readonly onCommit?: (version: number) => void;
  /** After arrivals were stored that had been predicted. */
  readonly onCases?: () => void;
}

/** What calls to the carrier of a load have brought. */
export type LoadCalls = Required<Pick<BoardLoad, 'last_call' | 'dispatcher_eta'>>;

/** The entry of the activity log about loads that an act has really added, removed or changed. */
export type EntryOf = (load_ids: readonly string[]) => ActivityRow;

/** Committed together; nothing of it is in memory before. */
interface Batch {
  /** Entries as they are to be stored: new ones, or copies of those on the board. */
  readonly puts?: readonly Entry[];
  /** Loads to be removed, with their archive entries; null: not archived. */
  readonly removals?: ReadonlyMap<string, Departure | null>;
  readonly entries?: readonly ActivityRow[];
}

interface MembershipChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Loads that are committed, applied and published together: more would hold the event loop for long. */
const MAX_PUTS = 50;
const RETRY_MS = 1_000;
/** A browser that was offline for longer has to reload, because removed loads are purged. */
const REMOVED_RETENTION_MS = 7 * 24 * 3600_000;

export class Board extends ServerPart<BoardOptions> {
  readonly #entries = new Map<string, Entry>();
  readonly #removed = new Map<string, number>();
  readonly #dirty = new Set<string>();
  readonly #readTimes = new ReadTimes(this.options.db, this.now);
  readonly #trucks = new TruckIndex();
  /** Publishes each commit, of this or another server. */
  readonly onChange = new Topic<Change>();
  /** Publishes loads that another server has added or removed. */
  readonly onMembershipChange = new Topic<MembershipChange>();
  #version = 0;
  #horizon = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Commits and what others have committed, one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  #storeFailed = false;

  private constructor(options: BoardOptions) {
    super(options);
  }

  static async open(options: BoardOptions): Promise<Board> {
    const board = new Board(options);
    await board.purgeRemoved();
    const stored = await loadBoard(options.db);
    board.#version = stored.version;
    board.#horizon = stored.horizon;
    for (const row of stored.rows) {
      if (row.watched) board.#put(row.load_id, fromRow(row, options.placeOf));
      else board.#removed.set(row.load_id, row.version);
    }
    return board;
  }

  /** Deletes loads removed long ago; a browser that has not been told of one is reset. */
  async purgeRemoved(): Promise<void> {
    this.#horizon = await purgeRemoved(this.options.db, this.now() - REMOVED_RETENTION_MS);
    for (const [id, at] of this.#removed) if (at <= this.#horizon) this.#removed.delete(id);
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
  get(load_id: string): { item: BoardLoad } | null {
    const entry = this.#entries.get(load_id);
    return entry ? { item: entry.item } : null;
  }
  /** JSON of the last response of the service; null: none. */
  responseOf(load_id: string): string | null {
    return this.#entries.get(load_id)?.raw ?? null;
  }
  /** The load with this `load_ref`; null: none. */
  withReference(load_ref: string): string | null {
    for (const [id, { item }] of this.#entries) if (item.load_ref === load_ref) return id;
    return null;
  }
  /** Loads changed after change number `version`, in the order of their changes; `version`: up to where these are all. */
  changedAfter(
    version: number,
    most: number,
  ): { readonly items: readonly BoardLoad[]; readonly version: number; readonly more: boolean } {
    const items = [...this.#entries.values()]
      .flatMap(({ item, published }) => (published && item.version > version ? [item] : []))
      .toSorted((a, b) => a.version - b.version);
    const page = items.slice(0, most);
    const more = items.length > most;
    return { items: page, version: (more && page.at(-1)?.version) || this.#version, more };
  }
  /** Loads removed after change number `version`, with the number of their removal; null: that is too long ago. */
  removedAfter(version: number): ReadonlyMap<string, number> | null {
    if (version < this.#horizon) return null;
    return new Map([...this.#removed].filter(([, at]) => at > version));
  }
  ids(): string[] {
    return [...this.#entries.keys()];
  }
  /** Ids added from the sandbox, and all ids that were ever removed. */
  sandboxIds(): { watched: string[]; removed: string[] } {
    const watched = this.ids().filter((id) => this.#entries.get(id)?.source === 'sandbox');
    return { watched, removed: [...this.#removed.keys()] };
  }
  readSpan(): ReadSpan {
    return this.#readTimes.spanOf(this.#entries);
  }

  /** JSON of every committed item: loads with an exception first, otherwise in the order of addition. */
  *jsonItems(): Iterable<string> {
    for (const { json } of exceptionsFirst(this.#entries.values())) yield json;
  }

  /**
   * Adds loads, also from the archive, with what is known of each; resolves with the new ids once they are stored and no longer archived.
   */
  watch(
    load_ids: readonly string[],
    source: 'person' | 'sandbox',
    by: string | null,
    knownOf: (load_id: string) => KnownBefore = () => ({}),
    entryOf: EntryOf | null = null,
  ): Promise<readonly string[]> {
    return this.#exclusively(async () => {
      // Another server may have removed one in the meantime.
      if (load_ids.some((id) => this.#entries.has(id))) await this.#applyCommitted();
      let added: string[] = [];
      await this.#store(() => {
        added = [...new Set(load_ids)].filter((id) => !this.#entries.has(id));
        const puts = added.map((id) => newEntry(id, source, by, this.now(), knownOf(id)));
        return { puts, entries: entriesAbout(added, entryOf) };
      });
      return added;
    });
  }

  /** Removes loads without archiving them; resolves like `archive`. */
  unwatch(load_ids: readonly string[]): Promise<readonly string[]> {
    return this.archive(new Map(load_ids.map((id) => [id, null])));
  }

  /**
   * Removes loads in one transaction with their entry, to the archive those with a departure; resolves with those that were watched
   * once they are removed from the database.
   */
  archive(
    departures: ReadonlyMap<string, Departure | null>,
    entryOf: EntryOf | null = null,
  ): Promise<readonly string[]> {
    return this.#exclusively(async () => {
      let removed: string[] = [];
      await this.#store(() => {
        const removals = new Map([...departures].filter(([id]) => this.#entries.has(id)));
        removed = [...removals.keys()];
        return { removals, entries: entriesAbout(removed, entryOf) };
      });
      return removed;
    });
  }

  async archivedAmong(load_ids: readonly string[]): Promise<Set<string>> {
    const rows = await archivedLoadsOf(this.options.db, load_ids);
    return new Set(rows.map(({ load_id }) => load_id));
  }

  /** Commits what a person decides about a load, with the entry of the activity log. Ignored when the load is not watched. */
  decide(load_id: string, decided: Partial<Decisions>, entryOf: EntryOf | null = null): Promise<void> {
    return this.#exclusively(async () => {
      await this.#store(() => {
        const entry = this.#entries.get(load_id);
        if (!entry) return {};
        const put = { ...entry };
        decideFields(put, decided, this.now());
        return { puts: [put], entries: entriesAbout([load_id], entryOf) };
      });
    });
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

  /** See `decide`. */
  recordIdentifiers(
    load_id: string,
    sent: boolean,
    by_name: string,
    entryOf: EntryOf | null = null,
  ): Promise<void> {
    return this.decide(load_id, { identifiers_sent: { sent, by_name, at: toIso(this.now()) } }, entryOf);
  }

  recordMonitor(load_id: string, monitor: LoadMonitor | null): void {
    const entry = this.#entries.get(load_id);
    if (!entry || !this.#change(load_id, { monitor })) return;
    this.#endEta(entry);
    this.#predict(entry);
    this.#compareTrucks(load_id);
  }

  recordLeaving(load_id: string, leaving: Leaving | null): void {
    this.#change(load_id, { leaving });
  }

  /** Updates the fleets of loads after more became known about them. */
  async updateFleets(signal: AbortSignal): Promise<void> {
    const { fleetOf } = this.options;
    if (!fleetOf) return;
    await this.#updateEach(signal, (item) => {
      const vehicle = fleetVehicle(item);
      return { fleet: vehicle === null ? null : (fleetOf(vehicle) ?? item.fleet) };
    });
  }

  /** Updates from when lateness counts, after the company has changed that. */
  async updateLateLimits(
    limitsOf: (item: BoardLoad) => LateLimits | null,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#updateEach(signal, (item) => ({ late_limits: limitsOf(item) }));
  }

  async #updateEach(signal: AbortSignal, changeOf: (item: BoardLoad) => Partial<BoardLoad>): Promise<void> {
    for (const load_id of this.#entries.keys()) {
      await nextTurn();
      if (signal.aborted) return;
      const item = this.#entries.get(load_id)?.item;
      if (item) this.#change(load_id, changeOf(item));
    }
  }

  /** Sets the triage state of a load's exception. `change`: change number of triage; ignored unless newer than the current one. */
  recordTriage(load_id: string, triage: LoadTriage | null, change: number): void {
    this.#changeAt(load_id, 'triage', { triage }, change);
  }

  /** Sets the last call and the ETA that a person learned. `change`: as for `recordTriage`. */
  recordCalls(load_id: string, calls: LoadCalls, change: number): void {
    this.#changeAt(load_id, 'calls', calls, change);
    const entry = this.#entries.get(load_id);
    if (entry) this.#endEta(entry);
  }

  #endEta(entry: Entry): void {
    const { dispatcher_eta: eta } = entry.item;
    if (eta && isEtaOver(eta, entry.item)) entry.item = { ...entry.item, dispatcher_eta: null };
  }

  #predict(entry: Entry): void {
    const { arrivalsOf, stopZonesOf } = this.options;
    // Not where they are shown: the places of stops depend on the monitor and on the site book.
    if (stopZonesOf) setFields(entry, { stop_zones: stopZonesOf(entry.item) }, this.now());
    if (!arrivalsOf) return;
    setFields(entry, arrivalsOf(entry.item, entry.duty), this.now());
    const { cases, shown } = compareWithArrivals(entry.item, entry.shown);
    entry.cases.push(...cases);
    entry.shown = addShown(shown, entry.item.predicted_arrivals, this.now());
  }

  /** Changes after change number `version`, at most `most`, or a reset. */
  since(version: number, most: number): Since {
    if (!Number.isSafeInteger(version) || version < 0 || version > this.#version)
      return { reset: 'this server does not have that event id' };
    if (version < this.#horizon) return { reset: 'that id is too old' };
    const items: string[] = [];
    for (const entry of this.#entries.values())
      if (entry.published && entry.published.version > version) items.push(entry.json);
    const removed = [...(this.removedAfter(version)?.keys() ?? [])];
    if (items.length + removed.length > most) return { reset: 'too much has changed since' };
    return { items, removed };
  }

  /** Commits and publishes pending changes. Throws when the database rejects them; then they remain pending. */
  async flush(): Promise<void> {
    for (const pending of chunksOf([...this.#dirty], MAX_PUTS)) {
      await nextTurn();
      await this.#exclusively(() =>
        this.#store(() => {
          const changed = pending.filter((id) => this.#isChanged(id));
          return { puts: changed.map((id) => ({ ...(this.#entries.get(id) as Entry) })) };
        }),
      );
    }
    this.#storeFailed = false;
  }

  /** Whether something of a load is to be committed. */
  #isChanged(load_id: string): boolean {
    if (!this.#dirty.has(load_id)) return false;
    if (changedFields(this.#entries.get(load_id) as Entry)) return true;
    this.#dirty.delete(load_id);
    return false;
  }

  catchUp(): Promise<void> {
    return this.#exclusively(() => this.#applyCommitted());
  }

  /** Catches up if one of these loads is unknown here: another server may have just added it for the same person. */
  async catchUpFor(load_ids: readonly string[]): Promise<void> {
    if (load_ids.some((load_id) => !this.has(load_id))) await this.catchUp();
  }

  /** Applies read times of other servers since `after` (ms); unchanged responses are no changes. */
  async applyReadTimes(after: number): Promise<void> {
    await this.#readTimes.applyTo(this.#entries, after);
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #applyCommitted(): Promise<void> {
    for (let more = true; more; await nextTurn()) {
      const changed = await changedSince(this.options.db, this.#version, MAX_PUTS);
      await this.#apply(changed);
      more = changed.rows.length === MAX_PUTS;
    }
  }

  /** Applies and publishes what other servers have changed, oldest change first. */
  async #apply({ rows, version }: Awaited<ReturnType<typeof changedSince>>): Promise<void> {
    const { placeOf } = this.options;
    const items: ChangeEvent['items'] = [];
    const [added, removed]: [string[], string[]] = [[], []];
    for (const row of rows) {
      const { load_id } = row;
      if (!row.watched) {
        if (this.#entries.has(load_id)) removed.push(load_id);
        this.#forget(load_id, row.version);
        continue;
      }
      this.#removed.delete(load_id);
      const remote = fromRow(row, placeOf);
      const local = this.#entries.get(load_id);
      if (!local) added.push(load_id);
      const entry = local ?? { ...remote, published: null };
      const fields = changedFields({ ...entry, item: remote.item });
      this.#merge(entry, remote);
      if (fields) items.push(fields);
    }
    this.#version = Math.max(this.#version, version);
    await this.#publish({ added, removed }, { items, removed, version: this.#version });
  }

  async #publish(membership: MembershipChange | null, change: Change): Promise<void> {
    const { log } = this.options;
    if (membership && membership.added.length + membership.removed.length > 0)
      await afterCommit(log, 'publish loads of another server', () =>
        this.onMembershipChange.publish(membership),
      );
    if (change.items.length + change.removed.length > 0)
      await afterCommit(log, 'publish changes of the board', () => this.onChange.publish(change));
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

  /** The entry may have changed during the commit, or before that of another server. */
  #merge(entry: Entry, committed: Entry): void {
    const { load_id } = committed.item;
    const isPending = mergeCommitted(entry, committed);
    this.#put(load_id, entry);
    this.#dirty.delete(load_id);
    if (!isPending) return;
    // From all fields together, which the committing server may not have had.
    this.#endEta(entry);
    this.#predict(entry);
    if (changedFields(entry)) this.#touch(load_id);
  }

  #forget(load_id: string, version: number): void {
    this.#removed.set(load_id, version);
    this.#entries.delete(load_id);
    this.#dirty.delete(load_id);
    this.#readTimes.delete(load_id);
    this.#compareTrucks(load_id);
  }

  /** `version`: as for `setFields`. */
  #change(load_id: string, fields: OwnedFields, version?: number): boolean {
    const entry = this.#entries.get(load_id);
    const changed = entry !== undefined && setFields(entry, fields, this.now(), version);
    if (changed) this.#touch(load_id);
    return changed;
  }

  #changeAt(load_id: string, owner: 'triage' | 'calls', fields: OwnedFields, change: number): void {
    const entry = this.#entries.get(load_id);
    if (!entry || change <= (entry.versions[owner] ?? 0)) return;
    if (!this.#change(load_id, fields, change)) entry.versions = { ...entry.versions, [owner]: change };
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

  /** Commits a batch; prepared again when another server has committed in the meantime. */
  async #store(prepare: () => Batch): Promise<void> {
    while (!(await this.#commit(prepare()))) await this.#applyCommitted();
  }

  /** False when another server has committed in the meantime; then nothing is changed. */
  async #commit({ puts = [], removals = new Map(), entries = [] }: Batch): Promise<boolean> {
    let version = this.#version;
    const now = this.now();
    const changed = puts.map((put) => {
      version += 1;
      put.item = { ...put.item, version };
      return {
        put,
        positions: [...put.positions],
        cases: [...put.cases],
        fields: changedFields(put) ?? put.item,
      };
    });
    const dropped = [...removals].map(([id, departure]) => {
      const entry = this.#entries.get(id) as Entry;
      version += 1;
      const archived = departure ? [toArchivedLoad(entry.item, departure, version, now)] : [];
      return { id, version, row: toRemovedRow(entry, version, now), archived };
    });
    const { db, log, onCommit, onCases } = this.options;
    // That there is nothing to do holds only if no other server has changed it.
    if (version === this.#version) return (await boardVersion(db)) === version;
    const changes = {
      rows: [...puts.map(toRow), ...dropped.map(({ row }) => row)],
      positions: changed.flatMap(({ positions }) => positions),
      cases: changed.flatMap(({ cases }) => cases),
      archived: dropped.flatMap(({ archived }) => archived),
      added: puts.flatMap(({ item, published }) => (published ? [] : [item.load_id])),
      entries,
    };
    if (!(await saveChanges(db, changes, { before: this.#version, after: version }))) return false;
    this.#version = version;
    for (const { put, positions, cases } of changed) {
      const { load_id } = put.item;
      markPublished(put);
      const entry = this.#entries.get(load_id) ?? put;
      this.#merge(entry, put);
      entry.positions.splice(0, positions.length);
      entry.cases.splice(0, cases.length);
      this.#readTimes.delete(load_id);
      this.#removed.delete(load_id);
    }
    for (const { id, version: at } of dropped) this.#forget(id, at);
    const removed = dropped.map(({ id }) => id);
    await this.#publish(null, { items: changed.map(({ fields }) => fields), removed, version });
    await afterCommit(log, 'notify other servers of changes of the board', () => onCommit?.(version));
    if (changes.cases.length > 0) await afterCommit(log, 'learn from predicted arrivals', () => onCases?.());
    return true;
  }
}

const entriesAbout = (load_ids: readonly string[], entryOf: EntryOf | null) =>
  entryOf && load_ids.length > 0 ? [entryOf(load_ids)] : [];
