/** Signing in and out at an identity provider that is not ours: Glewlwyd, from its Debian package. */
import { afterAll, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { ANN, CLIENT, startGlewlwyd } from '../../testing/glewlwyd.ts';
import { sandbox, startServer, temporaryFolder } from '../../testing/server.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it('people sign in at Glewlwyd with their roles, and out here and there', async (context) => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const port = await freePort();
  const provider = await startGlewlwyd(dir, `http://localhost:${port}`);
  if (provider === null)
    return context.skip('the Debian package glewlwyd cannot be downloaded here (apt-get download glewlwyd)');
  cleanups.push(provider.stop);
  const { line, stop } = await sandbox({ SANDBOX_LOADS: '2' });
  cleanups.push(stop);
  const server = await startServer(line, dir, {
    PORT: String(port),
    LOGIN_ISSUER: provider.issuer,
    LOGIN_CLIENT_ID: CLIENT.id,
    LOGIN_CLIENT_SECRET: CLIENT.secret,
    LOGIN_END_SESSION: 'true',
    DEFAULT_ROLES: 'none',
  });
  cleanups.push(() => server.stop());
  const session = async (browser: TestBrowser) => (await browser.api(`${server.url}/bff/session`)).json;

  const browser = new TestBrowser();
  await provider.signIn(browser, `${server.url}/bff/login?return_to=/healthz`);
  expect(await session(browser)).toMatchObject({
    signed_in: true,
    user: { name: ANN.name, roles: ANN.roles },
  });
  expect((await browser.api(`${server.url}/api/loads`)).status).toBe(200);
  expect(await provider.refreshTokens(browser)).toEqual([true]);

  const out = await browser.api(`${server.url}/bff/logout`, { method: 'POST' });
  expect(out.json).toMatchObject({
    end_session_url: expect.stringContaining(`${provider.issuer}/end_session?`),
  });
  expect(await session(browser)).toMatchObject({ signed_in: false });
  await vi.waitFor(async () => expect(await provider.refreshTokens(browser)).toEqual([false]), 10_000);

  await provider.signIn(browser, `${server.url}/bff/login`);
  expect(await session(browser)).toMatchObject({ signed_in: true });
  const { sid } = await server.services.db.selectFrom('session').select('sid').executeTakeFirstOrThrow();
  expect(await provider.endSession(browser, sid as string)).toBe(200);
  await vi.waitFor(async () => expect(await session(browser)).toMatchObject({ signed_in: false }), 10_000);
});
