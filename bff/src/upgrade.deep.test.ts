/** A rolling upgrade: the version before and this one share a database for a while. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkoutOf } from '../soak/checkout.ts';
import { type Served, serve } from '../soak/serve.ts';
import { TestBrowser } from './testing/browser.ts';
import { postgresUrl } from './testing/databases.ts';
import { sandbox, type TestSandbox, temporaryFolder } from './testing/server.ts';
import { id } from './testing/tracking.ts';

/**
 * The newest commit beside which this version must run: the last one before a migration whose contraction it does not survive. See
 * "Add a table or column" in CONTRIBUTING.md before you change it.
 */
const BEFORE = '79b7064d7c99434784ddffedf48c10cb2ffc0983';
const READS = [
  'loads',
  'monitors',
  'sites',
  'invitations',
  'agreements',
  'operations',
  'bulk',
  'archive',
  'activity',
  'triage/handover',
  'outgoing-webhooks',
  'jobs',
  'company',
  'views',
  'load-lists',
];

const folder = temporaryFolder();
const checkout = checkoutOf(BEFORE);
const running: Served[] = [];
let provider: TestSandbox;
beforeAll(async () => {
  provider = await sandbox({ SANDBOX_LOADS: '10' });
});
afterAll(async () => {
  for (const { child, exit } of running) {
    child.kill('SIGKILL');
    await exit;
  }
  await provider?.stop();
  folder.remove();
  if (checkout) rmSync(checkout, { recursive: true, force: true });
});

it('the version before and this one serve reads side by side, and what one stores the other shows', async (context) => {
  if (!checkout) return context.skip(`the history of this checkout does not have ${BEFORE}`);
  const env = {
    DATABASE_URL: await postgresUrl(),
    POLL_INTERVAL_SECONDS: '1',
    REQUESTS_PER_MINUTE: '1000000',
  };
  const start = async (from?: string) => {
    const server = await serve(provider.line, folder.dir, env, from);
    running.push(server);
    return server;
  };
  const before = await start(checkout);
  const admin = new TestBrowser();
  await admin.signIn(before.url, 'admin');
  const failed: string[] = [];
  let answered = 0;
  const reading = new AbortController();
  const read = async ({ url }: Served, until = reading.signal) => {
    while (!until.aborted)
      for (const path of READS) {
        const { status } = await admin.api(`${url}/api/${path}`);
        answered += 1;
        if (status !== 200) failed.push(`${status} ${url}/api/${path}`);
      }
  };
  const enough = async () => {
    const from = answered;
    await vi.waitFor(() => expect(answered).toBeGreaterThan(from + 4 * READS.length), 30_000);
  };
  const stopping = new AbortController();
  const readers = [read(before, stopping.signal)];
  await enough();

  const now = await start();
  admin.setCookie(now.url, '__Host-waypost', admin.cookie(before.url, '__Host-waypost')?.value ?? '');
  readers.push(read(now));
  await enough();
  const watched = async ({ url }: Served) =>
    ((await admin.api(`${url}/api/loads`)).json as { items: { load_id: string }[] }).items.map(
      ({ load_id }) => load_id,
    );
  for (const [n, [at, other]] of [[before, now] as const, [now, before] as const].entries()) {
    const load_ids = [id(8_000 + n)];
    expect((await admin.api(`${at.url}/api/loads`, { method: 'POST', body: { load_ids } })).status).toBe(201);
    await vi.waitFor(async () => expect(await watched(other)).toContain(load_ids[0]), 10_000);
  }

  stopping.abort();
  await readers[0];
  before.child.kill('SIGTERM');
  expect(await before.exit).toEqual([0, null]);
  await enough();
  reading.abort();
  await Promise.all(readers);
  expect(failed).toEqual([]);
}, 120_000);
