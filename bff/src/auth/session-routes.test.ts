/** What the page needs to know before anyone has signed in. */
import { publicConfig } from '@waypost/contract/api/session';
import { expect, it } from 'vitest';
import { sandbox, startServer, temporaryFolder } from '../testing/server.ts';

it('is told what the operator assumes of the behavior of the service', async () => {
  const folder = temporaryFolder();
  const started = await sandbox();
  const assumed = { behavior: { stale_after_minutes: 240, monitor_stops_in_order: false } };
  const server = await startServer(started.line, folder.dir, {
    SERVICE_ASSUMPTIONS: JSON.stringify(assumed),
  });
  try {
    const answer = await fetch(`${server.url}/bff/config`, { headers: { 'X-CSRF': '1' } });
    expect(publicConfig.parse(await answer.json())).toMatchObject(assumed);
  } finally {
    await server.stop();
    started.child.kill();
    folder.remove();
  }
});
