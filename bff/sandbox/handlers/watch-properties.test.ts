/** Random bodies and queries at monitors, webhooks and vehicle locations, in process: what the contract says of them holds. */
import { addressOf, type Endpoint } from '@waypost/contract/endpoint';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { errorBodies } from '@waypost/contract/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, clientToken, type RunningSandbox, startSandbox } from '../testing.ts';

const RUNS = 200;
const endpoints = serviceEndpoints();
let sandbox: RunningSandbox;
let token: string;
let vehicles: string[];
beforeAll(async () => {
  sandbox = await startSandbox({ loads: 40, rate_limit: 1_000_000 });
  token = await clientToken(sandbox.info);
  vehicles = sandbox.world.vehicles.all.map(({ record }) => record.id);
});
afterAll(() => sandbox.close());

const junk = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.constant(null),
  fc.object(),
  fc.array(fc.string()),
);
const mostly = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 25, arbitrary: good }, { weight: 1, arbitrary: junk });
const record = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>, requiredKeys: string[] = []) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, good]) => [name, mostly(good)])), {
    requiredKeys,
  }) as fc.Arbitrary<Record<string, unknown>>;

const days = (from: number, to: number) =>
  fc
    .integer({ min: from * 1440, max: to * 1440 })
    .map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
const circle = record(
  {
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    radius_meters: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
  },
  ['latitude', 'longitude', 'radius_meters'],
);
const someVehicle = fc.oneof(
  fc.nat().map((n) => vehicles[n % vehicles.length]),
  fc.uuid(),
);
const monitor = record(
  {
    origin: circle,
    destination: circle,
    starts_at: days(-5, 20),
    expires_at: days(0, 30),
    vehicle_id: someVehicle,
    name: fc.string({ maxLength: 260 }),
    stops: fc.array(circle, { maxLength: 5 }),
    vin: fc.constantFrom(undefined, undefined, undefined, '1FUJGLDR5CLBP8834'),
  },
  ['origin', 'destination', 'starts_at'],
);
const webhook = record(
  {
    url: fc.oneof(fc.webUrl(), fc.constant('http://localhost:1/hook')),
    event_name: fc.constantFrom('invitation.*', 'connection.staled', 'nothing', ''),
    secret: fc.string({ maxLength: 20 }),
    filters: record({ fleet_ids: fc.array(fc.uuid(), { maxLength: 3 }), fleet_refs: fc.array(fc.string()) }),
  },
  ['url', 'event_name'],
);
const paging = { cursor: fc.string(), size: fc.integer({ min: 0, max: 1001 }) };

interface Wish {
  readonly endpoint: Endpoint;
  readonly id?: string;
  readonly body?: fc.Arbitrary<unknown>;
  readonly query?: fc.Arbitrary<Record<string, unknown>>;
}
const wishes: Wish[] = [
  {
    endpoint: endpoints.createMonitor,
    body: fc.oneof({ weight: 12, arbitrary: monitor }, { weight: 1, arbitrary: junk }),
  },
  {
    endpoint: endpoints.listMonitors,
    query: record({ status: fc.constantFrom('active', 'expired', 'x'), ...paging }),
  },
  { endpoint: endpoints.getMonitor, id: 'geofence_monitor_id' },
  { endpoint: endpoints.cancelMonitor, id: 'geofence_monitor_id' },
  { endpoint: endpoints.createWebhook, body: webhook },
  { endpoint: endpoints.replayWebhook, id: 'webhook_id' },
  {
    endpoint: endpoints.listVehicleLocations,
    query: record({
      vehicle_ids: fc.array(someVehicle, { minLength: 1, maxLength: 102 }),
      from_datetime: days(-60, 1),
      to_datetime: days(-60, 1),
      ...paging,
    }),
  },
];

/** Rules beyond the schema: the field that they name. */
const OWN_RULES = /^(cursor|url|event_name|starts_at|expires_at|from_datetime|to_datetime)$/;

describe('random input', () => {
  it.each(wishes.map((wish) => [wish.endpoint.name, wish] as const))(
    'meets no surprise at %s',
    async (_name, wish) => {
      const { endpoint, id } = wish;
      let accepted = 0;
      const input = fc.record({
        id: fc.oneof(fc.uuid(), fc.string({ minLength: 1 })),
        body: wish.body ?? fc.constant(undefined),
        query: wish.query ?? fc.constant({}),
      });
      await fc.assert(
        fc.asyncProperty(input, async (given) => {
          fc.pre(given.id !== '.' && given.id !== '..');
          const path = addressOf(endpoint, { params: id ? { [id]: given.id } : {}, query: given.query });
          const answer = await ask(sandbox.info, token, endpoint.method, path, given.body);
          const text = await answer.text();
          expect(sandbox.breaches).toEqual([]);
          if (endpoint.success.includes(answer.status)) {
            accepted += 1;
            const parts = [
              endpoint.params?.safeParse({ [id ?? '']: given.id }),
              endpoint.body?.safeParse(given.body),
            ];
            expect(parts.every((one) => one?.success !== false)).toBe(true);
            return;
          }
          expect([403, 404, 409, 422, ...(given.body === undefined ? [400] : [])]).toContain(answer.status);
          if (answer.status !== 422) return;
          const { detail } = errorBodies[422].parse(JSON.parse(text)) as { detail: { path: string }[] };
          expect(detail.length).toBeGreaterThan(0);
          const refused =
            endpoint.params?.safeParse({ [id ?? '']: given.id }).success === false ||
            endpoint.body?.safeParse(given.body).success === false ||
            wish.query !== undefined;
          if (!refused) expect(detail.every((one) => OWN_RULES.test(one.path))).toBe(true);
        }),
        { numRuns: RUNS },
      );
      if (wish.body || wish.query) expect(accepted).toBeGreaterThan(10);
    },
  );
});
