import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { writeSetting } from '../../platform/store/query.ts';
import { useServer } from '../../testing/server.ts';

const { server, signedIn } = await useServer();
let admin = await signedIn('admin');

const PURPOSE = 'resource_operation';
const rows = () =>
  server.services.db.selectFrom('webhook_delivery').selectAll().orderBy('received_at').execute();
const names = async () => (await rows()).map(({ event_name }) => event_name);
const arrived = () =>
  vi.waitFor(async () => expect(await names()).toContain('resource_operation.created'), {
    timeout: 8_000,
    interval: 50,
  });
/** An event of the sandbox that was delivered, and then lost from our database. */
const miss = async () => {
  const { db, upstream } = server.services;
  const { client, endpoints } = upstream;
  // Earlier events must not be mistaken for it.
  await db.deleteFrom('webhook_delivery').execute();
  const { data } = await client.call(endpoints.listConnections, { priority: 'person' });
  for (const { id } of data.items) {
    const body = { connection_id: id, username: `replayed-${Math.random()}` };
    if (await client.call(endpoints.createUser, { body, priority: 'person' }).catch(() => null)) break;
  }
  await arrived();
  await db.deleteFrom('webhook_delivery').execute();
};
const request = async (body: unknown = {}) => {
  const webhook = (await server.services.webhooks.subscriptions.list()).find(
    ({ purpose }) => purpose === PURPOSE,
  );
  return admin.api(`${server.url}/api/webhooks/${webhook?.id}/replay`, { method: 'POST', body });
};

it('an administrator can have missed events sent again', async () => {
  await server.services.webhooks.subscriptions.ensureSubscription(PURPOSE);
  const from = new Date().toISOString();
  await miss();
  const page = await request({ from });
  expect(page.json).toMatchObject({ requested: true, from, message: null });
  await arrived();
});

it('are requested automatically after an outage, but not after a short restart', async () => {
  await miss();
  const restart = async (receiving_at: number) => {
    await server.services.webhooks.replays.stop();
    await writeSetting(server.services.db, 'webhooks_receiving_at', String(receiving_at));
    await server.restart();
    await server.services.webhooks.replays.run();
  };
  await restart(Date.now() - 30_000);
  expect(await names()).toEqual([]);
  await restart(Date.now() - 600_000);
  await arrived();
});

it('a database that rejected writes for more than a minute counts as an outage too', async () => {
  await miss();
  const { db, webhooks } = server.services;
  const { replays } = webhooks;
  await db.schema.alterTable('setting').renameTo('setting_away').execute();
  await replays.run();
  await db.schema.alterTable('setting_away').renameTo('setting').execute();
  await writeSetting(db, 'webhooks_receiving_at', String(Date.now() - 61_000));
  await replays.run();
  await arrived();
});

it.each([404, 405, 501])(
  'a service that responds with %i does not offer replays, and that is reported',
  async (status) => {
    const away = createServer((incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end('{"message":"no"}');
    });
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const { port } = away.address() as AddressInfo;
    await server.restart({ SERVICE_BASE_URL: `http://127.0.0.1:${port}` });
    admin = await signedIn('admin');
    const page = await request();
    expect(page.status).toBe(200);
    expect(page.json).toMatchObject({
      requested: false,
      message: expect.stringContaining("can't send events again"),
    });
    // It is called once, not repeatedly.
    await writeSetting(server.services.db, 'webhooks_receiving_at', String(Date.now() - 600_000));
    await server.services.webhooks.replays.run();
    const missed = await server.services.db
      .selectFrom('setting')
      .selectAll()
      .where('key', '=', 'webhooks_missed_since')
      .execute();
    expect(missed).toEqual([]);
    away.closeAllConnections();
    away.close();
  },
);
