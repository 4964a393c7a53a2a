/**
 * What a snooze lasts on. It ends by itself when one of these is not what it was when the exception was snoozed:
 * - the cause (then the exception itself ends, and another one opens, which is not snoozed);
 * - the position state: the tracking health that the service gives; not each new position, and not driving or parked;
 * - the truck: another vehicle is assigned, or none;
 * - the appointments: a stop was added or removed, or the estimated arrival of one was moved.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { WakeReason } from '@waypost/contract/api/load-triage';

export interface Basis {
  readonly position: string;
  readonly truck: string;
  readonly appointment: string;
}

export function basisOf({ tracking_health, vehicle_assignment, stops }: BoardLoad): Basis {
  return {
    position: tracking_health ?? '',
    truck: vehicle_assignment?.vehicle.id ?? '',
    appointment: stops
      .map(({ id, estimated_arrival_at }) => `${id} ${estimated_arrival_at ?? ''}`)
      .sort()
      .join('\n'),
  };
}

/** What has changed; null: nothing. */
export function basisChange(before: Basis, now: Basis): Exclude<WakeReason, 'time'> | null {
  if (before.truck !== now.truck) return 'truck';
  if (before.position !== now.position) return 'position';
  return before.appointment === now.appointment ? null : 'appointment';
}
