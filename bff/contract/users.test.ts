import { describe, expect, expectTypeOf, test } from 'vitest';
import { ASSUMPTIONS, withOverrides } from './assumptions.ts';
import { renameKeys } from './field-aliases.ts';
import type { HosRulesetCode } from './hos-rulesets.ts';
import { failures, id, messageOf } from './testing/responses.ts';
import { hosTrackingConfig, type UserCreate, userCreate, userCreateQuery, userEndpoints } from './users.ts';

const full = {
  connection_id: id(1),
  partner_ref: 'intent-7',
  username: 'jdoe',
  is_active: true,
  status: 'ACTIVE',
  is_driver: true,
  user_designation: 'DRIVER',
  user_email: 'jdoe@example.com',
  first_name: 'Jane',
  last_name: 'Doe',
  password: 'Tr0ub4dor&3',
  phone_number: '555 0100',
  phone_country_code: '+1',
  country_code: 'USA',
  license_country: 'USA',
  license_region: 'TX',
  license_number: 'T-123',
  license_expiration: '2028-02-29',
  employee_number: '17',
  carrier_number: 'MC-99',
  notes: 'Nights only',
  hos_ruleset_code: 'US_INT_PROP_70_8',
  hos_ruleset_name: 'US 70 in 8',
  allow_yard_move: true,
  allow_personal_conveyance: false,
  allow_adverse_driving: true,
  default_time_zone: 'America/Chicago',
  dot_number: '1234567',
  hos_tracking_config: { compliance_classification: 'non_exempt', tracking_method: 'automatic' },
};

test('all attributes pass unchanged, and the connection alone is enough', () => {
  expect(userCreate.parse(full)).toEqual(full);
  expect(userCreate.parse({ connection_id: id(1) })).toEqual({ connection_id: id(1) });
});

test('the example contains every attribute of the schema', () => {
  expect(Object.keys(full).sort()).toEqual(Object.keys(userCreate.shape).sort());
});

describe('rejected at its field', () => {
  test.each([
    ['connection_id', undefined],
    ['connection_id', 'fleet 7'],
    ['status', 'SUSPENDED'],
    ['status', 'active'],
    ['is_active', 'true'],
    ['user_email', 'jdoe'],
    ['phone_country_code', '1'],
    ['phone_country_code', '+'],
    ['country_code', 'US'],
    ['country_code', 'USAA'],
    ['license_country', 'U-A'],
    ['license_expiration', '2027-02-29'],
    ['license_expiration', '02/29/2028'],
    ['hos_ruleset_code', 'US_70_8'],
    ['default_time_zone', 'Central'],
    ['username', null],
    ['first_nam', 'Jane'],
  ])('%s: %j', (field, value) => {
    expect(failures(userCreate, { ...full, [field]: value })).toEqual([field]);
  });

  test.each([
    ['compliance_classification', 'unknown'],
    ['tracking_method', 'paper'],
    ['method', 'manual'],
  ])('hos_tracking_config.%s: %j', (field, value) => {
    const body = { ...full, hos_tracking_config: { [field]: value } };
    expect(failures(userCreate, body)).toEqual([`hos_tracking_config.${field}`]);
  });
});

test.each([
  ['password', 0, 'must not be empty'],
  ['password', 1, undefined],
  ['password', 2, undefined],
  ['password', 1023, undefined],
  ['password', 1024, undefined],
  ['password', 1025, 'must be at most 1024 characters'],
  ['partner_ref', 254, undefined],
  ['partner_ref', 255, undefined],
  ['partner_ref', 256, 'must be at most 255 characters'],
])('%s of %i characters: %s', (field, length, message) => {
  expect(messageOf(userCreate, { ...full, [field]: 'x'.repeat(length) })).toBe(message);
});

test('a user is created asynchronously by default', () => {
  expect(userCreateQuery.parse({})).toEqual({ is_sync: false });
  expect(userCreateQuery.parse({ is_sync: 'true' })).toEqual({ is_sync: true });
  expect(failures(userCreateQuery, { is_sync: 'yes' })).toEqual(['is_sync']);
});

test('exactly the attributes whose names are not shown can be renamed', () => {
  const shown = ['connection_id', 'partner_ref', 'hos_ruleset_name'];
  const attributes = [...Object.keys(userCreate.shape), ...Object.keys(hosTrackingConfig.shape)];
  expect(Object.keys(ASSUMPTIONS.user_attributes).sort()).toEqual(
    attributes.filter((name) => !shown.includes(name)).sort(),
  );
});

test('the endpoint contains the wire names', () => {
  const a = withOverrides({
    user_attributes: { username: 'login', tracking_method: 'method' },
    query: { users: { is_sync: 'synchronous' } },
  });
  const { createUser } = userEndpoints(a);
  expect(createUser.queryNames).toEqual({ is_sync: 'synchronous' });
  expect(renameKeys(full, createUser.bodyNames)).toMatchObject({
    connection_id: id(1),
    login: 'jdoe',
    hos_tracking_config: { compliance_classification: 'non_exempt', method: 'automatic' },
  });
});

test('types: codes are closed, everything except the connection is optional', () => {
  expectTypeOf<UserCreate['hos_ruleset_code']>().toEqualTypeOf<HosRulesetCode | undefined>();
  expectTypeOf<{ connection_id: string }>().toExtend<UserCreate>();
  expectTypeOf<{ username: string }>().not.toExtend<UserCreate>();
});
