/** Records added to the sandbox's world so that every page has something to show. */
import type { Page } from '@playwright/test';
import { callApi, expect, listLoads, shareLoad } from '../harness/fixtures.ts';
import { createMonitorNearTruck, driveAndRead } from '../harness/monitors.ts';
import type { ScreenIds } from '../harness/screens.ts';
import type { SandboxProcess } from '../harness/stack.ts';

const SITES = [
  { name: 'Amarillo yard', latitude: 35.2, longitude: -101.83, radius_meters: 800 },
  { name: 'Denver DC 4', latitude: 39.79, longitude: -104.9, radius_meters: 500 },
  { name: 'Memphis crossdock', latitude: 35.06, longitude: -89.98, radius_meters: 1200 },
].map((site) => ({
  ...site,
  note: 'Gate 3, check in by radio',
  free_minutes: 120,
  detention_rate: '75',
  detention_currency: 'USD',
}));

async function post(page: Page, path: string, body: unknown): Promise<unknown> {
  const { status, body: answer } = await callApi(page, path, 'POST', body);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

export async function addSandboxRecords(page: Page, sandbox: SandboxProcess): Promise<void> {
  await post(page, '/api/sites/import', { items: SITES, on_conflict: 'keep' });
  await callApi(page, '/api/company', 'PATCH', { name: 'Northbound Freight' });
  await post(page, '/api/load-lists', {
    list_id: crypto.randomUUID(),
    name: 'Reefers',
    scope: 'team',
    load_ids: (await listLoads(page)).slice(0, 12).map(({ load_id }) => load_id),
  });
  await post(page, '/api/bulk', {
    kind: 'invitation',
    name: 'Spring carriers',
    rows: [
      { fleet_ref: 'CARRIER-2001', fleet_name: 'Redbud Freight', fleet_email: 'dispatch@redbud.example' },
      { fleet_ref: 'CARRIER-2002', fleet_name: 'Kiowa Lines', fleet_email: 'ops@kiowa.example' },
      { fleet_ref: '', fleet_name: 'Without a reference' },
    ],
  });
  await post(page, '/api/webhooks/geofence_monitor', {});
  await watchTwoTrucks(page, sandbox);
  await post(page, '/api/api-keys', { name: 'TMS', rights: ['read', 'manage_loads'], expires_at: null });
  await post(page, '/api/api-keys', { name: 'Night report', rights: ['read'], expires_at: null });
  await post(page, '/api/wall-screens', { name: 'Dispatch, left wall' });
  const { webhook } = (await post(page, '/api/outgoing-webhooks', {
    url: 'http://127.0.0.1:9/waypost',
    events: ['exception.opened', 'stop.arrived', 'stop.departed'],
  })) as { webhook: { webhook_id: string } };
  await post(page, `/api/outgoing-webhooks/${webhook.webhook_id}/test`, {});
}

/**
 * One truck is parked at its origin, the other has delivered: its load is in the archive, beside one that was removed manually.
 */
async function watchTwoTrucks(page: Page, sandbox: SandboxProcess): Promise<void> {
  const delivered = await createMonitorNearTruck(page);
  const under_way = await createMonitorNearTruck(page, [delivered.load_id]);
  await driveAndRead(page, sandbox, under_way, under_way.way[0]);
  for (const place of delivered.way) await driveAndRead(page, sandbox, delivered, place);
  await expect(async () => expect(await archived(page)).toBeGreaterThan(0)).toPass({ timeout: 60_000 });
  const [removed] = (await listLoads(page)).filter(({ tracking_health }) => tracking_health === 'unassigned');
  await callApi(page, `/api/loads/${removed?.load_id}`, 'DELETE');
}

const archived = async (page: Page): Promise<number> =>
  ((await callApi(page, '/api/archive')).body as { items: unknown[] }).items.length;

export async function sandboxIds(page: Page): Promise<ScreenIds> {
  const first = async (path: string, name = 'id') => {
    const { body } = await callApi(page, path);
    return (body as { items: Record<string, string>[] }).items[0]?.[name] ?? '';
  };
  const loads = await listLoads(page);
  const live = loads.find(({ tracking_health }) => tracking_health === 'live');
  const wrong = loads.find(({ vehicle_assignment }) => vehicle_assignment?.agreement === 'disagree');
  const long_load = (wrong ?? live)?.load_id ?? '';
  await shareLoad(page, long_load);
  return {
    load: live?.load_id ?? '',
    long_load,
    load_list: await first('/api/load-lists', 'list_id'),
    monitor: await first('/api/monitors'),
    agreement: await first('/api/agreements'),
    operation: await first('/api/operations'),
    invitation: await first('/api/invitations', 'key'),
    site: await first('/api/sites'),
    job: await first('/api/bulk'),
    delivery: await first('/api/deliveries'),
    entry: await first('/api/activity'),
    fleet: await first('/api/fleets', 'fleet_id'),
    api_key: await first('/api/api-keys', 'api_key_id'),
    person: encodeURIComponent(await first('/api/people', 'sub')),
    wall_screen: await first('/api/wall-screens', 'wall_screen_id'),
    outgoing_webhook: await first('/api/outgoing-webhooks', 'webhook_id'),
    share_token: await shareLoad(page, live?.load_id ?? ''),
  };
}
