/** Unknown fields of the service, in particular likely secrets, do not reach a browser; difficult texts arrive unchanged. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from './testing/foreign-service/events.ts';
import { EVENTS } from './testing/foreign-service/names.ts';
import * as records from './testing/foreign-service/records.ts';
import { eventually, useStack } from './testing/foreign-service/stack.ts';
import { openStream, type TestStream } from './testing/stream.ts';

const stack = useStack({
  before: ({ store }) => {
    store.agreements = [records.agreement(1), records.agreement(2)];
    store.connections = [records.connection(1)];
    store.invitations = [records.invitation(1)];
    store.tmsInvitations = [{ id: records.idOf(0xb9, 1), status: 'odd', ...records.NOISE }];
    store.monitors = [records.monitor(1)];
    store.operations = [records.operation(1)];
    store.fuel = [records.fuelRow(1), records.fuelRow(2)];
    store.usage = [records.usageRow(1, '2026-10')];
  },
});
const LOADS = [1, 2, 3, 4, 5].map(records.loadId);
let stream: TestStream | undefined;
beforeAll(async () => {
  const { admin, server } = stack;
  stream = await openStream(server.url, admin);
  await admin.watch(...LOADS);
  await eventually(async () => {
    const loads = await admin.items('/api/loads');
    expect(loads.map(({ read_at }) => read_at)).not.toContain(null);
  });
});
afterAll(() => stream?.close());

beforeEach(() => {
  stack.admin.received.length = 0;
});
/** What precedes each secret in the received data, without duplicates. */
const leaks = (...more: readonly string[]) => {
  const all = [...stack.admin.received, ...more].join('\n');
  return [...new Set([...all.matchAll(new RegExp(`.{0,40}${records.LEAK}`, 'g'))].map(([around]) => around))];
};

/** Paths of our API that are read without a parameter. */
async function plainPaths(): Promise<string[]> {
  const { json } = await stack.admin.get('/api/openapi.json');
  const paths = json.paths as Record<string, Record<string, unknown>>;
  return Object.keys(paths).filter(
    (path) => 'get' in (paths[path] ?? {}) && !path.includes('{') && path !== '/api/events',
  );
}

describe('no secret of the service reaches a browser', () => {
  it('in any list', async () => {
    const { admin } = stack;
    const query = { '/api/usage': '?from_month=2026-10&to_month=2026-10' } as Record<string, string>;
    const paths = await plainPaths();
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) await admin.get(path + (query[path] ?? ''));
    await eventually(async () => expect(await admin.items('/api/invitations')).toHaveLength(1));
    await eventually(async () => expect(await admin.items('/api/operations')).toHaveLength(1));
    expect(leaks()).toEqual([]);
  });

  it('in the details of a load, read from the board or directly from the service', async () => {
    const { admin } = stack;
    for (const id of LOADS) {
      await admin.get(`/api/loads/${id}`);
      await admin.call('POST', `/api/loads/${id}/read`, {});
      const straight = await admin.get(`/api/v2/visibility/loads/${id}/tracking`);
      expect(straight.json).toMatchObject({ load_id: id });
    }
    expect(leaks()).toEqual([]);
  });

  it('in the details of what was created, changed and refused', async () => {
    const { admin } = stack;
    await admin.call('POST', '/api/invitations', { fleet_ref: 'SECRET-1' });
    const starts_at = new Date().toISOString();
    const circle = { latitude: 35, longitude: -101, radius_meters: 500 };
    const vehicle_id = records.vehicleId(1);
    await admin.call('POST', '/api/monitors', { origin: circle, destination: circle, starts_at, vehicle_id });
    await admin.call('POST', '/api/users', { connection_id: records.idOf(0xb3, 1), username: 'ann' });
    await admin.call('PATCH', `/api/agreements/${records.idOf(0xb1, 1)}`, { effective_date: starts_at });
    for (const list of ['invitations', 'monitors', 'operations', 'agreements']) {
      for (const item of await admin.items(`/api/${list}`))
        await admin.get(`/api/${list}/${String(item.key ?? item.id)}`);
    }
    await admin.get('/api/activity');
    expect(leaks()).toEqual([]);
  });

  it('in the rows of fuel and usage, in their CSV, or in the raw record', async () => {
    const { admin } = stack;
    const from_datetime = new Date(Date.now() - 10 * 86_400_000).toISOString();
    const range = { from_datetime, to_datetime: new Date().toISOString() };
    const { json } = await admin.call('POST', '/api/fuel/imports', range);
    const at = `/api/fuel/imports/${String(json.import_id)}`;
    await eventually(async () => expect((await admin.get(at)).json.state).toBe('complete'));
    const rows = await admin.items(`${at}/rows`);
    expect(rows).toHaveLength(2);
    const csv = await fetchText(`${at}/rows.csv`);
    expect(csv).toContain('412.07');
    const occurred_at = encodeURIComponent(String(rows[0]?.occurred_at));
    await admin.get(`/api/fuel/transactions/${String(rows[0]?.id)}/raw?occurred_at=${occurred_at}`);
    expect(leaks(csv)).toEqual([]);
  });

  it('in the event stream', () => {
    expect(stream?.events.map(({ event }) => event)).toContain('change');
    expect(leaks(JSON.stringify(stream?.events))).toEqual([]);
  });

  it('in a delivery that is shown unchanged', async () => {
    const { admin, service } = stack;
    await admin.call('POST', '/api/webhooks/geofence_monitor', {});
    const { url, secret } = service.subscription('geofence_monitor');
    const event = {
      id: 'e-1',
      event_name: EVENTS.stop_arrived,
      data: [records.monitor(1)],
      ...records.NOISE,
    };
    expect(await deliver(url, event, { signing: { secret } })).toBe(204);
    const [delivery] = await admin.items('/api/deliveries');
    const shown = await admin.get(`/api/deliveries/${String(delivery?.id)}`);
    expect(shown.json.body).toMatchObject({ event_name: EVENTS.stop_arrived });
    expect(leaks()).toEqual([]);
  });
});

/** Downloads a file, which is not JSON. */
async function fetchText(path: string): Promise<string> {
  const { admin, server } = stack;
  return (await admin.request(server.url + path, { headers: { 'X-CSRF': '1' } })).text;
}

it('fields that no page shows are in none of our lists', async () => {
  const { admin } = stack;
  for (const path of [
    '/api/loads',
    '/api/agreements',
    '/api/connections',
    '/api/invitations',
    '/api/monitors',
  ])
    expect((await admin.get(path)).text, path).not.toContain('zz_');
});

it('right-to-left texts, zero-width characters, HTML and texts of 600 characters arrive unchanged', async () => {
  const { admin } = stack;
  const refs = (await admin.items('/api/loads')).map(({ load_ref }) => String(load_ref));
  for (const text of Object.values(records.HOSTILE))
    expect(refs.filter((ref) => ref.startsWith(text)).length, text).toBeGreaterThan(0);
  const answer = await admin.request(`${stack.server.url}/api/loads`, { headers: { 'X-CSRF': '1' } });
  // No browser interprets it as a page, whatever it contains.
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});
