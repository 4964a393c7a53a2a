/** Our API and the page with the real sandbox: refusals, responses and error messages. */
import { TRACKING_HEALTH } from '@waypost/contract/loads';
import { describe, expect, it, vi } from 'vitest';
import { TestBrowser } from './testing/browser.ts';
import { useServer } from './testing/server.ts';
import { id } from './testing/tracking.ts';

const server = await useServer();
const { signedIn } = server;

describe('a request from another site', () => {
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

  it('cannot open the event stream', async () => {
    const browser = await signedIn();
    const page = await browser.request(`${server.url}/api/events`, {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(page.status).toBe(403);
  });

  it('is not allowed by CORS', async () => {
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

  it('malformed JSON is reported as such', async () => {
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
  it('start with those of the sandbox and include every health, each with its tracking fields at the top level', async () => {
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

  it('can be changed by a dispatcher, but not by a viewer', async () => {
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

  it('show when the service does not know one', async () => {
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

  it("are read immediately for a person who requests it, with that person's own token", async () => {
    const browser = await signedIn();
    const [{ load_id }] = (await browser.api(`${server.url}/api/loads`)).json.items as [{ load_id: string }];
    const read = await browser.api(`${server.url}/api/loads/${load_id}/read`, { method: 'POST' });
    expect(read).toMatchObject({ status: 200, json: { load_id } });
    const raw = await browser.api(`${server.url}/api/loads/${load_id}/raw`);
    expect(raw).toMatchObject({ status: 200, json: { raw: { load_id } } });
    const passed = await browser.api(`${server.url}/api/v2/visibility/loads/${load_id}/tracking`);
    expect(passed).toMatchObject({ status: 200, json: { load_id } });
    expect([...passed.headers.keys()]).not.toContain('www-authenticate');
  });

  it("respond to a click with the service's own error, not by signing the person out", async () => {
    const browser = await signedIn();
    const page = await browser.api(`${server.url}/api/v2/visibility/loads/${id(404)}/tracking`);
    expect(page).toMatchObject({ status: 404, json: { reason: 'not_found', service_status: 404 } });
  });
});

describe('the page', () => {
  it('is the same public HTML at every path, with a new nonce each time and a policy without inline scripts', async () => {
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

  it('redirects from the other host name of this machine to the registered one', async () => {
    const there = server.url.replace('localhost', '127.0.0.1');
    const page = await new TestBrowser().request(`${there}/?load=1`, { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('Location')]).toEqual([302, `${server.url}/?load=1`]);
    const twisted = await new TestBrowser().request(`${there}//evil.example/`, {
      headers: { Accept: 'text/html' },
    });
    expect(new URL(twisted.headers.get('Location') ?? '').origin).toBe(server.url);
  });

  it('has hashed files that are cached forever, and a missing one is not found', async () => {
    const browser = new TestBrowser();
    const file = await browser.request(`${server.url}/assets/a.js`);
    expect(file.headers.get('Cache-Control')).toContain('immutable');
    const missing = await browser.request(`${server.url}/assets/b.js`, { headers: { Accept: 'text/html' } });
    expect(missing.status).toBe(404);
  });
});

describe('for operators', () => {
  it('health reflects the process, readiness reflects the store', async () => {
    const browser = new TestBrowser();
    expect((await browser.request(`${server.url}/healthz`)).status).toBe(200);
    expect((await browser.request(`${server.url}/readyz`)).status).toBe(200);
  });

  it('metrics are not public', async () => {
    expect((await new TestBrowser().request(`${server.url}/metrics`)).status).toBe(404);
  });

  it('the whole API is documented', async () => {
    const { json } = await new TestBrowser().api(`${server.url}/api/openapi.json`);
    const paths = Object.keys(json.paths as object);
    expect(paths).toEqual(
      expect.arrayContaining(['/api/loads', '/api/loads/{load_id}', '/api/events', '/bff/session']),
    );
    expect(paths.some((path) => path.startsWith('/api/v2/'))).toBe(true);
  });

  it('a person records whether identifiers were sent with a load, and all see it', async () => {
    const dispatcher = await signedIn('dispatcher');
    const load = `${server.url}/api/loads/${id(78)}`;
    const say = () => dispatcher.api(`${load}/identifiers`, { method: 'POST', body: { sent: true } });
    expect((await say()).status).toBe(404);
    await dispatcher.api(`${server.url}/api/loads`, { method: 'POST', body: { load_id: id(78) } });
    expect((await say()).json.identifiers_sent).toMatchObject({ sent: true, by_name: expect.any(String) });
    const admin = await signedIn('admin');
    expect((await admin.api(load)).json.identifiers_sent).toMatchObject({ sent: true });
    const items = (await admin.api(`${server.url}/api/activity?size=50`)).json.items;
    expect(items).toContainEqual(expect.objectContaining({ action: 'say_identifiers', target: id(78) }));
  });

  it("a person keeps the carrier's number with a load, all see it, and the log does not have it", async () => {
    const dispatcher = await signedIn('dispatcher');
    const load = `${server.url}/api/loads/${id(79)}`;
    const set = (phone: string) =>
      dispatcher.api(`${load}/carrier-phone`, { method: 'PUT', body: { phone } });
    expect((await set('+1 806 555 0142')).status).toBe(404);
    await dispatcher.api(`${server.url}/api/loads`, { method: 'POST', body: { load_id: id(79) } });
    expect((await set('none')).status).toBe(422);
    expect((await set('+1 806 555 0142')).status).toBe(200);
    const admin = await signedIn('admin');
    expect((await admin.api(load)).json.carrier_phone).toMatchObject({ phone: '+1 806 555 0142' });
    const log = JSON.stringify((await admin.api(`${server.url}/api/activity?size=50`)).json);
    expect(log).toContain('set_carrier_phone');
    expect(log).not.toContain('806 555');
  });

  it('the activity log is available to administrators only', async () => {
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
