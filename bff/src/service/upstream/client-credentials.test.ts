/** The access token, tested against a token endpoint that records calls and sends configured responses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';
import { HOUR_MS, useWallClock } from '../../testing/wall-clock.ts';
import { ClientCredentials } from './client-credentials.ts';
import { Http } from './http.ts';

let endpoint: Upstream;
const http = new Http();
let now = 0;
beforeAll(async () => {
  endpoint = await startUpstream();
});
afterAll(async () => {
  endpoint.stop();
  await http.close();
});
beforeEach(() => {
  endpoint.received.length = 0;
  now = Date.parse('2026-11-20T10:00:00Z');
});

const source = (more: { now?: (() => number) | undefined } = {}) =>
  new ClientCredentials({
    http,
    tokenUrl: new URL(endpoint.url),
    clientId: 'waypost',
    clientSecret: 'secret',
    unknownWaitSeconds: 5,
    maxWaitSeconds: 3600,
    unknownLifetimeSeconds: 300,
    now: () => now,
    ...more,
  });
const asked = () => endpoint.received.length;
const token = (more: object = {}) => ({
  access_token: `t${asked()}`,
  expires_in: 3600,
  token_type: 'Bearer',
  ...more,
});
type Answer = Parameters<Upstream['answer']>[0];
const grant =
  (more: object = {}): Answer =>
  (response) =>
    json(response, 200, token(more));
const page =
  (status: number, headers = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end('<html><h1>Access denied</h1></html>');

describe('a failure of the token endpoint', () => {
  const setWallClock = useWallClock();

  it('is retried after its wait, also when the clock of this computer was set back by an hour', async () => {
    endpoint.answer(page(503));
    const own = source({ now: undefined });
    await expect(own.get()).rejects.toMatchObject({ kind: 'service_error' });
    setWallClock(-HOUR_MS);
    endpoint.answer(grant());
    expect(await vi.waitFor(() => own.get(), { timeout: 5_000, interval: 50 })).toBe('t2');
  });
});

describe('a token', () => {
  it('is fetched once for all concurrent callers, and again when it expires', async () => {
    endpoint.answer(grant());
    const own = source();
    expect(await Promise.all([own.get(), own.get(), own.get()])).toEqual(['t1', 't1', 't1']);
    now += 3600_000;
    expect(await own.get()).toBe('t2');
  });

  it('without expires_in is used for a cautious lifetime', async () => {
    endpoint.answer(grant({ expires_in: undefined, token_type: undefined }));
    const own = source();
    expect(await own.get()).toBe('t1');
    now += 200_000;
    expect(await own.get()).toBe('t1');
    now += 100_000;
    expect(await own.get()).toBe('t2');
  });

  it('is used until it expires when the endpoint fails earlier', async () => {
    endpoint.answer(grant());
    const own = source();
    await own.get();
    endpoint.answer(page(503));
    now += 3570_000;
    expect(await own.get()).toBe('t1');
    expect(own.failure).toBeNull();
    now += 60_000;
    await expect(own.get()).rejects.toMatchObject({ kind: 'service_error', atTokenEndpoint: true });
    expect(own.failure).toMatchObject({ attempts: 2 });
  });

  it('exposes its granted scopes', async () => {
    const own = source();
    expect(own.granted()).toBeNull();
    endpoint.answer(grant({ scope: 'fleet:read  share-agreement:read' }));
    await own.get();
    expect(own.granted()).toEqual(['fleet:read', 'share-agreement:read']);
  });
});

describe('a token that the service rejects (401)', () => {
  it('is replaced at once the first time', async () => {
    endpoint.answer(grant());
    const own = source();
    own.reject(await own.get());
    expect(await own.get()).toBe('t2');
  });

  it('is fetched at most once a second and more and more rarely when every one is rejected', async () => {
    endpoint.answer(grant());
    const own = source();
    const times: number[] = [];
    // Twenty calls a second for a minute, each rejected and repeated with the next token.
    for (const end = now + 60_000; now < end; now += 50)
      for (let n = 0; n < 2; n += 1) {
        const before = asked();
        const value = await own.get();
        if (asked() > before) times.push(now);
        own.reject(value);
      }
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it('is replaced at once after a period of rejections has ended with a success at the same path', async () => {
    endpoint.answer(grant());
    const own = source();
    for (const end = now + 30_000; now < end; now += 50) own.reject(await own.get(), '/loads/1');
    const good = await own.get();
    now += 5_000;
    own.accepted('/loads/1');
    now += 50;
    expect(await own.get()).toBe(good);
    own.reject(good, '/loads/1');
    expect(await own.get()).not.toBe(good);
  });

  it('is not replaced more often because calls at other paths succeed in between', async () => {
    endpoint.answer(grant());
    const own = source();
    for (const end = now + 60_000; now < end; now += 50) {
      own.reject(await own.get(), '/never');
      own.accepted('/always');
    }
    expect(asked()).toBeLessThan(9);
  });

  it('is fetched at most every few seconds while a path accepts it only now and then', async () => {
    endpoint.answer(grant());
    const own = source();
    for (const end = now + 60_000; now < end; now += 50) {
      own.reject(await own.get(), '/loads/1');
      await own.get();
      own.accepted('/loads/1');
    }
    expect(asked()).toBeLessThan(25);
  });

  it('stays in use until it may be replaced, since other calls may be allowed with it', async () => {
    endpoint.answer(grant());
    const own = source();
    own.reject(await own.get());
    own.reject(await own.get());
    expect(await own.get()).toBe('t2');
    expect(asked()).toBe(2);
  });
});

describe('a token endpoint that responds with', () => {
  const failureOf = async (answer: Answer) => {
    endpoint.answer(answer);
    const own = source();
    const error = await own.get().catch((thrown: unknown) => thrown);
    return { own, error };
  };

  it.each([
    ['429 with a wait in the header', {}, { 'retry-after': '30' }, 30],
    [
      '429 with a wait in the body alone',
      { code: 429, message: 'Too Many Requests', detail: { retry_after_seconds: 20, message: 'slow down' } },
      {},
      20,
    ],
    ['429 with two waits', { detail: { retry_after_seconds: 20 } }, { 'retry-after': '30' }, 30],
    ['429 without a wait', {}, {}, 5],
    ['429 with a wait of nothing', {}, { 'retry-after': '0' }, 1],
    ['429 with an absurd wait', {}, { 'retry-after': '99999999999' }, 3600],
  ])('%s is left alone for as long', async (_, body, headers, seconds) => {
    const { own, error } = await failureOf((response) => json(response, 429, body, headers));
    expect(error).toMatchObject({
      kind: 'rate_limited',
      atTokenEndpoint: true,
      retryAt: now + seconds * 1000,
    });
    endpoint.answer(grant());
    now += seconds * 1000 - 1;
    await expect(own.get()).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(asked()).toBe(1);
    now += 1;
    expect(await own.get()).toBe('t2');
    expect(own.failure).toBeNull();
  });

  it.each([
    ['500', page(500), 'service_error'],
    ['a page in place of a token', page(200), 'unexpected_answer'],
    ['JSON without a token', (response) => json(response, 200, { hello: 1 }), 'unexpected_answer'],
    ['a redirect', page(302, { location: 'https://login.example.com/' }), 'unexpected_answer'],
    ['403 of a firewall', page(403), 'unexpected_answer'],
    ['400 without an error of OAuth', (response) => json(response, 400, {}), 'unexpected_answer'],
    ['a connection that is cut', (response) => response.destroy(), 'unreachable'],
  ] as [string, Answer, string][])(
    '%s is in trouble, which is not blamed on our credentials',
    async (_, answer, kind) => {
      const { own, error } = await failureOf(answer);
      expect(error).toMatchObject({ kind, atTokenEndpoint: true });
      expect(String(error)).not.toContain('SERVICE_CLIENT_SECRET');
      expect(String(error)).toMatch(/token endpoint/);
      // 1, 2, 4 and then 5 seconds apart.
      const gaps: number[] = [];
      for (let last = now, count = asked(); gaps.length < 5; now += 250) {
        await own.get().catch(() => undefined);
        if (asked() === count) continue;
        count = asked();
        gaps.push(now - last);
        last = now;
      }
      expect(gaps).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
    },
  );

  it.each([
    ['401', page(401)],
    ['invalid_client', (response) => json(response, 400, { error: 'invalid_client' })],
    ['unauthorized_client', (response) => json(response, 403, { error: 'unauthorized_client' })],
  ] as [string, Answer][])(
    '%s rejects our credentials, and is called rarely from then on',
    async (_, answer) => {
      const { own, error } = await failureOf(answer);
      expect(error).toMatchObject({ kind: 'unauthorized', retryAt: now + 5_000 });
      expect(String(error)).toContain('SERVICE_CLIENT_SECRET');
      now += 5_000;
      await expect(own.get()).rejects.toMatchObject({ retryAt: now + 10_000 });
    },
  );

  it('a secret in garbage does not leak it into the error', async () => {
    const { error } = await failureOf((response) =>
      response.end('{"access_token":"s3cret","token_type":"mac"}'),
    );
    expect(JSON.stringify([String(error), error])).not.toContain('s3cret');
  });
});
