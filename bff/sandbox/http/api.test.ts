import { errorBodies } from '@waypost/contract/errors';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personTokens, startSandbox, TWO_STOPS } from '../testing.ts';
import { useSandbox } from '../use-sandbox.ts';

const sandbox = useSandbox({ rate_limit: 10_000 }, { shared: true });
let load_id: string;
beforeAll(async () => {
  load_id = sandbox.world.loads.all[0]?.load_id ?? '';
});
beforeEach(() => sandbox.clock.advance(1000));

const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(sandbox.info.base_url + path, {
    ...init,
    headers: { authorization: `Bearer ${sandbox.token}`, ...init.headers },
  });
const json = (method: string, path: string, body: unknown) =>
  call(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const tracking = () => `/v2/visibility/loads/${load_id}/tracking`;
const POST = '/v2/visibility/loads';
const stops = TWO_STOPS;

async function problem(response: Response, status: keyof typeof errorBodies) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const body: unknown = await response.json();
  errorBodies[status].parse(body);
  expect(Object.keys(body as object).sort()).toEqual(
    status === 500 ? ['message'] : ['code', 'detail', 'message'],
  );
  return body as { detail: unknown };
}

describe('every response', () => {
  it("has a request id of its own and the service's date", async () => {
    const [one, other] = [await call(tracking()), await call('/v2/nothing')];
    expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'));
    expect(Date.parse(one.headers.get('date') ?? '')).toBe(Math.floor(sandbox.clock.now() / 1000) * 1000);
    expect(one.headers.get('cache-control')).toBe('no-store');
  });
});

describe('401 and 403', () => {
  it('returns 401 before it reveals what exists', async () => {
    await problem(await fetch(`${sandbox.info.base_url}/v2/orgs/usage`), 401);
  });

  it('returns 403 without the scope telematics:read', async () => {
    const { access_token } = await personTokens(sandbox.info, 'viewer', 'openid');
    await problem(await call(tracking(), { headers: { authorization: `Bearer ${access_token}` } }), 403);
  });
});

describe('501 for reads that the interface mentions without describing them', () => {
  const paths = () => [
    '/v2/telematics/vehicles',
    '/v2/telematics/vehicles/1?anything=1',
    '/v2/telematics/hos-events',
    `/v2/visibility/loads/${load_id}/declared-assignment`,
  ];
  it('is preceded by 401, and other methods return 405', async () => {
    for (const path of paths()) {
      const nobody = await fetch(sandbox.info.base_url + path);
      await problem(nobody, 401);
      expect(nobody.headers.get('www-authenticate')).toBe('Bearer');
      const posted = await json('POST', path, {});
      await problem(posted, 405);
      expect(posted.headers.get('allow')).toBe('GET');
    }
  });
  it('does not apply to known paths with another method, nor to unknown paths', async () => {
    await problem(await call('/v2/telematics/users'), 405);
    await problem(await call('/v2/telematics/nonsense'), 404);
  });
});

describe('404 and 405', () => {
  it.each(['/', '/v2', '/v2/visibility/loads/x/y', '/v1/visibility/loads', '/%ZZ'])(
    '404 at %s',
    async (path) => {
      await problem(await call(path), 404);
    },
  );

  it('404 for a load that was never posted', async () => {
    await problem(await call('/v2/visibility/loads/3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60/tracking'), 404);
  });
});

describe('400', () => {
  it.each([
    ['malformed JSON', '{"load_ref":', 'application/json', 'not JSON'],
    ['an empty body', '', 'application/json', 'not JSON'],
    ['bytes that are no text', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 'not JSON'],
    ['another content type', '{}', 'text/plain', 'must be application/json'],
    ['a form', 'load_ref=A', 'application/x-www-form-urlencoded', 'must be application/json'],
    ['a body over the limit', `"${'x'.repeat(1_100_000)}"`, 'application/json', 'larger than'],
    ['lists in lists in lists', '['.repeat(65) + ']'.repeat(65), 'application/json', 'deeper than 64'],
    [
      'nesting that no stack holds',
      `{"load_ref":${'[{"a":'.repeat(60_000)}1${'}]'.repeat(60_000)}}`,
      'application/json',
      'deeper than 64',
    ],
  ])('for %s', async (_what, body, type, says) => {
    const { detail } = await problem(
      await call(POST, { method: 'POST', body, headers: { 'content-type': type } }),
      400,
    );
    expect(detail).toContain(says);
  });
});

describe('422', () => {
  it('is returned for a malformed identifier in the path', async () => {
    const { detail } = await problem(await call('/v2/visibility/loads/not-a-uuid/tracking'), 422);
    expect(detail).toEqual([expect.objectContaining({ path: 'load_id', input: 'not-a-uuid' })]);
  });

  it('is returned for a parameter that the endpoint does not have', async () => {
    const { detail } = await problem(await call(`${tracking()}?fields=all`), 422);
    expect(detail).toEqual([expect.objectContaining({ path: 'fields', input: 'all' })]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('is also returned for the parameter %s', async (name) => {
    for (const query of [`${name}=1`, `${name}=1&${name}=2`]) {
      const { detail } = await problem(await call(`${tracking()}?${query}`), 422);
      expect(detail).toEqual([expect.objectContaining({ path: name })]);
    }
  });

  it('never contains what looks like a secret', async () => {
    const { detail } = await problem(
      await json('POST', POST, { load_ref: 'A', stops, password: 'hunter2' }),
      422,
    );
    expect(JSON.stringify(detail)).not.toContain('hunter2');
  });

  it('never contains a secret inside an object that is rejected entirely', async () => {
    const { detail } = await problem(
      await json('POST', POST, {
        load_ref: 'A',
        stops,
        driver: { name: 'Ana', logins: [{ password: 'hunter2' }] },
      }),
      422,
    );
    expect(detail).toEqual([
      expect.objectContaining({ path: 'driver', input: '{"name":"Ana","logins":[{"password":""}]}' }),
    ]);
    const whole = await problem(await json('POST', POST, [{ password: 'hunter2' }]), 422);
    expect(whole.detail).toEqual([expect.objectContaining({ path: '', input: '[{"password":""}]' })]);
  });
});

describe('429', () => {
  it('is returned beyond the requests per second over all of /v2, with the delay in body and header', async () => {
    const small = await startSandbox({ loads: 8, rate_limit: 3 });
    const options = (path: string) => fetch(small.info.base_url + path);
    for (const path of ['/v2/a', '/v2/b', '/v2/visibility/loads'])
      expect((await options(path)).status).not.toBe(429);
    const rejected = await options('/v2/orgs/usage');
    expect(await problem(rejected, 429)).toMatchObject({ detail: { retry_after_seconds: 1 } });
    expect(rejected.headers.get('retry-after')).toBe('1');
    expect((await options('/_sandbox/loads')).status).toBe(200);
    small.clock.advance(1000);
    expect((await options('/v2/a')).status).toBe(404);
    await small.close();
  });
});

describe('loads', () => {
  it('are posted, changed and tracked', async () => {
    const posted = await json('POST', POST, { load_ref: 'PO-1', stops });
    expect(posted.status).toBe(201);
    const { load_id: id, load_ref } = (await posted.json()) as { load_id: string; load_ref: string };
    expect(load_ref).toBe('PO-1');
    const changed = await json('PATCH', `${POST}/${id}`, { load_ref: 'PO-2' });
    expect([changed.status, await changed.json()]).toEqual([200, { load_id: id, load_ref: 'PO-2' }]);
    const read = await call(`${POST}/${id.toUpperCase()}/tracking`);
    expect(await read.json()).toMatchObject({ load_id: id, load_ref: 'PO-2', tracking_health: 'unassigned' });
    await problem(await json('PATCH', `${POST}/3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60`, {}), 404);
  });

  it('return times as posted, in UTC', async () => {
    const estimated_arrival_at = '2026-11-24T09:00:00-06:00';
    const posted = await json('POST', POST, {
      load_ref: 'T',
      stops: [stops[0], { ...stops[1], estimated_arrival_at }],
    });
    const { load_id: id } = (await posted.json()) as { load_id: string };
    const { stops: answered } = (await (await call(`${POST}/${id}/tracking`)).json()) as { stops: unknown[] };
    expect(answered).toMatchObject([
      { sequence: 0, estimated_arrival_at: null, stop_type: null, name: null },
      { sequence: 1, estimated_arrival_at: '2026-11-24T15:00:00.000Z', arrived_at: null, departed_at: null },
    ]);
  });
});
