/** Events of a service with other names, fields and signatures than assumed: only SERVICE_ASSUMPTIONS changes. */
import { createHmac, randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { subscribed } from '../../testing/deliveries.ts';
import { useServer } from '../../testing/server.ts';

const ASSUMPTIONS = {
  events: { geofence_monitor: { stop_arrived: 'truck.entered' } },
  webhooks: {
    signature_header: 'X-Hub-Signature-256',
    signature_encoding: 'hex',
    signature_prefix: 'sha256=',
    signed_content: '{body}',
    envelope: { id: 'number', event_name: 'type', timestamp: 'sent', data: 'items' },
  },
};

const { server, signedIn } = await useServer({ env: { SERVICE_ASSUMPTIONS: JSON.stringify(ASSUMPTIONS) } });
const admin = await signedIn('admin');
const { address, secret } = await subscribed(server, 'resource_operation');

const deliver = async (body: unknown) => {
  const text = JSON.stringify(body);
  const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const headers = { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signature };
  return (await fetch(address, { method: 'POST', headers, body: text })).status;
};
const handled = (event_id: string) =>
  vi.waitFor(async () => {
    const page = await admin.api(`${server.url}/api/deliveries`);
    const row = (page.json.items as Record<string, unknown>[]).find((one) => one.event_id === event_id);
    expect(row).toMatchObject({ state: 'done' });
    return row;
  });

it('an arrival with another name, a numeric id and a numeric time is an arrival', async () => {
  const id = randomUUID();
  const items = { id, vehicle_id: randomUUID(), stop: { id: randomUUID(), sequence: 1 } };
  expect(await deliver({ number: 4711, type: 'truck.entered', sent: 1_795_190_400, items })).toBe(204);
  expect(await handled('4711')).toMatchObject({
    event_name: 'truck.entered',
    signed_at: '',
    outcome: expect.stringContaining('arrived at stop 2'),
  });
});

it('is found by its family in the list', async () => {
  const page = await admin.api(`${server.url}/api/deliveries?event=geofence_monitor.*`);
  expect(page.json.items).toMatchObject([{ event_name: 'truck.entered' }]);
});

it('the page asks to register the names configured by the operator', async () => {
  const page = await admin.api(`${server.url}/api/webhooks/geofence_monitor`, { method: 'POST', body: {} });
  expect(page.json.event_names).toEqual(
    expect.arrayContaining(['truck.entered', 'geofence_monitor.completed']),
  );
});
