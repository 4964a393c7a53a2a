import { describe, expect, expectTypeOf, test } from 'vitest';
import { page } from './common.ts';
import {
  decimalText,
  FUEL_DEFAULT_RANGE_MS,
  type FuelTransaction,
  fuelListQuery,
  fuelTransaction,
  fuelWindow,
  fuelWindowFits,
} from './fuel.ts';
import { parseJsonKeepingBigIntegers } from './json.ts';
import { describeResponse, failures, id, messageOf } from './testing/responses.ts';

/** Spelled out so that a changed limit fails the test. */
const DAYS_45_MS = 45 * 24 * 3600 * 1000;

describeResponse('fuel transaction', fuelTransaction, {
  full: {
    id: id(1),
    fleet_id: id(2),
    connection_id: id(3),
    tsp_id: id(4),
    execution_id: id(5),
    schedule_id: id(6),
    vehicle_id: id(7),
    driver_id: id(8),
    co_driver_id: id(9),
    created_at: '2026-11-20T06:00:00Z',
    updated_at: '2026-11-20T06:00:00Z',
    deleted_at: '2026-11-20T06:00:00Z',
    occurred_at: '2026-11-20T05:41:07Z',
    source_name: 'provider',
    source_id: '77',
    source_data_hash: 'abc',
    fleet_ref: 'F-17',
    tsp_slug: 'provider',
    source_driver_id: 'd1',
    source_vehicle_id: 'v1',
    source_co_driver_id: 'd2',
    fuel_vendor: 'Truck stop 12',
    currency: 'USD',
    source_data: { raw: [1, 2] },
    extras: { pump: 4 },
    inferred_address: { city: 'Amarillo' },
    location: { type: 'Point', coordinates: [-101.83, 35.19], bbox: [-102, 35, -101, 36] },
    h3_index_11: '626740321835323391',
    odometer: 412_330.5,
    odometer_unit: 'mi',
    transaction_jurisdiction: 'TX',
    fuel_type: 'diesel',
    fuel_volume: 118.2,
    total_cost: '412.07',
  },
  minimal: { id: id(1) },
});

describe('h3_index_11', () => {
  const read = (value: unknown) => fuelTransaction.parse({ id: id(1), h3_index_11: value }).h3_index_11;
  test('keeps all digits from the wire', () => {
    const wire = `{"items":[{"id":"${id(1)}","h3_index_11":626740321835323391}],"next_page":null}`;
    const response = page(fuelTransaction).parse(parseJsonKeepingBigIntegers(wire));
    expect(response.items[0]?.h3_index_11).toBe('626740321835323391');
  });
  test('is null when a plain JSON.parse has rounded it, instead of naming another cell', () => {
    expect(read(Number('626740321835323391'))).toBeNull();
  });
  test('may be a bigint or a small number', () => {
    expect(read(626740321835323391n)).toBe('626740321835323391');
    expect(read(12)).toBe('12');
  });
});

test.each(['0', '412.07', '-3.5', '100000000000000000000.01', '1E+2'])('%s is decimal text', (text) => {
  expect(decimalText.parse(text)).toBe(text);
});
test.each(['', '12,50', '$5', '.5', '1.', 'NaN', '1e'])('%j is not decimal text', (text) => {
  expect(decimalText.safeParse(text).success).toBe(false);
});
test('a numeric cost is rejected because its cents may already be lost', () => {
  expect(failures(fuelTransaction, { id: id(1), total_cost: 412.07 })).toEqual(['total_cost']);
});

describe('query', () => {
  test('an empty query gets only the default for raw data', () => {
    expect(fuelListQuery.parse({})).toEqual({ include_source_data: false });
  });

  test('accepts all filters together', () => {
    const query = {
      fleet_ids: [id(1), id(2)],
      fleet_refs: 'F-17',
      connection_id: id(3),
      from_datetime: '2026-11-01T00:00:00Z',
      to_datetime: '2026-11-20T00:00:00Z',
      driver_ids: id(4),
      source_driver_ids: ['d1'],
      vehicle_ids: [id(5)],
      sort_by: 'total_cost',
      sort_order: 'desc',
      include_source_data: 'true',
      cursor: 'abc',
      size: '1000',
    };
    expect(fuelListQuery.parse(query)).toEqual({
      ...query,
      fleet_refs: ['F-17'],
      driver_ids: [id(4)],
      include_source_data: true,
      size: 1000,
    });
  });

  const many = (count: number, item: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => item(n));
  const lists = [
    ['fleet_ids', id],
    ['fleet_refs', String],
    ['driver_ids', id],
    ['source_driver_ids', String],
    ['vehicle_ids', id],
  ] as const;
  test.each(lists)('%s takes 99 and 100 values, not 101', (field, item) => {
    expect(failures(fuelListQuery, { [field]: many(99, item) })).toEqual([]);
    expect(failures(fuelListQuery, { [field]: many(100, item) })).toEqual([]);
    expect(messageOf(fuelListQuery, { [field]: many(101, item) })).toBe('must have at most 100 values');
  });

  test.each([
    ['0', ['size']],
    ['1', []],
    ['2', []],
    ['999', []],
    ['1000', []],
    ['1001', ['size']],
    ['2.5', ['size']],
    ['many', ['size']],
  ])('a page of %s', (size, fields) => {
    expect(failures(fuelListQuery, { size })).toEqual(fields);
  });

  test.each([
    ['sort_order', 'up'],
    ['from_datetime', '2026-11-01'],
    ['to_datetime', '2026-11-01T00:00:00'],
    ['connection_id', '7'],
    ['include_source_data', '1'],
    ['cursor', ''],
    ['page', '2'],
  ])('%s=%s is refused', (field, value) => {
    expect(failures(fuelListQuery, { [field]: value })).toEqual([field]);
  });

  const from_datetime = '2026-09-01T00:00:00Z';
  const after = (ms: number) => new Date(Date.parse(from_datetime) + ms).toISOString();
  test.each([
    ['45 days less a millisecond', DAYS_45_MS - 1, []],
    ['exactly 45 days', DAYS_45_MS, []],
    ['45 days and a millisecond', DAYS_45_MS + 1, ['to_datetime']],
  ])('a range of %s', (_, length, fields) => {
    expect(failures(fuelListQuery, { from_datetime, to_datetime: after(length) })).toEqual(fields);
  });
});

describe('window with the default ends', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  test('is the last day when nothing is sent', () => {
    expect(fuelWindow({}, now)).toEqual({ from: now - FUEL_DEFAULT_RANGE_MS, to: now });
    expect(FUEL_DEFAULT_RANGE_MS).toBe(24 * 3600 * 1000);
  });
  test('shows when a start alone is too far in the past', () => {
    const back = (ms: number) => ({ from_datetime: new Date(now - ms).toISOString() });
    expect(fuelWindowFits(fuelWindow(back(DAYS_45_MS), now))).toBe(true);
    expect(fuelWindowFits(fuelWindow(back(DAYS_45_MS + 1), now))).toBe(false);
  });
});

test('types: costs and cells are text', () => {
  expectTypeOf<FuelTransaction['total_cost']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<FuelTransaction['h3_index_11']>().toEqualTypeOf<string | null | undefined>();
});
