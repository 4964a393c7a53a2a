/** Polygons that approximate circles, for display only. */
import { geodesicDestination } from './ellipsoid.ts';
import type { LatLon } from './geodesy.ts';

/** `[longitude, latitude]` as in GeoJSON. Used only in geo/ and map/. */
export type Position = [longitude: number, latitude: number];

export interface Circle extends LatLon {
  readonly radius_meters: number;
}

/**
 * Closed, counterclockwise ring whose first point is repeated at the end. Corners lie on the circle; with 128 corners, edges are
 * inside it by at most 0.03 % of the radius. Longitudes continue past 180 across the antimeridian, so that the ring stays in one
 * piece. Circles around a pole are not supported.
 */
export function circleRing(circle: Circle, corners = 128): Position[] {
  const ring: Position[] = [];
  for (let i = 0; i < corners; i++) {
    // The ellipsoid is symmetric east and west of the center, so half of the corners are mirrored.
    const mirrored = 2 * i > corners ? ring[corners - i] : undefined;
    if (mirrored) ring.push([2 * circle.longitude - mirrored[0], mirrored[1]]);
    else ring.push(corner(circle, -(360 * i) / corners));
  }
  const first = ring[0];
  if (first) ring.push([...first]);
  return ring;
}

function corner(circle: Circle, bearing: number): Position {
  const { latitude, longitude } = geodesicDestination(circle, bearing, circle.radius_meters);
  return [circle.longitude + wrapDegrees(longitude - circle.longitude), latitude];
}

function wrapDegrees(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
