import { expect, it } from 'vitest';
import { paceOf } from './pace.ts';

it.each([
  [0, 250],
  [500, 250],
  [5_000, 2000],
  [10_000, 4000],
  [50_000, 4000],
])('%d loads are drawn every %d ms', (loads, ms) => {
  expect(paceOf(loads, 250)).toBe(ms);
});
