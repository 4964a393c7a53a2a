/**
 * All watched loads, outside React. A row subscribes only to its own load. A change is published in the next frame if something shows the
 * load, otherwise within a second. With thousands of loads, the next frame updates the row alone; counts, order and map follow within
 * four seconds.
 */
import type { BoardLoad, BoardLoads, ChangeEvent, ServiceStatus } from '@waypost/contract/api/board';
import type { Owner } from '@waypost/contract/api/load-triage';
import { isServiceUnavailable } from '@waypost/triage/cause';
import type { DeriveFacts, LoadFacts } from '@waypost/triage/facts';
import { BANDS, type Band, bandOf } from '@waypost/triage/score';
import { HEALTH_ORDER, type HealthKey } from '../ui/health.ts';
import { paceOf } from '../ui/pace.ts';
import { KeyedSignal, Signal } from '../ui/signal.ts';

export interface Counts {
  readonly total: number;
  readonly attention: number;
  readonly by_health: Readonly<Record<HealthKey, number>>;
  /** Exceptions that nobody has closed, by owner. */
  readonly by_owner: readonly OwnerCount[];
  readonly snoozed: number;
  /** No exceptions, and yet not all right. */
  readonly may_be_late: number;
  /** The same of the loads that need attention, and their severity. */
  readonly of_attention: Pick<Counts, 'by_health' | 'by_owner'> & {
    readonly by_band: Readonly<Record<Band, number>>;
  };
}

export interface OwnerCount {
  /** Null: nobody. */
  readonly owner: Owner | null;
  readonly count: number;
}

/** The changes since the last one. `reset`: anything may differ. Listeners must not retain the sets. */
export interface Flush {
  readonly changed: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly reset: boolean;
}

interface LoadStoreOptions {
  readonly derive: DeriveFacts;
  readonly now: () => number;
  /** Runs the callback in the next frame, or after so many milliseconds. Called again when the next frame has become necessary. */
  readonly schedule: (flush: () => void, when: 'frame' | number) => void;
}

type Due = 'frame' | 'later';

interface Entry {
  load: BoardLoad;
  facts: LoadFacts;
}

export interface ListDraft {
  add(items: readonly BoardLoad[]): void;
  /** Replaces the current list by what has been added so far, of `total` loads; goes on with `add`. */
  show(total: number): void;
  /** Replaces the current list. */
  commit(): void;
}

export class LoadStore {
  readonly #options: LoadStoreOptions;
  #entries = new Map<string, Entry>();
  readonly #loadSignal = new KeyedSignal();
  readonly #countSignal = new Signal();
  readonly #statusSignal = new Signal();
  readonly #flushSignal = new Signal<[Flush]>();
  /** Loads whose last read failed: only their facts depend on whether the service is down. */
  #failed = new Set<string>();
  /** No facts expire before this time. */
  #nextExpiry = Number.POSITIVE_INFINITY;
  #tally = emptyBoardTally();
  #counts: Counts = snapshot(this.#tally, 0);
  #status: ServiceStatus | null = null;
  #outage = false;
  #loaded = false;
  #shown: 'part' | 'all' | null = null;
  /** Of the whole list, while its first part is shown; otherwise 0. */
  #expected = 0;
  #shownFrom: number | null = null;
  #changed = new Set<string>();
  #removed = new Set<string>();
  #reset = false;
  #scheduled: Due | null = null;
  /** Shown loads to be published in the next frame, before they are counted and ordered. */
  #rows = new Set<string>();

  constructor(options: LoadStoreOptions) {
    this.#options = options;
  }

  /** False until the first list has been committed. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** The first list has been published, so that everything that follows the store knows it. */
  get published(): boolean {
    return this.#shown === 'all';
  }
  /** The same, or its first part, which has all exceptions. */
  get shown(): boolean {
    return this.#shown !== null;
  }
  /** Loads that are still to come while the first part of the list is shown; otherwise 0. */
  get awaited(): number {
    return Math.max(0, this.#expected - this.#entries.size);
  }
  /** When the displayed list was read, while it is from an earlier visit; null for a list of the server. */
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
  /** Counts of the loads that match, by a pass over all. */
  countsOf(matches: (load: BoardLoad, facts: LoadFacts) => boolean): Counts {
    const tally = emptyBoardTally();
    let total = 0;
    for (const { load, facts } of this.#entries.values()) {
      if (!matches(load, facts)) continue;
      count(tally, load, facts, 1);
      total += 1;
    }
    return snapshot(tally, total);
  }

  replaceAll({ items, status }: Pick<BoardLoads, 'items' | 'status'>): void {
    const draft = this.draft(status);
    draft.add(items);
    draft.commit();
  }

  /** Builds a new list from slices; the current one stays until `commit`. */
  draft(status: ServiceStatus, { shown_from = null }: { shown_from?: number | null } = {}): ListDraft {
    const entries = new Map<string, Entry>();
    const failed = new Set<string>();
    const tally = emptyBoardTally();
    let next_expiry = Number.POSITIVE_INFINITY;
    const outage = isServiceUnavailable(status.state);
    const adopt = (expected: number) => {
      this.#entries = entries;
      this.#failed = failed;
      this.#nextExpiry = next_expiry;
      this.#tally = tally;
      this.#outage = outage;
      this.#status = status;
      this.#shownFrom = shown_from;
      this.#expected = expected;
      this.#reset = true;
      this.#scheduleFlush('frame');
      this.#statusSignal.emit();
    };
    return {
      add: (items) => {
        const context = { now: this.#options.now(), outage };
        for (const load of items) {
          // A person has added it since the first part is shown.
          if (entries.has(load.load_id)) continue;
          const facts = this.#options.derive(load, context);
          entries.set(load.load_id, { load, facts });
          if (load.read_error !== null) failed.add(load.load_id);
          next_expiry = Math.min(next_expiry, facts.valid_until);
          count(tally, load, facts, 1);
        }
      },
      show: adopt,
      commit: () => {
        this.#loaded = true;
        adopt(0);
      },
    };
  }

  /**
   * Applies a stream event; items that are not newer than the stored version are ignored.
   * @returns false when an unknown load arrived in part: events were missed, and the list must be fetched again
   */
  apply({ items, removed }: ChangeEvent): boolean {
    const context = { now: this.#options.now(), outage: this.#outage };
    let complete = true;
    let when: Due = 'later';
    for (const item of items) {
      const old = this.#entries.get(item.load_id)?.load;
      if (old && item.version <= old.version) continue;
      if (!old && item.watched_at === undefined) {
        complete = false;
        continue;
      }
      const load = { ...old, ...item } as BoardLoad;
      const facts = this.#options.derive(load, context);
      const shown = this.#loadSignal.has(load.load_id);
      // An act of a person is counted and ordered at once; a reading on a large board updates only the row so soon.
      if (!old || (shown && (item.triage !== undefined || !this.#isLarge))) when = 'frame';
      else if (shown) this.#scheduleRow(load.load_id);
      this.#put(load, facts);
      this.#changed.add(load.load_id);
      this.#removed.delete(load.load_id);
    }
    for (const load_id of removed) this.remove(load_id);
    if (this.#changed.size > 0) this.#scheduleFlush(when);
    return complete;
  }

  /** Also called before the stream event arrives, when the person removed the load on this page. */
  remove(load_id: string): void {
    const entry = this.#entries.get(load_id);
    if (!entry) return;
    count(this.#tally, entry.load, entry.facts, -1);
    this.#entries.delete(load_id);
    this.#failed.delete(load_id);
    this.#changed.delete(load_id);
    this.#removed.add(load_id);
    this.#scheduleFlush('frame');
  }

  setStatus(status: ServiceStatus): void {
    this.#status = status;
    const outage = isServiceUnavailable(status.state);
    if (outage !== this.#outage) {
      this.#outage = outage;
      this.#rederive(this.#failed);
    }
    this.#statusSignal.emit();
  }

  sweep(): void {
    const now = this.#options.now();
    if (now < this.#nextExpiry) return;
    const expired: string[] = [];
    let next_expiry = Number.POSITIVE_INFINITY;
    for (const [load_id, { facts }] of this.#entries) {
      if (facts.valid_until <= now) expired.push(load_id);
      else if (facts.valid_until < next_expiry) next_expiry = facts.valid_until;
    }
    this.#nextExpiry = next_expiry;
    this.#rederive(expired);
  }

  readonly subscribeCounts = this.#countSignal.subscribe;
  readonly subscribeStatus = this.#statusSignal.subscribe;
  readonly subscribeFlush = this.#flushSignal.subscribe;
  readonly subscribeLoad = this.#loadSignal.subscribe;

  #rederive(load_ids: Iterable<string>): void {
    const context = { now: this.#options.now(), outage: this.#outage };
    for (const load_id of load_ids) {
      const entry = this.#entries.get(load_id);
      if (!entry) continue;
      this.#put(entry.load, this.#options.derive(entry.load, context));
      this.#changed.add(load_id);
    }
    if (this.#changed.size > 0) this.#scheduleFlush('frame');
  }

  #put(load: BoardLoad, facts: LoadFacts): void {
    const { load_id, read_error } = load;
    const old = this.#entries.get(load_id);
    if (old) count(this.#tally, old.load, old.facts, -1);
    count(this.#tally, load, facts, 1);
    // Change the set only when necessary: the caller may be iterating over it.
    if ((read_error !== null) !== this.#failed.has(load_id)) {
      if (read_error === null) this.#failed.delete(load_id);
      else this.#failed.add(load_id);
    }
    this.#nextExpiry = Math.min(this.#nextExpiry, facts.valid_until);
    this.#entries.set(load_id, { load, facts });
  }

  get #isLarge(): boolean {
    return paceOf(this.#entries.size, UNSEEN_MS) > UNSEEN_MS;
  }

  #scheduleRow(load_id: string): void {
    if (this.#rows.size === 0) this.#options.schedule(() => this.#publishRows(), 'frame');
    this.#rows.add(load_id);
  }

  #publishRows(): void {
    const rows = this.#rows;
    this.#rows = new Set();
    this.#loadSignal.emit(rows);
  }

  #scheduleFlush(when: Due): void {
    if (this.#scheduled === 'frame' || this.#scheduled === when) return;
    this.#scheduled = when;
    this.#options.schedule(
      () => this.flush(),
      when === 'frame' ? when : paceOf(this.#entries.size, UNSEEN_MS),
    );
  }

  /** Publishes the changes since the last flush. */
  flush(): void {
    this.#scheduled = null;
    const flush: Flush = { changed: this.#changed, removed: this.#removed, reset: this.#reset };
    if (!flush.reset && flush.changed.size === 0 && flush.removed.size === 0) return;
    this.#changed = new Set();
    this.#removed = new Set();
    this.#reset = false;
    const counts = snapshot(this.#tally, this.#entries.size + this.awaited);
    const countsDiffer = !sameCounts(counts, this.#counts);
    if (countsDiffer) this.#counts = counts;

    if (flush.reset) this.#shown = this.#loaded ? 'all' : 'part';
    this.#flushSignal.emit(flush);
    if (countsDiffer || flush.reset) this.#countSignal.emit();
    this.#loadSignal.emit(flush.reset ? undefined : [...flush.changed, ...flush.removed]);
  }
}

/** Interval of publishing changes that nothing shows. */
const UNSEEN_MS = 1000;

export const zeros = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

interface PartTally {
  readonly by_health: Record<HealthKey, number>;
  readonly by_owner: OwnerTally;
}

interface BoardTally extends PartTally {
  attention: number;
  snoozed: number;
  may_be_late: number;
  readonly of_attention: PartTally & { readonly by_band: Record<Band, number> };
}

function emptyBoardTally(): BoardTally {
  const part = () => ({ by_health: zeros(HEALTH_ORDER), by_owner: new OwnerTally() });
  return {
    attention: 0,
    snoozed: 0,
    may_be_late: 0,
    ...part(),
    of_attention: { ...part(), by_band: zeros(BANDS) },
  };
}

class OwnerTally {
  readonly #counts = new Map<string | null, OwnerCount>();
  #snapshot: readonly OwnerCount[] | null = null;

  add(owner: Owner | null, by: 1 | -1): void {
    const key = owner?.sub ?? null;
    const count = (this.#counts.get(key)?.count ?? 0) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, { owner, count });
    this.#snapshot = null;
  }

  /** The same array until something changes. */
  snapshot(): readonly OwnerCount[] {
    this.#snapshot ??= [...this.#counts.values()];
    return this.#snapshot;
  }
}

function count(tally: BoardTally, { triage }: BoardLoad, facts: LoadFacts, by: 1 | -1): void {
  const owner = triage?.owner ?? null;
  tally.by_health[facts.health] += by;
  if (facts.triage !== null && facts.triage !== 'closed') tally.by_owner.add(owner, by);
  if (facts.triage === 'snoozed') tally.snoozed += by;
  if (facts.may_be_late) tally.may_be_late += by;
  if (!facts.attention) return;
  tally.attention += by;
  tally.of_attention.by_health[facts.health] += by;
  tally.of_attention.by_owner.add(owner, by);
  tally.of_attention.by_band[bandOf(facts.score)] += by;
}

function snapshot(
  { attention, snoozed, may_be_late, by_health, by_owner, of_attention }: BoardTally,
  total: number,
): Counts {
  return {
    total,
    attention,
    snoozed,
    may_be_late,
    by_health: { ...by_health },
    by_owner: by_owner.snapshot(),
    of_attention: {
      by_health: { ...of_attention.by_health },
      by_owner: of_attention.by_owner.snapshot(),
      by_band: { ...of_attention.by_band },
    },
  };
}

function sameCounts(a: Counts, b: Counts): boolean {
  return (
    a.total === b.total &&
    a.attention === b.attention &&
    a.snoozed === b.snoozed &&
    a.may_be_late === b.may_be_late &&
    sameNumbers(a.by_health, b.by_health) &&
    sameOwners(a.by_owner, b.by_owner) &&
    sameNumbers(a.of_attention.by_health, b.of_attention.by_health) &&
    sameNumbers(a.of_attention.by_band, b.of_attention.by_band) &&
    sameOwners(a.of_attention.by_owner, b.of_attention.by_owner)
  );
}

const sameNumbers = <K extends string>(a: Readonly<Record<K, number>>, b: Readonly<Record<K, number>>) =>
  (Object.keys(a) as K[]).every((key) => a[key] === b[key]);

const sameOwners = (a: readonly OwnerCount[], b: readonly OwnerCount[]) =>
  a === b ||
  (a.length === b.length &&
    a.every(({ owner, count }, at) => owner?.sub === b[at]?.owner?.sub && count === b[at]?.count));
