import { FUEL_MAX_RANGE_MS } from '@waypost/contract/fuel';
import { fc } from '@waypost/contract/testing/property';
import { expect, it } from 'vitest';
import { windowsOf } from './fuel-reader.ts';

const DAY = 86_400_000;

it('are valid, and contain every instant of the range exactly once', () => {
  const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 5 * 366 * DAY }), (from, length) => {
      const to = from + length;
      const windows = windowsOf({ from, to });
      expect([windows[0]?.from, windows.at(-1)?.to]).toEqual([from, to]);
      for (const [i, window] of windows.entries()) {
        expect(window.to - window.from).toBeGreaterThan(0);
        expect(window.to - window.from).toBeLessThanOrEqual(FUEL_MAX_RANGE_MS);
        if (i > 0) expect(window.from).toBe(windows[i - 1]?.to);
      }
    }),
  );
});

it.each([
  [1, 1],
  [DAY, 1],
  [3 * DAY, 3],
  [45 * DAY, 6],
  [270 * DAY, 6],
  [270 * DAY + 1, 7],
  [365 * DAY, 9],
])('%i ms make %i windows', (length, count) => {
  expect(windowsOf({ from: 0, to: length })).toHaveLength(count);
});
