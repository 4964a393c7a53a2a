/** HTTP exchanges: limited in time and size, without leaking listeners. */
import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';
import { Http } from './http.ts';

const http = new Http();
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await http.close();
  upstream.stop();
});
const get = (more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  http.exchange({ method: 'GET', url: new URL(upstream.url), headers: {}, ...more });

describe('an exchange', () => {
  it.each([
    ['never begins to answer', () => undefined],
    ['never ends its answer', (response: ServerResponse) => void response.writeHead(200).write('{')],
  ])('with a service that %s is a timeout', async (_, answer) => {
    upstream.answer(answer);
    await expect(get({ timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('ends at once when aborted, with the abort reason', async () => {
    const off = new AbortController();
    upstream.answer(() => off.abort(new Error('stopping')));
    await expect(get({ signal: off.signal })).rejects.toThrow('stopping');
    await expect(get({ signal: off.signal })).rejects.toThrow('stopping');
  });

  it('leaves no listener on a long-lived signal', async () => {
    const { signal } = new AbortController();
    upstream.answer((response) => json(response, 200, {}));
    await Promise.all(Array.from({ length: 50 }, () => get({ signal })));
    upstream.answer((response) => response.destroy());
    await expect(get({ signal })).rejects.toMatchObject({ kind: 'unreachable' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('is aborted at its size limit, by the announced length too', async () => {
    let closed = 0;
    upstream.answer((response) => {
      response.once('close', () => {
        closed += 1;
      });
      response.writeHead(200, { 'content-length': String(50 * 1024 * 1024) }).write('{');
    });
    await expect(get()).rejects.toMatchObject({
      kind: 'unexpected_answer',
      message: 'The tracking service sent a response larger than 1 MB, which Waypost does not read',
    });
    await vi.waitFor(() => expect(closed).toBe(1));
  });

  it('is aborted before an endless response fills the memory', async () => {
    const block = Buffer.alloc(1024 * 1024, 'x');
    upstream.answer((response) => {
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    });
    await expect(get()).rejects.toMatchObject({ kind: 'unexpected_answer' });
  });
});
