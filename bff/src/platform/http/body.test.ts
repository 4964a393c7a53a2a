/** Request bodies: who may send one, in which form, and what is read of it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';

const { url, signedIn } = await useServer({ env: { REQUESTS_AT_ONCE: '4' } });
const JSON_TYPE = { 'X-CSRF': '1', 'Content-Type': 'application/json' };
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
let dispatcher: TestBrowser;
let key: string;

const send = (body: string | Uint8Array, headers: Record<string, string> = {}, path = '/api/loads') =>
  dispatcher.request(`${url}${path}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: typeof body === 'string' ? body : Uint8Array.from(body),
  });

beforeAll(async () => {
  dispatcher = await signedIn();
  const admin = await signedIn('admin');
  const body = { name: 'TMS', rights: ['read', 'manage_loads'], expires_at: null };
  key = (await admin.api(`${url}/api/api-keys`, { method: 'POST', body })).json.secret as string;
});

describe('a compressed body', () => {
  const bomb = gzipSync(Buffer.from(nested(1_500_000)));

  it.each([
    ['a bomb', bomb],
    ['not really compressed', Buffer.from('{}')],
  ])('of a stranger is refused for the missing session, and is not read (%s)', async (_, body) => {
    const answer = await fetch(`${url}/api/bulk/check`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip', Cookie: `__Host-waypost=${'x'.repeat(43)}` },
      body: Uint8Array.from(body),
    });
    expect(answer.status).toBe(401);
  });

  it.each([
    ['gzip, small when compressed', 'gzip', bomb],
    ['gzip, valid', 'gzip', gzipSync('{"load_ids":[]}')],
    ['gzip, not really', 'gzip', Buffer.from('{"load_ids":[]}')],
    ['deflate, not really', 'deflate', Buffer.from('{"load_ids":[]}')],
    ['br, not really', 'br', Buffer.from('{"load_ids":[]}')],
  ])('is refused with a clear sentence (%s)', async (_, encoding, body) => {
    const { status, text } = await send(body, { 'Content-Encoding': encoding });
    expect(status).toBe(415);
    expect(JSON.parse(text)).toMatchObject({
      message: 'Compressed request bodies are not accepted',
      detail: 'Send the body uncompressed, without Content-Encoding',
    });
  });

  it('of a machine is refused too', async () => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Encoding': 'gzip' };
    expect((await send(bomb, headers, '/machine/v1/loads')).status).toBe(415);
  });

  it('of the identity provider is refused too', async () => {
    const answer = await fetch(`${url}/bff/backchannel-logout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
      body: gzipSync('logout_token=x'),
    });
    expect(answer.status).toBe(415);
  });
});

describe('a body', () => {
  it.each([33, 10_000, 100_000])('nested %i deep is refused, not an internal error', async (depth) => {
    for (const body of [nested(depth), `{"load_ids":${nested(depth - 1)}}`]) {
      const { status, text } = await send(body);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ message: 'The body is nested too deeply' });
    }
  });

  it('with brackets in a text is not considered nested', async () => {
    const { status, text } = await send(JSON.stringify({ load_ids: [`\\"${'['.repeat(100)}`] }));
    expect(status).toBe(422);
    expect(text).toContain('body.load_ids.0');
  });

  it('in another Unicode encoding, in which nesting could hide, is refused', async () => {
    const { status, text } = await send(Buffer.from('{}', 'utf16le'), {
      'Content-Type': 'application/json; charset=utf-16le',
    });
    expect(status).toBe(415);
    expect(text).toContain('UTF-8');
  });

  it('with tens of thousands of unknown or invalid values is refused with a short response', async () => {
    const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key-${n}`, n]));
    const items = Array.from({ length: 40_000 }, (_, n) => n);
    const long_name = { load_ids: [], ['x'.repeat(200_000)]: 1 };
    for (const body of [{ load_ids: [], ...keys }, { load_ids: items }, long_name]) {
      const { status, text } = await send(JSON.stringify(body));
      expect(status).toBe(422);
      expect(text.length).toBeLessThan(20_000);
    }
    const { text } = await send(JSON.stringify({ load_ids: items.slice(0, 99) }), {}, '/api/load-lists');
    const { detail } = JSON.parse(text) as { detail: object[] };
    expect(detail).toHaveLength(51);
    expect(detail.at(-1)).toMatchObject({ message: expect.stringMatching(/^and \d\d more$/) });
  });

  it('of a form with thousands of fields is refused, not an internal error', async () => {
    const answer = await fetch(`${url}/bff/backchannel-logout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'a&'.repeat(2_000),
    });
    expect(answer.status).toBe(413);
  });
});

describe('bodies that never end', () => {
  /** Sends the beginnings of five requests, one more than allowed; resolves when one of them was refused. */
  async function sendUnfinished(path: string, headers: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const answers = Array.from({ length: 5 }, async () => {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99`;
      socket.write(`${head}\r\n${headers}\r\n\r\n{`);
      return String((await once(socket, 'data'))[0]);
    });
    return Promise.race(answers);
  }

  it('of one session or one API key block further requests of the same, and of no other', async () => {
    const cookie = `Cookie: __Host-waypost=${dispatcher.cookie(url, '__Host-waypost')?.value}\r\nX-CSRF: 1`;
    const viewer = await signedIn('viewer');
    const bearer = { Authorization: `Bearer ${key}` };
    const machine = async () => (await fetch(`${url}/machine/v1/loads`, { headers: bearer })).status;
    expect(await sendUnfinished('/api/loads', cookie)).toContain('429 Too Many Requests');
    expect((await dispatcher.api(`${url}/api/loads`)).status).toBe(429);
    expect((await viewer.api(`${url}/api/loads`)).status).toBe(200);
    expect(await machine()).toBe(200);
    expect(await sendUnfinished('/machine/v1/loads', `Authorization: Bearer ${key}`)).toContain('429');
    expect(await machine()).toBe(429);
    expect((await viewer.api(`${url}/api/loads`)).status).toBe(200);
  });
});
