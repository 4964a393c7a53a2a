import { describe, expect, expectTypeOf, test } from 'vitest';
import { withOverrides } from './assumptions.ts';
import {
  INVITATION_SECRETS,
  type InvitationCreate,
  invitation,
  invitationCreate,
  invitationCreateAccepted,
  magicLinkOf,
  resolveAliases,
} from './invitations.ts';
import { describeResponse, failures, id, messageOf } from './testing/responses.ts';

const prefill = {
  fleet_name: 'Long Haul 7',
  fleet_email: 'ops@example.com',
  fleet_regulatory_id: '1234567',
  fleet_regulatory_id_type: 'DOT',
  fleet_phone: '555 0100',
  fleet_website: 'https://example.com',
  fleet_country_code: 'USA',
};
const aliased = Object.fromEntries(
  Object.entries(prefill).map(([field, value]) => [`partner_provided_${field}`, value]),
);
const addresses = {
  success_redirect_url: 'https://example.com/done?x=1',
  failure_redirect_url: 'exampleapp://onboarding/failed',
  callback_url: 'https://example.com/hooks',
};

describeResponse('fleet invitation', invitation, {
  open: true,
  full: {
    id: id(1),
    created_at: '2026-11-20T06:00:00Z',
    expires_at: '2026-11-23T06:00:00Z',
    expires_in_hours: 72,
    status: 'accepted',
    accepted_at: '2026-11-20T07:00:00Z',
    declined_at: '2026-11-20T07:00:00Z',
    decline_reason: 'Wrong company',
    fleet_id: id(2),
    partner_id: id(3),
    partner_slug: 'us',
    magic_link: 'https://connect.example.com/i/1',
    pre_registration_access_token: 'aaa',
    pre_registration_refresh_token: 'bbb',
    fleet_ref: 'F-17',
    ...prefill,
    ...addresses,
    limit_tsps: ['a'],
    exclude_tsps: [],
    permissions: { vehicle: 'read', vehicle_location: 'read_write' },
    ...aliased,
  },
  minimal: { id: id(1) },
  enums: ['status'],
});

const base = { fleet_ref: 'F-17' };

describe('creating an invitation', () => {
  test('fleet_ref is enough; the link is then valid for 72 hours', () => {
    expect(invitationCreate.parse(base)).toEqual({ ...base, expires_in_hours: 72 });
  });

  test('all compatible fields pass unchanged', () => {
    const body = {
      ...base,
      ...prefill,
      ...addresses,
      limit_tsps: ['a', 'b'],
      permissions: { vehicle: 'read', vehicle_location: 'read_write' },
      expires_in_hours: 24,
    };
    expect(invitationCreate.parse(body)).toEqual(body);
    const { limit_tsps: exclude_tsps, permissions: _, ...rest } = body;
    const other = { ...rest, exclude_tsps, write_permissions: ['user', 'vehicle'] };
    expect(invitationCreate.parse(other)).toEqual(other);
  });

  test('every field except fleet_ref and expires_in_hours may be null', () => {
    const nullable = [...Object.keys(prefill), ...Object.keys(addresses)];
    nullable.push('limit_tsps', 'exclude_tsps', 'permissions', 'write_permissions');
    const body = { ...base, ...Object.fromEntries(nullable.map((field) => [field, null])) };
    expect(failures(invitationCreate, body)).toEqual([]);
    expect(failures(invitationCreate, { fleet_ref: null })).toEqual(['fleet_ref']);
    expect(failures(invitationCreate, { ...base, expires_in_hours: null })).toEqual(['expires_in_hours']);
  });

  test.each([
    [0, ['expires_in_hours']],
    [1, []],
    [2, []],
    [671, []],
    [672, []],
    [673, ['expires_in_hours']],
    [1.5, ['expires_in_hours']],
    ['72', ['expires_in_hours']],
  ])('valid for %j hours', (expires_in_hours, fields) => {
    expect(failures(invitationCreate, { ...base, expires_in_hours })).toEqual(fields);
  });

  const long = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`;
  test.each(['fleet_website', 'success_redirect_url', 'failure_redirect_url', 'callback_url'])(
    '%s has 1 to 2083 characters',
    (field) => {
      for (const length of [2082, 2083])
        expect(failures(invitationCreate, { ...base, [field]: long(length) })).toEqual([]);
      expect(messageOf(invitationCreate, { ...base, [field]: long(2084) })).toBe(
        'must be at most 2083 characters',
      );
      expect(messageOf(invitationCreate, { ...base, [field]: '' })).toBe('must not be empty');
    },
  );

  test.each([
    ['fleet_ref', ''],
    ['fleet_email', 'ops'],
    ['fleet_website', 'example.com'],
    ['fleet_website', 'javascript:alert(1)'],
    ['success_redirect_url', 'JavaScript:alert(1)'],
    ['failure_redirect_url', 'data:text/html,x'],
    ['callback_url', 'http://example.com/hooks'],
    ['callback_url', 'ftp://example.com'],
    ['fleet_country_code', 'US'],
    ['fleet_country_code', 'USAA'],
    ['fleet_country_code', 'U A'],
    ['limit_tsps', 'a'],
    ['limit_tsps.0', ['']],
    ['permissions.vehicles', { vehicles: 'read' }],
    ['permissions.vehicle', { vehicle: 'write' }],
    ['write_permissions.0', ['vehicles']],
    ['magic_link', 'x'],
  ])('refused at its field: %s = %j', (path, value) => {
    const [field = ''] = path.split('.');
    expect(failures(invitationCreate, { ...base, [field]: value })).toEqual([path]);
  });

  test.each([
    ['a regulatory id without its type', { fleet_regulatory_id: '1' }, 'fleet_regulatory_id_type'],
    [
      'a regulatory id with a type of null',
      { fleet_regulatory_id: '1', fleet_regulatory_id_type: null },
      'fleet_regulatory_id_type',
    ],
    ['both provider lists', { limit_tsps: ['a'], exclude_tsps: ['b'] }, 'exclude_tsps'],
    [
      'both kinds of permissions',
      { permissions: { vehicle: 'read' }, write_permissions: ['user'] },
      'write_permissions',
    ],
  ])('%s is refused', (_, fields, path) => {
    expect(failures(invitationCreate, { ...base, ...fields })).toEqual([path]);
    expect(failures(invitationCreateAccepted, { ...base, ...fields })).toEqual([path]);
  });

  test.each([
    ['an empty list clears', { limit_tsps: [] }],
    ['one provider list takes the place of the other', { limit_tsps: [], exclude_tsps: ['b'] }],
    ['and the other way round', { limit_tsps: ['a'], exclude_tsps: [] }],
    ['null beside a list does not count', { limit_tsps: null, exclude_tsps: ['b'] }],
    ['a type without an id', { fleet_regulatory_id_type: 'DOT' }],
    ['null beside permissions', { permissions: { vehicle: 'read' }, write_permissions: null }],
  ])('%s', (_, fields) => {
    expect(failures(invitationCreate, { ...base, ...fields })).toEqual([]);
  });
});

describe('deprecated aliases', () => {
  test('the service accepts them, with the rules of their current fields', () => {
    expect(failures(invitationCreateAccepted, { ...base, ...aliased })).toEqual([]);
    expect(
      failures(invitationCreateAccepted, { ...base, partner_provided_fleet_country_code: 'US' }),
    ).toEqual(['partner_provided_fleet_country_code']);
    expect(
      failures(invitationCreateAccepted, { ...base, partner_provided_fleet_regulatory_id: '1' }),
    ).toEqual(['fleet_regulatory_id_type']);
  });
  test('we never send them', () => {
    expect(failures(invitationCreate, { ...base, ...aliased })).toEqual(Object.keys(aliased));
  });
  test('are copied into their current fields unless those are set', () => {
    expect(resolveAliases({ ...base, ...aliased })).toEqual({ ...base, ...prefill });
    expect(resolveAliases({ fleet_name: 'New', partner_provided_fleet_name: 'Old' })).toEqual({
      fleet_name: 'New',
    });
    expect(resolveAliases({ fleet_name: null, partner_provided_fleet_name: 'Old' })).toEqual({
      fleet_name: 'Old',
    });
  });
});

test('the magic link is read under its configured name', () => {
  expect(magicLinkOf({ magic_link: 'https://x' })).toBe('https://x');
  expect(magicLinkOf({ magic_link: null })).toBeNull();
  const a = withOverrides({ fields: { magic_link: 'onboarding_url' } });
  expect(magicLinkOf(invitation.parse({ id: id(1), onboarding_url: 'https://y' }), a)).toBe('https://y');
});

test('lists the secret fields', () => {
  expect([...INVITATION_SECRETS]).toEqual([
    'magic_link',
    'pre_registration_access_token',
    'pre_registration_refresh_token',
  ]);
});

test('types: the body that we send has no aliases', () => {
  expectTypeOf<InvitationCreate>().not.toHaveProperty('partner_provided_fleet_name');
  expectTypeOf<InvitationCreate['expires_in_hours']>().toEqualTypeOf<number>();
  expectTypeOf<'vehicles'>().not.toExtend<keyof NonNullable<InvitationCreate['permissions']>>();
});
