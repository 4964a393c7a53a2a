import { expect, test } from 'vitest';
import { describeResponse, failures } from './testing/responses.ts';
import { DESCRIBED_TOKEN_LIFETIME_SECONDS, tokenRequest, tokenResponse } from './token.ts';

const request = {
  grant_type: 'client_credentials',
  client_id: 'a',
  client_secret: 'b',
  scope: 'organization',
};

test('validates the token request', () => {
  expect(failures(tokenRequest, request)).toEqual([]);
});

test.each([
  ['grant_type', 'password'],
  ['scope', 'telematics:read'],
  ['client_id', ''],
  ['client_secret', undefined],
  ['audience', 'x'],
])('%s = %j is refused', (field, value) => {
  expect(failures(tokenRequest, { ...request, [field]: value })).toEqual([field]);
});

describeResponse('token', tokenResponse, {
  open: true,
  full: {
    access_token: 'aaa',
    expires_in: DESCRIBED_TOKEN_LIFETIME_SECONDS,
    token_type: 'Bearer',
    refresh_expires_in: 0,
    session_state: '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60',
    'not-before-policy': 0,
    scope: 'fleet:read share-agreement:read telematics:read',
  },
  minimal: { access_token: 'aaa' },
});

test.each([
  [0, null],
  [-1, null],
  ['soon', null],
  [null, null],
  [undefined, undefined],
  ['3600', 3600],
  [1.5, 1.5],
])('a token with a lifetime of %j is usable, and its lifetime is %j', (expires_in, lifetime) => {
  const parsed = tokenResponse.parse({ access_token: 'a', expires_in, token_type: 'Bearer' });
  expect(parsed.expires_in).toBe(lifetime);
});

test('a token type other than Bearer is rejected; a missing type means Bearer', () => {
  expect(failures(tokenResponse, { access_token: 'a', token_type: 'mac' })).toEqual(['token_type']);
  expect(failures(tokenResponse, { access_token: 'a' })).toEqual([]);
});
