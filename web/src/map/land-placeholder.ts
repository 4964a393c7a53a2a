/** Where land is drawn before there is a map: the same projection and the same fit as the map's, without the map's library. */
import type { Bounds } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import type { Camera } from './types.ts';

/** Width and height of the whole world in the units of the file of land. */
export const WORLD_UNITS = 4096;
/** Pixels of the world at zoom 0 of web maps with tiles of 512. */
const WORLD_PIXELS = 512;
/** Closer than this the few points of that file are no coast any more. */
const CLOSEST_ZOOM = 6;
/** Any size would do: the world goes on around it. */
const SQUARE = 100;
/** Of a map that fits bounds, pixels: in a smaller one the land is less fine than it could be, in a larger one less exact. */
const USUAL_SIDE = 600;
/** Degrees of latitude at which the square of Web Mercator ends. */
const POLE = 85.0511;
const RAD = Math.PI / 180;

/** Web Mercator: from the north-west corner of the world, in the units of the file of land. */
export function worldPoint({ latitude, longitude }: LatLon): { x: number; y: number } {
  const north = Math.asinh(Math.tan(Math.min(POLE, Math.max(-POLE, latitude)) * RAD)) / Math.PI;
  return { x: ((longitude + 180) / 360) * WORLD_UNITS, y: ((1 - north) / 2) * WORLD_UNITS };
}

/** What part of the world a box of the screen shows. */
export interface FirstView {
  readonly view_box: string;
  /** Pixels of the square in the middle of the box that shows it; null: all of the box but the map's margin, which it fits into. */
  readonly square: number | null;
}

/** What a map shows that starts at a camera, or fits bounds. Null where land of this detail would mislead. */
export function firstView(where: Camera | Bounds): FirstView | null {
  if ('zoom' in where) {
    if (where.zoom > CLOSEST_ZOOM) return null;
    const units = (SQUARE * WORLD_UNITS) / (WORLD_PIXELS * 2 ** where.zoom);
    const { x, y } = worldPoint(where);
    return { view_box: viewBox(x - units / 2, y - units / 2, units, units), square: SQUARE };
  }
  const { west, south, east, north } = where;
  const from = worldPoint({ latitude: north, longitude: west });
  const to = worldPoint({ latitude: south, longitude: east });
  const closest = (USUAL_SIDE * WORLD_UNITS) / (WORLD_PIXELS * 2 ** CLOSEST_ZOOM);
  if (Math.max(to.x - from.x, to.y - from.y) < closest) return null;
  return { view_box: viewBox(from.x, from.y, to.x - from.x, to.y - from.y), square: null };
}

const viewBox = (...numbers: readonly number[]) => numbers.map((n) => n.toFixed(2)).join(' ');
