import type { Position } from '@waypost/geo/circle';
import { describe, expect, it } from 'vitest';
import { area, clipRing, cutAtAntimeridian, polygons, thin } from './geometry.ts';

const square = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

describe('clipRing', () => {
  const box = { west: 0, south: 0, east: 10, north: 10 };
  it('keeps what is inside', () => {
    expect(area(clipRing(square(2, 2, 4, 4), box))).toBe(4);
  });
  it('cuts what sticks out', () => {
    expect(area(clipRing(square(5, 5, 20, 20), box))).toBe(25);
    expect(area(clipRing(square(-5, -5, 20, 20), box))).toBe(100);
  });
  it('drops what is outside', () => {
    expect(clipRing(square(20, 20, 30, 30), box)).toEqual([]);
  });
});

describe('cutAtAntimeridian', () => {
  it('leaves other polygons alone', () => {
    expect(cutAtAntimeridian([square(0, 0, 1, 1)])).toEqual([[square(0, 0, 1, 1)]]);
  });
  it('cuts land that jumps from 180 to -180 into two parts on their own sides', () => {
    const ring: Position[] = [
      [178, 60],
      [-178, 60],
      [-178, 62],
      [178, 62],
      [178, 60],
    ];
    const parts = cutAtAntimeridian([ring]);
    expect(parts).toHaveLength(2);
    for (const [outer = []] of parts) {
      const longitudes = outer.map(([x]) => x);
      expect(Math.max(...longitudes) - Math.min(...longitudes)).toBe(2);
      expect(area(outer)).toBe(4);
    }
  });
});

describe('thin', () => {
  it('rounds, and leaves out the doubles that rounding makes', () => {
    const line: Position[] = [
      [1.0001, 2],
      [1.0002, 2.0001],
      [3.456, 4],
    ];
    expect(thin(line, { tolerance: 0, decimals: 2 })).toEqual([
      [1, 2],
      [3.46, 4],
    ]);
  });
});

describe('polygons', () => {
  it('leaves out what is too small to see, and holes with their polygon', () => {
    const { coordinates } = polygons(
      [[square(0, 0, 10, 10), square(4, 4, 4.1, 4.1)], [square(20, 20, 20.1, 20.1)]],
      { tolerance: 0, decimals: 2, smallest: 1 },
    );
    expect(coordinates).toEqual([[square(0, 0, 10, 10)]]);
  });
});
