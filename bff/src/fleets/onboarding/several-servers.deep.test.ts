/** Two servers sharing one PostgreSQL: browsers of both receive a person's changes at one. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SESSION_COOKIE } from '../../platform/http/cookies.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { postgresUrl } from '../../testing/databases.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';

const folder = temporaryFolder();
let started: TestSandbox;
const servers: TestServer[] = [];

beforeAll(async () => {
  started = await sandbox({ SANDBOX_RATE_LIMIT: '100000', SANDBOX_LOADS: '1' });
  const env = { DATABASE_URL: await postgresUrl() };
  for (let n = 0; n < 2; n += 1) servers.push(await startServer(started.line, folder.dir, env));
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await started?.stop();
  folder.remove();
});

it('invitations and jobs changed at one server are published by the streams of the other', async () => {
  const [one, other] = servers as [TestServer, TestServer];
  const staff = new TestBrowser();
  const watcher = new TestBrowser();
  await staff.signIn(one.url, 'onboarding');
  await watcher.signIn(other.url, 'onboarding');
  const stop = new AbortController();
  const stream = await fetch(`${other.url}/api/events`, {
    headers: { Cookie: `${SESSION_COOKIE}=${watcher.cookie(other.url, SESSION_COOKIE)?.value}` },
    signal: stop.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const part of stream.body as unknown as AsyncIterable<Uint8Array>)
      text += Buffer.from(part).toString('utf8');
  })().catch(() => undefined);
  const shown = (event: string) =>
    text
      .split('\n\n')
      .filter((frame) => frame.startsWith(`event: ${event}\n`))
      .flatMap((frame) => JSON.parse(frame.split('\ndata: ')[1] ?? '{}').items);

  const rows = [{ fleet_ref: 'B-1' }, { fleet_ref: 'B-2' }];
  for (const [server, browser] of [
    [one, staff],
    [other, watcher],
  ] as const) {
    const job = await browser.api(`${server.url}/api/bulk`, {
      method: 'POST',
      body: { kind: 'invitation', rows },
    });
    expect(job.status).toBe(201);
    await vi.waitFor(
      () => {
        const seen = shown('bulk').filter(({ id }) => id === job.json.id);
        expect(seen.at(-1)).toMatchObject({ state: 'done', counts: { done: 2 } });
        const numbers = seen.flatMap((item) => item.rows.map(({ n }: { n: number }) => n));
        expect(new Set(numbers)).toEqual(new Set([0, 1]));
      },
      { timeout: 15_000, interval: 100 },
    );
  }
  await staff.api(`${one.url}/api/invitations`, { method: 'POST', body: { fleet_ref: 'F-1' } });
  await vi.waitFor(
    () => expect(shown('invitations').map(({ fleet_ref }) => fleet_ref)).toContain('F-1'),
    5000,
  );
  stop.abort();
  await reading;
  const { data } = await one.services.upstream.client.call(one.services.upstream.endpoints.listInvitations, {
    query: { size: 1000 },
    priority: 'person',
  });
  expect(data.items.filter(({ fleet_ref }) => fleet_ref?.startsWith('B-'))).toHaveLength(2);
}, 60_000);
