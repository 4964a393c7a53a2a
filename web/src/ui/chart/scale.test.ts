import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { everyNth, textWidth, zeroScale } from './scale.ts';

describe('an axis', () => {
  it.each([
    [48_213, [0, 20_000, 40_000, 60_000]],
    [100, [0, 25, 50, 75, 100]],
    [3, [0, 1, 2, 3]],
    [0, [0, 1, 2, 3, 4]],
  ])('up to %d counts in steps that a person can count in', (most, ticks) => {
    expect(zeroScale(most, 100, true).ticks).toEqual(ticks);
  });

  it('has steps of cents where values are prices', () => {
    expect(zeroScale(0.9, 100, false).ticks).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  it('begins at zero, has room for the most, and puts a value where it belongs', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e12, noNaN: true }), fc.boolean(), (most, whole) => {
        const { ticks, at } = zeroScale(most, 200, whole);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * 0.9999);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(at(0)).toBe(0);
        expect(at(ticks.at(-1) as number)).toBeCloseTo(200);
        expect(at((ticks.at(-1) as number) / 2)).toBeCloseTo(100);
      }),
    );
  });
});

it('leaves labels out until those that stay do not touch', () => {
  expect(everyNth(12, 80, textWidth('Nov'))).toBe(1);
  expect(everyNth(12, 24, textWidth('Nov'))).toBe(2);
  expect(everyNth(400, 0.5, 60)).toBe(400);
});
