import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  defaultExpiresAt,
  MONITOR_DEFAULT_WINDOW_MS,
  type MonitorCreate,
  type MonitorStatus,
  monitor,
  monitorCreate,
  monitorListQuery,
  monitorStop,
} from './monitors.ts';
import { describeResponse, failures, id, messageOf } from './testing/responses.ts';

const stop = {
  id: id(1),
  sequence: 0,
  point: { type: 'Point', coordinates: [-101.83, 35.19], bbox: [-101.84, 35.18, -101.82, 35.2] },
  radius_meters: 400,
  name: 'Amarillo DC 4',
  arrived_at: '2026-11-20T08:00:00Z',
  departed_at: '2026-11-20T09:12:00Z',
};

/** Spelled out so that a changed limit fails the test. */
const DAYS_14_MS = 14 * 24 * 3600 * 1000;

describeResponse('stop of a monitor', monitorStop, { full: stop, minimal: {} });
describeResponse('monitor', monitor, {
  full: {
    id: id(2),
    webhook_group_id: id(3),
    fleet_id: id(4),
    vehicle_id: id(5),
    status: 'active',
    current_stop_sequence: 1,
    starts_at: '2026-11-20T06:00:00Z',
    expires_at: '2026-11-23T06:00:00Z',
    created_at: '2026-11-19T20:00:00Z',
    updated_at: '2026-11-20T09:12:00Z',
    name: 'LD-48213',
    fleet_ref: 'F-17',
    vin: '1M8GDM9AXKP042788',
    license_plate_number: 'ABC1234',
    license_plate_region: 'TX',
    license_plate_country: 'USA',
    stops: [stop, { ...stop, id: id(6), sequence: 1, arrived_at: null, departed_at: null }],
    cancelled_at: '2026-11-21T00:00:00Z',
    completed_at: '2026-11-21T00:00:00Z',
  },
  minimal: { id: id(2) },
  enums: ['status'],
});

const place = { latitude: 35.19, longitude: -101.83, radius_meters: 400 };
const base = { origin: place, destination: { ...place, latitude: 32.78 }, starts_at: '2026-11-20T06:00:00Z' };
const byId = { ...base, vehicle_id: id(5) };
const plate = { license_plate_number: 'ABC1234', license_plate_region: 'TX', license_plate_country: 'USA' };

describe('creating a monitor', () => {
  test('every field together passes unchanged', () => {
    const body = {
      ...byId,
      webhook_group_id: id(3),
      name: 'LD-48213',
      stops: [{ ...place, name: 'Fuel' }, place],
      expires_at: '2026-11-22T06:00:00+00:00',
    };
    expect(monitorCreate.parse(body)).toEqual(body);
  });

  test.each([
    ['vehicle_id', byId],
    ['vin', { ...base, vin: '1M8GDM9AXKP042788' }],
    ['a full plate', { ...base, ...plate }],
  ])('a vehicle may be named by %s', (_, body) => {
    expect(failures(monitorCreate, body)).toEqual([]);
  });

  test.each([
    ['none', base, ['vehicle_id']],
    ['id and vin', { ...byId, vin: '1M8GDM9AXKP042788' }, ['vin']],
    ['id and plate', { ...byId, ...plate }, Object.keys(plate)],
    ['vin and plate', { ...base, vin: '1M8GDM9AXKP042788', ...plate }, Object.keys(plate)],
    [
      'plate number alone',
      { ...base, license_plate_number: 'ABC1234' },
      ['license_plate_region', 'license_plate_country'],
    ],
    [
      'plate without number',
      { ...base, license_plate_region: 'TX', license_plate_country: 'USA' },
      ['license_plate_number'],
    ],
    [
      'plate without country',
      { ...base, license_plate_number: 'A', license_plate_region: 'TX' },
      ['license_plate_country'],
    ],
  ])('exactly one way to name the vehicle: %s', (_, body, fields) => {
    expect(failures(monitorCreate, body)).toEqual(fields);
  });

  test.each([
    ['a VIN of 16', { ...base, vin: '1M8GDM9AXKP04278' }, 'vin'],
    ['a VIN with O', { ...base, vin: '1M8GDM9AXKPO42788' }, 'vin'],
    ['a region of three letters', { ...base, ...plate, license_plate_region: 'TEX' }, 'license_plate_region'],
    ['a country of two letters', { ...base, ...plate, license_plate_country: 'US' }, 'license_plate_country'],
    ['an id that is no uuid', { ...base, vehicle_id: '17' }, 'vehicle_id'],
    ['an empty plate number', { ...base, ...plate, license_plate_number: '' }, 'license_plate_number'],
    ['a start without a zone', { ...byId, starts_at: '2026-11-20T06:00:00' }, 'starts_at'],
    ['a latitude over the pole', { ...byId, origin: { ...place, latitude: 90.1 } }, 'origin.latitude'],
    [
      'a radius of zero',
      { ...byId, destination: { ...place, radius_meters: 0 } },
      'destination.radius_meters',
    ],
    ['a stop without a radius', { ...byId, stops: [{ latitude: 1, longitude: 1 }] }, 'stops.0.radius_meters'],
    ['a field that nobody knows', { ...byId, colour: 'red' }, 'colour'],
    ['null for a text', { ...byId, name: null }, 'name'],
  ])('refused at its field: %s', (_, body, field) => {
    expect(failures(monitorCreate, body)).toEqual([field]);
  });

  test.each([254, 255])('a name of %i characters passes', (length) => {
    expect(failures(monitorCreate, { ...byId, name: 'x'.repeat(length) })).toEqual([]);
  });
  test('a name of 256 characters is rejected', () => {
    expect(messageOf(monitorCreate, { ...byId, name: 'x'.repeat(256) })).toBe(
      'must be at most 255 characters',
    );
  });

  test.each([
    ['one millisecond', 1, []],
    ['14 days less a millisecond', DAYS_14_MS - 1, []],
    ['exactly 14 days', DAYS_14_MS, []],
    ['14 days and a millisecond', DAYS_14_MS + 1, ['expires_at']],
    ['no time', 0, ['expires_at']],
    ['time backwards', -1, ['expires_at']],
  ])('a watch of %s', (_, length, fields) => {
    const expires_at = new Date(Date.parse(base.starts_at) + length).toISOString();
    expect(failures(monitorCreate, { ...byId, expires_at })).toEqual(fields);
  });

  test('the length of the tracking window is measured across time zones', () => {
    const body = { ...byId, starts_at: '2026-11-20T06:00:00-06:00' };
    expect(failures(monitorCreate, { ...body, expires_at: '2026-12-04T12:00:00Z' })).toEqual([]);
    expect(failures(monitorCreate, { ...body, expires_at: '2026-12-04T12:00:01Z' })).toEqual(['expires_at']);
  });
});

test('expiry defaults to 3 days, also across a daylight saving change', () => {
  expect(MONITOR_DEFAULT_WINDOW_MS).toBe(3 * 24 * 3600 * 1000);
  expect(defaultExpiresAt('2026-03-07T20:00:00-06:00')).toBe('2026-03-11T02:00:00.000Z');
  expect(() => defaultExpiresAt('soon')).toThrow(RangeError);
});

test('the list filters by known statuses only', () => {
  expect(failures(monitorListQuery, { status: 'active', cursor: 'abc', size: '1000' })).toEqual([]);
  expect(failures(monitorListQuery, { status: 'paused', size: '1001' })).toEqual(['status', 'size']);
});

test('types: known statuses are suggested, unknown ones allowed; a request is strict', () => {
  expectTypeOf<'active'>().toExtend<MonitorStatus>();
  expectTypeOf<'added_next_year'>().toExtend<MonitorStatus>();
  expectTypeOf<MonitorCreate['expires_at']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<{ colour: string }>().not.toExtend<MonitorCreate>();
});
