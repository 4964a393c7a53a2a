import { describe, expect, test } from 'vitest';
import { withOverrides } from './assumptions.ts';
import type { Operation } from './operations.ts';
import { REDACTED, redactOperation, redactSecrets } from './redact.ts';
import { id } from './testing/responses.ts';

const PASSWORD = 'Tr0ub4dor&3';

const given = (): Operation => ({
  id: id(1),
  resource: 'user',
  status: 'failed',
  payload: {
    username: 'jdoe',
    password: PASSWORD,
    phone_number: '555 0100',
    license_number: 'T-123',
    nested: { list: [{ apiKey: 'k-1234', keep: 1 }, 'text'], access_token: { value: 'tok-9876' } },
  },
  logs: [
    {
      error_details: `login jdoe / ${PASSWORD} refused, token tok-9876`,
      response_headers: { 'content-type': 'text/plain', 'Set-Cookie': 'sid=1', Authorization: 'Bearer x' },
    },
    { error_details: null, response_headers: null },
  ],
});

test('the password is removed from the payload, other values stay', () => {
  expect(redactOperation(given()).payload).toEqual({
    username: 'jdoe',
    phone_number: '555 0100',
    license_number: 'T-123',
    nested: { list: [{ keep: 1 }, 'text'] },
  });
});

test('no secret is left anywhere in the operation', () => {
  const text = JSON.stringify(redactOperation(given()));
  for (const secret of [PASSWORD, 'k-1234', 'tok-9876', 'sid=1', 'Bearer x'])
    expect(text).not.toContain(secret);
});

test('a log that repeats a secret has it replaced', () => {
  expect(redactOperation(given()).logs?.[0]?.error_details).toBe(
    `login jdoe / ${REDACTED} refused, token ${REDACTED}`,
  );
});

test('the given operation is not changed', () => {
  const operation = given();
  redactOperation(operation);
  expect(operation).toEqual(given());
});

describe('keys that look secret', () => {
  test.each([
    ...[
      'password',
      'Password',
      'user_password',
      'passwd',
      'pwd',
      'passphrase',
      'client_secret',
      'clientSecret',
    ],
    ...['token', 'access_token', 'refreshToken', 'api_key', 'api-key', 'apikey', 'X-Api-Key', 'private_key'],
    ...['credentials', 'authorization', 'Proxy-Authorization', 'cookie', 'pin', 'driver_pin', 'otp'],
  ])('%s goes', (key) => {
    expect(redactOperation({ payload: { [key]: 'x', username: 'jdoe' } }).payload).toEqual({
      username: 'jdoe',
    });
  });

  test.each([
    'username',
    'notes',
    'passenger_count',
    'shipping',
    'spinner',
    'key',
    'hos_ruleset_code',
    'opinion',
  ])('%s stays', (key) => {
    expect(redactOperation({ payload: { [key]: 'x' } }).payload).toEqual({ [key]: 'x' });
  });
});

test('a password renamed by the operator is found under its wire name', () => {
  const a = withOverrides({ user_attributes: { password: 'login_word' } });
  expect(redactOperation({ payload: { login_word: PASSWORD, username: 'jdoe' } }, a).payload).toEqual({
    username: 'jdoe',
  });
});

test('a very short password is not replaced in text', () => {
  const operation = { payload: { password: 'a' }, logs: [{ error_details: 'user already exists' }] };
  expect(redactOperation(operation)).toEqual({
    payload: {},
    logs: [{ error_details: 'user already exists' }],
  });
});

test('an operation without payload or logs passes', () => {
  expect(redactOperation({ id: id(1), payload: null })).toEqual({ id: id(1), payload: null });
});

describe('any value', () => {
  test('a key that looks secret is removed at any depth and in any spelling', () => {
    const secret = {
      access_token: 'x',
      deep: [{ clientKey: 'x', driverPin: 'x', Authorization: 'x', keep: 1 }],
    };
    expect(redactSecrets({ ...secret, name: 'A' })).toEqual({ deep: [{ keep: 1 }], name: 'A' });
  });
  test('a token is hidden under any key', () => {
    expect(redactSecrets({ note: 'Bearer abc', other: 'eyJhbGciOiJ9.eyJzdWIi.x', plain: 'bearer' })).toEqual({
      note: REDACTED,
      other: REDACTED,
      plain: 'bearer',
    });
  });
  test('excessive nesting is cut off', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`);
    expect(JSON.stringify(redactSecrets({ deep }))).toContain('nested too deep');
  });
});
