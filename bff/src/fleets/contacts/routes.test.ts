import type { FleetDetail, FleetList, LoadContacts } from '@waypost/contract/api/contacts';
import { factsOf } from '@waypost/triage/facts';
import { beforeAll, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';

const server = await useServer({ sandbox: { SANDBOX_LOADS: '30' } });
let dispatcher: TestBrowser;
let fleets: FleetList;

const get = async <T>(path: string, browser = dispatcher) => {
  const { status, json } = await browser.api(server.url + path);
  return { status, body: json as unknown as T };
};
const write = (method: string, path: string, body?: unknown, browser = dispatcher) =>
  browser.api(server.url + path, { method, ...(body === undefined ? {} : { body }) });

beforeAll(async () => {
  dispatcher = await server.signedIn();
  const { board, onboarding } = server.server.services;
  // A truck's fleet is requested once the truck is known.
  const read = () => board.size === 30 && board.ids().every((one) => board.get(one)?.item.read_at != null);
  await vi.waitFor(() => expect(read()).toBe(true), { timeout: 20_000, interval: 200 });
  onboarding.readFleetsSoon();
  await vi.waitFor(
    async () => {
      fleets = (await get<FleetList>('/api/fleets')).body;
      expect(fleets.items.some(({ loads_by_health }) => Object.keys(loads_by_health).length > 0)).toBe(true);
    },
    { timeout: 30_000, interval: 300 },
  );
}, 40_000);

const carrying = () => {
  const found = fleets.items.find(({ loads_by_health }) => Object.keys(loads_by_health).length > 0);
  if (!found) throw new Error('no fleet carries a load');
  return found;
};

it('fleets are listed with their loads by health, and the loads of unknown fleet are counted', async () => {
  const listed = fleets.items.flatMap(({ loads_by_health }) => Object.values(loads_by_health));
  const counted = listed.reduce((sum, count) => sum + count, fleets.loads_of_unknown_fleet);
  const { board } = server.server.services;
  const with_truck = board.ids().filter((one) => board.get(one)?.item.vehicle_assignment);
  expect(counted).toBe(with_truck.length);
  expect(carrying().agreement).toMatchObject({ status: expect.any(String) });
});

it('a truck in doubt counts as such, as on the board', async () => {
  const { board } = server.server.services;
  // The first loads are read meanwhile.
  await vi.waitFor(async () => {
    const { body } = await get<FleetList>('/api/fleets');
    const loads = board.ids().flatMap((one) => board.get(one)?.item ?? []);
    const in_doubt = loads.filter(
      (load) => load.fleet && factsOf(load, { now: Date.now(), outage: false }).health === 'check',
    );
    expect(in_doubt.length).toBeGreaterThan(0);
    const counted = body.items.map(({ loads_by_health }) => loads_by_health.check ?? 0);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(in_doubt.length);
  }, 20_000);
});

it('a fleet has its loads, agreements and connections, and a load leads to its fleet', async () => {
  const { fleet_id } = carrying();
  const { body } = await get<FleetDetail>(`/api/fleets/${fleet_id}`);
  expect(body.load_ids.length).toBeGreaterThan(0);
  expect(body.agreements.every((one) => one.fleet_id === fleet_id)).toBe(true);
  expect(body.agreements.length).toBeGreaterThan(0);
  expect(body.connections.every((one) => one.fleet_id === fleet_id)).toBe(true);
  const load = await get<LoadContacts>(`/api/loads/${body.load_ids[0]}/contacts`);
  expect(load.body.fleet).toMatchObject({ fleet_id });
  expect((await get(`/api/loads/${id(1)}/contacts`)).status).toBe(404);
  expect((await get(`/api/fleets/${id(1)}`)).status).toBe(404);
  expect((await get('/api/fleets/nope')).status).toBe(422);
});

it('a contact that is added is found from the load, changed, deleted and added again', async () => {
  const { fleet_id } = carrying();
  const body = { fleet_id, name: 'Joe Dispatch', phone: '+1 806 555 0142', is_primary: true };
  const made = await write('POST', '/api/contacts', body);
  expect(made).toMatchObject({ status: 201, json: { name: 'Joe Dispatch', email: null } });
  const [load] = (await get<FleetDetail>(`/api/fleets/${fleet_id}`)).body.load_ids;
  const found = async () => (await get<LoadContacts>(`/api/loads/${load}/contacts`)).body.contacts;
  expect(await found()).toMatchObject([{ name: 'Joe Dispatch', is_primary: true }]);
  const at = `/api/contacts/${String(made.json.contact_id)}`;
  expect((await write('PATCH', at, { role: 'Nights' })).json).toMatchObject({ ...body, role: 'Nights' });
  expect((await write('DELETE', at)).status).toBe(204);
  expect((await write('DELETE', at)).status).toBe(404);
  expect(await found()).toEqual([]);
});

it('many are imported at once, and a bad row is identified', async () => {
  const { fleet_id } = carrying();
  const items = Array.from({ length: 150 }, (_, n) => ({
    fleet_id,
    name: `P ${n}`,
    email: `p${n}@x.example`,
  }));
  const done = await write('POST', '/api/contacts/import', { items, on_conflict: 'keep' });
  expect(done).toMatchObject({ status: 200, json: { added: 150, replaced: 0, kept: 0 } });
  const bad = [...items.slice(0, 2), { fleet_id, name: 'No way to reach' }];
  const refused = await write('POST', '/api/contacts/import', { items: bad, on_conflict: 'keep' });
  expect(refused).toMatchObject({ status: 422, json: { detail: [{ path: 'body.items.2.phone' }] } });
});

it('a viewer sees contacts and cannot change them', async () => {
  const viewer = await server.signedIn('viewer');
  const { fleet_id } = carrying();
  expect((await get('/api/contacts', viewer)).status).toBe(200);
  const body = { fleet_id, name: 'x', phone: '8065550142' };
  for (const [method, path] of [
    ['POST', '/api/contacts'],
    ['POST', '/api/contacts/import'],
    ['PATCH', `/api/contacts/${id(1)}`],
    ['DELETE', `/api/contacts/${id(1)}`],
  ] as const)
    expect((await write(method, path, body, viewer)).status, `${method} ${path}`).toBe(403);
});

it('search leads to the page of a fleet', async () => {
  const { fleet_ref, fleet_id } = carrying();
  const { json } = await dispatcher.api(
    `${server.url}/api/search?kind=fleet&q=${encodeURIComponent(fleet_ref ?? '')}`,
  );
  expect(json.items).toMatchObject([{ kind: 'fleet', id: fleet_id }]);
});
