/** Events of the foreign service: other names, formats and signatures; duplicate, late, out of order, unsigned and wrongly signed. */
import { afterEach, describe, expect, it } from 'vitest';
import { deliver, type Signing } from './testing/foreign-service/events.ts';
import { EVENTS, FAMILIES, type Family } from './testing/foreign-service/names.ts';
import * as records from './testing/foreign-service/records.ts';
import { html, refusal } from './testing/foreign-service/responders.ts';
import { type Browser, eventually, type Stack, useStack } from './testing/foreign-service/stack.ts';

/** State of a delivery that could not be verified, and the route that verifies the deliveries of a subscription again. */
const UNVERIFIED = 'unverified';
const VERIFY_AGAIN = (subscription_id: string) => `/api/webhooks/${subscription_id}/verify`;
/** Route with which an administrator has the service send missed events again. */
const REPLAY = (subscription_id: string) => `/api/webhooks/${subscription_id}/replay`;
/** Overrides of the event format, the signature and the subscription's body. */
const OTHER_FORMS = {
  webhooks: {
    envelope: { id: 'uid', event_name: 'what', timestamp: 'sent', data: 'things' },
    signature_encoding: 'hex',
    signature_prefix: 'sha256=',
    signed_content: '{body}',
    subscription: { url: 'send_to', event_name: 'on', secret: 'sign_with' },
  },
};

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const MINUTE = 60_000;

interface Shown {
  readonly state: string;
  readonly outcome: string | null;
  readonly event_id: string | null;
  readonly event_name: string | null;
}
const deliveries = (admin: Browser) => admin.items<Shown>('/api/deliveries');

/** The first delivery of an event, once it is no longer pending. */
const handled = (admin: Browser, event_id: string) =>
  eventually(async () => {
    const found = (await deliveries(admin)).filter((one) => one.event_id === event_id);
    expect(found.map(({ state }) => state)).not.toContain('stored');
    expect(found.length).toBeGreaterThan(0);
    return found;
  });

/** State of a monitor's second stop. */
async function secondStop(admin: Browser, n: number): Promise<string> {
  const { json } = await admin.get(`/api/monitors/${records.idOf(0xd1, n)}`);
  return JSON.stringify((json.stops as unknown[] | undefined)?.[1] ?? json);
}

/** An event about the second stop of monitor `n`. */
const stopEvent = (id: unknown, event_name: string | undefined, n: number, occurred_at: string) => {
  const monitor = records.monitor(n, { updated_at: occurred_at });
  return {
    id,
    event_name,
    version: 3,
    timestamp: new Date().toISOString(),
    data: [{ ...monitor, stop: (monitor.stops as unknown[])[1], occurred_at }],
    ...records.NOISE,
  };
};

/** Subscribes, and sends events as the service then does. */
async function senderTo({ admin, service }: Pick<Stack, 'service'> & { admin: Browser }, family: Family) {
  await admin.call('POST', `/api/webhooks/${family}`, {});
  const { url, secret } = service.subscription(family);
  return (event: unknown) => deliver(url, event, { signing: { secret } });
}

describe('events with other names', () => {
  const stack = useStack();
  afterEach(() => stack.service.reset());

  const to = (family: Family) => senderTo(stack, family);

  it('arrivals and departures are applied', async () => {
    const { admin } = stack;
    const send = await to('geofence_monitor');
    const [arrived, departed] = [ago(50 * MINUTE), ago(20 * MINUTE)];
    expect(await send(stopEvent('n-1', EVENTS.stop_arrived, 1, arrived))).toBe(204);
    expect(await send(stopEvent('n-2', EVENTS.stop_departed, 1, departed))).toBe(204);
    await handled(admin, 'n-2');
    expect(await secondStop(admin, 1)).toContain(arrived);
    expect(await secondStop(admin, 1)).toContain(departed);
  });

  it('the acceptance of an invitation is applied', async () => {
    const { admin } = stack;
    const created = await admin.call('POST', '/api/invitations', { fleet_ref: 'HOOK-1' });
    const { key } = created.json.result as { key: string };
    const [invitation] = stack.service.store.invitations;
    const send = await to('invitation');
    const event = { id: 'i-1', event_name: EVENTS.invitation_accepted, timestamp: ago(0) };
    expect(await send({ ...event, data: [{ id: invitation?.id, fleet_ref: 'HOOK-1' }] })).toBe(204);
    await eventually(async () =>
      expect((await admin.get(`/api/invitations/${key}`)).json).toMatchObject({ status: 'accepted' }),
    );
  });

  it('the end of an operation is applied', async () => {
    const { admin, service } = stack;
    await admin.call('POST', '/api/users', { connection_id: records.idOf(0xb3, 1), username: 'ann' });
    const [operation] = service.store.operations;
    const send = await to('resource_operation');
    const record = { ...operation, status: 'success', updated_at: new Date().toISOString() };
    const event = { id: 'o-1', event_name: EVENTS.operation_succeeded, timestamp: ago(0), data: [record] };
    expect(await send(event)).toBe(204);
    await eventually(async () => {
      const { json } = await admin.get(`/api/operations/${String(operation?.id)}`);
      expect(json).toMatchObject({ status: 'success', last_event_at: expect.any(String) });
    });
  });

  it('an unknown event is stored and shown', async () => {
    const { admin } = stack;
    const send = await to('geofence_monitor');
    expect(await send({ id: 'odd-1', event_name: 'moon.rose', data: null })).toBe(204);
    expect(await handled(admin, 'odd-1')).toMatchObject([{ state: 'done', event_name: 'moon.rose' }]);
  });
});

describe('events with the usual names', () => {
  const stack = useStack({ assumptions: { events: { geofence_monitor: {} } } });
  const [ARRIVED, DEPARTED] = ['geofence_monitor.stop_arrived', 'geofence_monitor.stop_departed'];
  afterEach(() => stack.service.reset());
  const sender = () => senderTo(stack, 'geofence_monitor');

  it.each<[what: string, id: unknown, timestamp: unknown]>([
    ['numbers for id and time', 4711, Math.round(Date.now() / 1000)],
    ['milliseconds for a time', 4712, Date.now()],
    ['a time that is a word', 'w-4713', 'yesterday'],
    ['no time', 'w-4714', undefined],
    ['null for a time', 'w-4715', null],
  ])('an envelope with %s is understood', async (_, id, timestamp) => {
    const { admin } = stack;
    const n = 10 + Number(String(id).slice(-1));
    const send = await sender();
    const arrived = ago(30 * MINUTE);
    expect(await send({ ...stopEvent(id, ARRIVED, n, arrived), timestamp })).toBe(204);
    await handled(admin, String(id));
    expect(await secondStop(admin, n)).toContain(arrived);
  });

  it('a duplicate is applied once', async () => {
    const { admin } = stack;
    const send = await sender();
    const event = stopEvent('twice-1', ARRIVED, 3, ago(30 * MINUTE));
    expect([await send(event), await send(event)]).toEqual([204, 204]);
    await eventually(async () => expect(await handled(admin, 'twice-1')).toHaveLength(2));
    const { json } = await admin.get(`/api/monitors/${records.idOf(0xd1, 3)}`);
    expect(json.history).toHaveLength(1);
  });

  it('late and out-of-order events have the same result', async () => {
    const { admin } = stack;
    const send = await sender();
    const [arrived, departed] = [ago(300 * MINUTE), ago(200 * MINUTE)];
    await send(stopEvent('late-2', DEPARTED, 4, departed));
    await send(stopEvent('late-1', ARRIVED, 4, arrived));
    await handled(admin, 'late-1');
    expect(await secondStop(admin, 4)).toContain(arrived);
    expect(await secondStop(admin, 4)).toContain(departed);
  });

  it('one unreadable record does not hide the others of its event', async () => {
    const { admin } = stack;
    const send = await sender();
    const event = stopEvent('mixed-1', ARRIVED, 5, ago(30 * MINUTE));
    await send({ ...event, data: [null, 'odd', { ...event.data[0], stops: 7 }, event.data[0]] });
    await handled(admin, 'mixed-1');
    expect(await secondStop(admin, 5)).toContain(String(event.data[0]?.occurred_at));
  });
});

const subscriptionId = async (admin: Browser) =>
  String((await admin.items('/api/webhooks')).find(({ purpose }) => purpose === 'geofence_monitor')?.id);

describe('a delivery that cannot be verified', () => {
  const stack = useStack();
  afterEach(() => stack.service.reset());

  const cases: readonly [what: string, n: number, sent: (secret: string) => Signing | undefined][] = [
    ['without a signature', 1, () => undefined],
    ['signed with another secret', 2, () => ({ secret: 'another' })],
    ['signed in hex', 3, (secret) => ({ secret, encoding: 'hex' })],
    ['signed an hour ago', 4, (secret) => ({ secret, at: Date.now() - 60 * MINUTE })],
    ['signed without a time', 5, (secret) => ({ secret, withTime: false })],
  ];
  it.each(cases)('%s is stored, is not applied, and shows the reason', async (_, n, signing) => {
    const { admin, service } = stack;
    await admin.call('POST', '/api/webhooks/geofence_monitor', {});
    const { url, secret } = service.subscription('geofence_monitor');
    const event = stopEvent(`bad-${n}`, EVENTS.stop_arrived, 20 + n, ago(MINUTE));
    const signed = signing(secret);
    const status = await deliver(url, event, signed ? { signing: signed } : {});
    // Any response but 5xx counts as delivered: an event that is not stored then is lost.
    expect(status).toBeLessThan(300);
    const shown = (await deliveries(admin)).find(({ event_id }) => event_id === `bad-${n}`);
    expect(shown).toMatchObject({ state: UNVERIFIED, outcome: expect.stringMatching(/\w+ \w+/) });
    expect((await admin.get(`/api/monitors/${records.idOf(0xd1, 20 + n)}`)).status).toBe(404);
  });

  it('is applied once the secret was corrected and it is verified again', async () => {
    const { admin, service } = stack;
    await admin.call('POST', '/api/webhooks/geofence_monitor', {});
    const { url } = service.subscription('geofence_monitor');
    const signing = { secret: 'the-secret-that-the-service-really-uses' };
    const event = stopEvent('mended-1', EVENTS.stop_arrived, 31, ago(MINUTE));
    await deliver(url, event, { signing });
    await admin.call('PATCH', '/api/webhooks/geofence_monitor', { signing_secret: signing.secret });
    const verified = await admin.call('POST', VERIFY_AGAIN(await subscriptionId(admin)), {});
    expect(verified.status, verified.text).toBeLessThan(300);
    await eventually(async () => {
      const shown = (await deliveries(admin)).find(({ event_id }) => event_id === 'mended-1');
      expect(shown).toMatchObject({ state: 'done' });
    });
    expect((await admin.get(`/api/monitors/${records.idOf(0xd1, 31)}`)).status).toBe(200);
  });

  it('that is repeated endlessly does not fill the store', async () => {
    const { admin, service } = stack;
    await admin.call('POST', '/api/webhooks/connection', {});
    const { url } = service.subscription('connection');
    const statuses = new Set<number>();
    for (let n = 0; n < 10; n += 1) {
      const batch = Array.from({ length: 30 }, (_, i) => deliver(url, `{"id":"flood-${n}-${i}"}`));
      for (const status of await Promise.all(batch)) statuses.add(status);
    }
    // Beyond the limit no delivery is lost silently: it is stored, or the service must send it again.
    for (const status of statuses) expect([204, 503]).toContain(status);
    expect(JSON.stringify(await admin.items('/api/webhooks'))).not.toContain('flood-');
  });

  it('is requested again from the service by a button', async () => {
    const { admin, service } = stack;
    await admin.call('POST', '/api/webhooks/geofence_monitor', {});
    service.behave('replay', (_request, response) => {
      response.writeHead(202).end();
      return undefined;
    });
    const replay = REPLAY(await subscriptionId(admin));
    const asked = await admin.call('POST', replay, {});
    expect(asked.status, asked.text).toBeLessThan(300);
    expect(service.requests('replay')).toHaveLength(1);
    service.behave('replay', refusal(501));
    const absent = await admin.call('POST', replay, {});
    expect(absent.text).not.toContain('"internal"');
    expect(absent.json.message).toBeTypeOf('string');
  });
});

describe('with another event format, signature and subscription', () => {
  const stack = useStack({ assumptions: OTHER_FORMS });

  it('events are applied', async () => {
    const { admin, service } = stack;
    await admin.call('POST', '/api/webhooks/geofence_monitor', {});
    const [sent] = service.requests('subscribe');
    expect(Object.keys(JSON.parse(sent?.body ?? '{}')).sort()).toEqual(['on', 'send_to', 'sign_with']);
    const { url, secret } = service.subscription('geofence_monitor');
    const { id, event_name, timestamp, data } = stopEvent('f-1', EVENTS.stop_arrived, 1, ago(MINUTE));
    const event = { uid: id, what: event_name, sent: timestamp, things: data };
    const signing = { secret, encoding: 'sha256=hex', withTime: false } as const;
    expect(await deliver(url, event, { signing })).toBe(204);
    expect(await handled(admin, 'f-1')).toMatchObject([{ state: 'done', event_name: EVENTS.stop_arrived }]);
    expect((await admin.get(`/api/monitors/${records.idOf(0xd1, 1)}`)).status).toBe(200);
  });
});

describe('where the service does not offer subscriptions', () => {
  const stack = useStack({ before: (service) => service.behave('subscribe', refusal(405)) });

  it.each([
    ['refuses', refusal(405)],
    ['shows a page', html(404)],
  ])(
    'and %s, the URL to register manually is shown with the configured event names',
    async (_, responder) => {
      const { admin, service } = stack;
      service.behave('subscribe', responder);
      const webhook = await admin.call('POST', '/api/webhooks/geofence_monitor', {});
      expect(webhook.json).toMatchObject({ state: 'by_hand', address: expect.stringMatching(/\/hooks\//) });
      // All events, or the family under its configured name.
      const names = webhook.json.event_names as string[];
      expect(names.filter((name) => !name.startsWith(FAMILIES.geofence_monitor))).toEqual([]);
      expect(names).not.toEqual([]);
    },
  );
});
