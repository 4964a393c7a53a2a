import { expect, it } from 'vitest';
import { endOf, monthsBetween } from '../../platform/lib/time.ts';
import { estimateOf } from './usage-report.ts';

const items = [
  {
    entity_type: 'vehicle',
    entities: 3,
    active_entities: 3,
    inactive_called: 0,
    rest_api_count: 100,
    webhook_count: 7,
  },
];

it('extrapolates the rest of the month from what has passed', () => {
  expect(estimateOf('2026-11', Date.UTC(2026, 10, 16), items)).toEqual({
    as_of: '2026-11-16T00:00:00.000Z',
    passed: 0.5,
    items: [{ entity_type: 'vehicle', rest_api_count: 200, webhook_count: 14 }],
  });
});

it.each([
  ['in the first day', Date.UTC(2026, 10, 1, 23, 59)],
  ['when the month was over', Date.UTC(2026, 11, 1)],
])('is none %s', (_, at) => {
  expect(estimateOf('2026-11', at, items)).toBeNull();
});

it('counts months in UTC, across the turn of the year', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(endOf('2026-12')).toBe(Date.UTC(2027, 0, 1));
});
