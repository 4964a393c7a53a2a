import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenResponse } from '@waypost/contract/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  clientToken,
  personTokens,
  postToken,
  type RunningSandbox,
  refreshTokens,
  signInAs,
  startSandbox,
} from '../testing.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ loads: 12, token_rate_limit: 1000 });
});
afterAll(() => sandbox.close());

const credentials = () => ({ client_id: sandbox.info.client_id, client_secret: sandbox.info.client_secret });
const good = () => ({ grant_type: 'client_credentials', ...credentials(), scope: 'organization' });

async function tracks(token: string): Promise<number> {
  const [load] = sandbox.world.loads.all;
  const url = `${sandbox.info.base_url}/v2/visibility/loads/${load?.load_id}/tracking`;
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
}

function claimsOf(idToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

describe('client credentials', () => {
  it('return every documented field', async () => {
    const response = await postToken(sandbox.info, good());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = tokenResponse.parse(await response.json());
    expect(Object.keys(body).sort()).toEqual([
      'access_token',
      'expires_in',
      'not-before-policy',
      'refresh_expires_in',
      'scope',
      'session_state',
      'token_type',
    ]);
    expect(body).toMatchObject({ expires_in: 3600, token_type: 'Bearer' });
    expect(body.scope?.split(' ')).toEqual(
      expect.arrayContaining(['fleet:read', 'share-agreement:read', 'telematics:read']),
    );
    expect(body.session_state).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('give a token that reads tracking until it expires', async () => {
    const other = await startSandbox({ loads: 8, token_lifetime_seconds: 60 });
    const url = `${other.info.base_url}/v2/visibility/loads/${other.world.loads.all[0]?.load_id}/tracking`;
    const headers = { authorization: `Bearer ${await clientToken(other.info)}` };
    expect((await fetch(url, { headers })).status).toBe(200);
    other.clock.advance(60_000);
    expect((await fetch(url, { headers })).status).toBe(401);
    await other.close();
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['another scope', { scope: 'telematics:read' }, 400, 'invalid_scope'],
    ['a field that is not shown', { audience: 'x' }, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
  ])('refuse %s', async (_what, change, status, error) => {
    const response = await postToken(sandbox.info, { ...good(), ...change });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: status, detail: expect.any(String), error });
  });

  it.each(['token_url', 'revocation_url'] as const)('require POST: 405 at %s', async (url) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(sandbox.info[url], { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.json()).toMatchObject({ code: 405, message: 'Method Not Allowed' });
    }
  });

  it('must be sent as a form', async () => {
    const response = await fetch(sandbox.info.token_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(good()),
    });
    expect(response.status).toBe(400);
  });

  it('are rejected beyond the limit of token requests, with the delay', async () => {
    const other = await startSandbox({ loads: 8, token_rate_limit: 2 });
    const options = () =>
      postToken(other.info, { grant_type: 'client_credentials', ...credentials(), scope: 'organization' });
    expect([(await options()).status, (await options()).status]).toEqual([200, 200]);
    const rejected = await options();
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toBe('30');
    expect(await rejected.json()).toMatchObject({ code: 429, detail: { retry_after_seconds: 30 } });
    other.clock.advance(30_000);
    expect((await options()).status).toBe(200);
    await other.close();
  });

  it('can be revoked', async () => {
    const token = await clientToken(sandbox.info);
    const revoked = await fetch(sandbox.info.revocation_url, {
      method: 'POST',
      body: new URLSearchParams({ ...credentials(), token }),
    });
    expect(revoked.status).toBe(200);
    expect(await tracks(token)).toBe(401);
  });
});

describe('sign-in page', () => {
  it('has labelled fields, a button and no script, and cannot be framed', async () => {
    const { page } = await new Browser().follow(authorizationRequest(sandbox.info).url, sandbox.info);
    const html = (await page?.text()) ?? '';
    expect(page?.status).toBe(200);
    expect(html).toContain('<label for="username">Username</label>');
    expect(html).toContain('<label for="password">Password</label>');
    expect(html).toContain('<button type="submit">Sign in</button>');
    expect(html).not.toContain('<script');
    const policy = page?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // The browser applies form-action to the form's final redirect: the client's own address.
    expect(policy).toMatch(/form-action 'self' .*http:\/\/localhost:\*/);
    expect(policy).not.toContain('[');
  });

  it('allows a redirect to an IPv6 address, which a policy cannot name, by its scheme', async () => {
    const { url } = authorizationRequest(sandbox.info, { redirect_uri: 'http://[::1]:5000/cb' });
    const { page } = await new Browser().follow(url, sandbox.info);
    expect(page?.headers.get('content-security-policy')).toMatch(/form-action 'self' [^;]* http:;/);
  });

  it('reports wrong credentials and keeps the escaped user name', async () => {
    const browser = new Browser();
    const { url } = await browser.follow(authorizationRequest(sandbox.info).url, sandbox.info);
    const body = new URLSearchParams({ username: 'disp"><script>', password: 'nope' });
    const page = await browser.go(url, { method: 'POST', body });
    const html = await page.text();
    expect(page.status).toBe(401);
    expect(html).toContain('Username or password is wrong');
    expect(html).toContain('value="disp&quot;&gt;&lt;script&gt;"');
    expect(html).not.toContain('<script>');
    // The same page still signs in.
    const right = new URLSearchParams({ username: 'viewer', password: 'viewer' });
    expect((await browser.go(url, { method: 'POST', body: right })).status).toBe(303);
  });

  it('explains an expired sign-in', async () => {
    const page = await fetch(`${sandbox.info.issuer}/sign-in/gone`);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('sign in again');
  });
});

describe('signing in with a code', () => {
  it('redirects with state, code and issuer to any loopback address', async () => {
    for (const redirect_uri of ['http://127.0.0.1:9/x', 'https://localhost/y/z', 'http://[::1]:5000/cb']) {
      const { landed } = await signInAs(sandbox.info, 'viewer', { redirect_uri });
      expect(landed.href.startsWith(redirect_uri)).toBe(true);
      expect(landed.searchParams.get('state')).toBe('some-state');
      expect(landed.searchParams.get('iss')).toBe(sandbox.info.issuer);
      expect(landed.searchParams.get('code')).toBeTruthy();
    }
  });

  it.each([
    'https://example.com/cb',
    'http://localhost.example.com/',
    'http://user@localhost/',
    'ftp://localhost/',
  ])('never leads to %s', async (redirect_uri) => {
    const { page } = await new Browser().follow(
      authorizationRequest(sandbox.info, { redirect_uri }).url,
      sandbox.info,
    );
    expect(page?.status).toBe(400);
  });

  it('requires a proof key with S256', async () => {
    const changes: Record<string, string | null>[] = [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: 'plain' },
    ];
    for (const change of changes) {
      const { url } = await new Browser().follow(
        authorizationRequest(sandbox.info, change).url,
        sandbox.info,
      );
      expect(new URL(url).searchParams.get('error')).toBe('invalid_request');
    }
  });

  it.each(['dispatcher', 'onboarding', 'viewer', 'admin'])('has the claims of %s', async (username) => {
    const { id_token, access_token } = await personTokens(sandbox.info, username);
    expect(claimsOf(id_token)).toMatchObject({
      iss: sandbox.info.issuer,
      aud: sandbox.info.client_id,
      nonce: 'some-nonce',
      sub: expect.any(String),
      sid: expect.any(String),
      name: expect.any(String),
      preferred_username: username,
      roles: [username],
    });
    expect(await tracks(access_token)).toBe(200);
  });

  it('gives no access to telematics data without the scope organization', async () => {
    const { access_token } = await personTokens(sandbox.info, 'viewer', 'openid profile');
    expect(await tracks(access_token)).toBe(403);
  });

  it('rejects a reused code and a wrong verifier', async () => {
    const { landed } = await signInAs(sandbox.info, 'viewer');
    const response = await postToken(sandbox.info, {
      grant_type: 'authorization_code',
      code: landed.searchParams.get('code') ?? '',
      redirect_uri: 'http://localhost:4321/any/path',
      code_verifier: 'x'.repeat(43),
      ...credentials(),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('refreshing tokens', () => {
  const refresh = (refresh_token: string) => refreshTokens(sandbox.info, refresh_token);

  it('gives a new refresh token each time', async () => {
    const first = await personTokens(sandbox.info, 'dispatcher');
    const response = await refresh(first.refresh_token);
    expect(response.status).toBe(200);
    const second = (await response.json()) as typeof first;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(await tracks(second.access_token)).toBe(200);
  });

  it('revokes the grant when a used refresh token is sent again', async () => {
    const first = await personTokens(sandbox.info, 'dispatcher');
    const second = (await (await refresh(first.refresh_token)).json()) as typeof first;
    const reused = await refresh(first.refresh_token);
    expect(reused.status).toBe(400);
    expect(await reused.json()).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(second.refresh_token)).status).toBe(400);
    expect(await tracks(second.access_token)).toBe(401);
  });

  it('ends with revocation (RFC 7009)', async () => {
    const { refresh_token } = await personTokens(sandbox.info, 'viewer');
    const body = new URLSearchParams({ token: refresh_token, ...credentials() });
    expect((await fetch(sandbox.info.revocation_url, { method: 'POST', body })).status).toBe(200);
    expect((await refresh(refresh_token)).status).toBe(400);
  });
});

describe('signing out at the identity provider', () => {
  it('requires confirmation, then the password again', async () => {
    const { browser } = await signInAs(sandbox.info, 'viewer');
    // Still signed in: a second request passes without a page.
    const again = await browser.follow(authorizationRequest(sandbox.info).url, sandbox.info);
    expect(again.page).toBeNull();
    const asked = await browser.go(`${sandbox.info.issuer}/sign-out?client_id=${sandbox.info.client_id}`);
    const html = await asked.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await browser.go(`${sandbox.info.issuer}/sign-out/confirm`, { method: 'POST', body });
    const { page } = await browser.follow(authorizationRequest(sandbox.info).url, sandbox.info);
    expect(await page?.text()).toContain('Sign in to Waypost');
  });
});

describe('back-channel logout', () => {
  it('notifies the client that a session has ended, by sid and sub', async () => {
    const received: string[] = [];
    const client = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => received.push(text));
      request.on('end', () => response.writeHead(200).end());
    });
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
    const { port } = client.address() as AddressInfo;
    const other = await startSandbox({ loads: 8, backchannel_logout_uri: `http://127.0.0.1:${port}/out` });
    const { browser } = await signInAs(other.info, 'admin');
    const asked = await browser.go(`${other.info.issuer}/sign-out?client_id=${other.info.client_id}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())?.[1] ?? '';
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await browser.go(`${other.info.issuer}/sign-out/confirm`, { method: 'POST', body });
    const token = new URLSearchParams(received.join('')).get('logout_token') ?? '';
    expect(claimsOf(token)).toMatchObject({
      aud: other.info.client_id,
      sub: expect.any(String),
      sid: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    client.close();
    await other.close();
  });
});

describe('discovery', () => {
  it('works at the issuer', async () => {
    const response = await fetch(`${sandbox.info.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      issuer: sandbox.info.issuer,
      authorization_endpoint: sandbox.info.authorization_url,
      token_endpoint: sandbox.info.token_url,
      revocation_endpoint: sandbox.info.revocation_url,
      end_session_endpoint: expect.any(String),
      backchannel_logout_supported: true,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    });
  });
});
