/**
 * What the list of exceptions says above its rows: the index of causes, and the short list of what to do now. Derived from the
 * list of the loads that need attention.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { quietFleetOfGroup } from '@waypost/triage/fleet';
import { comparePlaces, type Place, worstFirstPlace } from '@waypost/triage/rank';
import { BANDS, type Band, bandOf, isForNow } from '@waypost/triage/score';
import { Signal } from '../ui/signal.ts';
import type { Live } from './context.ts';
import type { Group } from './order.ts';
import type { LoadView } from './view.ts';

export interface CauseSummary {
  /** The cause, or the key of a quiet fleet. */
  readonly key: string;
  readonly loads: number;
  /** Not seen by this person yet. */
  readonly fresh: number;
  /** Loads that nobody has, and when the oldest of these exceptions opened, milliseconds since 1970. */
  readonly not_taken: number;
  readonly oldest_at: number | null;
  /** Of its most severe load, and how many loads have it. */
  readonly band: Band;
  readonly of_band: number;
  /** Some of its loads are listed in what to do now. */
  readonly in_now: boolean;
}

export const BAND_WORD: Readonly<Record<Band, string>> = {
  critical: 'Critical',
  high: 'High',
  watch: 'Watch',
};

/** Loads in order, some of them below a heading. A group with an empty key has none. */
export interface ListedGroups {
  readonly ids: readonly string[];
  readonly groups: readonly Group[];
}

/** A part of a list. */
export interface ListedPart extends ListedGroups {
  /** Changes held back; absent: those of the whole list. */
  readonly waiting?: number;
}

export interface AttentionSnapshot {
  readonly causes: readonly CauseSummary[];
  readonly now: ListedGroups & {
    /** Single loads and quiet fleets. */
    readonly count: number;
    /** Loads that need attention and that nobody has, listed here or not. */
    readonly not_taken: number;
    /** Loads that would appear or disappear if the list were not held. */
    readonly waiting: number;
  };
  /** Changes of all causes that are held back. */
  readonly waiting: number;
}

const NOTHING: ListedGroups = { ids: [], groups: [] };
const EMPTY: AttentionSnapshot = {
  causes: [],
  now: { ...NOTHING, count: 0, not_taken: 0, waiting: 0 },
  waiting: 0,
};

type AttentionOptions = Pick<Live, 'store' | 'exceptions'> & {
  /** The loads that need attention, grouped by cause. */
  readonly view: LoadView;
  /** Runs the callback after a delay. */
  readonly schedule: (refresh: () => void) => void;
  /** How many of the most urgent to list, and of which loads. A quiet fleet counts as one. */
  readonly most: number;
  readonly of: 'to_do' | 'all';
  readonly now: () => number;
};

export class Attention {
  readonly #options: AttentionOptions;
  readonly #changes = new Signal();
  #snapshot = EMPTY;
  #scheduled = false;
  /** Something has changed since the last refresh. */
  #stale = false;
  #running = false;

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  /** @returns stops following the list */
  start(): () => void {
    const { view, store, exceptions } = this.#options;
    const soon = () => this.#schedule();
    const stops = [
      view.subscribe(() => this.#refresh()),
      view.onRelease(() => this.#refresh()),
      // The owner of a load has no influence on its place in the list; most changes are of loads that need no attention.
      store.subscribeFlush(({ changed, reset }) => {
        if (reset || view.held || [...changed].some((load_id) => view.members.has(load_id))) soon();
      }),
      exceptions.subscribe(soon),
    ];
    this.#running = true;
    this.#refresh();
    return () => {
      this.#running = false;
      for (const stop of stops) stop();
    };
  }

  readonly subscribe = this.#changes.subscribe;
  readonly snapshot = (): AttentionSnapshot => this.#snapshot;

  #schedule(): void {
    this.#stale = true;
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.schedule(() => {
      this.#scheduled = false;
      if (this.#running && this.#stale) this.#refresh();
    });
  }

  #refresh(): void {
    this.#stale = false;
    const { view } = this.#options;
    const { ids, groups, waiting } = view.snapshot();
    const now = this.#sameList(this.#now(ids, groups));
    const in_now = new Set(now.ids);
    // The most severe first, also where another order was chosen for the loads.
    const causes = groups
      .map((group) => this.#summarize(group, ids, in_now))
      .sort((a, b) => BANDS.indexOf(a.band) - BANDS.indexOf(b.band));
    const next = { causes, now, waiting };
    if (JSON.stringify(next) === JSON.stringify(this.#snapshot)) return;
    this.#snapshot = next;
    this.#changes.emit();
  }

  /** The arrays of before, if they say the same: who lists them has nothing to do then. */
  #sameList(now: AttentionSnapshot['now']): AttentionSnapshot['now'] {
    const { ids, groups } = this.#snapshot.now;
    const same = JSON.stringify([ids, groups]) === JSON.stringify([now.ids, now.groups]);
    return same ? { ...now, ids, groups } : now;
  }

  #summarize(
    { key, from, count }: Group,
    ids: readonly string[],
    now_ids: ReadonlySet<string>,
  ): CauseSummary {
    const { store, exceptions } = this.#options;
    const unseen = exceptions.get().ids;
    let [loads, fresh, not_taken] = [0, 0, 0];
    const by_band: Record<Band, number> = { critical: 0, high: 0, watch: 0 };
    // Times of the server, all in UTC: the earliest is the first by its letters, and only that one has to be read.
    let oldest: string | null = null;
    let in_now = false;
    for (let at = from; at < from + count; at += 1) {
      const load_id = ids[at] as string;
      const facts = store.facts(load_id);
      if (!facts) continue;
      loads += 1;
      in_now ||= now_ids.has(load_id);
      by_band[bandOf(facts.score)] += 1;
      if (unseen.has(load_id)) fresh += 1;
      const triage = store.get(load_id)?.triage;
      if (triage?.owner) continue;
      not_taken += 1;
      if (triage && (oldest === null || triage.opened_at < oldest)) oldest = triage.opened_at;
    }
    const band = BANDS.find((one) => by_band[one] > 0) ?? 'watch';
    const oldest_at = oldest === null ? null : Date.parse(oldest);
    return { key, loads, fresh, not_taken, oldest_at, band, of_band: by_band[band], in_now };
  }

  /** While the list is held, what to do now stays as it is; only the number of pending changes is updated. */
  #now(ids: readonly string[], groups: readonly Group[]): AttentionSnapshot['now'] {
    const { view } = this.#options;
    const before = this.#snapshot.now;
    const next = this.#mostUrgent(ids, groups);
    if (!view.held || before.count === 0) return { ...next, waiting: 0 };
    const shown = new Set(before.ids);
    const wanted = new Set(next.ids);
    const waiting =
      next.ids.filter((id) => !shown.has(id)).length + before.ids.filter((id) => !wanted.has(id)).length;
    return { ...before, not_taken: next.not_taken, waiting };
  }

  #mostUrgent(ids: readonly string[], groups: readonly Group[]): Omit<AttentionSnapshot['now'], 'waiting'> {
    const { store, most, of } = this.#options;
    const to_do = of === 'to_do';
    const now = this.#options.now();
    const compare = (a: Item, b: Item) => (to_do ? 0 : forAll(a, b)) || mostUrgentFirst(a, b, now);
    const chosen = new MostUrgent(most, compare);
    let not_taken = 0;
    for (const { key, from, count } of groups) {
      const is_fleet = quietFleetOfGroup(key) !== null;
      const open: string[] = [];
      let worst: Item | null = null;
      for (let at = from; at < from + count; at += 1) {
        const load_id = ids[at] as string;
        const [load, facts] = [store.get(load_id), store.facts(load_id)];
        if (!load || !facts) continue;
        if (!load.triage?.owner) not_taken += 1;
        if (to_do && !isToTake({ load, facts })) continue;
        if (!is_fleet) {
          chosen.add({ load, facts, group: '', load_ids: [load_id] });
          continue;
        }
        open.push(load_id);
        const item = { load, facts, group: key, load_ids: open };
        if (worst === null || compare(item, worst) < 0) worst = item;
      }
      if (worst) chosen.add(worst);
    }
    const listed: string[] = [];
    const listed_groups: Group[] = [];
    for (const { group, load_ids } of chosen.items) {
      const last = listed_groups.at(-1);
      if (group === '' && last?.key === '') listed_groups.splice(-1, 1, { ...last, count: last.count + 1 });
      else listed_groups.push({ key: group, from: listed.length, count: load_ids.length });
      listed.push(...load_ids);
    }
    return { ids: listed, groups: listed_groups, count: chosen.items.length, not_taken };
  }
}

interface Item {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
  /** Key of a quiet fleet; empty for a single load. */
  readonly group: string;
  readonly load_ids: readonly string[];
  /** Within a cause; derived when two are equal in all else. */
  place?: Place;
}

const placeOf = (item: Item): Place =>
  (item.place ??= { ...worstFirstPlace(item.load, item.facts, null), section: '' });

type Compare = (a: Item, b: Item) => number;

/** The first few of many, without sorting all of them each time. */
class MostUrgent {
  readonly items: Item[] = [];
  readonly #most: number;
  readonly #compare: Compare;

  constructor(most: number, compare: Compare) {
    this.#most = most;
    this.#compare = compare;
  }

  add(item: Item): void {
    const { items } = this;
    const last = items[this.#most - 1];
    if (last && this.#compare(item, last) >= 0) return;
    const at = items.findIndex((other) => this.#compare(item, other) < 0);
    items.splice(at < 0 ? items.length : at, 0, item);
    items.length = Math.min(items.length, this.#most);
  }
}

/** What can still be saved, but not for long. */
const SOON_MS = 2 * 3_600_000;

/**
 * The worst band; then appointments that are soon, those that have passed, and later ones, each from the nearest on: what was just missed
 * can be saved more easily than what was missed yesterday; then as within a cause.
 */
function mostUrgentFirst(a: Item, b: Item, now: number): number {
  const band = ({ facts }: Item) => BANDS.indexOf(bandOf(facts.score));
  const turn = (item: Item) => (left(item) < now ? 1 : left(item) < now + SOON_MS ? 0 : 2);
  const left = ({ facts }: Item) => facts.appointment_at ?? Number.POSITIVE_INFINITY;
  const distance = (item: Item) => Math.abs(left(item) - now);
  return (
    band(a) - band(b) ||
    turn(a) - turn(b) ||
    Math.sign(distance(a) - distance(b)) ||
    comparePlaces(placeOf(a), placeOf(b))
  );
}

/** It is to be done now, and nobody has it. */
function isToTake({ load, facts }: Pick<Item, 'load' | 'facts'>): boolean {
  return !load.triage?.owner && isForNow(facts.cause, facts.score);
}

/**
 * The worst band; within it, what nobody has before what somebody deals with. A load that only an id names helps nobody across a room,
 * so it is the last of its band.
 */
function forAll(a: Item, b: Item): number {
  const place = ({ load, facts: { score } }: Item) => [
    BANDS.indexOf(bandOf(score)),
    Number(load.load_ref === null),
    Number(Boolean(load.triage?.owner)),
  ];
  const [x, y] = [place(a), place(b)];
  const differs = x.findIndex((value, at) => value !== y[at]);
  return differs < 0 ? 0 : (x[differs] as number) - (y[differs] as number);
}

/** The part of the list to show: what to do now, one group, or all groups. Falls back to what there is. */
export function listedPart(
  part: string | undefined,
  { now, causes }: AttentionSnapshot,
): 'now' | 'all' | (string & {}) {
  if (part === 'all' || causes.some(({ key }) => key === part)) return part as string;
  return now.count > 0 ? 'now' : (causes[0]?.key ?? 'all');
}
