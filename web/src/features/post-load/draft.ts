import type { BoardLoad } from '@waypost/contract/api/board';
import type { SentLoad } from '@waypost/contract/api/posted-loads';
import type { LatLon } from '@waypost/geo/geodesy';
import { timeZoneAt } from '@waypost/geo/time-zone';
import { z } from 'zod';
import type { PickedPlace } from '../../live/places.ts';
import { NO_TRUCK, truckDraftOf, truckFields } from '../../live/truck.ts';
import { coordinatesText } from '../../ui/quantities.ts';
import { toWall } from '../../ui/zoned.ts';

const stopDraft = z.object({
  key: z.string(),
  name: z.string(),
  place_text: z.string(),
  place_name: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** `2026-11-24T09:00` in `zone`; empty: none. */
  arrival: z.string(),
  departure: z.string(),
  /** IANA name. */
  zone: z.string(),
  /** `default`: that of a stop without a place. Drafts of earlier versions do not say. */
  zone_from: z.enum(['place', 'default', 'person']).default('person'),
  /** The times as the tracking service has them, ISO 8601; empty: none. */
  known_arrival: z.string().default(''),
  known_departure: z.string().default(''),
});
export type StopDraft = Readonly<z.infer<typeof stopDraft>>;

export const loadDraft = z.object({
  load_ref: z.string(),
  /** Kept with the load on the board; the tracking service has no field for it. */
  carrier_phone: z.string().default(''),
  ...truckFields,
  stops: z.array(stopDraft),
  /** In a correction: send the stops too. */
  with_stops: z.boolean(),
});
export type LoadDraft = Readonly<z.infer<typeof loadDraft>>;

function emptyStop(key: string, default_zone: string): StopDraft {
  const place = { place_text: '', place_name: '', latitude: null, longitude: null };
  const zone = { zone: default_zone, zone_from: 'default' } as const;
  return {
    key,
    name: '',
    ...place,
    arrival: '',
    departure: '',
    ...zone,
    known_arrival: '',
    known_departure: '',
  };
}

const TIMES = [
  ['arrival', 'known_arrival'],
  ['departure', 'known_departure'],
] as const;

/** In another zone a typed time keeps its digits, as on the appointment, and an unchanged known time keeps its instant. */
function inZone(stop: StopDraft, zone: string, zone_from: StopDraft['zone_from']): StopDraft {
  const moved = { ...stop, zone, zone_from };
  for (const [wall, known] of TIMES)
    if (stop[known] !== '' && stop[wall] === toWall(stop[known], stop.zone))
      moved[wall] = toWall(stop[known], zone);
  return moved;
}

/** The zone of the stop's place; without a place `default_zone`. */
function inOwnZone(stop: StopDraft, default_zone: string): StopDraft {
  const { latitude, longitude } = stop;
  return latitude === null || longitude === null
    ? inZone(stop, default_zone, 'default')
    : inZone(stop, timeZoneAt({ latitude, longitude }), 'place');
}

/** @param default_zone IANA name, for stops without a place */
export function emptyDraft(newKey: () => string, default_zone: string): LoadDraft {
  return {
    load_ref: '',
    carrier_phone: '',
    ...NO_TRUCK,
    stops: [emptyStop(newKey(), default_zone), emptyStop(newKey(), default_zone)],
    with_stops: true,
  };
}

/** Initial draft of a correction. Stops not sent by Waypost have no coordinates: the service returns only names and times. */
export function correctionOf(
  load: BoardLoad,
  sent: SentLoad,
  newKey: () => string,
  default_zone: string,
): LoadDraft {
  const wall = (at: string | null | undefined) => (at ? toWall(at, default_zone) : '');
  const stops = sent.stops ?? load.stops.map((stop) => ({ ...stop, latitude: null, longitude: null }));
  return {
    load_ref: load.load_ref ?? sent.load_ref ?? '',
    carrier_phone: '',
    ...truckDraftOf(sent.vehicle ?? {}),
    stops: stops.map((stop) =>
      inOwnZone(
        {
          ...emptyStop(newKey(), default_zone),
          name: stop.name ?? '',
          latitude: stop.latitude,
          longitude: stop.longitude,
          arrival: wall(stop.estimated_arrival_at),
          departure: wall(stop.estimated_departure_at),
          known_arrival: stop.estimated_arrival_at ?? '',
          known_departure: stop.estimated_departure_at ?? '',
        },
        default_zone,
      ),
    ),
    with_stops: false,
  };
}

export type DraftAction =
  | { readonly type: 'fields'; readonly change: Partial<Omit<LoadDraft, 'stops'>> }
  | { readonly type: 'stop'; readonly key: string; readonly change: Partial<StopDraft> }
  | { readonly type: 'place_text'; readonly key: string; readonly text: string }
  | { readonly type: 'place'; readonly key: string; readonly place: PickedPlace }
  | { readonly type: 'zone'; readonly key: string; readonly zone: string }
  | { readonly type: 'add_stop'; readonly key: string }
  | { readonly type: 'remove_stop'; readonly key: string }
  | { readonly type: 'move_stop'; readonly key: string; readonly to: number };

/** @param default_zone IANA name, for stops without a place */
export function reduceDraft(draft: LoadDraft, action: DraftAction, default_zone: string): LoadDraft {
  const { stops } = draft;
  const withStops = (now: StopDraft[]): LoadDraft => ({ ...draft, stops: now });
  const withStop = (key: string, change: (stop: StopDraft) => StopDraft) =>
    withStops(stops.map((stop) => (stop.key === key ? change(stop) : stop)));
  switch (action.type) {
    case 'fields':
      return { ...draft, ...action.change };
    case 'stop':
      return withStop(action.key, (stop) => ({ ...stop, ...action.change }));
    case 'place_text':
      return withStop(action.key, (stop) => {
        const typed = { ...stop, place_text: action.text, latitude: null, longitude: null, place_name: '' };
        return stop.zone_from === 'place' ? inOwnZone(typed, default_zone) : typed;
      });
    case 'place':
      return withStop(action.key, (stop) => inOwnZone(placed(stop, action.place), default_zone));
    case 'zone':
      return withStop(action.key, (stop) => inZone(stop, action.zone, 'person'));
    case 'add_stop':
      // Inserted before the destination.
      return withStops(stops.toSpliced(-1, 0, emptyStop(action.key, default_zone)));
    case 'remove_stop':
      return stops.length <= 2 ? draft : withStops(stops.filter(({ key }) => key !== action.key));
    case 'move_stop': {
      const moved = stops.find(({ key }) => key === action.key);
      if (!moved || action.to < 0 || action.to >= stops.length) return draft;
      return withStops(stops.filter((stop) => stop !== moved).toSpliced(action.to, 0, moved));
    }
  }
}

function placed(stop: StopDraft, { latitude, longitude, name, place_name }: PickedPlace): StopDraft {
  return {
    ...stop,
    latitude,
    longitude,
    place_text: '',
    place_name: place_name ?? '',
    name: stop.name.trim() === '' && name !== null ? name : stop.name,
  };
}

/** Place of the first stop; null while it has none. */
export function originOf({ stops: [origin] }: LoadDraft): LatLon | null {
  const { latitude = null, longitude = null } = origin ?? {};
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

export function placeOf(stop: StopDraft): string {
  const { latitude, longitude } = stop;
  if (stop.place_text !== '') return stop.place_text;
  if (latitude === null || longitude === null) return '';
  return stop.place_name || coordinatesText({ latitude, longitude });
}
