/** What a shipper types when it posts a load: the identifiers of a truck, as a whole or in part, rightly or not. */
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

export function rightIdentifiers(record: EmbeddedVehicle, random: Random): LoadVehicleIdentifiers {
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

/** A slip of the kind that people make: O for 0 and I for 1 in a VIN, or a plate of another state. */
export function mistyped(record: EmbeddedVehicle, random: Random): LoadVehicleIdentifiers {
  const vin = record.vin ?? '';
  const slipped = vin.slice(0, 9) + vin.slice(9).replace('0', 'O').replace('1', 'I');
  if (slipped !== vin && random.chance(0.6)) return { vin: slipped };
  const region = record.license_plate_region === 'KY' ? 'WV' : 'KY';
  return { ...plateOf(record), license_plate_region: region };
}
