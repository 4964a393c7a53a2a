/** Rules 9 and 14: request checks, and which requests count as a person's activity. */
import express from 'express';
import { pino } from 'pino';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../testing/tracking.ts';
import type { CurrentSession } from './current.ts';
import { antiForgery, canonicalHost, jsonOnly, needsRight, needsSession, proxyCount } from './guards.ts';
import { errorHandler } from './problems.ts';
import { requestLimits } from './rate-limits.ts';

const session = { id_hash: 'h', sub: 'ann', name: 'Ann', roles: ['viewer'] } as unknown as CurrentSession;

function app() {
  const asked: boolean[] = [];
  const sessions = {
    find: async (id: string, active: boolean) => {
      asked.push(active);
      return id === 'good' ? session : null;
    },
    endReason: () => null,
  };
  const app = express();
  app.use(
    '/api',
    antiForgery(new URL('https://waypost.example'), (one) => one.path !== '/events'),
    jsonOnly,
  );
  const limits = requestLimits({ sessions, requestsPerMinute: 100, requestsAtOnce: 100 });
  app.use('/api', limits.ofSession, needsSession(sessions));
  app.all('/api/admin', needsRight('administer'), (_request, response) => void response.json({}));
  app.all('/api/{*any}', (_request, response) => void response.json({}));
  app.use(errorHandler(silentLog));
  return { client: supertest(app), asked };
}
const COOKIE = { Cookie: '__Host-waypost=good' };
const OURS = { ...COOKIE, 'X-CSRF': '1' };

describe('a forged request', () => {
  it.each([
    ['without the header', {}],
    ['with the header of another value', { 'X-CSRF': '2' }],
    ['of another site', { 'X-CSRF': '1', 'Sec-Fetch-Site': 'cross-site' }],
    ['of a sister domain', { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-site' }],
    ['typed into the address bar', { 'X-CSRF': '1', 'Sec-Fetch-Site': 'none' }],
    ['of another origin', { 'X-CSRF': '1', Origin: 'https://evil.example' }],
    ['of a sandboxed frame', { 'X-CSRF': '1', Origin: 'null' }],
    ['of the same host over plain http', { 'X-CSRF': '1', Origin: 'http://waypost.example' }],
    ['of the same host at another port', { 'X-CSRF': '1', Origin: 'https://waypost.example:8443' }],
  ])('%s is refused, reading or changing', async (_, headers) => {
    const { client, asked } = app();
    for (const method of ['get', 'post', 'delete'] as const)
      expect((await client[method]('/api/loads').set({ ...COOKIE, ...headers })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('from our own page is accepted', async () => {
    const own = { ...OURS, Origin: 'https://waypost.example', 'Sec-Fetch-Site': 'same-origin' };
    await app().client.get('/api/loads').set(own).expect(200);
  });

  it('for the stream, which cannot carry the header, must still come from our own page', async () => {
    await app().client.get('/api/events').set(COOKIE).expect(200);
    await app()
      .client.get('/api/events')
      .set({ ...COOKIE, 'Sec-Fetch-Site': 'cross-site' })
      .expect(403);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('with a body that a form can send (%s) is refused', async (type) => {
    await app()
      .client.post('/api/loads')
      .set({ ...OURS, 'Content-Type': type })
      .send('{"a":1}')
      .expect(415);
  });
});

describe('a page requested on another host', () => {
  const moving = (trusted = 0) => {
    const one = express();
    one.set('trust proxy', trusted);
    one.use(canonicalHost(new URL('https://waypost.example'), silentLog));
    one.use((_request, response) => void response.send('page'));
    return supertest(one);
  };
  const PAGE = { Accept: 'text/html,*/*;q=0.8' };

  it.each([
    ['board.old.example', '/?load=1', 'https://waypost.example/?load=1'],
    ['10.0.0.7:8080', '/share#x', 'https://waypost.example/share'],
    ['waypost.example.evil.example', '/loads/new', 'https://waypost.example/loads/new'],
    ['evil.example', '//evil.example/x', 'https://waypost.example//evil.example/x'],
    [
      'evil.example',
      '/?return_to=https://evil.example',
      'https://waypost.example/?return_to=https://evil.example',
    ],
  ])('(%s) is redirected to PUBLIC_URL, never to that host', async (host, path, target) => {
    const answer = await moving()
      .get(path)
      .set({ ...PAGE, Host: host });
    expect([answer.status, answer.headers.location]).toEqual([302, target]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['on PUBLIC_URL', { Host: 'waypost.example' }, 0],
    ['on PUBLIC_URL with its port', { Host: 'waypost.example:443' }, 0],
    [
      'on PUBLIC_URL as a trusted proxy says',
      { Host: 'backend:8080', 'X-Forwarded-Host': 'waypost.example' },
      1,
    ],
  ])('is served %s', async (_, headers, trusted) => {
    await moving(trusted)
      .get('/')
      .set({ ...PAGE, ...headers })
      .expect(200);
  });

  it('is not redirected in a loop when a proxy replaces the host', async () => {
    const first = await moving()
      .get('/')
      .set({ ...PAGE, Host: 'backend:8080' })
      .expect(302);
    const cookie = (first.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
    await moving()
      .get('/')
      .set({ ...PAGE, Host: 'backend:8080', Cookie: cookie })
      .expect(200);
  });

  it('stays when it is no navigation: a change, or a request of a script', async () => {
    await moving()
      .post('/')
      .set({ ...PAGE, Host: 'other' })
      .expect(200);
    await moving().get('/').set({ Accept: 'application/json', Host: 'other' }).expect(200);
  });
});

describe('the number of trusted proxies', () => {
  /** Warnings after requests with these X-Forwarded-For headers. */
  async function warnings(trusted: number, headers: readonly string[]) {
    const lines: string[] = [];
    const one = express();
    one.use(proxyCount(trusted, pino({}, { write: (line: string) => void lines.push(line) })));
    one.use((_request, response) => void response.send('page'));
    const client = supertest(one);
    for (const header of headers)
      await client.get('/').set(header === '' ? {} : { 'X-Forwarded-For': header });
    return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  }
  const repeated = (header: string) => Array.from({ length: 25 }, () => header);

  it.each([
    [1, '203.0.113.5, 10.0.0.1', 2],
    [0, '203.0.113.5', 1],
    [2, '203.0.113.5', 1],
    [1, '', 0],
  ])('%i is warned of once when requests arrive through others', async (trusted, header, seen) => {
    const found = await warnings(trusted, repeated(header));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`TRUSTED_PROXIES is ${trusted},.* set TRUSTED_PROXIES=${seen};`));
  });

  it('is not doubted for single requests with forged headers', async () => {
    expect(await warnings(1, repeated('203.0.113.5'))).toEqual([]);
    expect(
      await warnings(
        1,
        repeated('a').flatMap((one) => [one, 'forged, 203.0.113.5']),
      ),
    ).toEqual([]);
  });
});

describe('a session', () => {
  it("is extended by a person's activity, not by polling (X-Background) or the stream", async () => {
    const { client, asked } = app();
    await client.get('/api/loads').set(OURS).expect(200);
    await client
      .get('/api/loads')
      .set({ ...OURS, 'X-Background': '1' })
      .expect(200);
    await client.get('/api/events').set(OURS).expect(200);
    expect(asked).toEqual([true, false, false]);
  });

  it.each([
    ['no cookie', {}],
    ['an empty cookie', { Cookie: '__Host-waypost=' }],
    ['a made-up cookie', { Cookie: '__Host-waypost=guess' }],
    ['the right value under another name', { Cookie: 'waypost=good; X__Host-waypost=good' }],
  ])('is not found by %s: 401, never a redirect', async (_, headers) => {
    const answer = await app()
      .client.get('/api/loads')
      .set({ 'X-CSRF': '1', ...headers })
      .expect(401);
    expect(answer.body).toMatchObject({ reason: 'signed_out' });
    expect(answer.headers.location).toBeUndefined();
  });

  it('without the right is rejected by the server, whatever the page shows', async () => {
    await app().client.get('/api/admin').set(OURS).expect(403);
  });
});
