/** Data that the page needs before anyone has signed in. */
import { publicConfig } from '@waypost/contract/api/session';
import { expect, it, vi } from 'vitest';
import { startServer, temporaryFolder, useServer } from '../../testing/server.ts';

const assumed = { behavior: { stale_after_minutes: 240, monitor_stops_in_order: false } };
const { url, line, signedIn } = await useServer({ env: { SERVICE_ASSUMPTIONS: JSON.stringify(assumed) } });

it.each([
  ['the sandbox', undefined, true],
  ['another provider', 'https://id.example.com', false],
])(
  'names the sandbox users only when people sign in at the sandbox (%s)',
  async (_, LOGIN_ISSUER, expected) => {
    const own = temporaryFolder();
    const other = await startServer(line, own.dir, LOGIN_ISSUER === undefined ? {} : { LOGIN_ISSUER });
    try {
      await vi.waitFor(async () => {
        const answer = await fetch(`${other.url}/bff/config`, { headers: { 'X-CSRF': '1' } });
        expect(publicConfig.parse(await answer.json())).toMatchObject({
          simulated: true,
          sandbox_sign_in: expected,
        });
      }, 5_000);
    } finally {
      await other.stop();
      own.remove();
    }
  },
);

it("includes the operator's assumptions about the service's behavior", async () => {
  const answer = await fetch(`${url}/bff/config`, { headers: { 'X-CSRF': '1' } });
  expect(publicConfig.parse(await answer.json())).toMatchObject(assumed);
});

it("a session has its person's preferences, as a page in a new browser needs them at once", async () => {
  const browser = await signedIn();
  const own = { theme: 'dark', time_zone: 'America/Chicago' };
  await browser.api(`${url}/api/preferences`, { method: 'PATCH', body: own });
  const { json: preferences } = await browser.api(`${url}/api/preferences`);
  const { json } = await browser.api(`${url}/bff/session`);
  const { preferences: given } = json as { preferences: object };
  expect(given).toMatchObject(own);
  expect(given).toEqual((preferences as { preferences: object }).preferences);
});
