/** Unverifiable deliveries with the real sandbox: they are stored without effect, and verified again after a fix. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { deliver, envelopeOf, subscribed } from '../../testing/deliveries.ts';
import { useServer } from '../../testing/server.ts';
import { MAX_UNVERIFIED } from './receiver.ts';

const { server, signedIn } = await useServer();
const admin = await signedIn('admin');
const { webhook, address, secret } = await subscribed(server, 'geofence_monitor');

const arrived = () => envelopeOf('geofence_monitor.stop_arrived', []);
const listed = async (query = '?size=1000') => {
  const page = await admin.api(`${server.url}/api/deliveries${query}`);
  return page.json.items as Record<string, unknown>[];
};
const rowsOf = async (event_id: string) => (await listed()).filter((row) => row.event_id === event_id);
const post = (path: string, body: unknown = {}) =>
  admin.api(`${server.url}/api/${path}`, { method: 'POST', body });
const verify = async (body: unknown = {}) => (await post(`webhooks/${webhook.id}/verify`, body)).json;
const settled = (event_id: string) =>
  vi.waitFor(async () => {
    const [row] = await rowsOf(event_id);
    expect(row).toMatchObject({ state: 'done' });
    return row;
  });

describe('a delivery that cannot be verified', () => {
  it.each([
    ['without a signature', {}, /X-Webhook-Signature is missing/],
    ['with another secret', { secret: 'wrong' }, /does not match/],
    ['signed six minutes ago', { secret: 'own', at: Date.now() - 360_000 }, /300 seconds/],
    ['signed six minutes ahead', { secret: 'own', at: Date.now() + 360_000 }, /300 seconds/],
    ['in another compression', { headers: { 'Content-Encoding': 'br' } }, /br/],
    [
      'signed with a time that cannot be read',
      { secret: 'own', headers: { 'X-Webhook-Timestamp': 'soon' } },
      /not match/,
    ],
  ])('%s is kept with the reason and does nothing', async (_, options, reason) => {
    const event = arrived();
    const signed = 'secret' in options && options.secret === 'own' ? { ...options, secret } : options;
    const before = await listed();
    expect(await deliver(address, event, signed)).toBe(204);
    const known = new Set(before.map(({ id }) => id));
    const [row] = (await listed()).filter(({ id }) => !known.has(id));
    expect(row).toMatchObject({
      state: 'unverified',
      outcome: expect.stringMatching(reason),
      tries: 0,
      handled_at: null,
      signed_at: null,
    });
  });

  it('is shown to administrators with its reason, at its subscription', async () => {
    await deliver(address, arrived(), { secret: 'wrong' });
    const page = await admin.api(`${server.url}/api/webhooks`);
    const [one] = page.json.items as Record<string, { count: number }>[];
    expect(one).toMatchObject({ unverified: { reason: 'the signature does not match' } });
    expect(one?.unverified?.count).toBeGreaterThan(0);
  });

  it('cannot be processed manually either', async () => {
    const event = arrived();
    await deliver(address, event, { secret: 'wrong' });
    const [row] = await rowsOf(event.id);
    expect((await post(`deliveries/${row?.id}/replay`)).status).toBe(409);
    expect((await rowsOf(event.id))[0]).toMatchObject({ state: 'unverified' });
  });

  it('does not make the real one a duplicate', async () => {
    const event = arrived();
    await deliver(address, event, { secret: 'wrong' });
    await deliver(address, event, { secret });
    await vi.waitFor(async () => {
      const rows = await rowsOf(event.id);
      expect(rows.map(({ state, outcome }) => `${state} ${outcome}`).sort()).toEqual([
        'done kept',
        'unverified the signature does not match',
      ]);
    });
  });
});

it('a gzip bomb is stored unchanged, and not decompressed', async () => {
  const before = new Set((await listed()).map(({ id }) => id));
  expect(await deliver(address, Buffer.alloc(50_000_000), { secret, gzip: true })).toBe(204);
  const [row] = (await listed()).filter(({ id }) => !before.has(id));
  expect(row).toMatchObject({ state: 'unverified', outcome: expect.stringContaining('after decompression') });
  expect((await admin.api(`${server.url}/api/deliveries/${row?.id}`)).json.body).toBeNull();
});

describe('after a fix', () => {
  it('the right secret verifies earlier deliveries, as of their arrival', async () => {
    const event = arrived();
    await deliver(address, event, { secret: 'of-the-service', gzip: true });
    expect(await verify()).toMatchObject({ verified: 0 });
    const patch = { method: 'PATCH', body: { signing_secret: 'of-the-service' } };
    expect((await admin.api(`${server.url}/api/webhooks/geofence_monitor`, patch)).status).toBe(200);
    expect(await verify()).toMatchObject({ verified: 1 });
    expect(await settled(event.id)).toMatchObject({ outcome: 'kept', signed_at: expect.any(String) });
    const activity = await admin.api(`${server.url}/api/activity`);
    expect(activity.json.items).toContainEqual(
      expect.objectContaining({ action: 'verify_deliveries', target: 'geofence_monitor' }),
    );
    await admin.api(`${server.url}/api/webhooks/geofence_monitor`, {
      ...patch,
      body: { signing_secret: secret },
    });
  });

  it('a PATCH without a secret keeps it, and unsigned events stay unverified', async () => {
    const patch = { method: 'PATCH', body: {} };
    const { json } = await admin.api(`${server.url}/api/webhooks/geofence_monitor`, patch);
    expect(json).toMatchObject({ signed: true });
    const event = arrived();
    await deliver(address, event);
    expect((await rowsOf(event.id))[0]).toMatchObject({ state: 'unverified' });
  });

  it('removing the secret never admits what arrived unsigned before, and subscribing again sets a new one', async () => {
    const event = arrived();
    await deliver(address, event);
    const path = `${server.url}/api/webhooks/geofence_monitor`;
    const removed = await admin.api(path, { method: 'PATCH', body: { signing_secret: null } });
    expect(removed.json).toMatchObject({ signed: false });
    expect(await verify()).toMatchObject({ verified: 0 });
    expect((await rowsOf(event.id))[0]).toMatchObject({ state: 'unverified' });
    expect((await admin.api(path, { method: 'POST', body: {} })).json).toMatchObject({ signed: true });
    await admin.api(path, { method: 'PATCH', body: { signing_secret: secret } });
  });

  it('deliveries signed with a wrong clock are accepted only as far as the administrator allows', async () => {
    const event = arrived();
    await deliver(address, event, { secret, at: Date.now() - 3_000_000 });
    const first = await verify();
    expect(first.clock_off_seconds).toBeGreaterThanOrEqual(2999);
    expect(first.clock_off_seconds).toBeLessThan(3060);
    expect(await verify({ tolerance_seconds: 600 })).toMatchObject({
      clock_off_seconds: first.clock_off_seconds,
    });
    await verify({ tolerance_seconds: first.clock_off_seconds });
    await settled(event.id);
  });

  it('no tolerance makes an invalid signature valid', async () => {
    const event = arrived();
    await deliver(address, event, { secret: 'wrong' });
    await verify({ tolerance_seconds: 604_800 });
    expect((await rowsOf(event.id))[0]).toMatchObject({ state: 'unverified' });
  });

  it('verification is for administrators', async () => {
    const viewer = new TestBrowser();
    await viewer.signIn(server.url, 'dispatcher');
    for (const path of ['verify', 'replay']) {
      const page = await viewer.api(`${server.url}/api/webhooks/${webhook.id}/${path}`, {
        method: 'POST',
        body: {},
      });
      expect(page.status).toBe(403);
    }
  });
});

it('a URL with too many of them responds with 503, so that the service keeps the rest; verified ones are still accepted', async () => {
  const { db } = server.services;
  const [row] = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('state', '=', 'unverified')
    .execute();
  if (!row) throw new Error('there is none');
  const rows = Array.from({ length: MAX_UNVERIFIED }, () => ({ ...row, id: randomUUID() }));
  for (let from = 0; from < rows.length; from += 100)
    await db
      .insertInto('webhook_delivery')
      .values(rows.slice(from, from + 100))
      .execute();
  expect(await deliver(address, arrived(), { secret: 'wrong' })).toBe(503);
  const event = arrived();
  expect(await deliver(address, event, { secret })).toBe(204);
  await settled(event.id);
});
