/** Deliveries to the complete server with the real sandbox (rule 24). */
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { deliver, envelopeOf, subscribed } from '../../testing/deliveries.ts';
import { useServer } from '../../testing/server.ts';

const { server, signedIn } = await useServer();
const admin = await signedIn('admin');
const { address, secret } = await subscribed(server, 'geofence_monitor');

const deliveries = async (query = '') => {
  const page = await admin.api(`${server.url}/api/deliveries${query}`);
  return page.json.items as Record<string, unknown>[];
};
const settled = async (event_id: string, count = 1) =>
  vi.waitFor(async () => {
    const rows = (await deliveries()).filter((row) => row.event_id === event_id);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.state).not.toBe('stored');
    return rows;
  });

describe('a delivery', () => {
  it.each([false, true])('is acknowledged and stored, compressed: %s', async (gzip) => {
    const event = envelopeOf('geofence_monitor.stop_arrived', [{ name: 'x' }]);
    expect(await deliver(address, event, { secret, gzip })).toBe(204);
    const [row] = await settled(event.id);
    expect(row).toMatchObject({ event_name: event.event_name, state: 'done', purpose: 'geofence_monitor' });
    const one = await admin.api(`${server.url}/api/deliveries/${row?.id}`);
    expect(one.json.body).toEqual(event);
  });

  it('sent three times is acknowledged three times and marked as a duplicate twice', async () => {
    const event = envelopeOf('geofence_monitor.stop_arrived', []);
    for (let n = 0; n < 3; n += 1) expect(await deliver(address, event, { secret })).toBe(204);
    const outcomes = (await settled(event.id, 3)).map(({ outcome }) => String(outcome));
    expect(outcomes.filter((one) => one.startsWith('duplicate of'))).toHaveLength(2);
    expect(outcomes.filter((one) => one === 'kept')).toHaveLength(1);
  });

  it.each([
    ['malformed JSON', '{"id": ', 'malformed: not JSON'],
    ['JSON that is no event', '[1, 2]', 'malformed: not an event'],
    ['an event of an unknown type', JSON.stringify(envelopeOf('weather.changed', [{ a: 1 }])), 'kept'],
    [
      'a monitor that nobody knows',
      JSON.stringify(envelopeOf('geofence_monitor.x', [{ name: 'who' }])),
      'stored for unknown monitors',
    ],
    ['text that PostgreSQL cannot store', JSON.stringify(envelopeOf('nul\u0000byte \ud800', [])), 'kept'],
  ])('with %s is acknowledged, kept and visible', async (_, body, outcome) => {
    const before = (await deliveries()).length;
    expect(await deliver(address, body, { secret })).toBe(204);
    await vi.waitFor(async () => {
      const rows = await deliveries();
      expect(rows).toHaveLength(before + 1);
      expect(rows[0]).toMatchObject({ state: 'done', outcome: expect.stringContaining(outcome) });
    });
  });

  it('shows no secret of its content', async () => {
    const event = envelopeOf('invitation.accepted', [
      {
        id: '00000000-0000-4000-8000-000000000001',
        fleet_ref: 'F-1',
        magic_link: 'https://x.example/i/link-secret',
        pre_registration_access_token: 'access-secret',
        nested: { deeper: [{ pre_registration_refresh_token: 'refresh-secret', password: 'pw-secret' }] },
      },
      { payload: { password: 'hunter22' }, logs: [{ error_details: 'password hunter22 was refused' }] },
    ]);
    expect(await deliver(address, event, { secret })).toBe(204);
    const [row] = await settled(event.id);
    const { text } = await admin.api(`${server.url}/api/deliveries/${row?.id}`);
    expect(text).toContain('F-1');
    for (const leak of ['link-secret', 'access-secret', 'refresh-secret', 'pw-secret', 'hunter22'])
      expect(text).not.toContain(leak);
    const [stored] = await server.services.db
      .selectFrom('webhook_delivery')
      .select('body')
      .where('event_id', '=', event.id)
      .execute();
    const inTheClear = Buffer.from(stored?.body ?? '', 'base64').toString('latin1') + stored?.body;
    expect(inTheClear).not.toContain('secret');
  });
});

describe('an attack', () => {
  const stored = async () => (await deliveries('?size=1000')).length;
  const event = () => envelopeOf('geofence_monitor.stop_arrived', []);
  const attacks: [string, () => Promise<number>, number][] = [
    [
      'with more than a megabyte of gzip',
      () => deliver(address, randomBytes(1_100_000), { secret, gzip: true }),
      413,
    ],
    ['with more than five megabytes', () => deliver(address, Buffer.alloc(5_300_000, 32), { secret }), 413],
    ['to a made-up address', () => deliver(`${server.url}/hooks/${'a'.repeat(43)}`, event()), 404],
    ['to an address cut short', () => deliver(address.slice(0, -1), event(), { secret }), 404],
  ];
  it.each(attacks)('%s is refused and not stored', async (_, attack, status) => {
    const before = await stored();
    expect(await attack()).toBe(status);
    expect(await stored()).toBe(before);
  });

  it('by a sender who never ends is cut off', async () => {
    const status = await new Promise((resolve, reject) => {
      const sending = httpRequest(
        address,
        { method: 'POST', headers: { 'Content-Length': '100000', 'Content-Type': 'application/json' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      sending.once('error', reject);
      sending.write('{');
    });
    // It arrived incomplete: a real service should send it again.
    expect(status).toBe(503);
  });

  it('by guessing URLs is slowed down, while valid deliveries continue', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n += 1) statuses.add(await deliver(`${server.url}/hooks/guess-${n}`, event()));
    expect(statuses).toEqual(new Set([404, 429]));
    expect(await deliver(address, event(), { secret })).toBe(204);
  });

  it('is shown to administrators, with the reason', async () => {
    await deliver(address, Buffer.alloc(5_300_000, 32), { secret });
    const page = await admin.api(`${server.url}/api/webhooks`);
    const items = page.json.items as Record<string, unknown>[];
    expect(items[0]).toMatchObject({
      state: 'active',
      address: null,
      signed: true,
      refused: { reason: `more than ${5 * 1024 * 1024} bytes` },
    });
    expect(page.text).not.toContain(new URL(address).pathname.split('/').at(-1) ?? '?');
  });

  it('finds no page at the URL', async () => {
    const page = await fetch(address, { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(404);
  });
});

it('a database failure is answered with 503, so that the delivery is retried', async () => {
  const { db } = server.services;
  await db.schema.alterTable('webhook_delivery').renameTo('webhook_delivery_away').execute();
  try {
    expect(await deliver(address, envelopeOf('geofence_monitor.x', []), { secret })).toBe(503);
  } finally {
    await db.schema.alterTable('webhook_delivery_away').renameTo('webhook_delivery').execute();
  }
  expect(await deliver(address, envelopeOf('geofence_monitor.x', []), { secret })).toBe(204);
});

it('a broken gzip body is stored where no signature is expected', async () => {
  const { subscriptions } = server.services.webhooks;
  const open = subscriptions.address(await subscriptions.ensureSubscription('invitation_callback'));
  const broken = gzipSync(Buffer.from('{}')).subarray(0, 12);
  expect(await deliver(open, broken, { headers: { 'Content-Encoding': 'gzip' } })).toBe(204);
  await vi.waitFor(async () => {
    const [row] = await deliveries();
    expect(row).toMatchObject({
      purpose: 'invitation_callback',
      outcome: expect.stringContaining('malformed'),
    });
  });
});

it('a replay processes it once more, and is recorded', async () => {
  const event = envelopeOf('geofence_monitor.stop_arrived', []);
  await deliver(address, event, { secret });
  const [row] = await settled(event.id);
  const page = await admin.api(`${server.url}/api/deliveries/${row?.id}/replay`, { method: 'POST' });
  expect(page.status).toBe(202);
  const [again] = await settled(event.id);
  expect(Date.parse(String(again?.handled_at))).toBeGreaterThanOrEqual(Date.parse(String(row?.handled_at)));
  const activity = await admin.api(`${server.url}/api/activity`);
  expect(activity.json.items).toContainEqual(
    expect.objectContaining({ action: 'replay_delivery', target: row?.id }),
  );
});

it('deliveries are listed by page, state and family, for administrators only', async () => {
  const first = await admin.api(`${server.url}/api/deliveries?size=2`);
  const cursor = String(first.json.next_page);
  const second = await admin.api(`${server.url}/api/deliveries?size=2&cursor=${cursor}`);
  const ids = [first, second].flatMap(({ json }) => (json.items as { id: string }[]).map(({ id }) => id));
  expect(new Set(ids).size).toBe(4);
  expect((await admin.api(`${server.url}/api/deliveries?cursor=x`)).status).toBe(422);
  const family = await deliveries('?event=weather.*');
  expect(family.map(({ event_name }) => event_name)).toEqual(['weather.changed']);
  expect(await deliveries('?state=failed')).toEqual([]);
  const countsOf = async (query: string) =>
    (await admin.api(`${server.url}/api/deliveries${query}`)).json.counts as Record<string, number> | null;
  expect(await countsOf('?event=weather.*&state=failed')).toEqual({ done: 1 });
  const all = Object.values((await countsOf('')) ?? {}).reduce((sum, one) => sum + one, 0);
  expect(all).toBe((await deliveries('?size=1000')).length);
  expect(await countsOf(`?cursor=${cursor}`)).toBeNull();
  const viewer = new TestBrowser();
  await viewer.signIn(server.url, 'dispatcher');
  for (const path of ['/api/deliveries', '/api/webhooks'])
    expect((await viewer.api(server.url + path)).status).toBe(403);
});

it('the sandbox delivers to the URL that we subscribed automatically', async () => {
  const { client, endpoints } = server.services.upstream;
  const { subscriptions } = server.services.webhooks;
  await subscriptions.ensureSubscription('resource_operation');
  const { data } = await client.call(endpoints.listConnections, { priority: 'person' });
  const statuses = [];
  for (const { id } of data.items.slice(0, 40)) {
    const body = { connection_id: id, username: `hook-${id.slice(0, 8)}` };
    const created = await client.call(endpoints.createUser, { body, priority: 'person' }).catch(() => null);
    statuses.push(created?.status);
    if (created) break;
  }
  expect(statuses).toContain(202);
  await vi.waitFor(async () => {
    const [row] = await deliveries('?event=resource_operation.*');
    expect(row).toMatchObject({ event_name: 'resource_operation.created', state: 'done' });
    expect(row?.signed_at).toBeTypeOf('string');
  }, 5000);
});
