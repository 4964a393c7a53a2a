import { describe, expect, it } from 'vitest';
import { instantsOf, lengthText, PRESETS, rangeText, usualRange, windowsOf } from './range.ts';

it('goes from the first moment of its first day to the first that is not in it', () => {
  expect(instantsOf({ from: '2026-02-27', to: '2026-02-28' })).toEqual({
    from_datetime: '2026-02-27T00:00:00.000Z',
    to_datetime: '2026-03-01T00:00:00.000Z',
  });
});

it.each([
  ['2026-10-07', '2026-11-20', 6, '45 days, loaded in 6 steps'],
  ['2026-11-18', '2026-11-20', 3, '3 days, loaded in 3 steps'],
  ['2026-11-20', '2026-11-20', 1, '1 day, loaded in one step'],
  ['2025-11-21', '2026-11-20', 9, '365 days, loaded in 9 steps'],
])('%s to %s takes %i windows', (from, to, windows, text) => {
  expect([windowsOf({ from, to }), lengthText({ from, to })]).toEqual([windows, text]);
});

it('is named in words', () => {
  expect(rangeText({ from: '2026-10-22', to: '2026-11-20' })).toBe('Oct 22 – Nov 20, 2026');
  expect(rangeText({ from: '2025-12-22', to: '2026-01-20' })).toBe('Dec 22, 2025 – Jan 20, 2026');
  expect(rangeText({ from: '2026-01-20', to: '2026-01-20' })).toBe('Jan 20, 2026');
});

describe('presets', () => {
  const of = (key: string, today: string) => PRESETS.find((one) => one.key === key)?.range(today);
  it.each([
    ['7', '2026-11-20', '2026-11-14', '2026-11-20'],
    ['month', '2026-11-20', '2026-11-01', '2026-11-20'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['quarter', '2026-11-20', '2026-10-01', '2026-11-20'],
    ['last_quarter', '2026-02-03', '2025-10-01', '2025-12-31'],
  ])('%s on %s', (key, today, from, to) => expect(of(key, today)).toEqual({ from, to }));
  it('of thirty days is read in windows side by side', () =>
    expect(windowsOf(usualRange('2026-11-20'))).toBe(6));
});
