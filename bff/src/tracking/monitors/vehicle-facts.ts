/** What is known of a vehicle before a monitor is created for it, from watched loads, monitors, recorded positions and agreements. */
import { type Agreement, sharedUntil } from '@waypost/contract/agreements';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { VehicleFacts, VehicleFactsQuery } from '@waypost/contract/api/monitors';
import type { EmbeddedVehicle } from '@waypost/contract/loads';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import { rowOf } from '../../platform/store/query.ts';
import type { Directory } from '../../service/directory/directory.ts';
import type { Board } from '../board/board.ts';
import { vinKey } from '../board/loads-by-vehicle.ts';
import { isActive } from './entry.ts';
import type { Monitors } from './monitors.ts';
import { textOf } from './names.ts';

interface VehicleFactsOptions {
  readonly db: Database;
  readonly board: Pick<Board, 'get' | 'ids'>;
  readonly monitors: Monitors;
  readonly directory: Pick<Directory, 'agreementsWithin'>;
}

export async function factsOfVehicle(
  query: VehicleFactsQuery,
  { db, board, monitors, directory }: VehicleFactsOptions,
): Promise<VehicleFacts> {
  const item = (load_id: string) => board.get(load_id)?.item;
  const found = findVehicle(query, board, monitors);
  const vehicle_id = query.vehicle_id ?? found?.id ?? null;
  const vin = query.vin ?? found?.vin ?? null;
  const keys = [...(vehicle_id === null ? [] : [vehicle_id]), ...(vin === null ? [] : [vinKey(vin)])];
  const loads = [...new Set(keys.flatMap((key) => [...monitors.loadsOn(key)]))].flatMap(
    (id) => item(id) ?? [],
  );
  const entries = [...new Set(keys.flatMap((key) => monitors.monitorsOnVehicle(key)))];
  const known = entries.map((entry) => textOf(entry.state, 'fleet_id')).find((id) => id !== null) ?? null;
  const learned = vehicle_id === null ? undefined : await rowOf(db, 'vehicle_fleet', { vehicle_id });
  const fleet_id = known ?? learned?.fleet_id ?? null;
  if (vehicle_id !== null) await monitors.vehicles.learn([vehicle_id]);
  const agreed = fleet_id === null ? UNKNOWN : await sharedByFleet(directory, fleet_id, Date.now());
  return {
    vehicle_id,
    vehicle_name: found?.vehicle_name ?? null,
    vin,
    last_position: monitors.vehicles.lastPosition(vehicle_id) ?? newest(loads),
    rhythm_seconds: monitors.vehicles.rhythmSeconds(vehicle_id),
    ...(agreed.location_shared === 'unknown' ? provedBy(loads) : agreed),
    monitors: entries.filter(isActive).map((entry) => {
      const { id, name, starts_at, expires_at } = monitors.get(entry.row.id) ?? NO_MONITOR;
      return { id, name, starts_at, expires_at };
    }),
    loads: loads.map(({ load_id, load_ref, vehicle_assignment }) => ({
      load_id,
      load_ref,
      agreement: vehicle_assignment?.agreement ?? null,
    })),
  };
}

const NO_MONITOR = { id: '', name: null, starts_at: null, expires_at: null };

const PLATE = ['license_plate_number', 'license_plate_region', 'license_plate_country'] as const;

/** Normalized plate: written with and without spaces and dashes. */
const plate = (text: string | null | undefined) => (text ?? '').toUpperCase().replace(/[\s-]/g, '');

function findVehicle(
  query: VehicleFactsQuery,
  board: Pick<Board, 'get' | 'ids'>,
  monitors: Monitors,
): EmbeddedVehicle | undefined {
  const findOnVehicle = (key: string) => {
    for (const load_id of monitors.loadsOn(key)) {
      const vehicle = board.get(load_id)?.item.vehicle_assignment?.vehicle;
      if (vehicle) return vehicle;
    }
    return undefined;
  };
  if (query.vehicle_id !== undefined) return findOnVehicle(query.vehicle_id);
  if (query.vin !== undefined) return findOnVehicle(vinKey(query.vin));
  const wanted = PLATE.map((field) => plate(query[field]));
  if (wanted.some((part) => part === '')) return undefined;
  for (const load_id of board.ids()) {
    const vehicle = board.get(load_id)?.item.vehicle_assignment?.vehicle;
    if (vehicle && PLATE.every((field, index) => plate(vehicle[field]) === wanted[index])) return vehicle;
  }
  return undefined;
}

/** A current position from the service proves sharing, and so does `no_signal`, which means that only the device is silent. */
export function provedBy(
  loads: readonly Pick<BoardLoad, 'tracking_health' | 'last_position' | 'read_error'>[],
): Pick<VehicleFacts, 'location_shared' | 'location_shared_until'> {
  const health = loads.map((load) => load.tracking_health);
  const location_shared = health.includes('not_shared')
    ? 'no'
    : loads.some(
          ({ tracking_health, last_position, read_error }) =>
            read_error === null && (last_position !== null || tracking_health === 'no_signal'),
        )
      ? 'yes'
      : 'unknown';
  return { location_shared, location_shared_until: null };
}

function newest(loads: readonly BoardLoad[]): VehicleFacts['last_position'] {
  const positions = loads.flatMap((load) => load.last_position ?? []);
  positions.sort((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at));
  const [position] = positions;
  if (!position) return null;
  const { latitude, longitude, occurred_at } = position;
  return { latitude, longitude, occurred_at };
}

type Shared = Pick<VehicleFacts, 'location_shared' | 'location_shared_until'>;

/** Long, because it is used while people type; changes made here invalidate it. */
const AGREEMENTS_MAX_AGE_MS = 5 * 60_000;

const UNKNOWN: Shared = { location_shared: 'unknown', location_shared_until: null };

/** Whether a fleet shares `vehicle_location` now (ms). Failures of the service lead to `unknown`. */
export async function sharedByFleet(
  directory: Pick<Directory, 'agreementsWithin'>,
  fleet_id: string,
  now: number,
): Promise<Shared> {
  const agreements = await directory.agreementsWithin(AGREEMENTS_MAX_AGE_MS);
  const ofFleet = agreements.filter((one) => one.fleet_id === fleet_id);
  return ofFleet.length === 0 ? UNKNOWN : sharedBy(ofFleet, now);
}

/** Of several agreements one with access is enough; access lasts until the first gap. */
export function sharedBy(agreements: readonly Agreement[], now: number): Shared {
  // Agreements without scopes prove nothing.
  const known = agreements.filter(({ scopes }) => scopes);
  const until = sharedUntil(known, 'vehicle_location', now, now);
  if (until === now) return { location_shared: 'no', location_shared_until: null };
  const location_shared_until = until === Number.POSITIVE_INFINITY ? null : toIso(until);
  return { location_shared: 'yes', location_shared_until };
}
