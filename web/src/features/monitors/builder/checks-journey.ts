/** Checks of the trip: valid circles, overlaps, ping interval against radius, and the tracking window against the clock and the plan. */

import type { BoardLoad } from '@waypost/contract/api/board';
import { MONITOR_STOPS_MAX, type VehicleFacts } from '@waypost/contract/api/monitors';
import { SITE_RADIUS } from '@waypost/contract/api/sites';
import { MONITOR_NAME_MAX } from '@waypost/contract/monitors';
import { geodesicDistance } from '@waypost/geo/ellipsoid';
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { isDelivered } from '@waypost/triage/cause';
import { passedOrigin } from '@waypost/triage/passed-origin';
import type { Behavior } from '../../../api/context.ts';
import { type LengthUnit, lengthText, parseLength } from '../../../geo/length.ts';
import { parseCoordinates } from '../../../geo/parse-coordinates.ts';
import { roleOf } from '../../../live/load-words.ts';
import type { CityInName } from '../../../live/PlaceField.tsx';
import { placeName } from '../../../live/places.ts';
import { distanceText } from '../../../ui/quantities.ts';
import { agoText, shortDateTime, zoneName } from '../../../ui/time.ts';
import { minuteText } from '../../../ui/zoned.ts';
import {
  aboutLength,
  type Draft,
  type DraftAction,
  type DraftStop,
  emptyStop,
  rhythmText,
  stopTitle,
  type Window,
  windowOf,
} from './draft.ts';
import { type FieldName, stopField } from './fields.ts';

/** A finding of the checks before sending. Checks are pure. */
export interface Check {
  readonly id: string;
  /** Errors block sending; warnings leave the decision to the person. */
  readonly severity: 'error' | 'warning';
  readonly sentence: string;
  readonly reason: string;
  readonly field: FieldName;
  readonly fix?: { readonly label: string; readonly action: DraftAction };
  /** Id of the load whose panel shows the reason, and whom to call. */
  readonly why?: string;
}

export interface CheckContext {
  readonly now: number;
  readonly zone: string;
  readonly unit: LengthUnit;
  /** Null while the vehicle is unknown; its checks are then skipped. */
  readonly facts: VehicleFacts | null;
  readonly load: BoardLoad | null;
  /** The cities in the names of stops, by name, as far as they are known. */
  readonly cities: Readonly<Record<string, CityInName>>;
  readonly behavior: Pick<Behavior, 'monitor_stops_in_order'>;
}

/** Null: nothing was found. */
type Found = Check | null;
export type CheckRule = (draft: Draft, context: CheckContext) => Found | readonly Found[];

const check =
  (severity: Check['severity']) =>
  (id: string, field: FieldName, sentence: string, reason: string, fix?: Check['fix']): Check => ({
    id,
    severity,
    field,
    sentence,
    reason,
    ...(fix && { fix }),
  });
export const error = check('error');
export const warning = check('warning');

export const HIGHWAY_MPS = METERS_PER_MILE / 60;
/** Assumed seconds between two pings when the truck's ping rate is unknown. */
export const DEFAULT_PING_SECONDS = 60;

export const distanceBetween = (a: LatLon, b: LatLon): number =>
  geodesicDistance(a, b) ?? distanceMeters(a, b);

export const circles: CheckRule = (draft, { unit, cities }) => {
  return draft.stops.flatMap((stop, at) => {
    const title = stopTitle(draft, at);
    return [
      placeErrors(stop, title),
      cityChecks(stop, title),
      farFromCity(stop, title, cities[stop.name.trim()]),
      radiusChecks(stop, title, unit),
      nameErrors(stop, roleOf(at, draft.stops.length)),
    ];
  });
};

export const tooMany: CheckRule = ({ stops }) => {
  const last = stops.at(-1);
  if (!last || stops.length <= MONITOR_STOPS_MAX + 2) return null;
  return error(
    'too-many',
    stopField(last.key, 'place'),
    `There are ${stops.length - 2} stops between origin and destination.`,
    `The maximum is ${MONITOR_STOPS_MAX}.`,
  );
};

function placeErrors(stop: DraftStop, title: string): Found {
  const errorWith = (sentence: string, reason: string) =>
    error(`place:${stop.key}`, stopField(stop.key, 'place'), sentence, reason);
  const typed = stop.place_text.trim();
  if (typed !== '') {
    const read = parseCoordinates(typed);
    return errorWith(
      `${title}: “${typed.length > 40 ? `${typed.slice(0, 40)}…` : typed}” does not match a place yet.`,
      read.ok ? 'Press Enter to use it.' : 'Choose one from the list, paste coordinates or draw the circle.',
    );
  }
  if (stop.center) return null;
  const unknown = stop.load_stop_sequence !== null && stop.name !== '';
  return errorWith(
    `${title} has no circle.`,
    unknown
      ? 'No site has this name, and the load comes without its address. Search for it or draw the circle.'
      : 'Search for it, paste coordinates or draw the circle.',
  );
}

/** A city is never a dock: a truck may pass its center without a stop, and the dock may be miles away. */
function cityChecks({ key, city, place_name }: DraftStop, title: string): Found {
  const [id, field] = [`city:${key}`, stopField(key, 'place')] as const;
  if (city === 'unconfirmed')
    return error(
      id,
      field,
      `${title} is only the city center of ${place_name}.`,
      'The dock is elsewhere. Draw its circle or enter its address or coordinates.',
      { label: 'Use the city center anyway', action: { type: 'confirm_city', key } },
    );
  if (city === 'confirmed')
    return warning(
      id,
      field,
      `${title} is the city center of ${place_name}, not the dock.`,
      'Its times will be shown, but they count as no evidence for arrival, dwell or detention.',
    );
  return null;
}

const FAR_METERS = 30 * METERS_PER_MILE;

/** Names of stops begin with their city. A site of the site book was placed with care. */
function farFromCity({ key, center, site }: DraftStop, title: string, named: CityInName | undefined): Found {
  if (!center || !named || site) return null;
  if (named.same_name.some((city) => distanceBetween(center, city) <= FAR_METERS)) return null;
  const { city } = named;
  return warning(
    `far:${key}`,
    stopField(key, 'place'),
    `The circle of ${title} is ${distanceText(distanceBetween(center, city))} from ${placeName(city)}.`,
    `Its name says ${city.name}. Check that the circle is around the right place.`,
  );
}

function radiusChecks(stop: DraftStop, title: string, unit: CheckContext['unit']): Found {
  const [id, field] = [`radius:${stop.key}`, stopField(stop.key, 'radius')] as const;
  const typed = stop.radius_text.trim();
  if (typed !== '') {
    const read = parseLength(typed, unit);
    return error(
      id,
      field,
      `${title}: the radius “${typed.slice(0, 20)}” is not valid.`,
      read.ok ? 'Press Enter to use it.' : `It ${read.reason}.`,
    );
  }
  if (stop.center === null) return null;
  if (stop.radius_meters === null || !(stop.radius_meters > 0))
    return error(id, field, `${title} has no radius.`, 'A circle needs a center and a radius.');
  if (stop.radius_meters < SITE_RADIUS.min)
    return warning(
      id,
      field,
      `The circle of ${title} has a radius of only ${lengthText(stop.radius_meters, 'm')}.`,
      'Truck positions are not that precise. A truck parked there may count as outside.',
    );
  if (stop.radius_meters > SITE_RADIUS.max)
    return warning(
      id,
      field,
      `The circle of ${title} has a radius of ${lengthText(stop.radius_meters, unit)}.`,
      'A circle this large says little about when the truck was at the stop.',
    );
  return null;
}

function nameErrors(stop: DraftStop, role: string): Found {
  if (stop.name.length <= MONITOR_NAME_MAX) return null;
  return error(
    `name:${stop.key}`,
    stopField(stop.key, 'name'),
    `The name of ${role} has ${stop.name.length} characters.`,
    `The maximum is ${MONITOR_NAME_MAX}.`,
  );
}

interface StopWithCircle {
  readonly stop: DraftStop;
  readonly title: string;
  readonly center: LatLon;
  readonly radius_meters: number;
}

function stopsWithCircle(draft: Draft): (StopWithCircle | null)[] {
  return draft.stops.map((stop, at) =>
    stop.center && stop.radius_meters !== null && stop.radius_meters > 0
      ? { stop, title: stopTitle(draft, at), center: stop.center, radius_meters: stop.radius_meters }
      : null,
  );
}

/** Checks consecutive stops only: we assume that stops are tracked in order, so others may overlap. */
export const overlaps: CheckRule = (draft, { unit }) => {
  const all = stopsWithCircle(draft);
  return all.map((next, at) => {
    const before = all[at - 1];
    if (!next || !before) return null;
    const distance = distanceBetween(before.center, next.center);
    const common = before.radius_meters + next.radius_meters - distance;
    if (common <= 0) return null;
    const inside =
      distance + Math.min(before.radius_meters, next.radius_meters) <=
      Math.max(before.radius_meters, next.radius_meters);
    return warning(
      `overlap:${next.stop.key}`,
      stopField(next.stop.key, 'radius'),
      inside
        ? `The circles of ${before.title} and ${next.title} overlap completely.`
        : `The circles of ${before.title} and ${next.title} overlap by ${aboutLength(common, unit)}.`,
      'They are consecutive stops: leaving one would count as arriving at the other.',
    );
  });
};

/** One check for all circles, since the cause is the truck's ping rate. */
export const rhythm: CheckRule = (draft, { facts, unit }) => {
  const seconds = facts?.rhythm_seconds ?? null;
  const ping_distance = (seconds ?? DEFAULT_PING_SECONDS) * HIGHWAY_MPS;
  const small = stopsWithCircle(draft).filter(
    (one): one is StopWithCircle => one !== null && one.radius_meters < ping_distance * 0.999,
  );
  const [first] = small;
  if (!first) return null;
  const titles = small.map(({ title }) => title);
  const which =
    titles.length > 3
      ? `${titles.length} circles are`
      : titles.length > 1
        ? `The circles of ${titles.slice(0, -1).join(', ')} and ${titles.at(-1)} are`
        : `The circle of ${first.title} is`;
  const shown =
    seconds === null
      ? 'Its ping rate is unknown. At one ping a minute and 60 mph,'
      : `This truck reports every ${rhythmText(seconds)}; at 60 mph`;
  return warning(
    'rhythm',
    stopField(first.stop.key, 'radius'),
    `${which} smaller than the distance between two pings (${aboutLength(ping_distance, unit)}).`,
    `${shown} it may drive through without a ping inside. A stop of a few minutes is still seen.`,
  );
};

/** The interface: "a truck still parked in the origin yard would otherwise be recorded as arriving at the origin". */
export const parkedAtOrigin: CheckRule = (draft, { facts, now }) => {
  const window = windowOf(draft);
  const [origin] = stopsWithCircle(draft);
  const position = facts?.last_position ?? null;
  if (!window || !origin || !position || window.starts > now) return null;
  // A circle around the truck is meant to count right away.
  if (isAroundTruck(origin.stop)) return null;
  if (distanceBetween(origin.center, position) > origin.radius_meters) return null;
  return warning(
    'parked',
    'starts_at',
    `The truck is inside ${origin.title} (seen ${agoText(position.occurred_at, now)}), and tracking starts in the past.`,
    'It would count as arrived right away. Set the start close to dispatch.',
  );
};

/**
 * We assume that stops are tracked in order, so a monitor would wait at an origin that the truck has already left: an error until the
 * person confirms it, once the trip is complete.
 */
export const originBehind: CheckRule = (draft, { facts, load, now, unit, behavior }) => {
  const [origin] = draft.stops;
  const is_trucks_load = load?.vehicle_assignment?.vehicle.id === draft.vehicle.vehicle_id;
  // The load's position is known before the vehicle's facts are.
  const position = facts?.last_position ?? ((is_trucks_load && load?.last_position) || null);
  if (!behavior.monitor_stops_in_order || !origin || !position) return null;
  const circles = draft.stops.map((stop) => ({ latitude: null, longitude: null, ...stop.center, ...stop }));
  const passed = passedOrigin(circles, position);
  if (!passed) return null;
  const { meters_away, at_stop } = passed;
  const truck = { last_position: position, rhythm_seconds: facts?.rhythm_seconds ?? null };
  const start = startAt(draft, at_stop, truck, now);
  const is_complete = draft.stops.every(({ center }) => center !== null);
  const must_confirm = is_complete && !draft.waits_at_origin;
  const severity = must_confirm ? error : warning;
  const anywayFix = (label: string): Check['fix'] =>
    must_confirm ? { label, action: { type: 'start_at_origin' } } : undefined;
  const last = draft.stops.length - 1;
  const is_past = is_trucks_load && isDelivered(load.leaving);
  if (at_stop === last || is_past)
    return {
      ...severity(
        'origin-behind',
        stopField(origin.key, 'place'),
        `Too late for a monitor: the truck is already ${is_past ? 'past' : 'at'} the last stop, ${stopTitle(draft, last)} (seen ${agoText(position.occurred_at, now)}).`,
        `It would wait at the origin and record nothing (we assume stops are tracked in order)${is_past ? '' : '; at most the departure from here'}. Ask the carrier for the times.`,
        anywayFix('Create it anyway'),
      ),
      ...(is_trucks_load && { why: load.load_id }),
    };
  return severity(
    'origin-behind',
    stopField(origin.key, 'place'),
    at_stop === null
      ? `The truck is ${aboutLength(meters_away, unit)} from ${stopTitle(draft, 0)}, and its planned departure has passed.`
      : `The truck is already at ${stopTitle(draft, at_stop)} (seen ${agoText(position.occurred_at, now)}).`,
    `We assume stops are tracked in order, so a monitor would wait at an origin the truck already left.${start ? ' Start with the next stop to be safe.' : ''}`,
    start ?? anywayFix('Start at the origin anyway'),
  );
};

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 3_600_000;
/** Trucks may come early. */
const BEFORE_ORIGIN_MS = HOUR_MS;

/**
 * Start of tracking, milliseconds since 1970: before the first appointment, so that the arrival and the wait there are recorded, or now, if it
 * has passed. A truck that is at the origin already would be recorded as arriving when tracking starts, so that is close to its departure:
 * as planned, otherwise at the next full quarter of an hour.
 */
export function startOf(origin: DraftStop | undefined, is_there: boolean, now: number): number {
  const [arrival, departure] = [origin?.planned_arrival_at, origin?.planned_departure_at];
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  if (!is_there) return Math.max(minute, Date.parse(arrival ?? departure ?? '') - BEFORE_ORIGIN_MS || 0);
  const leaves = Date.parse(departure ?? arrival ?? '');
  return leaves > now ? leaves : Math.ceil((now + MINUTE_MS) / QUARTER_MS) * QUARTER_MS;
}

/** Whether the arrival and the wait at the origin can be recorded; empty without a planned arrival there. */
export function startWords(origin: DraftStop | undefined, starts: number, zone: string): string {
  if (!origin?.planned_arrival_at) return '';
  const appointment = Date.parse(origin.planned_arrival_at);
  const at = `${shortDateTime(appointment, starts, zone)} ${zoneName(appointment, zone)}`;
  return starts < appointment
    ? `Starts before the first appointment (${at}), so that the arrival and the wait there are recorded.`
    : `The first appointment (${at}) is before the start: what happens there until then is not recorded.`;
}

/** Key of an origin around the truck. */
const AROUND_TRUCK = 'truck:';
/** A monitor needs an origin; this one is no stop. With a site it is the circle of a dock. */
export const isAroundTruck = ({ key, site }: DraftStop): boolean =>
  key.startsWith(AROUND_TRUCK) && site === null;

/**
 * Offers to leave out the stops before the one where the truck is, or the next one; with only the destination left, the trip starts in a
 * circle around the truck.
 */
function startAt(
  draft: Draft,
  at_stop: number | null,
  truck: Pick<VehicleFacts, 'last_position' | 'rhythm_seconds'>,
  now: number,
): Check['fix'] {
  const index = at_stop ?? 1;
  const first = draft.stops[index];
  const is_last = index === draft.stops.length - 1;
  const origin = is_last ? aroundTruck(truck, first, first?.key ?? '') : null;
  if (!first || (is_last && !origin?.center)) return undefined;
  // On its way, it is tracked from now on.
  const starts = at_stop === null || origin ? startOf(undefined, false, now) : startOf(first, true, now);
  return {
    label: `Start at stop ${index + 1}`,
    action: { type: 'start_at', key: first.key, origin, starts_at: new Date(starts).toISOString() },
  };
}

const MAX_AROUND_METERS = 50 * METERS_PER_MILE;

/** Large enough to contain the next ping, and clear of the destination; without a circle when the position is unknown. */
export function aroundTruck(
  { last_position: position, rhythm_seconds }: Pick<VehicleFacts, 'last_position' | 'rhythm_seconds'>,
  destination: DraftStop | undefined,
  key: string,
): DraftStop {
  const empty = { ...emptyStop(AROUND_TRUCK + key), name: 'Start of tracking' };
  if (!position || !destination?.center) return empty;
  const free = distanceBetween(position, destination.center) - (destination.radius_meters ?? 0);
  const ping = (rhythm_seconds ?? DEFAULT_PING_SECONDS) * HIGHWAY_MPS;
  const radius_meters = Math.min(Math.max(3 * ping, 5 * METERS_PER_MILE), free / 2, MAX_AROUND_METERS);
  if (radius_meters < ping) return empty;
  return {
    ...empty,
    center: { latitude: position.latitude, longitude: position.longitude },
    radius_meters: Math.round(radius_meters),
  };
}

/** Margin after the last estimate, so that arrival and dwell there are tracked too. */
export const AFTER_LAST_MS = 24 * HOUR_MS;

export const times: CheckRule = (draft, context) => {
  const window = windowOf(draft);
  if (!window)
    return error(
      'starts_at',
      'starts_at',
      'Tracking start is missing.',
      'Pings before the start are ignored.',
    );
  if (draft.expires_text !== '')
    return error(
      'expires_at',
      'expires_at',
      `The end “${draft.expires_text}” is no day and time.`,
      'Enter one, or leave it empty for 3 days after the start.',
    );
  return (
    windowErrors(window, context) ?? [
      startsAfterOrigin(draft, window, context),
      endsBeforeLastStop(draft, window, context),
    ]
  );
};

function windowErrors(window: Window, { now }: CheckContext): Found {
  const errorWith = (sentence: string, reason: string, fix?: Check['fix']) =>
    error('window', window.by_default ? 'starts_at' : 'expires_at', sentence, reason, fix);
  const end = (label: string, at: number): Check['fix'] => ({
    label,
    action: { type: 'times', expires_at: new Date(at).toISOString() },
  });
  if (window.expires <= window.starts)
    return errorWith('Tracking ends before it starts.', 'Nothing would be tracked.');
  if (window.expires > window.latest)
    return errorWith(
      'The tracking window is longer than 14 days.',
      'The maximum is 14 days from the start.',
      end('End after 14 days', window.latest),
    );
  if (window.expires <= now)
    return errorWith('The tracking window is already over.', 'The monitor would expire right away.');
  return null;
}

function startsAfterOrigin(draft: Draft, window: Window, { facts, now, zone }: CheckContext): Found {
  const [origin] = draft.stops;
  const planned = origin?.planned_arrival_at ? Date.parse(origin.planned_arrival_at) : null;
  if (!origin || planned === null || planned >= window.starts || planned <= now) return null;
  const position = facts?.last_position;
  const is_there =
    position && origin.center && distanceBetween(origin.center, position) <= (origin.radius_meters ?? 0);
  // Its arrival would count at the start of tracking, so the start belongs close to dispatch.
  if (is_there) return null;
  const at = Math.max(now, planned - BEFORE_ORIGIN_MS);
  return warning(
    'after-origin',
    'starts_at',
    `${stopTitle(draft, 0)} is planned for ${shortDateTime(planned, now, zone)}, before tracking starts.`,
    'The arrival there would not be recorded.',
    {
      label: `Start ${minuteText(at, zone)}`,
      action: { type: 'times', starts_at: new Date(at).toISOString() },
    },
  );
}

export function lastEstimate(stops: readonly DraftStop[]): { at: number; index: number } | null {
  for (let index = stops.length - 1; index >= 0; index--) {
    const stop = stops[index];
    const planned = stop?.planned_departure_at ?? stop?.planned_arrival_at;
    if (planned) return { at: Date.parse(planned), index };
  }
  return null;
}

function endsBeforeLastStop(draft: Draft, window: Window, { now, zone }: CheckContext): Found {
  const last = lastEstimate(draft.stops);
  if (!last || last.at < window.expires) return null;
  const until = Math.min(last.at + AFTER_LAST_MS, window.latest);
  const planned = `${stopTitle(draft, last.index)} is planned for ${shortDateTime(last.at, now, zone)}`;
  if (window.latest <= last.at)
    return warning(
      'before-last',
      'starts_at',
      `${planned}, after the longest possible tracking window.`,
      'The maximum is 14 days. Start later, or add a follow-on monitor.',
    );
  return warning(
    'before-last',
    'expires_at',
    `${planned}, after tracking ends.`,
    'The arrival there would be missed.',
    {
      label: `Track until ${minuteText(until, zone)}`,
      action: { type: 'times', expires_at: new Date(until).toISOString() },
    },
  );
}
