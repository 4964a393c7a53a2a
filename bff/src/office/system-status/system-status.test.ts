import { randomUUID } from 'node:crypto';
import { type SystemStatus, systemStatus } from '@waypost/contract/api/system-status';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
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

const METRIC_OF: Readonly<Record<string, string>> = {
  'service.state': 'waypost_service_state',
  'service.since': 'waypost_service_state_timestamp_seconds',
  'service.retry_at': 'waypost_service_pause_seconds',
  'service.last_success_at': 'waypost_service_last_success_timestamp_seconds',
  'service.behind.seconds': 'waypost_reads_overdue_seconds',
  'service.loads_watched': 'waypost_loads_watched',
  'service.store_outage.since': 'waypost_database_up',
  allowed_per_minute: 'waypost_service_calls_allowed_per_minute',
  calls: 'waypost_service_calls_last_minute',
  'loads.loads': 'waypost_loads',
  'loads.oldest_read_at': 'waypost_oldest_read_seconds',
  'loads.oldest_position_at': 'waypost_oldest_position_seconds',
  'jobs.open': 'waypost_jobs_open',
  'jobs.dead': 'waypost_jobs_dead',
  'jobs.oldest_due_at': 'waypost_jobs_oldest_seconds',
  'incoming.counts.count': 'waypost_incoming_deliveries',
  'incoming.last_at': 'waypost_last_message_timestamp_seconds',
  'outgoing.counts.count': 'waypost_outgoing_deliveries',
  'outgoing.last_at': 'waypost_last_message_timestamp_seconds',
  'outgoing.webhooks': 'waypost_outgoing_webhooks',
  'outgoing.failing': 'waypost_outgoing_webhooks_failing',
  'mail.counts.count': 'waypost_emails',
  'mail.last_at': 'waypost_last_message_timestamp_seconds',
  'dependencies.state': 'waypost_dependency_up',
  'dependencies.checked_at': 'waypost_dependency_checked_timestamp_seconds',
  'dependencies.expires_at': 'waypost_certificate_expiry_timestamp_seconds',
  'database.bytes': 'waypost_table_bytes',
  'database.tables.bytes': 'waypost_table_bytes',
  'database.tables.retention_days': 'waypost_table_retention_seconds',
  'database.measured_at': 'waypost_tables_measured_timestamp_seconds',
  'servers.version': 'waypost_info',
  'servers.node_version': 'nodejs_version_info',
  'servers.started_at': 'process_start_time_seconds',
  'servers.leases': 'waypost_lease_held',
  'servers.streams': 'waypost_streams',
  'servers.memory_bytes': 'process_resident_memory_bytes',
  'servers.allowed_per_minute': 'waypost_service_calls_allowed_per_minute',
  'servers.calls': 'waypost_service_calls_last_minute',
  'servers.errors.message': 'waypost_request_failures_total',
  'credentials.changed_at': 'waypost_credential_age_seconds',
  'credentials.expires_at': 'waypost_credential_expiry_timestamp_seconds',
};
/** Texts, labels of the metrics above, and what those say too. */
const NO_METRIC = [
  'at',
  'service.message',
  'service.calls_last_minute',
  'service.oldest_read_at',
  'service.behind.every_seconds',
  'service.behind.needed_per_minute',
  'service.behind.allowed_per_minute',
  'service.behind.urgent_every_seconds',
  'service.store_outage.reason',
  'service.server_time',
  'loads.read_class',
  'jobs.kind',
  'incoming.counts.state',
  'outgoing.counts.state',
  'mail.counts.state',
  'dependencies.name',
  'dependencies.problem',
  'database.kind',
  'database.tables.name',
  'servers.name',
  'servers.reported_at',
  'servers.errors.at',
  'servers.errors.request_id',
  'servers.errors.request',
  'credentials.kind',
  'credentials.name',
];

/** The paths of all values that a schema describes. */
function valuesOf(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodNullable) return valuesOf(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return valuesOf(schema.element, path);
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape).flatMap(([name, inner]) =>
    valuesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

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
    await admin.api(`${url}/api/api-keys/${randomUUID()}/revoke`, { method: 'POST' });
    await db.schema.alterTable('api_key_away').renameTo('api_key').execute();
    expect(failed.status).toBe(500);
    await vi.waitFor(async () => {
      const [, error] = (await read()).servers[0]?.errors ?? [];
      expect(error?.request).toBe('GET /api/api-keys');
      expect(error?.request_id).toBe(failed.json.request_id);
    }, 5_000);
    const failures = (method: string, route: string) =>
      `waypost_request_failures_total{method="${method}",route="${route}",status="500"} 1\n`;
    expect(await metrics()).toContain(failures('GET', '/api/api-keys'));
    expect(await metrics()).toContain(failures('POST', '/api/api-keys/{api_key_id}/revoke'));
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

  it('have every value that the page shows', async () => {
    expect(valuesOf(systemStatus, '').toSorted()).toEqual(
      [...Object.keys(METRIC_OF), ...NO_METRIC].toSorted(),
    );
    const text = await metrics();
    for (const name of Object.values(METRIC_OF)) expect(text).toContain(`# HELP ${name} `);
  });

  it('are still there, without what only the database knows, while it cannot be read', async () => {
    const { db } = server.services;
    await db.schema.alterTable('job').renameTo('job_away').execute();
    await vi.waitFor(async () => expect(await metrics()).not.toMatch(/waypost_servers \d/), 5_000);
    expect(await metrics()).toMatch(/waypost_streams \d/);
    await db.schema.alterTable('job_away').renameTo('job').execute();
  });
});
