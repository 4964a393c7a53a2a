/**
 * Where a monitored journey stands, from the times that a monitor has seen: the whole monitor and the short one that
 * a load carries (api/load-monitor.ts) are read by the same rules.
 */

export interface JourneyStop {
  readonly sequence: number;
  readonly name: string | null;
  readonly planned_arrival_at: string | null;
  readonly arrived_at: string | null;
  readonly departed_at: string | null;
  readonly arrived_at_start: boolean;
}

export interface JourneyMonitor<S extends JourneyStop> {
  readonly status: string | null;
  /** In travel order. */
  readonly stops: readonly S[];
  readonly current_stop_sequence?: number | null;
}

/**
 * - `not_begun`: watched, and nothing seen yet;
 * - `at_stop`: inside the circle of `stop`;
 * - `on_the_way`: left `stop`, `next` is expected;
 * - `done`: the last stop was left;
 * - `ended`: not watched any more, and not done.
 */
export type JourneyKind = 'not_begun' | 'at_stop' | 'on_the_way' | 'done' | 'ended';

export interface Journey<S extends JourneyStop> {
  readonly kind: JourneyKind;
  /** The stop that it is in, or has been at last; null when it has been seen nowhere. */
  readonly stop: S | null;
  /** The stop that is expected next; null after the last one. */
  readonly next: S | null;
}

/** Less than this is not worth a word. */
export const LATE_GRACE_MS = 15 * 60_000;

export const seen = (stop: Pick<JourneyStop, 'arrived_at' | 'departed_at'>): boolean =>
  stop.arrived_at !== null || stop.departed_at !== null;

export function journeyOf<S extends JourneyStop>(monitor: JourneyMonitor<S>): Journey<S> {
  const { stops, status, current_stop_sequence } = monitor;
  const last = stops.findLastIndex(seen);
  const watched = stops.findIndex(({ sequence }) => sequence === current_stop_sequence);
  // A service that watches a later stop knows more than it has reported: what lies before is passed, unseen.
  const ahead = watched > last + 1;
  const stop = stops[last] ?? null;
  const next = stops[ahead ? watched : last + 1] ?? null;
  if (stop?.departed_at && next === null) return { kind: 'done', stop, next };
  if (status !== 'active') return { kind: status === 'completed' ? 'done' : 'ended', stop, next };
  if (stop === null) return { kind: ahead ? 'on_the_way' : 'not_begun', stop, next };
  if (stop.departed_at === null && !ahead) return { kind: 'at_stop', stop, next };
  return { kind: 'on_the_way', stop, next };
}

/**
 * How long the arrival that is expected next is overdue, milliseconds; null when it is not, or nobody knows. Before anything
 * was seen it counts only when the watch had begun by then (`starts_at`): else the truck may have been there unwatched.
 */
export function lateBy(
  { kind, next }: Journey<JourneyStop>,
  now: number,
  starts_at: string | null = null,
): number | null {
  if (kind === 'ended' || kind === 'done' || !next?.planned_arrival_at || next.arrived_at) return null;
  const watched = starts_at !== null && Date.parse(starts_at) <= Date.parse(next.planned_arrival_at);
  if (kind === 'not_begun' && !watched) return null;
  const by = now - Date.parse(next.planned_arrival_at);
  return by > LATE_GRACE_MS ? by : null;
}
