import type { BoardLoad } from '@waypost/contract/api/board';
import type { EmbeddedVehicle } from '@waypost/contract/loads';

/** `Unit 1187`, or the best other name that the vehicle has. */
export function vehicleName(vehicle: EmbeddedVehicle): string {
  return vehicle.vehicle_name || plateText(vehicle) || vehicle.vin || `Vehicle ${vehicle.id.slice(0, 8)}`;
}

/** A load that was never read may have a truck. */
export const truckName = ({
  vehicle_assignment,
  lost_truck,
  read_at,
}: Pick<BoardLoad, 'vehicle_assignment' | 'lost_truck' | 'read_at'>): string => {
  if (vehicle_assignment) return vehicleName(vehicle_assignment.vehicle);
  if (lost_truck) return `Was ${vehicleName(lost_truck.vehicle)}`;
  return read_at === null ? 'Truck not known' : 'No truck';
};

/** `TX 4KD-8812 (USA)`; null without a number. */
export function plateText(vehicle: EmbeddedVehicle): string | null {
  if (!vehicle.license_plate_number) return null;
  const region = vehicle.license_plate_region ? `${vehicle.license_plate_region} ` : '';
  const country = vehicle.license_plate_country ? ` (${vehicle.license_plate_country})` : '';
  return `${region}${vehicle.license_plate_number}${country}`;
}
