/**
 * Units of a fuel transaction. The interface documents no unit of the volume and no values for that of the odometer, so known words are
 * recognized and others never guessed.
 */
import type { Assumptions } from '@waypost/contract/assumptions';
import type { FuelTransaction } from '@waypost/contract/fuel';

const LITERS_PER_GALLON = 3.785411784;

const GALLON = /^(us|u\.s\.)?[ _-]?(gal|gallons?)$/i;
const LITER = /^(l|lt|ltr|lit(er|re)s?)$/i;
const ODOMETER_METERS: readonly (readonly [RegExp, number])[] = [
  [/^(mi|miles?)$/i, 1609.344],
  [/^(km|kms|kilomet(er|re)s?)$/i, 1000],
  [/^(m|met(er|re)s?)$/i, 1],
];

/** `gal`, `L`, another word unchanged, or null when none is given. */
export function volumeUnitOf(
  item: Pick<FuelTransaction, 'extras'>,
  { fields }: Pick<Assumptions, 'fields'>,
): string | null {
  const extras = item.extras ?? {};
  const given = Object.hasOwn(extras, fields.fuel_volume_unit) ? extras[fields.fuel_volume_unit] : null;
  if (typeof given !== 'string' || given.trim() === '') return null;
  if (GALLON.test(given.trim())) return 'gal';
  return LITER.test(given.trim()) ? 'L' : given.trim();
}

/** Null for an unknown unit. */
export function litersOf(volume: number, unit: string | null): number | null {
  if (unit === 'gal') return volume * LITERS_PER_GALLON;
  return unit === 'L' ? volume : null;
}

/** Odometer in meters; null when missing, or in an unknown unit. */
export function odometerMeters(item: Pick<FuelTransaction, 'odometer' | 'odometer_unit'>): number | null {
  if (item.odometer == null || item.odometer_unit == null) return null;
  const unit = item.odometer_unit.trim();
  const meters = ODOMETER_METERS.find(([form]) => form.test(unit))?.[1];
  return meters === undefined ? null : item.odometer * meters;
}

/** False for exhaust fluid and fuel for refrigeration. */
export function isForDriving(
  fuel_type: string | null | undefined,
  { fuel_not_for_driving }: Pick<Assumptions, 'fuel_not_for_driving'>,
): boolean {
  const words = (fuel_type ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return !words.some((word) => fuel_not_for_driving.includes(word));
}

// A transaction as stored text: values in a fixed order, because the thirty field names would be half of it.

/** Append only: servers of different versions may share the rows. */
const FIELDS = [
  'id',
  'fleet_id',
  'connection_id',
  'tsp_id',
  'execution_id',
  'schedule_id',
  'vehicle_id',
  'driver_id',
  'co_driver_id',
  'created_at',
  'updated_at',
  'deleted_at',
  'occurred_at',
  'source_name',
  'source_id',
  'source_data_hash',
  'fleet_ref',
  'tsp_slug',
  'source_driver_id',
  'source_vehicle_id',
  'source_co_driver_id',
  'fuel_vendor',
  'currency',
  'extras',
  'inferred_address',
  'location',
  'h3_index_11',
  'odometer',
  'odometer_unit',
  'transaction_jurisdiction',
  'fuel_type',
  'fuel_volume',
  'total_cost',
] as const satisfies readonly (keyof FuelTransaction)[];

/** Excludes the raw record. */
export function pack(item: FuelTransaction): string {
  return JSON.stringify(FIELDS.map((field) => item[field] ?? null));
}

export function unpack(text: string): FuelTransaction {
  const values = JSON.parse(text) as unknown[];
  return Object.fromEntries(FIELDS.map((field, i) => [field, values[i] ?? null])) as FuelTransaction;
}
