/** A person clicks after the operator has removed the secret key that protects their session. */
import { describe, expect, it } from 'vitest';
import { TestBrowser } from './testing/browser.ts';
import { postgresUrl } from './testing/databases.ts';
import { sandbox, startServer, temporaryFolder } from './testing/server.ts';

const key = (name: string, fill: number) => `${name}:${Buffer.alloc(32, fill).toString('base64')}`;

describe.each([
  ['SQLite', async () => undefined],
  ['PostgreSQL', postgresUrl],
])('a session whose key is no longer listed (%s)', (_, database) => {
  it('ends with a clear message, and the person signs in again', async () => {
    const folder = temporaryFolder();
    const provider = await sandbox({ SANDBOX_LOADS: '2' });
    const url = await database();
    const start = (keys: string) =>
      startServer(provider.line, folder.dir, {
        SECRET_KEYS: keys,
        // People's own tokens are used for the service only if they come from its own flow.
        LOGIN_ISSUER: undefined,
        ...(url === undefined ? {} : { DATABASE_URL: url }),
      });
    const browser = new TestBrowser();
    const before = await start(`${key('old', 1)}`);
    await browser.signIn(before.url, 'dispatcher');
    const [load_id] = before.services.board.ids();
    const click = (origin: string) => browser.api(`${origin}/api/v2/visibility/loads/${load_id}/tracking`);
    expect((await click(before.url)).status).toBe(200);
    const cookie = browser.cookie(before.url, '__Host-waypost')?.value ?? '';
    await before.stop();

    const after = await start(key('new', 2));
    browser.setCookie(after.url, '__Host-waypost', cookie);
    const refused = await click(after.url);
    expect({ status: refused.status, json: refused.json }).toMatchObject({
      status: 401,
      json: { reason: 'signed_out', message: 'Your session has ended' },
    });
    expect((await browser.api(`${after.url}/bff/session`)).json).toEqual({ signed_in: false });
    // The provider still knows this browser.
    await browser.go(`${after.url}/bff/login`);
    expect((await click(after.url)).status).toBe(200);
    await after.stop();
    await provider?.stop();
    folder.remove();
  });
});
