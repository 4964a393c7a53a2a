import { expect, test } from 'vitest';
import { describeResponse, failures, id, messageOf } from './testing/responses.ts';
import { usageListQuery, usageRow } from './usage.ts';

describeResponse('usage row', usageRow, {
  full: {
    id: id(1),
    partner_id: id(2),
    usage_month: '2026-11-01',
    entity_type: 'vehicle',
    entity_id: id(3),
    first_call_in_month: '2026-11-01T00:00:04Z',
    latest_call_in_month: '2026-11-20T11:59:00Z',
    rest_api_count: 8120,
    webhook_count: 0,
    created_at: '2026-11-01T00:00:04Z',
    updated_at: '2026-11-20T11:59:00Z',
    is_active: true,
  },
  minimal: { id: id(1) },
  enums: ['entity_type'],
});

test('accepts all filters together', () => {
  const query = {
    year: '2026',
    month: '11',
    entity_type: 'driver',
    partner_id: id(2),
    cursor: 'c',
    size: '300',
  };
  expect(usageListQuery.parse(query)).toEqual({ ...query, year: 2026, month: 11, size: 300 });
  expect(usageListQuery.parse({})).toEqual({});
});

test.each([
  ['year', '1999', false],
  ['year', '2000', true],
  ['year', '2001', true],
  ['year', '2099', true],
  ['year', '2100', true],
  ['year', '2101', false],
  ['month', '0', false],
  ['month', '1', true],
  ['month', '2', true],
  ['month', '11', true],
  ['month', '12', true],
  ['month', '13', false],
  ['month', '1.5', false],
  ['month', 'May', false],
  ['month', '', false],
  ['entity_type', '', false],
  ['partner_id', 'me', false],
  ['quarter', '1', false],
])('%s=%s passes: %s', (field, value, passes) => {
  expect(failures(usageListQuery, { [field]: value })).toEqual(passes ? [] : [field]);
});

test('an error states the allowed values', () => {
  expect(messageOf(usageListQuery, { month: '13' })).toBe('must be a whole number from 1 to 12');
  expect(messageOf(usageListQuery, { year: 'last' })).toBe('must be a whole number from 2000 to 2100');
});
