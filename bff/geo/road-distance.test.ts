import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { distanceMeters, METERS_PER_MILE } from './geodesy.ts';
import { ROAD_FACTOR, RoadDistanceFinder } from './road-distance.ts';

const ways = new RoadDistanceFinder();
const AMARILLO = { latitude: 35.19, longitude: -101.83 };
const OKLAHOMA_CITY = { latitude: 35.47, longitude: -97.52 };
const miles = (meters: number) => meters / METERS_PER_MILE;

describe('road distance between two places', () => {
  it('follows the corridors that connect the places', () => {
    const way = ways.between(AMARILLO, OKLAHOMA_CITY);
    expect(way.by).toBe('corridors');
    expect(miles(way.meters)).toBeGreaterThan(240);
    expect(miles(way.meters)).toBeLessThan(275);
  });

  it('uses part of a leg for two places on the same leg', () => {
    const [a, b] = [
      { latitude: 35.21, longitude: -101.2 },
      { latitude: 35.22, longitude: -100.9 },
    ];
    const way = ways.between(a, b);
    expect(way.by).toBe('corridors');
    expect(way.meters).toBeLessThan(distanceMeters(a, b) * 1.35);
  });

  it('is the great circle times the road factor far from all corridors', () => {
    const [a, b] = [
      { latitude: 60, longitude: -110 },
      { latitude: 61, longitude: -108 },
    ];
    expect(ways.between(a, b)).toEqual({ meters: distanceMeters(a, b) * ROAD_FACTOR, by: 'great_circle' });
  });

  it('is finite, never shorter than the great circle, and never an excessive detour', () => {
    const place = fc.record({
      latitude: fc.double({ min: 24, max: 54, noNaN: true }),
      longitude: fc.double({ min: -125, max: -66, noNaN: true }),
    });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const { meters } = ways.between(from, to);
        const straight = distanceMeters(from, to);
        expect(Number.isFinite(meters)).toBe(true);
        expect(meters).toBeGreaterThanOrEqual(straight);
        expect(meters).toBeLessThanOrEqual(straight * 1.6 + 3 * METERS_PER_MILE);
      }),
    );
  });
});
