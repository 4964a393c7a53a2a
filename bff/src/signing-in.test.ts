/** Signing in and out with the real sandbox, for browsers and attackers. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { TestBrowser } from './testing/browser.ts';
import { startServer, temporaryFolder, useServer } from './testing/server.ts';

const server = await useServer();
const { signedIn } = server;

describe('signing in', () => {
  it('ends on the requested page, with a session and without any token in the browser', async () => {
    const browser = new TestBrowser();
    const page = await browser.signIn(server.url, 'dispatcher', '/?load=1');
    expect(page.url).toBe(`${server.url}/?load=1`);
    const session = await browser.api(`${server.url}/bff/session`);
    expect(session.json).toMatchObject({ signed_in: true, user: { roles: ['dispatcher'] } });
    expect(session.text).not.toMatch(/token/i);
  });

  it('sets a cookie with every flag that contains only an opaque id', async () => {
    const browser = await signedIn();
    const set = browser.setCookies.find((one) => one.startsWith('__Host-waypost='));
    expect(set).toMatch(/^__Host-waypost=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  });

  it('binds a sign-in in progress to the browser with a Lax cookie of at most ten minutes', async () => {
    const browser = new TestBrowser();
    await browser.request(`${server.url}/bff/login`);
    expect(browser.setCookies).toHaveLength(1);
    expect(browser.setCookies[0]).toMatch(
      /^__Host-waypost-login-[\w-]+=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });

  it('uses code flow with PKCE S256, state and nonce, and our own redirect URL regardless of the Host header', async () => {
    const browser = new TestBrowser();
    const page = await browser.request(`${server.url}/bff/login`, {
      headers: { 'X-Forwarded-Host': 'evil.example' },
    });
    const address = new URL(page.headers.get('Location') ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/bff/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(address.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
  });

  /** Goes to the provider and stops before the callback. */
  const callbackOf = async (browser: TestBrowser) => {
    const form = await browser.go(`${server.url}/bff/login`);
    const request = browser.request.bind(browser);
    let callback = '';
    browser.request = async (url, init) => {
      if (!url.startsWith(`${server.url}/bff/callback`)) return request(url, init);
      callback = url;
      return { status: 200, url, headers: new Headers(), text: '' };
    };
    await browser.submit(form, { username: 'dispatcher', password: 'dispatcher' });
    browser.request = request;
    return callback;
  };

  it('responds to the callback with 303, no-store and no-referrer', async () => {
    const browser = new TestBrowser();
    const page = await browser.request(await callbackOf(browser));
    expect(page.status).toBe(303);
    expect(page.headers.get('Location')).toBe('/');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('refuses a replayed callback', async () => {
    const browser = new TestBrowser();
    const callback = await callbackOf(browser);
    const login = browser.setCookies.find((one) => one.includes('waypost-login-')) ?? '';
    await browser.request(callback);
    const [name = '', value = ''] = (login.split(';')[0] ?? '').split('=');
    browser.setCookie(server.url, name, value);
    const page = await browser.request(callback);
    expect(page.headers.get('Location')).toBe('/sign-in?problem=expired');
  });

  it('refuses a callback that another browser began', async () => {
    const callback = await callbackOf(new TestBrowser());
    const victim = new TestBrowser();
    const page = await victim.request(callback);
    expect(page.headers.get('Location')).toBe('/sign-in?problem=expired');
    expect(victim.cookie(server.url, '__Host-waypost')).toBeUndefined();
  });

  it('refuses a callback from another issuer', async () => {
    const browser = new TestBrowser();
    const callback = new URL(await callbackOf(browser));
    callback.searchParams.set('iss', 'https://evil.example');
    const page = await browser.request(callback.href);
    expect(page.headers.get('Location')).toBe('/sign-in?problem=failed');
  });

  it('names failed sign-ins in the activity log, with the reason and the address', async () => {
    await new TestBrowser().request(`${server.url}/bff/callback?state=x&code=y`);
    const admin = await signedIn('admin');
    const { json } = await admin.api(`${server.url}/api/activity?action=sign_in`);
    expect(json.items).toContainEqual(
      expect.objectContaining({
        sub: null,
        outcome: 'refused',
        detail: { reason: 'Already used, expired, or begun in another browser', address: '127.0.0.1' },
      }),
    );
  });

  it('creates a new session id each time, and invalidates the old one', async () => {
    const browser = await signedIn();
    const first = browser.cookie(server.url, '__Host-waypost')?.value ?? '';
    await browser.go(`${server.url}/bff/login`);
    const second = browser.cookie(server.url, '__Host-waypost')?.value;
    expect(second).not.toBe(first);
    browser.setCookie(server.url, '__Host-waypost', first);
    expect((await browser.api(`${server.url}/api/loads`)).status).toBe(401);
  });

  it("works with the service's own authorization-code flow when no issuer is configured", async () => {
    const own = temporaryFolder();
    const other = await startServer(server.line, own.dir, { LOGIN_ISSUER: undefined });
    try {
      const browser = new TestBrowser();
      await browser.signIn(other.url, 'admin');
      expect((await browser.api(`${other.url}/bff/session`)).json).toMatchObject({
        signed_in: true,
        user: { roles: ['admin'] },
      });
    } finally {
      await other.stop();
      own.remove();
    }
  });
});

describe('roles', () => {
  /** Signs in at a server with its own settings. */
  async function signInWith(env: Record<string, string>, username: string) {
    const own = temporaryFolder();
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const other = await startServer(server.line, own.dir, env, log);
    try {
      const browser = new TestBrowser();
      const page = await browser.signIn(other.url, username);
      const { json } = await browser.api(`${other.url}/bff/session`);
      return {
        page,
        json,
        lines: lines.filter((line) => line.includes('"claim"')).map((line) => JSON.parse(line)),
      };
    } finally {
      await other.stop();
      own.remove();
    }
  }

  it('come from groups by the configuration, and what was found is logged without tokens', async () => {
    const env = { ROLES_CLAIM: 'preferred_username', ROLES_OF_GROUPS: '{"viewer":["admin","onboarding"]}' };
    const { json, lines } = await signInWith(env, 'viewer');
    expect(json).toMatchObject({ user: { roles: ['viewer', 'onboarding', 'admin'] } });
    expect(lines).toMatchObject([
      {
        claim: 'preferred_username',
        from: 'id_token',
        found: 'viewer',
        roles: ['viewer', 'onboarding', 'admin'],
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/token":/);
  });

  it('are required to enter if configured: without one there is no session, and the page says so', async () => {
    const { page, json, lines } = await signInWith(
      { ROLES_CLAIM: 'nothing', DEFAULT_ROLES: 'none' },
      'admin',
    );
    expect(page.url).toMatch(/\/sign-in\?problem=no_access$/);
    expect(json).toEqual({ signed_in: false });
    expect(lines).toMatchObject([{ claim: 'nothing', from: 'userinfo', found: null, roles: [] }]);
  });
});

describe('signing out', () => {
  it('ends the session here, and deletes its cookie', async () => {
    const browser = await signedIn();
    const cookie = browser.cookie(server.url, '__Host-waypost')?.value ?? '';
    expect((await browser.api(`${server.url}/bff/logout`, { method: 'POST' })).status).toBe(204);
    expect(browser.cookie(server.url, '__Host-waypost')).toBeUndefined();
    browser.setCookie(server.url, '__Host-waypost', cookie);
    expect((await browser.api(`${server.url}/api/loads`)).status).toBe(401);
  });

  it('also signs out at the identity provider if configured, without a token in the browser', async () => {
    const own = temporaryFolder();
    const other = await startServer(server.line, own.dir, { LOGIN_END_SESSION: 'true' });
    try {
      const browser = new TestBrowser();
      await browser.signIn(other.url, 'dispatcher');
      const { status, json, text } = await browser.api(`${other.url}/bff/logout`, { method: 'POST' });
      expect(status).toBe(200);
      expect(text).not.toMatch(/token|eyJ/);
      const url = new URL(String(json.end_session_url));
      expect(url.href.split('?')[0]).toBe(`${server.line.issuer}/sign-out`);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: server.line.client_id,
        logout_hint: expect.any(String),
        post_logout_redirect_uri: `${other.url}/signed-out`,
      });
      const asked = await browser.go(url.href);
      const left = await browser.submit(asked, { logout: 'yes' });
      expect(left.url).toMatch(new RegExp(`^${other.url}/signed-out`));
      // The provider no longer knows the browser: it asks for the password.
      expect((await browser.go(`${other.url}/bff/login`)).text).toContain('type="password"');
    } finally {
      await other.stop();
      own.remove();
    }
  });

  it('cannot be done by another site', async () => {
    const browser = await signedIn();
    const page = await browser.request(`${server.url}/bff/logout`, { method: 'POST' });
    expect(page.status).toBe(403);
    expect((await browser.api(`${server.url}/api/loads`)).status).toBe(200);
  });

  it("is possible for one's own other device, but not for another person's", async () => {
    const [laptop, phone, stranger] = [
      await signedIn('onboarding'),
      await signedIn('onboarding'),
      await signedIn('viewer'),
    ];
    const sessions = (await laptop.api(`${server.url}/bff/sessions`)).json.items as {
      session_id: string;
      current: boolean;
    }[];
    const other = sessions.filter((one) => !one.current);
    expect(other.length).toBeGreaterThanOrEqual(1);
    for (const { session_id } of other) {
      expect(
        (await stranger.api(`${server.url}/bff/sessions/${session_id}`, { method: 'DELETE' })).status,
      ).toBe(404);
      expect(
        (await laptop.api(`${server.url}/bff/sessions/${session_id}`, { method: 'DELETE' })).status,
      ).toBe(204);
    }
    expect((await phone.api(`${server.url}/api/loads`)).status).toBe(401);
    expect((await laptop.api(`${server.url}/api/loads`)).status).toBe(200);
  });
});
