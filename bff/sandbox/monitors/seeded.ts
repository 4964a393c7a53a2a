/**
 * Monitors of a believable world's loads, created before it began. Their arrivals follow from the trucks' pings. All are active when the
 * world begins, because Waypost does not list those that ended earlier; some end soon.
 */
import { HOUR, MINUTE } from '../world/clock.ts';
import { shares } from '../world/fleets.ts';
import type { Load } from '../world/loads.ts';
import { keyOf, uuidOf } from '../world/random.ts';
import type { Trip } from '../world/trip.ts';
import type { World } from '../world/world.ts';
import { type SavedMonitor, serializeMonitor, stopId } from './monitor.ts';
import type { SavedMonitors } from './monitors.ts';

const COUNT = 20;
const RADIUS_METERS = 400;
const [CREATED_BEFORE, LASTS] = [3 * HOUR, 24 * HOUR];
const LATE = 15 * MINUTE;
const ENDS_SOON = 2 * MINUTE;

interface Journey {
  readonly load: Load;
  readonly vehicle_id: string;
  readonly trip: Trip;
}

/** World time 0 is the beginning. */
const isUnderWay = ({ trip }: Journey) => trip.origin.departed < 0 && trip.destination.arrived > 0;
const isLate = (journey: Journey) =>
  isUnderWay(journey) && (journey.trip.destination.appointment?.from ?? 0) + LATE < 0;

/** What is monitored: how many journeys, and which ones. */
const KINDS: readonly {
  readonly count: number;
  readonly fits: (journey: Journey) => boolean;
  readonly ends_soon?: boolean;
}[] = [
  { count: 3, fits: isLate },
  { count: 4, fits: ({ trip }) => trip.destination.arrived < 0 && trip.destination.departed > 0 },
  { count: 2, fits: ({ trip }) => trip.origin.arrived < 0 && trip.origin.departed > 0 },
  { count: 2, fits: ({ trip }) => trip.origin.arrived > 0 },
  { count: 3, fits: isUnderWay, ends_soon: true },
  { count: COUNT, fits: isUnderWay },
];

export function seededMonitors(world: World, seed: number): SavedMonitors {
  const { clock } = world;
  const key = keyOf('monitors');
  const left = journeysOf(world);
  const chosen = KINDS.flatMap(({ count, fits, ends_soon }) => {
    const found = left.filter(fits).slice(0, count);
    for (const journey of found) left.splice(left.indexOf(journey), 1);
    return found.map((journey) => ({ ...journey, ends_soon }));
  }).slice(0, COUNT);
  const monitors = chosen.map(({ load, vehicle_id, trip, ends_soon }, i): SavedMonitor => {
    const id = uuidOf(seed, key, i);
    const { origin, destination } = trip;
    const created_at = clock.wall(Math.min(-HOUR, origin.arrived - CREATED_BEFORE));
    const end = ends_soon ? ENDS_SOON : Math.max(0, destination.arrived) + LASTS;
    const stops = load.stops.filter(({ stop_type }) => stop_type !== 'fuel' && stop_type !== 'rest');
    return serializeMonitor({
      id,
      webhook_group_id: null,
      vehicle_id,
      name: `${load.load_ref} to ${destination.site.name}`,
      status: 'active',
      current: 0,
      starts_at: created_at,
      expires_at: clock.wall(end),
      created_at,
      updated_at: created_at,
      cancelled_at: null,
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

/** Loads whose declared truck really carries them and shares its location, the first to be delivered first. */
function journeysOf(world: World): Journey[] {
  const found = world.loads.all.flatMap((load) => {
    const journey = world.journey(load.load_id);
    const vehicle = load.identifiers && world.vehicles.match(load.identifiers, () => true);
    if (!journey || vehicle?.itinerary !== journey.carrier || journey.trip.index !== 0) return [];
    if (!shares(vehicle.fleet, 'vehicle_location', world.clock.start) || !vehicle.pings.last(0)) return [];
    return [{ load, vehicle_id: vehicle.record.id, trip: journey.trip }];
  });
  return found.sort((a, b) => a.trip.destination.departed - b.trip.destination.departed);
}
