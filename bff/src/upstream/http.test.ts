/** One exchange with the service: bounded in time and size, and nothing of it stays behind. */
import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, startUpstream, type Upstream } from '../testing/upstream.ts';
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

  it('that is called off ends at once, with the reason of who called it off', async () => {
    const off = new AbortController();
    upstream.answer(() => off.abort(new Error('stopping')));
    await expect(get({ signal: off.signal })).rejects.toThrow('stopping');
    await expect(get({ signal: off.signal })).rejects.toThrow('stopping');
  });

  it('leaves nothing behind on a signal that lives as long as the server', async () => {
    const { signal } = new AbortController();
    upstream.answer((response) => json(response, 200, {}));
    await Promise.all(Array.from({ length: 50 }, () => get({ signal })));
    upstream.answer((response) => response.destroy());
    await expect(get({ signal })).rejects.toMatchObject({ kind: 'unreachable' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('with an answer that does not end is broken off before it fills the memory', async () => {
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
