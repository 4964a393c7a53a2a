/**
 * A monitor's state from a set of facts: answers to its creation, reads, events. A merge: the order in which facts come, how often each
 * comes and where a restart cuts them change nothing. Each fact alone is a small state; the state is their merge.
 *
 * - Every field is the value of the latest record that had one (`updated_at`); a record that leaves it out takes nothing away.
 * - A terminal status wins over any other. Of two terminal ones the better evidenced counts, then the earlier.
 * - Times at a stop: those of the stop's own events first, then those that events carry along, then reads. Of several alike the earliest.
 */
import type { MonitorEnding } from '@waypost/contract/api/monitors';
import { isTerminal, MONITOR_MACHINE } from '@waypost/contract/states';

/** A value and the time (ms) of its record. */
export interface Observed<T> {
  readonly v: T;
  readonly t: number;
}

/** How a time is known, best first: by the event of that very thing, by a record in another event, by a read, by the sending of its event. */
const EVIDENCE = ['own', 'carried', 'read', 'sent'] as const;
export type Evidence = (typeof EVIDENCE)[number];
/** Milliseconds; of several of one kind the earliest. */
type Times = { readonly [E in Evidence]?: number };

export interface StopState {
  readonly id?: Observed<string>;
  readonly name?: Observed<string>;
  /** Latitude, longitude. */
  readonly centre?: Observed<readonly [number, number]>;
  readonly radius_meters?: Observed<number>;
  readonly arrived: Times;
  readonly departed: Times;
}

export interface Ending {
  readonly status: string;
  /** 2: from its own event or with its own time; 1: only the word. */
  readonly evidence: number;
  /** Milliseconds; null when unknown. */
  readonly at: number | null;
}

export interface MonitorState {
  readonly fields: Readonly<Record<string, Observed<string | number>>>;
  readonly ending: Ending | null;
  /** By sequence; a stop that came with its id alone under `id:` and that id. */
  readonly stops: Readonly<Record<string, StopState>>;
}

export const NOTHING: MonitorState = { fields: {}, ending: null, stops: {} };

/** Both together. Returns `a` itself when `b` adds nothing. */
export function merge(a: MonitorState, b: MonitorState): MonitorState {
  const fields = mergeRecords(a.fields, b.fields, later);
  const stops = mergeRecords(a.stops, b.stops, mergeStops);
  const ending =
    b.ending !== null && (a.ending === null || endsBetter(b.ending, a.ending)) ? b.ending : a.ending;
  if (fields === a.fields && stops === a.stops && ending === a.ending) return a;
  return { fields, ending, stops };
}

export const isEnd = (status: string | null | undefined): status is MonitorEnding =>
  typeof status === 'string' && isTerminal(MONITOR_MACHINE, status);

/** The status as far as it is known: the service's own word, never worked out from a clock of ours. */
export function statusOf(state: MonitorState): string | null {
  const known = state.fields.status?.v;
  return state.ending?.status ?? (typeof known === 'string' ? known : null);
}

/** The time that counts, and its source. */
export function bestTime(times: Times): { readonly at: number; readonly by: 'event' | 'read' } | null {
  for (const evidence of EVIDENCE) {
    const at = times[evidence];
    if (at !== undefined) return { at, by: evidence === 'read' ? 'read' : 'event' };
  }
  return null;
}

/** Stops in travel order; facts that came with a stop's id alone are merged by sequence. */
export function stopsOf(state: MonitorState): { readonly sequence: number; readonly stop: StopState }[] {
  const numbered = Object.entries(state.stops).flatMap(([key, stop]) =>
    key.startsWith(BY_ID) ? [] : [{ sequence: Number(key), stop }],
  );
  numbered.sort((a, b) => a.sequence - b.sequence);
  return numbered.map(({ sequence, stop }) => {
    const alone = stop.id && state.stops[BY_ID + stop.id.v];
    return { sequence, stop: alone ? mergeStops(stop, alone) : stop };
  });
}

export const BY_ID = 'id:';

function mergeRecords<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  both: (a: T, b: T) => T,
): Readonly<Record<string, T>> {
  let merged: Record<string, T> | null = null;
  for (const [key, theirs] of Object.entries(b)) {
    const ours = a[key];
    const value = ours === undefined ? theirs : both(ours, theirs);
    if (value === ours) continue;
    merged ??= { ...a };
    merged[key] = value;
  }
  return merged ?? a;
}

type Value = string | number | readonly [number, number];

function later<T extends Value>(a: Observed<T>, b: Observed<T>): Observed<T> {
  if (b.t !== a.t) return b.t > a.t ? b : a;
  return compare(b.v, a.v) > 0 ? b : a;
}

/** Any total order will do: it only decides between records of the same instant. */
function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function mergeObserved<T extends Value>(
  a: Observed<T> | undefined,
  b: Observed<T> | undefined,
): Observed<T> | undefined {
  return a === undefined || b === undefined ? (a ?? b) : later(a, b);
}

function mergeTimes(a: Times, b: Times): Times {
  return mergeRecords<number>(a as Record<string, number>, b as Record<string, number>, Math.min) as Times;
}

function mergeStops(a: StopState, b: StopState): StopState {
  const merged: StopState = {
    ...given('id', mergeObserved(a.id, b.id)),
    ...given('name', mergeObserved(a.name, b.name)),
    ...given('centre', mergeObserved(a.centre, b.centre)),
    ...given('radius_meters', mergeObserved(a.radius_meters, b.radius_meters)),
    arrived: mergeTimes(a.arrived, b.arrived),
    departed: mergeTimes(a.departed, b.departed),
  };
  const same = (Object.keys(merged) as (keyof StopState)[]).every((key) => merged[key] === a[key]);
  return same ? a : merged;
}

function given<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T };
}

function endsBetter(a: Ending, b: Ending): boolean {
  if (a.evidence !== b.evidence) return a.evidence > b.evidence;
  // Nothing leaves a terminal state, so the first end is the true one; one without a time comes after those with one.
  const [x, y] = [a.at ?? Number.POSITIVE_INFINITY, b.at ?? Number.POSITIVE_INFINITY];
  if (x !== y) return x < y;
  return a.status < b.status;
}
