/** Posting by one's own reference, following what is not confirmed, and learning of every change. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LossyService, lossyService } from '../../testing/lossy-service.ts';
import { loadToPost, machineAt, type TestMachine } from '../../testing/machine.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';

const folder = temporaryFolder();
let started: TestSandbox;
let service: LossyService;
let server: TestServer;
let tms: TestMachine;

beforeAll(async () => {
  started = await sandbox({ SANDBOX_LOADS: '5' });
  service = await lossyService(started.line.base_url);
  server = await startServer(started.line, folder.dir, { SERVICE_BASE_URL: service.url });
  tms = await machineAt(server.url);
});
afterAll(async () => {
  await server?.stop();
  await service?.close();
  await started?.stop();
  folder.remove();
});

const post = (load_ref: string, more: object = {}, headers = {}) =>
  tms.call('posted-loads', { method: 'POST', body: loadToPost(load_ref, more), headers });
const put = (load_ref: string, more: object = {}) =>
  tms.call('posted-loads', { method: 'PUT', body: loadToPost(load_ref, more) });
const find = (load_ref: string) => tms.call(`posted-loads?load_ref=${encodeURIComponent(load_ref)}`);
const vehicle = { vin: '1XKYDP9X0KJ211111' };

describe('a load of which the outcome is not known', () => {
  it('is followed at the Location of the 202, by its own key only, and is not sent again', async () => {
    service.lose(1);
    service.forget();
    const sent = await post('LOST-1', {}, { 'Idempotency-Key': 'lost 1' });
    expect(sent.status).toBe(202);
    const { intent } = sent.json;
    expect(sent.headers.get('Location')).toBe(`/machine/v1/requests/${intent.id}`);
    const followed = await tms.call(`requests/${intent.id}`);
    expect(followed).toMatchObject({ status: 200, json: { intent: { state: 'unknown' }, result: null } });
    expect(await find('LOST-1')).toMatchObject({ status: 200, json: { state: 'pending', load_id: null } });
    const again = await put('LOST-1');
    expect(again).toMatchObject({ status: 202, json: { state: 'pending', outcome: 'unchanged' } });
    expect(again.headers.get('Location')).toBe(`/machine/v1/requests/${intent.id}`);
    const refused = await post('LOST-1');
    expect([refused.status, refused.headers.get('Location')]).toEqual([
      409,
      `/machine/v1/requests/${intent.id}`,
    ]);
    expect(service.posts()).toBe(1);
    const other = await machineAt(server.url, { name: 'Other' });
    expect((await other.call(`requests/${intent.id}`)).status).toBe(404);
    expect((await tms.call(`requests/${id(1)}`)).status).toBe(404);
  });
});

describe('a load with a reference that exists', () => {
  it('is found, and is not posted a second time', async () => {
    const posted = await post('REF/1 ü', { vehicle });
    expect(posted.status).toBe(201);
    const { load_id } = posted.json.result;
    expect(await find('REF/1 ü')).toMatchObject({
      status: 200,
      json: { state: 'on_board', load_id, intent: { state: 'done' } },
    });
    const again = await post('REF/1 ü');
    expect(again).toMatchObject({ status: 409, json: { reason: 'conflict' } });
    expect(again.headers.get('Location')).toBe(`/machine/v1/loads/${load_id}`);
    expect((await find('REF/2')).status).toBe(404);
  });

  it('is posted, unchanged or corrected by PUT; an omitted truck stays', async () => {
    const posted = await put('PUT-1', { vehicle });
    expect(posted).toMatchObject({ status: 201, json: { outcome: 'posted', state: 'on_board' } });
    const { load_id } = posted.json;
    service.forget();
    expect(await put('PUT-1', { vehicle })).toMatchObject({
      status: 200,
      json: { outcome: 'unchanged', load_id },
    });
    expect(await put('PUT-1')).toMatchObject({ status: 200, json: { outcome: 'unchanged', load_id } });
    const other = { vin: '1XKYDP9X0KJ211112' };
    expect(await put('PUT-1', { vehicle: other })).toMatchObject({
      status: 200,
      json: { outcome: 'corrected', load_id },
    });
    expect((await tms.call(`posted-loads/${load_id}`)).json).toMatchObject({ version: 2, vehicle: other });
    expect(service.posts()).toBe(0);
  });

  it('is the load on the board that somebody else added', async () => {
    const [load_id] = server.services.board.sandboxIds().watched;
    const load = () => tms.call(`loads/${load_id}`);
    await vi.waitFor(async () => expect((await load()).json.load_ref).toBeTruthy());
    const { load_ref } = (await load()).json;
    expect((await post(load_ref)).status).toBe(409);
    expect((await find(load_ref)).json).toMatchObject({ load_id, state: 'on_board', intent: null });
  });

  it('stays the same load after it has left the board', async () => {
    const { load_id } = (await put('GONE-1')).json;
    expect((await tms.call(`loads/${load_id}`, { method: 'DELETE' })).status).toBe(204);
    for (const answer of [await put('GONE-1'), await find('GONE-1')])
      expect(answer).toMatchObject({ status: 200, json: { state: 'archived', load_id } });
    expect((await post('GONE-1')).status).toBe(409);
  });

  it('is posted after the tracking service has refused it', async () => {
    service.refuse(1, 422);
    expect((await put('REFUSED-1')).status).toBe(422);
    expect((await find('REFUSED-1')).status).toBe(404);
    expect((await put('REFUSED-1')).status).toBe(201);
  });

  it('follows a correction of the number, and the earlier one is free', async () => {
    const { load_id } = (await put('OLD-1')).json;
    const body = { version: 1, load_ref: 'NEW-1' };
    expect((await tms.call(`posted-loads/${load_id}`, { method: 'PATCH', body })).status).toBe(200);
    expect((await find('NEW-1')).json).toMatchObject({ load_id });
    expect((await find('OLD-1')).status).toBe(404);
  });

  it('is posted once by many requests at once, with and without keys', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => put('RACE-1')),
      ...Array.from({ length: 3 }, (_, n) => post('RACE-1', {}, { 'Idempotency-Key': `race ${n}` })),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([200, 201, 202, 409]).toContain(status);
    await vi.waitFor(async () => expect((await find('RACE-1')).json.state).toBe('on_board'));
    const { items } = (await tms.call('loads?load_ref=RACE-1')).json;
    expect(items.length).toBeLessThan(2);
  });
});

describe('many loads', () => {
  it('are posted with a result for each, and a bad row hinders no other', async () => {
    const loads = [
      loadToPost('BULK-1', { vehicle }),
      { load_ref: 'BULK-2', stops: [] },
      'nonsense',
      loadToPost('BULK-1', { vehicle }),
      loadToPost('BULK-3'),
    ];
    const answer = await tms.call('posted-loads/bulk', { method: 'POST', body: { loads } });
    expect(answer.status).toBe(200);
    expect(answer.json.items).toMatchObject([
      { load_ref: 'BULK-1', problem: null },
      { load_ref: 'BULK-2', outcome: 'failed', problem: { code: 422, detail: [{ path: 'body.stops' }] } },
      { load_ref: null, outcome: 'failed', problem: { code: 422 } },
      { load_ref: 'BULK-1', problem: null },
      { load_ref: 'BULK-3', outcome: 'posted', state: 'on_board', problem: null },
    ]);
    const outcomes = answer.json.items.map(({ outcome }: { outcome: string }) => outcome);
    expect([outcomes[0], outcomes[3]].toSorted()).toEqual(['posted', 'unchanged']);
    const again = await tms.call('posted-loads/bulk', { method: 'POST', body: { loads } });
    expect(again.json.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'unchanged',
      'failed',
      'failed',
      'unchanged',
      'unchanged',
    ]);
    const many = { loads: Array.from({ length: 101 }, (_, n) => loadToPost(`N-${n}`)) };
    expect((await tms.call('posted-loads/bulk', { method: 'POST', body: many })).status).toBe(422);
  });
});

describe('changes since a version', () => {
  it('include loads that left the board, with the reason', async () => {
    const { load_id } = (await put('LEAVES-1')).json;
    await vi.waitFor(async () => expect((await tms.call(`loads/${load_id}`)).status).toBe(200));
    const { version } = (await tms.call('loads?size=1000')).json;
    await tms.call(`loads/${load_id}`, { method: 'DELETE' });
    const { json } = await tms.call(`loads?changed_after=${version}&size=1000`);
    expect(json.removed).toMatchObject([{ load_id, reason: 'removed', archived_at: expect.any(String) }]);
    expect((await tms.call('loads')).json.removed).toEqual([]);
    await tms.call('loads', { method: 'POST', body: { load_id } });
    const later = (await tms.call(`loads?changed_after=${version}&size=1000`)).json;
    expect(later.removed).toEqual([]);
    expect(later.items).toContainEqual(expect.objectContaining({ load_id }));
  });

  it('are complete when a load changes between two pages', async () => {
    const first = (await tms.call('loads?size=1')).json;
    const [{ load_id }] = first.items;
    const body = { identifiers_sent: true };
    expect((await tms.call(`loads/${load_id}`, { method: 'PATCH', body })).status).toBe(200);
    const second = (await tms.call(`loads?size=1&cursor=${first.next_page}`)).json;
    expect(second.version).toBe(first.version);
    expect(second.items[0].load_id > load_id).toBe(true);
    const changes = (await tms.call(`loads?changed_after=${second.version}&size=1000`)).json;
    expect(changes.items).toContainEqual(expect.objectContaining({ load_id }));
    expect((await tms.call('loads?cursor=x')).status).toBe(422);
  });

  it('end with 410 where removed loads are no longer known', async () => {
    const { board, db } = server.services;
    await db.updateTable('watched_load').set({ watched_at: 1 }).where('watched', '=', 0).execute();
    await board.purgeRemoved();
    expect(await tms.call('loads?changed_after=0')).toMatchObject({
      status: 410,
      json: { reason: 'too_old' },
    });
    expect((await tms.call(`loads?changed_after=${board.version}`)).status).toBe(200);
  });
});
