/** The server over the real sandbox, as a browser and an attacker meet it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRACKING_HEALTH } from '@waypost/contract/loads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestBrowser } from './testing/browser.ts';
import {
  type SandboxLine,
  type StartedSandbox,
  sandbox,
  startServer,
  type TestServer,
  temporaryFolder,
} from './testing/server.ts';
import { id } from './testing/tracking.ts';

let started: StartedSandbox;
let line: SandboxLine;
let server: TestServer;
const folder = temporaryFolder();

const SHELL =
  '<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__"></head><body></body></html>';

beforeAll(async () => {
  mkdirSync(join(folder.dir, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder.dir, 'web', 'index.html'), SHELL);
  writeFileSync(join(folder.dir, 'web', 'assets', 'a.js'), 'export {};\n');
  started = await sandbox();
  line = started.line;
  server = await startServer(line, folder.dir);
});
afterAll(async () => {
  await server?.stop();
  started?.child.kill();
  folder.remove();
});

const signedIn = async (username = 'dispatcher') => {
  const browser = new TestBrowser();
  await browser.signIn(server.url, username);
  return browser;
};

describe('signing in', () => {
  it('ends on the page that was asked for, with a session and without any token in the browser', async () => {
    const browser = new TestBrowser();
    const page = await browser.signIn(server.url, 'dispatcher', '/?load=1');
    expect(page.url).toBe(`${server.url}/?load=1`);
    const session = await browser.api(`${server.url}/bff/session`);
    expect(session.json).toMatchObject({ signed_in: true, user: { roles: ['dispatcher'] } });
    expect(session.text).not.toMatch(/token/i);
  });

  it('gives a cookie with every flag and nothing but an opaque id', async () => {
    const browser = await signedIn();
    const set = browser.setCookies.find((one) => one.startsWith('__Host-waypost='));
    expect(set).toMatch(/^__Host-waypost=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  });

  it('binds the sign-in under way to the browser with a Lax cookie of at most ten minutes', async () => {
    const browser = new TestBrowser();
    await browser.request(`${server.url}/bff/login`);
    expect(browser.setCookies).toHaveLength(1);
    expect(browser.setCookies[0]).toMatch(
      /^__Host-waypost-login-[\w-]+=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });

  it('asks the provider by code with PKCE S256, state and nonce, and our own redirect address whatever Host says', async () => {
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

  /** Goes to the provider and stops before the callback is called. */
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

  it('answers the callback with 303, no-store and no-referrer', async () => {
    const browser = new TestBrowser();
    const page = await browser.request(await callbackOf(browser));
    expect(page.status).toBe(303);
    expect(page.headers.get('Location')).toBe('/');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('refuses a callback that is replayed', async () => {
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

  it('refuses a callback whose issuer is not ours', async () => {
    const browser = new TestBrowser();
    const callback = new URL(await callbackOf(browser));
    callback.searchParams.set('iss', 'https://evil.example');
    const page = await browser.request(callback.href);
    expect(page.headers.get('Location')).toBe('/sign-in?problem=failed');
  });

  it('makes a new session id each time, and the old one is dead', async () => {
    const browser = await signedIn();
    const first = browser.cookie(server.url, '__Host-waypost')?.value ?? '';
    await browser.go(`${server.url}/bff/login`);
    const second = browser.cookie(server.url, '__Host-waypost')?.value;
    expect(second).not.toBe(first);
    browser.setCookie(server.url, '__Host-waypost', first);
    expect((await browser.api(`${server.url}/api/loads`)).status).toBe(401);
  });

  it("works over the service's own authorization-code flow when no issuer is named", async () => {
    const own = temporaryFolder();
    const other = await startServer(line, own.dir, { LOGIN_ISSUER: undefined });
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

describe('signing out', () => {
  it('ends the session here, and its cookie', async () => {
    const browser = await signedIn();
    const cookie = browser.cookie(server.url, '__Host-waypost')?.value ?? '';
    expect((await browser.api(`${server.url}/bff/logout`, { method: 'POST' })).status).toBe(204);
    expect(browser.cookie(server.url, '__Host-waypost')).toBeUndefined();
    browser.setCookie(server.url, '__Host-waypost', cookie);
    expect((await browser.api(`${server.url}/api/loads`)).status).toBe(401);
  });

  it('cannot be done by another site', async () => {
    const browser = await signedIn();
    const page = await browser.request(`${server.url}/bff/logout`, { method: 'POST' });
    expect(page.status).toBe(403);
    expect((await browser.api(`${server.url}/api/loads`)).status).toBe(200);
  });

  it("of another device of one's own is possible, of somebody else's is not", async () => {
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

describe('a request that did not come from our page', () => {
  const forged: [string, Record<string, string>, number][] = [
    ['without the anti-forgery header', { 'X-CSRF': '' }, 403],
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['from a sister domain', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['with a foreign origin', { Origin: 'https://evil.example' }, 403],
    ['as a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['as plain text', { 'Content-Type': 'text/plain' }, 415],
  ];
  it.each(forged)('%s is refused', async (_, headers, status) => {
    const browser = await signedIn();
    const page = await browser.api(`${server.url}/api/loads`, {
      method: 'POST',
      body: { load_id: id(1) },
      headers,
    });
    expect(page.status).toBe(status);
    expect((await browser.api(`${server.url}/api/loads/${id(1)}`)).status).toBe(404);
  });

  it('cannot open the stream from another site', async () => {
    const browser = await signedIn();
    const page = await browser.request(`${server.url}/api/events`, {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(page.status).toBe(403);
  });

  it('is not allowed in by CORS', async () => {
    const page = await new TestBrowser().request(`${server.url}/api/loads`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect([...page.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('bad input', () => {
  const cases: [
    string,
    string,
    { method?: string; body?: unknown; headers?: Record<string, string> },
    number,
  ][] = [
    ['a malformed uuid in the path', '/api/loads/not-a-uuid', {}, 422],
    ['an unknown path', '/api/no/such/thing', {}, 404],
    ['a method that is not there', '/api/loads', { method: 'PATCH', body: {} }, 405],
    [
      'a body that is too large',
      '/api/loads',
      { method: 'POST', body: { load_ids: ['x'.repeat(300_000)] } },
      413,
    ],
    ['no ids', '/api/loads', { method: 'POST', body: { load_ids: [] } }, 422],
    ['an unknown field', '/api/loads', { method: 'POST', body: { load_id: id(1), extra: 1 } }, 422],
    ['a malformed id', '/api/loads', { method: 'POST', body: { load_ids: [id(1), 'nope'] } }, 422],
  ];
  it.each(cases)('%s gets a JSON error that says what to do', async (_, path, init, status) => {
    const browser = await signedIn();
    const page = await browser.api(server.url + path, init);
    expect(page.status).toBe(status);
    expect(page.json).toMatchObject({
      code: status,
      message: expect.any(String),
      reason: expect.any(String),
    });
    expect(page.json.request_id).toBe(page.headers.get('X-Request-Id'));
    if (status === 422)
      expect(page.json.detail).toContainEqual(
        expect.objectContaining({ path: expect.any(String), message: expect.any(String) }),
      );
    if (status === 405) expect(page.headers.get('Allow')).toBe('GET, POST');
  });

  it('malformed JSON is named as such', async () => {
    const browser = await signedIn();
    const page = await browser.request(`${server.url}/api/loads`, {
      method: 'POST',
      headers: { 'X-CSRF': '1', 'Content-Type': 'application/json' },
      body: '{"load_id":',
    });
    expect(page.status).toBe(400);
  });
});

describe('the watched loads', () => {
  it('start with those of the sandbox and show every health, each with its tracking fields at the top', async () => {
    const browser = await signedIn('viewer');
    await vi.waitFor(
      async () => {
        const items = (await browser.api(`${server.url}/api/loads`)).json.items as {
          tracking_health: string;
          read_at: string | null;
        }[];
        expect(items.filter((item) => item.read_at === null)).toEqual([]);
        expect(new Set(items.map((item) => item.tracking_health))).toEqual(new Set(TRACKING_HEALTH));
      },
      { timeout: 20_000, interval: 200 },
    );
    const [item] = (await browser.api(`${server.url}/api/loads`)).json.items as Record<string, unknown>[];
    for (const field of [
      'load_id',
      'load_ref',
      'tracking_health',
      'vehicle_assignment',
      'last_position',
      'stops',
    ])
      expect(item).toHaveProperty(field);
  });

  it('can be changed by a dispatcher and not by a viewer', async () => {
    const viewer = await signedIn('viewer');
    const refused = await viewer.api(`${server.url}/api/loads`, { method: 'POST', body: { load_id: id(7) } });
    expect(refused).toMatchObject({ status: 403, json: { reason: 'forbidden' } });

    const dispatcher = await signedIn('dispatcher');
    const added = await dispatcher.api(`${server.url}/api/loads`, {
      method: 'POST',
      body: { load_ids: [id(7), id(8)] },
    });
    expect(added).toMatchObject({ status: 201, json: { added: 2, already_watched: 0 } });
    const again = await dispatcher.api(`${server.url}/api/loads`, {
      method: 'POST',
      body: { load_id: id(7) },
    });
    expect(again).toMatchObject({ status: 200, json: { added: 0, already_watched: 1 } });
    for (const n of [7, 8])
      expect((await dispatcher.api(`${server.url}/api/loads/${id(n)}`, { method: 'DELETE' })).status).toBe(
        204,
      );
    expect((await dispatcher.api(`${server.url}/api/loads/${id(7)}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('say honestly when the service does not know one', async () => {
    const browser = await signedIn();
    await browser.api(`${server.url}/api/loads`, { method: 'POST', body: { load_id: id(9) } });
    await vi.waitFor(
      async () => {
        const { json } = await browser.api(`${server.url}/api/loads/${id(9)}`);
        expect(json).toMatchObject({ tracking_health: null, read_error: { status: 404, kind: 'not_found' } });
      },
      { timeout: 10_000, interval: 100 },
    );
    await browser.api(`${server.url}/api/loads/${id(9)}`, { method: 'DELETE' });
  });

  it("are read at once for a person who asks, with that person's own token", async () => {
    const browser = await signedIn();
    const [{ load_id }] = (await browser.api(`${server.url}/api/loads`)).json.items as [{ load_id: string }];
    const read = await browser.api(`${server.url}/api/loads/${load_id}/read`, { method: 'POST' });
    expect(read).toMatchObject({ status: 200, json: { load_id, raw: { load_id } } });
    const passed = await browser.api(`${server.url}/api/v2/visibility/loads/${load_id}/tracking`);
    expect(passed).toMatchObject({ status: 200, json: { load_id } });
    expect([...passed.headers.keys()]).not.toContain('www-authenticate');
  });

  it("tell a click the service's own error, not that the person is signed out", async () => {
    const browser = await signedIn();
    const page = await browser.api(`${server.url}/api/v2/visibility/loads/${id(404)}/tracking`);
    expect(page).toMatchObject({ status: 404, json: { reason: 'not_found', service_status: 404 } });
  });
});

describe('the page', () => {
  it('is the same public shell at every address, with a fresh nonce each time and a policy without inline script', async () => {
    const load = async (path: string) =>
      new TestBrowser().request(server.url + path, { headers: { Accept: 'text/html' } });
    const [one, two] = [await load('/'), await load('/monitors/anything')];
    const nonceOf = (text: string) => /content="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(one.status).toBe(200);
    expect(nonceOf(one.text)).not.toBe(nonceOf(two.text));
    const policy = one.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain(`'nonce-${nonceOf(one.text)}'`);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe/);
    expect(one.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(one.headers.get('Cache-Control')).toBe('no-store');
  });

  it('keeps its hashed files for good, and a missing one is missing', async () => {
    const browser = new TestBrowser();
    const file = await browser.request(`${server.url}/assets/a.js`);
    expect(file.headers.get('Cache-Control')).toContain('immutable');
    const missing = await browser.request(`${server.url}/assets/b.js`, { headers: { Accept: 'text/html' } });
    expect(missing.status).toBe(404);
  });
});

describe('for whoever runs it', () => {
  it('health is about the process, readiness about the store', async () => {
    const browser = new TestBrowser();
    expect((await browser.request(`${server.url}/healthz`)).status).toBe(200);
    expect((await browser.request(`${server.url}/readyz`)).status).toBe(200);
  });

  it('metrics are not public', async () => {
    expect((await new TestBrowser().request(`${server.url}/metrics`)).status).toBe(404);
  });

  it('the whole API is described', async () => {
    const { json } = await new TestBrowser().api(`${server.url}/api/openapi.json`);
    const paths = Object.keys(json.paths as object);
    expect(paths).toEqual(
      expect.arrayContaining(['/api/loads', '/api/loads/{load_id}', '/api/events', '/bff/session']),
    );
    expect(paths.some((path) => path.startsWith('/api/v2/'))).toBe(true);
  });

  it('the activity log tells administrators, and only them, who did what', async () => {
    const dispatcher = await signedIn('dispatcher');
    await dispatcher.api(`${server.url}/api/loads`, { method: 'POST', body: { load_id: id(77) } });
    await dispatcher.api(`${server.url}/api/loads/${id(77)}`, { method: 'DELETE' });
    expect((await dispatcher.api(`${server.url}/api/activity`)).status).toBe(403);
    const admin = await signedIn('admin');
    const items = (await admin.api(`${server.url}/api/activity?size=50`)).json.items as {
      action: string;
      target: string | null;
    }[];
    expect(items).toContainEqual(expect.objectContaining({ action: 'unwatch_load', target: id(77) }));
    expect(items).toContainEqual(expect.objectContaining({ action: 'sign_in' }));
  });
});
