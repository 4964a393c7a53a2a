/**
 * What a snooze lasts on. It ends by itself when one of these is not what it was when the exception was snoozed:
 * - the cause (then the exception itself ends, and another one opens, which is not snoozed);
 * - the position state: the tracking health that the service gives; not each new position, and not driving or parked;
 * - the truck: another vehicle is assigned, or none;
 * - the appointments: a stop was added or removed, or the estimated arrival of one was moved;
 * - the lateness: it has grown by what a receiver must be told.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { WakeReason } from '@waypost/contract/api/load-triage';
import { latenessOf } from '@waypost/triage/plan';

/** So much later than when it was snoozed is news. */
export const LATER_MS = 30 * 60_000;

export interface Basis {
  readonly position: string;
  readonly truck: string;
  readonly appointment: string;
  /** Milliseconds; null: not known to be late. Snoozes of earlier versions do not have it. */
  readonly late_ms?: number | null;
}

/** @param now milliseconds since 1970 */
export function basisOf(load: BoardLoad, now: number): Basis {
  const { tracking_health, vehicle_assignment, stops } = load;
  return {
    position: tracking_health ?? '',
    truck: vehicle_assignment?.vehicle.id ?? '',
    appointment: stops
      .map(({ id, estimated_arrival_at }) => `${id} ${estimated_arrival_at ?? ''}`)
      .sort()
      .join('\n'),
    late_ms: latenessOf(load, now),
  };
}

/** What has changed; null: nothing. */
export function basisChange(before: Basis, now: Basis): Exclude<WakeReason, 'time'> | null {
  if (before.truck !== now.truck) return 'truck';
  if (before.position !== now.position) return 'position';
  if (before.appointment !== now.appointment) return 'appointment';
  const is_later = before.late_ms != null && now.late_ms != null && now.late_ms - before.late_ms >= LATER_MS;
  return is_later ? 'lateness' : null;
}
