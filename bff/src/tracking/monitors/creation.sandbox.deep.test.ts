/** A monitor whose creation response was lost is found again exactly once, with its load, names and sites (rule 25). */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { type LossyService, lossyService } from '../../testing/lossy-service.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';

const folder = temporaryFolder();
const load_id = randomUUID();
const site_id = randomUUID();
let started: TestSandbox;
let service: LossyService;
let server: TestServer;
let browser: TestBrowser;
let vehicle_id: string;
let port: number;

/** With `reads` false the service offers neither a list of monitors nor single reads. */
async function start(reads: boolean, database: string): Promise<void> {
  await server?.stop();
  const nowhere = { geofence_monitors: '/v2/nowhere', geofence_monitor: '/v2/nowhere/{geofence_monitor_id}' };
  server = await startServer(started.line, folder.dir, {
    SERVICE_BASE_URL: service.url,
    SERVICE_ASSUMPTIONS: JSON.stringify(reads ? {} : { paths: nowhere }),
    DATABASE_URL: `sqlite:${join(folder.dir, `${database}.db`)}`,
    // The webhook URL stays the same.
    PORT: String(port),
  });
  browser = new TestBrowser();
  await browser.signIn(server.url, 'dispatcher');
  await server.services.webhooks.subscriptions.ensureSubscription('geofence_monitor');
}

beforeAll(async () => {
  started = await sandbox({ SANDBOX_RATE_LIMIT: '100000' });
  service = await lossyService(started.line.base_url);
  port = await freePort();
  const answer = await fetch(`${started.line.base_url}/_sandbox/vehicles`);
  const { vehicles } = (await answer.json()) as {
    vehicles: { vehicle_id: string; location_shared: boolean }[];
  };
  vehicle_id = vehicles.find((one) => one.location_shared)?.vehicle_id ?? '';
});
afterAll(async () => {
  await server?.stop();
  await service?.close();
  await started?.stop();
  folder.remove();
});

const post = async (path: string, body: unknown) =>
  (await browser.api(`${server.url}/api/${path}`, { method: 'POST', body })).json;

/** Sends a create request whose response is lost. Returns the intent's id. */
async function lost(name: string): Promise<string> {
  service.lose(1);
  const { intent } = await post('monitors', {
    origin: { latitude: 35.2, longitude: -101.8, radius_meters: 500 },
    destination: { latitude: 35.5, longitude: -97.5, radius_meters: 600 },
    starts_at: new Date(Date.now() + 3600_000).toISOString(),
    vehicle_id,
    name,
    about: { load_id, stops: [{ sequence: 0, name: 'Yard', site_id, load_stop_sequence: 0 }] },
  });
  expect(intent).toMatchObject({ state: 'unknown' });
  return (intent as { id: string }).id;
}

async function listed(name: string): Promise<BoardMonitor[]> {
  const { json } = await browser.api(`${server.url}/api/monitors`);
  return (json.items as BoardMonitor[]).filter((one) => one.name === name);
}

async function foundAgain(name: string): Promise<BoardMonitor> {
  await vi.waitFor(async () => expect(await listed(name)).toHaveLength(1), { timeout: 8_000, interval: 50 });
  const [item] = await listed(name);
  expect(item).toMatchObject({
    name,
    status: 'active',
    links: [{ load_id, source: 'created', state: 'linked' }],
    stops: [{ name: 'Yard', site_id, load_stop_sequence: 0, radius_meters: 500 }, { radius_meters: 600 }],
  });
  return item as BoardMonitor;
}

/** Ids of monitors with this name at the service itself. */
async function atService(name: string): Promise<string[]> {
  const answer = await fetch(started.line.token_url, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: started.line.client_id,
      client_secret: started.line.client_secret,
      scope: 'organization',
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const { endpoints } = server.services.upstream;
  const list = await fetch(`${started.line.base_url}${endpoints.createMonitor.path}?size=1000`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { items } = (await list.json()) as { items: { id: string; name: string }[] };
  return items.filter((one) => one.name.startsWith(name)).map((one) => one.id);
}

it('is found by a read if the service offers one', async () => {
  await start(true, 'reads');
  const intent = await lost('found by a read');
  const item = await foundAgain('found by a read');
  expect(await atService('found by a read')).toEqual([item.id]);
  await vi.waitFor(async () =>
    expect(await server.services.intents.read(intent)).toMatchObject({ state: 'done', result_id: item.id }),
  );
});

it('is found by its first event if the service has no reads, even after a restart in between', async () => {
  await start(false, 'events');
  const intent = await lost('found by an event');
  await start(false, 'events');
  expect(await listed('found by an event')).toEqual([]);
  const [there] = await atService('found by an event');
  const { client, endpoints } = server.services.upstream;
  await client.call(endpoints.cancelMonitor, {
    params: { geofence_monitor_id: there ?? '' },
    priority: 'person',
  });
  await vi.waitFor(async () => expect(await listed('found by an event')).toHaveLength(1), 8_000);
  const [item] = await listed('found by an event');
  expect(item).toMatchObject({
    id: there,
    status: 'cancelled',
    links: [{ load_id, source: 'created' }],
    stops: [{ name: 'Yard', site_id }, {}],
    events: 1,
  });
  expect(await server.services.intents.read(intent)).toMatchObject({ state: 'done', result_id: there });
});

it('can be identified by a person, and has the requested circles', async () => {
  await start(false, 'person');
  const intent = await lost('named by a person');
  const [there] = await atService('named by a person');
  await post(`intents/${intent}/resolve`, { outcome: 'created', result_id: there });
  const [item] = await listed('named by a person');
  expect(item).toMatchObject({
    id: there,
    links: [{ load_id, source: 'created' }],
    vehicle_id,
    stops: [{ name: 'Yard', latitude: 35.2, radius_meters: 500 }, { longitude: -97.5 }],
  });
});

it('is stored at the next start if its response arrived but was not stored before the process ended', async () => {
  await start(false, 'cut');
  const created = await post('monitors', {
    origin: { latitude: 35.2, longitude: -101.8, radius_meters: 500 },
    destination: { latitude: 35.5, longitude: -97.5, radius_meters: 600 },
    starts_at: new Date(Date.now() + 3600_000).toISOString(),
    vehicle_id,
    name: 'cut off',
    about: { load_id, stops: [{ sequence: 0, name: 'Yard', site_id, load_stop_sequence: 0 }] },
  });
  expect(created.intent).toMatchObject({ state: 'done' });
  const { db } = server.services;
  await db.deleteFrom('monitor').execute();
  await db.updateTable('monitor_about').set({ monitor_id: null }).execute();
  await start(false, 'cut');
  expect(await foundAgain('cut off')).toMatchObject({ id: (created.result as { id: string }).id });
});
