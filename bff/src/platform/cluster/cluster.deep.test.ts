/** Rule 21 and its consequences: two server processes with one PostgreSQL database, and a service that counts requests itself. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Served, serve } from '../../../soak/serve.ts';
import { StreamReader } from '../../../soak/stream-reader.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { sized } from '../../testing/deep.ts';
import { sandbox, type TestSandbox, temporaryFolder } from '../../testing/server.ts';
import { id, tracking } from '../../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';
import { openDatabase } from '../store/open-database.ts';
import { runningLease, waitLeft } from '../store/shared-clock.ts';

const LOADS = 20;
const METRICS = 'metrics-of-the-tests';
const folder = temporaryFolder();
let provider: TestSandbox;
let service: Upstream;
let env: Record<string, string>;
/** The servers of this file's tests, all with the same database. */
const running = new Set<Served>();
beforeAll(async () => {
  provider = await sandbox({ SANDBOX_LOADS: '1' });
  service = await startUpstream();
  env = {
    DATABASE_URL: await postgresUrl(),
    SERVICE_BASE_URL: service.url,
    POLL_INTERVAL_SECONDS: '1',
    METRICS_TOKEN: METRICS,
    REQUESTS_PER_MINUTE: '1000000',
  };
});
afterEach(() => service.answer());
afterAll(async () => {
  for (const server of running) await end(server);
  await provider?.stop();
  service?.stop();
  folder.remove();
});

async function end(server: Served, signal: NodeJS.Signals = 'SIGKILL') {
  running.delete(server);
  server.child.kill(signal);
  await server.exit;
}

async function start(): Promise<Served> {
  const server = await serve(provider.line, folder.dir, env);
  running.add(server);
  return server;
}

/** Two servers, reusing those of the previous test that still run; the first is the leader. */
async function two(): Promise<[reader: Served, other: Served]> {
  while (running.size < 2) await start();
  const [one, other] = [...running] as [Served, Served];
  return eventually(async () => {
    const [first, second] = [await reads(one), await reads(other)];
    expect(first).not.toBe(second);
    return first ? [one, other] : [other, one];
  });
}

/** One person signed in at both servers. */
async function signIn(...servers: Served[]): Promise<TestBrowser> {
  const browser = new TestBrowser();
  const [first] = servers as [Served];
  await browser.signIn(first.url, 'dispatcher');
  const cookie = browser.cookie(first.url, '__Host-waypost')?.value ?? '';
  for (const { url } of servers) browser.setCookie(url, '__Host-waypost', cookie);
  return browser;
}

/** Adds twenty loads that no earlier test has added. */
let added = 0;
async function watchMore(browser: TestBrowser, server: Served): Promise<string[]> {
  const load_ids = Array.from({ length: LOADS }, (_, n) => id(added + n + 1));
  added += LOADS;
  await browser.api(`${server.url}/api/loads`, { method: 'POST', body: { load_ids } });
  return load_ids;
}

/** Status of a click on "Refresh" of a load. */
async function click(browser: TestBrowser, { url }: Served): Promise<number> {
  return (await browser.api(`${url}/api/loads/${id(1)}/read`, { method: 'POST' })).status;
}

async function metric(server: Served, name: string): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS}` } });
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

const CALLS = 'waypost_service_calls_last_minute{kind="background"}';
const reads = async (server: Served) => (await metric(server, 'waypost_lease_held{lease="reader"}')) === 1;

async function stream(browser: TestBrowser, server: Served) {
  const reader = new StreamReader(
    server.url,
    `__Host-waypost=${browser.cookie(server.url, '__Host-waypost')?.value}`,
  );
  const received: string[] = [];
  reader.onData = (_, data) => received.push(data);
  await reader.open();
  return { reader, received };
}

const eventually = <T>(check: () => T | Promise<T>, timeout = 40_000) =>
  vi.waitFor(check, { timeout, interval: 20 });

describe('of two servers', () => {
  it('a change at one reaches the streams of the other, with ids that both know', async () => {
    const [one, other] = await two();
    const browser = await signIn(one, other);
    const { reader, received } = await stream(browser, one);
    const load_ids = await watchMore(browser, other);
    await eventually(() => expect(received.join('')).toContain(load_ids.at(-1)));
    const [, removed] = load_ids;
    const { status } = await browser.api(`${other.url}/api/loads/${removed}`, { method: 'DELETE' });
    expect(status).toBe(204);
    await eventually(() => expect(received.at(-1)).toContain(`"removed":["${removed}"]`));
    const { lastId } = reader;
    reader.close();

    // The browser reconnects to the other server: no reset, and no event that it has seen already.
    const answer = await fetch(`${other.url}/api/events`, {
      headers: {
        Cookie: `__Host-waypost=${browser.cookie(other.url, '__Host-waypost')?.value}`,
        'Last-Event-ID': String(lastId),
      },
    });
    const text = new TextDecoder().decode((await answer.body?.getReader().read())?.value);
    expect(text).not.toContain('event: reset');
  });

  it('a session that ends at one also ends at the other, with its streams', async () => {
    const [one, other] = await two();
    const browser = await signIn(one, other);
    const { reader } = await stream(browser, other);
    expect((await browser.api(`${other.url}/api/loads`)).status).toBe(200);
    const cookie = browser.cookie(other.url, '__Host-waypost')?.value ?? '';
    await browser.api(`${one.url}/bff/logout`, { method: 'POST' });
    // Sooner than the heartbeat after 15 s, which would check the session anyway.
    await eventually(() => expect(reader.ended).not.toBeNull(), 10_000);
    browser.setCookie(other.url, '__Host-waypost', cookie);
    expect((await browser.api(`${other.url}/api/loads`)).status).toBe(401);
  });

  it('one polls for both, and the other takes over when it is killed', async () => {
    const [one, other] = await two();
    const browser = await signIn(one, other);
    // Added at the server that does not poll, and read all the same.
    const load_ids = await watchMore(browser, other);
    await eventually(async () => {
      const { json } = await browser.api(`${other.url}/api/loads`);
      const { items } = json as { items: { load_id: string; tracking_health: string | null }[] };
      const live = items.filter((item) => item.tracking_health === 'live').map(({ load_id }) => load_id);
      expect(live).toEqual(expect.arrayContaining(load_ids));
    });
    // The leader publishes the service's state within a second.
    await eventually(async () => {
      const { json: body } = await browser.api(`${other.url}/api/loads`);
      expect((body as { status: { state: string } }).status.state).toBe('ok');
    });

    await end(one);
    await eventually(async () => expect(await reads(other)).toBe(true));
    const before = service.received.length;
    await eventually(() => expect(service.received.length).toBeGreaterThan(before + LOADS));
  }, 120_000);

  it('one that froze is replaced, and calls the service no more when it wakes', async () => {
    const [one, other] = await two();
    const browser = await signIn(one, other);
    await watchMore(browser, one);
    one.child.kill('SIGSTOP');
    await eventually(async () => expect(await reads(other)).toBe(true));
    one.child.kill('SIGCONT');
    expect(await reads(one)).toBe(false);
    const calls = await metric(one, CALLS);
    const before = service.received.length;
    await eventually(() => expect(service.received.length).toBeGreaterThan(before + LOADS));
    expect(await metric(one, CALLS)).toBeLessThanOrEqual(calls);
    expect(await reads(other)).toBe(true);
  }, 120_000);

  it('one that is stopped gracefully releases its lease at once, so that the other takes over immediately', async () => {
    const [one, other] = await two();
    const { db, dialect, close } = await openDatabase(env.DATABASE_URL ?? '');
    const owner = async () => (await runningLease(db, dialect, 'reader'))?.owner;
    const before = await owner();
    expect(before).toBeDefined();
    await end(one, 'SIGTERM');
    expect(await owner()).not.toBe(before);
    await close();
    await eventually(async () => expect(await reads(other)).toBe(true));
  });
});

describe('a pause that the service has announced to one server', () => {
  it('is respected by both: neither polling nor people cause a call during it', async () => {
    const servers = await two();
    const browser = await signIn(...servers);
    await watchMore(browser, servers[0]);
    const arrived: number[] = [];
    const waits: Wait[] = [];
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
        waits.push({ from, until: from + 1_000, refused: new Map(), known_at: null });
      });
      json(response, 429, { code: 429, message: 'x', detail: { retry_after_seconds: 1, message: 'x' } });
    });
    // Two people who click continuously, one at each server.
    const answered = new Set<number>();
    const clicks = new Set<Promise<void>>();
    const person = async (server: Served) => {
      const began = performance.now();
      const status = await click(browser, server);
      answered.add(status);
      const wait = waits.at(-1);
      if (wait && status === 429 && began > wait.from) note(wait, server);
    };
    /** A server that refused two consecutive clicks during a pause knows of it, and has no call under way any more. */
    const note = (wait: Wait, server: Served) => {
      wait.refused.set(server, (wait.refused.get(server) ?? 0) + 1);
      const known = servers.every((one) => (wait.refused.get(one) ?? 0) >= 2);
      if (known) wait.known_at ??= performance.now();
    };
    const people = servers.map((server) =>
      setInterval(() => {
        const one = person(server).finally(() => clicks.delete(one));
        clicks.add(one);
      }, 20),
    );
    // A pause that ends before both servers know of it proves nothing: wait for the next one.
    const kept = () =>
      waits.filter(({ known_at, until }) => known_at !== null && performance.now() > until).length;
    await eventually(() => expect(kept()).toBeGreaterThanOrEqual(sized(2, 8)));
    for (const one of people) clearInterval(one);
    // No call is under way any more when the servers are killed.
    await Promise.all(clicks);
    expect([...answered].sort()).toEqual([200, 429]);
    const within = arrived.flatMap((at) =>
      waits
        .filter(({ known_at, until }) => known_at !== null && at > known_at && at < until - 5)
        .map(({ from }) => at - from),
    );
    expect(within).toEqual([]);
    expect(arrived.length).toBeGreaterThan(sized(70, 300));
  }, 120_000);

  it('is respected by a server that starts during it', async () => {
    const [one, another] = await two();
    await end(another);
    const browser = await signIn(one);
    await watchMore(browser, one);
    service.answer((response) =>
      json(response, 429, { code: 429, message: 'x', detail: { retry_after_seconds: 60, message: 'x' } }),
    );
    await eventually(async () => expect(await click(browser, one)).toBe(429));
    // The response does not wait for the store.
    const { db, dialect, close } = await openDatabase(env.DATABASE_URL ?? '');
    await eventually(async () => expect(await waitLeft(db, dialect, 60_000)).toBeGreaterThan(40_000));
    await close();
    await end(one);
    const calls = service.received.length;
    const other = await start();
    browser.setCookie(other.url, '__Host-waypost', browser.cookie(one.url, '__Host-waypost')?.value ?? '');
    const { status, json: body } = await browser.api(`${other.url}/api/loads/${id(1)}/read`, {
      method: 'POST',
    });
    expect(status).toBe(429);
    expect((body as { detail: { retry_after_seconds: number } }).detail.retry_after_seconds).toBeGreaterThan(
      30,
    );
    // The server's first request is for the list of sandbox loads, which is not part of the API.
    expect(service.received.slice(calls).filter(({ url }) => url.startsWith('/v2/'))).toEqual([]);
  });
});

/** A pause announced by the service; times in ms of this process. */
interface Wait {
  readonly from: number;
  readonly until: number;
  /** Number of clicks that each server has refused during it. */
  readonly refused: Map<Served, number>;
  /** When both servers knew of it. */
  known_at: number | null;
}
