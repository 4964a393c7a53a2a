import { expect, it } from 'vitest';
import { shownText } from './ListFoot.tsx';

const WORDS = ['monitor', 'monitors'] as const;

it('counts a list that is shown whole, one of them in the singular', () => {
  expect(shownText(1200, 1200, false, WORDS)).toBe('1,200 monitors');
  expect(shownText(1, 1, false, WORDS)).toBe('1 monitor');
});

it('says of a filtered list how many of all match, even when all do', () => {
  expect(shownText(12, 1200, true, WORDS)).toBe('12 of 1,200 monitors match');
  expect(shownText(3, 3, true, WORDS)).toBe('3 of 3 monitors match');
});
