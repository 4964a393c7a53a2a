/** Keys that are limited to lists, fleets and addresses, and keys that are replaced. */

import type { ApiRoute } from '@waypost/contract/api/route';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { machineAt, type TestMachine } from '../../testing/machine.ts';
import { useServer } from '../../testing/server.ts';

const stack = await useServer({ sandbox: { SANDBOX_LOADS: '12' }, env: { TRUSTED_PROXIES: '1' } });
let admin: TestBrowser;
let all: TestMachine;
/** A load that a limited key may see, and one that it may not. */
let [mine, other]: string[] = [];
let list_id: string;
const FLEET = '00000000-0000-4000-8000-0000000000f1';

beforeAll(async () => {
  admin = await stack.signedIn('admin');
  all = await machineAt(stack.url);
  const { board } = stack.server.services;
  await vi.waitFor(() => expect(board.size).toBe(12), { timeout: 10_000 });
  await vi.waitFor(
    () => {
      const loads = board.ids().map((id) => board.get(id)?.item);
      expect(loads.filter((load) => load?.triage && load.load_ref).length).toBeGreaterThan(2);
    },
    { timeout: 20_000 },
  );
  [mine, other] = board.ids().filter((id) => board.get(id)?.item.triage) as [string, string];
  list_id = '00000000-0000-4000-8000-0000000000a1';
  const body = { list_id, name: 'Customer', scope: 'team', load_ids: [mine] };
  expect((await admin.api(`${stack.url}/api/load-lists`, { method: 'POST', body })).status).toBe(201);
});

describe('a key that is limited to a list', () => {
  let limited: TestMachine;
  beforeAll(async () => {
    limited = await machineAt(stack.url, { name: 'Customer', list_ids: [list_id] });
  });

  const routes = Object.values<ApiRoute>(API_ROUTES).filter(
    ({ caller, right }) => caller === 'machine' && (right === 'read' || right === 'manage_loads'),
  );
  const idOf = (path: string) => path.slice('/machine/v1/'.length);
  const asked = (path: string) =>
    idOf(path)
      .replace('{load_id}', other ?? '')
      .replace(/\{\w+\}/g, FLEET);

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s: what concerns all loads is refused, and other loads do not exist',
    async (_, { method, path, for_limited_keys }) => {
      const answer = await limited.call(asked(path), { method, ...(method === 'GET' ? {} : { body: {} }) });
      if (!for_limited_keys) expect(answer).toMatchObject({ status: 403, json: { reason: 'forbidden' } });
      else if (path.includes('{load_id}')) expect([404, 422]).toContain(answer.status);
      else expect([200, 422]).toContain(answer.status);
      expect(JSON.stringify(answer.json)).not.toContain(`"load_id":"${other}"`);
    },
  );

  it.each(['', '/triage', '/evidence', '/stop-times', '/share-links', '/history?from=2026-01-01T00:00:00Z'])(
    'reads its own load%s',
    async (path) => {
      expect((await limited.call(`loads/${mine}${path}`)).status).toBe(200);
      expect((await limited.call(`loads/${other}${path}`)).status).toBe(404);
      expect((await all.call(`loads/${other}${path}`)).status).toBe(200);
    },
  );

  it.each([
    ['an alias', 'GET', (id: string) => `/api/loads/${id}`],
    ['an alias in capitals', 'GET', (id: string) => `/API/Loads/${id}/triage`],
    ['capitals', 'GET', (id: string) => `/machine/v1/loads/${id.toUpperCase()}`],
    ['a slash at the end', 'GET', (id: string) => `/machine/v1/loads/${id}/`],
    ['two slashes', 'GET', (id: string) => `/machine/v1//loads/${id}`],
    ['an escaped letter', 'GET', (id: string) => `/machine/v1/%6Coads/${id}`],
    [
      'an escaped id',
      'GET',
      (id: string) => `/machine/v1/loads/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    ],
    ['a second id in the query', 'GET', (id: string) => `/machine/v1/loads/${mine}?load_id=${id}`],
    ['an escaped slash', 'GET', (id: string) => `/machine/v1/loads/${mine}%2F..%2F${id}`],
    ['HEAD', 'HEAD', (id: string) => `/machine/v1/loads/${id}`],
    ['a route of people', 'GET', (id: string) => `/api/loads/${id}/raw`],
    ['the archive', 'GET', (id: string) => `/machine/v1/archive/${id}`],
    ['removal', 'DELETE', (id: string) => `/machine/v1/loads/${id}`],
    ['another list', 'GET', () => `/machine/v1/loads?list_id=${FLEET}`],
    ['a cursor before it', 'GET', () => '/machine/v1/loads?cursor=00000000-0000-4000-8000-000000000000.0'],
    ['a search', 'GET', (id: string) => `/machine/v1/loads?q=${id}`],
    ['all changes', 'GET', () => '/machine/v1/loads?changed_after=0'],
  ])('does not reach another load by %s', async (_, method, pathOf) => {
    const path = pathOf(other ?? '');
    const headers = { Authorization: `Bearer ${limited.secret}`, 'X-HTTP-Method-Override': 'DELETE' };
    const answer = await fetch(stack.url + path, { method, headers, redirect: 'manual' });
    const text = await answer.text();
    expect(text).not.toContain(`"load_id":"${other}"`);
    if (method === 'HEAD') expect(answer.status).toBe(404);
    expect(stack.server.services.board.has(other ?? '')).toBe(true);
  });

  it('lists its own loads and exceptions only', async () => {
    const ids = async (machine: TestMachine, path: string) =>
      (await machine.call(path)).json.items.map(({ load_id }: { load_id: string }) => load_id);
    expect(await ids(limited, 'loads')).toEqual([mine]);
    expect(await ids(limited, 'exceptions')).toEqual([mine]);
    expect(await ids(all, `loads?list_id=${list_id}`)).toEqual([mine]);
    expect(await ids(all, `exceptions?list_id=${list_id}`)).toEqual([mine]);
    expect(await ids(all, `loads?list_id=${FLEET}`)).toEqual([]);
  });

  it('acts on its own loads only, and nothing of a mixed request happens', async () => {
    const act = (load_ids: unknown[], act_id: string, act: object = { kind: 'note', text: 'Called' }) =>
      limited.call('triage/acts', {
        method: 'POST',
        body: { act_id, act, items: load_ids.map((load_id) => ({ load_id, version: 0 })) },
      });
    const id = (n: number) => `00000000-0000-4000-8000-00000000e00${n}`;
    expect((await act([mine, other], id(1))).status).toBe(404);
    const noted = async (load: unknown) =>
      (await all.call(`loads/${load}/triage`)).json.items.filter(
        ({ kind }: { kind: string }) => kind === 'note',
      );
    expect([await noted(mine), await noted(other)]).toEqual([[], []]);
    expect((await act([mine], id(2))).json).toMatchObject({ done: [mine], refused: [] });
    expect(await noted(mine)).toMatchObject([{ by: { name: 'API key Customer' }, text: 'Called' }]);
  });

  it('learns which loads it may see now, although a load comes and goes without a change of its own', async () => {
    const { version } = (await limited.call('loads')).json;
    const change = (body: object) =>
      admin.api(`${stack.url}/api/load-lists/${list_id}/loads`, { method: 'POST', body });
    await change({ add: [other] });
    const seen = async () => new Set((await limited.call(`loads?changed_after=${version}`)).json.visible);
    expect(await seen()).toEqual(new Set([mine, other]));
    expect((await limited.call(`loads/${other}`)).status).toBe(200);
    await change({ remove: [other] });
    expect(await seen()).toEqual(new Set([mine]));
    expect((await all.call(`loads?changed_after=${version}`)).json.visible).toBeNull();
  });
});

it('a key that is limited to a fleet sees the loads of its trucks, also in the archive and among those that left the board', async () => {
  const { board, db } = stack.server.services;
  const fleets = board.ids().map((id) => board.get(id)?.item.fleet?.fleet_id);
  const fleet_id = fleets.find((fleet) => fleet !== undefined) ?? FLEET;
  const limited = await machineAt(stack.url, { name: 'Carrier', fleet_ids: [fleet_id] });
  // The fleets of trucks become known one after the other.
  const version = await vi.waitFor(async () => {
    const { items, version } = (await limited.call('loads')).json;
    const expected = board.ids().filter((id) => board.get(id)?.item.fleet?.fleet_id === fleet_id);
    expect(items.map(({ load_id }: { load_id: string }) => load_id).toSorted()).toEqual(expected.toSorted());
    return version;
  });
  const removed = async () => (await limited.call(`loads?changed_after=${version}`)).json.removed;
  const [load_id] = board.ids().filter((id) => id !== mine && id !== other) as [string];
  expect((await all.call(`loads/${load_id}`, { method: 'DELETE' })).status).toBe(204);
  await db.updateTable('archived_load').set({ fleet_id }).where('load_id', '=', load_id).execute();
  expect((await limited.call(`archive/${load_id}`)).status).toBe(200);
  expect((await limited.call('archive')).json.items).toMatchObject([{ load_id, fleet_id }]);
  expect(await removed()).toMatchObject([{ load_id }]);
  await db.updateTable('archived_load').set({ fleet_id: null }).where('load_id', '=', load_id).execute();
  expect((await limited.call(`archive/${load_id}`)).status).toBe(404);
  expect((await limited.call('archive')).json.items).toEqual([]);
  expect(await removed()).toEqual([]);
});

it('a key that is limited to addresses is refused from others, and the log says why', async () => {
  const limited = await machineAt(stack.url, {
    name: 'Office',
    networks: ['203.0.113.0/24', '2001:db8::/32'],
  });
  const from = async (address: string) =>
    (await limited.call('loads?size=1', { headers: { 'X-Forwarded-For': address } })).status;
  expect(await from('203.0.113.7')).toBe(200);
  expect(await from('2001:db8::7')).toBe(200);
  expect(await from('::ffff:203.0.113.9')).toBe(200);
  for (const address of ['203.0.114.7', '2001:db9::7', '::ffff:198.51.100.1'])
    expect(await from(address)).toBe(401);
  const { json } = await admin.api(`${stack.url}/api/activity?action=refuse_api_key`);
  expect(json.items).toContainEqual(
    expect.objectContaining({
      name: 'API key Office',
      detail: expect.objectContaining({ reason: 'wrong_network' }),
    }),
  );
});

it.each([
  ['networks', { networks: ['10.0.0.0/33'] }],
  ['networks', { networks: [] }],
  ['rights', { list_ids: [FLEET], rights: ['manage_webhooks'] }],
])('a key with wrong %s is not created', async (field, more) => {
  const body = { name: 'x', rights: ['read'], expires_at: null, ...more };
  const { status, json } = await admin.api(`${stack.url}/api/api-keys`, { method: 'POST', body });
  expect([status, (json.detail as { path: string }[])[0]?.path]).toEqual([422, `body.${field}`]);
});

it('a key is replaced with an overlap, keeps its id and requests, and is revoked with both', async () => {
  const before = await machineAt(stack.url, { name: 'Rotated' });
  const url = `${stack.url}/api/api-keys/${before.api_key_id}`;
  const rotated = await admin.api(`${url}/rotate?overlap_hours=1`, { method: 'POST' });
  expect(rotated).toMatchObject({ status: 200, json: { api_key: { previous_until: expect.any(String) } } });
  const after = { ...before, secret: String(rotated.json.secret) };
  const status = async (secret: string) =>
    (await fetch(`${stack.url}/machine/v1/loads?size=1`, { headers: { Authorization: `Bearer ${secret}` } }))
      .status;
  expect([await status(before.secret), await status(after.secret)]).toEqual([200, 200]);
  const { db } = stack.server.services;
  await db.updateTable('api_key').set({ previous_until: 1 }).where('id', '=', before.api_key_id).execute();
  await vi.waitFor(async () => expect(await status(before.secret)).toBe(401), { timeout: 5_000 });
  expect(await status(after.secret)).toBe(200);
  const again = await admin.api(`${url}/rotate?overlap_hours=1`, { method: 'POST' });
  expect((await admin.api(`${url}/revoke`, { method: 'POST' })).status).toBe(200);
  await vi.waitFor(async () =>
    expect([await status(after.secret), await status(String(again.json.secret))]).toEqual([401, 401]),
  );
  expect((await admin.api(`${url}/rotate`, { method: 'POST' })).status).toBe(409);
});
