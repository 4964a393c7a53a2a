/** Identifiers that a shipper enters when it posts a load: correct, partial or mistyped. */
import type { EmbeddedVehicle, LoadVehicleIdentifiers } from '@waypost/contract/loads';
import type { Random } from './random.ts';

type Kind = 'vin' | 'plate' | 'id' | 'vin_and_plate';
const KINDS: readonly Kind[] = ['vin', 'plate', 'id', 'vin_and_plate'];
const KIND_WEIGHTS = [45, 30, 12, 13];

function plateOf(record: EmbeddedVehicle): LoadVehicleIdentifiers {
  return {
    license_plate_number: record.license_plate_number ?? undefined,
    license_plate_region: record.license_plate_region ?? undefined,
    license_plate_country: record.license_plate_country ?? undefined,
  };
}

export function correctIdentifiers(record: EmbeddedVehicle, random: Random): LoadVehicleIdentifiers {
  const vin = { vin: record.vin ?? undefined };
  switch (KINDS[random.weighted(KIND_WEIGHTS)]) {
    case 'plate':
      return plateOf(record);
    case 'id':
      return { vehicle_id: record.id };
    case 'vin_and_plate':
      return { ...vin, ...plateOf(record) };
    default:
      return vin;
  }
}

/** A typical typing error: O for 0 and I for 1 in a VIN, or a plate of another state. */
export function mistypedIdentifiers(record: EmbeddedVehicle, random: Random): LoadVehicleIdentifiers {
  const vin = record.vin ?? '';
  const misread = vin.slice(0, 9) + vin.slice(9).replace('0', 'O').replace('1', 'I');
  if (misread !== vin && random.chance(0.6)) return { vin: misread };
  const region = record.license_plate_region === 'KY' ? 'WV' : 'KY';
  return { ...plateOf(record), license_plate_region: region };
}
