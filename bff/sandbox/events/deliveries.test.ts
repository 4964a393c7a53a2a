import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countedIds, ManualClock } from '../testing.ts';
import type { SignedDelivery } from './envelope.ts';
import { Events } from './events.ts';
import type { PostResult } from './post.ts';

interface Posted {
  readonly url: string;
  readonly delivery: SignedDelivery;
}

let clock: ManualClock;
let posted: Posted[];
let responses: PostResult[];
beforeEach(() => {
  clock = new ManualClock();
  posted = [];
  responses = [];
});

/** Sends everything that is due without advancing the clock. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const advance = async (milliseconds: number) => {
  clock.advance(milliseconds);
  await settle();
};

let events: Events;
afterEach(() => events.close());

function begin(settings: { duplicates?: number; reorder?: number } = {}): Events {
  events = new Events({
    post: async (url, delivery) => {
      posted.push({ url, delivery });
      return responses.shift() ?? { status: 200 };
    },
    timers: clock,
    serviceNow: () => clock.now(),
    realNow: () => clock.now(),
    seed: 1,
    newId: countedIds(),
    duplicates: 0,
    reorder: 0,
    ...settings,
  });
  return events;
}

const NAME = 'geofence_monitor.stop_arrived';
const subscribe = (event_name = NAME, url = 'http://localhost:1/hook') =>
  events.subscribe({ url, event_name }, new Date(clock.now()).toISOString());
const bodies = () => posted.map(({ delivery }) => JSON.parse(delivery.body.toString('utf8')));
const emit = (mark: number) => events.emit({ event_name: NAME, data: [{ mark }] });
const marks = () => bodies().map(({ data }) => data[0].mark);

describe('delivery', () => {
  it('is retried after a timeout, a 5xx and a broken connection, with growing delays and the same id', async () => {
    begin();
    subscribe();
    responses = [
      { failed: 'timeout', reason: '' },
      { status: 503 },
      { failed: 'connection', reason: '' },
      { status: 200 },
    ];
    emit(1);
    await settle();
    for (const wait of [1000, 5000, 25_000]) {
      const before = posted.length;
      await advance(wait - 1);
      expect(posted).toHaveLength(before);
      await advance(1);
      expect(posted).toHaveLength(before + 1);
    }
    expect(bodies().map(({ delivery_attempt }) => delivery_attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(1);
    expect(events.log.map(({ outcome }) => outcome)).toEqual([
      'timeout',
      'server_error',
      'connection',
      'delivered',
    ]);
  });

  it.each([200, 204, 302, 400, 404, 410, 429])('counts as delivered after status %i', async (status) => {
    begin();
    subscribe();
    responses = [{ status }];
    emit(1);
    await settle();
    await advance(60_000);
    expect(posted).toHaveLength(1);
  });

  it('is abandoned after four attempts until a replay', async () => {
    begin();
    const [webhook] = subscribe();
    responses = Array.from({ length: 4 }, () => ({ status: 500 }));
    emit(1);
    await settle();
    for (const wait of [1000, 5000, 25_000, 3_600_000]) await advance(wait);
    expect(posted).toHaveLength(4);
    expect(events.replay(webhook?.webhook_group_id ?? '', 0, 0)).toBe(1);
    await settle();
    expect(bodies().at(-1)).toMatchObject({ delivery_attempt: 5, id: bodies()[0].id });
    expect(events.replay(webhook?.id ?? '', 0, 0)).toBe(0);
  });

  it('is sent once more when a replay covers its time', async () => {
    begin();
    const [webhook] = subscribe();
    emit(1);
    await settle();
    const first = clock.now();
    await advance(60_000);
    emit(2);
    await settle();
    expect(events.replay(webhook?.id ?? '', first + 1, clock.now())).toBe(1);
    await settle();
    expect(marks()).toEqual([1, 2, 2]);
    expect(bodies()[2].id).toBe(bodies()[1].id);
  });

  it('waits for the previous delivery, but not for one that is being retried', async () => {
    begin();
    subscribe();
    responses = [{ status: 500 }];
    for (const mark of [1, 2, 3]) emit(mark);
    await settle();
    expect(marks()).toEqual([1, 2, 3]);
    await advance(1000);
    expect(marks()).toEqual([1, 2, 3, 1]);
  });

  it('is duplicated with the same id if the seed says so', async () => {
    begin({ duplicates: 1 });
    subscribe();
    emit(1);
    await settle();
    expect(marks()).toEqual([1, 1]);
    expect(bodies()[0].id).toBe(bodies()[1].id);
  });

  it('is reordered if the seed says so: the same seed, the same order', async () => {
    const run = async () => {
      posted = [];
      begin({ reorder: 0.3, duplicates: 0.2 });
      subscribe();
      for (let mark = 0; mark < 20; mark++) emit(mark);
      await settle();
      await advance(1500);
      await settle();
      events.close();
      return marks();
    };
    const order = await run();
    expect(new Set(order).size).toBe(20);
    expect(order.length).toBeGreaterThan(20);
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    expect(await run()).toEqual(order);
  });

  it('contains the state at the time of the event, not the current one', async () => {
    begin();
    subscribe();
    emit(0);
    const record = { mark: 1 };
    events.emit({ event_name: NAME, data: [record] });
    record.mark = 2;
    await settle();
    expect(marks()).toEqual([0, 1]);
  });

  it('survives a restart while it is pending or abandoned', async () => {
    begin();
    const [webhook] = subscribe();
    responses = [
      ...Array.from({ length: 4 }, (): PostResult => ({ status: 500 })),
      { failed: 'timeout', reason: '' },
    ];
    emit(1);
    await settle();
    for (const wait of [1000, 5000, 25_000]) await advance(wait);
    emit(2);
    await settle();
    const saved = JSON.parse(JSON.stringify(events.save()));
    events.close();
    posted = [];
    begin();
    events.load(saved);
    await settle();
    expect(marks()).toEqual([2]);
    events.replay(webhook?.id ?? '', 0, 0);
    await settle();
    expect(marks()).toEqual([2, 1]);
  });
});

describe('receivers of an event', () => {
  const to = () => posted.map(({ url }) => new URL(url).pathname);
  const emitFor = async (fleet_id: string, fleet_ref: string, webhook_group_id?: string) => {
    events.emit({
      event_name: NAME,
      data: [{}],
      fleet_id,
      fleet_ref,
      webhook_group_id: webhook_group_id ?? null,
    });
    await settle();
    return to();
  };

  it('are the subscribers of the event and of its family only', async () => {
    begin();
    subscribe(NAME, 'http://localhost/one');
    subscribe('geofence_monitor.*', 'http://localhost/family');
    subscribe('geofence_monitor.completed', 'http://localhost/other');
    subscribe('invitation.*', 'http://localhost/invitations');
    expect(await emitFor('f', 'r')).toEqual(['/one', '/family']);
  });

  it('are limited to the fleets of their filter', async () => {
    begin();
    const at = new Date(clock.now()).toISOString();
    const add = (path: string, filters: { fleet_ids?: string[]; fleet_refs?: string[] }) =>
      events.subscribe({ url: `http://localhost${path}`, event_name: NAME, filters }, at);
    add('/id', { fleet_ids: ['F'] });
    add('/ref', { fleet_refs: ['r', 's'] });
    add('/no', { fleet_ids: ['g'] });
    expect(await emitFor('f', 'r')).toEqual(['/id', '/ref']);
  });

  it('are limited to one group if the event names one', async () => {
    begin();
    const [first] = subscribe(NAME, 'http://localhost/first');
    subscribe(NAME, 'http://localhost/second');
    expect(await emitFor('f', 'r', first?.webhook_group_id)).toEqual(['/first']);
  });

  it('may be an address without a subscription, unsigned', async () => {
    begin();
    events.notify('http://localhost/callback', { event_name: 'invitation.accepted', data: [{}] });
    await settle();
    expect(to()).toEqual(['/callback']);
    expect(Object.keys(posted[0]?.delivery.headers ?? {})).not.toContain('X-Webhook-Signature');
  });

  it('are reported to the usage counter', async () => {
    begin();
    subscribe();
    const counted: unknown[] = [];
    events.onDelivered(({ event_name, fleet_id }) => counted.push([event_name, fleet_id]));
    responses = [{ status: 500 }];
    await emitFor('f', 'r');
    expect(counted).toEqual([]);
    await advance(1000);
    expect(counted).toEqual([[NAME, 'f']]);
  });
});
