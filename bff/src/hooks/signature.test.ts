import { createHmac } from 'node:crypto';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { expect, it } from 'vitest';
import { signatureProblem } from './signature.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const body = Buffer.from('{"id":"ü"}');
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const sign = (timestamp: string, secret = 's', text = body) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(text).digest('base64');
const check = (signature: string | undefined, timestamp: string | undefined, given = body) =>
  signatureProblem({ signature, timestamp, body: given }, 's', ASSUMPTIONS.webhooks, now);

it.each([-300, 0, 300])('is right %i seconds from now', (seconds) => {
  expect(check(sign(at(seconds)), at(seconds))).toBeNull();
});

it.each([
  ['300.001 seconds old', sign(at(-300.001)), at(-300.001), /300 seconds/],
  ['300.001 seconds ahead', sign(at(300.001)), at(300.001), /300 seconds/],
  ['with a time that cannot be read', sign('soon'), 'soon', /300 seconds/],
  ['missing', undefined, at(0), /X-Webhook-Signature is missing/],
  ['without a time', sign(at(0)), undefined, /X-Webhook-Timestamp is missing/],
  ['of another secret', sign(at(0), 'other'), at(0), /does not fit/],
  ['of another time', sign(at(-1)), at(0), /does not fit/],
  ['cut short', sign(at(0)).slice(0, 20), at(0), /does not fit/],
  ['no base64', '!', at(0), /does not fit/],
])('is refused when it is %s', (_, signature, timestamp, problem) => {
  expect(check(signature, timestamp)).toMatch(problem);
});

it('is refused for a body of which one byte differs', () => {
  expect(check(sign(at(0)), at(0), Buffer.from('{"id":"u"}'))).toMatch(/does not fit/);
});
