/** A pause announced by the service, as people see it: limited, and ended by an administrator. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitLeft } from '../../platform/store/shared-clock.ts';
import { TestBrowser } from '../../testing/browser.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';
import { id, tracking } from '../../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';

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
  server = await startServer(provider.line, folder.dir, {
    SERVICE_BASE_URL: upstream.url,
    SERVICE_MAX_WAIT_SECONDS: '600',
    ...env,
  });
};
const signedIn = async (username: string) => {
  const browser = new TestBrowser();
  await browser.signIn(server.url, username);
  return browser;
};
const statusFor = async (browser: TestBrowser) => {
  const { status, json: body } = await browser.api(`${server.url}/api/loads`);
  expect(status).toBe(200);
  return (body as { status: { state: string; retry_at: string | null } }).status;
};

describe('a pause announced by the service', () => {
  beforeEach(async () => {
    await start();
    return () => server.stop();
  });

  it.each([
    ['milliseconds', { 'retry-after': '60000000' }, null],
    ['an epoch in microseconds', {}, { retry_after_seconds: 1_795_000_000_000_000 }],
  ])(
    'is limited when announced in %s, also after a restart, and the board is shown',
    async (_, headers, detail) => {
      const admin = await signedIn('admin');
      await admin.api(`${server.url}/api/loads`, { method: 'POST', body: { load_ids: [id(1)] } });
      upstream.answer((response) => json(response, 429, { code: 429, message: 'x', detail }, headers));
      await vi.waitFor(async () => expect((await statusFor(admin)).state).toBe('paused'), {
        timeout: 10_000,
      });
      const { db } = server.services;
      await vi.waitFor(async () => expect(await waitLeft(db, 'sqlite', 1e18)).toBeGreaterThan(0));
      await server.stop();
      await start();
      const { retry_at } = await statusFor(await signedIn('admin'));
      expect(Date.parse(retry_at ?? '') - Date.now()).toBeGreaterThan(500_000);
      expect(Date.parse(retry_at ?? '') - Date.now()).toBeLessThanOrEqual(601_000);
    },
  );

  it('can be ended by administrators only; polling resumes, and the activity log records who ended it', async () => {
    const [admin, dispatcher] = [await signedIn('admin'), await signedIn('dispatcher')];
    await admin.api(`${server.url}/api/loads`, { method: 'POST', body: { load_ids: [id(1)] } });
    upstream.answer((response) => json(response, 429, {}, { 'retry-after': '500' }));
    await vi.waitFor(async () => expect((await statusFor(admin)).state).toBe('paused'), { timeout: 10_000 });
    const { retry_at } = await statusFor(dispatcher);
    upstream.answer();
    const end = (browser: TestBrowser) =>
      browser.api(`${server.url}/api/service/pause`, { method: 'DELETE' });
    expect((await end(dispatcher)).status).toBe(403);
    expect((await statusFor(dispatcher)).retry_at).toBe(retry_at);

    expect((await end(admin)).status).toBe(204);
    expect((await statusFor(dispatcher)).retry_at).toBeNull();
    await vi.waitFor(async () => expect((await statusFor(dispatcher)).state).toBe('ok'), { timeout: 10_000 });
    expect((await end(admin)).status).toBe(204);
    const { json: log } = await admin.api(`${server.url}/api/activity?action=end_service_pause`);
    expect(log).toMatchObject({ items: [{ outcome: 'done', detail: { paused_until: retry_at } }] });
    expect((log as { items: unknown[] }).items).toHaveLength(1);
  });

  it('of the token endpoint can be ended in the same way, and polling resumes', async () => {
    const refused = (response: ServerResponse) => json(response, 429, {}, { 'retry-after': '500' });
    upstream.answer(refused);
    await server.stop();
    await start({ SERVICE_TOKEN_URL: `${upstream.url}/token` });
    const admin = await signedIn('admin');
    await admin.api(`${server.url}/api/loads`, { method: 'POST', body: { load_ids: [id(1)] } });
    await vi.waitFor(async () => expect((await statusFor(admin)).retry_at).not.toBeNull(), {
      timeout: 10_000,
    });
    upstream.answer((response, { url }) =>
      url === '/token'
        ? json(response, 200, { access_token: 'good', token_type: 'Bearer', expires_in: 3600 })
        : json(response, 200, tracking({ load: 1 })),
    );
    await admin.api(`${server.url}/api/service/pause`, { method: 'DELETE' });
    await vi.waitFor(async () => expect((await statusFor(admin)).state).toBe('ok'), { timeout: 10_000 });
  });
});
