import { describe, expect, it } from 'vitest';
import { boundsOf, boundsOfMost } from './bounds.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('boundsOf', () => {
  it('returns null without points, and a point for one', () => {
    expect(boundsOf([])).toBeNull();
    expect(boundsOf([at(40, -100)])).toEqual({ west: -100, east: -100, south: 40, north: 40 });
  });
  it('contains every point', () => {
    expect(boundsOf([at(40, -100), at(25, -80), at(49, -124)])).toEqual({
      west: -124,
      east: -80,
      south: 25,
      north: 49,
    });
  });
  it('crosses the antimeridian where that is shorter', () => {
    expect(boundsOf([at(51, 179), at(52, -178)])).toEqual({ west: 179, east: 182, south: 51, north: 52 });
  });
  it('spans Greenwich without going around the world', () => {
    expect(boundsOf([at(51, -1), at(48, 2)])).toEqual({ west: -1, east: 2, south: 48, north: 51 });
  });
});

describe('boundsOfMost', () => {
  const home = Array.from({ length: 40 }, (_, n) => at(30 + n / 4, -120 + n));
  const all = boundsOf(home);
  it('leaves out what is far from all others, and nothing otherwise', () => {
    expect(boundsOfMost(home)).toEqual(all);
    expect(boundsOfMost([...home, at(4, -74)])).toEqual({ ...all, south: 30 });
    expect(boundsOfMost([...home, at(35, 100)])).toEqual(all);
  });
  it('keeps each of a few', () => {
    const few = [at(40, -100), at(4, -74)];
    expect(boundsOfMost(few)).toEqual(boundsOf(few));
    expect(boundsOfMost([])).toBeNull();
  });
  it('leaves out as many as it may', () => {
    const { west = 0, east = 0 } = boundsOfMost(home, 0.25) ?? {};
    expect(east - west).toBe(29);
  });
});
