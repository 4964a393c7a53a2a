/** Where a map has to look so that places far from each other are seen at once. */
import { boundsOf } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import type { Camera } from '../../../map/types.ts';

/** Pixels of the map at zoom 0, and those that places are to lie in beside an open panel. */
const [WORLD, ROOM] = [512, 360];
const CLOSEST_ZOOM = 11;

/** @returns null without a place */
export function cameraOn(places: readonly LatLon[]): Camera | null {
  const bounds = boundsOf(places);
  if (!bounds) return null;
  const { west, east, south, north } = bounds;
  const latitude = (south + north) / 2;
  // A degree of latitude is drawn so much longer than one of longitude.
  const tall = (north - south) / Math.cos((latitude * Math.PI) / 180);
  const span = Math.max(east - west, tall, 0.01);
  const zoom = Math.min(CLOSEST_ZOOM, Math.log2(((ROOM / WORLD) * 360) / span));
  return { latitude, longitude: (west + east) / 2, zoom: Math.max(1, zoom) };
}
