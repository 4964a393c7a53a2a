import type { BoardLoad } from '@waypost/contract/api/board';
import type { EmbeddedVehicle } from '@waypost/contract/loads';

/** `Unit 1187`, or the best other name that the vehicle has. */
export function vehicleName(vehicle: EmbeddedVehicle): string {
  return vehicle.vehicle_name || plateText(vehicle) || vehicle.vin || `Vehicle ${vehicle.id.slice(0, 8)}`;
}

export const truckName = ({ vehicle_assignment }: Pick<BoardLoad, 'vehicle_assignment'>): string =>
  vehicle_assignment ? vehicleName(vehicle_assignment.vehicle) : 'No truck';

/** `TX 4KD-8812 (USA)`; null without a number. */
export function plateText(vehicle: EmbeddedVehicle): string | null {
  if (!vehicle.license_plate_number) return null;
  const region = vehicle.license_plate_region ? `${vehicle.license_plate_region} ` : '';
  const country = vehicle.license_plate_country ? ` (${vehicle.license_plate_country})` : '';
  return `${region}${vehicle.license_plate_number}${country}`;
}
