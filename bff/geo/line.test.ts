import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import type { Position } from './circle.ts';
import { simplifyLine } from './line.ts';

describe('simplifyLine', () => {
  it('drops points on the line and keeps the bend', () => {
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
  it('keeps a ring closed', () => {
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
