import { describe, expect, it } from 'vitest';
import { boundsOf } from './bounds.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('boundsOf', () => {
  it('is null without points and a point with one', () => {
    expect(boundsOf([])).toBeNull();
    expect(boundsOf([at(40, -100)])).toEqual({ west: -100, east: -100, south: 40, north: 40 });
  });
  it('holds every point', () => {
    expect(boundsOf([at(40, -100), at(25, -80), at(49, -124)])).toEqual({
      west: -124,
      east: -80,
      south: 25,
      north: 49,
    });
  });
  it('takes the short way round across the antimeridian', () => {
    expect(boundsOf([at(51, 179), at(52, -178)])).toEqual({ west: 179, east: 182, south: 51, north: 52 });
  });
  it('spans Greenwich without going round the world', () => {
    expect(boundsOf([at(51, -1), at(48, 2)])).toEqual({ west: -1, east: 2, south: 48, north: 51 });
  });
});
