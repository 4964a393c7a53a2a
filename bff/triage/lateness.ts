/**
 * How late a load is at the stop of its exception, by its monitor, by our estimate or by its last appointment; without such an
 * exception, by the dispatcher's ETA. Nothing else is claimed about a truck in doubt: the load may be on another truck, or may have
 * arrived unseen.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { MAX_POSITION_AGE_MS } from '@waypost/contract/api/predicted-arrival';
import { etaAhead } from './dispatcher-eta.ts';
import { isPositionDoubted } from './doubt.ts';
import { journeyOfLoad } from './monitored.ts';
import { inTravelOrder, lateByEta, lateWithoutEta, overdueBy, runningLate } from './plan.ts';

export interface Lateness {
  /** `sequence` of the load's stop; null: the monitor's stop is none of the load's. */
  readonly stop_sequence: number | null;
  readonly stop_name: string | null;
  /** Milliseconds since 1970. */
  readonly appointment_at: number;
  /** Milliseconds after the appointment; equal when the lateness is not estimated. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** `dispatcher`: by what the carrier said. */
  readonly by: 'monitor' | 'estimate' | 'plan' | 'dispatcher';
}

/** Null when not known to be late. @param now the server's clock, milliseconds since 1970 */
export function latenessAt(load: BoardLoad, now: number): Lateness | null {
  return (isPositionDoubted(load, now) ? null : latenessOfException(load, now)) ?? latenessByEta(load, now);
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
    return passed('monitor', load_stop_sequence, name, now - observed, now);
  }
  const running = runningLate(load, now);
  if (running) {
    const { stop, prediction } = running;
    const appointment_at = Date.parse(stop.estimated_arrival_at as string);
    const to = Date.parse(prediction.to);
    const seen = load.last_position ? Date.parse(load.last_position.occurred_at) : 0;
    // It should have arrived by then, so the estimate is no longer valid.
    if (to <= now || now - seen > MAX_POSITION_AGE_MS)
      return appointment_at < now ? passed('plan', stop.sequence, stop.name, appointment_at, now) : null;
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
  const overdue = overdueBy(load, now);
  const last = inTravelOrder(load.stops).at(-1);
  return overdue === null || !last ? null : passed('plan', last.sequence, last.name, now - overdue, now);
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
