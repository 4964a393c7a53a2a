/**
 * How late a load is at the stop of its exception, by its monitor, by our estimate or by its last appointment; without such an
 * exception, by the dispatcher's ETA. Nothing else is claimed about a truck in doubt: the load may be on another truck, or may have
 * arrived unseen.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { MAX_POSITION_AGE_MS } from '@waypost/contract/api/predicted-arrival';
import type { LoadStop } from '@waypost/contract/loads';
import { isDelivered } from './cause.ts';
import { etaAhead, hasEtaAhead } from './dispatcher-eta.ts';
import { isPositionDoubted, waitsForTruck } from './doubt.ts';
import { journeyOfLoad } from './monitored.ts';
import {
  appointmentsOf,
  earliestArrival,
  lateByEta,
  lateWithoutEta,
  nextStop,
  overdueBy,
  plannedStart,
  plannedStop,
  type RunningLate,
  runningLate,
  stopTiming,
} from './plan.ts';

export interface Lateness {
  /** `sequence` of the load's stop; null: the monitor's stop is none of the load's. */
  readonly stop_sequence: number | null;
  readonly stop_name: string | null;
  /** Milliseconds since 1970. */
  readonly appointment_at: number;
  /** Milliseconds after the appointment; equal when the lateness is not estimated. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** `dispatcher`: by what the carrier said; `distance`: at least so late, as the truck is too far away. */
  readonly by: 'monitor' | 'estimate' | 'plan' | 'dispatcher' | 'distance';
  /** Not an exception yet: an early arrival would be in time. */
  readonly probable?: true;
}

/** Null when not known to be late. @param now the server's clock, milliseconds since 1970 */
export function latenessAt(load: BoardLoad, now: number): Lateness | null {
  return (isPositionDoubted(load, now) ? null : latenessOfException(load, now)) ?? latenessByEta(load, now);
}

/**
 * The lateness that lists show: what is known, otherwise the first stop where our estimate is late, or more likely late than in time,
 * although that is no exception yet.
 *
 * @param known what `latenessAt` returns, where the caller has it
 */
export function expectedLateness(
  load: BoardLoad,
  now: number,
  known = latenessAt(load, now),
): Lateness | null {
  if (known || isPositionDoubted(load, now)) return known;
  const expected = load.stops.flatMap((stop) => {
    const prediction = load.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence);
    if (!prediction || !stop.estimated_arrival_at || hasEtaAhead(load, stop.sequence, now)) return [];
    const lateness = byEstimate(load, { stop, prediction }, now);
    const in_time = Date.parse(prediction.likely) <= Date.parse(stop.estimated_arrival_at);
    return lateness && !in_time && lateness.to_ms > 0 ? [{ ...lateness, probable: true as const }] : [];
  });
  return expected.find(({ from_ms }) => from_ms > 0) ?? expected[0] ?? null;
}

/**
 * The stop that everything about a load is said of: the one it is or may be late for, without a truck the pickup, otherwise the next one.
 */
export function shownStop(load: BoardLoad, now: number): LoadStop | null {
  const late = expectedLateness(load, now)?.stop_sequence;
  return load.stops.find(({ sequence }) => sequence === late) ?? plannedStop(load, now);
}

/**
 * When the next appointment passed, or without a truck the pickup, if nobody knows whether the truck arrived; milliseconds since 1970.
 * Null when it is ahead, and when an arrival, a delivery or a dispatcher's ETA is known.
 *
 * @param stop the next stop, where the caller has it
 */
export function passedAppointmentAt(load: BoardLoad, now: number, stop = nextStop(load, now)): number | null {
  if (waitsForTruck(load)) {
    const start = plannedStart(load);
    return start === null || start > now ? null : start;
  }
  if (!stop?.estimated_arrival_at || isDelivered(load.leaving) || hasEtaAhead(load, stop.sequence, now))
    return null;
  return stopTiming(stop, load, now).kind === 'past_plan' ? Date.parse(stop.estimated_arrival_at) : null;
}

function latenessByEta(load: BoardLoad, now: number): Lateness | null {
  const late_ms = lateByEta(load, now);
  const ahead = etaAhead(load, now);
  if (late_ms === null || !ahead) return null;
  const { sequence, name } = ahead.stop;
  const appointment_at = Date.parse(ahead.eta.at) - late_ms;
  return {
    stop_sequence: sequence,
    stop_name: name,
    appointment_at,
    from_ms: late_ms,
    to_ms: late_ms,
    by: 'dispatcher',
  };
}

function latenessOfException(load: BoardLoad, now: number): Lateness | null {
  const observed = lateWithoutEta(load, now);
  const next = journeyOfLoad(load)?.next;
  if (observed !== null && next) {
    const { load_stop_sequence, name } = next;
    // It is not there yet; where we can tell when it will be, that says more.
    const prediction = load.predicted_arrivals.find((one) => one.stop_sequence === load_stop_sequence);
    const stop = load.stops.find(({ sequence }) => sequence === load_stop_sequence);
    const estimated =
      prediction && stop?.estimated_arrival_at ? byEstimate(load, { stop, prediction }, now) : null;
    return estimated ?? passed('monitor', load_stop_sequence, name, now - observed, now);
  }
  const running = runningLate(load, now);
  if (running) {
    const { sequence, name, estimated_arrival_at } = running.stop;
    const appointment_at = Date.parse(estimated_arrival_at as string);
    const estimated = byEstimate(load, running, now);
    if (estimated || appointment_at >= now) return estimated;
    return passed('plan', sequence, name, appointment_at, now);
  }
  const overdue = overdueBy(load, now);
  const last = appointmentsOf(load.stops).at(-1);
  if (overdue === null || !last?.estimated_arrival_at) return null;
  return {
    stop_sequence: last.sequence,
    stop_name: last.name,
    appointment_at: Date.parse(last.estimated_arrival_at),
    from_ms: overdue,
    to_ms: overdue,
    by: earliestArrival(load, now) === null ? 'plan' : 'distance',
  };
}

/** Null when the estimate is no longer valid: it should have arrived by then, or its position is too old. */
function byEstimate(load: BoardLoad, { stop, prediction }: RunningLate, now: number): Lateness | null {
  const to = Date.parse(prediction.to);
  const seen = load.last_position ? Date.parse(load.last_position.occurred_at) : 0;
  if (to <= now || now - seen > MAX_POSITION_AGE_MS) return null;
  const appointment_at = Date.parse(stop.estimated_arrival_at as string);
  const from = Math.max(now, Date.parse(prediction.from));
  return {
    stop_sequence: stop.sequence,
    stop_name: stop.name,
    appointment_at,
    from_ms: Math.max(0, from - appointment_at),
    to_ms: Math.max(0, to - appointment_at),
    by: 'estimate',
  };
}

function passed(
  by: Lateness['by'],
  stop_sequence: number | null,
  stop_name: string | null,
  appointment_at: number,
  now: number,
): Lateness {
  const late_ms = now - appointment_at;
  return { stop_sequence, stop_name, appointment_at, from_ms: late_ms, to_ms: late_ms, by };
}

/** Middle of the interval, milliseconds. */
export const middleOf = ({ from_ms, to_ms }: Pick<Lateness, 'from_ms' | 'to_ms'>): number =>
  (from_ms + to_ms) / 2;
