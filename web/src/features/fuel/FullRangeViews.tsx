/** Views that need every purchase of the range: economy by vehicle and checks. */

import { Box, Button, VisuallyHidden } from '@mantine/core';
import type { FuelCheck, FuelFinding, FuelSummary, FuelVehicle } from '@waypost/contract/api/fuel';
import { useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MonoId } from '../../ui/MonoId.tsx';
import { distanceText, economyText, volumeText } from '../../ui/quantities.ts';
import { cardsOf } from '../../ui/resource-list/cards.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { ListFoot } from '../../ui/resource-list/ListLayout.tsx';
import { sortOrder } from '../../ui/resource-list/query.ts';
import { arrayRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import classes from './FuelView.module.css';
import type { FuelSearch } from './search.ts';
import { type PartProps, useFindings, useVehicles, VEHICLE_SORTS, type VehicleSort } from './use-fuel.ts';
import { CHECK_WORDS, costText, fleetText, reasonOf, vehicleName, WHY_NO_ECONOMY } from './words.ts';

const VEHICLES_PAGE = 100;
const VEHICLE_COLUMNS: readonly Column<FuelVehicle, VehicleSort>[] = [
  {
    id: 'vehicle',
    header: 'Vehicle',
    width: '1fr',
    min: 140,
    sort: 'vehicle_id',
    card: 'title',
    title: ({ name, source_vehicle_id }) => name ?? source_vehicle_id ?? undefined,
    cell: ({ name, source_vehicle_id, vehicle_id }) => {
      const known = vehicleName({ vehicle_name: name, source_vehicle_id });
      return <strong>{known ?? <MonoId label="vehicle ID" value={vehicle_id} max={16} />}</strong>;
    },
  },
  {
    id: 'fleet',
    header: 'Fleet',
    width: '1fr',
    min: 140,
    card: 'line',
    title: ({ fleet_ref }) => fleet_ref ?? undefined,
    cell: fleetText,
  },
  {
    id: 'economy',
    header: 'Economy',
    width: 96,
    numeric: true,
    sort: 'economy',
    card: 'side',
    cell: ({ meters_per_liter }) => (
      <strong>{meters_per_liter === null ? '–' : economyText(meters_per_liter)}</strong>
    ),
  },
  {
    id: 'distance',
    header: 'Distance',
    width: 96,
    numeric: true,
    sort: 'distance_meters',
    card: 'labeled',
    cell: ({ distance_meters }) => (distance_meters === null ? '–' : distanceText(distance_meters)),
  },
  {
    id: 'fuel',
    header: 'Fuel bought',
    width: 104,
    numeric: true,
    sort: 'fuel_liters',
    card: 'labeled',
    cell: ({ fuel_liters }) => (fuel_liters === null ? '–' : volumeText(fuel_liters)),
  },
  {
    id: 'transactions',
    header: 'Transactions',
    width: 96,
    numeric: true,
    card: 'labeled',
    cell: ({ transactions }) => numberText(transactions),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: '1.4fr',
    min: 180,
    card: 'line',
    cell: ({ why_not }) => why_not && WHY_NO_ECONOMY[why_not],
  },
];
const VEHICLE_CARDS = cardsOf(VEHICLE_COLUMNS);
const vehicleId = ({ vehicle_id }: FuelVehicle) => vehicle_id;

/** Economy of each vehicle, or the reason why it is unknown. */
export function Vehicles({ listImport, onGone }: PartProps) {
  const [sort, setSort] = useState('economy');
  const { by, descending } = sortOrder(sort, VEHICLE_SORTS, 'economy');
  const [offset, setOffset] = useState(0);
  const phone = useLayout() === 'phone';
  const order = { sort_by: by, sort_order: descending ? 'desc' : 'asc' } as const;
  const query = useVehicles({ listImport, onGone }, order, { offset, size: VEHICLES_PAGE });
  if (listImport.state !== 'complete') return <FullRangeNeeded what="Fuel economy" />;
  const { data } = query;
  if (!data) return <QueryState query={query} label="Loading vehicles" />;
  if (data.total === 0)
    return (
      <EmptyState title="No vehicle purchases in this range">
        No transactions in this range match a vehicle.
      </EmptyState>
    );
  return (
    <>
      <p className={`${shared.note} ${classes.note}`}>
        Distance between a vehicle's first and last purchase by odometer, divided by the engine fuel bought
        after the first.
      </p>
      <VirtualGrid
        id="fuel-vehicles"
        label="Economy by vehicle"
        rows={arrayRows(data.items, vehicleId)}
        columns={VEHICLE_COLUMNS}
        rowHeight={36}
        grows
        cards={phone ? VEHICLE_CARDS : null}
        sort={{
          by,
          descending,
          onSort: (next) => {
            setOffset(0);
            setSort(next);
          },
        }}
        listKey={`${sort} ${offset}`}
      />
      <Pager
        offset={offset}
        size={VEHICLES_PAGE}
        total={data.total}
        what={plural(data.total, 'vehicle')}
        onOffset={setOffset}
      />
    </>
  );
}

/** A partial import would produce wrong results, also for checks. */
function FullRangeNeeded({ what }: { readonly what: string }) {
  return (
    <EmptyState title={`${what}: full range needed`}>
      Fuel economy needs every purchase in the range. Only part of the range is loaded so far.
    </EmptyState>
  );
}

const FINDINGS_PAGE = 50;

interface ChecksProps extends PartProps {
  readonly summary: FuelSummary;
  readonly check: FuelCheck | undefined;
  readonly onSearch: (change: Partial<FuelSearch>) => void;
  readonly onOpen: (finding: FuelFinding) => void;
}

export function Checks(props: ChecksProps) {
  const { summary, listImport, check, onSearch } = props;
  if (summary.checks === null || listImport.state !== 'complete') return <FullRangeNeeded what="Checks" />;
  return (
    <ul className={`${shared.list} ${shared.scrollY} ${classes.list}`}>
      {summary.checks.map(({ check: one, findings, judged }) => {
        const open = one === check;
        const { title, rule } = CHECK_WORDS[one];
        return (
          <li key={one}>
            <button
              type="button"
              className={classes.check}
              aria-expanded={open}
              disabled={findings === 0}
              onClick={() => onSearch({ check: open ? undefined : one })}
            >
              <strong>{title}</strong>
              <span className={`${shared.fixed} ${shared.strong}`}>
                {judged === 0 ? 'Nothing to check' : numberText(findings)}
                {judged > 0 && <em className={shared.small}>of {numberText(judged)} checked</em>}
              </span>
            </button>
            <Box component="p" className={shared.note} maw="88ch" px={16}>
              {rule()}
            </Box>
            {open && findings > 0 && <Findings {...props} check={one} />}
          </li>
        );
      })}
    </ul>
  );
}

function Findings({
  listImport,
  onGone,
  check,
  onOpen,
  onSearch,
}: ChecksProps & { readonly check: FuelCheck }) {
  const [offset, setOffset] = useState(0);
  const query = useFindings({ listImport, onGone }, check, { offset, size: FINDINGS_PAGE });
  const { data } = query;
  if (!data) return <QueryState query={query} label="Loading findings" small />;
  return (
    <div className={classes.findings}>
      <ul className={shared.list}>
        {data.items.map((finding) => {
          const { transaction: row } = finding;
          return (
            <li key={row.id}>
              <div className={shared.fill}>
                <strong>
                  {[vehicleName(row), row.fuel_vendor, row.transaction_jurisdiction]
                    .filter(Boolean)
                    .join(', ') || row.id}
                </strong>
                <span className={shared.small}>
                  {[
                    row.occurred_at ? fullDateTime(row.occurred_at) : null,
                    costText(row.total_cost ?? null, row.currency ?? null),
                    fleetText(row),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <p className={shared.plain}>{reasonOf(finding)}</p>
              </div>
              <Button size="compact-xs" onClick={() => onOpen(finding)}>
                Show in table and map
              </Button>
            </li>
          );
        })}
      </ul>
      <Box pt={8} pr={16} pb={8} pl={32}>
        <Button size="compact-xs" onClick={() => onSearch({ check, view: 'rows' })}>
          Show in table
        </Button>
      </Box>
      <Pager
        offset={offset}
        size={FINDINGS_PAGE}
        total={data.total}
        what={plural(data.total, 'finding')}
        onOffset={setOffset}
      />
      <VisuallyHidden role="status">{countText(data.total, 'finding')}</VisuallyHidden>
    </div>
  );
}

interface PagerProps {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly what: string;
  readonly onOffset: (offset: number) => void;
}

function Pager({ offset, size, total, what, onOffset }: PagerProps) {
  const end = Math.min(total, offset + size);
  return (
    <ListFoot>
      <span>
        {total > size && `${numberText(offset + 1)} to ${numberText(end)} of `}
        {numberText(total)} {what}
      </span>
      {total > size && (
        <>
          <Button
            size="compact-xs"
            disabled={offset === 0}
            onClick={() => onOffset(Math.max(0, offset - size))}
          >
            Previous
          </Button>
          <Button size="compact-xs" disabled={end >= total} onClick={() => onOffset(offset + size)}>
            Next
          </Button>
        </>
      )}
    </ListFoot>
  );
}
