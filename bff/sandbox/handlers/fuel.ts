import { FUEL_DEFAULT_ORDER, type FuelListQuery, fuelWindow, fuelWindowFits } from '@waypost/contract/fuel';
import type { Connection, Connections } from '../connections/connections.ts';
import type { Lanes } from '../fuel/lanes.ts';
import type { FuelLedgers } from '../fuel/ledgers.ts';
import {
  driverIdOf,
  FIELDS,
  type FuelField,
  isFuelField,
  Purchase,
  sourceDriverIdOf,
} from '../fuel/purchase.ts';
import { Rows } from '../fuel/rows.ts';
import { Selection } from '../fuel/selection.ts';
import type { Handlers } from '../http/api.ts';
import {
  type Direction,
  type Key,
  type Listing,
  listIdentity,
  openCursor,
  paginate,
} from '../http/pagination.ts';
import { invalid } from '../http/problem.ts';
import { type Fleet, fleetFilter, shares } from '../world/fleets.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { World } from '../world/world.ts';

export interface FuelParts {
  readonly world: World;
  readonly connections: Connections;
  readonly ledgers: FuelLedgers;
  readonly lanes: Lanes;
}

const NAME = 'listFuelTransactions';

/** Sorts objects by their JSON and costs by their amount. */
function sortable(field: FuelField, purchase: Purchase): Key[number] {
  const value: unknown = FIELDS[field](purchase);
  if (value === null || value === undefined) return null;
  if (field === 'total_cost') return Number(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}

export function fuelHandlers({ world, connections, ledgers, lanes }: FuelParts): Pick<Handlers, typeof NAME> {
  const carrying = new Map<Fleet, Connection>();
  const connectionOf = ({ fleet }: Vehicle): Connection => {
    const connection = carrying.get(fleet) ?? connections.carrying(fleet);
    if (!connection) throw new Error(`fleet ${fleet.fleet_ref} has no connection`);
    carrying.set(fleet, connection);
    return connection;
  };
  const parts = { ledgers, lanes, connectionOf };
  const rows = new Rows(parts);
  const selection = new Selection(ledgers);

  /** Time filter: pinned by the first page, or from the query with its defaults. Throws 422 beyond 45 days. */
  function windowOf(query: FuelListQuery, pinned: Readonly<Record<string, number>> | undefined) {
    if (pinned?.from !== undefined && pinned.to !== undefined) return { from: pinned.from, to: pinned.to };
    const window = fuelWindow(query, world.clock.now());
    if (!fuelWindowFits(window)) {
      const path = query.from_datetime === undefined ? 'to_datetime' : 'from_datetime';
      throw invalid(path, query[path] ?? '', 'makes the window longer than 45 days');
    }
    return window;
  }

  /** Fleets that currently share purchases and match the query. */
  function fleetsOf(query: FuelListQuery): Fleet[] {
    const now = world.clock.now();
    const matches = fleetFilter(query);
    return world.fleets.filter((fleet) => shares(fleet, 'fuel_transaction', now) && matches(fleet));
  }

  /** Filter for the trucks of these fleets that match the query. */
  function vehicleFilter(query: FuelListQuery, sharing: readonly Fleet[]): (vehicle: Vehicle) => boolean {
    const lower = (ids: readonly string[] | undefined) => ids && new Set(ids.map((id) => id.toLowerCase()));
    const [vehicle_ids, driver_ids] = [lower(query.vehicle_ids), lower(query.driver_ids)];
    const source_driver_ids = query.source_driver_ids && new Set(query.source_driver_ids);
    const connection_id = query.connection_id?.toLowerCase();
    const fleets = new Set(sharing);
    return (vehicle) =>
      fleets.has(vehicle.fleet) &&
      (!vehicle_ids || vehicle_ids.has(vehicle.record.id)) &&
      (!driver_ids || driver_ids.has(driverIdOf(ledgers.seed, vehicle))) &&
      (!source_driver_ids || source_driver_ids.has(sourceDriverIdOf(vehicle))) &&
      (connection_id === undefined || connectionOf(vehicle).id === connection_id);
  }

  /** Identifies which fleets share over which connections; while it is unchanged, so are the arrived purchases. */
  function sharing(fleets: readonly Fleet[]): string {
    return fleets
      .map((fleet) => {
        const connection = connections.carrying(fleet);
        return `${connection?.id} ${connection?.deleted_at ?? ''}`;
      })
      .join();
  }

  /** In the requested order; equal values are ordered by time. */
  function listing(
    list: string,
    query: FuelListQuery,
    window: { readonly from: number; readonly to: number },
  ): Listing<Readonly<Record<string, unknown>>> {
    const field = query.sort_by ?? FUEL_DEFAULT_ORDER.sort_by;
    if (!isFuelField(field)) throw invalid('sort_by', field, 'is not a field to sort by');
    const directions: Direction[] = [query.sort_order ?? FUEL_DEFAULT_ORDER.sort_order, 'asc'];
    const keyOf = (number: number): Key =>
      field === 'occurred_at'
        ? [ledgers.ledgerOf(number).occurredAt(number), number]
        : [sortable(field, new Purchase(parts, number)), number];
    const fleets = fleetsOf(query);
    const matches = vehicleFilter(query, fleets);
    const identity = `${list} ${window.from} ${window.to} ${sharing(fleets)}`;
    const placed = selection.placed(
      {
        identity,
        keyOf,
        directions,
        ...window,
        // Purchases after the deletion of a connection never arrive.
        arrivesUntil: (vehicle) =>
          matches(vehicle) ? (connectionOf(vehicle).deleted_at ?? Number.POSITIVE_INFINITY) : null,
      },
      world.clock.now(),
    );
    const placedAt = (index: number) => placed[index] as (typeof placed)[number];
    return {
      total: placed.length,
      directions,
      keyAt: (index) => placedAt(index).key,
      itemAt: (index) => rows.answer(placedAt(index).number, query.include_source_data),
    };
  }

  return {
    listFuelTransactions({ query }) {
      carrying.clear();
      const list = listIdentity(NAME, query);
      const cursor = openCursor(query.cursor, list);
      const window = windowOf(query, cursor?.pinned);
      const body = paginate(listing(list, query, window), {
        list,
        cursor,
        size: query.size,
        pinned: { ...window },
      });
      return { status: 200, body };
    },
  };
}
