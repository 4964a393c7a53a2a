/** The primary of PostgreSQL dies, and the standby that followed it is promoted behind the same address. */
import { afterAll, expect, it, vi } from 'vitest';
import { databaseLink } from '../soak/database-link.ts';
import { serve } from '../soak/serve.ts';
import { TestBrowser } from './testing/browser.ts';
import { startPostgres } from './testing/postgres.ts';
import { sandbox, temporaryFolder } from './testing/server.ts';
import { openStream } from './testing/stream.ts';
import { id } from './testing/tracking.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it('what was acknowledged is there, what was not is refused with 503, and the server goes on by itself', async () => {
  const folder = temporaryFolder();
  cleanups.push(folder.remove);
  const primary = await startPostgres();
  cleanups.push(primary.stop);
  const link = await databaseLink(`${primary.url}/postgres`, 'waypost');
  cleanups.push(link.close);
  const { line, stop } = await sandbox({ SANDBOX_LOADS: '2' });
  cleanups.push(stop);
  const server = await serve(line, folder.dir, { DATABASE_URL: link.url, POLL_INTERVAL_SECONDS: '1' });
  cleanups.push(() => server.child.kill('SIGKILL'));
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  const standby = await primary.addStandby();
  await vi.waitFor(async () => expect(await ready()).toBe(200), 30_000);

  const browser = new TestBrowser();
  await browser.signIn(server.url, 'admin');
  const stream = await openStream(server.url, browser);
  cleanups.push(() => stream.close());
  const acknowledged: string[] = [];
  const others: { readonly load_id: string; readonly status: number }[] = [];
  let count = 0;
  const watch = async () => {
    count += 1;
    const load_id = id(8_000 + count);
    const { status } = await browser.api(`${server.url}/api/loads`, { method: 'POST', body: { load_id } });
    if (status < 300) acknowledged.push(load_id);
    else others.push({ load_id, status });
  };
  const stopping = new AbortController();
  const acting = (async () => {
    while (!stopping.signal.aborted) await watch();
  })();
  const more = async () => {
    const before = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), 60_000);
  };
  await more();
  await primary.crash();
  await vi.waitFor(async () => expect(await ready()).toBe(503), 30_000);
  // The address moves before the standby may be written: it is no database that works yet.
  link.moveTo(`${standby.url}/postgres`);
  const refused = others.length;
  await vi.waitFor(() => expect(others.length).toBeGreaterThan(refused + 20), 60_000);
  expect(await ready()).toBe(503);
  await standby.promote();
  await vi.waitFor(async () => expect(await ready()).toBe(200), 30_000);
  await more();
  stopping.abort();
  await acting;

  expect([...new Set(others.map(({ status }) => status))]).toEqual([503]);
  const watched = async () => {
    const { json } = await browser.api(`${server.url}/api/loads`);
    return (json.items as { load_id: string }[]).map(({ load_id }) => load_id);
  };
  expect(await watched()).toEqual(expect.arrayContaining(acknowledged));
  const [last = ''] = acknowledged.slice(-1);
  await vi.waitFor(() => expect(JSON.stringify(stream.events)).toContain(last), 10_000);
  // From the database, not from memory.
  server.child.kill('SIGKILL');
  await server.exit;
  const { url, child } = await serve(line, folder.dir, { DATABASE_URL: link.url, PORT: String(server.port) });
  cleanups.push(() => child.kill('SIGKILL'));
  expect(url).toBe(server.url);
  expect(await watched()).toEqual(expect.arrayContaining(acknowledged));
}, 240_000);
