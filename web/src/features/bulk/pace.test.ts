import { expect, it } from 'vitest';
import { noteSeen, paceOf, paceText, type Seen } from './JobHead.tsx';

const seenAt = (...points: readonly (readonly [at: number, ended: number])[]) =>
  points.reduce<readonly Seen[]>((seen, [at, ended]) => noteSeen(seen, { at, ended }), []);

it('is what was seen of late, and unknown before that', () => {
  expect(paceOf(seenAt([0, 100]), 5_000)).toBeNull();
  expect(paceOf(seenAt([0, 100], [1_000, 105]), 1_200)).toBeNull();
  expect(paceOf(seenAt([0, 100], [1_000, 105], [2_000, 110]), 2_000)).toBe(5);
  // Half a minute ago it was faster.
  expect(paceOf(seenAt([0, 0], [10_000, 900], [30_000, 1_000], [40_000, 1_010]), 40_000)).toBe(1);
});
it('falls while nothing comes', () => {
  const seen = seenAt([0, 0], [2_000, 10]);
  expect(paceOf(seen, 2_000)).toBe(5);
  expect(paceOf(seen, 11_000)).toBe(1);
});
it('is given in a unit that fits', () => {
  expect([4.83, 12.2, 0.2].map(paceText)).toEqual(['4.8 a second', '12 a second', '12 a minute']);
});
