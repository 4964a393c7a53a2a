import { expect, test } from 'vitest';
import { connection, connectionListQuery, dataFreshness, dataFreshnessQuery } from './connections.ts';
import { describeResponse, failures, id } from './testing/responses.ts';

describeResponse('connection', connection, {
  full: {
    id: id(1),
    fleet_id: id(2),
    fleet_ref: 'F-17',
    tsp_id: id(3),
    tsp_slug: 'provider',
    source_name: 'provider',
    description: 'Main devices',
    status: 'active',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-11-20T06:00:00Z',
  },
  minimal: { id: id(1) },
  enums: ['status'],
});

describeResponse('data freshness', dataFreshness, {
  full: {
    connection_id: id(1),
    fleet_id: id(2),
    fleet_ref: 'F-17',
    resource: 'vehicle_location',
    last_successful_execution_at: '2026-11-20T06:00:00Z',
    next_execution_at: '2026-11-20T06:01:00Z',
    schedule_status: 'active',
    share_level: 'read',
    source_name: 'provider',
    tsp_slug: 'provider',
  },
  minimal: {},
  enums: ['resource', 'schedule_status', 'share_level'],
});

test('filters take one or more values, up to 100', () => {
  expect(connectionListQuery.parse({ tsp_id: id(3), fleet_ids: id(2), fleet_refs: ['a', 'b'] })).toEqual({
    tsp_id: id(3),
    fleet_ids: [id(2)],
    fleet_refs: ['a', 'b'],
  });
  const ids = Array.from({ length: 101 }, (_, n) => id(n));
  for (const query of [connectionListQuery, dataFreshnessQuery]) {
    expect(failures(query, { fleet_ids: ids.slice(1) })).toEqual([]);
    expect(failures(query, { fleet_ids: ids })).toEqual(['fleet_ids']);
    expect(failures(query, { fleet_ids: 'F-17' })).toEqual(['fleet_ids.0']);
  }
  expect(failures(dataFreshnessQuery, { cursor: 'c' })).toEqual(['cursor']);
});
