/** A transaction as text in the store: values in a fixed order, since the thirty names would be half of it. */
import type { FuelTransaction } from '@waypost/contract/fuel';

/** Never changed in place: rows outlive no version of ours, but a server may be older than its neighbour. */
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

/** Without the raw record. */
export function pack(item: FuelTransaction): string {
  return JSON.stringify(FIELDS.map((field) => item[field] ?? null));
}

export function unpack(text: string): FuelTransaction {
  const values = JSON.parse(text) as unknown[];
  return Object.fromEntries(FIELDS.map((field, i) => [field, values[i] ?? null])) as FuelTransaction;
}
