import { expect, test } from 'vitest';
import { ASSUMPTIONS, withOverrides } from './assumptions.ts';
import { overview, overviewEndpoints, overviewQuery } from './overview.ts';
import { describeResponse, failures, id } from './testing/responses.ts';

const full = { fleets: 41, vehicles: 5120, drivers: 4980, trailers: 0 };
describeResponse('overview', overview, { full, minimal: full });

test('counts are integers', () => {
  expect(failures(overview, { ...full, drivers: 1.5, trailers: '3' })).toEqual(['drivers', 'trailers']);
});

test('filters are validated', () => {
  expect(overviewQuery.parse({ fleet_ids: id(1), fleet_refs: ['a', 'b'], connection_id: id(2) })).toEqual({
    fleet_ids: [id(1)],
    fleet_refs: ['a', 'b'],
    connection_id: id(2),
  });
  const refs = (count: number) => ({ fleet_refs: Array.from({ length: count }, String) });
  expect(failures(overviewQuery, refs(100))).toEqual([]);
  expect(failures(overviewQuery, refs(101))).toEqual(['fleet_refs']);
});

test('the deprecated path names its successor, including an overridden one', () => {
  expect(overviewEndpoints(ASSUMPTIONS).getDeprecatedOverview.deprecated.successor).toBe(
    '/v2/intelligence/analytics/overview',
  );
  const moved = overviewEndpoints(withOverrides({ paths: { analytics_overview_successor: '/v3/overview' } }));
  expect(moved.getOverview.path).toBe('/v3/overview');
  expect(moved.getDeprecatedOverview.deprecated.successor).toBe('/v3/overview');
});
