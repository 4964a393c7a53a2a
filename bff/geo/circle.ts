/**
 * A circle is a centre and metres. This is a drawing of it, made for the screen and never read back.
 */
import { geodesicDestination } from './ellipsoid.ts';
import type { LatLon } from './geodesy.ts';

/** `[longitude, latitude]`, as GeoJSON has it. Lives in geo/ and map/ only. */
export type Position = [longitude: number, latitude: number];

export interface Circle extends LatLon {
  readonly radius_meters: number;
}

/**
 * Closed ring around a circle, counterclockwise, first point repeated at the end. Every corner lies on the circle;
 * between corners the drawn edge runs inside it by at most 0.03 % of the radius with 128 corners. Longitudes run on
 * past 180 where the circle crosses the antimeridian, so that the ring is not torn. Circles around a pole are not
 * for this (no truck goes there).
 */
export function circleRing(circle: Circle, corners = 128): Position[] {
  const ring: Position[] = [];
  for (let i = 0; i < corners; i++) {
    // East and west of the centre the ellipsoid is the same: half of the corners are the others in a mirror.
    const twin = 2 * i > corners ? ring[corners - i] : undefined;
    if (twin) ring.push([2 * circle.longitude - twin[0], twin[1]]);
    else ring.push(corner(circle, -(360 * i) / corners));
  }
  const first = ring[0];
  if (first) ring.push([...first]);
  return ring;
}

function corner(circle: Circle, bearing: number): Position {
  const { latitude, longitude } = geodesicDestination(circle, bearing, circle.radius_meters);
  return [circle.longitude + shortest(longitude - circle.longitude), latitude];
}

function shortest(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
