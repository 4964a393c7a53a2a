/** Views that need every purchase of the range: economy by vehicle and checks. */

import { Box, Button, VisuallyHidden } from '@mantine/core';
import type { FuelCheck, FuelFinding, FuelSummary } from '@waypost/contract/api/fuel';
import { useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MonoId } from '../../ui/MonoId.tsx';
import { ScrollRegion } from '../../ui/page-frame.tsx';
import { SortArrow } from '../../ui/resource-list/GridHead.tsx';
import { ListFoot } from '../../ui/resource-list/ListLayout.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { countText, distanceText, economyText, numberText, plural, volumeText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import classes from './FuelView.module.css';
import type { FuelSearch } from './search.ts';
import { type PartProps, useFindings, useVehicles, type VehicleSort } from './use-fuel.ts';
import { CHECK_WORDS, costText, fleetText, reasonOf, vehicleName, WHY_NO_ECONOMY } from './words.ts';

const VEHICLES_PAGE = 100;
const VEHICLE_COLUMNS: readonly {
  readonly label: string;
  readonly sort?: VehicleSort;
  readonly numeric?: true;
  /** Under the vehicle's name on a phone, where not all columns fit, or left out there. */
  readonly wide?: true;
}[] = [
  { label: 'Vehicle', sort: 'vehicle_id' },
  { label: 'Fleet', wide: true },
  { label: 'Economy', sort: 'economy', numeric: true },
  { label: 'Distance', sort: 'distance_meters', numeric: true },
  { label: 'Fuel bought', sort: 'fuel_liters', numeric: true },
  { label: 'Transactions', numeric: true, wide: true },
  { label: 'Reason', wide: true },
];

/** Economy of each vehicle, or the reason why it is unknown. */
export function Vehicles({ listImport, onGone }: PartProps) {
  const [order, setOrder] = useState<{ sort_by: VehicleSort; sort_order: 'asc' | 'desc' }>({
    sort_by: 'economy',
    sort_order: 'asc',
  });
  const [offset, setOffset] = useState(0);
  const phone = useLayout() === 'phone';
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
  const sort = (sort_by: VehicleSort) => {
    setOffset(0);
    setOrder({
      sort_by,
      sort_order: order.sort_by === sort_by && order.sort_order === 'asc' ? 'desc' : 'asc',
    });
  };
  return (
    <>
      <ScrollRegion label="Economy by vehicle" className={classes.scroll}>
        <p className={`${shared.note} ${classes.note}`}>
          Distance between a vehicle's first and last purchase by odometer, divided by the engine fuel bought
          after the first.
        </p>
        <table className={classes.plain}>
          <thead>
            <tr>
              {VEHICLE_COLUMNS.filter(({ wide }) => !(phone && wide)).map(({ label, sort: by, numeric }) => {
                const is_sorted = by === order.sort_by;
                const direction = order.sort_order === 'asc' ? 'ascending' : 'descending';
                return (
                  <th
                    key={label}
                    scope="col"
                    data-numeric={numeric}
                    aria-sort={by ? (is_sorted ? direction : 'none') : undefined}
                  >
                    {by ? (
                      <button type="button" onClick={() => sort(by)}>
                        {label}
                        <SortArrow order={is_sorted ? direction : 'none'} />
                      </button>
                    ) : (
                      label
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {data.items.map((one) => (
              <tr key={one.vehicle_id}>
                <th scope="row" title={one.name ?? one.source_vehicle_id ?? undefined}>
                  {vehicleName({ vehicle_name: one.name, source_vehicle_id: one.source_vehicle_id }) ?? (
                    <MonoId label="vehicle ID" value={one.vehicle_id} max={16} />
                  )}
                  {phone && (
                    <div className={shared.small}>
                      {[fleetText(one), one.why_not && WHY_NO_ECONOMY[one.why_not]]
                        .filter(Boolean)
                        .join('. ')}
                    </div>
                  )}
                </th>
                {!phone && <td title={one.fleet_ref ?? undefined}>{fleetText(one)}</td>}
                <td data-numeric>
                  <strong>{one.meters_per_liter === null ? '–' : economyText(one.meters_per_liter)}</strong>
                </td>
                <td data-numeric>{one.distance_meters === null ? '–' : distanceText(one.distance_meters)}</td>
                <td data-numeric>{one.fuel_liters === null ? '–' : volumeText(one.fuel_liters)}</td>
                {!phone && (
                  <>
                    <td data-numeric>{numberText(one.transactions)}</td>
                    <td>{one.why_not && WHY_NO_ECONOMY[one.why_not]}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
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
  const count = (value: number) => numberText(value);
  const end = Math.min(total, offset + size);
  return (
    <ListFoot>
      <span>
        {total > size && `${count(offset + 1)} to ${count(end)} of `}
        {count(total)} {what}
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
