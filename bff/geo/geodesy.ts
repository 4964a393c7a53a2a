/**
 * Geodesy on the sphere. Distances in meters, bearings in degrees clockwise from north. Coordinates are objects with named axes,
 * so that latitude and longitude cannot be swapped by accident.
 */

/** Decimal degrees, WGS 84. */
export interface LatLon {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius (IUGG R1). */
export const EARTH_RADIUS_METERS = 6_371_008.8;
export const METERS_PER_MILE = 1609.344;

const RAD = Math.PI / 180;

/** Great-circle distance (haversine); at most 0.56 % off the ellipsoid. */
export function distanceMeters(a: LatLon, b: LatLon): number {
  const dLat = (b.latitude - a.latitude) * RAD;
  const dLon = (b.longitude - a.longitude) * RAD;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitude * RAD) * Math.cos(b.latitude * RAD) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Initial bearing from a to b, 0 to 360. */
export function bearingDegrees(a: LatLon, b: LatLon): number {
  const dLon = (b.longitude - a.longitude) * RAD;
  const y = Math.sin(dLon) * Math.cos(b.latitude * RAD);
  const x =
    Math.cos(a.latitude * RAD) * Math.sin(b.latitude * RAD) -
    Math.sin(a.latitude * RAD) * Math.cos(b.latitude * RAD) * Math.cos(dLon);
  return (Math.atan2(y, x) / RAD + 360) % 360;
}

/** Point at a distance and bearing; longitude normalized to -180..180. */
export function destination(from: LatLon, bearing: number, meters: number): LatLon {
  const d = meters / EARTH_RADIUS_METERS;
  const lat1 = from.latitude * RAD;
  const sinLat2 = Math.sin(lat1) * Math.cos(d) + Math.cos(lat1) * Math.sin(d) * Math.cos(bearing * RAD);
  const lat2 = Math.asin(sinLat2);
  const lon2 =
    from.longitude * RAD +
    Math.atan2(
      Math.sin(bearing * RAD) * Math.sin(d) * Math.cos(lat1),
      Math.cos(d) - Math.sin(lat1) * sinLat2,
    );
  return { latitude: lat2 / RAD, longitude: ((((lon2 / RAD + 540) % 360) + 360) % 360) - 180 };
}

const COMPASS_DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type CompassDirection = (typeof COMPASS_DIRECTIONS)[number];

export function compassDirection(bearing: number): CompassDirection {
  return COMPASS_DIRECTIONS[Math.round(bearing / 45) % 8] as CompassDirection;
}
