import { type SystemStatus, systemStatus } from '@waypost/contract/api/system-status';
import { describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';

const TOKEN = 'a-metrics-token-of-a-test';
const { server, url, signedIn } = await useServer({ env: { METRICS_TOKEN: TOKEN } });
const admin = await signedIn('admin');

const read = async (browser: TestBrowser = admin): Promise<SystemStatus> => {
  const { status, json } = await browser.api(`${url}/api/system-status`);
  expect(status).toBe(200);
  return systemStatus.parse(json);
};
const metrics = async () => {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(response.status).toBe(200);
  return response.text();
};

describe('the system status', () => {
  it('is for administrators', async () => {
    const dispatcher = await signedIn('dispatcher');
    expect((await dispatcher.api(`${url}/api/system-status`)).status).toBe(403);
  });

  it('shows this server, what it does, and the calls that it makes by their cause', async () => {
    await vi.waitFor(async () => expect((await read()).calls.background).toBeGreaterThan(0), 10_000);
    const { servers, allowed_per_minute, calls, service } = await read();
    expect(servers).toHaveLength(1);
    expect(servers[0]).toMatchObject({
      version: '0.0.0-test',
      leases: ['reader', 'outgoing_events', 'retention'],
    });
    expect(allowed_per_minute).toBe(servers[0]?.allowed_per_minute);
    expect(calls).toEqual(servers[0]?.calls);
    expect(service.state).toBe('ok');
  });

  it('counts every load of the board in one class, with its oldest read', async () => {
    await vi.waitFor(async () => {
      const { loads } = await read();
      expect(loads.reduce((sum, { loads }) => sum + loads, 0)).toBe(server.services.board.size);
      for (const { loads: count, oldest_read_at } of loads) expect(oldest_read_at === null).toBe(count === 0);
    }, 10_000);
  });

  it('shows the size of each table with its retention', async () => {
    const { database } = await read();
    expect(database.kind).toBe('sqlite');
    const table = (name: string) => database.tables.find((one) => one.name === name);
    expect(table('vehicle_position')).toMatchObject({ retention_days: 30 });
    expect(table('webhook_delivery')).toMatchObject({ retention_days: 180 });
    expect(table('session')).toMatchObject({ retention_days: null });
    expect(table('vehicle_position')?.bytes).toBeGreaterThan(0);
    expect(database.bytes).toBe(database.tables.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  it('names an error by the request ID that the person was shown', async () => {
    const { db } = server.services;
    await db.schema.alterTable('api_key').renameTo('api_key_away').execute();
    const failed = await admin.api(`${url}/api/api-keys`);
    await db.schema.alterTable('api_key_away').renameTo('api_key').execute();
    expect(failed.status).toBe(500);
    await vi.waitFor(async () => {
      const [error] = (await read()).servers[0]?.errors ?? [];
      expect(error?.request).toBe('GET /api/api-keys');
      expect(error?.request_id).toBe(failed.json.request_id);
    }, 5_000);
  });

  it('shows API keys with their age, and not those that were revoked', async () => {
    const create = (name: string) =>
      admin.api(`${url}/api/api-keys`, {
        method: 'POST',
        body: { name, rights: ['read'], expires_at: null },
      });
    await create('TMS');
    const { json } = await create('old TMS');
    const { api_key_id } = (json as { api_key: { api_key_id: string } }).api_key;
    await admin.api(`${url}/api/api-keys/${api_key_id}/revoke`, { method: 'POST' });
    await vi.waitFor(async () => {
      const names = (await read()).credentials.filter(({ kind }) => kind === 'api_key');
      expect(names.map(({ name }) => name)).toEqual(['TMS']);
    }, 5_000);
  });
});

describe('the metrics', () => {
  it('have the values of the status', async () => {
    const text = await metrics();
    expect(text).toContain('waypost_database_up 1');
    expect(text).toMatch(/waypost_table_bytes\{table="vehicle_position"\} [1-9]/);
    expect(text).toContain('waypost_lease_held{lease="reader"} 1');
    expect(text).toMatch(/waypost_loads\{read_class="calm"\} \d+/);
  });

  it('are still there, without what only the database knows, while it cannot be read', async () => {
    const { db } = server.services;
    await db.schema.alterTable('job').renameTo('job_away').execute();
    await vi.waitFor(async () => expect(await metrics()).not.toMatch(/waypost_servers \d/), 5_000);
    expect(await metrics()).toMatch(/waypost_streams \d/);
    await db.schema.alterTable('job_away').renameTo('job').execute();
  });
});
