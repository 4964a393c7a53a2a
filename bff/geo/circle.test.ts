import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { circleRing, type Position } from './circle.ts';

const wgs84 = geodesic.Geodesic.WGS84;
const circle = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  radius_meters: fc.double({ min: 10, max: 200_000, noNaN: true }),
});

describe('circleRing', () => {
  it('corners and middles of edges are at most 0.1 % of the radius off, from 10 m to 200 km', () => {
    fc.assert(
      fc.property(circle, (drawn) => {
        const ring = circleRing(drawn);
        ring.slice(1).forEach(([lon, lat], i) => {
          const [lonBefore, latBefore] = ring[i] as Position;
          const corner = wgs84.Inverse(drawn.latitude, drawn.longitude, lat, lon).s12 ?? 0;
          expect(Math.abs(corner / drawn.radius_meters - 1)).toBeLessThan(0.00001);
          const middle = wgs84.Inverse(
            drawn.latitude,
            drawn.longitude,
            (lat + latBefore) / 2,
            (lon + lonBefore) / 2,
          ).s12;
          expect(Math.abs((middle ?? 0) / drawn.radius_meters - 1)).toBeLessThan(0.001);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('is closed, counterclockwise and has the corners asked for', () => {
    const ring = circleRing({ latitude: 40, longitude: -100, radius_meters: 500 }, 64);
    expect(ring).toHaveLength(65);
    expect(ring.at(-1)).toEqual(ring[0]);
    const area = ring
      .slice(1)
      .reduce((sum, [x, y], i) => sum + ((ring[i]?.[0] ?? 0) * y - x * (ring[i]?.[1] ?? 0)), 0);
    expect(area).toBeGreaterThan(0);
  });

  it('is not torn where it crosses the antimeridian', () => {
    const longitudes = circleRing({ latitude: 65, longitude: 179.9, radius_meters: 50_000 }).map(([x]) => x);
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(3);
    expect(Math.max(...longitudes)).toBeGreaterThan(180);
  });
});
