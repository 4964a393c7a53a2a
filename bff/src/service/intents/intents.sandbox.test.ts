/** Create requests through our API with the real sandbox, with lost responses (rule 25). */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { type LossyService, lossyService } from '../../testing/lossy-service.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';

const folder = temporaryFolder();
let started: TestSandbox;
let service: LossyService;
let server: TestServer;
const people: Record<string, TestBrowser> = {};
let connection_id: string;
let vehicle_id: string;

/** With `lists` false the server does not know the addresses of the sandbox's lists. */
async function start(lists: boolean): Promise<TestServer> {
  const assumptions = lists ? {} : { paths: { geofence_monitors: '/v2/nowhere/monitors' } };
  return startServer(started.line, folder.dir, {
    SERVICE_BASE_URL: service.url,
    SERVICE_ASSUMPTIONS: JSON.stringify(assumptions),
    DATABASE_URL: `sqlite:${join(folder.dir, `${lists}.db`)}`,
  });
}

beforeAll(async () => {
  started = await sandbox({ SANDBOX_RATE_LIMIT: '100000' });
  service = await lossyService(started.line.base_url);
  server = await start(true);
  for (const name of ['dispatcher', 'onboarding', 'admin', 'viewer']) {
    const browser = new TestBrowser();
    await browser.signIn(server.url, name);
    people[name] = browser;
  }
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listConnections, { priority: 'person' });
  for (const { id } of data.items) {
    const created = await client
      .call(endpoints.createUser, {
        body: { connection_id: id, username: `probe-${id}` },
        priority: 'person',
      })
      .catch(() => null);
    if (!created) continue;
    connection_id = id;
    break;
  }
  const { vehicles } = (await (await fetch(`${started.line.base_url}/_sandbox/vehicles`)).json()) as {
    vehicles: { vehicle_id: string; location_shared: boolean }[];
  };
  vehicle_id = vehicles.find((one) => one.location_shared)?.vehicle_id ?? '';
});
afterEach(() => {
  service.lose(0);
  service.refuse(0, 500);
});
afterAll(async () => {
  await server?.stop();
  await service?.close();
  await started?.stop();
  folder.remove();
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: { intent: Record<string, unknown>; result: Record<string, unknown> | null } & Record<
    string,
    unknown
  >;
}

async function send(who: string, path: string, body: unknown, key?: string): Promise<Answer> {
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {};
  const page = await people[who]?.api(`${server.url}/api/${path}`, { method: 'POST', body, headers });
  return page as unknown as Answer;
}
const invitation = (fleet_ref: string) => ({ fleet_ref, fleet_name: 'Acme' });
const user = (username: string) => ({ connection_id, username, password: 'pw-of-a-driver', is_driver: true });
const monitor = (name?: string) => ({
  origin: { latitude: 35.2, longitude: -101.8, radius_meters: 500 },
  destination: { latitude: 35.5, longitude: -97.5, radius_meters: 500 },
  starts_at: new Date(Date.now() + 3600_000).toISOString(),
  vehicle_id,
  ...(name === undefined ? {} : { name }),
});

/** Records at the service itself; all pages are small enough to be one. */
const monitorsNamed = async (name: string) => {
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listMonitors, { query: { size: 1000 }, priority: 'person' });
  return data.items.filter((one) => one.name?.startsWith(name));
};
const operationsOf = async (username: string) => {
  const { client, endpoints } = server.services.upstream;
  const query = { connection_id, size: 1000 };
  const { data } = await client.call(endpoints.listOperations, { query, priority: 'person' });
  return data.items.filter((one) => one.payload?.username === username);
};
const invitationsOf = async (fleet_ref: string) => {
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listInvitations, { query: { fleet_ref }, priority: 'person' });
  return data.items;
};
const unknown = async (who: string) => {
  const page = await people[who]?.api(`${server.url}/api/intents`);
  return page?.json.items as { id: string; state: string }[];
};
const resolve = (who: string, id: unknown, body: unknown) => send(who, `intents/${id}/resolve`, body);

describe('an invitation', () => {
  it('is created once and then renewed, and its secrets stay here', async () => {
    const first = await send('onboarding', 'invitations', invitation('F-secret'));
    expect(first.status).toBe(201);
    expect(first.json.intent).toMatchObject({
      state: 'done',
      kind: 'invitation',
      subject: 'F-secret',
      result_id: null,
    });
    const second = await send('onboarding', 'invitations', invitation('F-secret'));
    expect(second.status).toBe(200);
    const [there] = await invitationsOf('F-secret');
    expect(there?.magic_link).toBeTypeOf('string');
    for (const { text } of [first, second]) {
      expect(text).not.toContain(String(there?.magic_link));
      expect(text).not.toMatch(/magic_link|pre_registration/);
    }
  });

  it('whose response was lost is sent again automatically, and exists once', async () => {
    service.lose(1);
    const sent = await send('onboarding', 'invitations', invitation('F-lost'));
    expect(sent.status).toBe(202);
    expect(sent.json).toMatchObject({ intent: { state: 'unknown' }, result: null });
    expect(await unknown('onboarding')).toContainEqual(expect.objectContaining({ id: sent.json.intent.id }));
    await vi.waitFor(async () => expect(await unknown('onboarding')).toEqual([]), {
      timeout: 8000,
      interval: 200,
    });
    expect(await invitationsOf('F-lost')).toHaveLength(1);
  });
});

describe('a user', () => {
  it('is created with the password in the request only', async () => {
    const sent = await send('onboarding', 'users', user('ann'));
    expect(sent.status).toBe(202);
    expect(sent.json.result).toMatchObject({
      resource: 'user',
      partner_ref: null,
      payload: { username: 'ann' },
    });
    expect(sent.text).not.toContain('pw-of-a-driver');
    const file = readFileSync(join(folder.dir, 'true.db'), 'latin1');
    expect(file).not.toContain('pw-of-a-driver');
    const activity = await people.admin?.api(`${server.url}/api/activity`);
    expect(activity?.json.items).toContainEqual(
      expect.objectContaining({ action: 'create_user', target: 'ann', outcome: 'done' }),
    );
    expect(activity?.text).not.toContain('pw-of-a-driver');
  });

  it("keeps the person's reference before our tag", async () => {
    const sent = await send('onboarding', 'users', { ...user('bob'), partner_ref: 'HR-77' });
    expect(sent.json.result?.partner_ref).toBe('HR-77');
    const [there] = await operationsOf('bob');
    expect(there?.partner_ref).toMatch(/^HR-77 \[wp-\w{12}\]$/);
  });

  it('whose response was lost is found by its tag, and exists once', async () => {
    service.lose(1);
    const sent = await send('onboarding', 'users', user('lost-user'));
    expect(sent.status).toBe(202);
    // The operation's event may have carried its tag already.
    expect(sent.json.intent.state).toMatch(/^(unknown|done)$/);
    const checked = await resolve('onboarding', sent.json.intent.id, { outcome: 'check' });
    expect(checked.json).toMatchObject({ state: 'done', message: null });
    const [there, ...more] = await operationsOf('lost-user');
    expect(more).toEqual([]);
    expect(checked.json.result_id).toBe(there?.id);
  });

  it('may be created synchronously', async () => {
    const sent = await send('onboarding', 'users?is_sync=true', user('at-once'));
    expect(sent.status).toBe(200);
    expect(sent.json.result?.status).not.toBe('pending');
  });
});

describe('a monitor', () => {
  it("gets our subscription and keeps the person's name before our tag", async () => {
    const sent = await send('dispatcher', 'monitors', monitor('BOL 1'));
    expect(sent.status).toBe(201);
    expect(sent.json.result).toMatchObject({ name: 'BOL 1', status: 'active' });
    expect(sent.json.result?.webhook_group_id).toBeTypeOf('string');
    const [there] = await monitorsNamed('BOL 1 ');
    expect(there?.name).toMatch(/^BOL 1 \[wp-\w{12}\]$/);
  });

  it('with the longest name stays within the limit, and is returned complete', async () => {
    const name = `long ${'n'.repeat(250)}`;
    const sent = await send('dispatcher', 'monitors', monitor(name));
    expect(sent.status).toBe(201);
    expect(sent.json.result?.name).toBe(name);
    const [there] = await monitorsNamed('long ');
    expect(there?.name).toHaveLength(255);
  });

  it('whose response was lost is found by its tag, and exists once', async () => {
    service.lose(1);
    const key = randomUUID();
    const sent = await send('dispatcher', 'monitors', monitor('lost monitor'), key);
    expect(sent.json.intent).toMatchObject({ state: 'unknown', id: key });
    const again = await send('dispatcher', 'monitors', { ...monitor('lost monitor') }, key);
    // Its times differ, so it is a different command.
    expect(again.status).toBe(409);
    await vi.waitFor(async () => expect(await unknown('dispatcher')).toEqual([]), {
      timeout: 8000,
      interval: 200,
    });
    expect(await monitorsNamed('lost monitor')).toHaveLength(1);
  });

  it('with too many stops is rejected before anything is sent', async () => {
    const stops = Array.from({ length: 201 }, () => ({ latitude: 35.3, longitude: -99, radius_meters: 100 }));
    const sent = await send('dispatcher', 'monitors', { ...monitor('too many'), stops });
    expect(sent.status).toBe(422);
    expect(await monitorsNamed('too many')).toEqual([]);
  });

  it('is created with a new subscription when the service has lost ours', async () => {
    await server.services.db
      .updateTable('webhook_subscription')
      .set({ webhook_group_id: randomUUID() })
      .where('purpose', '=', 'geofence_monitor')
      .execute();
    await server.services.webhooks.subscriptions.open();
    const sent = await send('dispatcher', 'monitors', monitor('renewed'));
    expect(sent.status).toBe(201);
    expect(await monitorsNamed('renewed')).toHaveLength(1);
  });
});

describe('a retry of the browser', () => {
  it('is the same command: two concurrent ones and a later one create one', async () => {
    const key = randomUUID();
    const body = monitor('once');
    const both = await Promise.all([1, 2].map(() => send('dispatcher', 'monitors', body, key)));
    const later = await send('dispatcher', 'monitors', body, key);
    for (const answer of [...both, later]) {
      expect(answer.status).toBe(201);
      expect(answer.json.result).toEqual(later.json.result);
    }
    expect(await monitorsNamed('once')).toHaveLength(1);
  });

  it('of an unknown one searches for it and does not send again', async () => {
    const key = randomUUID();
    const body = monitor('again');
    service.lose(1);
    expect((await send('dispatcher', 'monitors', body, key)).json.intent.state).toBe('unknown');
    const again = await send('dispatcher', 'monitors', body, key);
    expect(again.json.intent.state).toBe('done');
    expect(await monitorsNamed('again')).toHaveLength(1);
  });

  it('of a refused one is sent again, even corrected', async () => {
    const key = randomUUID();
    const refused = await send(
      'dispatcher',
      'monitors',
      { ...monitor('mended'), vehicle_id: randomUUID() },
      key,
    );
    expect(refused.status).toBe(404);
    const mended = await send('dispatcher', 'monitors', monitor('mended'), key);
    expect(mended.status).toBe(201);
    expect(await monitorsNamed('mended')).toHaveLength(1);
  });

  it("with another person's key, for another command or without a UUID is rejected", async () => {
    const key = randomUUID();
    expect((await send('onboarding', 'users', user('key-1'), key)).status).toBe(202);
    expect((await send('onboarding', 'users', user('key-2'), key)).status).toBe(409);
    expect((await send('admin', 'users', user('key-1'), key)).status).toBe(409);
    expect((await send('onboarding', 'users', user('key-1'), 'one')).status).toBe(422);
    expect(await operationsOf('key-2')).toEqual([]);
  });
});

describe('responses of the service', () => {
  it('a refusal keeps its field and its status, and nothing is unknown', async () => {
    const sent = await send('dispatcher', 'monitors', { ...monitor('x'), webhook_group_id: randomUUID() });
    expect(sent.status).toBe(422);
    expect(JSON.stringify(sent.json.detail)).toContain('webhook_group_id');
    expect(await unknown('dispatcher')).toEqual([]);
  });

  it('a 500 leaves it unknown, until a person states that it does not exist', async () => {
    service.refuse(1, 500);
    const sent = await send('onboarding', 'users', user('not-there'));
    expect(sent.json.intent).toMatchObject({ state: 'unknown', service_status: 500 });
    const checked = await resolve('onboarding', sent.json.intent.id, { outcome: 'check' });
    expect(checked.json.state).toBe('unknown');
    const resolved = await resolve('onboarding', sent.json.intent.id, { outcome: 'not_created' });
    expect(resolved.json).toMatchObject({ state: 'failed' });
    expect((await resolve('onboarding', sent.json.intent.id, { outcome: 'created' })).status).toBe(409);
    expect(await operationsOf('not-there')).toEqual([]);
  });
});

it('unknown ones are visible and resolvable only for their person and administrators', async () => {
  service.refuse(1, 500);
  const sent = await send('onboarding', 'users', user('whose'));
  const { id } = sent.json.intent;
  expect(await unknown('dispatcher')).toEqual([]);
  expect(await unknown('admin')).toContainEqual(expect.objectContaining({ id }));
  expect((await resolve('dispatcher', id, { outcome: 'not_created' })).status).toBe(404);
  expect((await resolve('admin', id, { outcome: 'not_created' })).status).toBe(200);
});

it('the right decides', async () => {
  expect((await send('dispatcher', 'invitations', invitation('F-x'))).status).toBe(403);
  expect((await send('dispatcher', 'users', user('x'))).status).toBe(403);
  expect((await send('onboarding', 'monitors', monitor('x'))).status).toBe(403);
  expect((await send('viewer', 'monitors', monitor('x'))).status).toBe(403);
});

it('without a list at the service the first event confirms the monitor', async () => {
  await server.stop();
  server = await start(false);
  const browser = new TestBrowser();
  await browser.signIn(server.url, 'dispatcher');
  people.dispatcher = browser;
  await server.services.webhooks.subscriptions.ensureSubscription('geofence_monitor');
  service.lose(1);
  const sent = await send('dispatcher', 'monitors', monitor('by event'));
  expect(sent.json.intent.state).toBe('unknown');
  await resolve('dispatcher', sent.json.intent.id, { outcome: 'check' });
  const { intents, upstream } = server.services;
  const { client, endpoints } = upstream;
  const after = await intents.read(String(sent.json.intent.id));
  expect(after).toMatchObject({ state: 'unknown', next_check_at: null });
  const list = await fetch(`${started.line.base_url}/_sandbox/loads`);
  expect(list.ok).toBe(true);
  const there = await idOfMonitor('by event');
  await client.call(endpoints.cancelMonitor, { params: { geofence_monitor_id: there }, priority: 'person' });
  await vi.waitFor(async () => {
    expect(await intents.read(after.id)).toMatchObject({ state: 'done', result_id: there });
  }, 8000);
});

/** Read from the service itself, since the server does not know its list here. */
async function idOfMonitor(name: string): Promise<string> {
  const other = await start(true);
  try {
    const { client, endpoints } = other.services.upstream;
    const { data } = await client.call(endpoints.listMonitors, { query: { size: 1000 }, priority: 'person' });
    return data.items.find((one) => one.name?.startsWith(name))?.id ?? '';
  } finally {
    await other.stop();
  }
}
