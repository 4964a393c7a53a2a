import type { BoardLoad } from '@waypost/contract/api/board';
import type { SentLoad } from '@waypost/contract/api/posted-loads';
import { z } from 'zod';
import type { PickedPlace } from '../../live/places.ts';
import { NO_TRUCK, truckDraftOf, truckFields } from '../../live/truck.ts';
import { coordinatesText } from '../../ui/units.ts';
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
  zone: z.string(),
});
export type StopDraft = Readonly<z.infer<typeof stopDraft>>;

export const loadDraft = z.object({
  load_ref: z.string(),
  ...truckFields,
  stops: z.array(stopDraft),
  /** In a correction: send the stops too. */
  with_stops: z.boolean(),
});
export type LoadDraft = Readonly<z.infer<typeof loadDraft>>;

function emptyStop(key: string, zone: string): StopDraft {
  const place = { place_text: '', place_name: '', latitude: null, longitude: null };
  return { key, name: '', ...place, arrival: '', departure: '', zone };
}

export function emptyDraft(newKey: () => string, zone: string): LoadDraft {
  return {
    load_ref: '',
    ...NO_TRUCK,
    stops: [emptyStop(newKey(), zone), emptyStop(newKey(), zone)],
    with_stops: true,
  };
}

/** Initial draft of a correction. Stops not sent by Waypost have no coordinates: the service returns only names and times. */
export function correctionOf(load: BoardLoad, sent: SentLoad, newKey: () => string, zone: string): LoadDraft {
  const wall = (at: string | null | undefined) => (at ? toWall(at, zone) : '');
  const stops = sent.stops ?? load.stops.map((stop) => ({ ...stop, latitude: null, longitude: null }));
  return {
    load_ref: load.load_ref ?? sent.load_ref ?? '',
    ...truckDraftOf(sent.vehicle ?? {}),
    stops: stops.map((stop) => ({
      ...emptyStop(newKey(), zone),
      name: stop.name ?? '',
      latitude: stop.latitude,
      longitude: stop.longitude,
      arrival: wall(stop.estimated_arrival_at),
      departure: wall(stop.estimated_departure_at),
    })),
    with_stops: false,
  };
}

export type DraftAction =
  | { readonly type: 'fields'; readonly change: Partial<Omit<LoadDraft, 'stops'>> }
  | { readonly type: 'stop'; readonly key: string; readonly change: Partial<StopDraft> }
  | { readonly type: 'place'; readonly key: string; readonly place: PickedPlace }
  | { readonly type: 'add_stop'; readonly key: string }
  | { readonly type: 'remove_stop'; readonly key: string }
  | { readonly type: 'move_stop'; readonly key: string; readonly to: number };

export function reduceDraft(draft: LoadDraft, action: DraftAction): LoadDraft {
  const { stops } = draft;
  const withStops = (now: StopDraft[]): LoadDraft => ({ ...draft, stops: now });
  switch (action.type) {
    case 'fields':
      return { ...draft, ...action.change };
    case 'stop':
      return withStops(stops.map((stop) => (stop.key === action.key ? { ...stop, ...action.change } : stop)));
    case 'place':
      return withStops(stops.map((stop) => (stop.key === action.key ? placed(stop, action.place) : stop)));
    case 'add_stop': {
      // Inserted before the destination, in the time zone of the stop before it.
      const zone = (stops.at(-2) ?? stops[0])?.zone ?? 'UTC';
      return withStops(stops.toSpliced(-1, 0, emptyStop(action.key, zone)));
    }
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

/** `Origin`, `Stop 1`, `Destination` */
export function roleOf(at: number, count: number): string {
  if (at === 0) return 'Origin';
  return at === count - 1 ? 'Destination' : `Stop ${at}`;
}

export function placeOf(stop: StopDraft): string {
  const { latitude, longitude } = stop;
  if (stop.place_text !== '') return stop.place_text;
  if (latitude === null || longitude === null) return '';
  return stop.place_name || coordinatesText({ latitude, longitude });
}
