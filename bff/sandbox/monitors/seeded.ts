/** Monitors of a believable world's loads, created before it began, in every state. Their arrivals follow from the trucks' pings. */
import type { MonitorStatus } from '@waypost/contract/monitors';
import { HOUR, MINUTE } from '../world/clock.ts';
import { shares } from '../world/fleets.ts';
import type { Load } from '../world/loads.ts';
import { keyOf, uuidOf } from '../world/random.ts';
import type { Trip } from '../world/trip.ts';
import type { World } from '../world/world.ts';
import { type SavedMonitor, serializeMonitor, stopId } from './monitor.ts';
import type { SavedMonitors } from './monitors.ts';

const COUNT = 20;
const RADIUS_METERS = 800;
const [CREATED_BEFORE, LASTS] = [3 * HOUR, 24 * HOUR];
const LATE = 15 * MINUTE;

interface Journey {
  readonly load: Load;
  readonly vehicle_id: string;
  readonly trip: Trip;
}

/** World time 0 is the beginning. */
const isUnderWay = ({ trip }: Journey) => trip.origin.departed < 0 && trip.destination.arrived > 0;
const isLate = (journey: Journey) =>
  isUnderWay(journey) && (journey.trip.destination.appointment?.from ?? 0) + LATE < 0;

/** What is monitored: how many journeys, which ones, and the status if it does not follow from the pings. */
const KINDS: readonly {
  readonly count: number;
  readonly fits: (journey: Journey) => boolean;
  readonly status?: MonitorStatus;
}[] = [
  { count: 3, fits: isLate },
  { count: 4, fits: ({ trip }) => trip.destination.departed < 0 },
  { count: 2, fits: ({ trip }) => trip.destination.arrived < 0 && trip.destination.departed > 0 },
  { count: 2, fits: ({ trip }) => trip.origin.arrived < 0 && trip.origin.departed > 0 },
  { count: 2, fits: ({ trip }) => trip.origin.arrived > 0 },
  { count: 2, fits: isUnderWay, status: 'cancelled' },
  { count: 2, fits: isUnderWay, status: 'expired' },
  { count: COUNT, fits: isUnderWay },
];

export function seededMonitors(world: World, seed: number): SavedMonitors {
  const { clock } = world;
  const key = keyOf('monitors');
  const left = journeysOf(world);
  const chosen = KINDS.flatMap(({ count, fits, status }) => {
    const found = left.filter(fits).slice(0, count);
    for (const journey of found) left.splice(left.indexOf(journey), 1);
    return found.map((journey) => ({ ...journey, status }));
  }).slice(0, COUNT);
  const monitors = chosen.map(({ load, vehicle_id, trip, status }, i): SavedMonitor => {
    const id = uuidOf(seed, key, i);
    const { origin, destination } = trip;
    const created_at = clock.wall(Math.min(-HOUR, origin.arrived - CREATED_BEFORE));
    const ended_at = clock.wall(-HOUR);
    const stops = load.stops.filter(({ stop_type }) => stop_type !== 'fuel' && stop_type !== 'rest');
    return serializeMonitor({
      id,
      webhook_group_id: null,
      vehicle_id,
      name: `${load.load_ref} to ${destination.site.name}`,
      // It expires by itself; a cancelled one is over.
      status: status === 'cancelled' ? status : 'active',
      current: 0,
      starts_at: created_at,
      expires_at: status === 'expired' ? ended_at : clock.wall(Math.max(0, destination.arrived) + LASTS),
      created_at,
      updated_at: status === 'cancelled' ? ended_at : created_at,
      cancelled_at: status === 'cancelled' ? ended_at : null,
      completed_at: null,
      seen_until: created_at - 1,
      stops: stops.map(({ name, latitude, longitude }, sequence) => ({
        id: stopId(id, sequence),
        sequence,
        name,
        latitude,
        longitude,
        radius_meters: RADIUS_METERS,
        arrived_at: null,
        departed_at: null,
      })),
    });
  });
  return { monitors, caught_up: Math.min(clock.now(), ...monitors.map(({ created_at }) => created_at)) };
}

/** Loads whose declared truck really carries them and shares its location. */
function journeysOf(world: World): Journey[] {
  return world.loads.all.flatMap((load) => {
    const journey = world.journey(load.load_id);
    const vehicle = load.identifiers && world.vehicles.match(load.identifiers, () => true);
    if (!journey || vehicle?.itinerary !== journey.carrier || journey.trip.index !== 0) return [];
    if (!shares(vehicle.fleet, 'vehicle_location', world.clock.start) || !vehicle.pings.last(0)) return [];
    return [{ load, vehicle_id: vehicle.record.id, trip: journey.trip }];
  });
}
