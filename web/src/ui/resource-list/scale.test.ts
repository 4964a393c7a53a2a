import { expect, it } from 'vitest';
import { MOST_PIXELS, scaleOf } from './VirtualGrid.tsx';

it('is one for one as long as a browser can', () => {
  expect(scaleOf(100_000 * 40, 800)).toEqual({ height: 4_000_000, ratio: 1 });
});

it('still comes to its last row when it is longer than any element may be', () => {
  const total = 5_000_000 * 40;
  const { height, ratio } = scaleOf(total, 800);
  expect(height).toBe(MOST_PIXELS);
  expect((height - 800) * ratio).toBeCloseTo(total - 800, 3);
});
