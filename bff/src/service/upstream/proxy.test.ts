/** Rules 18 to 20: what is sent to the service, what returns, and what an error means to a person. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import type { TestSandbox, TestServer } from '../../testing/server.ts';
import { sandbox, startServer, temporaryFolder } from '../../testing/server.ts';
import { id, tracking } from '../../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';

const folder = temporaryFolder();
let provider: TestSandbox;
let upstream: Upstream;
let server: TestServer;
let browser: TestBrowser;
/** People sign in at the real provider; the service is a stub that records requests. */
beforeAll(async () => {
  [provider, upstream] = await Promise.all([sandbox(), startUpstream({ isOnlyForwarded: true })]);
  server = await startServer(provider.line, folder.dir, { SERVICE_BASE_URL: upstream.url });
  browser = new TestBrowser();
  await browser.signIn(server.url, 'dispatcher');
});
afterAll(async () => {
  await server?.stop();
  upstream?.stop();
  await provider?.stop();
  folder.remove();
});
afterEach(() => {
  upstream.answer();
  upstream.received.splice(0);
});

const path = (n: number | string) => `/v2/visibility/loads/${typeof n === 'number' ? id(n) : n}/tracking`;
const through = (n: number | string, init: Parameters<TestBrowser['api']>[1] = {}) =>
  browser.api(`${server.url}/api${path(n)}`, init);
const last = () => upstream.received.at(-1);

describe('on the way to the service', () => {
  it('forwards neither the session cookie (GHSA-vvg7-p7jw-8qr3) nor anything else of the browser', async () => {
    const page = await through(1, {
      headers: {
        Authorization: 'Bearer of-the-attacker',
        Forwarded: 'for=1.2.3.4;host=evil.example',
        'X-Forwarded-For': '1.2.3.4',
        'X-Forwarded-Host': 'evil.example',
        'X-Real-IP': '1.2.3.4',
        'X-Original-URL': '/v2/admin',
        'X-HTTP-Method-Override': 'DELETE',
        TE: 'trailers',
        'Proxy-Authorization': 'Basic eDp5',
        'User-Agent': 'a browser',
      },
    });
    expect(page.status).toBe(200);
    const headers = last()?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual(['accept', 'authorization', 'connection', 'host']);
    expect(headers.host).toBe(new URL(upstream.url).host);
    expect(headers.authorization).toMatch(/^Bearer [\w.-]{20,}$/);
    expect(headers.authorization).not.toContain('of-the-attacker');
  });

  it.each([
    ['another path', '/v2/admin'],
    ['the service as a whole', '/v2/'],
    ['a path that climbs', `/v2/visibility/loads/${id(1)}/../../../admin`],
    ['an encoded path that climbs', `/v2/visibility/loads/..%2f..%2fadmin/tracking`],
    ['a path that is no uuid', '/v2/visibility/loads/1/tracking'],
    ['a uuid with more behind it', `/v2/visibility/loads/${id(1)}%2f..%2fx/tracking`],
    ['a uuid with a line break', `/v2/visibility/loads/${id(1)}%0d%0aX:1/tracking`],
    ['a parameter that nobody described', `${path(1)}?next=http://evil.example`],
    ['a whole address', '/http://evil.example/'],
    ['a sandbox control route', '/_sandbox/tokens'],
  ])('%s leads nowhere: no request leaves', async (_, wanted) => {
    const page = await browser.api(`${server.url}/api${wanted}`);
    expect([404, 422]).toContain(page.status);
    expect(upstream.received).toEqual([]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'rejects the method %s, which the route does not have',
    async (method) => {
      expect((await through(1, { method })).status).toBe(405);
      expect(upstream.received).toEqual([]);
    },
  );

  it('follows no redirect with a token', async () => {
    const thief = await startUpstream();
    upstream.answer((response) => response.writeHead(307, { location: `${thief.url}/steal` }).end());
    const page = await through(1);
    expect(page).toMatchObject({ status: 502, json: { reason: 'service_unexpected' } });
    expect(page.headers.get('Location')).toBeNull();
    expect(thief.received).toEqual([]);
    thief.stop();
  });

  it('rejects requests without a session', async () => {
    expect((await new TestBrowser().api(`${server.url}/api${path(1)}`)).status).toBe(401);
    expect(upstream.received).toEqual([]);
  });
});

describe('on the way back', () => {
  it('passes only described headers and body: no cookie, challenge, CORS or server name of the service', async () => {
    const hostile = {
      'set-cookie': '__Host-waypost=attacker; Path=/; Secure; HttpOnly',
      'www-authenticate': 'Basic realm="give me your password"',
      'access-control-allow-origin': '*',
      'content-security-policy': 'default-src *',
      'clear-site-data': '"*"',
      refresh: '0;url=https://evil.example',
      link: '<https://evil.example/x.css>; rel=preload',
      server: 'service/1.2.3',
      'x-internal': 'host-17',
    };
    const plain = await through(1);
    upstream.answer((response, { url }) => {
      const load = Number(/-0*(\d+)\/tracking$/.exec(url)?.[1]);
      json(response, 200, { ...plain.json, load_id: id(load), access_token: 'kept' }, hostile);
    });
    const page = await through(1);
    expect(page.status).toBe(200);
    const names = (one: { headers: Headers }) => [...one.headers.keys()].sort();
    expect(names(page)).toEqual(names(plain));
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(page.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('concurrent reads of the same data (rule 22)', () => {
  /** Holds every response of the service back until released. */
  const held = () => {
    const waiting: (() => void)[] = [];
    upstream.answer((response, { url }) => {
      const load = Number(/-0*(\d+)\/tracking$/.exec(url)?.[1]);
      waiting.push(() => json(response, 200, tracking({ load })));
    });
    const releaseProcessLock = () => {
      for (const answer of waiting.splice(0)) answer();
    };
    return { waiting, releaseProcessLock };
  };

  it('are one call, and each browser gets the response', async () => {
    const { waiting, releaseProcessLock } = held();
    const reads = [through(1), through(1), through(1), through(2)];
    // The last one to arrive reads another load: when both are held, all four have arrived.
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    releaseProcessLock();
    const answers = await Promise.all(reads);
    expect(answers.map(({ status, json: body }) => [status, (body as { load_id: string }).load_id])).toEqual([
      [200, id(1)],
      [200, id(1)],
      [200, id(1)],
      [200, id(2)],
    ]);
    expect(upstream.received).toHaveLength(2);
  });

  it('end with their response: a later read fetches the state of then', async () => {
    await through(1);
    await through(1);
    expect(upstream.received).toHaveLength(2);
  });

  it('continue when one browser disconnects', async () => {
    const { waiting, releaseProcessLock } = held();
    const gone = new AbortController();
    const left = through(1, { signal: gone.signal }).catch(() => 'left');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const stays = through(1);
    // A read of another load sent after it: once that is held, the earlier one has joined.
    const mark = through(2);
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    gone.abort();
    expect(await left).toBe('left');
    releaseProcessLock();
    expect((await stays).status).toBe(200);
    await mark;
    expect(upstream.received).toHaveLength(2);
  });
});

describe("the service's errors keep their meaning", () => {
  const session = async () => (await browser.api(`${server.url}/bff/session`)).json.signed_in;

  it('422: the detail reaches the field', async () => {
    const detail = [{ path: 'path.load_id', input: 'x', message: 'not yours', error_type: 'value_error' }];
    upstream.answer((response) =>
      json(response, 422, { code: 422, message: 'Invalid Request Body', detail }),
    );
    expect(await through(1)).toMatchObject({
      status: 422,
      json: { reason: 'service_error', service_status: 422, detail },
    });
  });

  it('401 once: a new token is fetched and the person gets the response', async () => {
    const seen: (string | undefined)[] = [];
    upstream.answer((response, { headers }) => {
      seen.push(headers.authorization);
      if (seen.length === 1) json(response, 401, { code: 401, message: 'Unauthorized', detail: null });
      else json(response, 404, { code: 404, message: 'Not Found', detail: 'gone' });
    });
    expect(await through(1)).toMatchObject({ status: 404, json: { detail: 'gone' } });
    expect(seen).toHaveLength(2);
    expect(seen[0]).not.toBe(seen[1]);
  });

  it('permanent 401: retried once, reported as a connection problem, never as "you are signed out"', async () => {
    upstream.answer((response) =>
      json(
        response,
        401,
        { code: 401, message: 'Unauthorized', detail: null },
        { 'www-authenticate': 'Bearer' },
      ),
    );
    const page = await through(1);
    expect(page).toMatchObject({
      status: 502,
      json: { reason: 'service_unauthorized', service_status: 401 },
    });
    expect(page.headers.get('WWW-Authenticate')).toBeNull();
    expect(upstream.received).toHaveLength(2);
    expect(await session()).toBe(true);
  });

  it.each([
    [400, 400, 'service_error'],
    [403, 403, 'service_error'],
    [404, 404, 'not_found'],
    [409, 409, 'service_error'],
    [500, 502, 'service_error'],
    [501, 404, 'not_found'],
  ])('%i becomes %i and says that it was the service', async (status, translated, reason) => {
    upstream.answer((response) => json(response, status, { code: status, message: 'x', detail: null }));
    expect(await through(1)).toMatchObject({ status: translated, json: { reason, service_status: status } });
    expect(await session()).toBe(true);
  });

  it('a broken connection means unreachable, not signed out', async () => {
    upstream.answer((response) => response.destroy());
    expect(await through(1)).toMatchObject({ status: 503, json: { reason: 'service_unreachable' } });
    expect(await session()).toBe(true);
  });

  it('429: has the countdown, also when detail is null, and makes no call during it', async () => {
    upstream.answer((response) =>
      json(response, 429, { code: 429, message: 'Too Many Requests', detail: null }, { 'retry-after': '2' }),
    );
    const first = await through(1);
    const seconds = Number(first.headers.get('Retry-After'));
    // Rounded up from the remaining wait: less when the machine stalls.
    expect([1, 2, 3]).toContain(seconds);
    expect(first).toMatchObject({
      status: 429,
      json: { reason: 'service_paused', detail: { retry_after_seconds: seconds } },
    });
    upstream.answer();
    expect((await through(2)).status).toBe(429);
    expect(upstream.received).toHaveLength(1);
    await vi.waitFor(async () => expect((await through(2)).status).toBe(200), {
      timeout: 5_000,
      interval: 100,
    });
  });
});
