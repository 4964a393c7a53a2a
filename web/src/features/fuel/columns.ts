/** Columns of the table of transactions: fields of the service under plain words, those of the interface on hover. */
import type { FuelRow, FuelSort } from '@waypost/contract/api/fuel';
import { shorten } from '../../ui/MonoId.tsx';
import { shortDateTime } from '../../ui/time.ts';
import { CHECK_WORDS, exactText, odometerText } from './words.ts';

export interface FuelColumn {
  readonly key: string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  readonly sort?: FuelSort;
  readonly figure?: true;
  /** Identifies the row: cannot be hidden. */
  readonly always?: true;
  readonly text: (row: FuelRow) => string | null | undefined;
}

const id = (value: string | null | undefined) => value && shorten(value, 14);

export const FUEL_COLUMNS: readonly FuelColumn[] = [
  {
    key: 'occurred_at',
    label: 'When',
    width: 144,
    sort: 'occurred_at',
    always: true,
    // With its year, whatever year it is.
    text: ({ occurred_at }) => (occurred_at ? shortDateTime(occurred_at, 0) : 'No time told'),
  },
  {
    key: 'source_vehicle_id',
    label: 'Vehicle',
    width: 130,
    sort: 'source_vehicle_id',
    text: ({ source_vehicle_id }) => source_vehicle_id,
  },
  {
    key: 'fuel_vendor',
    label: 'Vendor',
    width: 160,
    sort: 'fuel_vendor',
    text: ({ fuel_vendor }) => fuel_vendor,
  },
  {
    key: 'transaction_jurisdiction',
    label: 'Jurisdiction',
    width: 84,
    sort: 'transaction_jurisdiction',
    text: ({ transaction_jurisdiction }) => transaction_jurisdiction,
  },
  { key: 'fuel_type', label: 'Fuel', width: 92, sort: 'fuel_type', text: ({ fuel_type }) => fuel_type },
  {
    key: 'fuel_volume',
    label: 'Volume',
    width: 104,
    sort: 'fuel_volume',
    figure: true,
    text: ({ fuel_volume, volume_unit }) =>
      fuel_volume == null ? null : `${exactText(String(fuel_volume))} ${volume_unit ?? ''}`,
  },
  {
    key: 'total_cost',
    label: 'Cost',
    width: 116,
    sort: 'total_cost',
    figure: true,
    text: ({ total_cost, currency }) =>
      total_cost == null ? null : `${exactText(total_cost, 2)} ${currency ?? ''}`,
  },
  {
    key: 'price_per_unit',
    label: 'Per unit',
    width: 84,
    figure: true,
    text: ({ price_per_unit }) => price_per_unit && exactText(price_per_unit),
  },
  { key: 'fleet_ref', label: 'Fleet', width: 110, sort: 'fleet_ref', text: ({ fleet_ref }) => fleet_ref },
  {
    key: 'odometer',
    label: 'Odometer',
    width: 124,
    sort: 'odometer',
    figure: true,
    text: (row) => odometerText(row),
  },
  {
    key: 'source_driver_id',
    label: 'Driver',
    width: 110,
    sort: 'source_driver_id',
    text: ({ source_driver_id }) => source_driver_id,
  },
  {
    key: 'checks',
    label: 'Checks',
    width: 200,
    text: ({ checks }) => checks.map((check) => CHECK_WORDS[check].short).join(', '),
  },
  {
    key: 'vehicle_id',
    label: 'vehicle_id',
    width: 140,
    sort: 'vehicle_id',
    text: ({ vehicle_id }) => id(vehicle_id),
  },
  { key: 'driver_id', label: 'driver_id', width: 140, text: ({ driver_id }) => id(driver_id) },
  {
    key: 'connection_id',
    label: 'connection_id',
    width: 140,
    text: ({ connection_id }) => id(connection_id),
  },
  { key: 'source_name', label: 'Provider', width: 120, text: ({ source_name }) => source_name },
  { key: 'source_id', label: 'Id at the provider', width: 140, text: ({ source_id }) => source_id },
  { key: 'id', label: 'Transaction id', width: 140, text: (row) => id(row.id) },
];

const USUAL: readonly string[] = [
  'occurred_at',
  'fleet_ref',
  'source_vehicle_id',
  'fuel_vendor',
  'transaction_jurisdiction',
  'fuel_type',
  'fuel_volume',
  'total_cost',
  'price_per_unit',
  'odometer',
  'checks',
];

/** Those chosen, in the usual order; what is unknown is left out, what identifies a row stays. */
export function shownColumns(chosen: readonly string[] | null): readonly FuelColumn[] {
  const keys = chosen ?? USUAL;
  return FUEL_COLUMNS.filter(({ key, always }) => always || keys.includes(key));
}

/** The last one takes what is left. */
export const tracksOf = (columns: readonly FuelColumn[]): string =>
  columns
    .map(({ width }, at) => (at === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`))
    .join(' ');

const GAP = 12;
const SIDES = 32;
export const widthOf = (columns: readonly FuelColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width + GAP, SIDES - GAP);
