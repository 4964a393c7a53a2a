import { describe, expect, it } from 'vitest';
import { passedOf, scopeOf, yearsOf } from './scope.ts';

const NOW = Date.parse('2026-11-20T20:30:00Z');

describe('the months of a page', () => {
  it('are the last twelve, the open one selected', () => {
    const scope = scopeOf({}, NOW);
    expect(scope).toMatchObject({ from_month: '2025-12', to_month: '2026-11', month: '2026-11' });
    expect(scope.months).toHaveLength(12);
  });

  it('are those of a year, of this one as far as it has come', () => {
    expect(scopeOf({ year: 2026 }, NOW)).toMatchObject({ from_month: '2026-01', to_month: '2026-11' });
    expect(scopeOf({ year: 2024, month: '2024-02' }, NOW)).toMatchObject({
      from_month: '2024-01',
      to_month: '2024-12',
      month: '2024-02',
    });
  });

  it('fall back from a year that has not begun, and from a month that is not among them', () => {
    expect(scopeOf({ year: 2031 }, NOW).from_month).toBe('2025-12');
    expect(scopeOf({ month: '2024-02' }, NOW).month).toBe('2026-11');
    expect(scopeOf({ month: 'all' }, NOW).month).toBeNull();
  });

  it('begin and end in UTC', () => {
    expect(scopeOf({}, Date.parse('2026-12-31T23:59:59.999Z')).to_month).toBe('2026-12');
    expect(scopeOf({}, Date.parse('2027-01-01T00:00:00Z')).from_month).toBe('2026-02');
  });
});

it('offers five years, and the one of the address', () => {
  expect(yearsOf(NOW, 2012)).toEqual([2026, 2025, 2024, 2023, 2022, 2012]);
});

it('knows how much of a month has passed', () => {
  expect(passedOf('2026-11', Date.parse('2026-11-16T00:00:00Z'))).toBe(0.5);
  expect(passedOf('2026-10', NOW)).toBeNull();
});
