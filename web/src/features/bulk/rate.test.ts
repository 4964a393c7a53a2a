import { expect, it } from 'vitest';
import { addSample, type ProgressSample, rateOf, rateText } from './JobHead.tsx';

const samplesAt = (...points: readonly (readonly [at: number, ended: number])[]) =>
  points.reduce<readonly ProgressSample[]>((samples, [at, ended]) => addSample(samples, { at, ended }), []);

it('covers recent samples and is unknown before that', () => {
  expect(rateOf(samplesAt([0, 100]), 5_000)).toBeNull();
  expect(rateOf(samplesAt([0, 100], [1_000, 105]), 1_200)).toBeNull();
  expect(rateOf(samplesAt([0, 100], [1_000, 105], [2_000, 110]), 2_000)).toBe(5);
  // It was faster half a minute ago.
  expect(rateOf(samplesAt([0, 0], [10_000, 900], [30_000, 1_000], [40_000, 1_010]), 40_000)).toBe(1);
});
it('drops while no rows end', () => {
  const samples = samplesAt([0, 0], [2_000, 10]);
  expect(rateOf(samples, 2_000)).toBe(5);
  expect(rateOf(samples, 11_000)).toBe(1);
});
it('uses a suitable unit', () => {
  expect([4.83, 12.2, 0.2].map(rateText)).toEqual(['4.8 a second', '12 a second', '12 a minute']);
});
