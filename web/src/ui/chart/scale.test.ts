import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { everyNth, fittedScale, textWidth } from './scale.ts';

describe('fittedScale', () => {
  it.each([
    [
      [3.61, 3.72, 3.84],
      [3.6, 3.7, 3.8, 3.9],
    ],
    [
      [0.1, 0.9],
      [0, 0.25, 0.5, 0.75, 1],
    ],
    [[4], [4, 4.1]],
    [[], [0, 0.25, 0.5, 0.75, 1]],
  ])('uses round steps for %j', (values, ticks) => {
    expect(fittedScale(values, 100).ticks).toEqual(ticks);
  });

  it('includes every value at the right position', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.001, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
        const { ticks, at } = fittedScale(values, 200);
        const [first, last] = [ticks[0] as number, ticks.at(-1) as number];
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(8);
        expect(at(first)).toBeCloseTo(0);
        expect(at(last)).toBeCloseTo(200);
        for (const value of values) {
          expect(at(value)).toBeGreaterThanOrEqual(-0.01);
          expect(at(value)).toBeLessThanOrEqual(200.01);
        }
      }),
    );
  });
});

it('everyNth omits labels until the others do not touch', () => {
  expect(everyNth(12, 80, textWidth('Nov'))).toBe(1);
  expect(everyNth(12, 24, textWidth('Nov'))).toBe(2);
  expect(everyNth(400, 0.5, 60)).toBe(400);
});
