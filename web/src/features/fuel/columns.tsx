/** Transactions as a table of which a person chooses the columns, and as cards on a phone. */
import type { FuelRow, FuelSort } from '@waypost/contract/api/fuel';
import { isolated } from '../../ui/bidi.ts';
import { shorten } from '../../ui/MonoId.tsx';
import { readableName } from '../../ui/readable-name.ts';
import { CardLine, Primary, Secondary, Truncated } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import { shortDateTime } from '../../ui/time.ts';
import { CHECK_WORDS, exactText, fleetText, odometerText, vehicleName } from './words.ts';

export interface FuelColumn extends Column<FuelRow, FuelSort> {
  /** Identifies the row: cannot be hidden. */
  readonly always?: true;
}

const short = (value: string | null | undefined) => value && shorten(value, 14);

/** With its year, whatever year it is. */
const timeText = ({ occurred_at }: FuelRow) => (occurred_at ? shortDateTime(occurred_at, 0) : 'No time');
const volumeText = ({ fuel_volume, volume_unit }: FuelRow) =>
  fuel_volume == null ? null : `${exactText(String(fuel_volume))} ${volume_unit ?? ''}`;
const costText = ({ total_cost, currency }: FuelRow) =>
  total_cost == null ? null : `${exactText(total_cost, 2)} ${currency ?? ''}`;
const fuelText = (fuel_type: string | null | undefined) => fuel_type && readableName(fuel_type);
const checksText = ({ checks }: FuelRow) => checks.map((check) => CHECK_WORDS[check].short).join(', ');

const COLUMNS: readonly FuelColumn[] = [
  {
    id: 'occurred_at',
    header: 'When',
    width: 144,
    sort: 'occurred_at',
    always: true,
    descendingFirst: true,
    cell: timeText,
  },
  {
    id: 'source_vehicle_id',
    header: 'Vehicle',
    width: 112,
    sort: 'source_vehicle_id',
    cell: vehicleName,
    title: ({ source_vehicle_id }) => source_vehicle_id ?? undefined,
  },
  {
    id: 'fuel_vendor',
    header: 'Vendor',
    width: 160,
    sort: 'fuel_vendor',
    cell: ({ fuel_vendor }) => fuel_vendor,
  },
  {
    id: 'fuel_volume',
    header: 'Volume',
    width: 104,
    sort: 'fuel_volume',
    numeric: true,
    descendingFirst: true,
    cell: volumeText,
  },
  {
    id: 'total_cost',
    header: 'Cost',
    width: 116,
    sort: 'total_cost',
    numeric: true,
    descendingFirst: true,
    cell: (row) => <b>{costText(row)}</b>,
  },
  {
    id: 'price_per_unit',
    header: 'Per unit',
    width: 84,
    numeric: true,
    descendingFirst: true,
    cell: ({ price_per_unit }) => price_per_unit && exactText(price_per_unit),
  },
  {
    id: 'fuel_type',
    header: 'Fuel',
    width: 92,
    sort: 'fuel_type',
    cell: ({ fuel_type }) => fuelText(fuel_type),
  },
  {
    id: 'transaction_jurisdiction',
    header: 'Jurisdiction',
    width: 84,
    sort: 'transaction_jurisdiction',
    cell: ({ transaction_jurisdiction }) => transaction_jurisdiction,
  },
  {
    id: 'fleet_ref',
    header: 'Fleet',
    width: 150,
    sort: 'fleet_ref',
    cell: fleetText,
    title: ({ fleet_ref }) => fleet_ref ?? undefined,
  },
  {
    id: 'odometer',
    header: 'Odometer',
    width: 124,
    sort: 'odometer',
    numeric: true,
    descendingFirst: true,
    cell: (row) => odometerText(row),
  },
  {
    id: 'source_driver_id',
    header: 'Driver',
    width: 110,
    sort: 'source_driver_id',
    cell: ({ source_driver_id }) => source_driver_id,
  },
  {
    id: 'checks',
    header: 'Checks',
    width: 200,
    cell: (row) => <b>{checksText(row)}</b>,
  },
  {
    id: 'vehicle_id',
    header: 'Vehicle ID',
    width: 140,
    sort: 'vehicle_id',
    cell: ({ vehicle_id }) => short(vehicle_id),
  },
  { id: 'driver_id', header: 'Driver ID', width: 140, cell: ({ driver_id }) => short(driver_id) },
  {
    id: 'connection_id',
    header: 'Connection ID',
    width: 140,
    cell: ({ connection_id }) => short(connection_id),
  },
  { id: 'source_name', header: 'Provider', width: 120, cell: ({ source_name }) => source_name },
  { id: 'source_id', header: 'ID at the provider', width: 140, cell: ({ source_id }) => source_id },
  { id: 'id', header: 'Transaction ID', width: 140, cell: (row) => short(row.id) },
];

/** The name of the interface on hover. */
export const FUEL_COLUMNS: readonly FuelColumn[] = COLUMNS.map((column) => ({ ...column, hint: column.id }));

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
  return FUEL_COLUMNS.filter(({ id, always }) => always || keys.includes(id));
}

export const CARDS: Cards<FuelRow> = {
  height: 84,
  render: (row) => (
    <>
      <CardLine>
        <Primary>{costText(row) ?? 'No cost'}</Primary>
        <Secondary>{volumeText(row)}</Secondary>
      </CardLine>
      <CardLine>
        <Truncated>
          {[row.fuel_vendor, row.transaction_jurisdiction, fuelText(row.fuel_type)]
            .flatMap((part) => (part ? isolated(part) : []))
            .join(', ')}
        </Truncated>
        <Secondary>{vehicleName(row)}</Secondary>
      </CardLine>
      <CardLine>
        <Truncated>{timeText(row)}</Truncated>
        <Secondary>{checksText(row)}</Secondary>
      </CardLine>
    </>
  ),
};
