/** Fuel transactions: 2.8, 4.7. */
import { FUEL_DEFAULT_ORDER, type FuelListQuery, fuelWindow, fuelWindowFits } from '@waypost/contract/fuel';
import type { Connection, Connections } from '../connections/connections.ts';
import type { Lanes } from '../fuel/lanes.ts';
import type { Ledger } from '../fuel/ledger.ts';
import {
  driverIdOf,
  FIELDS,
  type FuelField,
  fuelAnswer,
  isFuelField,
  Purchase,
  sourceDriverIdOf,
} from '../fuel/purchase.ts';
import type { Handlers } from '../http/api.ts';
import {
  compareKeys,
  type Direction,
  type Key,
  type Listing,
  listIdentity,
  openCursor,
  paginate,
} from '../http/pagination.ts';
import { invalid } from '../http/problem.ts';
import { type Fleet, shares } from '../world/fleets.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { World } from '../world/world.ts';
import { fleetFilter } from './fleet-filter.ts';

export interface FuelParts {
  readonly world: World;
  readonly connections: Connections;
  readonly ledger: Ledger;
  readonly lanes: Lanes;
}

const NAME = 'listFuelTransactions';

/** Orders objects too, by their text; costs by their amount. */
function sortable(field: FuelField, purchase: Purchase): Key[number] {
  const value: unknown = FIELDS[field](purchase);
  if (value === null || value === undefined) return null;
  if (field === 'total_cost') return Number(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}

export function fuelHandlers({ world, connections, ledger, lanes }: FuelParts): Pick<Handlers, typeof NAME> {
  const carrying = new Map<Fleet, Connection>();
  const connectionOf = ({ fleet }: Vehicle): Connection => {
    const connection = carrying.get(fleet) ?? connections.carrying(fleet);
    if (!connection) throw new Error(`fleet ${fleet.fleet_ref} has no connection`);
    carrying.set(fleet, connection);
    return connection;
  };
  const parts = { ledger, lanes, connectionOf };

  /** Time filter: what the first page has fixed, or what is asked with its defaults. Throws 422 beyond 45 days. */
  function windowOf(query: FuelListQuery, pinned: Readonly<Record<string, number>> | undefined) {
    if (pinned?.from !== undefined && pinned.to !== undefined) return { from: pinned.from, to: pinned.to };
    const window = fuelWindow(query, world.clock.now());
    if (!fuelWindowFits(window)) {
      const path = query.from_datetime === undefined ? 'to_datetime' : 'from_datetime';
      throw invalid(path, query[path] ?? '', 'makes a window of more than 45 days');
    }
    return window;
  }

  /** Which trucks' purchases are shared at this moment and asked for. */
  function vehicleFilter(query: FuelListQuery): (vehicle: Vehicle) => boolean {
    const now = world.clock.now();
    const wantedFleet = fleetFilter(query);
    const lower = (ids: readonly string[] | undefined) => ids && new Set(ids.map((id) => id.toLowerCase()));
    const [vehicle_ids, driver_ids] = [lower(query.vehicle_ids), lower(query.driver_ids)];
    const source_driver_ids = query.source_driver_ids && new Set(query.source_driver_ids);
    const connection_id = query.connection_id?.toLowerCase();
    const fleets = new Set(
      world.fleets.filter((fleet) => shares(fleet, 'fuel_transaction', now) && wantedFleet(fleet)),
    );
    return (vehicle) =>
      fleets.has(vehicle.fleet) &&
      (!vehicle_ids || vehicle_ids.has(vehicle.record.id)) &&
      (!driver_ids || driver_ids.has(driverIdOf(ledger.seed, vehicle))) &&
      (!source_driver_ids || source_driver_ids.has(sourceDriverIdOf(vehicle))) &&
      (connection_id === undefined || connectionOf(vehicle).id === connection_id);
  }

  /** Numbers of the purchases that a query means, oldest first. */
  function numbersOf(query: FuelListQuery, { from, to }: { from: number; to: number }): number[] {
    const now = world.clock.now();
    const [first, end] = ledger.between(from, Math.min(to, now + 1));
    const allKnown = ledger.knownUntil(now);
    const wanted = vehicleFilter(query);
    // Until when each truck's purchases arrive: what was bought after its connection was deleted never did.
    const ends = new Map<Vehicle, number>();
    const numbers: number[] = [];
    for (let number = first; number < end; number++) {
      const vehicle = ledger.vehicleOf(number);
      let arrivesUntil = ends.get(vehicle);
      if (arrivesUntil === undefined) {
        const { deleted_at } = wanted(vehicle)
          ? connectionOf(vehicle)
          : { deleted_at: Number.NEGATIVE_INFINITY };
        arrivesUntil = deleted_at ?? Number.POSITIVE_INFINITY;
        ends.set(vehicle, arrivesUntil);
      }
      if (arrivesUntil === Number.NEGATIVE_INFINITY) continue;
      const arrived = number < allKnown && arrivesUntil === Number.POSITIVE_INFINITY;
      if (arrived || ledger.createdAt(number) <= Math.min(now, arrivesUntil - 1)) numbers.push(number);
    }
    return numbers;
  }

  /** In the order that is asked for; purchases of one value stand in the order of time. */
  function listing(numbers: readonly number[], query: FuelListQuery): Listing<Record<string, unknown>> {
    const field = query.sort_by ?? FUEL_DEFAULT_ORDER.sort_by;
    if (!isFuelField(field)) throw invalid('sort_by', field, 'is not a field to sort by');
    const direction = query.sort_order ?? FUEL_DEFAULT_ORDER.sort_order;
    const directions: Direction[] = [direction, 'asc'];
    const keyOf = (number: number): Key =>
      field === 'occurred_at'
        ? [ledger.occurredAt(number), number]
        : [sortable(field, new Purchase(parts, number)), number];
    const byTime = field === 'occurred_at' && direction === 'asc';
    const ordered = byTime
      ? numbers.map((number) => ({ number, key: null }))
      : numbers
          .map((number) => ({ number, key: keyOf(number) }))
          .sort((a, b) => compareKeys(a.key, b.key, directions));
    const at = (index: number) => ordered[index] as (typeof ordered)[number];
    return {
      total: ordered.length,
      directions,
      keyAt: (index) => at(index).key ?? keyOf(at(index).number),
      itemAt: (index) => fuelAnswer(new Purchase(parts, at(index).number), query.include_source_data),
    };
  }

  return {
    listFuelTransactions({ query }) {
      carrying.clear();
      const list = listIdentity(NAME, query);
      const cursor = openCursor(query.cursor, list);
      const window = windowOf(query, cursor?.pinned);
      const page = listing(numbersOf(query, window), query);
      const body = paginate(page, { list, cursor, size: query.size, pinned: { ...window } });
      return { status: 200, body };
    },
  };
}
