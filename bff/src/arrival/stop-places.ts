/** Where the stops of a load are. The service gives no place of a stop: it is known from the load's monitor, the site book, or the city in its name. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { PlaceMatch } from '@waypost/contract/api/sites';
import type { LatLon } from '@waypost/geo/geodesy';
import { plain } from '../geocoding/city-index.ts';

/** Receivers of position wander. */
const SITE_MARGIN_METERS = 200;
/** The middle of a monitor's circle is known, its radius is not; nor is that of every site. */
const CIRCLE_METERS = 1_500;
/** A stop that is known by its city may be so far from the middle of the city. */
const CITY_METERS = 48_000;
/** Names that are remembered with their cities. */
const NAMES_KEPT = 20_000;

export interface StopPlace extends LatLon {
  readonly place_by: PredictedArrival['place_by'];
  /** Of the site's circle; null: not known. */
  readonly radius_meters: number | null;
}

export type StopPlaceOf = (
  item: Pick<BoardLoad, 'monitor'>,
  stop: BoardLoad['stops'][number],
) => StopPlace | null;

/** A truck that is not so near to a stop, in meters, cannot be there. */
export function reachOf({ place_by, radius_meters }: StopPlace): number {
  if (place_by === 'city') return CITY_METERS;
  return radius_meters === null ? CIRCLE_METERS : radius_meters + SITE_MARGIN_METERS;
}

interface StopPlacesOptions {
  /** Cities by name, best first. */
  readonly findCity: (text: string) => readonly PlaceMatch[];
  /** A site of the site book by its name. */
  readonly siteNamed: (name: string) => (LatLon & { readonly radius_meters?: number }) | null;
}

export function createStopPlaces({ findCity, siteNamed }: StopPlacesOptions): StopPlaceOf {
  const cities = new Map<string, LatLon | null>();
  const cityOf = (name: string): LatLon | null => {
    const known = cities.get(name);
    if (known !== undefined) return known;
    const city = cityInName(name, findCity);
    if (cities.size >= NAMES_KEPT) cities.clear();
    cities.set(name, city);
    return city;
  };
  return ({ monitor }, { sequence, name }) => {
    const watched = monitor?.stops.find((one) => one.load_stop_sequence === sequence);
    if (watched?.latitude != null && watched.longitude != null) {
      const { latitude, longitude } = watched;
      return { latitude, longitude, radius_meters: null, place_by: 'monitor' };
    }
    if (name === null) return null;
    const site = siteNamed(name);
    if (site) {
      const { latitude, longitude, radius_meters = null } = site;
      return { latitude, longitude, radius_meters, place_by: 'site' };
    }
    const city = cityOf(name);
    return (
      city && { latitude: city.latitude, longitude: city.longitude, radius_meters: null, place_by: 'city' }
    );
  };
}

// The city that a stop's name holds: "Amarillo DC 4", "Evansville, IN".
const MOST_WORDS = 4;
/** A name without its state is taken for the largest city of that name, if that is so large and so much larger than the next. */
const FEWEST_PEOPLE = 30_000;
const TIMES_LARGER = 5;

/**
 * @param find cities by name, best first; "Amarillo, TX" narrows them
 * @returns null when the name holds no city, or cities that cannot be distinguished
 */
export function cityInName(name: string, find: (text: string) => readonly PlaceMatch[]): LatLon | null {
  const [, before, region] = /^(.*?),\s*([A-Z]{2})\b/.exec(name) ?? [];
  if (before !== undefined && region !== undefined) {
    const cities = endings(before).flatMap((words) => named(words, find(`${words}, ${region}`)));
    const city = cities.find((place) => place.region === region);
    return city ? placeOf(city) : null;
  }
  for (const words of beginnings(name)) {
    const [city, next] = named(words, find(words));
    if (!city) continue;
    const isClear =
      city.population >= FEWEST_PEOPLE && city.population >= TIMES_LARGER * (next?.population ?? 0);
    return isClear ? placeOf(city) : null;
  }
  return null;
}

const placeOf = ({ latitude, longitude }: PlaceMatch): LatLon => ({ latitude, longitude });

/** Cities of exactly this name, largest first. */
const named = (words: string, places: readonly PlaceMatch[]) =>
  places.filter((place) => plain(place.name) === words).sort((a, b) => b.population - a.population);

/** The first words, the most of them first. */
function beginnings(text: string): string[] {
  const words = plain(text).split(' ').slice(0, MOST_WORDS);
  return words.map((_, index) => words.slice(0, words.length - index).join(' ')).filter(Boolean);
}

/** The last words, the most of them first: "Walmart DC Evansville". */
function endings(text: string): string[] {
  const words = plain(text).split(' ').slice(-MOST_WORDS);
  return words.map((_, index) => words.slice(index).join(' ')).filter(Boolean);
}
