import { fc, runs } from '@waypost/contract/testing/property';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { type Circle, circleRing, type Position } from './circle.ts';
import type { LatLon } from './geodesy.ts';

const wgs84 = geodesic.Geodesic.WGS84;
const meters = (from: LatLon, [longitude, latitude]: Position) =>
  wgs84.Inverse(from.latitude, from.longitude, latitude, longitude).s12 ?? Number.NaN;

/** Where the map draws the middle of an edge: on a straight line in Mercator, not in degrees. */
const mercator = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
const drawnMiddle = ([west, south]: Position, [east, north]: Position): Position => [
  (west + east) / 2,
  (Math.atan(Math.sinh((mercator(south) + mercator(north)) / 2)) * 180) / Math.PI,
];

/** Largest deviation from the radius over all corners and drawn edge middles, relative to the radius. */
function maxDeviation(circle: Circle): number {
  const ring = circleRing(circle);
  return Math.max(
    ...ring
      .slice(1)
      .flatMap((corner, i) => [corner, drawnMiddle(ring[i] as Position, corner)])
      .map((place) => Math.abs(meters(circle, place) / circle.radius_meters - 1)),
  );
}

const circle = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  radius_meters: fc.double({ min: 10, max: 200_000, noNaN: true }),
});

describe('circleRing', () => {
  const latitudes = [0, 25.76, 45, -45, 60, 71.3, 80, -80];
  const longitudes = [-102.084, 0, 179.9999, -179.9999, 180];
  const radii = [10, 804.672, 5_000, 50_000, 200_000];
  it.each(latitudes.flatMap((latitude) => radii.map((radius_meters) => ({ latitude, radius_meters }))))(
    'is at most 0.1 % off at latitude $latitude with $radius_meters m, at any longitude',
    ({ latitude, radius_meters }) => {
      for (const longitude of longitudes)
        expect(maxDeviation({ latitude, longitude, radius_meters })).toBeLessThan(0.001);
    },
  );

  it('is at most 0.1 % off up to latitude 80, from 10 m to 200 km', () => {
    fc.assert(
      fc.property(circle, (drawn) => {
        expect(maxDeviation(drawn)).toBeLessThan(0.001);
      }),
      { numRuns: runs(60) },
    );
  });

  it('has its corners on the circle to one part in 100,000', () => {
    fc.assert(
      fc.property(circle, (drawn) => {
        for (const corner of circleRing(drawn))
          expect(Math.abs(meters(drawn, corner) / drawn.radius_meters - 1)).toBeLessThan(0.00001);
      }),
      { numRuns: runs(60) },
    );
  });

  it('is closed, counterclockwise and has the requested number of corners', () => {
    const ring = circleRing({ latitude: 40, longitude: -100, radius_meters: 500 }, 64);
    expect(ring).toHaveLength(65);
    expect(ring.at(-1)).toEqual(ring[0]);
    const area = ring
      .slice(1)
      .reduce((sum, [x, y], i) => sum + ((ring[i]?.[0] ?? 0) * y - x * (ring[i]?.[1] ?? 0)), 0);
    expect(area).toBeGreaterThan(0);
  });

  it('stays in one piece across the antimeridian, from either side', () => {
    for (const longitude of [179.9, 180, -180, -179.9]) {
      const ring = circleRing({ latitude: 65, longitude, radius_meters: 50_000 }).map(([x]) => x);
      expect(Math.max(...ring) - Math.min(...ring)).toBeLessThan(3);
      expect(Math.max(...ring)).toBeGreaterThan(longitude);
      expect(Math.min(...ring)).toBeLessThan(longitude);
    }
  });

  it('has no jump between neighboring corners at any place', () => {
    fc.assert(
      fc.property(circle, (drawn) => {
        const ring = circleRing(drawn);
        ring.slice(1).forEach(([x], i) => {
          expect(Math.abs(x - (ring[i]?.[0] ?? Number.NaN))).toBeLessThan(10);
        });
      }),
      { numRuns: runs(60) },
    );
  });
});
