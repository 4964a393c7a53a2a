/** A service in which every name left open by the API differs from the defaults and is set by SERVICE_ASSUMPTIONS only. */
import { afterEach, expect, it } from 'vitest';
import { OTHER_NAMES, userAttribute } from './testing/foreign-service/names.ts';
import * as records from './testing/foreign-service/records.ts';
import { eventually, useStack } from './testing/foreign-service/stack.ts';

const stack = useStack();
const DAY_MS = 86_400_000;

afterEach(() => {
  // No request went to an unknown path, as it would with a hard-coded name.
  const lost = stack.service.seen.filter(
    ({ endpoint, path }) => endpoint === null && path !== OTHER_NAMES.sandbox_loads_path,
  );
  expect(lost.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  const bare = stack.service.calls().filter(({ endpoint, headers }) => endpoint && !headers.authorization);
  expect(bare).toEqual([]);
  stack.service.reset();
});

it('a load is read, with unknown enum values and texts', async () => {
  const { admin } = stack;
  const ids = [1, 2, 3, 4].map(records.loadId);
  await admin.watch(...ids);
  await eventually(async () => {
    const loads = await admin.items('/api/loads');
    expect(loads.map(({ read_at }) => read_at)).not.toContain(null);
  });
  const third = await admin.get(`/api/loads/${records.loadId(3)}`);
  expect(third.json).toMatchObject({
    load_ref: `${records.HOSTILE.long} 3`,
    tracking_health: 'teleported',
    last_position: { latitude: 35.2 },
  });
  for (const id of ids) await admin.call('DELETE', `/api/loads/${id}`);
});

it('agreements and connections are listed from their own paths, page by page with their own parameters', async () => {
  const { admin, service } = stack;
  service.store.agreements = Array.from({ length: 1003 }, (_, n) => records.agreement(n));
  service.store.connections = [records.connection(1), records.connection(2)];
  expect(await admin.items('/api/agreements?fresh=true')).toHaveLength(1003);
  expect(await admin.items('/api/connections')).toHaveLength(2);
  const second = service.requests('agreements')[1];
  expect(Object.fromEntries(second?.query ?? [])).toEqual({ per_page: '1000', after: '1000' });
});

it('an agreement is changed and deleted', async () => {
  const { admin, service } = stack;
  service.store.agreements = [records.agreement(1), records.agreement(2)];
  await admin.items('/api/agreements?fresh=true');
  const expiration_date = new Date(Date.now() + 90 * DAY_MS).toISOString();
  const changed = await admin.call('PATCH', `/api/agreements/${records.idOf(0xb1, 1)}`, { expiration_date });
  expect(changed.json).toMatchObject({ expiration_date });
  const deleted = await admin.call('DELETE', `/api/agreements/${records.idOf(0xb1, 2)}`, {
    confirm: 'FLEET-2',
  });
  expect(deleted.status).toBe(204);
  expect(service.store.agreements).toHaveLength(1);
});

it('an invitation is created, its link is read from another field, and it is withdrawn', async () => {
  const { admin, service } = stack;
  const created = await admin.call('POST', '/api/invitations', { fleet_ref: 'NEW-1', fleet_name: 'New' });
  expect(created.status).toBe(201);
  const { key } = created.json.result as { key: string };
  const link = await admin.call('POST', `/api/invitations/${key}/link`, {});
  expect(link.json.magic_link).toMatch(/^https:\/\/join\.example\//);
  const withdrawn = await admin.call('DELETE', `/api/invitations/${key}`);
  expect(withdrawn.json).toMatchObject({ status: 'deleted' });
  expect(service.requests('deleteInvitation')).toHaveLength(1);
});

it('a user is created with differently named attributes', async () => {
  const { admin, service } = stack;
  const body = {
    connection_id: records.idOf(0xb3, 1),
    username: 'ann',
    password: 'a-password-of-hers',
    hos_tracking_config: { compliance_classification: 'exempt' },
  };
  const created = await admin.call('POST', '/api/users?is_sync=true', body);
  expect([200, 202], created.text).toContain(created.status);
  const [sent] = service.requests('createUser');
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({ wait_for_it: 'true' });
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    [userAttribute('username')]: 'ann',
    [userAttribute('password')]: 'a-password-of-hers',
    [userAttribute('hos_tracking_config')]: { [userAttribute('compliance_classification')]: 'exempt' },
  });
  expect(created.text).not.toContain('a-password-of-hers');
});

it('fuel is read to its end, with its unit in another field', async () => {
  const { admin, service } = stack;
  service.store.fuel = Array.from({ length: 1002 }, (_, n) => records.fuelRow(n));
  const range = {
    from_datetime: new Date(Date.now() - 10 * DAY_MS).toISOString(),
    to_datetime: new Date().toISOString(),
  };
  const { json } = await admin.call('POST', '/api/fuel/imports', range);
  const summary = await eventually(async () => {
    const answer = await admin.get(`/api/fuel/imports/${String(json.import_id)}/summary`);
    expect(answer.json.state).toBe('complete');
    return answer.json;
  });
  expect(summary).toMatchObject({ transactions: 1002, totals: [{ volume_unit: 'gal', currency: 'USD' }] });
});

it('usage is read by month', async () => {
  const { admin, service } = stack;
  service.store.usage = [records.usageRow(1, '2026-09'), records.usageRow(2, '2026-08')];
  const range = { from_month: '2026-08', to_month: '2026-09' };
  await admin.call('POST', '/api/usage/imports', range);
  await eventually(async () => {
    const { json } = await admin.get('/api/usage?from_month=2026-08&to_month=2026-09');
    expect(json.state).toBe('complete');
    expect((json.months as { rows_read: number }[]).map(({ rows_read }) => rows_read)).toEqual([1, 1]);
  });
  expect(service.requests('usage')[0]?.query.get('cal_year')).toBe('2026');
});

it('the overview is read from the successor', async () => {
  const { json } = await stack.admin.get('/api/overview');
  expect(json).toMatchObject({ fleets: 1, trailers: 4, answered_by: 'successor' });
});

it('a monitor is created with the group of our subscription, and cancelled', async () => {
  const { admin, service } = stack;
  const created = await admin.call('POST', '/api/monitors', {
    origin: { latitude: 35, longitude: -101, radius_meters: 500 },
    destination: { latitude: 36, longitude: -100, radius_meters: 500 },
    starts_at: new Date().toISOString(),
    name: 'trip',
    vehicle_id: records.vehicleId(1),
  });
  expect(created.status, created.text).toBe(201);
  expect(JSON.parse(service.requests('createMonitor')[0]?.body ?? '')).toMatchObject({
    webhook_group_id: records.idOf(0xd2, 1),
  });
  const { id } = created.json.result as { id: string };
  const cancelled = await admin.call('POST', `/api/monitors/${id}/cancel`, {});
  expect(cancelled.json, cancelled.text).toMatchObject({ status: 'cancelled' });
});
