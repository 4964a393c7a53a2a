import { expect, it } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../upstream/errors.ts';
import { classifyFailure } from './intents.ts';

const error = (kind: ServiceErrorKind, code?: string) =>
  new ServiceError(kind, 'x', {
    cause: code === undefined ? undefined : Object.assign(new Error(), { code }),
  });

it.each(['refused', 'unauthorized', 'forbidden', 'not_found', 'rate_limited', 'not_implemented'] as const)(
  'after %s nothing was created',
  (kind) => expect(classifyFailure(error(kind), true)).toBe('failed'),
);

it.each(['service_error', 'timeout', 'unreachable', 'unexpected_answer'] as const)(
  'after %s the outcome is unknown',
  (kind) => expect(classifyFailure(error(kind), true)).toBe('unknown'),
);

it.each([
  ['ECONNREFUSED', 'failed'],
  ['ENOTFOUND', 'failed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'failed'],
  ['ECONNRESET', 'unknown'],
  ['EPIPE', 'unknown'],
  ['UND_ERR_SOCKET', 'unknown'],
])('a connection that ended by %s: %s', (code, fate) => {
  expect(classifyFailure(error('unreachable', code), true)).toBe(fate);
});

it('a request that was never sent cannot have created anything', () => {
  expect(classifyFailure(error('timeout'), false)).toBe('failed');
  expect(classifyFailure(new Error('no token'), false)).toBe('failed');
});

it('our own error after sending says nothing about the service', () => {
  expect(classifyFailure(new Error('store'), true)).toBe('unknown');
});
