import { expect, test } from 'vitest';
import { ASSUMPTIONS, assumptions, withOverrides } from './assumptions.ts';

test('an override replaces one default', () => {
  const a = withOverrides({
    paths: { invitations: '/v2/partners/invites' },
    query: { users: { is_sync: 'sync' } },
  });
  expect(a.paths.invitations).toBe('/v2/partners/invites');
  expect(a.query.users.is_sync).toBe('sync');
  expect(a.paths.invitation).toBe(ASSUMPTIONS.paths.invitation);
  expect(withOverrides(undefined)).toEqual(ASSUMPTIONS);
});

test.each([
  ['a misspelt key', { paths: { invitatoins: '/x' } }, ['paths']],
  ['a path without its slash', { paths: { loads: 'v2/loads' } }, ['paths', 'loads']],
  ['a path with a query', { paths: { loads: '/v2/loads?x=1' } }, ['paths', 'loads']],
  ['a lost path parameter', { paths: { invitation: '/v2/invites' } }, ['paths', 'invitation']],
  ['an invented path parameter', { paths: { loads: '/v2/{tenant}/loads' } }, ['paths', 'loads']],
  ['an empty name', { query: { pagination: { cursor: '' } } }, ['query', 'pagination', 'cursor']],
  ['two fields of one name', { user_attributes: { username: 'status' } }, ['user_attributes']],
  [
    'a window of nothing',
    { webhooks: { signature_tolerance_seconds: 0 } },
    ['webhooks', 'signature_tolerance_seconds'],
  ],
])('%s is refused at its place', (_, overrides, path) => {
  expect(assumptions.safeParse(overrides).error?.issues[0]?.path).toEqual(path);
});

test('two fields may swap their wire names', () => {
  const a = withOverrides({ user_attributes: { first_name: 'last_name', last_name: 'first_name' } });
  expect(a.user_attributes.first_name).toBe('last_name');
});

test('event names default to family and action', () => {
  expect(ASSUMPTIONS.events.geofence_monitor.stop_arrived).toBe('geofence_monitor.stop_arrived');
  expect(ASSUMPTIONS.events.resource_operation.succeeded).toBe('resource_operation.succeeded');
});
