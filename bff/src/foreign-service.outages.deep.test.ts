/** Invalid responses: for one load they are a problem of that load, for many loads an outage; both recover automatically. */
import { afterEach, describe, expect, it } from 'vitest';
import * as records from './testing/foreign-service/records.ts';
import {
  cut,
  dripping,
  gzipBomb,
  html,
  json,
  only,
  type Responder,
  redirect,
  refusal,
  silence,
  truncated,
} from './testing/foreign-service/responders.ts';
import { ForeignService } from './testing/foreign-service/service.ts';
import { eventually, useStack } from './testing/foreign-service/stack.ts';

const stack = useStack();
const LOADS = Array.from({ length: 20 }, (_, n) => records.loadId(n));
const [ODD = ''] = LOADS;

/** Waits until every load is watched and was read without an error, whatever the previous test has left. */
async function watched() {
  const { admin } = stack;
  await admin.watch(...LOADS);
  await Promise.all(LOADS.map((id) => admin.call('POST', `/api/loads/${id}/read`, {})));
  const loads = await admin.items('/api/loads');
  expect(loads.filter(({ read_at, read_error }) => !read_at || read_error)).toEqual([]);
  return stack;
}

afterEach(() => stack.service.reset());

describe('in place of every response', () => {
  it.each<[what: string, responder: Responder]>([
    ['a maintenance page with status 200', html(200)],
    ['JSON of another shape', json(200, { status: 'maintenance', until: null })],
    ['an empty body', json(200, undefined)],
  ])(
    '%s is an outage, which is reported and ends as soon as responses are valid',
    async (_, responder) => {
      const { service, admin } = await watched();
      service.behave('everything', responder);
      const status = await eventually(async () => {
        const current = await admin.status();
        expect(current.state).toBe('down');
        return current;
      }, 8_000);
      expect(status.message).toMatch(/\w+ \w+ \w+/);
      // The last known data is kept.
      const loads = await admin.items('/api/loads');
      expect(loads.filter(({ last_position }) => last_position !== null)).toHaveLength(LOADS.length);

      service.reset();
      const healed_at = Date.now();
      await eventually(async () => {
        const status = await admin.status();
        expect(status.state).toBe('ok');
        expect(Date.parse(String(status.oldest_read_at))).toBeGreaterThan(healed_at);
      }, 10_000);
    },
    40_000,
  );
});

describe('for one load', () => {
  it.each<[what: string, responder: Responder]>([
    ['a page with status 200', html(200)],
    ['a page with status 404', html(404)],
    ['a page with status 502', html(502)],
    ['JSON that ends in the middle', truncated],
    ['a list in place of an object', json(200, [])],
    ['null', json(200, null)],
    ['a gzip bomb', gzipBomb],
    ['a cut connection', cut],
    ['a 403 with words', refusal(403, 'no')],
    ['a 422 whose detail is null', refusal(422)],
    ['a 500', refusal(500)],
    ['a status that no interface shows', json(299, { load_id: ODD })],
  ])('%s affects this load alone', async (_, responder) => {
    const { service, admin } = await watched();
    service.behave('tracking', only([ODD], responder));
    const clicked = await admin.call('POST', `/api/loads/${ODD}/read`, {});
    expect(clicked.status).toBeGreaterThanOrEqual(400);
    expect(clicked.json.message).toBeTypeOf('string');
    const others = (await admin.items('/api/loads')).filter(({ load_id }) => load_id !== ODD);
    expect(others.filter(({ read_error }) => read_error)).toEqual([]);
    expect((await admin.status()).state).toBe('ok');
  });

  it('an error that persists is shown on the load, with its last known data', async () => {
    const { service, admin } = await watched();
    service.behave('tracking', only([ODD], html(200)));
    await eventually(async () => {
      const { json: load } = await admin.get(`/api/loads/${ODD}`);
      expect(load).toMatchObject({ read_error: { message: expect.any(String) }, last_position: {} });
    }, 10_000);
    expect((await admin.status()).state).toBe('ok');
  });

  it('silence and an endlessly slow response time out, while the other loads are read', async () => {
    const { service, admin } = await watched();
    const [, other = ''] = LOADS;
    service.behave('tracking', (request, response) =>
      (request.path.includes(ODD) ? silence : only([other], dripping))(request, response),
    );
    const began = Date.now();
    const clicks = await Promise.all(
      [ODD, other].map((id) => admin.call('POST', `/api/loads/${id}/read`, {})),
    );
    for (const { status } of clicks) expect(status).toBeGreaterThanOrEqual(500);
    expect(Date.now() - began).toBeLessThan(15_000);
    const loads = await admin.items('/api/loads');
    const late = loads.filter(({ read_at }) => Date.parse(String(read_at)) < began);
    expect(late.map(({ load_id }) => load_id).sort()).toEqual([ODD, other].sort());
  }, 30_000);

  it('a redirect is not followed: no token is sent to an unknown address', async () => {
    const { service, admin } = await watched();
    const elsewhere = new ForeignService();
    await elsewhere.start();
    service.behave('tracking', only([ODD], redirect(`${elsewhere.url}/v2/somewhere`)));
    expect((await admin.call('POST', `/api/loads/${ODD}/read`, {})).status).toBe(502);
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.stop();
  });
});
