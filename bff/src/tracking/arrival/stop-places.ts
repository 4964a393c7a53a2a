/**
 * Places of a load's stops. The service does not provide them: they are known from the load's monitor, the site book, or the city in a
 * name.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { PlaceMatch } from '@waypost/contract/api/sites';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { timeZoneAt } from '@waypost/geo/time-zone';
import { normalizeName } from '../geocoding/city-index.ts';

/** Receivers drift. */
const SITE_MARGIN_METERS = 200;
/** Assumed radius: monitors and some sites have a center without a radius. */
const CIRCLE_METERS = 1_500;
/** Possible distance of a stop from the center of its city, if only the city is known. */
const CITY_METERS = 48_000;
/** Names cached with their cities. */
const MAX_CACHED_NAMES = 20_000;

export interface StopPlace extends LatLon {
  readonly place_by: PredictedArrival['place_by'];
  /** Radius of the site's circle; null: unknown. */
  readonly radius_meters: number | null;
}

export type StopPlaceOf = (
  item: Pick<BoardLoad, 'monitor'>,
  stop: BoardLoad['stops'][number],
) => StopPlace | null;

/** Maximum distance in meters of a truck at this place. */
export function reachOf({ place_by, radius_meters }: StopPlace): number {
  if (place_by === 'city') return CITY_METERS;
  return radius_meters === null ? CIRCLE_METERS : radius_meters + SITE_MARGIN_METERS;
}

export type StopZonesOf = ReturnType<typeof createStopZones>;

/**
 * IANA zones of the stops whose place is known, by their sequence; undefined: none. Where a name may mean several cities, their zone is
 * known if it is the same for all.
 */
export function createStopZones(placeOf: StopPlaceOf, find: FindCity) {
  const zoneOfName = remembered((name) => {
    const zones = new Set(citiesInName(name, find).map(timeZoneAt));
    return zones.size === 1 ? [...zones][0] : undefined;
  });
  return (item: Pick<BoardLoad, 'monitor' | 'stops'>) => {
    const zones = item.stops.flatMap((stop) => {
      const place = placeOf(item, stop);
      const zone = place ? timeZoneAt(place) : stop.name === null ? undefined : zoneOfName(stop.name);
      return zone === undefined ? [] : [[stop.sequence, zone] as const];
    });
    return zones.length > 0 ? Object.fromEntries(zones) : undefined;
  };
}

/** Finding a city is slow, and the stops of a load are asked for at each read. */
function remembered<Found>(find: (name: string) => Found): (name: string) => Found {
  const found = new Map<string, Found>();
  return (name) => {
    if (found.has(name)) return found.get(name) as Found;
    const value = find(name);
    if (found.size >= MAX_CACHED_NAMES) found.clear();
    found.set(name, value);
    return value;
  };
}

interface StopPlacesOptions {
  readonly findCity: FindCity;
  readonly siteNamed: (name: string) => (LatLon & { readonly radius_meters?: number }) | null;
}

export function createStopPlaces({ findCity, siteNamed }: StopPlacesOptions): StopPlaceOf {
  const cityOf = remembered((name) => cityInName(name, findCity));
  return ({ monitor }, { sequence, name }) => {
    const watched = monitor?.stops.find((one) => one.load_stop_sequence === sequence);
    const circle: StopPlace | null =
      watched?.latitude != null && watched.longitude != null
        ? {
            latitude: watched.latitude,
            longitude: watched.longitude,
            radius_meters: null,
            place_by: watched.city_center ? 'city' : 'monitor',
          }
        : null;
    if (circle?.place_by === 'monitor' || name === null) return circle;
    const site = siteNamed(name);
    if (site) {
      const { latitude, longitude, radius_meters = null } = site;
      return { latitude, longitude, radius_meters, place_by: 'site' };
    }
    if (circle) return circle;
    const city = cityOf(name);
    return (
      city && { latitude: city.latitude, longitude: city.longitude, radius_meters: null, place_by: 'city' }
    );
  };
}

// City in a stop's name, e.g. "Amarillo DC 4" or "Evansville, IN".
const MAX_WORDS = 4;
/** Without a state, the largest city of a name is assumed if it is large enough, and this many times larger than the next. */
const MIN_POPULATION = 30_000;
const MIN_POPULATION_RATIO = 5;

/** `find`: cities by name, best first; "Amarillo, TX" narrows the search. Null when the name contains no city, or an ambiguous one. */
export function cityInName(name: string, find: FindCity): LatLon | null {
  const [city, next] = citiesInName(name, find);
  if (!city || next === undefined) return city ? placeOf(city) : null;
  return city.population >= MIN_POPULATION_RATIO * next.population ? placeOf(city) : null;
}

/** How far a truck here is at least from the stop of this name, meters: from the nearest of the cities that it may mean; 0 when it means none. */
export const createLeastDistance =
  (find: FindCity) =>
  (name: string | null, at: LatLon): number => {
    const cities = name === null ? [] : citiesInName(name, find);
    if (cities.length === 0) return 0;
    return Math.max(0, Math.min(...cities.map((city) => distanceMeters(at, city))) - CITY_METERS);
  };

type FindCity = (text: string) => readonly PlaceMatch[];

/** The cities that a name may mean, largest first; with a state the one, without it only if the largest is large enough to be meant. */
function citiesInName(name: string, find: FindCity): readonly PlaceMatch[] {
  const [, before, region] = /^(.*?),\s*([A-Z]{2})\b/.exec(name) ?? [];
  if (before !== undefined && region !== undefined) {
    const cities = suffixes(before).flatMap((words) => exactMatches(words, find(`${words}, ${region}`)));
    return cities.filter((place) => place.region === region).slice(0, 1);
  }
  for (const words of prefixes(name)) {
    const cities = exactMatches(words, find(words));
    if (cities[0]) return cities[0].population >= MIN_POPULATION ? cities : [];
  }
  return [];
}

const placeOf = ({ latitude, longitude }: PlaceMatch): LatLon => ({ latitude, longitude });

/** Cities with exactly this name, largest first. */
const exactMatches = (words: string, places: readonly PlaceMatch[]) =>
  places.filter((place) => normalizeName(place.name) === words).sort((a, b) => b.population - a.population);

function prefixes(text: string): string[] {
  const words = normalizeName(text).split(' ').slice(0, MAX_WORDS);
  return words.map((_, index) => words.slice(0, words.length - index).join(' ')).filter(Boolean);
}

/** Trailing words, longest first, e.g. for "Walmart DC Evansville". */
function suffixes(text: string): string[] {
  const words = normalizeName(text).split(' ').slice(-MAX_WORDS);
  return words.map((_, index) => words.slice(index).join(' ')).filter(Boolean);
}
