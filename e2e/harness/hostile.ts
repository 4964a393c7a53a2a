/** The server in front of the foreign service with hostile texts, to test how pages render them. */
import type { Page } from '@playwright/test';
import { deliver } from '@waypost/bff/testing/foreign-service/events';
import { ENDPOINTS, OTHER_NAMES, userAttribute } from '@waypost/bff/testing/foreign-service/names';
import * as records from '@waypost/bff/testing/foreign-service/records';
import { ForeignService } from '@waypost/bff/testing/foreign-service/service';
import { bulkJobList } from '@waypost/contract/api/bulk';
import type { Role } from '@waypost/contract/api/session';
import { callApi, shareLoad } from './fixtures.ts';
import type { ScreenIds } from './screens.ts';
import { NO_MAIL_SERVER, ServerProcess } from './stack.ts';

const { rightToLeft, zeroWidth, html } = records.HOSTILE;
/** 300 characters, with and without break opportunities; the longest text of the records has 600. */
const TEXTS = [
  rightToLeft,
  'R'.repeat(300),
  html,
  zeroWidth,
  'Reference of many words '.repeat(12),
  records.HOSTILE.long,
];
const textAt = (n: number) => `${TEXTS[n % TEXTS.length]} ${n}`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

export interface HostileStack {
  readonly service: ForeignService;
  readonly server: ServerProcess;
  /** Signs in at the service itself, which requires no credentials. */
  signIn(page: Page, role: Role, path?: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param rows records in each list of the service */
export async function startHostileStack(rows: number): Promise<HostileStack> {
  const service = new ForeignService();
  await service.start();
  fill(service, rows);
  const at = (name: 'token' | 'authorize' | 'whoami') => service.url + ENDPOINTS[name][1];
  const server = await ServerProcess.start(
    {
      base_url: service.url,
      token_url: at('token'),
      authorization_url: at('authorize'),
      revocation_url: `${service.url}/oauth/revoke`,
      issuer: '',
      client_id: 'waypost',
      client_secret: 'a-secret-of-the-journeys-over-the-foreign-service',
      users: [],
    },
    {
      LOGIN_ISSUER: '',
      LOGIN_CLIENT_ID: '',
      LOGIN_CLIENT_SECRET: '',
      SERVICE_USERINFO_URL: at('whoami'),
      SERVICE_ASSUMPTIONS: JSON.stringify(OTHER_NAMES),
      REQUESTS_PER_MINUTE: '100000',
      ...NO_MAIL_SERVER,
      LOG_LEVEL: 'silent',
    },
  );
  return {
    service,
    server,
    signIn: async (page, role, path = '/') => {
      service.tokens.person = { sub: `sub-${role}`, name: rightToLeft, roles: [role] };
      await page.context().clearCookies();
      await page.goto(`${server.url}/bff/login?return_to=${encodeURIComponent(path)}`);
      await page.waitForURL((url) => !url.pathname.startsWith('/bff/'));
    },
    stop: async () => {
      await server.remove();
      await service.stop();
    },
  };
}

function fill(service: ForeignService, rows: number): void {
  const all = numbers(rows);
  const { store } = service;
  const month = new Date().toISOString().slice(0, 7);
  const operationWords = ['dreaming', 'pending', 'failed', 'success'];
  store.agreements = all.map((n) => records.agreement(n, { fleet_ref: textAt(n) }));
  store.connections = all.map((n) =>
    records.connection(n, { fleet_ref: textAt(n), source_name: textAt(n + 1), tsp_slug: textAt(n + 2) }),
  );
  store.invitations = all.map((n) =>
    records.invitation(n, {
      fleet_ref: textAt(n),
      fleet_name: textAt(n + 1),
      fleet_email: `${'long'.repeat(40)}${n}@example.com`,
      decline_reason: textAt(n + 2),
    }),
  );
  store.tmsInvitations = store.invitations;
  store.monitors = all.map((n) => {
    const monitor = records.monitor(n, { name: textAt(n) });
    return n % 3 === 0 ? { ...monitor, status: 'humming' } : monitor;
  });
  store.operations = all.map((n) =>
    records.operation(n, {
      status: operationWords[n % operationWords.length],
      payload: { [userAttribute('username')]: textAt(n), [userAttribute('first_name')]: textAt(n + 1) },
      logs: [{ message: textAt(n), created_at: new Date().toISOString() }],
    }),
  );
  store.fuel = all.map((n) =>
    records.fuelRow(n, {
      fleet_ref: textAt(n),
      fuel_vendor: textAt(n + 1),
      fuel_type: textAt(n + 2),
      fuel_volume: 7964.999999999999,
      extras: {
        [OTHER_NAMES.fields.fuel_volume_unit]: 'gal',
        source_vehicle_id: textAt(n),
        source_driver_id: textAt(n + 1),
      },
    }),
  );
  store.usage = all.map((n) =>
    records.usageRow(n, month, { entity_type: n % 4 === 0 ? textAt(1).slice(0, 90) : 'vehicle' }),
  );
}

/** Adds records through our own pages: loads, sites, a bulk job, deliveries. The page is signed in as an administrator. */
export async function addTeamRecords(page: Page, { service }: HostileStack, rows: number): Promise<void> {
  const add = async (path: string, body: unknown) => {
    const { status, body: answer } = await callApi(page, path, 'POST', body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const loads = numbers(rows).map(records.loadId);
  for (let from = 0; from < loads.length; from += 1000)
    await add('/api/loads', { load_ids: loads.slice(from, from + 1000) });
  const items = numbers(Math.min(rows, 2000)).map((n) => ({
    name: textAt(n).slice(0, 110) + n,
    note: textAt(n),
    latitude: 35 + n / 1000,
    longitude: -101,
    radius_meters: 200_000,
    free_minutes: 120,
    detention_rate: '9999999.9999',
    detention_currency: 'USD',
  }));
  await add('/api/sites/import', { items, on_conflict: 'keep' });
  const fleet_id = await someFleet(page);
  const contacts = numbers(Math.min(rows, 200)).map((n) => ({
    fleet_id,
    name: textAt(n).slice(0, 110) + n,
    role: textAt(n + 1).slice(0, 60),
    phone: '+1 806 555 0142 ext. 1234567',
    email: `${'a'.repeat(60)}${n}@${'b'.repeat(60)}.example`,
  }));
  await add('/api/contacts/import', { items: contacts, on_conflict: 'keep' });
  for (const n of numbers(3))
    await add('/api/load-lists', {
      list_id: listId(n),
      name: textAt(n).slice(0, 58) + n,
      scope: n === 2 ? 'person' : 'team',
      load_ids: loads.slice(n, 6),
    });
  for (const n of numbers(3))
    await add('/api/api-keys', { name: textAt(n).slice(0, 80), rights: ['read'], expires_at: null });
  for (const n of numbers(3)) await add('/api/wall-screens', { name: textAt(n).slice(0, 80) });
  const outgoing: string[] = [];
  for (const n of numbers(3)) {
    const created = await add('/api/outgoing-webhooks', {
      url: `http://127.0.0.1:9/${'long/'.repeat(20)}${n}`,
      events: ['exception.opened', 'exception.closed', 'stop.arrived'],
    });
    outgoing.push((created as { webhook: { webhook_id: string } }).webhook.webhook_id);
  }
  for (const webhook_id of outgoing) await add(`/api/outgoing-webhooks/${webhook_id}/test`, {});
  await callApi(page, '/api/company', 'PATCH', { name: 'Northbound Freight' });
  await add('/api/bulk', {
    kind: 'invitation',
    name: textAt(5).slice(0, 190),
    rows: [
      ...numbers(Math.min(rows, 2000) - 1).map((n) => ({
        // The last ones share nothing yet, so that they can be sent.
        fleet_ref: textAt(n + 5),
        fleet_name: textAt(n + 1),
        fleet_email: `${'a'.repeat(60)}${n}@${'b'.repeat(60)}.example`,
      })),
      { fleet_ref: '', fleet_name: textAt(5) },
    ],
  });
  await add('/api/webhooks/geofence_monitor', {});
  const { url } = service.subscription('geofence_monitor');
  for (const n of numbers(6))
    await deliver(url, { id: `odd-${n}`, event_name: textAt(n).slice(0, 250), data: [textAt(n)] });
}

const listId = (n: number) => records.idOf(0xe1, n);

async function someFleet(page: Page): Promise<string> {
  const { body } = await callApi(page, '/api/fleets');
  return (body as { items: { fleet_id: string }[] }).items[0]?.fleet_id ?? '';
}

export async function hostileIds(page: Page): Promise<ScreenIds> {
  const first = async (path: string, name = 'id') => {
    const { body } = await callApi(page, path);
    const [one, second = one] = (body as { items: Record<string, string>[] }).items;
    return second?.[name] ?? '';
  };
  const { user } = (await callApi(page, '/bff/session')).body as { user: { sub: string } };
  return {
    load: records.loadId(4),
    long_load: records.loadId(7),
    load_list: listId(1),
    monitor: records.idOf(0xd1, 1),
    agreement: records.idOf(0xb1, 5),
    operation: records.idOf(0xe1, 6),
    invitation: await first('/api/invitations', 'key'),
    site: await first('/api/sites'),
    job: (await callApi(page, '/api/bulk').then(({ body }) => bulkJobList.parse(body))).items[0]?.id ?? '',
    delivery: await first('/api/deliveries'),
    entry: await first('/api/activity'),
    fleet: await someFleet(page),
    api_key: await first('/api/api-keys', 'api_key_id'),
    person: encodeURIComponent(user.sub),
    wall_screen: await first('/api/wall-screens', 'wall_screen_id'),
    outgoing_webhook: await first('/api/outgoing-webhooks', 'webhook_id'),
    share_token: await shareLoad(page, records.loadId(7)),
  };
}
