import { errorBodies } from '@waypost/contract/errors';
import { describe, expect, it } from 'vitest';
import { clientToken, startSandbox } from '../testing.ts';
import { useSandbox } from '../use-sandbox.ts';

const sandbox = useSandbox({ rate_limit: 1000 });

const order = (path: string, body: unknown) =>
  fetch(sandbox.info.base_url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const read = (load_id: string | undefined) =>
  fetch(`${sandbox.info.base_url}/v2/visibility/loads/${load_id}/tracking`, {
    headers: { authorization: `Bearer ${sandbox.token}` },
  });
const ids = () => sandbox.world.loads.all.map(({ load_id }) => load_id);

describe('control routes', () => {
  it('list the loads, posted ones included, without a token', async () => {
    const list = async () =>
      (await (await fetch(`${sandbox.info.base_url}/_sandbox/loads`)).json()) as object;
    expect(await list()).toEqual({ load_ids: ids() });
    const { load_id } = sandbox.world.createLoad({
      load_ref: 'NEW',
      stops: [
        { latitude: 1, longitude: 2 },
        { latitude: 3, longitude: 4 },
      ],
    });
    expect(await list()).toEqual({ load_ids: expect.arrayContaining([load_id]) });
  });

  it('list the sites of the stops, the most frequent first', async () => {
    const answer = await fetch(`${sandbox.info.base_url}/_sandbox/sites`);
    const { sites } = (await answer.json()) as { sites: { name: string; stops: number }[] };
    const names = sandbox.world.loads.all.flatMap(({ stops }) => stops.flatMap(({ name }) => name ?? []));
    for (const { name, stops } of sites) expect(stops).toBe(names.filter((one) => one === name).length);
    expect(sites.map(({ stops }) => stops)).toEqual(sites.map(({ stops }) => stops).sort((a, b) => b - a));
  });

  it.each([400, 401, 403, 404, 405, 409, 422, 429, 500, 501] as const)(
    'make the next calls fail with %i and its error body',
    async (status) => {
      expect((await order('/_sandbox/fail', { status, count: 2 })).status).toBe(200);
      const [load_id] = ids();
      for (const response of [await read(load_id), await read(load_id)]) {
        expect(response.status).toBe(status);
        errorBodies[status].parse(await response.json());
      }
      expect((await read(load_id)).status).toBe(200);
    },
  );

  it('fail calls for one load only, with the given Retry-After', async () => {
    const [one, other] = ids();
    await order('/_sandbox/fail', { status: 429, count: 1, retry_after_seconds: 7, load_id: one });
    expect((await read(other)).status).toBe(200);
    const rejected = await read(one);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await read(one)).status).toBe(200);
  });

  it('do not send a status that an endpoint does not declare', async () => {
    await order('/_sandbox/fail', { status: 501, count: 1 });
    const post = await fetch(`${sandbox.info.base_url}/v2/visibility/loads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(post.status).toBe(422);
    expect((await read(ids()[0])).status).toBe(501);
  });

  it('override any health, also with an unknown value, until removed', async () => {
    const [load_id] = ids();
    const health = async () =>
      ((await (await read(load_id)).json()) as { tracking_health: string }).tracking_health;
    const before = await health();
    await order('/_sandbox/health', { load_id, tracking_health: 'teleporting' });
    expect(await health()).toBe('teleporting');
    await order('/_sandbox/health', { load_id, tracking_health: null });
    expect(await health()).toBe(before);
  });

  it('silence a vehicle: its position ages, and is renewed when it reports again', async () => {
    const live = (await Promise.all(ids().map(async (id) => (await read(id)).json()))).find(
      (response) => (response as { tracking_health: string }).tracking_health === 'live',
    ) as { load_id: string; vehicle_assignment: { vehicle: { id: string } } };
    const { id } = live.vehicle_assignment.vehicle;
    const health = async () =>
      ((await (await read(live.load_id)).json()) as { tracking_health: string }).tracking_health;
    expect((await order(`/_sandbox/vehicles/${id}/silence`, { silent: true })).status).toBe(200);
    sandbox.clock.advance(59 * 60_000);
    await sandbox.newToken();
    sandbox.clock.advance(40 * 60_000);
    expect(await health()).toBe('stale');
    await order(`/_sandbox/vehicles/${id}/silence`, { silent: false });
    sandbox.clock.advance(10 * 60_000);
    expect(await health()).toBe('live');
  });

  it("cut every connection for a period, including the identity provider's", async () => {
    expect((await order('/_sandbox/outage', { seconds: 20 })).status).toBe(200);
    await expect(read(ids()[0])).rejects.toThrow();
    await expect(clientToken(sandbox.info)).rejects.toThrow();
    sandbox.clock.advance(19_000);
    await expect(read(ids()[0])).rejects.toThrow();
    sandbox.clock.advance(1000);
    expect((await read(ids()[0])).status).toBe(200);
  });

  it.each([
    ['/_sandbox/fail', { status: 418, count: 1 }, 'status'],
    ['/_sandbox/fail', { status: 500, count: 0 }, 'count'],
    ['/_sandbox/health', { load_id: 'x', tracking_health: 'live' }, 'load_id'],
    ['/_sandbox/outage', {}, 'seconds'],
  ])('refuse %s %j, naming the field', async (path, body, field) => {
    const response = await order(path, body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: [expect.objectContaining({ path: field })] });
  });

  it('reject unknown loads, vehicles, paths and methods', async () => {
    const nobody = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
    expect((await order('/_sandbox/health', { load_id: nobody, tracking_health: 'x' })).status).toBe(404);
    expect((await order(`/_sandbox/vehicles/${nobody}/silence`, { silent: true })).status).toBe(404);
    expect((await order('/_sandbox/anything', {})).status).toBe(404);
    expect((await order('/_sandbox/loads', {})).status).toBe(405);
  });

  it('do not exist with SANDBOX_CONTROL=off', async () => {
    const other = await startSandbox({ loads: 8, control: false });
    expect((await fetch(`${other.info.base_url}/_sandbox/loads`)).status).toBe(404);
    await other.close();
  });
});
