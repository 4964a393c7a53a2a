import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  defaultRange,
  filterCount,
  joinValues,
  lengthText,
  PRESETS,
  rangeText,
  searchOf,
  splitValues,
  toInstants,
  toRangeRequest,
  windowsOf,
} from './choice.ts';
import { fuelSearch } from './search.ts';
import { orderOf } from './use-rows.ts';

const TODAY = '2026-11-20';
const ID = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
const requestOf = (search: Record<string, string>) =>
  toRangeRequest(choiceOf(fuelSearch.parse(search), TODAY), TODAY);

describe('the URL', () => {
  it('falls back to the last 30 days for missing or malformed values', () => {
    const usual = { from: '2026-10-22', to: '2026-11-20' };
    expect(choiceOf(fuelSearch.parse({}), TODAY)).toMatchObject(usual);
    const strange = fuelSearch.parse({ from: '2026-02-31', to: 'x', view: 'y', sort: 'extras', check: 'z' });
    expect(choiceOf(strange, TODAY)).toMatchObject(usual);
    expect(strange).toMatchObject({ view: undefined, sort: undefined, check: undefined });
  });

  it('keeps references with commas and backslashes', () => {
    const values = ['a,b', 'c\\d', 'e'];
    expect(splitValues(joinValues(values))).toEqual(values);
    expect(joinValues([])).toBeUndefined();
    expect(splitValues(undefined)).toEqual([]);
  });

  it('is restored from a choice', () => {
    const search = { from: '2026-01-01', to: '2026-11-19', fleet_refs: 'a\\,b,c', connection_id: ID };
    const choice = choiceOf(fuelSearch.parse(search), TODAY);
    expect(searchOf(choice)).toMatchObject(search);
    expect(filterCount(choice)).toBe(2);
  });

  it('sorts newest first', () => {
    expect(orderOf(undefined)).toEqual({ sort_by: 'occurred_at', sort_order: 'desc' });
    expect(orderOf('-total_cost')).toEqual({ sort_by: 'total_cost', sort_order: 'desc' });
    expect(orderOf('total_cost')).toEqual({ sort_by: 'total_cost', sort_order: 'asc' });
  });
});

describe('the request', () => {
  it('has instants and only the filters that are set', () => {
    const { request } = requestOf({ from: '2026-11-01', to: '2026-11-19', vehicle_ids: ID });
    expect(request).toEqual({
      from_datetime: '2026-11-01T00:00:00.000Z',
      to_datetime: '2026-11-20T00:00:00.000Z',
      vehicle_ids: [ID],
      again: false,
    });
  });

  const refs = (count: number) => Array.from({ length: count }, (_, at) => `F-${at}`).join(',');
  it('accepts 100 values per filter', () => {
    expect(requestOf({ fleet_refs: refs(100) }).errors).toBeNull();
  });

  it.each([
    [{ fleet_refs: refs(103) }, 'fleet_refs', '103 values; the maximum is 100. Remove 3'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to', 'before the first day'],
    [{ from: '2027-01-01', to: '2027-02-01' }, 'from', 'has not begun'],
    [{ from: '2001-01-01', to: '2026-11-01' }, 'to', 'at most five years'],
    [{ driver_ids: `${ID},nobody` }, 'driver_ids', '“nobody” is not an ID'],
    [{ connection_id: 'x' }, 'connection_id', '“x” is not an ID'],
  ])('is rejected before sending (%#)', (search, field, words) => {
    const { request, errors } = requestOf(search as unknown as Record<string, string>);
    expect(request).toBeNull();
    expect(errors?.[field as 'to']).toContain(words);
  });
});

it('spans from the first instant of the first day to the end of the last', () => {
  expect(toInstants({ from: '2026-02-27', to: '2026-02-28' })).toEqual({
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

it('formats ranges', () => {
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
  it('loads thirty days in parallel windows', () => expect(windowsOf(defaultRange('2026-11-20'))).toBe(6));
});
