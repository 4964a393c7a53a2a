/**
 * What follows from the plan of a load. The service records no actual times and no places of stops, so an estimate in the
 * past says nothing about whether the truck has been there: it is "past plan", not "late". Lateness is shown only where
 * it is known:
 * - a stop at which the load's monitor has seen the truck arrive later than its estimate was late, by that much;
 * - the stop that the monitor expects next, whose estimate has passed: the truck has not been there;
 * - the last stop's estimate has passed and the truck has driven since: it cannot have been unloaded on time and still
 *   be driving this load, so the load is overdue. A parked truck after its last estimate may well be there, and one that
 *   stood near the destination at about that time may have delivered: it is not overdue.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { LoadStop } from '@waypost/contract/loads';
import { LATE_GRACE_MS } from './journey.ts';
import { journeyOfLoad, lateOfLoad, seenAt } from './monitored.ts';

/** So long a truck that has arrived may be seen moving: it looks for its dock. */
export const YARD_MS = 10 * 60_000;

type Planned = Pick<BoardLoad, 'stops'> & Partial<Pick<BoardLoad, 'monitor'>>;
type Driven = Planned & Pick<BoardLoad, 'motion' | 'last_position' | 'possible_delivery'>;

export type StopTiming =
  | { readonly kind: 'none' }
  | { readonly kind: 'ahead' }
  /** The estimate has passed, and nobody knows whether the truck has been there. */
  | { readonly kind: 'past_plan'; readonly by_ms: number }
  /** Known to be late: still driving after the last estimate, or arrived after it. */
  | { readonly kind: 'late'; readonly by_ms: number }
  | { readonly kind: 'arrived'; readonly by_ms: number }
  /** There when tracking started: arrived, and nobody knows when. */
  | { readonly kind: 'at_start' };

const ms = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

/** Stops in travel order, whatever order they came in. */
export function inTravelOrder(stops: readonly LoadStop[]): readonly LoadStop[] {
  return stops.every((stop, at) => at === 0 || (stops[at - 1] as LoadStop).sequence <= stop.sequence)
    ? stops
    : stops.toSorted((a, b) => a.sequence - b.sequence);
}

/** When the journey begins by plan, milliseconds since 1970; null when the plan has no time. */
export function plannedStart(load: Pick<BoardLoad, 'stops'>): number | null {
  const origin = inTravelOrder(load.stops)[0];
  return ms(origin?.estimated_departure_at) ?? ms(origin?.estimated_arrival_at);
}

/**
 * The stop that the load's monitor expects next; without one the next stop by plan, and when all have passed, the last one
 * that has an estimate. Null when the monitor has seen the journey to its end.
 */
export function nextStop(load: Planned, now: number): LoadStop | null {
  const journey = journeyOfLoad(load);
  if (journey?.kind === 'done') return null;
  if (journey?.next && journey.kind !== 'ended') {
    const { load_stop_sequence } = journey.next;
    const watched = load.stops.find(({ sequence }) => sequence === load_stop_sequence);
    if (watched) return watched;
  }
  const planned = inTravelOrder(load.stops).filter((stop) => stop.estimated_arrival_at !== null);
  return (
    planned.find((stop) => Date.parse(stop.estimated_arrival_at as string) > now) ?? planned.at(-1) ?? null
  );
}

/** How long the load is known to be overdue at its last stop; null when it is not, or nobody knows. */
export function overdueBy(load: Driven, now: number): number | null {
  const last = inTravelOrder(load.stops).at(-1);
  const planned = ms(last?.estimated_arrival_at);
  if (!last || planned === null || load.possible_delivery || arrivalAt(last, load) !== null) return null;
  const drove = load.motion?.moving === true ? ms(load.last_position?.occurred_at) : null;
  const limit = planned + LATE_GRACE_MS + YARD_MS;
  if (drove === null || drove <= limit || now <= limit) return null;
  return now - planned;
}

export interface RunningLate {
  readonly stop: LoadStop;
  readonly prediction: PredictedArrival;
}

/** The first stop at which the truck will be late by our estimate; null: none, or nobody knows. */
export function runningLate(load: Pick<BoardLoad, 'stops' | 'predicted_arrivals'>): RunningLate | null {
  const prediction = load.predicted_arrivals.find(({ running_late }) => running_late);
  const stop = load.stops.find(({ sequence }) => sequence === prediction?.stop_sequence);
  return prediction && stop?.estimated_arrival_at ? { stop, prediction } : null;
}

/**
 * How late the load is at the stop that its exception is about, milliseconds: by our estimate where there is one, else by how long the
 * appointment has passed. Null: not known to be late.
 */
export function latenessOf(load: Driven & Pick<BoardLoad, 'predicted_arrivals'>, now: number): number | null {
  const running = runningLate(load);
  const appointment = ms(running?.stop.estimated_arrival_at);
  if (running && appointment !== null) return Date.parse(running.prediction.likely) - appointment;
  return lateOfLoad(load, now) ?? overdueBy(load, now);
}

/** When the truck arrived, by the service or by the monitor; null when neither says. */
function arrivalAt(stop: LoadStop, load: Planned): string | null {
  return stop.arrived_at ?? seenAt(load, stop)?.arrived_at ?? null;
}

/** How a stop stands against its plan. */
export function stopTiming(stop: LoadStop, load: Driven, now: number): StopTiming {
  const planned = ms(stop.estimated_arrival_at);
  const arrived = ms(arrivalAt(stop, load));
  // Where it was when tracking started nobody knows how early it came.
  if (arrived !== null && seenAt(load, stop)?.arrived_at_start) return { kind: 'at_start' };
  if (arrived !== null) {
    const by_ms = planned === null ? 0 : arrived - planned;
    return by_ms > LATE_GRACE_MS ? { kind: 'late', by_ms } : { kind: 'arrived', by_ms };
  }
  if (planned === null) return { kind: 'none' };
  if (planned > now) return { kind: 'ahead' };
  const expected = journeyOfLoad(load)?.next;
  const late = expected?.load_stop_sequence === stop.sequence ? lateOfLoad(load, now) : null;
  if (late !== null) return { kind: 'late', by_ms: late };
  const isLast = inTravelOrder(load.stops).at(-1)?.id === stop.id;
  const overdue = isLast ? overdueBy(load, now) : null;
  return overdue === null ? { kind: 'past_plan', by_ms: now - planned } : { kind: 'late', by_ms: overdue };
}
