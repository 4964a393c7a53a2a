/**
 * Progress of a monitored journey from observed times. The same rules apply to a full monitor and to the summary on a load
 * (api/load-monitor.ts).
 */
import { DEFAULT_LATE_LIMITS } from '@waypost/contract/api/late-defaults';

export interface JourneyStop {
  readonly sequence: number;
  readonly name: string | null;
  readonly planned_arrival_at: string | null;
  readonly arrived_at: string | null;
  readonly departed_at: string | null;
  readonly arrived_at_start: boolean;
  /** City whose center the stop's circle is; missing for the circle of a dock. */
  readonly city_center?: string | null | undefined;
  /** No stop: the circle around the truck where tracking began. */
  readonly around_truck?: true | undefined;
}

export interface JourneyMonitor<S extends JourneyStop> {
  readonly status: string | null;
  /** In travel order. */
  readonly stops: readonly S[];
  readonly current_stop_sequence?: number | null;
}

/**
 * - `not_begun`: monitored, nothing observed yet;
 * - `at_stop`: inside the circle of `stop`;
 * - `on_the_way`: left `stop`, expected at `next`;
 * - `done`: left the last stop;
 * - `ended`: no longer monitored, and not done.
 */
export type JourneyKind = 'not_begun' | 'at_stop' | 'on_the_way' | 'done' | 'ended';

export interface Journey<S extends JourneyStop> {
  readonly kind: JourneyKind;
  /** The stop that it is at or was last at; null when no stop was observed. */
  readonly stop: S | null;
  /** The next expected stop; null after the last one. */
  readonly next: S | null;
}

/** Smaller delays are not reported, unless the company has its own limits. */
export const LATE_GRACE_MS = DEFAULT_LATE_LIMITS.late * 60_000;

export const hasObservedTime = (stop: Pick<JourneyStop, 'arrived_at' | 'departed_at'>): boolean =>
  stop.arrived_at !== null || stop.departed_at !== null;

export function journeyOf<S extends JourneyStop>(monitor: JourneyMonitor<S>): Journey<S> {
  const { stops, status, current_stop_sequence } = monitor;
  const last = stops.findLastIndex(hasObservedTime);
  const watched = stops.findIndex(({ sequence }) => sequence === current_stop_sequence);
  // If the service watches a later stop than its times show, the stops before it were passed unobserved.
  const ahead = watched > last + 1;
  const stop = stops[last] ?? null;
  const following = ahead ? watched : last + 1;
  // Nobody expects the truck where tracking began, and in that circle it is on its way.
  const next = stops[stops[following]?.around_truck ? following + 1 : following] ?? null;
  if (stop?.departed_at && next === null) return { kind: 'done', stop, next };
  if (status !== 'active') return { kind: status === 'completed' ? 'done' : 'ended', stop, next };
  if (stop === null) return { kind: ahead ? 'on_the_way' : 'not_begun', stop, next };
  if (stop.departed_at === null && !ahead && !stop.around_truck) return { kind: 'at_stop', stop, next };
  return { kind: 'on_the_way', stop, next };
}

/**
 * Whether an arrival at the next stop by its planned time would have been seen: monitoring (`starts_at`) had begun by then, or the truck
 * was seen at an earlier stop. Otherwise it may have arrived unobserved. The circle where tracking began is no stop.
 */
export const isWatchedFor = ({ stop, next }: Journey<JourneyStop>, starts_at: string | null): boolean => {
  if (stop !== null && !stop.around_truck) return true;
  return (
    starts_at !== null &&
    next?.planned_arrival_at != null &&
    Date.parse(starts_at) <= Date.parse(next.planned_arrival_at)
  );
};

/** How long the next arrival is overdue, in milliseconds; null when it is not, or unknown. Up to `grace_ms` milliseconds do not count. */
export function lateBy(
  journey: Journey<JourneyStop>,
  now: number,
  starts_at: string | null = null,
  grace_ms = LATE_GRACE_MS,
): number | null {
  const { kind, next } = journey;
  if (kind === 'ended' || kind === 'done' || !next?.planned_arrival_at || next.arrived_at) return null;
  if (!isWatchedFor(journey, starts_at)) return null;
  const by = now - Date.parse(next.planned_arrival_at);
  return by > grace_ms ? by : null;
}
