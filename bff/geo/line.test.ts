import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import type { Position } from './circle.ts';
import { distanceMeters } from './geodesy.ts';
import { alongLine, lineLength, simplifyLine } from './line.ts';

const A = { latitude: 35, longitude: -102 };
const B = { latitude: 35.1, longitude: -101.8 };
const C = { latitude: 35.3, longitude: -101.8 };

describe('alongLine', () => {
  it('starts at the first point, ends at the last and never goes beyond', () => {
    expect(alongLine([A, B, C], 0)).toMatchObject(A);
    expect(alongLine([A, B, C], -5)).toMatchObject(A);
    expect(alongLine([A, B, C], 1e9)).toMatchObject(C);
  });
  it('is as far along as asked, within 10 m, also on the second leg', () => {
    const onFirst = alongLine([A, B, C], 5000);
    expect(onFirst && distanceMeters(A, onFirst)).toBeCloseTo(5000, -1);
    const first = lineLength([A, B]);
    const onSecond = alongLine([A, B, C], first + 7000);
    expect(onSecond && distanceMeters(B, onSecond)).toBeCloseTo(7000, -1);
  });
  it('gives the direction of the leg, also past a repeated point', () => {
    expect(alongLine([B, B, C], 1000)?.bearing_degrees).toBeCloseTo(0, 5);
  });
  it('knows nothing without points and has no direction on one', () => {
    expect(alongLine([], 10)).toBeNull();
    expect(alongLine([A], 10)).toEqual({ ...A, bearing_degrees: null });
  });
});

describe('simplifyLine', () => {
  it('drops what lies on the line and keeps the bend', () => {
    const bent: Position[] = [
      [0, 0],
      [1, 0.001],
      [2, 0],
      [2.001, 1],
      [2, 2],
    ];
    expect(simplifyLine(bent, 0.01)).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
    ]);
  });
  it('keeps both ends and only given points, in order', () => {
    const position = fc.tuple(
      fc.double({ min: -10, max: 10, noNaN: true }),
      fc.double({ min: 0, max: 10, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(position, { minLength: 2, maxLength: 60 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (line, tolerance) => {
          const drawn = simplifyLine(line, tolerance);
          expect(drawn[0]).toBe(line[0]);
          expect(drawn.at(-1)).toBe(line.at(-1));
          let from = 0;
          for (const point of drawn) {
            const at = line.indexOf(point, from);
            expect(at).toBeGreaterThanOrEqual(from);
            from = at;
          }
        },
      ),
    );
  });
  it('keeps a ring a ring', () => {
    const ring: Position[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ];
    expect(simplifyLine(ring, 0.1)).toEqual(ring);
  });
});
