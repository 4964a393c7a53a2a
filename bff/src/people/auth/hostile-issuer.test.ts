/** Rules 2 and 3: a callback or an ID token that does not match the started sign-in is rejected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { CLIENT, type IdTokenOptions, type Issuer, startIssuer } from '../../testing/issuer.ts';
import { temporaryFolder } from '../../testing/server.ts';
import { OidcProvider } from './identity-provider.ts';

const folder = temporaryFolder();
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => {
  issuer.stop();
  folder.remove();
});

const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

const provider = () =>
  new OidcProvider(
    readConfig(
      {
        PUBLIC_URL: 'https://waypost.example',
        SERVICE_BASE_URL: 'https://api.example.com',
        SERVICE_TOKEN_URL: 'https://id.example.com/token',
        SERVICE_CLIENT_ID: 'service',
        SERVICE_CLIENT_SECRET: 'service-secret',
        LOGIN_ISSUER: issuer.url,
        LOGIN_CLIENT_ID: CLIENT.id,
        LOGIN_CLIENT_SECRET: CLIENT.secret,
      },
      folder.dir,
    ),
  );

const callback = (change: Record<string, string | undefined> = {}) => {
  const all: Record<string, string | undefined> = {
    code: 'c',
    state: secrets.state,
    iss: issuer.url,
    ...change,
  };
  const present = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `?${new URLSearchParams(present)}`;
};

const good: IdTokenOptions = { claims: { sub: 'ann', nonce: secrets.nonce } };
const claims = (more: Record<string, unknown>): IdTokenOptions => ({ claims: { ...good.claims, ...more } });

describe('an ID token', () => {
  it('is accepted if valid (each attack below differs from it in one thing)', async () => {
    await issuer.answerWith(good);
    await expect(provider().exchange(callback(), secrets)).resolves.toMatchObject({ person: { sub: 'ann' } });
  });

  it('without roles takes them from userinfo, unless that is about another person', async () => {
    issuer.describe({ userinfo_endpoint: `${issuer.url}/userinfo` });
    await issuer.answerWith(good);
    const userinfo = async (answer: { status?: number; body: unknown }) => {
      issuer.answer({ userinfo: answer });
      return (await provider().exchange(callback(), secrets)).person;
    };
    expect(await userinfo({ body: { sub: 'ann', roles: ['admin'] } })).toMatchObject({ roles: ['admin'] });
    await expect(userinfo({ body: { sub: 'mallory', roles: ['admin'] } })).rejects.toThrow();
    // A failure is not a person without roles; an endpoint that is closed to us has none.
    await expect(userinfo({ status: 503, body: {} })).rejects.toThrow();
    expect(await userinfo({ status: 403, body: {} })).toMatchObject({ roles: undefined });
    issuer.answer();
    issuer.describe({ userinfo_endpoint: undefined });
  });

  const attacks: [string, IdTokenOptions][] = [
    ['of another issuer', claims({ iss: 'https://evil.example' })],
    ['meant for another client', claims({ aud: 'somebody-else' })],
    [
      'meant for several clients, of which another is the authorized one',
      claims({ aud: [CLIENT.id, 'x'], azp: 'x' }),
    ],
    ['of another sign-in (nonce)', claims({ nonce: 'other' })],
    ['without a nonce', { ...good, without: ['nonce'], claims: { sub: 'ann' } }],
    ['that has expired', claims({ iat: 1_700_000_000, exp: 1_700_000_060 })],
    ['without an end', { ...good, without: ['exp'] }],
    ['without a person', { ...good, without: ['sub'] }],
    ['without a signature (alg none)', { ...good, header: { alg: 'none' } }],
    ['signed by our own client secret (alg HS256)', { ...good, header: { alg: 'HS256' }, key: 'secret' }],
    ['signed by a foreign key under the right name', { ...good, key: 'foreign' }],
    ['signed by a key that the issuer does not publish', { ...good, header: { alg: 'RS256', kid: 'k2' } }],
  ];
  it.each(attacks)('%s is refused', async (_, options) => {
    await issuer.answerWith(options);
    await expect(provider().exchange(callback(), secrets)).rejects.toThrow();
  });
});

describe('a callback', () => {
  it.each([
    ['with the state of another sign-in', { state: 'x'.repeat(43) }],
    ['without a state', { state: undefined }],
    ['of another issuer (mix-up)', { iss: 'https://evil.example' }],
    ['without the issuer that was promised', { iss: undefined }],
    ['that carries an error', { code: undefined, error: 'server_error' }],
  ])('%s is refused', async (_, change) => {
    await issuer.answerWith(good);
    await expect(provider().exchange(callback(change), secrets)).rejects.toThrow();
  });
});

describe('the redirect URL', () => {
  it('is built from the public origin, with an S256 challenge and never the verifier itself', async () => {
    const address = await provider().authorizationUrl(secrets, false);
    expect(address.searchParams.get('redirect_uri')).toBe('https://waypost.example/bff/callback');
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
    expect(address.href).not.toContain(secrets.verifier);
  });
});
