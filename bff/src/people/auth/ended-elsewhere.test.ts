/** What an administrator ends on one server ends on the others, with its streams. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { sandbox, startServer, temporaryFolder } from '../../testing/server.ts';
import { openStream } from '../../testing/stream.ts';
import { SESSION_END_REASONS } from './tokens.ts';

it('a wall screen and a person lose their streams on another server within seconds, and learn why', async () => {
  const { line, stop } = await sandbox();
  const folder = temporaryFolder();
  const env = { DATABASE_URL: await postgresUrl() };
  const here = await startServer(line, folder.dir, env);
  const there = await startServer(line, folder.dir, env);
  onTestFinished(async () => {
    await Promise.all([here.stop(), there.stop()]);
    await stop();
    folder.remove();
  });
  const admin = new TestBrowser();
  await admin.signIn(here.url, 'admin');
  const post = async (path: string, body: object = {}) =>
    (await admin.api(`${here.url}${path}`, { method: 'POST', body })).json;
  const { secret, wall_screen } = (await post('/api/wall-screens', { name: 'Dock' })) as {
    secret: string;
    wall_screen: { wall_screen_id: string };
  };
  const screen = new TestBrowser();
  const opened = await screen.api(`${there.url}/bff/wall`, { method: 'POST', body: { secret } });
  expect(opened.status).toBe(204);
  const viewer = new TestBrowser();
  await viewer.signIn(there.url, 'viewer');
  const streams = [await openStream(there.url, screen), await openStream(there.url, viewer)] as const;
  onTestFinished(() => {
    for (const stream of streams) stream.close();
  });

  await post(`/api/wall-screens/${wall_screen.wall_screen_id}/revoke`);
  const { json } = await viewer.api(`${there.url}/bff/session`);
  await post(`/api/people/${(json.user as { sub: string }).sub}/sign-out`);
  const ends = [SESSION_END_REASONS.wall_revoked, SESSION_END_REASONS.by_administrator];
  await vi.waitFor(
    () =>
      expect(streams.map(({ events }) => events.at(-1))).toMatchObject(
        ends.map((reason) => ({ event: 'session_ended', data: { reason } })),
      ),
    // Sooner than the next check of the stream's session.
    5_000,
  );
  for (const browser of [screen, viewer])
    expect((await browser.api(`${there.url}/api/loads`)).status).toBe(401);
});
