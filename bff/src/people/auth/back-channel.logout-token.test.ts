/** Rule 11: every check of OpenID Connect Back-Channel Logout 1.0, section 2.6. */
import { createLocalJWKSet, exportJWK } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT, type IdTokenOptions, type Issuer, startIssuer } from '../../testing/issuer.ts';
import { checkLogoutToken } from './back-channel.ts';
import type { LogoutTokenExpectations } from './identity.ts';

let issuer: Issuer;
let expected: LogoutTokenExpectations;
beforeAll(async () => {
  issuer = await startIssuer();
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(issuer.publicKey)), kid: 'k1', alg: 'RS256' }],
  });
  // The provider also announces weak algorithms, which must not be accepted.
  const algorithms = ['RS256', 'HS256', 'none'];
  expected = { issuer: issuer.url, clientId: CLIENT.id, keys, algorithms };
});
afterAll(() => issuer.stop());

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const good: IdTokenOptions = { claims: { jti: 'j1', sub: 'ann', sid: 's1', events: { [EVENT]: {} } } };
const claims = (more: Record<string, unknown>): IdTokenOptions => ({ claims: { ...good.claims, ...more } });
const check = async (options: IdTokenOptions) => checkLogoutToken(await issuer.sign(options), expected);
const seconds = () => Math.floor(Date.now() / 1000);

it('a valid logout token identifies the session and the person', async () => {
  await expect(check(good)).resolves.toMatchObject({ jti: 'j1', sub: 'ann', sid: 's1' });
  await expect(check({ ...good, without: ['sid'] })).resolves.toMatchObject({ sub: 'ann' });
  await expect(check({ ...good, without: ['sub'] })).resolves.toMatchObject({ sid: 's1' });
});

const attacks: [string, () => IdTokenOptions][] = [
  ['of another issuer', () => claims({ iss: 'https://evil.example' })],
  ['meant for another client', () => claims({ aud: 'somebody-else' })],
  ['without an audience', () => ({ ...good, without: ['aud'] })],
  ['without its id (replay could not be seen)', () => ({ ...good, without: ['jti'] })],
  ['without its time', () => ({ ...good, without: ['iat'] })],
  ['that has expired', () => claims({ exp: seconds() - 60 })],
  [
    'that was made long ago, whatever end it claims',
    () => claims({ iat: seconds() - 3600, exp: seconds() + 3600 }),
  ],
  ['that is an ID token: no event', () => ({ ...good, without: ['events'] })],
  ['with another event', () => claims({ events: { 'https://example.com/other': {} } })],
  ['with the event as a text', () => claims({ events: { [EVENT]: 'yes' } })],
  ['with the event as nothing', () => claims({ events: { [EVENT]: null } })],
  ['with a nonce', () => claims({ nonce: 'n' })],
  ['that names nobody', () => ({ ...good, without: ['sub', 'sid'] })],
  ['without a signature (alg none)', () => ({ ...good, header: { alg: 'none' } })],
  [
    'signed by our own client secret (alg HS256)',
    () => ({ ...good, header: { alg: 'HS256' }, key: 'secret' }),
  ],
  ['signed by a foreign key', () => ({ ...good, key: 'foreign' })],
];
it.each(attacks)('a logout token %s is refused', async (_, tokenOptions) => {
  await expect(check(tokenOptions())).rejects.toThrow();
});

it('is remembered as used for longer than it would be accepted, so that it cannot be replayed', async () => {
  const exp = seconds() + 5;
  const { forget_after } = await check(claims({ exp }));
  // Accepted until 30 s after its expiry, for differing clocks.
  expect(forget_after).toBeGreaterThan((exp + 30) * 1000);
  const withoutEnd = await check({ ...good, without: ['exp'] });
  expect(withoutEnd.forget_after).toBeGreaterThan((seconds() + 330 - 5) * 1000);
});
