import { expect, test } from 'vitest';
import { z } from 'zod';
import { page, point } from './common.ts';
import { fuelTransaction } from './fuel.ts';
import { loadTracking } from './loads.ts';
import { operation } from './operations.ts';
import { id } from './testing/responses.ts';
import { addUnread, NOTHING_UNREAD, parseResponse } from './unread.ts';

const read = (schema: z.ZodType, raw: unknown, options = {}) => {
  const response = parseResponse(schema, raw, options);
  if (!response.success) throw new Error(`refused: ${response.fields.join(', ')}`);
  return response;
};

test('a valid item is returned with nothing unread', () => {
  expect(read(point, { type: 'Point', coordinates: [1, 2] })).toMatchObject({ unread: [] });
});

test.each([
  ['a number as text', { fuel_volume: '12.5' }, { fuel_volume: 12.5 }],
  ['a decimal as a number', { total_cost: 412.07 }, { total_cost: '412.07' }],
  ['a reference as a number', { fleet_ref: 77 }, { fleet_ref: '77' }],
])('%s is converted, since nothing is lost', (_, given, wanted) => {
  const { data, unread } = read(fuelTransaction, { id: id(1), ...given });
  expect([data, unread]).toEqual([expect.objectContaining(wanted), []]);
});

test.each([
  ['a number with separators', { fuel_volume: '1,000' }],
  ['a flag in another language', { currency: ['USD'] }],
  ['a time without a date', { occurred_at: 5 }],
  ['a time in words', { occurred_at: 'yesterday' }],
])('%s is no value, and is kept as it came', (_, given) => {
  const [field, value] = Object.entries(given)[0] as [string, unknown];
  const { data, unread } = read(fuelTransaction, { id: id(1), fuel_type: 'diesel', ...given });
  expect(data).toMatchObject({ [field]: null, fuel_type: 'diesel' });
  expect(unread).toMatchObject([
    { id: id(1), used: true, values: [{ path: field, raw: JSON.stringify(value) }] },
  ]);
});

test('half a coordinate pair discards the location and nothing else', () => {
  const location = { type: 'Point', coordinates: [1, 'x'] };
  const { data, unread } = read(fuelTransaction, { id: id(1), location, fuel_type: 'diesel' });
  expect(data).toMatchObject({ location: null, fuel_type: 'diesel' });
  expect(unread[0]?.values).toMatchObject([{ path: 'location', raw: JSON.stringify(location) }]);
});

test('several elements of one list are left out together, each with its own unread value', () => {
  const stop = (n: number) => ({
    id: id(n),
    sequence: n,
    stop_type: null,
    name: null,
    estimated_arrival_at: null,
    estimated_departure_at: null,
    arrived_at: null,
    departed_at: null,
  });
  const load = {
    load_id: id(1),
    load_ref: 'L',
    tracking_health: 'live',
    vehicle_assignment: null,
    last_position: null,
    stops: ['a', stop(0), 'b', { ...stop(1), name: {} }, 'c'],
  };
  const { data, unread } = read(loadTracking, load);
  expect((data as z.infer<typeof loadTracking>).stops.map(({ sequence }) => sequence)).toEqual([0, 1]);
  expect(unread[0]?.values.map(({ raw }) => raw).sort()).toEqual(['"a"', '"b"', '"c"', '{}']);
});

test('the only element of a list may be left out too', () => {
  const logs = [{ id: 'x' }, { error_type: {} }];
  expect(read(operation, { id: id(1), logs: [5, ...logs] }).data).toMatchObject({ logs: [{ id: null }, {}] });
  const load = {
    load_id: id(1),
    load_ref: 'L',
    vehicle_assignment: null,
    last_position: null,
    stops: [{}],
  };
  expect(read(loadTracking, load).data).toMatchObject({ stops: [], tracking_health: 'unknown' });
});

test('raw values are stored without secrets and truncated', () => {
  const raw = { id: 'x', session_key: 'hidden-1', sub: { password: 'hidden-2' }, long: 'y'.repeat(5_000) };
  const { unread } = read(page(z.object({ id: z.guid() })), { items: [raw] }, { secrets: ['sub'] });
  expect(JSON.stringify(unread)).not.toContain('hidden');
  expect(unread[0]?.values[0]?.raw.length).toBeLessThan(1_100);
});

test('names of inherited properties are handled like any other', () => {
  const items = JSON.parse(`[{"id":"${id(1)}","constructor":1,"__proto__":{"x":1}},{"__proto__":5}]`);
  expect(read(page(z.object({ id: z.guid() })), { items }).unread).toHaveLength(1);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('all unread items are counted, the first are kept', () => {
  const one = { id: null, used: false, values: [] };
  const rows = addUnread(addUnread(NOTHING_UNREAD, Array(30).fill(one)), [{ ...one, used: true }]);
  expect([rows.left_out, rows.incomplete, rows.items.length]).toEqual([30, 1, 20]);
});
