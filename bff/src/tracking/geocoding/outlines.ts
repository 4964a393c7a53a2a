/** Outlines of the US states (us-atlas) and of Canada and Mexico (world-atlas): on which side of a line a position is. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LatLon } from '@waypost/geo/geodesy';
import { regionCodeOf } from '@waypost/geo/region-names';
import type { Geometry, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** A US state or a country as a whole. `country` is ISO 3166-1 alpha-2, `state` a postal code or null. */
export interface Area {
  readonly country: string;
  readonly state: string | null;
}

interface Outline {
  readonly area: Area;
  /** The edges that reach into each band of latitude, four numbers for each: longitude and latitude of both ends. */
  readonly bands: ReadonlyMap<number, readonly number[]>;
}

const COUNTRIES: Readonly<Record<string, string>> = { Canada: 'CA', Mexico: 'MX' };
/** A tenth of a degree: few of the many edges of Canada are compared with a position. */
const bandOf = (latitude: number) => Math.floor(latitude * 10);

/**
 * Finds the area of a position; null at sea and elsewhere. States come first: their outlines are the more precise ones, and most
 * positions need no others, which take longer to read.
 */
export function readAreas(): (position: LatLon) => Area | null {
  let states: readonly Outline[] | null = null;
  let countries: readonly Outline[] | null = null;
  return (position) => {
    const at = (outlines: readonly Outline[]) =>
      outlines.find((outline) => isInside(outline, position))?.area ?? null;
    states ??= outlinesOf('us-atlas/states-10m.json', 'states', (name) => {
      const state = regionCodeOf(name);
      return state === null ? null : { country: 'US', state };
    });
    const state = at(states);
    if (state) return state;
    countries ??= outlinesOf('world-atlas/countries-10m.json', 'countries', (name) => {
      const country = COUNTRIES[name];
      return country === undefined ? null : { country, state: null };
    });
    return at(countries);
  };
}

function outlinesOf(file: string, object: string, areaOf: (name: string) => Area | null): Outline[] {
  const path = createRequire(import.meta.url).resolve(file);
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology;
  return (atlas.objects[object] as GeometryCollection).geometries.flatMap((shape) => {
    const area = areaOf((shape.properties as { name: string }).name);
    if (!area) return [];
    // A collection of one: `feature` decodes all that it gets, and the world has much that is not needed.
    const { features } = feature(atlas, { type: 'GeometryCollection', geometries: [shape] });
    return [{ area, bands: bandsOf(features.flatMap(({ geometry }) => ringsOf(geometry))) }];
  });
}

function ringsOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates;
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
}

function bandsOf(rings: readonly Position[][]): Map<number, number[]> {
  const bands = new Map<number, number[]>();
  for (const ring of rings) {
    let [x0 = 0, y0 = 0] = ring.at(-1) ?? [];
    for (const [x = 0, y = 0] of ring) {
      for (let band = bandOf(Math.min(y0, y)); band <= bandOf(Math.max(y0, y)); band += 1) {
        const edges = bands.get(band);
        if (edges) edges.push(x0, y0, x, y);
        else bands.set(band, [x0, y0, x, y]);
      }
      [x0, y0] = [x, y];
    }
  }
  return bands;
}

/** Even-odd rule: a line from the position to the east crosses the edges an odd number of times. */
function isInside({ bands }: Outline, { latitude, longitude }: LatLon): boolean {
  const edges = bands.get(bandOf(latitude)) ?? [];
  let is_inside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const [x0 = 0, y0 = 0, x = 0, y = 0] = [edges[at], edges[at + 1], edges[at + 2], edges[at + 3]];
    const crosses = y > latitude !== y0 > latitude;
    if (crosses && longitude < ((x0 - x) * (latitude - y)) / (y0 - y) + x) is_inside = !is_inside;
  }
  return is_inside;
}
