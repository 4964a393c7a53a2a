import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { root, serviceEnvironment } from './cli/processes.ts';
import { TestBrowser } from './testing/browser.ts';
import { freePort } from './testing/free-port.ts';
import { MailServer } from './testing/mail-server.ts';
import { sandbox, type TestSandbox, temporaryFolder } from './testing/server.ts';
import { openStream } from './testing/stream.ts';

let started: TestSandbox;
const folder = temporaryFolder();
beforeAll(async () => {
  started = await sandbox();
});
afterAll(async () => {
  await started?.stop();
  folder.remove();
});

async function serve(env: Record<string, string> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...serviceEnvironment(started.line),
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder.dir, `${port}.db`)}`,
      SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (output += part.toString('utf8')));
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  return {
    child,
    port,
    url: `http://localhost:${port}`,
    exit,
    output: () => output,
    up: () => once(child, 'message'),
  };
}

it('SIGTERM under load: every request gets a response, streams are closed with a retry hint, exit 0 within ten seconds', async () => {
  const server = await serve();
  await server.up();
  const browser = new TestBrowser();
  await browser.signIn(server.url, 'dispatcher');
  const cookie = `__Host-waypost=${browser.cookie(server.url, '__Host-waypost')?.value}`;

  const endings: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const answer = await fetch(`${server.url}/api/events`, { headers: { cookie, 'X-CSRF': '1' } });
    void answer.text().then((text) => endings.push(text.slice(text.lastIndexOf('retry: '))));
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const failures: string[] = [];
  let answered = 0;
  let stopping = false;
  /** A call as a load balancer makes it: a refused connection after the stop began is expected, a broken one is a failure. */
  const call = () =>
    new Promise<boolean>((resolve) => {
      const request = httpRequest(
        `${server.url}/api/loads`,
        { agent, headers: { cookie, 'X-CSRF': '1' } },
        (answer) => {
          answer.resume();
          answer.once('end', () => {
            if (answer.statusCode === 200) answered += 1;
            else failures.push(String(answer.statusCode));
            resolve(true);
          });
        },
      );
      request.once('error', (error: NodeJS.ErrnoException) => {
        const refused =
          error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && request.reusedSocket);
        if (!(stopping && refused)) failures.push(String(error.code));
        resolve(false);
      });
      request.end();
    });
  const workers = Array.from({ length: 8 }, async () => {
    while (await call());
  });
  await vi.waitFor(() => expect(answered).toBeGreaterThan(50), { timeout: 20_000 });
  stopping = true;
  const began = performance.now();
  server.child.kill('SIGTERM');
  const [code] = await server.exit;
  await Promise.all(workers);
  agent.destroy();

  expect(failures).toEqual([]);
  expect(code).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
  await vi.waitFor(() => expect(endings).toHaveLength(20));
  for (const ending of endings) expect(ending).toMatch(/^retry: \d{4}\n\n$/);
}, 60_000);

it('STOP_DELAY_SECONDS: after SIGTERM requests and streams are served and /readyz answers 503, until the time is over or a second signal comes', async () => {
  const server = await serve({ STOP_DELAY_SECONDS: '60' });
  await server.up();
  const browser = new TestBrowser();
  await browser.signIn(server.url, 'dispatcher', '/healthz');
  const stream = await openStream(server.url, browser);
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status;
  expect(await readiness()).toBe(200);
  server.child.kill('SIGTERM');
  await vi.waitFor(async () => expect(await readiness()).toBe(503), 10_000);
  const answer = await browser.api(`${server.url}/api/loads`);
  expect([answer.status, answer.headers.get('Connection')]).toEqual([200, 'close']);
  const statuses = () => stream.events.filter(({ event }) => event === 'status').length;
  const before = statuses();
  await vi.waitFor(() => expect(statuses()).toBeGreaterThan(before), 20_000);
  server.child.kill('SIGTERM');
  expect(await server.exit).toEqual([0, null]);
  stream.close();
}, 60_000);

it('a mail server that hangs takes no time from the last commit of the board, and is named in the log', async () => {
  const mail = await MailServer.start();
  const server = await serve({
    SMTP_URL: mail.url,
    SMTP_FROM: 'desk@northbound.example',
    POLL_INTERVAL_SECONDS: '1',
  });
  await server.up();
  const admin = new TestBrowser();
  await admin.signIn(server.url, 'admin');
  const call = (method: string, path: string, body?: unknown) =>
    admin.api(`${server.url}/api/${path}`, { method, body });
  await call('PATCH', 'company', { name: 'Northbound Freight' });
  const fleet = { fleet_ref: 'SLOW-1', fleet_name: 'Mesa', fleet_email: 'slow@mesa.example' };
  const { result } = (await call('POST', 'invitations', fleet)).json as { result: { key: string } };
  mail.answer(() => 'hold');
  const email = { id: randomUUID(), to: fleet.fleet_email, language: 'en', zone: 'UTC' };
  expect((await call('POST', `invitations/${result.key}/email`, email)).status).toBe(202);
  await vi.waitFor(() => expect(mail.mails).toHaveLength(1), { timeout: 10_000 });
  // Times of reads that found no change are stored with the last commit, or every ten seconds.
  const database = new Sqlite(join(folder.dir, `${server.port}.db`), { readonly: true });
  const oldest = database.prepare('SELECT min(coalesce(read_at, 0)) FROM watched_load').pluck();
  let shown = 0;
  await vi.waitFor(
    async () => {
      const { status } = (await call('GET', 'loads')).json as { status: { oldest_read_at: string } };
      shown = Date.parse(status.oldest_read_at);
      expect(shown).toBeGreaterThan(oldest.get() as number);
    },
    { timeout: 30_000, interval: 20 },
  );
  const began = performance.now();
  server.child.kill('SIGTERM');
  const [code] = await server.exit;
  expect(oldest.get()).toBeGreaterThanOrEqual(shown);
  expect(code).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(server.output()).toMatch(/"part":"jobs".*did not stop in time/);
  database.close();
  mail.release();
  await mail.stop();
}, 60_000);

it.each([
  ['a port in use', { PORT: 'taken' }, /PORT: \d+ is in use.*PORT=\d+/s],
  [
    'a database file that cannot be written',
    { DATABASE_URL: 'sqlite:/proc/nowhere/waypost.db' },
    /DATABASE_URL: the file \/proc\/nowhere\/waypost\.db cannot be opened for writing/,
  ],
  [
    'a folder in place of the database file',
    { DATABASE_URL: `sqlite:${folder.dir}` },
    /DATABASE_URL: the file .* cannot be opened for writing/,
  ],
  ['a bad value', { LOG_LEVEL: 'loud' }, /LOG_LEVEL: "loud" is not one of .* Example: LOG_LEVEL=info/],
])('%s stops the start with a plain sentence', async (_, env, sentence) => {
  const taken = new URL(started.line.base_url).port;
  const server = await serve('PORT' in env ? { PORT: taken } : env);
  const [code] = await server.exit;
  expect(code).toBe(1);
  expect(server.output()).toMatch(sentence);
  expect(server.output()).not.toMatch(/\n\s+at /);
});

it('a server that waits for its database is alive and not ready, says why, and stops at once', async () => {
  const server = await serve({ DATABASE_URL: 'postgres://waypost:s3cret@127.0.0.1:1/waypost' });
  await vi.waitFor(() => expect(server.output()).toContain('not responding; waiting for it'), 20_000);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  server.child.kill('SIGTERM');
  expect(await server.exit).toEqual([0, null]);
  expect(server.output()).not.toContain('s3cret');
});
