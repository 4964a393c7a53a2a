/** All forms of 429: requested waits are respected, absurd ones are limited, and polling recovers. */
import { afterAll, describe, expect, it } from 'vitest';
import * as records from './testing/foreign-service/records.ts';
import {
  first,
  json,
  type Responder,
  type TooMany,
  tooMany,
  USE_DEFAULT,
} from './testing/foreign-service/responders.ts';
import type { ReceivedRequest } from './testing/foreign-service/service.ts';
import { type Browser, eventually, type Stack, startStack } from './testing/foreign-service/stack.ts';

/** Request with which an administrator ends a pause. */
const END_PAUSE = { method: 'DELETE', path: '/api/service/pause' } as const;
/** Maximum wait, unless the operator configures another. */
const BOUND_SECONDS = 3600;
/** Configured wait for a 429 without one. */
const UNKNOWN_SECONDS = 2;

/** In the status while polling is behind: by how much, and the allowed and the needed rate. */
const BEHIND = {
  behind: {
    seconds: expect.any(Number),
    allowed_per_minute: expect.any(Number),
    needed_per_minute: expect.any(Number),
  },
};

let running: Stack | undefined;
afterAll(() => running?.stop());

/** The stack that is running if it is not paused, else a new one. */
async function unpaused() {
  if (running) {
    const admin = await running.signedIn('admin');
    running.service.reset();
    const ended = await admin.call(END_PAUSE.method, END_PAUSE.path);
    if (ended.status < 300) return { ...running, admin };
  }
  return fresh();
}

async function fresh(env: Record<string, string> = {}) {
  await running?.stop();
  running = undefined;
  running = await startStack({ env, assumptions: { retry_after_unknown_seconds: UNKNOWN_SECONDS } });
  return { ...running, admin: await running.signedIn('admin') };
}

/** Milliseconds from now until the end of the pause shown on the board; 0 when not paused. */
async function pause(admin: Browser): Promise<number> {
  const { retry_at } = await admin.status();
  return retry_at === null ? 0 : Date.parse(String(retry_at)) - Date.now();
}

const trackingOf = ({ path }: ReceivedRequest) =>
  records.tracking(Number.parseInt(path.split('/')[4]?.slice(-12) ?? '', 16));

const HOUR_MS = 3_600_000;
const soon = (seconds: number, offMs = 0) => new Date(Date.now() + offMs + seconds * 1000);

/** Responses, with the minimum and maximum wait in seconds that each may cause. */
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

describe('a 429 that asks for', () => {
  it.each(FORMS)('%s causes a suitable wait, and the board still responds', async (_, form, least, most) => {
    const { service, admin } = await unpaused();
    service.behave('tracking', (request, response) => tooMany(form())(request, response));
    const load = records.loadId(1);
    await admin.watch(load);
    // Polling or the click is refused first; after that no request may be sent.
    const clicked = await admin.call('POST', `/api/loads/${load}/read`, {});
    expect(clicked.status, clicked.text).toBe(429);
    const wait = await pause(admin);
    expect(wait).toBeGreaterThanOrEqual(least * 1000);
    expect(wait).toBeLessThanOrEqual(most * 1000 + 200);
  });

  it('0 repeatedly does not cause immediate requests', async () => {
    const { service, admin } = await fresh();
    service.behave('tracking', tooMany({ header: 0, body: 0 }));
    await admin.watch(records.loadId(1));
    await eventually(() => expect(service.requests('tracking').length).toBeGreaterThanOrEqual(4), 15_000);
    const times = service.requests('tracking').map(({ at }) => at);
    expect(Number(times[3]) - Number(times[0])).toBeGreaterThan(250);
  });
});

it('an administrator ends a pause, and polling continues immediately', async () => {
  const { service, admin } = await fresh();
  service.behave('tracking', first(1, tooMany({ header: 600 })));
  await admin.watch(records.loadId(1));
  await eventually(async () => expect(await pause(admin)).toBeGreaterThan(0));
  const viewer = await running?.signedIn('viewer');
  expect((await viewer?.call(END_PAUSE.method, END_PAUSE.path))?.status).toBe(403);
  const ended = await admin.call(END_PAUSE.method, END_PAUSE.path);
  expect(ended.status, ended.text).toBeLessThan(300);
  await eventually(async () => {
    expect((await admin.items('/api/loads'))[0]?.read_at).toBeTypeOf('string');
  });
  const { text } = await admin.get('/api/activity?q=pause');
  expect(text).toContain('The admin');
});

it('of fifty clicks with slow responses none is sent after the first 429 until the wait is over', async () => {
  const { service, admin } = await fresh({ POLL_INTERVAL_SECONDS: '60' });
  const ids = Array.from({ length: 50 }, (_, n) => records.loadId(n));
  await admin.watch(...ids);
  await eventually(async () => {
    const loads = await admin.items('/api/loads');
    expect(loads.filter(({ read_at }) => read_at === null)).toEqual([]);
  }, 15_000);
  // Every response is held back until the test releases it.
  const held: ((responder: Responder) => void)[] = [];
  service.behave('tracking', (request, response) => {
    held.push((responder) => responder(request, response));
    return undefined;
  });
  const clicks = ids.map((id) => admin.call('POST', `/api/loads/${id}/read`, {}));
  // The server has received all of them when it has responded to a later request.
  for (let n = 0; n < 3; n += 1) await admin.status();
  await eventually(() => expect(held.length).toBeGreaterThanOrEqual(8));
  const refused_at = Date.now();
  held.shift()?.(tooMany({ header: 2 }));
  await eventually(async () => expect(await pause(admin)).toBeGreaterThan(0));
  // From here on every connection that becomes free could be used.
  const known = service.calls().length;
  service.behave('tracking', () => USE_DEFAULT);
  for (const answer of held) answer((request, response) => json(200, trackingOf(request))(request, response));
  const statuses = (await Promise.all(clicks)).map(({ status }) => status);
  const early = service
    .calls()
    .slice(known)
    .filter(({ at }) => at < refused_at + 2_000);
  expect(early.map(({ path }) => path)).toEqual([]);
  // Requests under way were completed, the others had to wait.
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

describe('a rate limit', () => {
  /** A service with this limit of requests per second. */
  const quotaOf = (most: number, wait: TooMany): Responder => {
    let second = 0;
    let count = 0;
    return (request, response) => {
      const now = Math.floor(request.at / 1000);
      if (now !== second) [second, count] = [now, 0];
      count += 1;
      return count <= most ? USE_DEFAULT : tooMany(wait)(request, response);
    };
  };
  const oldest = async (admin: Browser) => Date.parse(String((await admin.status()).oldest_read_at));

  it('is found again after a period in which everything is refused, and every load becomes current again', async () => {
    const { service, admin } = await fresh({ POLL_INTERVAL_SECONDS: '3' });
    const [loads, most] = [40, 20];
    const quota = quotaOf(most, { header: 1 });
    service.behave('tracking', quota);
    await admin.watch(...Array.from({ length: loads }, (_, n) => records.loadId(n)));
    await eventually(async () => expect(await oldest(admin)).toBeGreaterThan(0), 15_000);
    service.behave('tracking', tooMany({ header: 0 }));
    const from = service.seen.length;
    const refusedFor = () => Number(service.seen.at(-1)?.at) - Number(service.seen[from]?.at);
    await eventually(() => expect(refusedFor()).toBeGreaterThan(2_000), 15_000);
    service.behave('tracking', quota);
    const over_at = Date.now();
    // The speed of recovery is measured with a manual clock (upstream/recovery.test.ts); here only that it recovers.
    await eventually(async () => expect(await oldest(admin)).toBeGreaterThan(over_at), 60_000);
  }, 90_000);

  it('that is too low for the number of loads makes the board report that it is behind, and why', async () => {
    const { service, admin } = await fresh();
    service.behave('tracking', quotaOf(2, { header: 1 }));
    await admin.watch(...Array.from({ length: 40 }, (_, n) => records.loadId(n)));
    await eventually(async () => expect(await admin.status()).toMatchObject(BEHIND), 30_000);
  }, 60_000);
});
