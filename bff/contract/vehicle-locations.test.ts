import { expect, test } from 'vitest';
import { describeResponse, failures, id } from './testing/responses.ts';
import { vehicleLocation, vehicleLocationQuery } from './vehicle-locations.ts';

describeResponse('vehicle location', vehicleLocation, {
  full: {
    id: id(1),
    vehicle_id: id(2),
    fleet_id: id(3),
    fleet_ref: 'F-17',
    connection_id: id(4),
    occurred_at: '2026-11-20T06:00:00Z',
    location: { type: 'Point', coordinates: [-101.83, 35.19] },
  },
  minimal: {},
});

test('filters are validated', () => {
  const query = { vehicle_ids: [id(2)], from_datetime: '2026-11-20T00:00:00Z', cursor: 'c', size: '2' };
  expect(vehicleLocationQuery.parse(query)).toEqual({ ...query, size: 2 });
  expect(failures(vehicleLocationQuery, { vehicle_ids: 'truck 7', to_datetime: 'now' })).toEqual([
    'vehicle_ids.0',
    'to_datetime',
  ]);
});
