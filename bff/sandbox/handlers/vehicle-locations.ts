/** Reported vehicle positions (assumed), ordered by vehicle and time so that new ones do not shift pages. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { fuelWindow, fuelWindowFits } from '@waypost/contract/fuel';
import type { VehicleLocation } from '@waypost/contract/vehicle-locations';
import type { Handlers } from '../http/api.ts';
import { type Cursor, listIdentity, openCursor, sealCursor } from '../http/pagination.ts';
import { invalid } from '../http/problem.ts';
import { type Fleet, shares } from '../world/fleets.ts';
import { keyOf, uuidOf } from '../world/random.ts';
import {
  backwards,
  forwards,
  keyOfReported,
  type Reported,
  type ReportedKey,
  type ReportedWindow,
} from '../world/reported.ts';
import type { World } from '../world/world.ts';

const NAME = 'listVehicleLocations';
const ID = keyOf('vehicle location');

const degrees = (value: number) => Math.round(value * 1e6) / 1e6;

function take(source: Iterable<Reported>, count: number): Reported[] {
  const taken: Reported[] = [];
  for (const item of source) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

/** @param connectionIdOf connection that delivers a fleet's data; null when there is none */
export function vehicleLocationHandlers(
  world: World,
  connectionIdOf: (fleet: Fleet) => string | null,
): Pick<Handlers, typeof NAME> {
  const { clock, seed, vehicles } = world;

  const response = ({ vehicle, ping, received, occurred_at }: Reported): VehicleLocation => ({
    id: uuidOf(seed, ID, vehicle.index, received),
    vehicle_id: vehicle.record.id,
    fleet_id: vehicle.fleet.fleet_id,
    fleet_ref: vehicle.fleet.fleet_ref,
    connection_id: connectionIdOf(vehicle.fleet),
    occurred_at: new Date(occurred_at).toISOString(),
    location: { type: 'Point', coordinates: [degrees(ping.longitude), degrees(ping.latitude)] },
  });

  /** Reads one more item than the page to detect a further one. Returns items in list order. */
  function page(window: ReportedWindow, cursor: Cursor | null, size: number) {
    if (!cursor) {
      const found = take(forwards(clock, window, null), size + 1);
      return { items: found.slice(0, size), before: false, after: found.length > size };
    }
    const key = cursor.key as unknown as ReportedKey;
    const inclusive = cursor.side === 'from' || cursor.side === 'until';
    if (cursor.side === 'from' || cursor.side === 'after') {
      const found = take(forwards(clock, window, key, inclusive), size + 1);
      const before = take(backwards(clock, window, key, !inclusive), 1).length > 0;
      return { items: found.slice(0, size), before, after: found.length > size };
    }
    const found = take(backwards(clock, window, key, inclusive), size + 1);
    const after = take(forwards(clock, window, key, !inclusive), 1).length > 0;
    return { items: found.slice(0, size).reverse(), before: found.length > size, after };
  }

  return {
    listVehicleLocations({ query }) {
      const list = listIdentity(NAME, query);
      const cursor = openCursor(query.cursor, list);
      const now = clock.now();
      const requested = fuelWindow(query, now);
      if (!fuelWindowFits(requested)) {
        const path = query.from_datetime === undefined ? 'to_datetime' : 'from_datetime';
        throw invalid(path, query[path] ?? '', 'makes the window longer than 45 days');
      }
      // A default that moves with the clock is pinned by the first page.
      const { from = requested.from, to = requested.to } = cursor?.pinned ?? {};
      const vehicleIds = query.vehicle_ids && new Set(query.vehicle_ids.map((id) => id.toLowerCase()));
      const shown = vehicles.all.filter(
        ({ record, fleet }) =>
          (!vehicleIds || vehicleIds.has(record.id)) &&
          shares(fleet, 'vehicle', now) &&
          shares(fleet, 'vehicle_location', now),
      );
      const size = query.size ?? ASSUMPTIONS.page_size_default;
      const { items, before, after } = page({ vehicles: shown, from, to }, cursor, size);
      const seal = (side: Cursor['side'], item: Reported | undefined) =>
        item ? sealCursor(list, side, keyOfReported(item), { from, to }) : (query.cursor ?? null);
      const [first, last] = [items[0], items[items.length - 1]];
      return {
        status: 200,
        body: {
          items: items.map(response),
          current_page: seal('from', first),
          current_page_backwards: seal('until', last),
          previous_page: before && first ? seal('before', first) : null,
          next_page: after ? seal('after', last) : null,
        },
      };
    },
  };
}
