import { createHmac } from 'node:crypto';
import { ASSUMPTIONS, withOverrides } from '@waypost/contract/assumptions';
import { expect, it } from 'vitest';
import { signatureProblem } from './verifier.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const body = Buffer.from('{"id":"ü"}');
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const sign = (timestamp: string, secret = 's', text = body) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(text).digest('base64');
const check = (
  signature: string | undefined,
  timestamp: string | undefined,
  given = body,
  webhooks = ASSUMPTIONS.webhooks,
) => signatureProblem({ signature, timestamp, body: given }, 's', webhooks, now)?.reason ?? null;

it.each([-300, 0, 300])('is valid %i seconds from now', (seconds) => {
  expect(check(sign(at(seconds)), at(seconds))).toBeNull();
});

it.each([
  ['300.001 seconds old', sign(at(-300.001)), at(-300.001), /300 seconds/],
  ['300.001 seconds ahead', sign(at(300.001)), at(300.001), /300 seconds/],
  ['with a time that cannot be read', sign('soon'), 'soon', /can't be read/],
  ['missing', undefined, at(0), /X-Webhook-Signature is missing/],
  ['without a time', sign(at(0)), undefined, /X-Webhook-Timestamp is missing/],
  ['of another secret', sign(at(0), 'other'), at(0), /does not match/],
  ['of another time', sign(at(-1)), at(0), /does not match/],
  ['cut short', sign(at(0)).slice(0, 20), at(0), /does not match/],
  ['no base64', '!', at(0), /does not match/],
])('is refused when it is %s', (_, signature, timestamp, problem) => {
  expect(check(signature, timestamp)).toMatch(problem);
});

it('is rejected for a body that differs in one byte', () => {
  expect(check(sign(at(0)), at(0), Buffer.from('{"id":"u"}'))).toMatch(/does not match/);
});

it.each([
  [
    'hex with a prefix',
    { signature_encoding: 'hex', signature_prefix: 'sha256=' },
    '{timestamp}.{body}',
    'sha256',
    'hex',
  ],
  ['of the body alone', { signed_content: '{body}' }, '{body}', 'sha256', 'base64'],
  [
    'sha1 around another text',
    { signature_algorithm: 'sha1', signed_content: 'v0:{timestamp}:{body}:' },
    'v0:{timestamp}:{body}:',
    'sha1',
    'base64',
  ],
] as const)('may be %s, as the operator says', (_, webhooks, content, algorithm, encoding) => {
  const a = withOverrides({ webhooks }).webhooks;
  const time = String(now / 1000);
  const text = content.replace('{timestamp}', time).replace('{body}', body.toString());
  const made = a.signature_prefix + createHmac(algorithm, 's').update(text).digest(encoding);
  expect(check(made, time, body, a)).toBeNull();
  expect(check(made, time, Buffer.from('{}'), a)).toMatch(/does not match/);
  expect(check(made.slice(3), time, body, a)).toMatch(
    a.signature_prefix ? /start with sha256=/ : /does not match/,
  );
});

it('reports the clock difference only for a valid signature', () => {
  const of = (secret: string) =>
    signatureProblem(
      { signature: sign(at(-900), secret), timestamp: at(-900), body },
      's',
      ASSUMPTIONS.webhooks,
      now,
    );
  expect(of('s')).toMatchObject({ clock_off_seconds: 900 });
  expect(of('other')).not.toHaveProperty('clock_off_seconds');
});
