/** Two servers on one database, behind a balancer that asks `/readyz`, are restarted in turn. */
import { afterAll, expect, it, vi } from 'vitest';
import { BoardMirror } from '../soak/cluster-mirror.ts';
import { createSubscription } from '../soak/create-subscription.ts';
import { DeliverySender } from '../soak/kill-traffic.ts';
import { serve } from '../soak/serve.ts';
import { startBalancer } from './testing/balancer.ts';
import { TestBrowser } from './testing/browser.ts';
import { postgresUrl } from './testing/databases.ts';
import { freePort } from './testing/free-port.ts';
import { sandbox, temporaryFolder } from './testing/server.ts';
import { id } from './testing/tracking.ts';

const READS = ['loads', 'monitors', 'invitations', 'activity', 'company'];

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it('no request, event of the stream, delivery or session is lost while one server after the other restarts', async () => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const [front, ...ports] = await Promise.all([freePort(), freePort(), freePort()]);
  const publicUrl = `http://localhost:${front}`;
  const { line, stop } = await sandbox({ SANDBOX_LOADS: '10', PUBLIC_URL: publicUrl });
  cleanups.push(stop);
  const url = await postgresUrl();
  const secretKeys = `test:${Buffer.alloc(32, 9).toString('base64')}`;
  const { base_url } = line;
  const purpose = 'geofence_monitor';
  const hook = await createSubscription({ url, port: front, base_url, secretKeys, purpose });
  const start = async (port: number) => {
    const server = await serve(line, dir, {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '1',
      DATABASE_URL: url,
      SECRET_KEYS: secretKeys,
      STOP_DELAY_SECONDS: '2',
      POLL_INTERVAL_SECONDS: '1',
      REQUESTS_PER_MINUTE: '1000000',
    });
    cleanups.push(() => server.child.kill('SIGKILL'));
    return server;
  };
  const running = [await start(ports[0] as number), await start(ports[1] as number)];
  const balancer = startBalancer(front, ports);
  cleanups.push(balancer.stop);
  await vi.waitFor(() => expect(balancer.ready()).toEqual(ports), 10_000);

  const browser = new TestBrowser();
  await browser.signIn(publicUrl, 'admin', '/healthz');
  const api = (path: string, init = {}) => browser.api(`${publicUrl}/api/${path}`, init);
  const mirrors = Array.from({ length: 3 }, () => new BoardMirror(() => publicUrl, browser));
  const sender = new DeliverySender(hook.address, hook.secret);
  const refused: string[] = [];
  const added: string[] = [];
  const stopping = new AbortController();
  const person = async () => {
    while (!stopping.signal.aborted) {
      const load_id = id(8_000 + added.length);
      added.push(load_id);
      const answers = [await api('loads', { method: 'POST', body: { load_ids: [load_id] } })];
      for (const path of READS) answers.push(await api(path));
      for (const { status, url: at, text } of answers)
        if (status >= 300) refused.push(`${status} ${at} ${text}`);
    }
  };
  const traffic = [person(), person(), sender.run(), ...mirrors.map((mirror) => mirror.run())];
  const more = async () => {
    const [events, loads] = [sender.acknowledged.size, added.length];
    await vi.waitFor(() => {
      expect(sender.acknowledged.size).toBeGreaterThan(events + 10);
      expect(added.length).toBeGreaterThan(loads + 4);
    }, 30_000);
  };
  await more();
  for (const [n, port] of ports.entries()) {
    const server = running[n] as (typeof running)[0];
    server.child.kill('SIGTERM');
    expect(await server.exit).toEqual([0, null]);
    await more();
    await start(port);
    await vi.waitFor(() => expect(balancer.ready()).toEqual(ports), 10_000);
    await more();
  }
  stopping.abort();
  await Promise.all(traffic.slice(0, 2));

  // What the streams have brought is what is stored.
  for (const { items } of mirrors)
    await vi.waitFor(() => expect([...items.keys()]).toEqual(expect.arrayContaining(added)), 20_000);
  for (const mirror of mirrors) mirror.stop();
  sender.stop();
  await Promise.all(traffic);
  expect(balancer.failures).toEqual([]);
  expect(refused).toEqual([]);
  expect(sender.unexpected).toEqual([]);
  expect(mirrors.flatMap(({ faults }) => faults)).toEqual([]);
}, 180_000);
