import { describe, expect, test } from 'vitest';
import { ASSUMPTIONS, withOverrides } from './assumptions.ts';
import {
  EVENT_RECORDS,
  eventEnvelope,
  eventFamily,
  monitorEventRecord,
  operationEventRecord,
  readEventEnvelope,
} from './events.ts';
import { id } from './testing/responses.ts';

const envelope = {
  id: 'evt-1',
  event_name: 'geofence_monitor.stop_arrived',
  version: '1.2',
  timestamp: '2026-11-20T08:00:02Z',
  webhook_id: id(1),
  delivery_attempt: 1,
  data: [{ id: id(2) }, 'anything'],
};

test('a full envelope and unknown fields are kept', () => {
  expect(eventEnvelope.parse({ ...envelope, trace: 'x' })).toEqual({ ...envelope, trace: 'x' });
});

test('only the event name is required', () => {
  expect(eventEnvelope.parse({ event_name: 'x' })).toEqual({ event_name: 'x', data: [] });
  for (const field of Object.keys(envelope))
    expect(eventEnvelope.safeParse({ ...envelope, [field]: null }).success, field).toBe(
      field !== 'event_name',
    );
});

describe('data', () => {
  const read = (data: unknown) => eventEnvelope.parse({ event_name: 'x', data }).data;
  test('a single record becomes a list of one', () => {
    expect(read({ id: 1 })).toEqual([{ id: 1 }]);
  });
  test('missing data becomes an empty list', () => {
    expect(read(null)).toEqual([]);
    expect(eventEnvelope.parse({ event_name: 'x' }).data).toEqual([]);
  });
});

test('a monitor event has the stop, the time and the label', () => {
  const record = {
    id: id(2),
    status: 'active',
    name: 'LD-48213',
    current_stop_sequence: 1,
    stop: { id: id(3), sequence: 0, arrived_at: '2026-11-20T08:00:00Z' },
    occurred_at: '2026-11-20T08:00:00Z',
    added_next_year: 1,
  };
  expect(monitorEventRecord.parse(record)).toEqual(record);
});

test('an operation event has the partner_ref', () => {
  const record = { id: id(2), status: 'success', partner_ref: 'intent-7' };
  expect(operationEventRecord.parse(record)).toEqual(record);
});

test.each(Object.entries(EVENT_RECORDS))(
  '%s: an empty record and unknown fields are accepted',
  (_, schema) => {
    expect(schema.parse({})).toEqual({});
    expect(schema.parse({ id: null, occurred_at: null, what: [1] })).toEqual({
      id: null,
      occurred_at: null,
      what: [1],
    });
  },
);

test('numeric ids and times are read, and a malformed field does not hide the event', () => {
  const odd = {
    ...envelope,
    id: 17,
    timestamp: 1_795_190_400,
    webhook_id: 4,
    delivery_attempt: '1',
    version: [],
  };
  expect(eventEnvelope.parse(odd)).toMatchObject({
    id: '17',
    timestamp: '2026-11-20T16:00:00.000Z',
    webhook_id: '4',
    delivery_attempt: null,
    version: null,
  });
  expect(eventEnvelope.parse({ ...envelope, timestamp: 1_795_190_400_000 }).timestamp).toBe(
    '2026-11-20T16:00:00.000Z',
  );
  expect(eventEnvelope.parse({ ...envelope, timestamp: 'soon' }).timestamp).toBeNull();
  expect(monitorEventRecord.parse({ occurred_at: 1_795_190_400 }).occurred_at).toBe(
    '2026-11-20T16:00:00.000Z',
  );
});

test("envelope fields are read under the operator's names", () => {
  const a = withOverrides({ webhooks: { envelope: { id: 'uid', event_name: 'type', data: 'payload' } } });
  expect(readEventEnvelope({ uid: 5, type: 'x', payload: { id: 1 }, id: 'other', extra: 1 }, a)).toEqual({
    id: '5',
    event_name: 'x',
    data: [{ id: 1 }],
    extra: 1,
  });
  expect(readEventEnvelope({ event_name: 'x' }, a)).toBeNull();
  expect(readEventEnvelope([1], a)).toBeNull();
});

describe('family of an event name', () => {
  test('is known for a name configured by the operator, even with another prefix', () => {
    const a = withOverrides({ events: { geofence_monitor: { stop_arrived: 'truck.entered' } } });
    expect(eventFamily('truck.entered', a)).toBe('geofence_monitor');
    expect(eventFamily('truck.entered')).toBeNull();
  });
  test('is known for every assumed event', () => {
    expect(Object.keys(ASSUMPTIONS.events).sort()).toEqual(Object.keys(EVENT_RECORDS).sort());
    for (const [family, names] of Object.entries(ASSUMPTIONS.events))
      for (const name of Object.values(names)) expect(eventFamily(name)).toBe(family);
  });
  test.each([
    ['geofence_monitor.added_next_year', 'geofence_monitor'],
    ['invitation', 'invitation'],
    ['vehicle.modified', null],
    ['toString.x', null],
    ['', null],
  ])('%j: %s', (name, family) => {
    expect(eventFamily(name)).toBe(family);
  });
});
