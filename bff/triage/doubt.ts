/** Whether the truck of a load is in doubt, why, and which vehicles that concerns: a position or a monitor of theirs may be another truck's. */
import type { BoardLoad } from '@waypost/contract/api/board';

/** Worst first. */
export type DoubtReason = 'disagree' | 'vehicle_changed' | 'same_truck';

export interface TruckDoubt {
  readonly reason: DoubtReason;
  /** The vehicle that is assigned now, and the one before when it was changed lately. */
  readonly vehicle_ids: readonly string[];
}

/** A vehicle that was changed under us is a warning for this long. */
export const CHANGE_WARNS_MS = 12 * 3600_000;

/** @param now the server's clock, milliseconds since 1970. */
export function truckDoubt(load: BoardLoad, now: number): TruckDoubt | null {
  const { vehicle_assignment, vehicle_changed_at, previous_vehicle_id, same_truck_loads } = load;
  if (vehicle_assignment === null) return null;
  const changed = vehicle_changed_at !== null && now - Date.parse(vehicle_changed_at) < CHANGE_WARNS_MS;
  const reason =
    vehicle_assignment.agreement === 'disagree'
      ? 'disagree'
      : changed
        ? 'vehicle_changed'
        : same_truck_loads.length > 0
          ? 'same_truck'
          : null;
  if (reason === null) return null;
  const before = changed && previous_vehicle_id !== null ? [previous_vehicle_id] : [];
  return { reason, vehicle_ids: [vehicle_assignment.vehicle.id, ...before] };
}
