/** Vehicles that the watched loads carry: what the vehicle field offers. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { EmbeddedVehicle } from '@waypost/contract/loads';

export interface KnownVehicle {
  readonly vehicle: EmbeddedVehicle;
  /** Of the load that carries it. */
  readonly load_ref: string | null;
}

const MOST = 12;

/** Those that the words fit: unit, VIN, plate, load. A vehicle once, however many loads it carries. */
export function findVehicles(loads: Iterable<BoardLoad>, query: string): readonly KnownVehicle[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Map<string, KnownVehicle>();
  for (const { vehicle_assignment, load_ref } of loads) {
    const vehicle = vehicle_assignment?.vehicle;
    if (!vehicle || found.has(vehicle.id)) continue;
    const text = [vehicle.vehicle_name, vehicle.vin, vehicle.license_plate_number, load_ref, vehicle.id]
      .filter((part) => part)
      .join(' ')
      .toLowerCase();
    if (words.every((word) => text.includes(word))) found.set(vehicle.id, { vehicle, load_ref });
    if (found.size >= MOST) break;
  }
  return [...found.values()];
}

/** `4KD8812 TX · VIN 1FUJ… · on LD-48213` */
export function vehicleDetail({ vehicle, load_ref }: KnownVehicle): string {
  const plate = [vehicle.license_plate_number, vehicle.license_plate_region].filter((part) => part).join(' ');
  return [plate, vehicle.vin && `VIN ${vehicle.vin}`, load_ref && `on ${load_ref}`]
    .filter((part) => part)
    .join(' · ');
}
