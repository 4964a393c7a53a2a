/** The whole server with PostgreSQL. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TestBrowser } from './testing/browser.ts';
import { postgresUrl } from './testing/databases.ts';
import { sandbox, startServer, type TestSandbox, temporaryFolder } from './testing/server.ts';
import { id } from './testing/tracking.ts';

let started: TestSandbox;
const folder = temporaryFolder();
beforeAll(async () => {
  started = await sandbox();
});
afterAll(async () => {
  await started?.stop();
  folder.remove();
});

it('sessions, watched loads and last responses survive a restart with PostgreSQL', async () => {
  const env = { DATABASE_URL: await postgresUrl() };

  const first = await startServer(started.line, folder.dir, env);
  const browser = new TestBrowser();
  await browser.signIn(first.url, 'dispatcher');
  const cookie = browser.cookie(first.url, '__Host-waypost')?.value ?? '';
  expect(
    (await browser.api(`${first.url}/api/loads`, { method: 'POST', body: { load_id: id(5) } })).status,
  ).toBe(201);
  await vi.waitFor(
    async () => {
      const { items } = (await browser.api(`${first.url}/api/loads`)).json as {
        items: { tracking_health: string | null }[];
      };
      expect(items.filter((item) => item.tracking_health !== null).length).toBeGreaterThan(40);
    },
    { timeout: 20_000, interval: 200 },
  );
  await first.stop();

  const second = await startServer(started.line, folder.dir, env);
  browser.setCookie(second.url, '__Host-waypost', cookie);
  const { status, json } = await browser.api(`${second.url}/api/loads`);
  expect(status).toBe(200);
  const items = json.items as { load_id: string; tracking_health: string | null }[];
  expect(items.some((item) => item.load_id === id(5))).toBe(true);
  expect(items.filter((item) => item.tracking_health !== null).length).toBeGreaterThan(40);
  await second.stop();
});
