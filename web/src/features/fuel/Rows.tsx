import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { FuelImport, FuelRow, FuelSort } from '@waypost/contract/api/fuel';
import { FUEL_SORTS } from '@waypost/contract/api/url-enums';
import { regionText } from '@waypost/geo/region-names';
import { useMemo } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconColumns, IconGasStation } from '../../ui/icons.ts';
import { shorten } from '../../ui/MonoId.tsx';
import { prefs, usePrefs } from '../../ui/prefs.ts';
import { readableName } from '../../ui/readable-name.ts';
import { CardLine, Primary, Secondary, Truncated } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { FootEnd, ListFoot } from '../../ui/resource-list/ListLayout.tsx';
import { type Cards, pagedRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import shared from '../../ui/shared.module.css';
import { personZone, shortDateTime, zonesOfYear } from '../../ui/time.ts';
import { countText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import classes from './FuelView.module.css';
import type { FuelSearch } from './search.ts';
import { orderOf, useRows } from './use-rows.ts';
import {
  CHECK_WORDS,
  costText,
  fleetText,
  odometerText,
  priceDigits,
  vehicleName,
  volumeDigits,
} from './words.ts';

interface FuelColumn extends Column<FuelRow, FuelSort> {
  /** Identifies the row, so it cannot be hidden. */
  readonly always?: true;
}

const short = (value: string | null | undefined) => value && shorten(value, 14);

/** Includes the year. */
const timeText = ({ occurred_at }: FuelRow) => (occurred_at ? shortDateTime(occurred_at, 0) : 'No time');
const volumeText = ({ fuel_volume, volume_unit }: FuelRow) =>
  fuel_volume == null ? null : `${volumeDigits(String(fuel_volume))} ${volume_unit ?? ''}`;
const rowCost = ({ total_cost, currency }: FuelRow) => costText(total_cost ?? null, currency ?? '');
const fuelText = (fuel_type: string | null | undefined) => fuel_type && readableName(fuel_type);
const checksText = ({ checks }: FuelRow) => checks.map((check) => CHECK_WORDS[check].short).join(', ');

/** By default a cell shows the field named by its id, which is also its hint. */
const COLUMNS: readonly (Omit<FuelColumn, 'id' | 'cell'> & {
  readonly id: Extract<keyof FuelRow, string>;
  readonly cell?: FuelColumn['cell'];
})[] = [
  { id: 'occurred_at', header: 'When', width: 140, always: true, descendingFirst: true, cell: timeText },
  {
    id: 'source_vehicle_id',
    header: 'Vehicle',
    width: 96,
    cell: vehicleName,
    title: ({ source_vehicle_id }) => source_vehicle_id ?? undefined,
  },
  {
    id: 'fuel_vendor',
    header: 'Vendor',
    width: 128,
    cell: ({ fuel_vendor }) => <span className={classes.twoLines}>{fuel_vendor}</span>,
    title: ({ fuel_vendor }) => fuel_vendor ?? undefined,
  },
  { id: 'fuel_volume', header: 'Volume', width: 80, numeric: true, cell: volumeText },
  { id: 'total_cost', header: 'Cost', width: 104, numeric: true, cell: (row) => <b>{rowCost(row)}</b> },
  {
    id: 'price_per_unit',
    header: 'Per unit',
    width: 72,
    numeric: true,
    cell: ({ price_per_unit }) => price_per_unit && priceDigits(price_per_unit),
  },
  { id: 'fuel_type', header: 'Fuel', width: 84, cell: ({ fuel_type }) => fuelText(fuel_type) },
  {
    id: 'transaction_jurisdiction',
    header: 'Jurisdiction',
    width: 84,
    title: ({ transaction_jurisdiction }) =>
      transaction_jurisdiction ? regionText(transaction_jurisdiction) : undefined,
  },
  {
    id: 'fleet_ref',
    header: 'Fleet',
    width: 188,
    cell: (row) => <span className={classes.twoLines}>{fleetText(row)}</span>,
    title: ({ fleet_ref }) => fleet_ref ?? undefined,
  },
  { id: 'odometer', header: 'Odometer', width: 124, numeric: true, cell: odometerText },
  { id: 'source_driver_id', header: 'Driver', width: 110 },
  { id: 'checks', header: 'Checks', width: 116, cell: (row) => <b>{checksText(row)}</b> },
  { id: 'vehicle_id', header: 'Vehicle ID', width: 140, cell: ({ vehicle_id }) => short(vehicle_id) },
  { id: 'driver_id', header: 'Driver ID', width: 140, cell: ({ driver_id }) => short(driver_id) },
  { id: 'connection_id', header: 'Connection ID', width: 140, cell: (row) => short(row.connection_id) },
  { id: 'source_name', header: 'Provider', width: 120 },
  { id: 'source_id', header: 'ID at the provider', width: 140 },
  { id: 'id', header: 'Transaction ID', width: 140, cell: (row) => short(row.id) },
];

const FUEL_COLUMNS = COLUMNS.map((column): FuelColumn => {
  const sort = FUEL_SORTS.find((one) => one === column.id);
  return {
    cell: (row) => row[column.id] as string | null | undefined,
    hint: column.id,
    ...(sort && { sort }),
    ...(column.numeric && { descendingFirst: true }),
    ...column,
  };
});

/** All of them fit a window of 1440 pixels. */
const DEFAULT_COLUMNS: readonly string[] = [
  'occurred_at',
  'fleet_ref',
  'source_vehicle_id',
  'fuel_vendor',
  'transaction_jurisdiction',
  'fuel_type',
  'fuel_volume',
  'total_cost',
  'price_per_unit',
  'checks',
];

/** The chosen columns in default order. Unknown names are ignored; required columns are always included. */
function shownColumns(chosen: readonly string[] | null): readonly FuelColumn[] {
  const keys = chosen ?? DEFAULT_COLUMNS;
  return FUEL_COLUMNS.filter(({ id, always }) => always || keys.includes(id));
}

const CARDS: Cards<FuelRow> = {
  height: 84,
  render: (row) => (
    <>
      <CardLine>
        <Primary>{rowCost(row) ?? 'No cost'}</Primary>
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

export const FUEL_GRID_ID = 'fuel-rows';
const ROW_HEIGHT = { comfortable: 40, compact: 30 } as const;

interface RowsProps {
  readonly listImport: FuelImport;
  readonly onGone: () => void;
  readonly search: FuelSearch;
  readonly findings: number | undefined;
  /** Totals of what is loaded are shown above. */
  readonly has_totals: boolean;
  readonly selected: string | undefined;
  readonly onSearch: (change: Partial<FuelSearch>) => void;
  readonly onOpen: (row: FuelRow, by_key: boolean) => void;
  readonly onFilters: () => void;
}

export function Rows(props: RowsProps) {
  const { listImport, onGone, search, findings, selected, onSearch, onOpen } = props;
  const { check } = search;
  const order = orderOf(search.sort);
  const allChecks = () => onSearch({ check: undefined });
  const phone = useLayout() === 'phone';
  const { fuel_columns, density } = usePrefs();
  const columns = useMemo(() => shownColumns(fuel_columns), [fuel_columns]);
  const zone = useNow(zonesOfYear);
  const expected = check === undefined ? listImport.rows_read : (findings ?? 0);
  const question = { ...order, check };
  const { first, row, error, retry, onVisibleRange } = useRows(
    { listImport, onGone },
    question,
    expected > 0 && listImport.state !== 'reading',
  );
  const problem = error && asProblem(error);
  const total = first?.total ?? expected;
  if (listImport.state === 'reading' && listImport.rows_read === 0)
    return <ListSkeleton label="Loading transactions" />;
  // Rows are not shown during the import, as new ones would shift them while someone reads.
  if (listImport.state === 'reading')
    return (
      <EmptyState icon={IconGasStation} title="Rows appear when loading and checks are done">
        {`${props.has_totals ? 'Totals update above. ' : ''}Cancel to see the rows loaded so far.`}
      </EmptyState>
    );
  if (total === 0)
    return (
      <EmptyState
        icon={IconGasStation}
        title={check === undefined ? 'No fuel purchases in this range' : 'No transaction with this finding'}
        action={
          check === undefined ? (
            <Button onClick={props.onFilters}>Change range or filters</Button>
          ) : (
            <Button onClick={allChecks}>Show all transactions</Button>
          )
        }
      >
        {check === undefined &&
          'Try a wider range or fewer filters. Providers may report purchases days later.'}
      </EmptyState>
    );
  return (
    <>
      {problem && <ProblemState problem={problem} onRetry={retry} small />}
      <VirtualGrid
        id={FUEL_GRID_ID}
        label="Transactions"
        rows={pagedRows(total, row)}
        columns={columns}
        rowHeight={ROW_HEIGHT[density]}
        cards={phone ? CARDS : null}
        sort={{
          by: order.sort_by,
          descending: order.sort_order === 'desc',
          onSort: (sort) => onSearch({ sort }),
        }}
        isSelected={(row) => row.id === selected}
        isDeleted={({ deleted_at }) => deleted_at != null}
        onOpen={onOpen}
        onVisibleRange={onVisibleRange}
        listKey={JSON.stringify([listImport.import_id, listImport.state, question])}
      />
      <ListFoot>
        <span>
          {countText(total, 'transaction')}
          {check !== undefined && `: ${CHECK_WORDS[check].title.toLowerCase()}`}
          {listImport.state !== 'complete' && ', partial'}
        </span>
        {check !== undefined && (
          <Button size="compact-xs" onClick={allChecks}>
            Show all
          </Button>
        )}
        <FootEnd title={personZone()}>Times {zone}</FootEnd>
      </ListFoot>
    </>
  );
}

export function ColumnsMenu() {
  const { fuel_columns } = usePrefs();
  return (
    <Menu width={220}>
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon aria-label="Columns">
            <IconColumns size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={shared.scrollY} mah="60vh">
        <Menu.CheckboxGroup
          value={shownColumns(fuel_columns).map(({ id }) => id)}
          onChange={(chosen) => prefs.set({ fuel_columns: chosen })}
        >
          {FUEL_COLUMNS.filter(({ always }) => !always).map(({ id, header }) => (
            <Menu.CheckboxItem key={id} value={id}>
              {header}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => prefs.set({ fuel_columns: null })}>Default columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
