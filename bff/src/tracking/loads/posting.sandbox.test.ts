/** Loads posted and corrected through the real sandbox: none is lost, duplicated or missing from the board when responses are lost. */

import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { CreatedLoad, LoadPosting, SentLoad } from '@waypost/contract/api/posted-loads';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putRows } from '../../platform/store/query.ts';
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
let dispatcher: TestBrowser;

const start = async () => {
  server = await startServer(started.line, folder.dir, { SERVICE_BASE_URL: service.url });
  dispatcher = new TestBrowser();
  await dispatcher.signIn(server.url, 'dispatcher');
};
beforeAll(async () => {
  started = await sandbox();
  service = await lossyService(started.line.base_url);
  await start();
});
beforeEach(() => service.forget());
afterAll(async () => {
  await server?.stop();
  await service?.close();
  await started?.stop();
  folder.remove();
});

const api = async <T>(method: string, path: string, body?: unknown, key?: string) => {
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {};
  const page = await dispatcher.api(`${server.url}/api/${path}`, { method, body, headers });
  return page as unknown as { readonly status: number; readonly json: T };
};
const stops = [
  { name: 'Amarillo DC', latitude: 35.2, longitude: -101.8, estimated_departure_at: '2026-11-24T09:00:00Z' },
  { name: 'Denver', latitude: 39.7, longitude: -105, estimated_arrival_at: '2026-11-24T20:00:00-07:00' },
];
const loadWith = (load_ref: string, more: object = {}) => ({ load_ref, stops, ...more });
const post = (body: object, key?: string) => api<CreatedLoad>('POST', 'posted-loads', body, key);
const boardOf = async () => (await api<{ items: BoardLoad[] }>('GET', 'loads')).json.items;
const onBoard = async (load_ref: string) => (await boardOf()).filter((load) => load.load_ref === load_ref);
const readNow = (load_id: string) => api<BoardLoad>('POST', `loads/${load_id}/read`);
/** VIN of a truck that the sandbox shares with us. */
const knownVin = () =>
  vi.waitFor(
    async () => {
      const vins = (await boardOf()).flatMap(
        ({ vehicle_assignment }) => vehicle_assignment?.vehicle.vin ?? [],
      );
      expect(vins.length).toBeGreaterThan(0);
      return vins[0] ?? '';
    },
    { timeout: 20_000 },
  );

describe('posting a load', () => {
  it('adds it to the board, which shows whether identifiers were sent', async () => {
    const { status, json } = await post(loadWith('POST-1', { vehicle: { vin: '1XKYDP9X0KJ211111' } }));
    expect(status).toBe(201);
    const load_id = json.result?.load_id ?? '';
    expect((await readNow(load_id)).json).toMatchObject({
      load_ref: 'POST-1',
      tracking_health: 'unassigned',
      identifiers_sent: { sent: true },
      stops: [{ name: 'Amarillo DC' }, { name: 'Denver' }],
    });
    expect((await api<SentLoad>('GET', `posted-loads/${load_id}`)).json).toMatchObject({
      version: 1,
      vehicle_known: true,
      vehicle: { vin: '1XKYDP9X0KJ211111' },
      stops,
    });
    expect((await api<LoadPosting>('GET', 'posted-loads')).json.post).toBe('yes');
  });

  it('twice with one key creates one load', async () => {
    const key = randomUUID();
    const [first, second] = [await post(loadWith('POST-2'), key), await post(loadWith('POST-2'), key)];
    expect(second.json.result?.load_id).toBe(first.json.result?.load_id);
    expect(service.posts()).toBe(1);
    expect((await post(loadWith('POST-2b'), key)).status).toBe(409);
  });

  it('is never repeated when its response is lost; a person identifies the load, and it is added to the board', async () => {
    const key = randomUUID();
    service.lose(1);
    // The same request twice: which truck has a known VIN may change in between.
    const request = loadWith('POST-3', { vehicle: { vin: await knownVin() } });
    const { status, json } = await post(request, key);
    expect([status, json.intent.state]).toEqual([202, 'unknown']);
    await api('POST', `intents/${json.intent.id}/resolve`, { outcome: 'check' });
    expect((await post(request, key)).status).toBe(202);
    expect(service.posts()).toBe(1);
    expect(await onBoard('POST-3')).toEqual([]);
    const listed = await fetch(`${started.line.base_url}/_sandbox/loads`);
    const { load_ids } = (await listed.json()) as { load_ids: string[] };
    const load_id = load_ids.at(-1) ?? '';
    await api('POST', `intents/${json.intent.id}/resolve`, { outcome: 'created', result_id: load_id });
    expect((await readNow(load_id)).json).toMatchObject({
      load_ref: 'POST-3',
      identifiers_sent: { sent: true },
    });
  });

  it.each([
    [
      'a plate without its region',
      { vehicle: { license_plate_number: '4KD', license_plate_country: 'USA' } },
    ],
    [
      'a plate of spaces',
      { vehicle: { license_plate_number: ' ', license_plate_region: 'TX', license_plate_country: 'USA' } },
    ],
    [
      'a region of three letters',
      {
        vehicle: { license_plate_number: '4KD', license_plate_region: 'NLE', license_plate_country: 'MEX' },
      },
    ],
    ['a text that PostgreSQL cannot store', { load_ref: 'POST\u0000-4' }],
    ['a VIN with an O', { vehicle: { vin: '1XKYDP9XOKJ211111' } }],
    ['identifiers that name nothing', { vehicle: {} }],
    ['a single stop', { stops: stops.slice(0, 1) }],
    [
      'a departure before the arrival',
      {
        stops: [{ ...stops[0], estimated_arrival_at: '2026-11-24T10:00:00Z' }, stops[1]],
      },
    ],
  ])('refuses %s before anything is sent', async (_what, more) => {
    expect((await post(loadWith('POST-4', more))).status).toBe(422);
    expect(service.posts()).toBe(0);
  });

  it('a service without the endpoint is remembered as such, until it accepts a load', async () => {
    service.refuse(3, 404);
    for (let n = 0; n < 3; n += 1) expect((await post(loadWith('POST-5'))).status).toBe(502);
    expect((await api<LoadPosting>('GET', 'posted-loads')).json.post).toBe('no');
    expect((await post(loadWith('POST-5'))).status).toBe(201);
    expect((await api<LoadPosting>('GET', 'posted-loads')).json.post).toBe('yes');
  });

  it('a server that stopped right after the response adds the load to the board at its next start, unless it was archived', async () => {
    const row = {
      load_ref: null,
      vehicle: 'null',
      stops: null,
      watched: 0,
      version: 1,
      sent_by: 'ann',
      sent_by_name: 'Ann',
      sent_at: Date.now(),
    };
    const [cut_off, removed] = [randomUUID(), randomUUID()];
    await api('POST', 'loads', { load_id: removed });
    await api('DELETE', `loads/${removed}`);
    for (const load_id of [cut_off, removed])
      await putRows(server.services.db, 'posted_load', ['load_id'], [{ ...row, load_id }]);
    await server.stop();
    await start();
    const watched = (await boardOf()).map(({ load_id }) => load_id);
    expect([watched.includes(cut_off), watched.includes(removed)]).toEqual([true, false]);
  });
});

describe('correcting a load', () => {
  it('assigns a truck to a load, and the explanation shows what was sent', async () => {
    const { json } = await post(loadWith('FIX-1', { vehicle: { vin: '1XKYDP9X0KJ211112' } }));
    const load_id = json.result?.load_id ?? '';
    const vin = await knownVin();
    const corrected = await api<{ item: BoardLoad; sent: SentLoad }>('PATCH', `posted-loads/${load_id}`, {
      version: 1,
      vehicle: { vin },
    });
    expect(corrected.status).toBe(200);
    expect(corrected.json.item.vehicle_assignment?.vehicle.vin).toBe(vin);
    // Fields that the correction does not contain stay.
    expect(corrected.json.sent).toMatchObject({ version: 2, vehicle: { vin }, stops });
  });

  it('of a load posted elsewhere records that identifiers were sent', async () => {
    const load = (await boardOf()).find(({ load_ref }) => load_ref?.startsWith('LD-'));
    const load_id = load?.load_id ?? '';
    const { json } = await api<{ item: BoardLoad; sent: SentLoad }>('PATCH', `posted-loads/${load_id}`, {
      version: 0,
      vehicle: { license_plate_number: 'NONE1', license_plate_region: 'TX', license_plate_country: 'USA' },
    });
    expect(json.item.identifiers_sent?.sent).toBe(true);
    expect(json.sent).toMatchObject({ version: 1, stops: null });
  });

  it('does not silently overwrite another correction made in the meantime', async () => {
    const load_id = (await post(loadWith('FIX-2'))).json.result?.load_id ?? '';
    const change = (version: number, vin: string) =>
      api<{ sent?: SentLoad }>('PATCH', `posted-loads/${load_id}`, { version, vehicle: { vin } });
    const both = await Promise.all([change(1, '1XKYDP9X0KJ211113'), change(1, '1XKYDP9X0KJ211114')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('requires the right to add loads, and a load on the board', async () => {
    const load_id = (await post(loadWith('FIX-3'))).json.result?.load_id ?? '';
    const viewer = new TestBrowser();
    await viewer.signIn(server.url, 'viewer');
    const body = { version: 1, load_ref: 'FIX-3b' };
    const asViewer = await viewer.api(`${server.url}/api/posted-loads/${load_id}`, { method: 'PATCH', body });
    expect(asViewer.status).toBe(403);
    expect((await api('PATCH', `posted-loads/${randomUUID()}`, body)).status).toBe(404);
  });
});
