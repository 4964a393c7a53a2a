/** The view of the land placeholder: the map's projection and fit, without its library. */
import type { Bounds } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import type { Camera } from './types.ts';

/** Width and height of the world in the units of land.svg. */
export const WORLD_UNITS = 4096;
/** Width of the world in pixels at zoom 0, with 512-pixel tiles. */
const WORLD_PIXELS = 512;
/** Above this zoom the outline in land.svg is too coarse. */
const MAX_ZOOM = 6;
/** Arbitrary, because the SVG overflows it. */
const SQUARE = 100;
/** Assumed map size in pixels when fitting bounds; decides when the outline is too coarse. */
const ASSUMED_SIDE = 600;
/** Latitude limit of Web Mercator in degrees. */
const POLE = 85.0511;
const RAD = Math.PI / 180;

/** Web Mercator position relative to the north-west corner, in the units of land.svg. */
export function worldPoint({ latitude, longitude }: LatLon): { x: number; y: number } {
  const north = Math.asinh(Math.tan(Math.min(POLE, Math.max(-POLE, latitude)) * RAD)) / Math.PI;
  return { x: ((longitude + 180) / 360) * WORLD_UNITS, y: ((1 - north) / 2) * WORLD_UNITS };
}

export interface FirstView {
  readonly view_box: string;
  /** Side in pixels of the centered square that shows `view_box`; null: it is fitted into the map area minus the fit margin. */
  readonly square: number | null;
}

/** The view of a map that starts at a camera or fits bounds. Null when land.svg is too coarse for it. */
export function firstView(where: Camera | Bounds): FirstView | null {
  if ('zoom' in where) {
    if (where.zoom > MAX_ZOOM) return null;
    const units = (SQUARE * WORLD_UNITS) / (WORLD_PIXELS * 2 ** where.zoom);
    const { x, y } = worldPoint(where);
    return { view_box: viewBox(x - units / 2, y - units / 2, units, units), square: SQUARE };
  }
  const { west, south, east, north } = where;
  const from = worldPoint({ latitude: north, longitude: west });
  const to = worldPoint({ latitude: south, longitude: east });
  const min_extent = (ASSUMED_SIDE * WORLD_UNITS) / (WORLD_PIXELS * 2 ** MAX_ZOOM);
  if (Math.max(to.x - from.x, to.y - from.y) < min_extent) return null;
  return { view_box: viewBox(from.x, from.y, to.x - from.x, to.y - from.y), square: null };
}

const viewBox = (...numbers: readonly number[]) => numbers.map((n) => n.toFixed(2)).join(' ');
