/** Rule 11 end to end: somebody signs out at the real identity provider, which notifies us. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { CLIENT, type Issuer, startIssuer } from '../../testing/issuer.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('signing out at the identity provider', () => {
  let provider: TestSandbox;
  let server: TestServer;
  beforeAll(async () => {
    const port = await freePort();
    provider = await sandbox({
      SANDBOX_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${port}/bff/backchannel-logout`,
    });
    server = await startServer(provider.line, folder.dir, { PORT: String(port) });
  });
  afterAll(async () => {
    await server?.stop();
    await provider?.stop();
  });

  it("ends the session here and its streams, and nobody else's session", async () => {
    const [ann, bob] = [new TestBrowser(), new TestBrowser()];
    await ann.signIn(server.url, 'dispatcher');
    await bob.signIn(server.url, 'viewer');
    const cookie = `__Host-waypost=${ann.cookie(server.url, '__Host-waypost')?.value}`;
    const stream = await fetch(`${server.url}/api/events`, { headers: { cookie } });
    expect((await ann.api(`${server.url}/api/loads`)).status).toBe(200);

    const page = await ann.go(`${provider.line.issuer}/sign-out`);
    await ann.submit(page, { logout: 'yes' });
    await vi.waitFor(async () => expect((await ann.api(`${server.url}/api/loads`)).status).toBe(401), {
      timeout: 10_000,
      interval: 50,
    });
    expect(await stream.text()).toMatch(/event: session_ended\n/);
    expect((await bob.api(`${server.url}/api/loads`)).status).toBe(200);
  });
});

describe('a logout token sent to the endpoint', () => {
  let issuer: Issuer;
  let server: TestServer;
  beforeAll(async () => {
    issuer = await startIssuer();
    const own = temporaryFolder();
    const line = {
      base_url: issuer.url,
      token_url: `${issuer.url}/token`,
      authorization_url: `${issuer.url}/authorize`,
      issuer: issuer.url,
      revocation_url: `${issuer.url}/revoke`,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      users: [],
    };
    server = await startServer(line, own.dir);
  });
  afterAll(async () => {
    await server?.stop();
    issuer?.stop();
  });

  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600 };
  const begin = (sub: string, sid: string) =>
    server.services.auth.sessions.begin(
      { sub, name: sub, roles: [], rolesFrom: 'id_token', sid },
      tokens,
      null,
    );
  const alive = async (id: string) => (await server.services.auth.sessions.find(id, false)) !== null;
  const post = async (body: Record<string, string>, headers: Record<string, string> = {}) =>
    (
      await fetch(`${server.url}/bff/backchannel-logout`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(body),
      })
    ).status;

  it('ends the named sessions once; a replayed token ends nothing', async () => {
    const first = await begin('ann', 's1');
    const token = await issuer.sign({ claims: { jti: 'once', sub: 'ann', events } });
    expect(await post({ logout_token: token })).toBe(200);
    expect(await alive(first)).toBe(false);
    const second = await begin('ann', 's2');
    expect(await post({ logout_token: token })).toBe(400);
    expect(await alive(second)).toBe(true);
  });

  it('is accepted again if its sessions could not be ended in the database', async () => {
    const session = await begin('dora', 's4');
    const token = await issuer.sign({ claims: { jti: 'retried', sub: 'dora', events } });
    const { db } = server.services;
    await sql`CREATE TRIGGER keep_session BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'no'); END`.execute(
      db,
    );
    expect(await post({ logout_token: token })).toBe(500);
    await sql`DROP TRIGGER keep_session`.execute(db);
    expect(await alive(session)).toBe(true);
    expect(await post({ logout_token: token })).toBe(200);
    expect(await alive(session)).toBe(false);
  });

  it.each([
    ['nothing', {}],
    ['no token', { logout_token: '' }],
    ['nonsense', { logout_token: 'a.b.c' }],
  ])('that is %s is refused', async (_, body) => {
    expect(await post(body)).toBe(400);
  });

  it('ends nothing if forged', async () => {
    const session = await begin('carl', 's3');
    for (const options of [{ key: 'foreign' as const }, { header: { alg: 'none' } }]) {
      const token = await issuer.sign({
        ...options,
        claims: { jti: 'forged', sub: 'carl', sid: 's3', events },
      });
      expect(await post({ logout_token: token })).toBe(400);
    }
    expect(await alive(session)).toBe(true);
    // The rejected tokens have not used up the id.
    const real = await issuer.sign({ claims: { jti: 'forged', sid: 's3', events } });
    expect(await post({ logout_token: real })).toBe(200);
    expect(await alive(session)).toBe(false);
  });
});
