/** Truck identifiers in forms: VIN and plate validation, the truck part of drafts, and search among vehicles on the board. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { EmbeddedVehicle } from '@waypost/contract/loads';
import { VIN_LENGTH, vinCheckDigitOk } from '@waypost/contract/vin';
import { z } from 'zod';

interface IdentifierProblem {
  readonly severity: 'error' | 'warning';
  readonly sentence: string;
  readonly reason: string;
}

/** @param vin upper case, trimmed, not empty */
export function vinProblem(vin: string): IdentifierProblem | null {
  const error = (sentence: string, reason: string) => ({ severity: 'error', sentence, reason }) as const;
  const foreign = vin.match(/[^A-HJ-NPR-Z0-9]/);
  if (foreign && /[IOQ]/.test(foreign[0]))
    return error(
      `A VIN has no letter ${foreign[0]}.`,
      'I, O and Q are never used because they look like 1 and 0. Check the VIN again.',
    );
  if (foreign)
    return error(`A VIN has no “${foreign[0]}”.`, 'Use only digits and letters, except I, O and Q.');
  if (vin.length !== VIN_LENGTH)
    return error(`A VIN has ${VIN_LENGTH} characters; this one has ${vin.length}.`, 'Enter the whole VIN.');
  if (vinCheckDigitOk(vin)) return null;
  return {
    severity: 'warning',
    sentence: 'The check digit of this VIN does not match.',
    reason: 'North American VINs have a check digit, so a character may be mistyped.',
  };
}

export const PLATE_FIELDS = [
  'license_plate_number',
  'license_plate_region',
  'license_plate_country',
] as const;
export type PlateField = (typeof PLATE_FIELDS)[number];
export type Plate = Readonly<Record<PlateField, string>>;

interface PlateProblem {
  readonly field: PlateField;
  readonly sentence: string;
  readonly reason: string;
}

export const PLATE_REGIONS: Readonly<Record<string, readonly string[]>> = {
  USA: 'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'.split(
    ' ',
  ),
  CAN: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
};

export function plateProblems(plate: Plate): readonly PlateProblem[] {
  const together = 'A plate needs its number, region and country.';
  const number = plate.license_plate_number.trim();
  const region = plate.license_plate_region.trim().toUpperCase();
  const country = plate.license_plate_country.trim().toUpperCase();
  const found: PlateProblem[] = [];
  const add = (field: PlateField, sentence: string, reason: string) =>
    found.push({ field, sentence, reason });
  if (number === '') add('license_plate_number', 'Plate number is missing.', together);
  const regions = PLATE_REGIONS[country];
  if (region === '') add('license_plate_region', 'Plate region is missing.', together);
  else if (!/^[A-Z]{2}$/.test(region))
    add(
      'license_plate_region',
      'The plate region has two letters, such as TX.',
      'Use the state or province abbreviation.',
    );
  else if (regions && !regions.includes(region))
    add(
      'license_plate_region',
      `${country === 'USA' ? 'The United States has no state' : 'Canada has no province'} ${region}.`,
      'Check the region and the country.',
    );
  if (country === '') add('license_plate_country', 'Plate country is missing.', together);
  else if (!/^[A-Z]{3}$/.test(country))
    add(
      'license_plate_country',
      'The plate country has three letters, such as USA.',
      'Use the three-letter country code.',
    );
  return found;
}

export const truckFields = {
  vehicle_id: z.string(),
  /** Name of a vehicle chosen from the list; not sent. */
  vehicle_name: z.string(),
  vin: z.string(),
  license_plate_number: z.string(),
  license_plate_region: z.string(),
  license_plate_country: z.string(),
};

export type TruckDraft = Readonly<Record<keyof typeof truckFields, string>>;

export const NO_TRUCK: TruckDraft = {
  vehicle_id: '',
  vehicle_name: '',
  vin: '',
  license_plate_number: '',
  license_plate_region: '',
  license_plate_country: 'USA',
};

type KnownTruck = { readonly [K in keyof TruckDraft]?: string | null | undefined };

export function truckDraftOf(known: KnownTruck): TruckDraft {
  const fields = Object.keys(NO_TRUCK) as (keyof TruckDraft)[];
  return Object.fromEntries(fields.map((name) => [name, known[name] || NO_TRUCK[name]])) as TruckDraft;
}

interface KnownVehicle {
  readonly vehicle: EmbeddedVehicle;
  readonly load_ref: string | null;
  /** The query is exactly its unit, VIN, plate, load or ID. */
  readonly exact: boolean;
}

const MAX_VEHICLES = 12;

const RANKS = ['unit', 'other', 'unit_begins', 'other_begins', 'contains'] as const;
type Rank = (typeof RANKS)[number];

/** How well a load's vehicle matches; null: not at all. Spaces, hyphens and case do not count for a whole value or its beginning. */
function rankOf(load: BoardLoad, vehicle: EmbeddedVehicle, query: string): Rank | null {
  const plain = (text: string | null | undefined) => (text ?? '').replace(/[\s-]/g, '').toLowerCase();
  const wanted = plain(query);
  const others = [vehicle.license_plate_number, vehicle.vin, load.load_ref, vehicle.id];
  const unit = plain(vehicle.vehicle_name);
  if (wanted === '') return 'contains';
  if (unit === wanted) return 'unit';
  if (others.some((text) => plain(text) === wanted)) return 'other';
  if (unit.startsWith(wanted)) return 'unit_begins';
  if (others.some((text) => plain(text).startsWith(wanted))) return 'other_begins';
  const text = [vehicle.vehicle_name, ...others].filter(Boolean).join(' ').toLowerCase();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word)) ? 'contains' : null;
}

/**
 * Vehicles of watched loads that match every word by unit, VIN, plate or load; each vehicle once. Best first: a unit typed whole is never
 * below a plate that contains it.
 */
export function findVehicles(loads: Iterable<BoardLoad>, query: string): readonly KnownVehicle[] {
  const found = new Map<string, KnownVehicle & { readonly rank: number }>();
  for (const load of loads) {
    const vehicle = load.vehicle_assignment?.vehicle;
    const matched = vehicle ? rankOf(load, vehicle, query) : null;
    if (!vehicle || matched === null) continue;
    const rank = RANKS.indexOf(matched);
    if (rank >= (found.get(vehicle.id)?.rank ?? RANKS.length)) continue;
    const exact = matched === 'unit' || matched === 'other';
    found.set(vehicle.id, { vehicle, load_ref: load.load_ref, exact, rank });
  }
  return [...found.values()].toSorted((a, b) => a.rank - b.rank).slice(0, MAX_VEHICLES);
}

export function vehicleDetail({ vehicle, load_ref }: KnownVehicle): string {
  const plate = [vehicle.license_plate_number, vehicle.license_plate_region].filter((part) => part).join(' ');
  return [plate, vehicle.vin && `VIN ${vehicle.vin}`, load_ref && `on ${load_ref}`]
    .filter((part) => part)
    .join(' · ');
}
