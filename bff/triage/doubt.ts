/**
 * Whether a load's truck is in doubt, why, and which vehicles that concerns: their positions and monitors may belong to another
 * truck.
 */
import type { BoardLoad } from '@waypost/contract/api/board';

/** Worst first. */
export type DoubtReason = 'disagree' | 'vehicle_changed' | 'same_truck';

export interface TruckDoubt {
  readonly reason: DoubtReason;
  /** The assigned vehicle and, after a recent change, the previous one. */
  readonly vehicle_ids: readonly string[];
}

/** What is left out counts as never changed and on no other load. */
type Assigned = Partial<
  Pick<BoardLoad, 'vehicle_assignment' | 'vehicle_changed_at' | 'previous_vehicle_id' | 'same_truck_loads'>
>;

/** How long a vehicle change by the service counts as a warning. */
export const VEHICLE_CHANGE_WARNING_MS = 12 * 3600_000;

/** @param now the server's clock, milliseconds since 1970. */
export function truckDoubt(load: Assigned, now: number): TruckDoubt | null {
  const { vehicle_assignment = null, vehicle_changed_at = null } = load;
  const { previous_vehicle_id = null, same_truck_loads = [] } = load;
  if (vehicle_assignment === null) return null;
  const changed =
    vehicle_changed_at !== null && now - Date.parse(vehicle_changed_at) < VEHICLE_CHANGE_WARNING_MS;
  const reason =
    vehicle_assignment.agreement === 'disagree'
      ? 'disagree'
      : changed
        ? 'vehicle_changed'
        : same_truck_loads.length > 0
          ? 'same_truck'
          : null;
  if (reason === null) return null;
  const previous = changed && previous_vehicle_id !== null ? [previous_vehicle_id] : [];
  return { reason, vehicle_ids: [vehicle_assignment.vehicle.id, ...previous] };
}

/** False for a truck that the service has not matched to the route yet, which is often the wrong one. */
export const isConfirmed = ({ vehicle_assignment, lost_truck }: Partial<BoardLoad>): boolean =>
  vehicle_assignment
    ? vehicle_assignment.agreement === 'agree' || vehicle_assignment.source === 'inferred'
    : lost_truck?.confirmed === true;

/** Id of the vehicle whose fleet is that of the load. */
export const fleetVehicle = ({ vehicle_assignment, lost_truck }: Partial<BoardLoad>): string | null =>
  (vehicle_assignment ?? lost_truck)?.vehicle.id ?? null;

/** No truck has been assigned yet, so nothing can have been picked up. */
export const waitsForTruck = ({ vehicle_assignment, lost_truck }: Partial<BoardLoad>): boolean =>
  vehicle_assignment == null && lost_truck == null;

/** Whether the truck's position says nothing about the load now: possibly the wrong truck, not reporting, or an unreliable clock. */
export function isPositionDoubted(load: BoardLoad, now: number): boolean {
  return (
    load.tracking_health !== 'live' ||
    load.last_position === null ||
    Boolean(load.clock_ahead_seconds) ||
    truckDoubt(load, now) !== null
  );
}

/**
 * When the load's truck was last seen, milliseconds since 1970; null when it was not, when the position may be another truck's, or when
 * its clock is wrong.
 */
export function lastSeenAt(load: Partial<BoardLoad>, now: number): number | null {
  const { last_position, clock_ahead_seconds, vehicle_assignment = null } = load;
  if (vehicle_assignment === null)
    return load.lost_truck?.seen_at ? Date.parse(load.lost_truck.seen_at) : null;
  if (!last_position || clock_ahead_seconds) return null;
  return truckDoubt(load, now) ? null : Date.parse(last_position.occurred_at);
}
