/**
 * Random input at loads, monitors, webhooks, vehicle locations and the token endpoint, and a check that every endpoint is
 * covered.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { fc } from '@waypost/contract/testing/property';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientToken, type RunningSandbox, startSandbox } from '../testing.ts';
import { checkResponses, expectBothKinds, type InputSpec } from './check-responses.ts';
import { call } from './in-process.ts';
import { days, inPath, listOf, mostly, oneOf, paging, record, text } from './inputs.ts';

const LONG = 300_000;
const endpoints = serviceEndpoints();
let sandbox: RunningSandbox;
let token: string;
const ids: Record<'load' | 'vehicle' | 'vin', string[]> = { load: [], vehicle: [], vin: [] };
beforeAll(async () => {
  sandbox = await startSandbox({
    loads: 60,
    rate_limit: 1e9,
    token_rate_limit: 1e9,
    fuel_rows: 0,
    usage_rows: 100,
  });
  token = await clientToken(sandbox.info);
  const { loads, vehicles } = sandbox.world;
  ids.load.push(...loads.all.map(({ load_id }) => load_id));
  ids.vehicle.push(...vehicles.all.map(({ record: { id } }) => id));
  ids.vin.push(...vehicles.all.map(({ record: { vin } }) => vin ?? ''));
});
afterAll(() => sandbox.close());

const now = Date.now();
const degrees = (limit: number) =>
  fc.oneof(
    { weight: 80, arbitrary: fc.double({ min: -limit, max: limit, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(limit, -limit, limit + 1e-9, Number.NaN) },
  );
const place = { latitude: degrees(90), longitude: degrees(180) };
const circle = record(
  {
    ...place,
    radius_meters: fc.oneof(
      { weight: 80, arbitrary: fc.double({ min: 0.1, max: 1e6, noNaN: true }) },
      fc.constantFrom(0, -1),
    ),
  },
  ['latitude', 'longitude', 'radius_meters'],
);
const journey = {
  origin: circle,
  destination: circle,
  starts_at: days(now, -2, 20),
  expires_at: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, days(now, 0, 30)),
  name: fc.oneof({ weight: 9, arbitrary: text }, fc.string({ minLength: 254, maxLength: 256 })),
  stops: fc.array(circle, { maxLength: 3 }),
};
const REQUIRED = ['origin', 'destination', 'starts_at'];
const someVehicle = oneOf(ids.vehicle);
const someVin = fc.oneof(
  { weight: 9, arbitrary: fc.nat().map((n) => ids.vin[n % ids.vin.length]) },
  fc.constantFrom('1FUJGLDR5CLBP8834', 'IOQ', ''),
);
const plate = {
  license_plate_number: text,
  license_plate_region: fc.constantFrom('TX', 'tx', 'TEX'),
  license_plate_country: fc.constantFrom('USA', 'US'),
};
const monitor = fc.oneof(
  { weight: 8, arbitrary: record({ ...journey, vehicle_id: someVehicle }, [...REQUIRED, 'vehicle_id']) },
  { weight: 3, arbitrary: record({ ...journey, vin: someVin }, [...REQUIRED, 'vin']) },
  { weight: 1, arbitrary: record({ ...journey, ...plate }, REQUIRED) },
  {
    weight: 1,
    arbitrary: record(
      { ...journey, ...plate, vehicle_id: someVehicle, vin: someVin, webhook_group_id: fc.uuid() },
      REQUIRED,
    ),
  },
);
const stop = record(
  {
    ...place,
    name: text,
    stop_type: fc.constantFrom('origin', 'intermediate', 'destination', 'fuel', 'rest'),
    estimated_arrival_at: days(now, -2, 5),
    estimated_departure_at: days(now, -2, 5),
  },
  ['latitude', 'longitude'],
);
const identifiers = record({ vehicle_id: someVehicle, vin: someVin, ...plate });
const load = {
  load_ref: fc.oneof(
    { weight: 20, arbitrary: fc.string({ minLength: 1, maxLength: 255 }) },
    fc.constantFrom('', 'x'.repeat(256)),
  ),
  vehicle: identifiers,
  stops: fc.array(stop, { minLength: 2, maxLength: 4 }),
};

const SPECS: readonly (() => InputSpec)[] = [
  () => ({ endpoint: endpoints.getLoadTracking, params: fc.record({ load_id: inPath(ids.load) }) }),
  () => ({ endpoint: endpoints.createLoad, body: record(load, ['load_ref', 'stops']) }),
  () => ({
    endpoint: endpoints.updateLoad,
    params: fc.record({ load_id: inPath(ids.load) }),
    body: record({ ...load, vehicle: fc.option(identifiers) }),
  }),
  () => ({
    endpoint: endpoints.createMonitor,
    body: mostly(monitor, 40),
    own: ['starts_at', 'expires_at', 'webhook_group_id'],
  }),
  () => ({
    endpoint: endpoints.listMonitors,
    query: record({ status: fc.constantFrom('active', 'expired', 'x'), ...paging }),
    own: ['cursor'],
  }),
  () => ({ endpoint: endpoints.getMonitor, params: fc.record({ geofence_monitor_id: inPath(ids.load) }) }),
  () => ({ endpoint: endpoints.cancelMonitor, params: fc.record({ geofence_monitor_id: inPath(ids.load) }) }),
  () => ({
    endpoint: endpoints.createWebhook,
    body: record(
      {
        url: fc.oneof(
          fc.webUrl({ validSchemes: ['http', 'https'] }),
          fc.constantFrom('http://localhost:1/hook', 'ftp://x'),
        ),
        event_name: fc.constantFrom(
          'invitation.*',
          'connection.staled',
          'geofence_monitor.*',
          'nothing',
          '.*',
          '',
        ),
        secret: fc.string({ maxLength: 20 }),
        filters: record({ fleet_ids: listOf(fc.uuid()), fleet_refs: listOf(text) }),
      },
      ['url', 'event_name'],
    ),
    own: ['url', 'event_name'],
  }),
  () => ({
    endpoint: endpoints.replayWebhook,
    params: fc.record({ webhook_id: inPath(ids.load) }),
    body: fc.constant({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
  }),
  () => ({
    endpoint: endpoints.listVehicleLocations,
    query: record({
      vehicle_ids: listOf(someVehicle),
      from_datetime: days(now, -3, 0),
      to_datetime: days(now, -2, 1),
      ...paging,
    }),
    own: ['cursor', 'from_datetime', 'to_datetime'],
  }),
];

describe('random input at tracking', () => {
  it.each(SPECS.map((create) => [create().endpoint.name, create] as const))(
    '%s',
    async (name, create) => {
      const seen = await checkResponses(sandbox, token, create());
      expectBothKinds(seen, { mostlyMissing: /^(getMonitor|cancel|replay)/.test(name) });
    },
    LONG,
  );
});

describe('random forms at the token endpoint', () => {
  it(
    'are granted if exactly valid, and rejected with 400 or 401 otherwise',
    async () => {
      const { client_id, client_secret, token_url } = sandbox.info;
      const field = (right: string) => fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, text);
      const form = fc.record(
        {
          grant_type: fc.constant('client_credentials'),
          client_id: field(client_id),
          client_secret: field(client_secret),
          scope: field('organization'),
          extra: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, text),
        },
        { requiredKeys: ['grant_type'] },
      );
      let granted = 0;
      await fc.assert(
        fc.asyncProperty(form, async (given) => {
          const fields = Object.entries(given).filter(
            (pair): pair is [string, string] => pair[1] !== undefined,
          );
          const body = new URLSearchParams(fields).toString();
          const headers = { 'content-type': 'application/x-www-form-urlencoded' };
          const response = await call(sandbox.app, {
            method: 'POST',
            path: new URL(token_url).pathname,
            headers,
            body,
          });
          const known = given.client_id === client_id && given.client_secret === client_secret;
          const right = known && given.scope === 'organization' && given.extra === undefined;
          expect(response.status).toBe(right ? 200 : known ? 400 : 401);
          if (right) granted += 1;
        }),
      );
      expect(granted).toBeGreaterThan(0);
    },
    LONG,
  );
});

it('every endpoint is covered', () => {
  const written = ['resources', 'tracking'].map((name) =>
    readFileSync(join(import.meta.dirname, `${name}.deep.test.ts`), 'utf8'),
  );
  const missing = Object.keys(endpoints).filter(
    (name) => !written.some((source) => source.includes(`endpoints.${name}`)),
  );
  expect(missing).toEqual([]);
});
