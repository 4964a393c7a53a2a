import type { BoardLoad } from '@waypost/contract/api/board';
import {
  type BoardMonitor,
  type BoardMonitorStop,
  type MonitorCommand,
  monitorCommand,
  type VehicleFactsQuery,
} from '@waypost/contract/api/monitors';
import type { SentLoad } from '@waypost/contract/api/posted-loads';
import type { Site } from '@waypost/contract/api/sites';
import {
  MONITOR_DEFAULT_WINDOW_MS,
  MONITOR_MAX_WINDOW_MS,
  MONITOR_NAME_MAX,
} from '@waypost/contract/monitors';
import type { LatLon } from '@waypost/geo/geodesy';
import { waitsAtPassedOrigin } from '@waypost/triage/passed-origin';
import { inTravelOrder, isAppointment } from '@waypost/triage/plan';
import { matchSites } from '../../../live/places.ts';
import { truckDraftOf } from '../../../live/truck.ts';
import {
  AFTER_LAST_MS,
  aroundTruck,
  distanceBetween,
  isAroundTruck,
  lastEstimate,
  startOf,
} from './checks-journey.ts';
import {
  DEFAULT_RADIUS_METERS,
  type Draft,
  type DraftStop,
  emptyDraft,
  emptyStop,
  NO_VEHICLE,
  type SiteLink,
  type VehicleDraft,
  withSite,
} from './draft.ts';
import { type FieldName, fieldOfPath } from './fields.ts';

interface FieldIssue {
  readonly field: FieldName | null;
  /** Predicate after the field's name: "must be …". */
  readonly message: string;
}

type CreateRequestResult =
  | { readonly ok: true; readonly request: MonitorCommand }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

const nonEmpty = (text: string): string | undefined => text.trim() || undefined;

/** Validates the draft's request body; issues are mapped to their fields. */
export function toCreateRequest(draft: Draft): CreateRequestResult {
  // As it is sent: JSON has no missing values, which the schema then reports.
  const parsed = monitorCommand.safeParse(JSON.parse(JSON.stringify(bodyOf(draft))));
  if (parsed.success) return { ok: true, request: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.map(({ path, message }) => ({
      field: fieldOfPath(path.join('.'), draft),
      message,
    })),
  };
}

function bodyOf(draft: Draft) {
  const { stops } = draft;
  const planned = stops.slice(1, -1).map((stop) => ({ name: nonEmpty(stop.name), ...circleOf(stop) }));
  return {
    origin: circleOf(stops[0]),
    destination: circleOf(stops.at(-1)),
    stops: planned.length === 0 ? undefined : planned,
    starts_at: draft.starts_at ?? undefined,
    expires_at: draft.expires_at ?? undefined,
    name: nonEmpty(draft.name),
    webhook_group_id: nonEmpty(draft.webhook_group_id),
    ...vehicleOf(draft),
    about: {
      load_id: draft.load_id,
      stops: stops.map((stop, sequence) => ({
        sequence,
        name: nonEmpty(stop.name) ?? null,
        site_id: stop.site?.site_id ?? null,
        load_stop_sequence: stop.load_stop_sequence,
        planned_arrival_at: stop.planned_arrival_at,
        planned_departure_at: stop.planned_departure_at,
        city_center: stop.city === null ? undefined : stop.place_name,
        around_truck: isAroundTruck(stop) || undefined,
      })),
    },
  };
}

/** The chosen one of the three vehicle identifications; also used to query vehicle facts. */
export function vehicleOf({ vehicle }: Pick<Draft, 'vehicle'>): VehicleFactsQuery {
  const { by } = vehicle;
  if (by === 'vehicle_id') return { vehicle_id: nonEmpty(vehicle.vehicle_id) };
  if (by === 'vin') return { vin: nonEmpty(vehicle.vin)?.toUpperCase() };
  return {
    license_plate_number: nonEmpty(vehicle.license_plate_number),
    license_plate_region: nonEmpty(vehicle.license_plate_region)?.toUpperCase(),
    license_plate_country: nonEmpty(vehicle.license_plate_country)?.toUpperCase(),
  };
}

const circleOf = (stop: DraftStop | undefined) => ({
  latitude: stop?.center?.latitude,
  longitude: stop?.center?.longitude,
  radius_meters: stop?.radius_meters ?? undefined,
});

/** An older position does not show where the truck is now. */
const FRESH_MS = 2 * 60 * 60_000;

export const siteLink = ({ id, name, latitude, longitude, radius_meters }: Site): SiteLink => ({
  site_id: id,
  name,
  latitude,
  longitude,
  radius_meters,
});

/** What Waypost sent when it posted the load. */
type SentPlaces = Pick<SentLoad, 'stops' | 'city_centers'>;
const NOTHING_SENT: SentPlaces = { stops: null, city_centers: [] };

/**
 * @param newKey returns a key that is unique in this draft
 * @param sent where the stops are; the tracking service does not return it
 */
export function draftFromLoad(
  load: BoardLoad,
  sites: readonly Site[],
  now: number,
  newKey: () => string,
  sent: SentPlaces = NOTHING_SENT,
): Draft {
  const stops: DraftStop[] = [];
  const left_out: DraftStop[] = [];
  const is_same_trip = sent.stops?.length === load.stops.length;
  for (const [at, stop] of inTravelOrder(load.stops).entries()) {
    const name = (stop.name ?? '').trim();
    const { exact } = matchSites(name, sites);
    const named = {
      ...emptyStop(newKey()),
      name,
      ...(is_same_trip ? placeSent(sent.stops?.[at], sent.city_centers[at] ?? null) : {}),
    };
    // Where the driver rests or refuels is seldom known, and nobody waits there.
    (exact || isAppointment(stop) ? stops : left_out).push({
      ...(exact ? withSite(named, siteLink(exact)) : named),
      load_stop_sequence: stop.sequence,
      planned_arrival_at: stop.estimated_arrival_at,
      planned_departure_at: stop.estimated_departure_at,
    });
  }
  while (stops.length < 2) stops.push(emptyStop(newKey()));
  const starts = startOf(stops[0], isParkedAt(stops[0], load.last_position, now), now);
  return {
    ...emptyDraft(new Date(starts).toISOString(), newKey),
    name: (load.load_ref ?? '').slice(0, MONITOR_NAME_MAX),
    vehicle: vehicleDraft(load),
    expires_at: endOf(stops, starts),
    load_id: load.load_id,
    stops,
    left_out,
  };
}

/** The place that was given when the load was posted; the center of a city is none of a dock. */
function placeSent(stop: LatLon | undefined, city: string | null): Partial<DraftStop> {
  if (!stop) return {};
  const { latitude, longitude } = stop;
  return {
    center: { latitude, longitude },
    radius_meters: DEFAULT_RADIUS_METERS,
    ...(city !== null && { place_name: city, city: 'confirmed' }),
  };
}

function vehicleDraft({ vehicle_assignment }: BoardLoad): VehicleDraft {
  const vehicle = vehicle_assignment?.vehicle;
  if (!vehicle) return NO_VEHICLE;
  return { by: 'vehicle_id', ...truckDraftOf({ ...vehicle, vehicle_id: vehicle.id }) };
}

function isParkedAt(
  origin: DraftStop | undefined,
  position: BoardLoad['last_position'],
  now: number,
): boolean {
  const fresh = position !== null && now - Date.parse(position.occurred_at) < FRESH_MS;
  return (
    fresh &&
    origin?.center != null &&
    origin.radius_meters !== null &&
    distanceBetween(origin.center, position) <= origin.radius_meters
  );
}

/** Null when the default window covers the plan. */
function endOf(stops: readonly DraftStop[], starts: number): string | null {
  const last = lastEstimate(stops);
  if (!last || last.at + AFTER_LAST_MS <= starts + MONITOR_DEFAULT_WINDOW_MS) return null;
  return new Date(Math.min(last.at + AFTER_LAST_MS, starts + MONITOR_MAX_WINDOW_MS)).toISOString();
}

export function suggestionsFor(draft: Pick<Draft, 'stops'>, sites: readonly Site[]) {
  return draft.stops.flatMap(({ key, name, center, place_text }) => {
    if (center || place_text !== '' || name.trim() === '') return [];
    const { exact, similar } = matchSites(name, sites);
    const found = exact ? [exact] : similar;
    return found.length > 0 ? [{ key, sites: found }] : [];
  });
}

type DraftFromMonitor = (
  monitor: BoardMonitor,
  sites: readonly Site[],
  now: number,
  newKey: () => string,
) => Draft;

/** Same vehicle, name and circles. Times are new, and plans and the load link are dropped with the old trip. */
export const copyDraft: DraftFromMonitor = (monitor, sites, now, newKey) => {
  const stops = orderedStops(monitor).map((stop) => ({
    ...stopOf(stop, sites, newKey()),
    planned_arrival_at: null,
    planned_departure_at: null,
    load_stop_sequence: null,
  }));
  return draftFromMonitor(monitor, stops, now, newKey);
};

/**
 * The stops not yet departed, the first of them as origin: stops are tracked in order, so an origin already departed, or passed before
 * tracking, would block the rest.
 * If only the destination remains, the trip starts in a circle around the truck.
 */
export const followOnDraft: DraftFromMonitor = (monitor, sites, now, newKey) => {
  // The circle around the truck where this monitor began is no stop to continue with.
  const all = orderedStops(monitor).filter(({ around_truck }) => !around_truck);
  const began_at_stop = all.length === monitor.stops.length;
  const last_departed = all.findLastIndex(({ departed_at }) => departed_at !== null);
  const passed = began_at_stop ? waitsAtPassedOrigin({ ...monitor, stops: all }) : null;
  const from = Math.max(
    last_departed + 1,
    passed ? (passed.at_stop ?? 1) : 0,
    all.findIndex(({ sequence }) => sequence === monitor.current_stop_sequence),
  );
  const remaining = all.slice(from).map((stop) => stopOf(stop, sites, newKey()));
  const stops =
    remaining.length >= 2 ? remaining : [aroundTruck(monitor, remaining[0], newKey()), ...remaining];
  const load = monitor.links.find(({ state }) => state === 'linked');
  return { ...draftFromMonitor(monitor, stops, now, newKey), load_id: load?.load_id ?? null };
};

const orderedStops = ({ stops }: BoardMonitor) => stops.toSorted((a, b) => a.sequence - b.sequence);

function draftFromMonitor(
  monitor: BoardMonitor,
  stops: readonly DraftStop[],
  now: number,
  newKey: () => string,
): Draft {
  while (stops.length < 2) stops = [...stops, emptyStop(newKey())];
  return {
    ...emptyDraft(new Date(startOf(undefined, false, now)).toISOString(), newKey),
    name: monitor.name ?? '',
    vehicle: {
      by: monitor.vehicle_id === null && monitor.vin !== null ? 'vin' : 'vehicle_id',
      ...truckDraftOf(monitor),
    },
    stops,
  };
}

function stopOf(stop: BoardMonitorStop, sites: readonly Site[], key: string): DraftStop {
  // Where an earlier trip began is no place to track again.
  if (stop.around_truck) return emptyStop(key);
  const { latitude, longitude, radius_meters } = stop;
  const site = sites.find(({ id }) => id === stop.site_id);
  return {
    ...emptyStop(key),
    name: stop.name ?? '',
    center: latitude === null || longitude === null ? null : { latitude, longitude },
    radius_meters,
    place_name: stop.city_center ?? '',
    city: stop.city_center ? 'confirmed' : null,
    site: site ? siteLink(site) : null,
    load_stop_sequence: stop.load_stop_sequence,
    planned_arrival_at: stop.planned_arrival_at,
    planned_departure_at: stop.planned_departure_at,
  };
}
