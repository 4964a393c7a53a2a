import { ASSUMPTIONS, withOverrides } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SecretBox } from '../../platform/secrets/keys.ts';
import { rowsOf } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { ServiceError, type ServiceErrorKind } from '../upstream/errors.ts';
import { WebhookSubscriptions } from './subscriptions.ts';

const box = new SecretBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);

interface Asked {
  readonly url: string;
  readonly event_name: string;
  readonly secret: string;
}

describeOnBothDatabases('our addresses at the service', (fresh) => {
  async function setUp(publicUrl = 'https://waypost.example', serviceUrl = 'https://api.example') {
    const { db } = await (await fresh()).open();
    const asked: Asked[] = [];
    let answer: () => unknown = () => ({ id: id(1), webhook_group_id: id(2) });
    const call = async (_: unknown, { body }: { body: Asked }) => {
      asked.push(body);
      return { status: 201, raw: null, data: answer() };
    };
    const make = (origin = publicUrl, assumptions = ASSUMPTIONS) =>
      new WebhookSubscriptions({
        db,
        box,
        client: { call } as unknown as ServiceClient,
        endpoints: serviceEndpoints(),
        assumptions,
        publicUrl: new URL(origin),
        serviceUrl: new URL(serviceUrl),
        activity: new Activity(db, silentLog),
        log: silentLog,
      });
    return {
      db,
      asked,
      make,
      subscriptions: make(),
      answers: (next: () => unknown) => {
        answer = next;
      },
    };
  }
  const failing = (kind: ServiceErrorKind) => () => {
    throw new ServiceError(kind, 'no');
  };

  it('a family is subscribed once, for any number of callers and after a restart', async () => {
    const { asked, subscriptions, make } = await setUp();
    const rows = await Promise.all([1, 2, 3].map(() => subscriptions.ensureSubscription('geofence_monitor')));
    const [row] = rows;
    expect(row).toMatchObject({ state: 'active', webhook_group_id: id(2), message: null });
    const restarted = make();
    await restarted.open();
    await restarted.ensureSubscription('geofence_monitor');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      event_name: 'geofence_monitor.*',
      secret: subscriptions.signingSecret(row as never),
    });
    expect(asked[0]?.url).toMatch(/^https:\/\/waypost\.example\/hooks\/[\w-]{43}$/);
  });

  it('names without a common prefix are subscribed one by one, with one URL and one secret', async () => {
    const { asked, make } = await setUp();
    const assumptions = withOverrides({ events: { connection: { staled: 'link.lost' } } });
    const row = await make(undefined, assumptions).ensureSubscription('connection');
    expect(asked.map(({ event_name }) => event_name)).toEqual(Object.values(assumptions.events.connection));
    expect(new Set(asked.map(({ url, secret }) => url + secret)).size).toBe(1);
    expect(row).toMatchObject({ state: 'active', webhook_ids: JSON.stringify(asked.map(() => id(1))) });
  });

  it('a URL is found by its secret only, even by another process', async () => {
    const { asked, subscriptions, make } = await setUp();
    await subscriptions.ensureSubscription('geofence_monitor');
    const secret = asked[0]?.url.split('/').at(-1) ?? '';
    expect(subscriptions.knownBySecret(secret)).toMatchObject({ purpose: 'geofence_monitor' });
    expect(subscriptions.knownBySecret(`${secret}x`)).toBeNull();
    const other = make();
    expect(other.knownBySecret(secret)).toBeNull();
    expect(await other.bySecret(secret)).toMatchObject({ purpose: 'geofence_monitor' });
    expect(await other.bySecret('')).toBeNull();
  });

  it('no secret is stored in clear text', async () => {
    const { db, asked, subscriptions } = await setUp();
    await subscriptions.ensureSubscription('geofence_monitor');
    const text = JSON.stringify(await rowsOf(db, 'webhook_subscription', {}, ['created_at', 'id']));
    expect(text).not.toContain(asked[0]?.secret ?? '?');
    expect(text).not.toContain(asked[0]?.url.split('/').at(-1) ?? '?');
  });

  it('a secret created by the service is used', async () => {
    const { subscriptions, answers } = await setUp();
    answers(() => [{ id: id(1), secret: 'of-the-service' }]);
    const row = await subscriptions.ensureSubscription('connection');
    expect(subscriptions.signingSecret(row)).toBe('of-the-service');
    expect(row.webhook_group_id).toBe(id(1));
  });

  it.each(['refused', 'forbidden', 'not_found', 'not_implemented'] as const)(
    'where the service responds %s, a person is asked to register it manually, which then counts',
    async (kind) => {
      const { subscriptions, answers } = await setUp();
      answers(failing(kind));
      const row = await subscriptions.ensureSubscription('geofence_monitor');
      expect(row).toMatchObject({ state: 'by_hand', signing_secret: null });
      const person = { sub: 'admin', name: 'Admin' };
      const given = { webhook_group_id: id(9), signing_secret: 'given' };
      const registered = await subscriptions.register('geofence_monitor', given, person);
      expect(registered).toMatchObject({ state: 'active', webhook_group_id: id(9) });
      expect(subscriptions.signingSecret(registered as never)).toBe('given');
      expect(await subscriptions.ensureSubscription('geofence_monitor')).toMatchObject({
        state: 'active',
      });
    },
  );

  it("a service that has refused is called again only on a person's request", async () => {
    const { asked, subscriptions, answers } = await setUp();
    answers(failing('not_found'));
    await subscriptions.ensureSubscription('geofence_monitor');
    await subscriptions.ensureSubscription('geofence_monitor');
    expect(asked).toHaveLength(1);
    answers(() => ({ id: id(1) }));
    expect(
      await subscriptions.ensureSubscription('geofence_monitor', { sub: 'admin', name: 'Admin' }),
    ).toMatchObject({
      state: 'active',
    });
  });

  it.each(['timeout', 'unreachable', 'service_error', 'rate_limited'] as const)(
    'after %s the subscription is retried for the same URL',
    async (kind) => {
      const { asked, subscriptions, answers } = await setUp();
      answers(failing(kind));
      await expect(subscriptions.ensureSubscription('geofence_monitor')).rejects.toMatchObject({
        kind,
      });
      answers(() => ({ id: id(1) }));
      expect(await subscriptions.ensureSubscription('geofence_monitor')).toMatchObject({
        state: 'active',
      });
      expect(asked[1]).toEqual(asked[0]);
    },
  );

  it('another public URL is another subscription, and the old one remains valid', async () => {
    const { asked, subscriptions, make } = await setUp();
    await subscriptions.ensureSubscription('geofence_monitor');
    const moved = make('https://moved.example');
    await moved.open();
    await moved.ensureSubscription('geofence_monitor');
    expect(asked[1]?.url).toMatch(/^https:\/\/moved\.example/);
    expect(moved.knownBySecret(asked[0]?.url.split('/').at(-1) ?? '')).not.toBeNull();
  });

  it('a loopback URL is not given to a remote service', async () => {
    const { asked, subscriptions } = await setUp('http://localhost:8080');
    const row = await subscriptions.ensureSubscription('geofence_monitor');
    expect(row).toMatchObject({ state: 'by_hand', message: expect.stringContaining('HOOKS_PUBLIC_URL') });
    expect(asked).toEqual([]);
  });

  it('the callback of invitations needs no subscription and no signature', async () => {
    const { asked, subscriptions } = await setUp();
    const row = await subscriptions.ensureSubscription('invitation_callback');
    expect(row).toMatchObject({ state: 'active', signing_secret: null });
    expect(asked).toEqual([]);
  });
});
