import { describe, expect, it, vi } from 'vitest';
import { TWO_STOPS } from '../testing.ts';
import { useSandbox } from '../use-sandbox.ts';
import { DAY } from '../world/clock.ts';

interface Agreement {
  readonly id: string;
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly status: string;
  readonly effective_date: string;
  readonly expiration_date: string | null;
}
const PATH = '/v2/orgs/share-agreements';
const UNKNOWN = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

const sandbox = useSandbox({ loads: 40, rate_limit: 10_000 });

async function read<T>(path: string): Promise<T> {
  const response = await sandbox.call('GET', path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}
const list = async (query = '') => (await read<{ items: Agreement[]; total: number }>(PATH + query)).items;
const overview = () => read<Record<string, number>>('/v2/intelligence/analytics/overview');
const openFleet = () => sandbox.world.fleets.find(({ kind }) => kind === 'open');
const open = () => openFleet()?.agreement.id ?? '';

describe('list of agreements', () => {
  it('returns every agreement in pages, in any state', async () => {
    const first = await read<{ items: Agreement[]; total: number; next_page: string }>(`${PATH}?size=3`);
    expect(first.total).toBe(sandbox.world.fleets.length);
    const second = await list(`?size=1000&cursor=${first.next_page}`);
    expect([...first.items, ...second].map(({ id }) => id).sort()).toEqual(
      sandbox.world.fleets.map(({ agreement }) => agreement.id).sort(),
    );
  });

  it('is filtered by fleet and by status', async () => {
    const [one] = await list();
    expect((await list(`?fleet_id=${one?.fleet_id.toUpperCase()}`)).map(({ id }) => id)).toEqual([one?.id]);
    expect((await list(`?fleet_ref=${one?.fleet_ref}`)).map(({ id }) => id)).toEqual([one?.id]);
    const paused = await list('?share_agreement_status=paused');
    expect(paused.length).toBeGreaterThan(0);
    expect(paused.every(({ status }) => status === 'paused')).toBe(true);
  });
});

describe('updating an agreement', () => {
  it('takes effect at once on shared data, while time does not change the status', async () => {
    const before = await overview();
    const id = open();
    const vehicles = sandbox.world.vehicles.of(openFleet() as never).length;
    const soon = new Date(sandbox.world.clock.now() + DAY).toISOString();
    await sandbox.call('PATCH', `${PATH}/${id}`, { expiration_date: soon });
    expect(await overview()).toEqual(before);
    sandbox.advance(DAY);
    expect((await list()).find((one) => one.id === id)).toMatchObject({
      status: 'active',
      expiration_date: soon,
    });
    const after = await overview();
    expect(after.fleets).toBe((before.fleets ?? 0) - 1);
    expect(after.vehicles).toBe((before.vehicles ?? 0) - vehicles);
  });

  it('hides loads of the fleet from tracking at once', async () => {
    const tracked = async (load_id: string) =>
      (await read<{ tracking_health: string }>(`/v2/visibility/loads/${load_id}/tracking`)).tracking_health;
    const truck = sandbox.world.vehicles.all.find(({ fleet }) => fleet.kind === 'open');
    const posted = await sandbox.call('POST', '/v2/visibility/loads', {
      load_ref: 'X',
      vehicle: { vehicle_id: truck?.record.id },
      stops: TWO_STOPS,
    });
    const { load_id } = (await posted.json()) as { load_id: string };
    expect(await tracked(load_id)).not.toBe('unassigned');
    await sandbox.call('POST', `${PATH}/${truck?.fleet.agreement.id}/cancel`);
    expect(await tracked(load_id)).toBe('unassigned');
  });

  it('sends an event with the current agreement', async () => {
    const emit = vi.spyOn(sandbox.events, 'emit');
    await sandbox.call('PATCH', `${PATH}/${open()}`, {});
    expect(emit).not.toHaveBeenCalled();
    await sandbox.call('PATCH', `${PATH}/${open()}`, { expiration_date: null });
    const { fleet_id, fleet_ref, agreement } = openFleet() as NonNullable<ReturnType<typeof openFleet>>;
    expect(emit).toHaveBeenCalledWith({
      event_name: 'share_agreement.updated',
      data: [{ ...agreement, occurred_at: new Date(sandbox.world.clock.now()).toISOString() }],
      fleet_id,
      fleet_ref,
    });
  });
});

describe('cancelling an agreement', () => {
  it('returns an empty response, sends an event and keeps the agreement in the list', async () => {
    const emit = vi.spyOn(sandbox.events, 'emit');
    const id = open();
    const before = await overview();
    const response = await sandbox.call('DELETE', `${PATH}/${id}`);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(emit).toHaveBeenCalledWith(expect.objectContaining({ event_name: 'share_agreement.deleted' }));
    expect((await list('?share_agreement_status=deleted')).map((one) => one.id)).toEqual([id]);
    expect((await overview()).fleets).toBe((before.fleets ?? 0) - 1);
    expect((await sandbox.call('DELETE', `${PATH}/${id}`)).status).toBe(409);
  });
});

describe('overview', () => {
  it('counts only what is currently shared', async () => {
    const { fleets, vehicles } = await overview();
    const shared = sandbox.world.fleets.filter(({ kind }) =>
      ['open', 'unmatched', 'vehicles_only'].includes(kind),
    );
    expect(fleets).toBe(shared.length);
    expect(vehicles).toBe(shared.reduce((sum, fleet) => sum + sandbox.world.vehicles.of(fleet).length, 0));
  });

  it('counts each resource by its own permission', async () => {
    const fleet = openFleet();
    if (!fleet) throw new Error('no open fleet');
    const only = async (scopes: (typeof fleet)['agreement']['scopes']) => {
      fleet.agreement = { ...fleet.agreement, scopes };
      return read<Record<string, number>>(`/v2/intelligence/analytics/overview?fleet_ids=${fleet.fleet_id}`);
    };
    const trucks = sandbox.world.vehicles.of(fleet).length;
    expect(await only({ vehicle: 'read' })).toEqual({ fleets: 1, vehicles: trucks, drivers: 0, trailers: 0 });
    expect(await only({ user: 'read' })).toEqual({ fleets: 1, vehicles: 0, drivers: trucks, trailers: 0 });
    expect(await only({ trailer: 'read' })).toMatchObject({ fleets: 1, vehicles: 0, drivers: 0 });
    expect((await only({ trailer: 'read' })).trailers).toBeGreaterThan(trucks);
  });

  it('is limited by fleets, references and connection', async () => {
    const one = openFleet();
    const other = sandbox.world.fleets.findLast(({ kind }) => kind === 'open');
    expect(await read(`/v2/intelligence/analytics/overview?fleet_ids=${one?.fleet_id}`)).toMatchObject({
      fleets: 1,
    });
    expect(
      await read(
        `/v2/intelligence/analytics/overview?fleet_refs=${one?.fleet_ref}&fleet_refs=${other?.fleet_ref}`,
      ),
    ).toMatchObject({ fleets: 2 });
    const { items } = await read<{ items: { id: string; fleet_id: string }[] }>(
      `/v2/integrations/connections?fleet_ids=${one?.fleet_id}`,
    );
    expect(await read(`/v2/intelligence/analytics/overview?connection_id=${items[0]?.id}`)).toMatchObject({
      fleets: 1,
    });
    expect(await read(`/v2/intelligence/analytics/overview?connection_id=${UNKNOWN}`)).toEqual({
      fleets: 0,
      vehicles: 0,
      drivers: 0,
      trailers: 0,
    });
  });

  it('announces its deprecation, sunset date and successor on the deprecated path', async () => {
    const old = await sandbox.call('GET', '/v2/telematics/analytics/overview');
    expect(await old.json()).toEqual(await overview());
    expect(old.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(Date.parse(old.headers.get('sunset') ?? '')).toBeGreaterThan(Date.UTC(2027, 0));
    expect(old.headers.get('link')).toBe('</v2/intelligence/analytics/overview>; rel="successor-version"');
    const successor = await sandbox.call('GET', '/v2/intelligence/analytics/overview');
    expect(successor.headers.get('deprecation')).toBeNull();
  });
});
