/** 429 in every form: what was asked for is kept, what is absurd is bounded, and reading recovers. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  first,
  json,
  type Manner,
  silence,
  type TooMany,
  tooMany,
  usual,
} from './testing/foreign-service/manners.ts';
import * as records from './testing/foreign-service/records.ts';
import { type Browser, eventually, type Stack, startStack } from './testing/foreign-service/stack.ts';

/** How an administrator ends a pause. */
const END_PAUSE = { method: 'DELETE', path: '/api/service/pause' } as const;
/** A wait is never longer, unless the operator says so. */
const BOUND_SECONDS = 3600;
/** The operator's own guess where a 429 tells no wait. */
const UNKNOWN_SECONDS = 2;

/** A field of the status, or a state, that says that the oldest answer is older than it should be, and why. */
const SAYS_BEHIND = /behind/i;

let running: Stack | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function fresh(env: Record<string, string> = {}) {
  running = await startStack({ env, assumptions: { retry_after_unknown_seconds: UNKNOWN_SECONDS } });
  return { ...running, admin: await running.signedIn('admin') };
}

/** Milliseconds from now until the board says that reading continues. */
async function pause(admin: Browser): Promise<number> {
  return eventually(async () => {
    const { retry_at } = await admin.status();
    expect(retry_at).toBeTypeOf('string');
    return Date.parse(String(retry_at)) - Date.now();
  });
}

const HOUR_MS = 3_600_000;
const soon = (seconds: number, offMs = 0) => new Date(Date.now() + offMs + seconds * 1000);

/** What the answer says, and the shortest and longest wait in seconds that it may cause. */
const FORMS: readonly (readonly [what: string, form: () => TooMany, atLeast: number, atMost: number])[] = [
  ['seconds in the header', () => ({ header: 20 }), 18, 21],
  ['seconds in the body alone', () => ({ body: 20 }), 18, 21],
  ['a longer wait in the body', () => ({ header: 1, body: 20 }), 18, 21],
  ['a longer wait in the header', () => ({ header: 20, body: 1 }), 18, 21],
  ['neither', () => ({}), UNKNOWN_SECONDS - 1, UNKNOWN_SECONDS + 1],
  ['a date', () => ({ header: soon(30).toUTCString() }), 26, 31],
  [
    'a date of a clock that is an hour ahead',
    () => ({ header: soon(30, HOUR_MS).toUTCString(), date: soon(0, HOUR_MS) }),
    26,
    32,
  ],
  [
    'a date of a clock that is an hour behind',
    () => ({ header: soon(30, -HOUR_MS).toUTCString(), date: soon(0, -HOUR_MS) }),
    26,
    32,
  ],
  ['60,000, meant as milliseconds', () => ({ header: 60_000 }), 10, BOUND_SECONDS],
  ['30 days', () => ({ header: 30 * 86_400 }), 10, BOUND_SECONDS],
  ['an epoch in seconds', () => ({ header: Math.round(Date.now() / 1000) + 30 }), 1, BOUND_SECONDS],
  ['an epoch in milliseconds', () => ({ header: Date.now() + 30_000 }), 1, BOUND_SECONDS],
  ['an epoch in microseconds, in the body', () => ({ body: Date.now() * 1000 }), 1, BOUND_SECONDS],
  ['more digits than a number has', () => ({ header: '9'.repeat(400) }), 1, BOUND_SECONDS],
  ['a negative number', () => ({ header: -5, body: -5 }), 0, UNKNOWN_SECONDS + 1],
  ['words', () => ({ header: 'in a while', body: 'soon' }), UNKNOWN_SECONDS - 1, UNKNOWN_SECONDS + 1],
  ['a fraction', () => ({ header: '2.5' }), 1, 4],
  ['a wait of the year 9999', () => ({ header: 'Fri, 31 Dec 9999 23:59:59 GMT' }), 1, BOUND_SECONDS],
];

describe.sequential('a 429 that asks for', () => {
  it.each(FORMS)('%s causes a wait that fits, and the board is still told', async (_, form, least, most) => {
    const { service, admin } = await fresh();
    service.behave('tracking', (request, response) => tooMany(form())(request, response));
    await admin.watch(records.loadId(1));
    const wait = await pause(admin);
    expect(wait).toBeGreaterThan(least * 1000);
    expect(wait).toBeLessThanOrEqual(most * 1000 + 200);
    expect((await admin.get('/readyz')).status).toBe(200);
  });

  it('0 is no invitation to ask again at once', async () => {
    const { service, admin } = await fresh();
    service.behave('tracking', tooMany({ header: 0, body: 0 }));
    await admin.watch(records.loadId(1), records.loadId(2), records.loadId(3));
    const began = Date.now();
    await eventually(() => expect(service.calls().length).toBeGreaterThanOrEqual(3));
    // A hundred would fit into the time that three of them are given here.
    expect(service.calls().length).toBeLessThan(20);
    expect(Date.now() - began).toBeGreaterThan(100);
  });
});

it('an administrator ends a pause, and reading continues at once', async () => {
  const { service, admin } = await fresh();
  service.behave('tracking', first(1, tooMany({ header: 600 })));
  await admin.watch(records.loadId(1));
  await pause(admin);
  const ended = await admin.call(END_PAUSE.method, END_PAUSE.path);
  expect(ended.status, ended.text).toBeLessThan(300);
  await eventually(async () => {
    expect((await admin.items('/api/loads'))[0]?.read_at).toBeTypeOf('string');
  });
  const { text } = await admin.get('/api/activity?q=pause');
  expect(text).toContain('The admin');
});

it('of fifty clicks on slow answers none is sent after the first 429 until its time is over', async () => {
  const { service, admin } = await fresh({ POLL_INTERVAL_SECONDS: '60' });
  const ids = Array.from({ length: 50 }, (_, n) => records.loadId(n));
  await admin.watch(...ids);
  await eventually(async () => {
    const loads = await admin.items('/api/loads');
    expect(loads.filter(({ read_at }) => read_at === null)).toEqual([]);
  }, 15_000);
  const held: (() => void)[] = [];
  const hold: Manner = (request, response) => {
    held.push(() => {
      const n = Number.parseInt(request.path.split('-')[4] ?? '', 16);
      json(200, records.tracking(n))(request, response);
    });
    return undefined;
  };
  // The first is refused as soon as the service cannot take any more; the others are slow.
  let refuse = () => undefined as void;
  service.behave(
    'tracking',
    ((taken) => (request, response) => {
      if (taken++ > 0) return hold(request, response);
      refuse = () => void tooMany({ header: 2 })(request, response);
      return undefined;
    })(0),
  );
  const before = service.calls().length;
  const clicks = ids.map((id) => admin.call('POST', `/api/loads/${id}/read`, {}));
  await eventually(() => expect(service.calls().length - before).toBeGreaterThanOrEqual(8));
  const refused_at = Date.now();
  refuse();
  await pause(admin);
  // From here on every connection that becomes free is one more temptation.
  const known = service.calls().length;
  service.behave('tracking', () => usual);
  for (const answer of held) answer();
  const statuses = (await Promise.all(clicks)).map(({ status }) => status);
  const early = service.calls().slice(known).filter(({ at }) => at < refused_at + 2_000);
  expect(early.map(({ path }) => path)).toEqual([]);
  expect(statuses).toContain(429);
  // What was under way came to its end.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
});

describe.sequential('after an episode of 429s', () => {
  /** The quota of this service: requests a second, as a window. */
  const QUOTA = 20;
  const LOADS = 60;
  const inQuota = (): Manner => {
    let second = 0;
    let count = 0;
    return ({ at }) => {
      const now = Math.floor(at / 1000);
      if (now !== second) [second, count] = [now, 0];
      count += 1;
      return count <= QUOTA ? usual : undefined;
    };
  };
  const orRefused =
    (allowed: Manner, wait: TooMany): Manner =>
    (request, response) =>
      allowed(request, response) === usual ? usual : tooMany(wait)(request, response);

  it.each([
    ['one second', { header: 1 }],
    ['no second', { header: 0 }],
  ])('with a wait of %s each, every load is fresh within twice the time that the quota needs, and the board says so meanwhile', async (_, wait) => {
    const { service, admin } = await fresh({ POLL_INTERVAL_SECONDS: '4' });
    const quota = orRefused(inQuota(), wait);
    service.behave('tracking', quota);
    await admin.watch(...Array.from({ length: LOADS }, (_, n) => records.loadId(n)));
    const oldest = async () => Date.parse(String((await admin.status()).oldest_read_at));
    await eventually(async () => expect(await oldest()).toBeGreaterThan(0), 15_000);

    service.behave('tracking', tooMany(wait));
    const episode_at = Date.now();
    const told: string[] = [];
    await eventually(async () => {
      told.push(JSON.stringify(await admin.status()));
      expect(Date.now() - episode_at).toBeGreaterThan(6_000);
    }, 10_000);
    service.behave('tracking', quota);
    const over_at = Date.now();
    await eventually(
      async () => {
        told.push(JSON.stringify(await admin.status()));
        expect(await oldest()).toBeGreaterThan(over_at);
      },
      60_000,
    );
    // The interval itself, and twice what so many loads take at that quota; a second for the clock of the test.
    expect(Date.now() - over_at).toBeLessThan(1_000 + 4_000 + (2 * LOADS * 1000) / QUOTA);
    expect(told.some((status) => SAYS_BEHIND.test(status))).toBe(true);
  }, 90_000);
});

it('a service that hangs on one load does not keep the others waiting', async () => {
  const { service, admin } = await fresh();
  service.behave('tracking', (request) =>
    request.path.includes(records.loadId(1)) ? silence(request, undefined as never) : usual,
  );
  await admin.watch(records.loadId(1), records.loadId(2));
  await eventually(async () => {
    const loads = await admin.items('/api/loads');
    expect(loads.filter(({ read_at }) => read_at !== null)).toHaveLength(1);
  });
});
