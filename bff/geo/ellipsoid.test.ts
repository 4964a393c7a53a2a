import { fc } from '@waypost/contract/testing/property';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { geodesicDestination, geodesicDistance, normalizeLongitude } from './ellipsoid.ts';
import { destination, distanceMeters } from './geodesy.ts';

const wgs84 = geodesic.Geodesic.WGS84;
const latitude = fc.double({ min: -80, max: 80, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const bearing = fc.double({ min: 0, max: 360, noNaN: true });
const meters = fc.double({ min: 10, max: 2_000_000, noNaN: true });
const MILLIMETER = 0.001;

describe('compared with GeographicLib', () => {
  it('a destination is less than 1 mm off up to 2,000 km, from latitude -80 to 80', () => {
    fc.assert(
      fc.property(latitude, longitude, bearing, meters, (lat, lon, azimuth, length) => {
        const ours = geodesicDestination({ latitude: lat, longitude: lon }, azimuth, length);
        const expected = wgs84.Direct(lat, lon, azimuth, length);
        const off = wgs84.Inverse(ours.latitude, ours.longitude, expected.lat2 ?? 0, expected.lon2 ?? 0).s12;
        expect(off).toBeLessThan(MILLIMETER);
      }),
    );
  });

  it('a distance is less than 1 mm off up to 2,000 km', () => {
    fc.assert(
      fc.property(latitude, longitude, bearing, meters, (lat, lon, azimuth, length) => {
        const to = wgs84.Direct(lat, lon, azimuth, length);
        const ours = geodesicDistance(
          { latitude: lat, longitude: lon },
          { latitude: to.lat2 ?? 0, longitude: to.lon2 ?? 0 },
        );
        expect(Math.abs((ours ?? Number.NaN) - length)).toBeLessThan(MILLIMETER);
      }),
    );
  });

  it('the sphere is within the 0.56 % that geodesy.ts states', () => {
    fc.assert(
      fc.property(latitude, longitude, bearing, meters, (lat, lon, azimuth, length) => {
        const from = { latitude: lat, longitude: lon };
        const to = wgs84.Direct(lat, lon, azimuth, length);
        const measured = distanceMeters(from, { latitude: to.lat2 ?? 0, longitude: to.lon2 ?? 0 });
        expect(Math.abs(measured - length) / length).toBeLessThan(0.0057);
        const reached = destination(from, azimuth, length);
        const gone = wgs84.Inverse(lat, lon, reached.latitude, reached.longitude).s12 ?? 0;
        expect(Math.abs(gone - length) / length).toBeLessThan(0.0057);
      }),
    );
  });
});

describe('edge cases', () => {
  it('zero meters returns the start, and equal points are 0 apart', () => {
    expect(geodesicDestination({ latitude: 40, longitude: -100 }, 77, 0)).toEqual({
      latitude: 40,
      longitude: -100,
    });
    expect(geodesicDistance({ latitude: 40, longitude: -100 }, { latitude: 40, longitude: -100 })).toBe(0);
  });

  it('crosses the antimeridian', () => {
    const { longitude: reached } = geodesicDestination({ latitude: 52, longitude: 179.99 }, 90, 10_000);
    expect(reached).toBeLessThan(-179.8);
    expect(
      geodesicDistance({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }),
    ).toBeCloseTo(111_319.49, 1);
  });

  it('returns null for nearly antipodal points', () => {
    expect(geodesicDistance({ latitude: 0, longitude: 0 }, { latitude: 0.1, longitude: 179.9 })).toBeNull();
  });

  it.each([
    [180, -180],
    [-180, -180],
    [181, -179],
    [540, -180],
    [-541, 179],
    [0, 0],
  ])('longitude %d is %d', (given, normal) => {
    expect(normalizeLongitude(given)).toBe(normal);
  });
});
