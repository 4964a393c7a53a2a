import { describe, expect, it } from 'vitest';
import { boundsOf } from './bounds.ts';

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
