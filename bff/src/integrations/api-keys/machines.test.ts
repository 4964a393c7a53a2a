/** Machine routes: what a key allows, what it does not, and which refusals are recorded. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { expectDescribed } from '../../testing/machine.ts';
import { useServer } from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';
import { WRONG_KEYS_PER_MINUTE } from './guard.ts';

const lines: string[] = [];
const log = pino(
  { level: 'debug' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
const stack = await useServer({ sandbox: { SANDBOX_LOADS: '12' }, env: { TRUSTED_PROXIES: '1' }, log });
let admin: TestBrowser;
const secrets: string[] = [];
/** Paths shared with browsers: requests with a key are handled as machine requests. */
const KEYED = /^\/api\/(loads|posted-loads|exceptions)(\/|$)/;

interface Made {
  readonly secret: string;
  readonly api_key: { readonly api_key_id: string };
}

async function makeKey(more: object = {}): Promise<Made> {
  const { status, json } = await admin.api(`${stack.url}/api/api-keys`, {
    method: 'POST',
    body: { name: 'TMS feed', rights: ['read', 'manage_loads'], expires_at: null, ...more },
  });
  expect(status).toBe(201);
  const made = json as unknown as Made;
  secrets.push(made.secret);
  return made;
}

/** Calls as a machine does: no cookie, no CSRF header. */
async function call(
  key: string | null,
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(stack.url + path, {
    method: init.method ?? 'GET',
    redirect: 'manual',
    headers: {
      ...address(),
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...init.headers,
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  const text = await answer.text();
  expectDescribed(init.method ?? 'GET', path, answer.status);
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: (text ? JSON.parse(text) : null) as Record<string, unknown>,
  };
}

const refusals = async () => {
  const { json } = await admin.api(`${stack.url}/api/activity?action=refuse_api_key&size=100`);
  return json.items as { name: string | null; target: string | null; detail: Record<string, string> }[];
};

beforeAll(async () => {
  admin = await stack.signedIn('admin');
  await vi.waitFor(() => expect(stack.server.services.board.size).toBe(12), { timeout: 10_000 });
});

// Each test starts with an address that has sent no wrong key yet.
let tests = 0;
beforeEach(() => {
  tests += 1;
});
/** A separate address for each test. */
const address = () => ({ 'X-Forwarded-For': `10.0.${tests}.1` });

describe('a machine with a valid key', () => {
  it('adds, reads, updates and removes loads, and the activity log names the key', async () => {
    const { secret, api_key } = await makeKey();
    const added = await call(secret, '/machine/v1/loads', {
      method: 'POST',
      body: { load_ids: [id(7), id(8)] },
    });
    expect(added).toMatchObject({
      status: 201,
      json: { added: 2, already_watched: 0, items: [{ load_id: id(7), outcome: 'added' }, {}] },
    });
    const again = await call(secret, '/machine/v1/loads', { method: 'POST', body: { load_id: id(7) } });
    expect(again).toMatchObject({ status: 200, json: { items: [{ outcome: 'already_watched' }] } });
    const updated = await call(secret, `/machine/v1/loads/${id(7)}`, {
      method: 'PATCH',
      body: { identifiers_sent: true },
    });
    expect(updated.json.identifiers_sent).toMatchObject({ sent: true, by_name: 'API key TMS feed' });
    expect((await call(secret, `/machine/v1/loads/${id(7)}`)).json).toMatchObject({ load_id: id(7) });
    for (const n of [7, 8])
      expect((await call(secret, `/machine/v1/loads/${id(n)}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(secret, `/machine/v1/loads/${id(7)}`)).status).toBe(404);
    const { json } = await admin.api(`${stack.url}/api/activity?action=unwatch_load`);
    expect(json.items).toContainEqual(
      expect.objectContaining({
        target: id(7),
        sub: `api-key/${api_key.api_key_id}`,
        name: 'API key TMS feed',
      }),
    );
    const list = (await admin.api(`${stack.url}/api/api-keys`)).json.items as { last_used_at: string }[];
    expect(list[0]?.last_used_at).toEqual(expect.any(String));
  });

  it('lists loads page by page, and by health, reference, text and change', async () => {
    const { secret } = await makeKey({ rights: ['read'] });
    await vi.waitFor(
      () => {
        const { board } = stack.server.services;
        expect(board.ids().filter((one) => board.get(one)?.item.load_ref == null)).toEqual([]);
      },
      { timeout: 20_000 },
    );
    const all: Record<string, unknown>[] = [];
    let cursor = '';
    do {
      const { json } = await call(secret, `/machine/v1/loads?size=5${cursor}`);
      all.push(...(json.items as Record<string, unknown>[]));
      cursor = json.next_page === null ? '' : `&cursor=${json.next_page}`;
    } while (cursor !== '');
    expect(new Set(all.map(({ load_id }) => load_id)).size).toBe(12);
    expect(all).toHaveLength(12);
    const [one] = all as [{ load_ref: string; tracking_health: string }];
    const find = async (query: string) =>
      (await call(secret, `/machine/v1/loads?${query}`)).json.items as { load_ref: string }[];
    expect(await find(`load_ref=${encodeURIComponent(one.load_ref)}`)).toMatchObject([
      { load_ref: one.load_ref },
    ]);
    expect((await find(`q=${one.load_ref.toLowerCase()}`)).length).toBeGreaterThan(0);
    expect(await find('health=no_such')).toEqual([]);
    const healths = await find(`health=${one.tracking_health}&health=other`);
    expect(healths.length).toBeGreaterThan(0);
    expect(await find('changed_after=1000000')).toEqual([]);
    expect(await find('fleet_id=00000000-0000-4000-8000-00000000ffff')).toEqual([]);
    expect((await call(secret, '/machine/v1/loads?size=0')).status).toBe(422);
    expect((await call(secret, '/machine/v1/loads?unknown=1')).status).toBe(422);
  });

  it('receives errors for wrong methods, bodies and paths in the standard format', async () => {
    const { secret } = await makeKey();
    const wrongMethod = await call(secret, '/machine/v1/loads', { method: 'PATCH', body: {} });
    expect(wrongMethod).toMatchObject({ status: 405, json: { reason: 'method_not_allowed' } });
    const wrongId = await call(secret, '/machine/v1/loads', { method: 'POST', body: { load_id: 'x' } });
    expect(wrongId).toMatchObject({ status: 422, json: { reason: 'invalid' } });
    expect((await call(secret, '/machine/v1/no/such')).status).toBe(404);
    const form = await fetch(`${stack.url}/machine/v1/loads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: new URLSearchParams({ load_id: id(1) }),
    });
    expect(form.status).toBe(415);
  });
});

describe('a machine without a valid key', () => {
  it.each([
    ['no key', null, {}],
    ['a key that was made up', `wpk_${'A'.repeat(43)}`, {}],
    ['a key without its prefix', 'A'.repeat(43), {}],
    ['a basic authorization', null, { Authorization: 'Basic dXNlcjpwYXNz' }],
    ['a bearer of 10,000 characters', 'x'.repeat(10_000), {}],
    ['the key in another header', null, { 'X-API-Key': `wpk_${'A'.repeat(43)}` }],
  ])('is refused: %s', async (_, key, headers) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      const answer = await call(key, `/machine/v1/loads${method === 'GET' ? '' : `/${id(1)}`}`, {
        method,
        headers,
      });
      expect(answer).toMatchObject({ status: 401, json: { reason: 'api_key_refused' } });
      expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    }
  });

  it('is refused with a revoked key from the moment of its revocation', async () => {
    const { secret, api_key } = await makeKey({ name: 'Old TMS' });
    expect((await call(secret, '/machine/v1/loads')).status).toBe(200);
    const revoke = `${stack.url}/api/api-keys/${api_key.api_key_id}/revoke`;
    expect(await admin.api(revoke, { method: 'POST' })).toMatchObject({ status: 200 });
    const refused = await call(secret, '/machine/v1/loads');
    expect(refused).toMatchObject({
      status: 401,
      json: { message: 'The API key Old TMS has been revoked' },
    });
    expect(await refusals()).toContainEqual(
      expect.objectContaining({
        name: 'API key Old TMS',
        target: api_key.api_key_id,
        detail: expect.objectContaining({ reason: 'revoked', path: '/machine/v1/loads' }),
      }),
    );
  });

  it('is refused with an expired key', async () => {
    const { secret, api_key } = await makeKey({ expires_at: '2099-01-01T00:00:00Z' });
    expect((await call(secret, '/machine/v1/loads')).status).toBe(200);
    const { db } = stack.server.services;
    await db.updateTable('api_key').set({ expires_at: 1 }).where('id', '=', api_key.api_key_id).execute();
    await stack.server.restart();
    expect(await call(secret, '/machine/v1/loads')).toMatchObject({
      status: 401,
      json: { message: 'The API key TMS feed has expired' },
    });
    expect((await refusals()).map(({ detail }) => detail.reason)).toContain('expired');
  });

  it('is refused what its key does not allow', async () => {
    const { secret } = await makeKey({ name: 'Report', rights: ['read'] });
    const attempts = [
      ['POST', '/machine/v1/loads', { load_id: id(9) }],
      ['PATCH', `/machine/v1/loads/${id(9)}`, { identifiers_sent: true }],
      ['DELETE', `/machine/v1/loads/${id(9)}`, undefined],
      ['POST', '/machine/v1/posted-loads', {}],
      ['PATCH', `/machine/v1/posted-loads/${id(1)}`, {}],
    ] as const;
    for (const [method, path, body] of attempts)
      expect(await call(secret, path, { method, body })).toMatchObject({
        status: 403,
        json: { reason: 'forbidden' },
      });
    expect(stack.server.services.board.has(id(9))).toBe(false);
    expect(await refusals()).toContainEqual(
      expect.objectContaining({
        name: 'API key Report',
        detail: expect.objectContaining({ reason: 'right_missing' }),
      }),
    );
  });

  it('is refused with the key in the URL, even with a valid one in the header, and told to revoke it', async () => {
    const { secret } = await makeKey();
    for (const path of [`/machine/v1/loads?api_key=${secret}`, `/machine/v1/loads/${secret}`])
      for (const key of [null, secret])
        expect(await call(key, path)).toMatchObject({
          status: 401,
          json: {
            message: "An API key can't be sent in the URL",
            detail: expect.stringContaining('revoke'),
          },
        });
    const [entry] = await refusals();
    expect(entry?.detail).toMatchObject({ reason: 'key_in_address' });
    expect(JSON.stringify(await refusals())).not.toContain(secret.slice(4, 12));
  });

  it('is rejected without a check after many wrong keys, while a machine with a recently accepted key is still served', async () => {
    const { secret } = await makeKey();
    const late = await makeKey({ name: 'Late' });
    expect((await call(secret, '/machine/v1/loads')).status).toBe(200);
    const statuses = [];
    for (let n = 0; n < WRONG_KEYS_PER_MINUTE + 5; n += 1)
      statuses.push((await call(`wpk_${String(n).padStart(43, 'x')}`, '/machine/v1/loads')).status);
    expect(statuses).toEqual([
      ...Array.from({ length: WRONG_KEYS_PER_MINUTE }, () => 401),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    const guess = await call(late.secret, '/machine/v1/loads');
    expect(guess.status).toBe(429);
    expect(Number(guess.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call(secret, '/machine/v1/loads')).status).toBe(200);
    // One entry for each reason, not one for each attempt.
    expect((await refusals()).filter(({ detail }) => detail.reason === 'wrong_key').length).toBeLessThan(6);
    expect((await refusals()).map(({ detail }) => detail.reason)).toContain('too_many_wrong_keys');
  });

  it('is held to the rate limit of its key', async () => {
    await stack.server.restart({ REQUESTS_PER_MINUTE: '60' });
    const { secret } = await makeKey();
    const answers = [];
    for (let n = 0; n < 62; n += 1) answers.push(await call(secret, '/machine/v1/loads'));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.at(-1)?.status).toBe(429);
    for (const [n, { headers }] of answers.entries()) {
      expect(headers.get('RateLimit-Policy')).toBe('"key";q=60;w=60');
      expect(headers.get('RateLimit')).toMatch(new RegExp(`^"key";r=${Math.max(0, 59 - n)};t=\\d+$`));
    }
    expect(new Set(answers.map(({ headers }) => headers.get('X-Request-Id'))).size).toBe(62);
    const other = await makeKey({ name: 'Other' });
    expect((await call(other.secret, '/machine/v1/loads')).status).toBe(200);
    await stack.server.restart({ REQUESTS_PER_MINUTE: '1200' });
  });
});

describe('keys and sessions', () => {
  it.each([
    ['no key', 'no_key', '/machine/v1/loads', () => null],
    ['a wrong key', 'wrong_key', '/machine/v1/loads', () => `wpk_${'C'.repeat(43)}`],
    ['a key in the address of a machine route', 'key_in_address', '/machine/v1/loads?api_key=', () => null],
    ['a good key at a route of people', 'route_of_people', '/api/sites', (good: string) => good],
    ['a wrong key at a route of people', 'route_of_people', '/api/contacts', () => `wpk_${'D'.repeat(43)}`],
    ['a good key at the sessions', 'route_of_people', '/bff/sessions', (good: string) => good],
    ['a good key at its own page', 'route_of_people', '/api/api-keys', (good: string) => good],
    ['a key in the address of a route of people', 'key_in_address', '/api/sites?api_key=', () => null],
    ['a key in the path of a route of people', 'key_in_address', '/api/sites/', () => null],
    ['an escaped key', 'key_in_address', '/machine/v1/loads/wpk%5F', () => null],
    ['a key escaped twice', 'key_in_address', '/api/sites/%2577pk_', () => null],
    ['a key with its prefix in capitals', 'key_in_address', '/machine/v1/loads?api_key=WPK_', () => null],
  ])('%s is refused, and in the log without a byte of the key', async (_, reason, path, keyOf) => {
    const { db } = stack.server.services;
    await db.deleteFrom('activity').where('action', '=', 'refuse_api_key').execute();
    const { secret, api_key } = await makeKey({ name: 'Strayed' });
    const key = keyOf(secret);
    const written = /pk(_|%5f)$/i.test(path) ? secret.slice(4) : secret;
    const address = reason === 'key_in_address' ? path + written : path;
    lines.length = 0;
    for (const more of [{ headers: { 'X-CSRF': '1' } }, {}]) {
      const answer = await call(key, address, more);
      expect([401, 403]).toContain(answer.status);
      expect(answer.text).not.toContain('Strayed');
    }
    const found = await refusals();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      target: key === secret ? api_key.api_key_id : null,
      detail: { reason, method: 'GET' },
    });
    expect(JSON.stringify([found, lines])).not.toContain(secret.slice(4, 12));
  });

  it("a key does not sign in, and is not accepted as a person's token", async () => {
    const { secret } = await makeKey();
    const cookie = { Cookie: `__Host-waypost=${secret}; waypost=${secret}`, 'X-CSRF': '1' };
    expect((await call(null, '/api/sites', { headers: cookie })).status).toBe(401);
    expect((await call(null, '/machine/v1/loads', { headers: cookie })).status).toBe(401);
    const body = { logout_token: secret };
    expect(
      (await call(secret, '/bff/backchannel-logout', { method: 'POST', body })).status,
    ).toBeGreaterThanOrEqual(400);
  });

  it('a key opens no browser route, with or without the CSRF header', async () => {
    const { secret } = await makeKey();
    const browserRoutes = Object.entries(
      (await admin.api(`${stack.url}/api/openapi.json`)).json.paths as object,
    );
    for (const [path, methods] of browserRoutes) {
      if (path === '/api/openapi.json' || KEYED.test(path)) continue;
      for (const method of Object.keys(methods as object)) {
        const filled = path.replace(/\{\w+\}/g, id(1));
        const headers = { 'X-CSRF': '1' };
        const answer = await call(secret, filled, { method: method.toUpperCase(), headers });
        // Routes below /bff/ respond without a session, but reveal nothing.
        if (path.startsWith('/api/')) expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
        expect(answer.text, path).not.toContain('"load_ref"');
        expect((await call(secret, filled, { method: method.toUpperCase() })).text).not.toContain(
          '"load_ref"',
        );
      }
    }
    expect((await call(secret, '/bff/session', { headers: { 'X-CSRF': '1' } })).json).toEqual({
      signed_in: false,
    });
    expect((await call(secret, '/api/sites', { headers: { 'X-CSRF': '1' } })).status).toBe(401);
  });

  it('a session opens no machine route, and its existence is not revealed', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await admin.api(`${stack.url}/machine/v1/loads`, {
        method,
        ...(method === 'POST' ? { body: { load_id: id(1) } } : {}),
      });
      expect(answer).toMatchObject({ status: 401, json: { reason: 'api_key_refused' } });
    }
  });

  it('a session with a key beside it still needs the CSRF header', async () => {
    const { secret } = await makeKey();
    const Authorization = `Bearer ${secret}`;
    const forged = await admin.api(`${stack.url}/api/contacts`, {
      method: 'POST',
      body: {},
      headers: { 'X-CSRF': '', Authorization },
    });
    expect(forged).toMatchObject({ status: 403, json: { reason: 'forgery' } });
    const foreign = await admin.api(`${stack.url}/api/sites`, {
      headers: { 'Sec-Fetch-Site': 'cross-site', Authorization },
    });
    expect(foreign.status).toBe(403);
  });

  it('a key opens the machine routes under the browser paths, and only those', async () => {
    const { secret } = await makeKey({ name: 'TMS' });
    const added = await call(secret, '/api/loads', { method: 'POST', body: { load_id: id(7) } });
    expect(added).toMatchObject({ status: 201, json: { items: [{ outcome: 'added' }] } });
    expect((await call(secret, '/API/loads?size=3')).json.items).toHaveLength(3);
    expect((await call(secret, `/api/loads/${id(7)}`)).json).not.toHaveProperty('raw');
    expect((await call(secret, `/api/loads/${id(7)}/read`, { method: 'POST' })).status).toBe(404);
    expect((await call(secret, '/api/loads', { method: 'PUT' })).status).toBe(405);
    expect((await call(secret, `/api/loads/${id(7)}`, { method: 'DELETE' })).status).toBe(204);
    const in_address = await call(secret, `/api/loads?key=${secret}`);
    expect(in_address).toMatchObject({ status: 401, json: { reason: 'api_key_refused' } });
    expect(await call(secret, '/api/nothing')).toMatchObject({ status: 403, json: { reason: 'forgery' } });
  });

  it.each([
    ['a wrong key', `Bearer wpk_${'B'.repeat(43)}`],
    ['no key behind Bearer', 'Bearer'],
    ['the word in small letters', 'bearer x'],
  ])('a session opens nothing beside %s', async (_, Authorization) => {
    const { size } = stack.server.services.board;
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const path of ['/api/loads', `/api/loads/${id(1)}`, '/api/exceptions']) {
        const headers = { ...address(), Authorization };
        const answer = await admin.api(stack.url + path, { method, headers });
        expect(answer, `${method} ${path}`).toMatchObject({
          status: 401,
          json: { reason: 'api_key_refused' },
        });
        expect(answer.json).not.toHaveProperty('items');
      }
    expect(stack.server.services.board.size).toBe(size);
  });

  it('a session beside a valid key is ignored: the key acts, with its own rights', async () => {
    const { secret } = await makeKey({ name: 'Reader', rights: ['read'] });
    const headers = { ...address(), Authorization: `Bearer ${secret}` };
    const body = { load_id: id(7) };
    expect(await admin.api(`${stack.url}/api/loads`, { method: 'POST', body, headers })).toMatchObject({
      status: 403,
      json: { reason: 'forbidden', message: 'API key Reader does not allow this' },
    });
  });

  it('without the header, or with another authorization scheme, browsers keep their routes and rules', async () => {
    const loads = `${stack.url}/api/loads`;
    const basic = { Authorization: 'Basic dXNlcjpwYXNz' };
    for (const headers of [{}, basic]) {
      const { status, json } = await admin.api(loads, { headers });
      expect([status, json]).toMatchObject([200, { items: expect.any(Array) }]);
      const body = { load_id: id(5) };
      const forged = { ...headers, 'X-CSRF': '' };
      expect(await admin.api(loads, { method: 'POST', body, headers: forged })).toMatchObject({
        status: 403,
        json: { reason: 'forgery' },
      });
    }
  });

  it("alternative spellings of a route's path are not accepted", async () => {
    const { secret } = await makeKey();
    for (const path of [
      '/machine/../api/board/loads',
      '/api//loads',
      '/api/%6Coads',
      '/api/loads-of-others',
      '/machine//v1/loads',
      '/machines/v1/loads',
    ])
      expect((await call(secret, path)).text, path).not.toContain('"load_ref"');
  });

  it('other sites cannot call with a key: CORS is not allowed', async () => {
    const answer = await call(null, '/machine/v1/loads', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('only administrators see, create and revoke keys', async () => {
    const { api_key } = await makeKey();
    for (const role of ['viewer', 'dispatcher', 'onboarding']) {
      const browser = await stack.signedIn(role);
      const body = { name: 'x', rights: ['read'], expires_at: null };
      expect((await browser.api(`${stack.url}/api/api-keys`)).status).toBe(403);
      expect((await browser.api(`${stack.url}/api/api-keys`, { method: 'POST', body })).status).toBe(403);
      const revoke = `${stack.url}/api/api-keys/${api_key.api_key_id}/revoke`;
      expect((await browser.api(revoke, { method: 'POST' })).status).toBe(403);
    }
  });

  it('each route of the description for machines requires a key, and the other description has none of them', async () => {
    const description = async (path: string) =>
      (await call(null, path)).json.paths as Record<string, Record<string, { security?: object[] }>>;
    const paths = await description('/machine/openapi.json');
    expect(Object.keys(paths).every((path) => path.startsWith('/machine/v1/'))).toBe(true);
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { security }] of Object.entries(methods)) {
        expect(security).toEqual([{ api_key: [] }]);
        const answer = await call(null, path.replace(/\{\w+\}/g, id(1)), { method: method.toUpperCase() });
        expect(answer.status, `${method} ${path}`).toBe(401);
      }
    expect(Object.keys(await description('/api/openapi.json')).filter((path) => path in paths)).toEqual([]);
  });

  it("an Idempotency-Key is any text of its key's own, up to 255 characters", async () => {
    const { secret } = await makeKey();
    const other = await makeKey({ name: 'Other TMS' });
    const stops = [
      { latitude: 35.2, longitude: -101.8 },
      { latitude: 39.7, longitude: -105 },
    ];
    const send = async (key: string, header: string, load_ref: string) => {
      const headers = { 'Idempotency-Key': header };
      return call(key, '/machine/v1/posted-loads', { method: 'POST', body: { load_ref, stops }, headers });
    };
    const posted = [];
    for (const header of ['order 1', 'Order 1', 'x'.repeat(255), '"quoted"', '%00', '../..']) {
      const load_ref = `IK-${posted.length}`;
      const first = await send(secret, header, load_ref);
      expect([header, first.status]).toEqual([header, 201]);
      expect((await send(secret, header, load_ref)).json).toEqual(first.json);
      posted.push((first.json.intent as { id: string }).id);
    }
    expect(new Set(posted).size).toBe(posted.length);
    const theirs = await send(other.secret, 'order 1', 'IK-theirs');
    expect([theirs.status, posted.includes((theirs.json.intent as { id: string }).id)]).toEqual([201, false]);
    expect(await send(secret, 'order 1', 'IK-other')).toMatchObject({ status: 409 });
    for (const header of ['', 'x'.repeat(256)])
      expect(await send(secret, header, 'IK-wrong')).toMatchObject({
        status: 422,
        json: { detail: [{ path: 'header.Idempotency-Key' }] },
      });
  });
});

afterAll(() => {
  expect(secrets.length).toBeGreaterThan(5);
  const files = readdirSync(stack.folder).filter((name) => name.startsWith('test.db'));
  expect(files).toContain('test.db');
  const bytes = [
    ...files.map((name) => readFileSync(join(stack.folder, name)).toString('latin1')),
    lines.join(''),
  ].join('\n');
  expect(lines.join('')).toContain('/machine/v1/loads');
  const leaked = secrets.filter((secret) => bytes.includes(secret.slice(4, 20)));
  expect(leaked, 'keys in the log or the database').toEqual([]);
});
