/** Rule 12: a session follows its account at the identity provider, and survives the provider's outages. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_COOKIE } from '../../platform/http/cookies.ts';
import { CLIENT, type Issuer, startIssuer } from '../../testing/issuer.ts';
import { startServer, type TestServer, temporaryFolder } from '../../testing/server.ts';
import type { Person } from './identity.ts';
import { CHECK_INTERVAL_MS, SESSION_END_REASONS } from './tokens.ts';

const ANN: Person = { sub: 'ann', name: 'Ann', roles: ['dispatcher'], rolesFrom: 'id_token', sid: null };
const BEARER = { token_type: 'Bearer', expires_in: 3600 };

let issuer: Issuer;
let server: TestServer;
const folder = temporaryFolder();

async function start(env: Record<string, string> = {}): Promise<void> {
  const line = {
    base_url: issuer.url,
    token_url: `${issuer.url}/service-token`,
    authorization_url: `${issuer.url}/authorize`,
    issuer: issuer.url,
    revocation_url: `${issuer.url}/revoke`,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    users: [],
  };
  server = await startServer(line, folder.dir, { POLL_INTERVAL_SECONDS: '3600', ...env });
}

beforeAll(async () => {
  issuer = await startIssuer();
  issuer.describe({ userinfo_endpoint: `${issuer.url}/userinfo` });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  issuer.answer();
  await server.stop();
});
afterAll(() => {
  issuer.stop();
  folder.remove();
});

/** A session of Ann, with what its browser sees. */
async function signedIn({ refresh_token = true, person = ANN } = {}) {
  const tokens = { access_token: 'at', ...(refresh_token ? { refresh_token: 'rt' } : {}), expires_in: 3600 };
  const id = await server.services.auth.sessions.begin(person, tokens, null);
  const headers = { 'X-CSRF': '1', cookie: `${SESSION_COOKIE}=${id}` };
  const call = async (path: string) => {
    const response = await fetch(server.url + path, { headers });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  return {
    loads: () => call('/api/views'),
    user: async () => (await call('/bff/session')).json.user,
    session: async () => (await call('/bff/session')).json,
    stream: () => fetch(`${server.url}/api/events`, { headers }),
  };
}

/** The time after which the provider is asked again. */
const later = () => vi.setSystemTime(Date.now() + CHECK_INTERVAL_MS);

const refused = (error: string) => ({ status: 400, body: { error } });
const idTokenOf = (claims: Record<string, unknown>) =>
  issuer.sign({ claims: { sub: 'ann', name: 'Ann', exp: Date.now() / 1000 + 3600, ...claims } });
const refreshed = async (claims: Record<string, unknown>) => ({
  body: { access_token: 'at2', refresh_token: 'rt2', ...BEARER, id_token: await idTokenOf(claims) },
});

describe('a disabled account', () => {
  it('loses its session within five minutes of use, with its streams and with the reason', async () => {
    await start();
    const ann = await signedIn();
    const stream = await ann.stream();
    issuer.answer({ token: refused('invalid_grant') });
    expect((await ann.loads()).status).toBe(200);
    later();
    expect(await ann.loads()).toMatchObject({
      status: 401,
      json: { reason: 'signed_out', detail: SESSION_END_REASONS.ended_at_provider },
    });
    expect(await stream.text()).toContain(
      `event: session_ended\ndata: ${JSON.stringify({ reason: SESSION_END_REASONS.ended_at_provider })}`,
    );
    expect(await ann.session()).toEqual({
      signed_in: false,
      ended: SESSION_END_REASONS.ended_at_provider,
    });
    const log = await server.services.db.selectFrom('activity').selectAll().execute();
    expect(log).toMatchObject([{ action: 'session_ended', target: 'ann' }]);
  });

  it('loses its session without a refresh token too: userinfo rejects the access token', async () => {
    await start();
    const ann = await signedIn({ refresh_token: false });
    issuer.answer({ userinfo: { status: 401, body: {} } });
    later();
    expect((await ann.loads()).status).toBe(401);
  });

  it('is not concluded from an access token that has expired', async () => {
    await start();
    const ann = await signedIn({ refresh_token: false });
    issuer.answer({ userinfo: { status: 401, body: {} } });
    issuer.requests.length = 0;
    vi.setSystemTime(Date.now() + 3600_000);
    expect((await ann.loads()).status).toBe(200);
    expect(issuer.requests).not.toContain('/userinfo');
  });
});

describe('roles and name', () => {
  it('follow the refreshed ID token', async () => {
    await start();
    const ann = await signedIn();
    issuer.answer({ token: await refreshed({ name: 'Ann Lee', roles: ['viewer'] }) });
    later();
    expect(await ann.user()).toEqual({ sub: 'ann', name: 'Ann Lee', roles: ['viewer'] });
    issuer.answer({ token: await refreshed({ name: 'Ann Lee', roles: ['admin'] }) });
    expect(await ann.user()).toMatchObject({ roles: ['viewer'] });
    later();
    expect(await ann.user()).toMatchObject({ roles: ['admin'] });
  });

  it('follow userinfo when the refresh has no ID token', async () => {
    await start();
    const ann = await signedIn();
    issuer.answer({
      token: { body: { access_token: 'at2', ...BEARER } },
      userinfo: { body: { sub: 'ann', roles: ['onboarding'] } },
    });
    later();
    expect(await ann.user()).toEqual({ sub: 'ann', name: 'Ann', roles: ['onboarding'] });
  });

  it('stay when the roles are in the ID token only, and the refresh has none', async () => {
    await start();
    const ann = await signedIn();
    issuer.answer({
      token: { body: { access_token: 'at2', ...BEARER } },
      userinfo: { body: { sub: 'ann' } },
    });
    later();
    expect(await ann.user()).toMatchObject({ roles: ['dispatcher'] });
  });

  it('that no longer admit anybody end the session, and its tokens are revoked', async () => {
    issuer.describe({ revocation_endpoint: `${issuer.url}/revoke` });
    await start({ DEFAULT_ROLES: 'none' });
    const ann = await signedIn();
    issuer.answer({ token: await refreshed({ roles: [] }) });
    later();
    expect(await ann.loads()).toMatchObject({
      status: 401,
      json: { detail: SESSION_END_REASONS.no_access },
    });
    await vi.waitFor(() => expect(issuer.requests).toContain('/revoke'));
  });

  it('are those of the default when the claim is empty', async () => {
    await start();
    const ann = await signedIn();
    issuer.answer({ token: await refreshed({ roles: [] }) });
    later();
    expect(await ann.user()).toMatchObject({ roles: ['viewer'] });
  });
});

it('an ID token of another person ends the session instead of changing it', async () => {
  await start();
  const ann = await signedIn();
  issuer.answer({ token: await refreshed({ sub: 'mallory', roles: ['admin'] }) });
  later();
  expect((await ann.loads()).status).toBe(401);
});

describe('a provider in trouble keeps sessions and roles', () => {
  it.each([
    ['500', { status: 500, body: {} }],
    ['429', { status: 429, body: {} }],
    ['invalid_client', { status: 401, body: { error: 'invalid_client' } }],
    ['a closed connection', 'cut'],
  ] as const)('%s', async (_, answer) => {
    await start();
    for (const refresh_token of [true, false]) {
      const ann = await signedIn({ refresh_token });
      // At userinfo a 401 is about the person.
      issuer.answer(
        refresh_token
          ? { token: answer }
          : { userinfo: answer === 'cut' ? answer : { ...answer, status: 503 } },
      );
      later();
      expect(await ann.user()).toMatchObject({ roles: ['dispatcher'] });
    }
  });

  it('and is asked once a minute, not with every request', async () => {
    await start();
    const ann = await signedIn();
    issuer.answer({ token: { status: 500, body: {} } });
    later();
    issuer.requests.length = 0;
    for (let n = 0; n < 3; n += 1) await ann.loads();
    expect(issuer.requests.filter((path) => path === '/token')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_000);
    await ann.loads();
    expect(issuer.requests.filter((path) => path === '/token')).toHaveLength(2);
  });
});
