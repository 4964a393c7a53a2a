/** A server that begins to poll loads which were read before: by another server, or before a restart. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PostgresNotifyBus } from '../../platform/cluster/notify-bus.ts';
import { openDatabase } from '../../platform/store/open-database.ts';
import { takeLease } from '../../platform/store/shared-clock.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { postgresUrl } from '../../testing/databases.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { startUpstream, type Upstream } from '../../testing/upstream.ts';

const folder = temporaryFolder();
let provider: TestSandbox;
let upstream: Upstream;
let server: TestServer;
beforeAll(async () => {
  [provider, upstream] = await Promise.all([sandbox(), startUpstream()]);
});
afterAll(async () => {
  await server?.stop();
  upstream?.stop();
  await provider?.stop();
  folder.remove();
});

const start = async (env: Record<string, string> = {}) => {
  server = await startServer(provider.line, folder.dir, { SERVICE_BASE_URL: upstream.url, ...env });
  const admin = new TestBrowser();
  await admin.signIn(server.url, 'admin');
  return admin;
};
const statusFor = async (browser: TestBrowser) =>
  ((await browser.api(`${server.url}/api/loads`)).json as { status: Record<string, unknown> }).status;

it('does not say that it loads them for the first time', async () => {
  upstream.answer();
  const admin = await start();
  expect(await statusFor(admin)).toMatchObject({ state: 'starting', last_success_at: null });
  await admin.api(`${server.url}/api/loads`, { method: 'POST', body: { load_ids: [id(1)] } });
  await vi.waitFor(async () => expect((await statusFor(admin)).state).toBe('ok'), { timeout: 10_000 });
  await server.stop();
  // Not answered: what is known is from before.
  upstream.answer(() => undefined);
  const status = await statusFor(await start());
  expect(status).toMatchObject({ state: 'ok', message: null, loads_watched: 1 });
  expect(status.last_success_at).toBe(status.oldest_read_at);
});

it('nor does a server that waits while nobody polls', async () => {
  upstream.answer();
  const DATABASE_URL = await postgresUrl({ migrated: true });
  await server.stop();
  const admin = await start({ DATABASE_URL });
  await admin.api(`${server.url}/api/loads`, { method: 'POST', body: { load_ids: [id(1)] } });
  await vi.waitFor(async () => expect((await statusFor(admin)).state).toBe('ok'), { timeout: 10_000 });
  await server.stop();
  // A server that is connected but frozen holds the lease.
  const { db, close } = await openDatabase(DATABASE_URL);
  const frozen = await PostgresNotifyBus.open(DATABASE_URL, silentLog);
  await takeLease(db, 'postgres', { name: 'reader', owner: 'frozen', ms: 3_600_000, force: true });
  try {
    expect(await statusFor(await start({ DATABASE_URL }))).toMatchObject({ state: 'ok', message: null });
  } finally {
    await frozen.close();
    await close();
  }
});
