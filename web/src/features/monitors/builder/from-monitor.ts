/** A draft from a monitor: the same journey once more, or what is left of it. */
import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import type { Site } from '@waypost/contract/api/sites';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { between, HIGHWAY_MPS, USUAL_RHYTHM_SECONDS } from './checks-journey.ts';
import { type Draft, type DraftStop, emptyDraft, emptyStop, type VehicleDraft } from './draft.ts';
import { siteLink } from './from-load.ts';

const MINUTE_MS = 60_000;

/** The same vehicle, name and circles; times of their own. Plans and the load belong to the journey that was. */
export function copyOf(
  monitor: BoardMonitor,
  sites: readonly Site[],
  now: number,
  newKey: () => string,
): Draft {
  const stops = ordered(monitor).map(
    (stop): DraftStop => ({
      ...stopOf(stop, sites, newKey()),
      planned_arrival_at: null,
      planned_departure_at: null,
      load_stop_sequence: null,
    }),
  );
  return draftOf(monitor, stops, now, newKey);
}

/**
 * The stops that have not been left yet. The first of them is the new origin, since stops are watched in their order: with the
 * last stop that was left as origin, nothing would ever be seen. When only the destination is left, the journey begins in a
 * circle around the truck.
 */
export function followOf(
  monitor: BoardMonitor,
  sites: readonly Site[],
  now: number,
  newKey: () => string,
): Draft {
  const all = ordered(monitor);
  const last_left = all.findLastIndex(({ departed_at }) => departed_at !== null);
  const from = Math.max(
    last_left + 1,
    all.findIndex(({ sequence }) => sequence === monitor.current_stop_sequence),
  );
  const left = all.slice(from).map((stop) => stopOf(stop, sites, newKey()));
  const stops = left.length >= 2 ? left : [aroundTruck(monitor, left[0], newKey()), ...left];
  while (stops.length < 2) stops.push(emptyStop(newKey()));
  const load = monitor.links.find(({ state }) => state === 'linked');
  return { ...draftOf(monitor, stops, now, newKey), load_id: load?.load_id ?? null };
}

const ordered = ({ stops }: BoardMonitor) => stops.toSorted((a, b) => a.sequence - b.sequence);

function draftOf(
  monitor: BoardMonitor,
  stops: readonly DraftStop[],
  now: number,
  newKey: () => string,
): Draft {
  while (stops.length < 2) stops = [...stops, emptyStop(newKey())];
  return {
    ...emptyDraft(new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString(), newKey),
    name: monitor.name ?? '',
    vehicle: vehicleDraft(monitor),
    stops,
  };
}

function vehicleDraft(monitor: BoardMonitor): VehicleDraft {
  return {
    by: monitor.vehicle_id === null && monitor.vin !== null ? 'vin' : 'vehicle_id',
    vehicle_id: monitor.vehicle_id ?? '',
    vehicle_name: monitor.vehicle_name ?? '',
    vin: monitor.vin ?? '',
    license_plate_number: monitor.license_plate_number ?? '',
    license_plate_region: monitor.license_plate_region ?? '',
    license_plate_country: monitor.license_plate_country ?? '',
  };
}

function stopOf(stop: BoardMonitorStop, sites: readonly Site[], key: string): DraftStop {
  const { latitude, longitude, radius_meters } = stop;
  const site = sites.find(({ id }) => id === stop.site_id);
  return {
    ...emptyStop(key),
    name: stop.name ?? '',
    center: latitude === null || longitude === null ? null : { latitude, longitude },
    radius_meters,
    site: site ? siteLink(site) : null,
    load_stop_sequence: stop.load_stop_sequence,
    planned_arrival_at: stop.planned_arrival_at,
    planned_departure_at: stop.planned_departure_at,
  };
}

const MOST_AROUND_METERS = 50 * METERS_PER_MILE;

/** Large enough to hold the next ping, and clear of the destination; empty when nobody knows where the truck is. */
function aroundTruck(monitor: BoardMonitor, destination: DraftStop | undefined, key: string): DraftStop {
  const position = monitor.last_position;
  const empty = { ...emptyStop(key), name: 'Current location' };
  if (!position || !destination?.center) return empty;
  const free = between(position, destination.center) - (destination.radius_meters ?? 0);
  const ping = (monitor.rhythm_seconds ?? USUAL_RHYTHM_SECONDS) * HIGHWAY_MPS;
  const radius_meters = Math.min(Math.max(3 * ping, 5 * METERS_PER_MILE), free / 2, MOST_AROUND_METERS);
  if (radius_meters < ping) return empty;
  return {
    ...empty,
    center: { latitude: position.latitude, longitude: position.longitude },
    radius_meters: Math.round(radius_meters),
  };
}
