/** What a monitor and its vehicle are called. */
import type { BoardMonitor, MonitorLink } from '@waypost/contract/api/monitors';

type Vehicle = Pick<
  BoardMonitor,
  | 'vehicle_name'
  | 'vehicle_id'
  | 'vin'
  | 'license_plate_number'
  | 'license_plate_region'
  | 'license_plate_country'
>;

/** `TX 4KD8812 (USA)`; null without a number. */
export function plateText(vehicle: Vehicle): string | null {
  if (!vehicle.license_plate_number) return null;
  const region = vehicle.license_plate_region ? `${vehicle.license_plate_region} ` : '';
  const country = vehicle.license_plate_country ? ` (${vehicle.license_plate_country})` : '';
  return `${region}${vehicle.license_plate_number}${country}`;
}

/** `Unit 1187`, or the best other name that the vehicle has. */
export function vehicleText(vehicle: Vehicle): string {
  const id = vehicle.vehicle_id ? `Vehicle ${vehicle.vehicle_id.slice(0, 8)}` : 'Unknown vehicle';
  return vehicle.vehicle_name || plateText(vehicle) || vehicle.vin || id;
}

/** Its own name, else of its load, else its id in short. */
export function monitorName({ name, links, id }: Pick<BoardMonitor, 'name' | 'links' | 'id'>): string {
  return name || links.find(({ state }) => state === 'linked')?.load_ref || `Monitor ${id.slice(0, 8)}`;
}

const SOURCE_WORDS: Readonly<Record<MonitorLink['source'], string>> = {
  created: 'created from this load',
  name: 'same name, same vehicle',
  vehicle_time: 'same vehicle at that time',
  person: 'Linked manually',
};
export const linkWords = (source: MonitorLink['source']): string => SOURCE_WORDS[source];
