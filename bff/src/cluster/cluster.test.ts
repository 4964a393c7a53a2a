/** Rule 21 and what follows from it: two server processes over one PostgreSQL, and a service that counts for itself. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Served, serve } from '../../soak/serve.ts';
import { StreamReader } from '../../soak/stream-reader.ts';
import { TestBrowser } from '../testing/browser.ts';
import { postgresUrl } from '../testing/databases.ts';
import { sized } from '../testing/deep.ts';
import { type StartedSandbox, sandbox, temporaryFolder } from '../testing/server.ts';
import { id, tracking } from '../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../testing/upstream.ts';

const LOADS = 20;
const METRICS = 'metrics-of-the-tests';
const folder = temporaryFolder();
let provider: StartedSandbox;
let service: Upstream;
let env: Record<string, string>;
const running = new Set<Served>();
beforeAll(async () => {
  provider = await sandbox({ SANDBOX_LOADS: '1' });
  service = await startUpstream();
});
afterEach(async () => {
  for (const server of running) await end(server);
  service.answer();
});
afterAll(() => {
  provider?.child.kill();
  service?.stop();
  folder.remove();
});

async function end(server: Served, signal: NodeJS.Signals = 'SIGKILL') {
  running.delete(server);
  server.child.kill(signal);
  await server.exit;
}

async function freshStore(): Promise<void> {
  env = {
    DATABASE_URL: await postgresUrl(),
    SERVICE_BASE_URL: service.url,
    POLL_INTERVAL_SECONDS: '1',
    METRICS_TOKEN: METRICS,
    REQUESTS_PER_MINUTE: '1000000',
  };
}

async function start(): Promise<Served> {
  const server = await serve(provider.line, folder.dir, env);
  running.add(server);
  return server;
}

/** One person at both servers, as behind one address. */
async function signIn(...servers: Served[]): Promise<TestBrowser> {
  const browser = new TestBrowser();
  const [first] = servers as [Served];
  await browser.signIn(first.url, 'dispatcher');
  const cookie = browser.cookie(first.url, '__Host-waypost')?.value ?? '';
  for (const { url } of servers) browser.setCookie(url, '__Host-waypost', cookie);
  return browser;
}

const watch = (browser: TestBrowser, server: Served) =>
  browser.api(`${server.url}/api/loads`, {
    method: 'POST',
    body: { load_ids: Array.from({ length: LOADS }, (_, n) => id(n + 1)) },
  });

async function reads(server: Served): Promise<boolean> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS}` } });
  return /^waypost_reads 1$/m.test(await answer.text());
}

async function stream(browser: TestBrowser, server: Served) {
  const reader = new StreamReader(
    server.url,
    `__Host-waypost=${browser.cookie(server.url, '__Host-waypost')?.value}`,
  );
  const heard: string[] = [];
  reader.onData = (_, data) => heard.push(data);
  await reader.open();
  return { reader, heard };
}

const eventually = (check: () => unknown, timeout = 40_000) => vi.waitFor(check, { timeout, interval: 20 });

describe('a wait that the service has announced to one server', () => {
  it('is kept by both: no call of either arrives within it, of polling or of people', async () => {
    await freshStore();
    const [one, other] = [await start(), await start()];
    const browser = await signIn(one, other);
    await watch(browser, one);
    const arrived: number[] = [];
    const waits: { from: number; until: number }[] = [];
    let served = 0;
    service.answer((response, { url }) => {
      arrived.push(performance.now());
      served += 1;
      if (served % 40 !== 0) {
        const load = Number(/-0*(\d+)\/tracking$/.exec(url)?.[1]);
        return json(response, 200, tracking({ load }));
      }
      response.once('finish', () => {
        const from = performance.now();
        waits.push({ from, until: from + 1_000 });
      });
      json(response, 429, { code: 429, message: 'x', detail: { retry_after_seconds: 1, message: 'x' } });
    });
    // Two people who click all the time, one at each.
    const answered = new Map<number, number>();
    const click = async ({ url }: Served) => {
      const { status } = await browser.api(`${url}/api/loads/${id(1)}/read`, { method: 'POST' });
      answered.set(status, (answered.get(status) ?? 0) + 1);
    };
    const clicks: Promise<void>[] = [];
    const people = [one, other].map((server) => setInterval(() => clicks.push(click(server)), 20));
    await eventually(() => expect(waits.length).toBeGreaterThanOrEqual(sized(2, 8)), 30_000);
    for (const person of people) clearInterval(person);
    // None is still on its way when the servers are killed.
    await Promise.all(clicks);
    expect([...answered.keys()].sort()).toEqual([200, 429]);
    // What was on its way when the refusal arrived cannot be called back. The word takes a few milliseconds to the other server, on a
    // busy machine more; a server that did not have it would go on calling through the second half of the wait too.
    const within = arrived.flatMap((at) =>
      waits.filter(({ from, until }) => at > from + 500 && at < until - 5).map(({ from }) => at - from),
    );
    expect(within).toEqual([]);
    expect(arrived.length).toBeGreaterThan(sized(70, 300));
  }, 120_000);

  it('is kept by a server that starts within it', async () => {
    await freshStore();
    const one = await start();
    const browser = await signIn(one);
    await watch(browser, one);
    service.answer((response) =>
      json(response, 429, { code: 429, message: 'x', detail: { retry_after_seconds: 60, message: 'x' } }),
    );
    await eventually(async () => {
      const { status } = await browser.api(`${one.url}/api/loads/${id(1)}/read`, { method: 'POST' });
      expect(status).toBe(429);
    });
    await end(one);
    const calls = service.received.length;
    const other = await start();
    browser.setCookie(other.url, '__Host-waypost', browser.cookie(one.url, '__Host-waypost')?.value ?? '');
    const { status, json: told } = await browser.api(`${other.url}/api/loads/${id(1)}/read`, {
      method: 'POST',
    });
    expect(status).toBe(429);
    expect((told as { detail: { retry_after_seconds: number } }).detail.retry_after_seconds).toBeGreaterThan(
      30,
    );
    // The first thing that a real service is asked is its list of sandbox loads, which is no call of the interface.
    expect(service.received.slice(calls).filter(({ url }) => url.startsWith('/v2/'))).toEqual([]);
  });
});

describe('of two servers', () => {
  it('one reads for both, and the other takes over when it is killed', async () => {
    await freshStore();
    const [one, other] = [await start(), await start()];
    expect([await reads(one), await reads(other)]).toEqual([true, false]);
    const browser = await signIn(one, other);
    await watch(browser, other);
    // Added at the one that does not read, and read all the same.
    const seen = async () => {
      const { json } = await browser.api(`${other.url}/api/loads`);
      const { items } = json as { items: { tracking_health: string | null }[] };
      expect(items.filter((item) => item.tracking_health === 'live')).toHaveLength(LOADS);
    };
    await eventually(seen);
    // What the one that reads knows of the service is told a second later.
    await eventually(async () => {
      const { json: told } = await browser.api(`${other.url}/api/loads`);
      expect((told as { status: { state: string } }).status.state).toBe('ok');
    });

    await end(one);
    await eventually(async () => expect(await reads(other)).toBe(true));
    const before = service.received.length;
    await eventually(() => expect(service.received.length).toBeGreaterThan(before + LOADS));
  }, 120_000);

  it('the one that is stopped in good order hands over at once', async () => {
    await freshStore();
    const [one, other] = [await start(), await start()];
    await end(one, 'SIGTERM');
    const from = performance.now();
    await eventually(async () => expect(await reads(other)).toBe(true));
    expect(performance.now() - from).toBeLessThan(2_000);
  });

  it('a change at one reaches the streams of the other, under ids that both know', async () => {
    await freshStore();
    const [one, other] = [await start(), await start()];
    const browser = await signIn(one, other);
    const { reader, heard } = await stream(browser, one);
    await watch(browser, other);
    await eventually(() => expect(heard.join('')).toContain(id(LOADS)));
    const removed = await browser.api(`${other.url}/api/loads/${id(3)}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);
    await eventually(() => expect(heard.at(-1)).toContain(`"removed":["${id(3)}"]`));
    const { lastId } = reader;
    reader.close();

    // The browser comes back, and is answered by the other server: no reset, and nothing that it has seen.
    const answer = await fetch(`${other.url}/api/events`, {
      headers: {
        Cookie: `__Host-waypost=${browser.cookie(other.url, '__Host-waypost')?.value}`,
        'Last-Event-ID': String(lastId),
      },
    });
    const text = new TextDecoder().decode((await answer.body?.getReader().read())?.value);
    expect(text).not.toContain('event: reset');
  });

  it('a session that ends at one has ended at the other, streams and all', async () => {
    await freshStore();
    const [one, other] = [await start(), await start()];
    const browser = await signIn(one, other);
    const { reader } = await stream(browser, other);
    expect((await browser.api(`${other.url}/api/loads`)).status).toBe(200);
    const cookie = browser.cookie(other.url, '__Host-waypost')?.value ?? '';
    await browser.api(`${one.url}/bff/logout`, { method: 'POST' });
    // Before the heartbeat after 15 s, which looks at the session by itself.
    await eventually(() => expect(reader.ended).not.toBeNull(), 10_000);
    browser.setCookie(other.url, '__Host-waypost', cookie);
    expect((await browser.api(`${other.url}/api/loads`)).status).toBe(401);
  });
});
