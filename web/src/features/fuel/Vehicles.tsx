/** Economy of each vehicle, where odometers and volumes allow it, and why not where they do not. */

import { useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MonoId } from '../../ui/MonoId.tsx';
import { Scrolled } from '../../ui/page-frame.tsx';
import { SortArrow } from '../../ui/resource-list/GridHead.tsx';
import shared from '../../ui/shared.module.css';
import { distanceText, economyText, personLocale, volumeText } from '../../ui/units.ts';
import classes from './FuelView.module.css';
import { Pager } from './Pager.tsx';
import { type PartProps, useVehicles, type VehicleSort } from './use-fuel.ts';
import { fleetText, vehicleName, WHY_NO_ECONOMY } from './words.ts';

const PAGE = 100;
const COLUMNS: readonly { readonly label: string; readonly sort?: VehicleSort; readonly numeric?: true }[] = [
  { label: 'Vehicle', sort: 'vehicle_id' },
  { label: 'Fleet' },
  { label: 'Economy', sort: 'economy', numeric: true },
  { label: 'Distance', sort: 'distance_meters', numeric: true },
  { label: 'Fuel bought', sort: 'fuel_liters', numeric: true },
  { label: 'Transactions', numeric: true },
  { label: 'Reason' },
];

export function Vehicles({ listImport, gone }: PartProps) {
  const [order, setOrder] = useState<{ sort_by: VehicleSort; sort_order: 'asc' | 'desc' }>({
    sort_by: 'economy',
    sort_order: 'asc',
  });
  const [offset, setOffset] = useState(0);
  const query = useVehicles({ listImport, gone }, order, { offset, size: PAGE });
  if (listImport.state !== 'complete') return <OnlyOfTheWhole what="Fuel economy" />;
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
      <Scrolled label="Economy by vehicle" className={classes.scroll}>
        <p className={`${shared.note} ${classes.note}`}>
          Distance between a vehicle's first and last purchase by odometer, divided by the engine fuel bought
          after the first.
        </p>
        <table className={classes.plain}>
          <thead>
            <tr>
              {COLUMNS.map(({ label, sort: by, numeric }) => {
                const here = by === order.sort_by;
                const way = order.sort_order === 'asc' ? 'ascending' : 'descending';
                return (
                  <th
                    key={label}
                    scope="col"
                    data-numeric={numeric}
                    aria-sort={by ? (here ? way : 'none') : undefined}
                  >
                    {by ? (
                      <button type="button" onClick={() => sort(by)}>
                        {label}
                        <SortArrow order={here ? way : 'none'} />
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
                </th>
                <td title={one.fleet_ref ?? undefined}>{fleetText(one)}</td>
                <td data-numeric>
                  <strong>{one.meters_per_liter === null ? '–' : economyText(one.meters_per_liter)}</strong>
                </td>
                <td data-numeric>{one.distance_meters === null ? '–' : distanceText(one.distance_meters)}</td>
                <td data-numeric>{one.fuel_liters === null ? '–' : volumeText(one.fuel_liters)}</td>
                <td data-numeric>{one.transactions.toLocaleString(personLocale())}</td>
                <td>{one.why_not && WHY_NO_ECONOMY[one.why_not]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <Pager
        offset={offset}
        size={PAGE}
        total={data.total}
        what={data.total === 1 ? 'vehicle' : 'vehicles'}
        onOffset={setOffset}
      />
    </>
  );
}

/** Also for the checks: of a part they would accuse, or clear, without knowing. */
export function OnlyOfTheWhole({ what }: { readonly what: string }) {
  return (
    <EmptyState title={`${what}: full range needed`}>
      Fuel economy needs every purchase in the range. Only part of the range is loaded so far.
    </EmptyState>
  );
}
