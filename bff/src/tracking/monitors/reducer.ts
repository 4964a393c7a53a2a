/**
 * Reduces facts about a monitor (responses, reads, events) to its state. The merge is commutative, associative and idempotent, so order,
 * repetition and restarts do not matter. Each fact is itself a small state.
 *
 * - Fields: the value of the latest record that has one (`updated_at`); a missing field removes nothing.
 * - Status: a terminal one wins over any other; of two terminal ones the better evidence wins, then the earlier.
 * - Stop times: from the stop's own events first, then times carried in other events, then reads; of several alike the earliest.
 */
import type { MonitorEnding } from '@waypost/contract/api/monitors';
import { isTerminal, MONITOR_MACHINE } from '@waypost/contract/states';

/** A value and the time (ms) of its record. */
export interface Observed<T> {
  readonly v: T;
  readonly t: number;
}

/** Evidence of a time, best first: the stop's own event, a record in another event, a read, the sending time of the event. */
const EVIDENCE = ['own', 'carried', 'read', 'sent'] as const;
export type Evidence = (typeof EVIDENCE)[number];
/** Milliseconds; per kind the earliest. */
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
  /** 2: from its own event or with its own time; 1: only the status. */
  readonly evidence: number;
  /** Milliseconds; null when unknown. */
  readonly at: number | null;
}

export interface MonitorState {
  readonly fields: Readonly<Record<string, Observed<string | number>>>;
  readonly ending: Ending | null;
  /** By sequence; a stop known only by its id has the key `id:` plus the id. */
  readonly stops: Readonly<Record<string, StopState>>;
}

export const NOTHING: MonitorState = { fields: {}, ending: null, stops: {} };

/** Merges two states. Returns `a` itself when `b` adds nothing. */
export function merge(a: MonitorState, b: MonitorState): MonitorState {
  const fields = mergeRecords(a.fields, b.fields, newer);
  const stops = mergeRecords(a.stops, b.stops, mergeStops);
  const ending =
    b.ending !== null && (a.ending === null || endingSupersedes(b.ending, a.ending)) ? b.ending : a.ending;
  if (fields === a.fields && stops === a.stops && ending === a.ending) return a;
  return { fields, ending, stops };
}

export const isEnd = (status: string | null | undefined): status is MonitorEnding =>
  typeof status === 'string' && isTerminal(MONITOR_MACHINE, status);

/** The status as reported by the service, never derived from our clock. */
export function statusOf(state: MonitorState): string | null {
  const known = state.fields.status?.v;
  return state.ending?.status ?? (typeof known === 'string' ? known : null);
}

export function bestTime(times: Times): { readonly at: number; readonly by: 'event' | 'read' } | null {
  for (const evidence of EVIDENCE) {
    const at = times[evidence];
    if (at !== undefined) return { at, by: evidence === 'read' ? 'read' : 'event' };
  }
  return null;
}

/** Stops in travel order; facts known only by a stop's id are merged into their stop. */
export function stopsOf(state: MonitorState): { readonly sequence: number; readonly stop: StopState }[] {
  const numbered = Object.entries(state.stops).flatMap(([key, stop]) =>
    key.startsWith(BY_ID) ? [] : [{ sequence: Number(key), stop }],
  );
  numbered.sort((a, b) => a.sequence - b.sequence);
  return numbered.map(({ sequence, stop }) => {
    const byId = stop.id && state.stops[BY_ID + stop.id.v];
    return { sequence, stop: byId ? mergeStops(stop, byId) : stop };
  });
}

export const BY_ID = 'id:';

function mergeRecords<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  combine: (a: T, b: T) => T,
): Readonly<Record<string, T>> {
  let merged: Record<string, T> | null = null;
  for (const [key, incoming] of Object.entries(b)) {
    const current = a[key];
    const value = current === undefined ? incoming : combine(current, incoming);
    if (value === current) continue;
    merged ??= { ...a };
    merged[key] = value;
  }
  return merged ?? a;
}

type Value = string | number | readonly [number, number];

function newer<T extends Value>(a: Observed<T>, b: Observed<T>): Observed<T> {
  if (b.t !== a.t) return b.t > a.t ? b : a;
  return compare(b.v, a.v) > 0 ? b : a;
}

/** Any total order will do: it only decides between records of the same moment. */
function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function mergeObserved<T extends Value>(
  a: Observed<T> | undefined,
  b: Observed<T> | undefined,
): Observed<T> | undefined {
  return a === undefined || b === undefined ? (a ?? b) : newer(a, b);
}

function mergeTimes(a: Times, b: Times): Times {
  return mergeRecords<number>(a as Record<string, number>, b as Record<string, number>, Math.min) as Times;
}

function mergeStops(a: StopState, b: StopState): StopState {
  const merged: StopState = {
    ...ifDefined('id', mergeObserved(a.id, b.id)),
    ...ifDefined('name', mergeObserved(a.name, b.name)),
    ...ifDefined('centre', mergeObserved(a.centre, b.centre)),
    ...ifDefined('radius_meters', mergeObserved(a.radius_meters, b.radius_meters)),
    arrived: mergeTimes(a.arrived, b.arrived),
    departed: mergeTimes(a.departed, b.departed),
  };
  const same = (Object.keys(merged) as (keyof StopState)[]).every((key) => merged[key] === a[key]);
  return same ? a : merged;
}

function ifDefined<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T };
}

function endingSupersedes(a: Ending, b: Ending): boolean {
  if (a.evidence !== b.evidence) return a.evidence > b.evidence;
  // A terminal state is final, so the earliest end is the true one; an end without a time comes last.
  const [x, y] = [a.at ?? Number.POSITIVE_INFINITY, b.at ?? Number.POSITIVE_INFINITY];
  if (x !== y) return x < y;
  return a.status < b.status;
}
