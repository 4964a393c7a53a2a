/** No call is sent after a refusal has arrived, even if it was not read, or not to its end. */
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { useUpstreamClient } from '../../testing/upstream-client.ts';

const over = useUpstreamClient({ retry_after_unknown_seconds: 20 });
const { endpoints } = over;
const read = (priority: 'person' | 'background' = 'person') =>
  over.client.call(endpoints.getLoadTracking, { params: { load_id: id(1) }, priority });
const seconds = (at: number) => (at - (performance.timeOrigin + performance.now())) / 1000;

describe('a 429', () => {
  it.each([
    ['with Retry-After', { 'retry-after': '30' }, 25, 31],
    ['that may announce its wait in the body', {}, 0.1, 2],
  ])('%s begins the pause before its body has arrived', async (_, headers, least, most) => {
    let end: () => void = () => undefined;
    over.upstream.answer((response) => {
      response.writeHead(429, { ...headers }).write('{"code":429,');
      end = () => response.end('"detail":{"retry_after_seconds":60}}');
    });
    const refused = read();
    const { scheduler } = over;
    await vi.waitFor(() => expect(scheduler.pausedUntil).not.toBeNull());
    const left = seconds(scheduler.pausedUntil ?? 0);
    expect(left).toBeGreaterThan(least);
    expect(left).toBeLessThan(most);
    await expect(read()).rejects.toMatchObject({ kind: 'rate_limited' });
    end();
    await expect(refused).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(seconds(scheduler.pausedUntil ?? 0)).toBeGreaterThan(55);
    expect(over.upstream.received).toHaveLength(1);
  });

  it('that has arrived while this process was busy is read before the next call is sent', async () => {
    const { url, arrived, release } = await independentService();
    const client = over.clientFor(url);
    const call = () =>
      client.call(endpoints.getLoadTracking, { params: { load_id: id(1) }, priority: 'person' });
    // Opens two connections: a call that had to wait for one would be sent later.
    const first = Promise.allSettled([call(), call()]);
    await vi.waitFor(() => expect(Atomics.load(arrived, 0)).toBe(2));
    release(404);
    await first;
    const refused = call().catch((error: unknown) => error);
    await vi.waitFor(() => expect(Atomics.load(arrived, 0)).toBe(3));
    Atomics.store(arrived, 1, 0);
    release(429);
    // Busy until the service has written its response.
    Atomics.wait(arrived, 1, 0);
    await expect(call()).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(await refused).toMatchObject({ kind: 'rate_limited' });
    expect(Atomics.load(arrived, 0)).toBe(3);
  });
});

const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((one) => one.terminate())));

/** A service in another thread, which responds on request and counts in shared memory: calls, and responses written. */
async function independentService() {
  const arrived = new Int32Array(new SharedArrayBuffer(8));
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const held = [];
    const server = require('node:http').createServer((request, response) => {
      Atomics.add(workerData, 0, 1);
      held.push(response);
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
    parentPort.on('message', (status) => {
      for (const response of held.splice(0))
        response.writeHead(status, { 'retry-after': '30' }).end('{}', () => {
          Atomics.store(workerData, 1, 1);
          Atomics.notify(workerData, 1);
        });
    });`;
  const worker = new Worker(code, { eval: true, workerData: arrived });
  workers.push(worker);
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return {
    arrived,
    url: new URL(`http://127.0.0.1:${port}`),
    /** Responds to the calls that have arrived. */
    release: (status: number) => worker.postMessage(status),
  };
}
