/** The draft of a monitor, edited by form and map. Pure: every change is an action. Text that could not be parsed is kept as typed. */

import { latitude, longitude, uuid } from '@waypost/contract/common';
import { MONITOR_DEFAULT_WINDOW_MS, MONITOR_MAX_WINDOW_MS } from '@waypost/contract/monitors';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { z } from 'zod';
import { type LengthUnit, lengthText, METERS_PER } from '../../../geo/length.ts';
import { roleOf } from '../../../live/load-words.ts';
import { NO_TRUCK, truckFields } from '../../../live/truck.ts';
import { isolated } from '../../../ui/bidi.ts';
import { durationText } from '../../../ui/time.ts';

export interface Window {
  readonly starts: number;
  readonly expires: number;
  /** Latest end that the service accepts. */
  readonly latest: number;
  readonly by_default: boolean;
}

export function windowOf({ starts_at, expires_at }: Pick<Draft, 'starts_at' | 'expires_at'>): Window | null {
  const starts = starts_at === null ? Number.NaN : Date.parse(starts_at);
  if (Number.isNaN(starts)) return null;
  const given_end = expires_at === null ? Number.NaN : Date.parse(expires_at);
  const by_default = Number.isNaN(given_end);
  return {
    starts,
    expires: by_default ? starts + MONITOR_DEFAULT_WINDOW_MS : given_end,
    latest: starts + MONITOR_MAX_WINDOW_MS,
    by_default,
  };
}

/** `76 s`, `5 min`: the interval between two pings. */
export function rhythmText(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : durationText(seconds * 1000);
}

export function aboutLength(meters: number, unit: LengthUnit): string {
  const value = meters / METERS_PER[unit];
  return lengthText(value < 10 ? meters : Math.round(value) * METERS_PER[unit], unit);
}

const center = z.object({ latitude, longitude }).readonly();
/** Copy of the site that a circle was taken from. */
const siteLink = z
  .object({ latitude, longitude, site_id: uuid, name: z.string(), radius_meters: z.number() })
  .readonly();
export type SiteLink = z.infer<typeof siteLink>;

const stop = z
  .object({
    /** Identifies the stop in this draft, also when moved. */
    key: z.string().min(1),
    name: z.string(),
    center: center.nullable(),
    radius_meters: z.number().nullable(),
    /** Text in the field that could not be parsed; empty otherwise. */
    place_text: z.string(),
    /** Name of the chosen search result: "Evansville, IN". Empty for centers set otherwise, and in drafts of earlier versions. */
    place_name: z.string().default(''),
    /** The circle is the center of the city `place_name`, not the dock: to be drawn, or confirmed by the person. */
    city: z.enum(['unconfirmed', 'confirmed']).nullable().default(null),
    radius_text: z.string(),
    site: siteLink.nullable(),
    load_stop_sequence: z.number().int().nullable(),
    planned_arrival_at: z.string().nullable(),
    planned_departure_at: z.string().nullable(),
  })
  .readonly();
export type DraftStop = z.infer<typeof stop>;

/** Keeps all three vehicle identifications, so that switching loses nothing; `by` selects the one that is sent. */
const vehicle = z.object({ by: z.enum(['vehicle_id', 'vin', 'plate']), ...truckFields }).readonly();
export type VehicleDraft = z.infer<typeof vehicle>;

export const draftSchema = z
  .object({
    name: z.string(),
    vehicle,
    /** ISO 8601, UTC; null: missing. */
    starts_at: z.string().nullable(),
    /** Null: the service's default, 3 days after `starts_at`. */
    expires_at: z.string().nullable(),
    /** Text in the field of the end that could not be parsed; empty otherwise. Missing in drafts of earlier versions. */
    expires_text: z.string().default(''),
    /** Empty: the subscription that Waypost manages. */
    webhook_group_id: z.string(),
    load_id: uuid.nullable(),
    stops: z.array(stop).min(2).readonly(),
    /** Stops of the load for fuel or rest whose place is not known, in travel order. Missing in drafts of earlier versions. */
    left_out: z.array(stop).readonly().default([]),
    /** Stops that the truck has passed, left out so that the monitor does not wait there; null: none. */
    passed: z
      .object({
        stops: z.array(stop).readonly(),
        /** Start of tracking before they were left out. */
        starts_at: z.string().nullable(),
        /** The circle around the truck that replaces them; null: none is needed. */
        origin_key: z.string().nullable(),
      })
      .readonly()
      .nullable()
      .default(null),
    /** The person wants to start at the origin, although the truck has passed it. */
    waits_at_origin: z.boolean().default(false),
  })
  .readonly();
export type Draft = z.infer<typeof draftSchema>;

type StopChange = Partial<Omit<DraftStop, 'key' | 'center' | 'radius_meters' | 'site' | 'city'>>;

export type DraftAction =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'vehicle'; readonly change: Partial<VehicleDraft> }
  | {
      readonly type: 'times';
      readonly starts_at?: string | null;
      readonly expires_at?: string | null;
      readonly expires_text?: string;
    }
  | { readonly type: 'webhook'; readonly webhook_group_id: string }
  | { readonly type: 'stop'; readonly key: string; readonly change: StopChange }
  /** Drawn, dragged or typed. A new circle without a radius gets `DEFAULT_RADIUS_METERS`. */
  | {
      readonly type: 'circle';
      readonly key: string;
      readonly center?: LatLon;
      readonly radius_meters?: number;
      readonly name?: string;
      readonly place_name?: string;
      /** The center is that of a city; otherwise a new center is a drawn circle. */
      readonly city?: DraftStop['city'];
    }
  | { readonly type: 'confirm_city'; readonly key: string }
  | { readonly type: 'site'; readonly key: string; readonly site: SiteLink }
  | { readonly type: 'sites'; readonly sites: Readonly<Record<string, SiteLink>> }
  | { readonly type: 'leave_site'; readonly key: string }
  | { readonly type: 'add_stop'; readonly key: string; readonly at: number }
  | { readonly type: 'remove_stop'; readonly key: string }
  | { readonly type: 'add_left_out' }
  /** Leaves out the stops before this one; `origin` replaces them where a trip needs one. Tracking begins with the shorter trip. */
  | {
      readonly type: 'start_at';
      readonly key: string;
      readonly origin: DraftStop | null;
      readonly starts_at: string;
    }
  /** Starts at the origin although the truck has passed it; brings back the stops that were left out. */
  | { readonly type: 'start_at_origin' }
  | { readonly type: 'move_stop'; readonly key: string; readonly to: number }
  | { readonly type: 'reverse_stops' };

/** A mile: about what a truck drives in a minute. */
export const DEFAULT_RADIUS_METERS = 1609.344;

export const NO_VEHICLE: VehicleDraft = { by: 'vehicle_id', ...NO_TRUCK };

export function emptyStop(key: string): DraftStop {
  return {
    key,
    name: '',
    center: null,
    radius_meters: null,
    place_text: '',
    place_name: '',
    city: null,
    radius_text: '',
    site: null,
    load_stop_sequence: null,
    planned_arrival_at: null,
    planned_departure_at: null,
  };
}

/** @param newKey returns a key that is unique in this draft */
export function emptyDraft(starts_at: string | null, newKey: () => string): Draft {
  return {
    name: '',
    vehicle: NO_VEHICLE,
    starts_at,
    expires_at: null,
    expires_text: '',
    webhook_group_id: '',
    load_id: null,
    stops: [emptyStop(newKey()), emptyStop(newKey())],
    left_out: [],
    passed: null,
    waits_at_origin: false,
  };
}

/** Returns the same object when the action changes nothing. */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'name':
      return withChanges(draft, { name: action.name });
    case 'vehicle':
      return withChanges(draft, { vehicle: withChanges(draft.vehicle, action.change) });
    case 'times': {
      const { type: _, ...times } = action;
      return withChanges(draft, { ...('expires_at' in times && { expires_text: '' }), ...times });
    }
    case 'webhook':
      return withChanges(draft, { webhook_group_id: action.webhook_group_id });
    case 'stop':
      return updateStop(draft, action.key, (stop) => withChanges(stop, action.change));
    case 'circle':
      return updateStop(draft, action.key, (stop) => withCircle(stop, action));
    case 'confirm_city':
      return updateStop(draft, action.key, (stop) =>
        withChanges(stop, { city: stop.city === null ? null : 'confirmed' }),
      );
    case 'site':
      return updateStop(draft, action.key, (stop) => withSite(stop, action.site));
    case 'sites':
      return {
        ...draft,
        stops: draft.stops.map((stop) => {
          const site = action.sites[stop.key];
          return site ? withSite(stop, site) : stop;
        }),
      };
    case 'leave_site':
      return updateStop(draft, action.key, (stop) => withChanges(stop, { site: null }));
    case 'add_stop':
      return { ...draft, stops: draft.stops.toSpliced(action.at, 0, emptyStop(action.key)) };
    case 'remove_stop':
      return withoutStop(draft, action.key);
    case 'add_left_out':
      return { ...draft, stops: draft.left_out.reduce(withStopOfLoad, draft.stops), left_out: [] };
    case 'start_at': {
      const at = Math.max(
        0,
        draft.stops.findIndex(({ key }) => key === action.key),
      );
      const { origin, starts_at } = action;
      const stops = draft.stops.slice(at);
      const passed = {
        stops: [
          ...(draft.passed?.stops ?? []),
          ...draft.stops.slice(0, at).filter(({ key }) => key !== draft.passed?.origin_key),
        ],
        starts_at: draft.passed ? draft.passed.starts_at : draft.starts_at,
        origin_key: origin?.key ?? null,
      };
      return {
        ...draft,
        starts_at,
        stops: origin ? [origin, ...stops] : stops,
        passed,
        waits_at_origin: false,
      };
    }
    case 'start_at_origin': {
      const { passed } = draft;
      if (!passed) return withChanges(draft, { waits_at_origin: true });
      const stops = [...passed.stops, ...draft.stops.filter(({ key }) => key !== passed.origin_key)];
      return { ...draft, stops, starts_at: passed.starts_at, passed: null, waits_at_origin: true };
    }
    case 'move_stop':
      return withStopMoved(draft, action.key, action.to);
    case 'reverse_stops':
      return { ...draft, stops: draft.stops.toReversed() };
  }
}

function withChanges<T extends object>(value: T, changes: Partial<NoInfer<T>>): T {
  const same = Object.entries(changes).every(([name, next]) => Object.is(value[name as keyof T], next));
  return same ? value : { ...value, ...changes };
}

function updateStop(draft: Draft, key: string, edit: (stop: DraftStop) => DraftStop): Draft {
  const at = draft.stops.findIndex((stop) => stop.key === key);
  const stop = draft.stops[at];
  if (!stop) return draft;
  const next = edit(stop);
  return next === stop ? draft : { ...draft, stops: draft.stops.with(at, next) };
}

type CircleChange = Omit<Extract<DraftAction, { type: 'circle' }>, 'type' | 'key'>;

/** A circle dragged farther than this loses the name of the place that was searched. */
const SAME_PLACE_METERS = 50_000;

function withCircle(
  stop: DraftStop,
  { center, radius_meters, name, place_name, city }: CircleChange,
): DraftStop {
  const near = center && stop.center && distanceMeters(center, stop.center) <= SAME_PLACE_METERS;
  const radius = radius_meters ?? stop.radius_meters ?? DEFAULT_RADIUS_METERS;
  return {
    ...stop,
    ...(center === undefined
      ? {}
      : {
          center,
          place_text: '',
          place_name: place_name ?? (near ? stop.place_name : ''),
          city: city ?? null,
          // A center outside the site's circle is another place, so the site's free time and rate no longer apply.
          site: stop.site && distanceMeters(stop.site, center) <= stop.site.radius_meters ? stop.site : null,
        }),
    radius_meters: radius,
    radius_text: radius_meters === undefined && stop.radius_meters !== null ? stop.radius_text : '',
    name: stop.name === '' && name ? name : stop.name,
  };
}

export function withSite(stop: DraftStop, site: SiteLink): DraftStop {
  return {
    ...stop,
    name: stop.name === '' ? site.name : stop.name,
    center: { latitude: site.latitude, longitude: site.longitude },
    radius_meters: site.radius_meters,
    place_text: '',
    place_name: '',
    city: null,
    radius_text: '',
    site,
  };
}

/** Origin and destination always exist: with two stops left, the stop is emptied instead. */
function withoutStop(draft: Draft, key: string): Draft {
  if (draft.stops.length > 2) {
    const stops = draft.stops.filter((stop) => stop.key !== key);
    return stops.length === draft.stops.length ? draft : { ...draft, stops };
  }
  return updateStop(draft, key, (stop) => emptyStop(stop.key));
}

/** Adds a stop where the load has it, between origin and destination. */
function withStopOfLoad(stops: readonly DraftStop[], added: DraftStop): readonly DraftStop[] {
  const at = stops.findIndex(
    ({ load_stop_sequence }) => (load_stop_sequence ?? -1) > (added.load_stop_sequence ?? -1),
  );
  const last = stops.length - 1;
  return stops.toSpliced(at < 0 ? last : Math.min(last, Math.max(1, at)), 0, added);
}

function withStopMoved(draft: Draft, key: string, to: number): Draft {
  const from = draft.stops.findIndex((stop) => stop.key === key);
  const stop = draft.stops[from];
  const at = Math.min(draft.stops.length - 1, Math.max(0, to));
  if (!stop || at === from) return draft;
  return { ...draft, stops: draft.stops.toSpliced(from, 1).toSpliced(at, 0, stop) };
}

export function stopTitle(draft: Pick<Draft, 'stops'>, at: number): string {
  return isolated(draft.stops[at]?.name.trim() || roleOf(at, draft.stops.length));
}
