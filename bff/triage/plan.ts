/**
 * Conclusions from a load's plan. The service records neither actual times nor stop locations, so a passed estimate does not show
 * whether the truck has been there: it is "past plan", not "late". A stop counts as late only when:
 * - the load's monitor observed the arrival after its estimate;
 * - the monitor still expects the arrival and its estimate has passed;
 * - the last stop's estimate has passed and the truck has driven since: it cannot have been unloaded on time while still driving
 *   this load, so the load is overdue. A parked truck may be there, and one that stopped near the destination around that time may
 *   have delivered, so neither is overdue.
 */

import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { LoadStop } from '@waypost/contract/loads';
import { etaAhead, hasEtaAhead } from './dispatcher-eta.ts';
import { isConfirmed, isPositionDoubted, lastSeenAt, waitsForTruck } from './doubt.ts';
import { graceOf, type Limited } from './late-limits.ts';
import { minutesBetween } from './minutes.ts';
import { journeyOfLoad, lateOfLoad, type Monitored, monitorStopOf } from './monitored.ts';

/** A truck may still move this long after arriving, while it looks for its dock. */
export const YARD_MS = 10 * 60_000;

type Planned = Pick<BoardLoad, 'stops'> & Partial<Monitored> & Limited;
type Driven = Planned &
  Pick<BoardLoad, 'motion' | 'last_position' | 'possible_delivery' | 'no_arrival_before' | 'dispatcher_eta'>;

export type StopTiming =
  | { readonly kind: 'none' }
  | { readonly kind: 'ahead' }
  /** The estimate has passed; whether the truck has been there is unknown. */
  | { readonly kind: 'past_plan'; readonly by_ms: number }
  /** Known to be late: still driving after the last estimate, or arrived after it. */
  | { readonly kind: 'late'; readonly by_ms: number }
  | { readonly kind: 'arrived'; readonly by_ms: number }
  /** At the stop when tracking started: arrived at an unknown time. */
  | { readonly kind: 'at_start' };

const ms = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

/** Sorts stops by sequence; returns the same array if already sorted. */
export function inTravelOrder(stops: readonly LoadStop[]): readonly LoadStop[] {
  return stops.every((stop, index) => index === 0 || (stops[index - 1] as LoadStop).sequence <= stop.sequence)
    ? stops
    : stops.toSorted((a, b) => a.sequence - b.sequence);
}

/** Nobody waits for the truck where it refuels or its driver rests; a stop without a type says so in its name. */
export const isAppointment = ({ stop_type, name }: Pick<LoadStop, 'stop_type' | 'name'>): boolean =>
  stop_type === null
    ? !/^(fuel|rest) (stop|area|break)\b/i.test(name ?? '')
    : stop_type !== 'fuel' && stop_type !== 'rest';

/** Stops with an appointment, in travel order. */
export const appointmentsOf = (stops: readonly LoadStop[]): readonly LoadStop[] =>
  inTravelOrder(stops).filter(isAppointment);

/** Appointment of the pickup, milliseconds since 1970; null without a time. */
export function plannedStart(load: Pick<BoardLoad, 'stops'>): number | null {
  const origin = appointmentsOf(load.stops)[0];
  return ms(origin?.estimated_arrival_at) ?? ms(origin?.estimated_departure_at);
}

/**
 * The stop that the monitor expects next; without one, the next appointment. One that has passed gives way to the next once the truck
 * was seen after it; until then nobody knows of an arrival, and whichever of the two is nearer counts: but it waits for a truck that was
 * seen at all, and a pickup for one that the service has matched to the route. When all have passed, the last. Null when the monitor has completed the journey.
 */
export function nextStop(load: Planned & Partial<BoardLoad>, now: number): LoadStop | null {
  const journey = journeyOfLoad(load);
  if (journey?.kind === 'done') return null;
  if (journey?.next && journey.kind !== 'ended') {
    const { load_stop_sequence } = journey.next;
    const watched = load.stops.find(({ sequence }) => sequence === load_stop_sequence);
    if (watched) return watched;
  }
  const appointments = appointmentsOf(load.stops);
  const planned = appointments.filter((stop) => stop.estimated_arrival_at !== null);
  const at = planned.findIndex((stop) => appointmentAt(stop) > now);
  const [passed, next] = at < 0 ? [planned.at(-1), undefined] : [planned[at - 1], planned[at]];
  if (!passed || !next) return next ?? passed ?? null;
  const seen_at = lastSeenAt(load, now);
  const is_seen_after = seen_at !== null && seen_at >= appointmentAt(passed);
  if (is_seen_after || arrivalAt(passed, load) !== null) return next;
  // Time alone moves no truck that nobody has seen, and does not load what may be on another one.
  if (seen_at === null || (passed === appointments[0] && !isConfirmed(load))) return passed;
  // The earlier appointment gives way in the middle of the two.
  return now >= middle(appointmentAt(passed), appointmentAt(next)) ? next : passed;
}

/** Nothing is picked up without a truck, however late it is. A pickup without a time gives way to the first stop with one. */
export function plannedStop(load: BoardLoad, now: number): LoadStop | null {
  if (!waitsForTruck(load)) return nextStop(load, now);
  const stops = appointmentsOf(load.stops);
  return stops.find(({ estimated_arrival_at }) => estimated_arrival_at !== null) ?? stops[0] ?? null;
}

const appointmentAt = (stop: LoadStop): number => Date.parse(stop.estimated_arrival_at as string);
const middle = (from: number, to: number): number => (from + to) / 2;

/** Times at which `nextStop` may change without new data, milliseconds since 1970. */
export function nextStopTimes({ stops }: Pick<BoardLoad, 'stops'>): number[] {
  const times: number[] = [];
  let before: number | undefined;
  for (const stop of appointmentsOf(stops)) {
    if (stop.estimated_arrival_at === null) continue;
    const at = appointmentAt(stop);
    if (before !== undefined) times.push(middle(before, at));
    times.push(at);
    before = at;
  }
  return times;
}

/**
 * How overdue the load is at its last stop, in milliseconds: the time since the appointment after which its truck was driving, or how
 * late a truck will at least be that is too far away to have been there. Null when it is not, or unknown, or the dispatcher's ETA for it is ahead.
 */
export function overdueBy(load: Driven, now: number): number | null {
  const last = appointmentsOf(load.stops).at(-1);
  const planned = ms(last?.estimated_arrival_at);
  if (!last || planned === null || load.possible_delivery || arrivalAt(last, load) !== null) return null;
  if (hasEtaAhead(load, last.sequence, now)) return null;
  const drove = load.motion?.moving === true ? ms(load.last_position?.occurred_at) : null;
  const limit = planned + graceOf(load) + YARD_MS;
  const earliest = earliestArrival(load, now);
  if (earliest !== null && now > planned + graceOf(load)) return earliest - planned;
  if (drove === null || drove <= limit || now <= limit) return null;
  return now - planned;
}

/** Before which its truck cannot be at its last stop, milliseconds since 1970; null when it may be there. */
export function earliestArrival(
  { no_arrival_before }: Pick<BoardLoad, 'no_arrival_before'>,
  now: number,
): number | null {
  const at = ms(no_arrival_before);
  return at !== null && at > now ? at : null;
}

export interface RunningLate {
  readonly stop: LoadStop;
  readonly prediction: PredictedArrival;
}

/** The first stop with a predicted late arrival, unless the dispatcher knows better; null when there is none. */
export function runningLate(
  load: Pick<BoardLoad, 'stops' | 'predicted_arrivals' | 'dispatcher_eta'>,
  now: number,
): RunningLate | null {
  const prediction = load.predicted_arrivals.find(
    ({ running_late, stop_sequence }) => running_late && !hasEtaAhead(load, stop_sequence, now),
  );
  const stop = load.stops.find(({ sequence }) => sequence === prediction?.stop_sequence);
  return prediction && stop?.estimated_arrival_at ? { stop, prediction } : null;
}

/** How late the load will be by the dispatcher's ETA, in milliseconds; null when it is on time, or without an ETA ahead. */
export function lateByEta(load: Pick<BoardLoad, 'stops' | 'dispatcher_eta'>, now: number): number | null {
  const ahead = etaAhead(load, now);
  const appointment = ms(ahead?.stop.estimated_arrival_at);
  if (!ahead || appointment === null) return null;
  const late_ms = Date.parse(ahead.eta.at) - appointment;
  return late_ms > 0 ? late_ms : null;
}

/**
 * How late the load is at the stop of its exception, in milliseconds: by the prediction if there is one, otherwise by the passed
 * appointment, otherwise by the dispatcher's ETA. Null when not known to be late.
 */
export function latenessOf(
  load: Driven & Pick<BoardLoad, 'predicted_arrivals' | 'dispatcher_eta'>,
  now: number,
): number | null {
  const running = runningLate(load, now);
  const appointment = ms(running?.stop.estimated_arrival_at);
  if (running && appointment !== null) return Date.parse(running.prediction.likely) - appointment;
  return lateWithoutEta(load, now) ?? overdueBy(load, now) ?? lateByEta(load, now);
}

/** How long the arrival that the monitor expects is overdue, unless the dispatcher's ETA for it is ahead. */
export function lateWithoutEta(
  load: Partial<Monitored> & Limited & Pick<BoardLoad, 'dispatcher_eta'>,
  now: number,
): number | null {
  const expected = journeyOfLoad(load)?.next?.load_stop_sequence;
  return hasEtaAhead(load, expected, now) ? null : lateOfLoad(load, now);
}

/** Arrival time from the service or the monitor; null when neither has one. */
export function arrivalAt(stop: LoadStop, load: Planned): string | null {
  return stop.arrived_at ?? monitorStopOf(load, stop)?.arrived_at ?? null;
}

export function stopTiming(stop: LoadStop, load: BoardLoad, now: number): StopTiming {
  const planned = ms(stop.estimated_arrival_at);
  const arrived = ms(arrivalAt(stop, load));
  // A truck that was there when tracking started arrived at an unknown time.
  if (arrived !== null && monitorStopOf(load, stop)?.arrived_at_start) return { kind: 'at_start' };
  if (arrived !== null) {
    const by_ms = planned === null ? 0 : minutesBetween(planned, arrived);
    return planned !== null && arrived - planned > graceOf(load)
      ? { kind: 'late', by_ms }
      : { kind: 'arrived', by_ms };
  }
  if (planned === null) return { kind: 'none' };
  if (planned > now) return { kind: 'ahead' };
  if (isPositionDoubted(load, now)) return { kind: 'past_plan', by_ms: now - planned };
  const expected = journeyOfLoad(load)?.next;
  const late = expected?.load_stop_sequence === stop.sequence ? lateOfLoad(load, now) : null;
  if (late !== null) return { kind: 'late', by_ms: late };
  const isLast = appointmentsOf(load.stops).at(-1)?.id === stop.id;
  // A truck that drives on after its last appointment may have been there.
  const overdue = isLast && earliestArrival(load, now) !== null ? overdueBy(load, now) : null;
  return overdue === null ? { kind: 'past_plan', by_ms: now - planned } : { kind: 'late', by_ms: overdue };
}
