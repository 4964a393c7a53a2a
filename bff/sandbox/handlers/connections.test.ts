import { describe, expect, it, vi } from 'vitest';
import { useSandbox } from '../use-sandbox.ts';
import { DAY, HOUR, MINUTE } from '../world/clock.ts';

interface Connection {
  readonly id: string;
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly tsp_id: string;
  readonly status: string;
}
interface Freshness {
  readonly connection_id: string;
  readonly resource: string;
  readonly last_successful_execution_at: string;
  readonly next_execution_at: string;
  readonly schedule_status: string;
  readonly share_level: string;
}
const PATH = '/v2/integrations/connections';

const sandbox = useSandbox({ loads: 40, rate_limit: 10_000 });

const list = async (query = '') =>
  ((await (await sandbox.call('GET', PATH + query)).json()) as { items: Connection[] }).items;
const freshness = async (query = '') =>
  (await (await sandbox.call('GET', `${PATH}/data-freshness${query}`)).json()) as Freshness[];
const openFleet = () => {
  const fleet = sandbox.world.fleets.findLast(({ kind }) => kind === 'open');
  if (!fleet) throw new Error('no open fleet');
  return fleet;
};

describe('connections', () => {
  it('are those of fleets that currently share something', async () => {
    const fleets = new Set((await list()).map(({ fleet_id }) => fleet_id));
    const sharing = sandbox.world.fleets.filter(({ kind }) =>
      ['open', 'unmatched', 'vehicles_only'].includes(kind),
    );
    expect([...fleets].sort()).toEqual(sharing.map(({ fleet_id }) => fleet_id).sort());
  });

  it('are filtered by provider and by fleet', async () => {
    const [one] = await list();
    const same = await list(`?tsp_id=${one?.tsp_id}`);
    expect(same.length).toBeGreaterThan(0);
    expect(same.every(({ tsp_id }) => tsp_id === one?.tsp_id)).toBe(true);
    const { fleet_id, fleet_ref } = openFleet();
    expect((await list(`?fleet_ids=${fleet_id}&fleet_refs=${fleet_ref}`)).length).toBeGreaterThan(0);
    expect(await list(`?fleet_ids=${fleet_id}&fleet_refs=NOBODY`)).toEqual([]);
  });

  it('are removed from the list when deleted, and deliver no more data', async () => {
    const fleet = openFleet();
    const [connection] = await list(`?fleet_ids=${fleet.fleet_id}`);
    expect((await sandbox.call('DELETE', `${PATH}/${connection?.id}`)).status).toBe(204);
    expect(await list(`?fleet_ids=${fleet.fleet_id}`)).toEqual([]);
    expect(await freshness(`?fleet_ids=${fleet.fleet_id}`)).toEqual([]);
    expect((await sandbox.call('DELETE', `${PATH}/${connection?.id}`)).status).toBe(404);
    const [truck] = sandbox.world.vehicles.of(fleet);
    const last = truck?.pings.last(sandbox.world.clock.tau());
    sandbox.advance(HOUR);
    expect(truck?.pings.last(sandbox.world.clock.tau())).toEqual(last);
  });

  it('become stale after a day without data, with one event, and connected again with new data', async () => {
    const emit = vi.spyOn(sandbox.events, 'emit');
    const fleet = openFleet();
    for (const { record } of sandbox.world.vehicles.of(fleet)) sandbox.world.silence(record.id, true);
    const status = async () => (await list(`?fleet_ids=${fleet.fleet_id}`))[0]?.status;
    sandbox.advance(DAY - HOUR);
    expect(await status()).toBe('connected');
    sandbox.advance(2 * HOUR);
    expect(await status()).toBe('stale');
    sandbox.advance(HOUR);
    const emitted = emit.mock.calls.filter(
      ([event]) => event.event_name === 'connection.staled' && event.fleet_id === fleet.fleet_id,
    );
    expect(emitted).toHaveLength(1);
    expect(
      (await freshness(`?fleet_ids=${fleet.fleet_id}`)).map(({ schedule_status }) => schedule_status),
    ).toContain('failing');
    for (const { record } of sandbox.world.vehicles.of(fleet)) sandbox.world.silence(record.id, false);
    sandbox.advance(2 * HOUR);
    expect(await status()).toBe('connected');
  });
});

describe('data freshness', () => {
  it('lists each resource that a fleet shares, with its permission', async () => {
    const fleet = openFleet();
    const rows = await freshness(`?fleet_refs=${fleet.fleet_ref}`);
    expect(Object.fromEntries(rows.map(({ resource, share_level }) => [resource, share_level]))).toEqual(
      fleet.agreement.scopes,
    );
  });

  it('is in the past for finished syncs and in the future for planned ones', async () => {
    const now = sandbox.world.clock.now();
    const rows = (await freshness()).filter(({ schedule_status }) => schedule_status === 'active');
    for (const row of rows) {
      expect(Date.parse(row.last_successful_execution_at)).toBeLessThanOrEqual(now);
      expect(Date.parse(row.next_execution_at)).toBeGreaterThan(now);
    }
    const positions = rows.filter(({ resource }) => resource === 'vehicle_location');
    expect(positions.length).toBeGreaterThan(0);
    for (const row of positions)
      expect(now - Date.parse(row.last_successful_execution_at)).toBeLessThanOrEqual(MINUTE);
  });
});
