import { serviceEndpoints } from '@waypost/contract/endpoints';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import { Overviews } from './overview.ts';

const COUNTS = { fleets: 3, vehicles: 40, drivers: 41, trailers: 60 };
const HEADERS = { deprecation: '@1780272000', sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' };

let calls: string[];
let statuses: Record<string, number>;
/** The endpoint that responds in another format. */
let odd: string | null;
let counts: object;
let now: number;
let lines: Record<string, unknown>[];
let overviews: Overviews;
beforeEach(() => {
  calls = [];
  statuses = {};
  odd = null;
  counts = COUNTS;
  lines = [];
  now = Date.UTC(2026, 10, 20);
  const client = {
    call: async ({ name }: { name: string }) => {
      calls.push(name);
      const status = statuses[name] ?? 200;
      if (odd === name) throw new ServiceError('unexpected_answer', 'fleets', { status: 200 });
      if (status >= 400)
        throw new ServiceError(
          status === 404 ? 'not_found' : status === 501 ? 'not_implemented' : 'service_error',
          '',
          { status },
        );
      return { status, data: counts, headers: HEADERS };
    },
  } as unknown as ServiceClient;
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  overviews = new Overviews({ client, endpoints: serviceEndpoints(), log, now: () => now });
});

it('requests the successor, once a minute for all users', async () => {
  const both = await Promise.all([overviews.get({}), overviews.get({})]);
  expect(both[0]).toEqual({ ...COUNTS, read_at: '2026-11-20T00:00:00.000Z', answered_by: 'successor' });
  expect(both[1]).toBe(both[0]);
  now += 59_000;
  await overviews.get({});
  expect(calls).toEqual(['getOverview']);
  now += 2_000;
  await overviews.get({});
  expect(calls).toEqual(['getOverview', 'getOverview']);
});

it.each([404, 501])(
  'uses the deprecated endpoint after a %i, remembers that, and logs it once',
  async (status) => {
    statuses.getOverview = status;
    expect((await overviews.get({})).answered_by).toBe('deprecated');
    now += 61_000;
    await overviews.get({});
    expect(calls).toEqual(['getOverview', 'getDeprecatedOverview', 'getDeprecatedOverview']);
    expect(lines).toMatchObject([HEADERS]);
    now += 7 * 3600_000;
    statuses.getOverview = 200;
    expect((await overviews.get({})).answered_by).toBe('successor');
  },
);

it('does not take an outage for a missing endpoint', async () => {
  statuses.getOverview = 500;
  await expect(overviews.get({})).rejects.toMatchObject({ status: 500 });
  expect(calls).toEqual(['getOverview']);
});

it('keeps the last response while the service fails, with its time', async () => {
  const before = await overviews.get({});
  now += 10 * 60_000;
  statuses.getOverview = 500;
  expect(await overviews.get({})).toEqual(before);
});

it('caches each set of filters separately, in any order', async () => {
  await overviews.get({ fleet_refs: ['A', 'B'] });
  await overviews.get({ fleet_refs: ['B', 'A'] });
  await overviews.get({ fleet_refs: ['A'] });
  expect(calls).toHaveLength(2);
});

it('a successor in another format, or one without GET, counts as missing: the deprecated endpoint is used', async () => {
  odd = 'getOverview';
  expect(await overviews.get({})).toMatchObject({ ...COUNTS, answered_by: 'deprecated' });
  odd = null;
  statuses.getOverview = 405;
  now += 7 * 3600_000;
  expect(await overviews.get({})).toMatchObject({ answered_by: 'deprecated' });
});

it("the successor's last response is kept when both endpoints respond in another format once", async () => {
  await overviews.get({});
  now += 61_000;
  odd = 'getOverview';
  statuses.getDeprecatedOverview = 404;
  expect(await overviews.get({})).toMatchObject({ ...COUNTS, answered_by: 'successor' });
});

it('a successor without any readable count counts as missing', async () => {
  counts = { fleets: null, vehicles: null, drivers: null, trailers: null };
  await expect(overviews.get({})).rejects.toMatchObject({ kind: 'unexpected_answer' });
  expect(calls).toEqual(['getOverview', 'getDeprecatedOverview']);
});
