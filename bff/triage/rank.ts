/**
 * The order of exceptions, worst first, in every list: board, table, wall, exports and API. Loads of one cause (or of one quiet fleet)
 * stay together in a section, ordered by what matters for the cause; a section stands where its most urgent load puts it.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from './facts.ts';
import { quietFleetGroup, quietFleetOfGroup } from './fleet.ts';
import { CAUSES, type Cause, isCause, priorityOf } from './score.ts';

/**
 * What decides among the loads of a cause:
 * - `lateness`: the latest first, by the middle of its interval;
 * - `appointment`: the longest passed first, then the soonest;
 * - `silence`: the longest without a ping first.
 */
export type DecidedBy = 'lateness' | 'appointment' | 'silence';

/** Of a truck that has never reported, only the appointment tells how soon it matters. */
const SILENCE_CAUSES: ReadonlySet<Cause> = new Set(['stale', 'stale_driving']);
const LATENESS_CAUSES: ReadonlySet<Cause> = new Set(['late', 'running_late', 'overdue', 'late_known']);

export function decidedBy(cause: Cause): DecidedBy {
  if (LATENESS_CAUSES.has(cause)) return 'lateness';
  return SILENCE_CAUSES.has(cause) ? 'silence' : 'appointment';
}

/** When the truck last reported; without any ping, when its silence was noticed. Milliseconds since 1970; null when unknown. */
export function silentSince({ last_position, triage }: BoardLoad, cause: Cause): number | null {
  if (last_position) return Date.parse(last_position.occurred_at);
  return triage?.cause === cause ? Date.parse(triage.opened_at) : null;
}

/** Place of a load in a sorted list. */
export interface Place {
  readonly load_id: string;
  /** The cause, or the key of a quiet fleet; the same for all loads where they are not sorted by exception. */
  readonly section: string;
  /** Priority of the load (`priorityOf`): the highest of a section decides the place of the section. */
  readonly score: number;
  /** Smallest first; null last in either direction, because unknown is neither best nor worst. */
  readonly key: number | string | null;
  /** The appointment at risk, milliseconds since 1970: the soonest of equal keys first. */
  readonly due: number | null;
  /** When the exception began, milliseconds since 1970: the oldest of equal keys first. */
  readonly since: number | null;
  /** Natural order of the load number. */
  readonly tie: string;
}

export type Direction = 1 | -1;

/** @param quiet_fleet id of the fleet whose silence explains the exception; null: the exception is the load's own */
export function worstFirstPlace(load: BoardLoad, facts: LoadFacts, quiet_fleet: string | null): Place {
  return {
    load_id: load.load_id,
    section: quiet_fleet === null ? facts.cause : quietFleetGroup(quiet_fleet),
    score: priorityOf(facts.score),
    // What a fleet's silence explains is ordered by it, whatever the cause of each load.
    key: quiet_fleet === null ? decisiveKey(load, facts) : silentSince(load, facts.cause),
    due: facts.appointment_at,
    since: facts.since,
    tie: tieOf(load),
  };
}

/** The natural order of the load number; without one, any order that stays. */
export const tieOf = ({ load_ref, load_id }: BoardLoad): string =>
  load_ref === null ? load_id : naturalKey(load_ref);

function decisiveKey(load: BoardLoad, { cause, lateness, appointment_at }: LoadFacts): number | null {
  switch (decidedBy(cause)) {
    case 'lateness':
      return lateness === null ? null : -lateness;
    case 'silence':
      return silentSince(load, cause);
    case 'appointment':
      return appointment_at;
  }
}

/** Total order of places. Different sections are only kept apart; `orderSections` decides which comes first. */
export function comparePlaces(a: Place, b: Place, direction: Direction = 1): number {
  if (a.section !== b.section) return a.section < b.section ? -1 : 1;
  return (
    compareKnown(a.key, b.key, direction) ||
    compareKnown(a.due, b.due, direction) ||
    compareKnown(a.since, b.since, direction) ||
    compare(a.tie, b.tie) ||
    compare(a.load_id, b.load_id)
  );
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareKnown(a: number | string | null, b: number | string | null, direction: Direction): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b) * direction;
}

export interface Section<T> {
  readonly key: string;
  /** The highest priority of its loads. */
  readonly score: number;
  readonly places: readonly T[];
}

/** @param places sorted by `comparePlaces` */
export function sectionsOf<T extends Place>(places: readonly T[]): Section<T>[] {
  const sections: Section<T>[] = [];
  let from = 0;
  for (let at = 1; at <= places.length; at += 1) {
    const { section: key } = places[from] as T;
    if (places[at]?.section === key) continue;
    const run = places.slice(from, at);
    sections.push({
      key,
      score: run.reduce((highest, { score }) => Math.max(highest, score), 0),
      places: run,
    });
    from = at;
  }
  return sections;
}

/** One exception that stands for many loads must not be below the first screen. */
const MAX_SECTIONS_ABOVE_FLEET = 5;

/** Sections with the most urgent load first, then the worse cause. A quiet fleet is never below six sections. */
export function orderSections<T>(sections: readonly Section<T>[], direction: Direction = 1): Section<T>[] {
  const sorted = sections.toSorted(compareSections);
  const isFleet = ({ key }: Section<T>) => quietFleetOfGroup(key) !== null;
  const last = sorted.filter((section) => !isFleet(section))[MAX_SECTIONS_ABOVE_FLEET];
  const limit = last === undefined ? sorted.length : sorted.indexOf(last);
  const below = sorted.slice(limit);
  const ordered = [
    ...sorted.slice(0, limit),
    ...below.filter(isFleet),
    ...below.filter((section) => !isFleet(section)),
  ];
  return direction === 1 ? ordered : ordered.reverse();
}

export function compareSections(a: Section<unknown>, b: Section<unknown>): number {
  return b.score - a.score || severityRank(a.key) - severityRank(b.key) || compare(a.key, b.key);
}

/** A quiet fleet comes before single loads of the same priority. */
const severityRank = (key: string): number => (isCause(key) ? CAUSES.indexOf(key) : -1);

/** Sorts items into the order of every list. */
export function worstFirst<T>(items: readonly T[], placeOf: (item: T) => Place): T[] {
  const places = items.map((item) => ({ ...placeOf(item), item })).sort((a, b) => comparePlaces(a, b));
  return orderSections(sectionsOf(places)).flatMap((section) => section.places.map(({ item }) => item));
}

const natural_keys = new Map<string, string>();
/** References come and go for weeks on an open page; the cache must not grow forever. */
const MAX_NATURAL_KEYS = 200_000;

/** Key whose plain string order is the natural order: LD-9 before LD-10. */
export function naturalKey(text: string): string {
  let key = natural_keys.get(text);
  if (key === undefined) {
    key = text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));
    if (natural_keys.size >= MAX_NATURAL_KEYS) natural_keys.clear();
    natural_keys.set(text, key);
  }
  return key;
}
