/**
 * The land as an SVG file of a few kilobytes, which stands where the map comes until the map is there (`LandPlaceholder` of `MapView.tsx`).
 * Units are `WORLD_UNITS` to the width of the world, Web Mercator, from the north-west corner; rounded to whole ones.
 */
import type { Position } from '@waypost/geo/circle';
import type { Feature } from 'geojson';
import { WORLD_UNITS, worldPoint } from '../src/map/land-placeholder.ts';
import { overview } from './atlas.ts';
import { type Box, clipRing, thin } from './geometry.ts';

/** A pixel or two where a country fills the screen. */
const DETAIL = { tolerance: 0.12, decimals: 2 };
/** Rings of fewer units on both sides are not seen. */
const SMALLEST = 5;
const GREAT_LAKES: Box = { west: -93, south: 41, east: -76, north: 49.5 };
/** Drawn one over the other, in this order. */
const PARTS: readonly { readonly id: string; readonly kinds: readonly string[]; readonly within?: Box }[] = [
  { id: 'land', kinds: ['land'] },
  { id: 'lake', kinds: ['great-lake', 'lake'] },
  // Elsewhere the shore of the US is that of the land.
  { id: 'shore', kinds: ['us'], within: GREAT_LAKES },
];

export function landPlaceholder(features: readonly Feature[] = overview()): string {
  const paths = PARTS.map(({ id, kinds, within }) => {
    const rings = features
      .filter(({ properties }) => kinds.includes(String(properties?.kind)))
      .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []))
      .map((ring) => (within ? clipRing(ring as Position[], within) : (ring as Position[])));
    return `<path id="${id}" d="${rings.map(path).join('')}"/>`;
  });
  const size = WORLD_UNITS;
  paths.unshift(`<path id="water" d="M0 ${-size}h${size}v${3 * size}h${-size}z"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${paths.join('')}</svg>`;
}

/** A closed ring by steps from point to point; empty when nothing of it would be seen. */
function path(ring: readonly Position[]): string {
  const points = thin(ring, DETAIL).map(([longitude, latitude]) => {
    const { x, y } = worldPoint({ latitude, longitude });
    return [Math.round(x), Math.round(y)] as const;
  });
  const spread = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const [first] = points;
  if (!first || (spread(0) < SMALLEST && spread(1) < SMALLEST)) return '';
  let steps = '';
  for (const [i, [x, y]] of points.entries()) {
    const [before_x, before_y] = points[i - 1] ?? first;
    const [dx, dy] = [x - before_x, y - before_y];
    if (dx !== 0 || dy !== 0) steps += `${steps && dx >= 0 ? ' ' : ''}${dx}${dy < 0 ? '' : ' '}${dy}`;
  }
  return steps && `M${first[0]} ${first[1]}l${steps}z`;
}
