import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { SITE_ROUTES } from '@waypost/contract/api/site-routes';
import { describe, expect, it, vi } from 'vitest';
import { id, list, load } from '../testing/loads.ts';
import { Http } from './http.ts';
import { asProblem, explain, mayHaveHappened, Problem } from './problem.ts';

function make(response: Response | Error, online = true) {
  const fetchMock = vi.fn((_path: string, _init: RequestInit) =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  return { fetchMock, http: new Http({ fetch: fetchMock as unknown as typeof fetch, online: () => online }) };
}
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Request-Id': 'req-1' } });
const failure = (http: Http) => http.call(BOARD_ROUTES.listLoads).catch((error: unknown) => error as Problem);

describe('requests to the Waypost server', () => {
  it('carry the anti-forgery header, and the background header only when sent by a timer', async () => {
    const { fetchMock, http } = make(json(200, { signed_in: false }));
    await http.call(SESSION_ROUTES.session);
    expect(fetchMock.mock.calls[0]?.[1].headers).toMatchObject({ 'X-CSRF': '1' });
    expect(fetchMock.mock.calls[0]?.[1].headers).not.toHaveProperty('X-Background');
    const timer = make(json(200, { signed_in: false }));
    await timer.http.call(SESSION_ROUTES.session, { background: true });
    expect(timer.fetchMock.mock.calls[0]?.[1].headers).toHaveProperty('X-Background');
  });

  it('put parameters into the path and the body into JSON', async () => {
    const { fetchMock, http } = make(new Response(null, { status: 204 }));
    await http.call(BOARD_ROUTES.unwatchLoad, { params: { load_id: id(3) } });
    expect(fetchMock.mock.calls[0]?.[0]).toBe(`/api/loads/${id(3)}`);
    const post = make(json(201, { items: [load()], added: 1, already_watched: 0 }));
    await post.http.call(BOARD_ROUTES.watchLoads, { body: { load_ids: [id(1)] } });
    expect(post.fetchMock.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ load_ids: [id(1)] }),
    });
  });

  it('accept a query and extra headers, which never override the headers of every request', async () => {
    const { fetchMock, http } = make(json(200, { items: [] }));
    await http.call(SITE_ROUTES.findPlaces, {
      query: { q: 'St. Louis & more', size: undefined },
      headers: { 'Idempotency-Key': id(7), 'X-CSRF': 'no' },
    });
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/places?q=St.+Louis+%26+more');
    expect(fetchMock.mock.calls[0]?.[1].headers).toMatchObject({ 'X-CSRF': '1', 'Idempotency-Key': id(7) });
  });

  it('return a list unparsed when `parse` is false', async () => {
    const { http } = make(json(200, { ...list([load({ tracking_health: 'quantum' })]), more: 1 }));
    expect((await http.call(BOARD_ROUTES.listLoads, { parse: false })).items[0]?.tracking_health).toBe(
      'quantum',
    );
  });
});

describe('failures', () => {
  it("keep the server's message, reason and request ID", async () => {
    const { http } = make(
      json(403, {
        code: 403,
        message: 'Your role does not allow this',
        detail: 'Ask',
        reason: 'forbidden',
        request_id: 'abc',
      }),
    );
    expect(await failure(http)).toMatchObject({ code: 403, reason: 'forbidden', request_id: 'abc' });
  });
  it('notify listeners when the session has ended', async () => {
    const { http } = make(
      json(401, { code: 401, message: 'You are not signed in', detail: null, reason: 'signed_out' }),
    );
    const listener = vi.fn();
    http.onSignedOut(listener);
    await failure(http);
    expect(listener).toHaveBeenCalledOnce();
  });
  it('block background requests once signed out, except the session check; requests of a person still go out', async () => {
    const { fetchMock, http } = make(new Response());
    fetchMock.mockImplementation(() =>
      Promise.resolve(
        json(401, { code: 401, message: 'You are not signed in', detail: null, reason: 'signed_out' }),
      ),
    );
    const timer = () => http.call(BOARD_ROUTES.listLoads, { background: true }).catch(({ code }) => code);
    for (let n = 0; n < 100; n += 1) expect(await timer()).toBe(401);
    expect(fetchMock).toHaveBeenCalledOnce();
    await failure(http);
    await http.call(SESSION_ROUTES.session, { background: true }).catch(() => undefined);
    expect(fetchMock).toHaveBeenCalledTimes(3);
    http.resume();
    await timer();
    expect(fetchMock).toHaveBeenCalledTimes(4);
  });
  it("do not mistake rejected service credentials for the end of the person's session", async () => {
    const { http } = make(
      json(502, {
        code: 502,
        message: 'no',
        detail: null,
        reason: 'service_unauthorized',
        service_status: 401,
      }),
    );
    const listener = vi.fn();
    http.onSignedOut(listener);
    expect(await failure(http)).toMatchObject({ service_status: 401 });
    expect(listener).not.toHaveBeenCalled();
  });
  it.each([
    [true, 'server_unreachable'],
    [false, 'offline'],
  ])('distinguish a lost network from a lost server (online: %s)', async (online, reason) => {
    expect(await failure(make(new TypeError('Failed to fetch'), online).http)).toMatchObject({
      code: 0,
      reason,
    });
  });
  it('know that a write without a network was not sent, and that one whose answer was lost may have arrived', async () => {
    const write = async (online: () => boolean) => {
      const fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof globalThis.fetch;
      const http = new Http({ fetch, online });
      const params = { load_id: '00000000-0000-4000-8000-000000000001' };
      return asProblem(
        await http.call(BOARD_ROUTES.unwatchLoad, { params }).catch((error: unknown) => error),
      );
    };
    const unsent = await write(() => false);
    expect(unsent).toMatchObject({ code: 0, reason: 'not_sent' });
    expect(mayHaveHappened(unsent)).toBe(false);
    let asked = 0;
    const lost = await write(() => asked++ === 0);
    expect(lost).toMatchObject({ code: 0, reason: 'offline' });
    expect(mayHaveHappened(lost)).toBe(true);
  });
  it("survive a proxy's HTML page", async () => {
    const { http } = make(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await failure(http)).toMatchObject({ code: 502, reason: 'internal' });
  });
  it('report an unexpected response instead of showing part of it', async () => {
    expect(await failure(make(json(200, { items: 'none' })).http)).toMatchObject({
      reason: 'unexpected_answer',
    });
  });
  it('pass an AbortError through when the caller aborted', async () => {
    const stop = new AbortController();
    stop.abort();
    const { http } = make(new DOMException('aborted', 'AbortError'));
    await expect(http.call(BOARD_ROUTES.listLoads, { signal: stop.signal })).rejects.not.toBeInstanceOf(
      Problem,
    );
  });
});

describe('explain', () => {
  const problem = (detail: Problem['detail'], reason = 'invalid', code = 422) =>
    new Problem({ code, reason, message: 'It failed', detail });
  it('names the failed fields', () => {
    const detail = [
      { path: 'body.load_ids.0', input: 'x', message: 'must be a UUID', error_type: 'invalid' },
    ];
    expect(explain(problem(detail)).text).toBe('Load IDs 1: must be a UUID.');
  });
  it('counts the seconds to wait', () => {
    expect(explain(problem({ retry_after_seconds: 11.2, message: 'wait' }, 'service_paused', 429))).toEqual({
      title: 'It failed',
      text: 'Try again in 12 s.',
      retry: true,
    });
  });
  it('gives advice when the server gives none, and handles unknown reasons', () => {
    expect(explain(problem(null, 'offline', 0)).text).toContain('network');
    expect(explain(problem(null, 'brand_new', 500))).toEqual({ title: 'It failed', text: null, retry: true });
  });
  it("suggests a retry when a page's script fails to load, without the browser's message", () => {
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/WallPage-1.js');
    const { title, text, retry } = explain(asProblem(error));
    expect(`${title}. ${text}`).not.toMatch(/module|assets/);
    expect(retry).toBe(true);
  });
});
