import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  embeddedVehicle,
  lastPosition,
  loadCreate,
  loadStop,
  loadTracking,
  loadUpdate,
  postedLoad,
  STOP_TYPES,
  TRACKING_HEALTH,
  type TrackingHealth,
  vehicleAssignment,
} from './loads.ts';
import { describeResponse, failures, id } from './testing/responses.ts';

const vehicle = {
  id: id(1),
  vehicle_name: 'Unit 12',
  oem: 'Freightliner',
  model_type: 'Cascadia',
  model_year: 2023,
  vin: '1M8GDM9AXKP042788',
  license_plate_region: 'TX',
  license_plate_country: 'USA',
  license_plate_number: 'ABC1234',
  is_active: true,
  status: 'active',
  eld_id: 'e1',
  eld_serial_number: 's1',
  source_id: '77',
  external_id: 'x1',
};
const assignment = { source: 'declared', agreement: 'agree', vehicle };
const position = { latitude: 35.19, longitude: -101.83, occurred_at: '2026-11-20T05:41:07Z' };
const stop = {
  id: id(2),
  sequence: 0,
  stop_type: 'origin',
  name: 'Amarillo DC 4',
  estimated_arrival_at: '2026-11-20T05:00:00Z',
  estimated_departure_at: '2026-11-20T07:00:00Z',
  arrived_at: '2026-11-20T05:00:00Z',
  departed_at: '2026-11-20T07:00:00Z',
};
const { id: _id, ...vehicleWithoutId } = vehicle;
const nullableStop = Object.keys(stop).filter((field) => field !== 'id' && field !== 'sequence');

describeResponse('embedded vehicle', embeddedVehicle, {
  full: vehicle,
  minimal: { id: id(1) },
  enums: ['status'],
});
describeResponse('vehicle assignment', vehicleAssignment, {
  full: assignment,
  minimal: assignment,
  nullable: ['agreement'],
  enums: ['source', 'agreement'],
});
describeResponse('last position', lastPosition, { full: position, minimal: position });
describeResponse('stop of a load', loadStop, {
  full: stop,
  minimal: stop,
  nullable: nullableStop,
  enums: ['stop_type'],
});

describe('load tracking', () => {
  const full = {
    load_id: id(3),
    load_ref: 'LD-48213',
    tracking_health: 'live',
    vehicle_assignment: assignment,
    last_position: position,
    stops: [stop, { ...stop, id: id(4), sequence: 1, stop_type: null, arrived_at: null }],
  };
  test('a full example passes, and unknown fields are dropped at every depth', () => {
    const grown = {
      ...full,
      added: 1,
      stops: [{ ...stop, added: 2 }],
      last_position: { ...position, added: 3 },
    };
    expect(loadTracking.parse(full)).toEqual(full);
    expect(loadTracking.parse(grown)).toEqual({ ...full, stops: [stop] });
  });
  test('accepts a load of which nothing is known yet', () => {
    const bare = {
      ...full,
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
      stops: [],
    };
    expect(loadTracking.parse(bare)).toEqual(bare);
  });
  test('an unknown health passes; a missing one becomes the default', () => {
    expect(loadTracking.parse({ ...full, tracking_health: 'dreaming' }).tracking_health).toBe('dreaming');
    const { tracking_health: _, ...rest } = full;
    expect(loadTracking.parse(rest).tracking_health).toBe('unknown');
  });
  test.each(['load_id', 'load_ref', 'vehicle_assignment', 'last_position', 'stops'])(
    '%s is always present',
    (field) => {
      const { [field as keyof typeof full]: _, ...rest } = full;
      expect(failures(loadTracking, rest)).toEqual([field]);
    },
  );
  test('a vehicle without its id is rejected', () => {
    const broken = { ...full, vehicle_assignment: { ...assignment, vehicle: vehicleWithoutId } };
    expect(failures(loadTracking, broken)).toEqual(['vehicle_assignment.vehicle.id']);
  });
});

test('the values of tracking health, stop type, source and agreement', () => {
  expect(TRACKING_HEALTH).toEqual(['live', 'stale', 'no_signal', 'not_shared', 'unassigned', 'unknown']);
  expect(STOP_TYPES).toEqual(['origin', 'intermediate', 'destination', 'fuel', 'rest']);
});

describe('posting and updating', () => {
  const place = { latitude: 35.19, longitude: -101.83 };
  const body = {
    load_ref: 'LD-1',
    vehicle: { vin: '1M8GDM9AXKP042788' },
    stops: [
      { ...place, name: 'A', stop_type: 'origin', estimated_departure_at: '2026-11-20T07:00:00Z' },
      place,
    ],
  };
  test('accepts a full and a minimal body', () => {
    expect(loadCreate.parse(body)).toEqual(body);
    expect(failures(loadCreate, { load_ref: 'LD-1', stops: [place, place] })).toEqual([]);
    expect(loadUpdate.parse({})).toEqual({});
    expect(loadUpdate.parse({ vehicle: null })).toEqual({ vehicle: null });
    expect(failures(postedLoad, { load_id: id(3), more: 1 })).toEqual([]);
  });
  test.each([
    ['stops', [place]],
    ['load_ref', ''],
    ['load_ref', 'x'.repeat(256)],
    ['vehicle.plate', { plate: 'ABC' }],
    ['stops.1.latitude', [place, { ...place, latitude: 91 }]],
    ['stops.0.stop_type', [{ ...place, stop_type: 'lunch' }, place]],
    ['colour', 'red'],
  ])('%s = %j is refused', (path, value) => {
    const [field = ''] = path.split('.');
    expect(failures(loadCreate, { ...body, [field]: value })).toEqual([path]);
  });
});

test('types: an unknown health is allowed', () => {
  expectTypeOf<'dreaming'>().toExtend<TrackingHealth>();
});
