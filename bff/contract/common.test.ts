import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { contactWrite } from './api/contacts.ts';
import { emailAddress } from './api/messages.ts';
import {
  calendarDate,
  countryCode,
  dateTime,
  dateTimeWithOffset,
  filterList,
  latitude,
  longitude,
  openEnum,
  page,
  pageQuery,
  point,
  queryBoolean,
  uuid,
} from './common.ts';
import { requestEmail } from './email-address.ts';
import { describeResponse, failures, id } from './testing/responses.ts';

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test.each([
  ['a v4', '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60', true],
  ['upper case', '3F2C9A52-6D1E-4C7B-9F0A-1B2C3D4E5F60', true],
  ['no version at all', '00000000-0000-0000-0000-000000000000', true],
  ['no dashes', '3f2c9a526d1e4c7b9f0a1b2c3d4e5f60', false],
  ['a path behind it', '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60/../x', false],
  ['empty', '', false],
])('uuid: %s', (_, value, ok) => {
  expect(passes(uuid, value)).toBe(ok);
});

test.each([
  ['2026-11-20T06:00:00Z', true, true],
  ['2026-11-20T06:00:00.123456Z', true, true],
  ['2026-11-20T06:00:00-06:00', true, true],
  ['2026-11-20T06:00:00', true, false],
  ['2026-11-20', true, false],
  ['soon', false, false],
  ['', false, false],
])('date-time %j is read: %s, sent: %s', (value, read, sent) => {
  expect([passes(dateTime, value), passes(dateTimeWithOffset, value)]).toEqual([read, sent]);
});

test.each([
  [latitude, -90, 90],
  [longitude, -180, 180],
])('degrees end where the globe does', (schema, min, max) => {
  for (const value of [min, max, 0]) expect(passes(schema, value)).toBe(true);
  for (const value of [min - 0.001, max + 0.001, Number.NaN, '0']) expect(passes(schema, value)).toBe(false);
});

test.each([
  ['USA', true],
  ['usa', true],
  ['U_1', true],
  ['US', false],
  ['USAA', false],
  ['U-A', false],
  ['USA\n', false],
])('country code %j: %s', (value, ok) => {
  expect(passes(countryCode, value)).toBe(ok);
});

test('a calendar date must exist', () => {
  expect(passes(calendarDate, '2028-02-29')).toBe(true);
  expect(passes(calendarDate, '2027-02-29')).toBe(false);
});

describe('open enum', () => {
  const colour = openEnum(['red', 'green']);
  test('known and unknown texts pass, other types do not', () => {
    expect(colour.parse('red')).toBe('red');
    expect(colour.parse('mauve')).toBe('mauve');
    expect(passes(colour, 3)).toBe(false);
    expect(passes(colour, null)).toBe(false);
  });
  test('types: known values are suggested, any text is allowed', () => {
    expectTypeOf<z.infer<typeof colour>>().toEqualTypeOf<'red' | 'green' | (string & {})>();
  });
});

describeResponse('point', point, {
  full: { type: 'Point', coordinates: [-101.83, 35.19], bbox: [-102, 35, -101, 36] },
  minimal: { type: 'Point', coordinates: [-101.83, 35.19] },
});
test.each([
  ['three numbers', { type: 'Point', coordinates: [1, 2, 3] }],
  ['another shape', { type: 'LineString', coordinates: [1, 2] }],
  ['a box of two', { type: 'Point', coordinates: [1, 2], bbox: [1, 2] }],
])('no point: %s', (_, value) => {
  expect(passes(point, value)).toBe(false);
});

describeResponse('page', page(z.looseObject({ id: uuid })), {
  full: {
    items: [{ id: id(1) }],
    total: 1,
    current_page: 'a',
    current_page_backwards: 'b',
    previous_page: 'c',
    next_page: 'd',
  },
  minimal: { items: [] },
});
test('total must not be negative', () => {
  expect(failures(page(z.unknown()), { items: [], total: 0 })).toEqual([]);
  expect(failures(page(z.unknown()), { items: [], total: -1 })).toEqual(['total']);
});

test('a repeated parameter may occur once or be omitted', () => {
  const query = z.strictObject({ ids: filterList(uuid), ...pageQuery });
  expect(query.parse({ ids: id(1) })).toEqual({ ids: [id(1)] });
  expect(query.parse({ ids: [id(1), id(2)] })).toEqual({ ids: [id(1), id(2)] });
  expect(query.parse({})).toEqual({});
  expect(failures(query, { ids: ['x', id(1)], size: '0', cursor: '' })).toEqual(['ids.0', 'cursor', 'size']);
});

test('a boolean in a query is either true or false', () => {
  expect([queryBoolean.parse('true'), queryBoolean.parse('false')]).toEqual([true, false]);
  for (const value of ['1', 'TRUE', '', true]) expect(passes(queryBoolean, value)).toBe(false);
});

test('an email address may have an accented domain: it is sent as in the DNS, and a contact keeps what was typed', () => {
  for (const schema of [requestEmail, emailAddress]) {
    expect(schema.parse('ops@müller.de')).toBe('ops@xn--mller-kva.de');
    expect(schema.parse('ops@Example.com')).toBe('ops@Example.com');
    for (const wrong of ['ops@müller', 'ops@müller.de/x', 'öps@müller.de', '@müller.de'])
      expect(schema.safeParse(wrong).success).toBe(false);
  }
  const contact = { fleet_id: '00000000-0000-4000-8000-000000000001', name: 'Pat' };
  expect(contactWrite.parse({ ...contact, email: 'ops@müller.de' }).email).toBe('ops@müller.de');
  expect(contactWrite.safeParse({ ...contact, email: 'müller.de' }).success).toBe(false);
});
