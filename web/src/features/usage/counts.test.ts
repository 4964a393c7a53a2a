import { describe, expect, it } from 'vitest';
import { countsOf, OPEN, summaryMonth, summaryOf } from '../../testing/usage.ts';
import { csvText } from '../../ui/csv.ts';
import {
  activeData,
  EXPORT_COLUMNS,
  elapsedOf,
  emptyReason,
  exportRows,
  monthsData,
  scopeOf,
  totalsOf,
  typesData,
  yearsOf,
} from './counts.ts';

const NOW = Date.parse('2026-11-20T20:30:00Z');
const OCTOBER = summaryMonth('2026-10');

describe('totals', () => {
  it('sum the types of a month, with a projection for the open month', () => {
    expect(totalsOf([OPEN], undefined)).toEqual({
      rest_api_count: 800,
      webhook_count: 60,
      active_entities: 20,
      inactive_called: 4,
      estimate: { rest_api_count: 1212, webhook_count: 91 },
      complete: true,
    });
    expect(totalsOf([OPEN], 'driver')).toMatchObject({
      rest_api_count: 200,
      estimate: { rest_api_count: 303 },
    });
  });

  it('omit entities and projection over several months', () => {
    expect(totalsOf([OCTOBER, OPEN], undefined)).toMatchObject({
      rest_api_count: 2200,
      active_entities: null,
      estimate: null,
    });
  });

  it('are incomplete when something could not be read', () => {
    expect(totalsOf([OCTOBER, summaryMonth('2026-09', { state: 'partial' })], undefined).complete).toBe(
      false,
    );
  });
});

describe('months by type', () => {
  it('mark months that are open, missing or partial', () => {
    const { categories } = monthsData({
      months: [
        summaryMonth('2026-08', { state: 'missing', items: [] }),
        summaryMonth('2026-09', { state: 'partial', rows_read: 12_000, rows_total: 48_000 }),
        OCTOBER,
        OPEN,
      ],
      entity_type: undefined,
      now: NOW,
    });
    expect(categories.map(({ part, missing }) => missing ?? part ?? null)).toEqual([
      'not loaded',
      'only 12,000 of 48,000 rows loaded',
      null,
      'month to date',
    ]);
    expect(categories.map(({ now }) => now !== null)).toEqual([false, false, false, true]);
  });

  it('combine the least called types in charts but not in tables', () => {
    const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((type, at) => countsOf(type, 100 - at, at));
    const input = { months: [summaryMonth('2026-10', { items })], entity_type: undefined, now: NOW };
    const drawn = monthsData(input);
    expect(drawn.stacks.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D', 'E', 'Other types']);
    expect(drawn.value('2026-10', 'rest', '(others)')).toBe(95 + 94 + 93);
    const table = monthsData({ ...input, all_types: true });
    expect(table.stacks).toHaveLength(8);
    const all = (data: typeof drawn) =>
      data.stacks.reduce((sum, { key }) => sum + data.value('2026-10', 'webhook', key), 0);
    expect([all(drawn), all(table)]).toEqual([28, 28]);
  });

  it('include items without a type', () => {
    const months = [summaryMonth('2026-10', { items: [countsOf(null, 5, 1)] })];
    const { stacks, value } = monthsData({ months, entity_type: undefined, now: NOW });
    expect(stacks.map(({ key, label }) => [label, value('2026-10', 'rest', key)])).toEqual([['No type', 5]]);
  });
});

it('distinguishes active entities from inactive ones that were called', () => {
  const { value } = activeData({ months: [OCTOBER], entity_type: undefined, now: NOW });
  expect(['active', 'inactive'].map((group) => value('2026-10', group, 'vehicle'))).toEqual([10, 2]);
});

it('has one row per type, most called first, with an estimate for an open month', () => {
  const data = typesData({ months: [OPEN], entity_type: undefined });
  expect(data.categories.map(({ key, part }) => [key, part])).toEqual([
    ['vehicle', 'month to date'],
    ['driver', 'month to date'],
  ]);
  expect([data.value('vehicle', 'rest', 'all'), data.estimate?.('vehicle', 'rest')]).toEqual([600, 909]);
  const both = typesData({ months: [OCTOBER, OPEN], entity_type: undefined });
  expect([both.value('vehicle', 'rest', 'all'), both.estimate?.('vehicle', 'rest')]).toEqual([1600, null]);
});

it('distinguishes no data from no data of this type', () => {
  const none = summaryOf([summaryMonth('2026-10', { items: [] })]);
  expect(emptyReason(none, undefined)).toBe('nothing');
  expect(emptyReason(summaryOf([OCTOBER]), 'trailer')).toBe('filtered');
  expect(emptyReason(summaryOf([OCTOBER]), 'vehicle')).toBeNull();
});

describe('the months of the page', () => {
  it('are the last twelve, with the open one selected', () => {
    const scope = scopeOf({}, NOW);
    expect(scope).toMatchObject({ from_month: '2025-12', to_month: '2026-11', month: '2026-11' });
    expect(scope.months).toHaveLength(12);
  });

  it('are those of a year, up to now', () => {
    expect(scopeOf({ year: 2026 }, NOW)).toMatchObject({ from_month: '2026-01', to_month: '2026-11' });
    expect(scopeOf({ year: 2024, month: '2024-02' }, NOW)).toMatchObject({
      from_month: '2024-01',
      to_month: '2024-12',
      month: '2024-02',
    });
  });

  it('fall back for a future year or a month outside the range', () => {
    expect(scopeOf({ year: 2031 }, NOW).from_month).toBe('2025-12');
    expect(scopeOf({ month: '2024-02' }, NOW).month).toBe('2026-11');
    expect(scopeOf({ month: 'all' }, NOW).month).toBeNull();
  });

  it('start and end in UTC', () => {
    expect(scopeOf({}, Date.parse('2026-12-31T23:59:59.999Z')).to_month).toBe('2026-12');
    expect(scopeOf({}, Date.parse('2027-01-01T00:00:00Z')).from_month).toBe('2026-02');
  });
});

it('offers five years and the one in the URL', () => {
  expect(yearsOf(NOW, 2012)).toEqual([2026, 2025, 2024, 2023, 2022, 2012]);
});

it('computes the elapsed part of a month', () => {
  expect(elapsedOf('2026-11', Date.parse('2026-11-16T00:00:00Z'))).toBe(0.5);
  expect(elapsedOf('2026-10', NOW)).toBeNull();
});

it('has a row per month and type and distinguishes an empty month from a missing one', () => {
  const summary = summaryOf([
    summaryMonth('2026-08', { items: [], rows_read: 0, rows_total: 0 }),
    summaryMonth('2026-09', { state: 'missing', items: [], rows_read: 0, rows_total: null, read_at: null }),
    summaryMonth('2026-10', { items: [countsOf('vehicle', 7, 1), countsOf(null, 2, 0)] }),
  ]);
  const lines = csvText(EXPORT_COLUMNS, exportRows(summary, undefined)).trim().split('\r\n').slice(1);
  expect(lines).toEqual([
    '2026-08-01,,0,0,0,0,0,,,complete,false,0,0,2026-11-20T20:29:00Z',
    '2026-09-01,,,,,,,,,missing,false,0,,',
    '2026-10-01,vehicle,7,1,12,10,2,,,complete,false,24,24,2026-11-20T20:29:00Z',
    '2026-10-01,,2,0,12,10,2,,,complete,false,24,24,2026-11-20T20:29:00Z',
  ]);
});
