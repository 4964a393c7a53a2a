/** Where the stops of a load are. The service gives no place of a stop: it is known from the load's monitor, the site book, or the city in its name. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { PlaceMatch } from '@waypost/contract/api/sites';
import type { LatLon } from '@waypost/geo/geodesy';
import { cityInName } from './city-in-name.ts';

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

export interface StopPlacesOptions {
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
