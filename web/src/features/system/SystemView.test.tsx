// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { SystemStatus } from '@waypost/contract/api/system-status';
import { expect, it } from 'vitest';
import { ago, status as serviceStatus } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { draw } from '../../testing/render.tsx';
import { SystemView } from './SystemView.tsx';

const SERVER: SystemStatus['servers'][number] = {
  name: 'one:8080',
  version: '0.1.0',
  node_version: '24.1.0',
  started_at: ago(3600_000),
  reported_at: ago(0),
  leases: ['reader', 'invented_later'],
  streams: 12,
  memory_bytes: 312_000_000,
  allowed_per_minute: 600,
  calls: { person: 4, bulk: 0, background: 480 },
  errors: [
    {
      at: ago(60_000),
      request_id: 'id-of-an-error',
      request: 'GET /api/loads',
      message: 'Something went wrong',
    },
  ],
};
const STATUS: SystemStatus = {
  at: ago(0),
  service: serviceStatus(),
  allowed_per_minute: 600,
  calls: { person: 5, bulk: 0, background: 480 },
  loads: [
    { read_class: 'calm', loads: 1_400, oldest_read_at: ago(50_000), oldest_position_at: ago(7200_000) },
  ],
  jobs: [{ kind: 'email', open: 3, dead: 2, oldest_due_at: ago(120_000) }],
  incoming: { counts: [{ state: 'done', count: 812 }], last_at: ago(5_000) },
  outgoing: { counts: [{ state: 'given_up', count: 1 }], last_at: ago(5_000), webhooks: 2, failing: 1 },
  mail: null,
  dependencies: [
    {
      name: 'identity_provider',
      state: 'failed',
      checked_at: ago(0),
      problem: 'id.example.com: connection refused',
      expires_at: null,
    },
  ],
  database: {
    kind: 'postgres',
    bytes: 41_000_000_000,
    tables: [
      { name: 'vehicle_position', bytes: 40_000_000_000, retention_days: 30 },
      { name: 'site', bytes: 8_192, retention_days: null },
    ],
    measured_at: ago(60_000),
  },
  servers: [SERVER, { ...SERVER, name: 'two:8080', leases: [], errors: [] }],
  credentials: [{ kind: 'api_key', name: 'TMS', changed_at: ago(40 * 86_400_000), expires_at: null }],
};
const { Page } = pageOf<object>(() => <SystemView />);

async function open(more: Partial<SystemStatus> = {}, roles: readonly ('admin' | 'viewer')[] = ['admin']) {
  const page = await draw(<Page start={{}} />, {
    roles,
    answers: { 'GET /api/system-status': { body: { ...STATUS, ...more } } },
  });
  await page.frame();
  return page;
}
const part = (name: string | RegExp) => within(screen.getByRole('region', { name }));
const row = (name: string | RegExp, text: string | RegExp) => part(name).getByRole('row', { name: text });

it('shows the quota found and used, and what waits, failed or does not work', async () => {
  await open();
  expect(part('Tracking service').getByText('600 updates a minute')).toBeDefined();
  expect(part('Tracking service').getByText('485')).toBeDefined();
  expect(row('Loads', /^All others 1,400 50 s ago 2 h/)).toBeDefined();
  expect(row('Background jobs', /^Email to a fleet 3 2 2 min ago/).dataset.strong).toBe('true');
  expect(part('Background jobs').getByRole('link', { name: 'Show and retry' }).getAttribute('href')).toBe(
    '/jobs',
  );
  expect(row(/^Events and emails/, /2 URLs, 1 failing 1 given up/)).toBeDefined();
  expect(
    row('What Waypost depends on', /^Identity provider id.example.com: connection refused/),
  ).toBeDefined();
});

it('shows the servers with what each does for all, the tables with their retention, and errors by request ID', async () => {
  await open();
  expect(
    row('Servers', /^one:8080 0\.1\.0, Node 24\.1\.0 .* Updates the board, invented_later 12 312 MB/),
  ).toBeDefined();
  expect(row('Servers', /^two:8080 .* Nothing 12/)).toBeDefined();
  // Folded: what needs somebody is above.
  expect(screen.getByText('Size of each kind of data').closest('details')?.open).toBe(false);
  expect(row(/^Database: PostgreSQL, 41 GB/, 'Positions of vehicles 40 GB 30 days')).toBeDefined();
  expect(row(/^Database/, /^Sites 8.2 kB As long as it is used/)).toBeDefined();
  expect(row('Last errors', /GET \/api\/loads Something went wrong id-of-an-error one:8080/)).toBeDefined();
});

it('is for administrators', async () => {
  await open({}, ['viewer']);
  expect(screen.getByText('System status is for administrators')).toBeDefined();
});
