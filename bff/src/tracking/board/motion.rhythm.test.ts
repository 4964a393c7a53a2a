import { expect, it } from 'vitest';
import { advanceRhythm, NO_RHYTHM, type Rhythm, usualGap } from './motion.ts';

const after = (gaps: readonly number[], moved = true, before: Rhythm = NO_RHYTHM) =>
  gaps.reduce((rhythm, seconds) => advanceRhythm(rhythm, seconds, moved), before);

it('is unknown without enough pings', () => {
  expect(usualGap(after([120, 120, 120, 120]), true)).toBeNull();
  expect(usualGap(after([120, 120, 120, 120, 120]), true)).toBe(120);
});

it('ignores a single long gap', () => {
  expect(usualGap(after([120, 118, 2820, 122, 121]), true)).toBe(120);
});

it('is tracked separately for driving and standing', () => {
  const rhythm = after([3600, 3600, 3600, 3600, 3600], false, after([60, 60, 60, 60, 60]));
  expect([usualGap(rhythm, true), usualGap(rhythm, false), usualGap(rhythm, null)]).toEqual([60, 3600, null]);
});

it('follows a device that changes its interval, and stays limited in size', () => {
  const rhythm = after([...Array(40).fill(60), ...Array(10).fill(300)]);
  expect(usualGap(rhythm, true)).toBe(300);
  expect(rhythm.driving).toHaveLength(15);
});

it('does not change by a second with every ping', () => {
  expect(usualGap(after([29, 31, 33, 28, 30]), true)).toBe(30);
  expect(usualGap(after([290, 310, 305, 299, 301]), true)).toBe(300);
});
