import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { VehicleLocation } from '@waypost/contract/vehicle-locations';
import { describe, expect, it } from 'vitest';
import { useSandbox } from '../use-sandbox.ts';
import { pingsBetween } from '../world/pings.ts';

const HOUR = 3_600_000;
const sandbox = useSandbox({ loads: 40, rate_limit: 10_000 }, { startsAt: Date.UTC(2026, 10, 20, 12) });

interface Page {
  readonly items: VehicleLocation[];
  readonly current_page: string | null;
  readonly current_page_backwards: string | null;
  readonly previous_page: string | null;
  readonly next_page: string | null;
}

const call = (query: Readonly<Record<string, string | string[]>> = {}) => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const path = `${ASSUMPTIONS.paths.vehicle_locations}?${new URLSearchParams(pairs)}`;
  return sandbox.call('GET', path);
};
const list = async (query?: Readonly<Record<string, string | string[]>>) =>
  (await (await call(query)).json()) as Page;
const ids = ({ items }: Page) => items.map(({ id }) => id);
const iso = (offset = 0) => new Date(sandbox.clock.now() + offset).toISOString();

/** Three vehicles that share their location and have reported. */
function reporting() {
  const found = sandbox.world.vehicles.all.filter(
    ({ fleet, pings, clock_ahead }) =>
      fleet.kind === 'open' && clock_ahead === 0 && pingsBetween(pings, -HOUR, 0).length > 5,
  );
  return found.slice(0, 3);
}

/** Identifiers of every page, from the first one on. */
async function walk(query: Readonly<Record<string, string | string[]>>): Promise<string[]> {
  const all: string[] = [];
  for (let page = await list(query); ; page = await list({ ...query, cursor: page.next_page })) {
    all.push(...ids(page).map(String));
    if (!page.next_page) return all;
  }
}

describe('vehicle locations (assumed)', () => {
  it('are the pings of the window, ordered by vehicle and time', async () => {
    const vehicles = reporting();
    const vehicle_ids = vehicles.map(({ record }) => record.id);
    const { items } = await list({ vehicle_ids, from_datetime: iso(-HOUR), size: '1000' });
    const expected = vehicles.flatMap(({ record, pings }) =>
      pingsBetween(pings, -HOUR, -1).map(({ at }) => [
        record.id,
        new Date(sandbox.world.clock.wall(at)).toISOString(),
      ]),
    );
    expect(items.map(({ vehicle_id, occurred_at }) => [vehicle_id, occurred_at])).toEqual(expected);
    expect(items[0]).toMatchObject({
      fleet_id: vehicles[0]?.fleet.fleet_id,
      fleet_ref: vehicles[0]?.fleet.fleet_ref,
      connection_id: expect.any(String),
      location: { type: 'Point', coordinates: [expect.any(Number), expect.any(Number)] },
    });
    const [longitude = 0, latitude = 0] = items[0]?.location?.coordinates ?? [];
    expect(longitude).toBeLessThan(-60);
    expect(latitude).toBeGreaterThan(10);
  });

  it('cover the last day by default, and never the future', async () => {
    const [one] = reporting();
    const { items } = await list({ vehicle_ids: one?.record.id ?? '', size: '1000' });
    const times = items.map(({ occurred_at }) => Date.parse(occurred_at ?? ''));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(sandbox.clock.now() - 24 * HOUR);
    expect(Math.max(...times)).toBeLessThan(sandbox.clock.now());
    const ahead = await list({
      vehicle_ids: one?.record.id ?? '',
      to_datetime: iso(24 * HOUR),
      size: '1000',
    });
    expect(
      Math.max(...ahead.items.map(({ occurred_at }) => Date.parse(occurred_at ?? ''))),
    ).toBeLessThanOrEqual(sandbox.clock.now());
  });

  it('have pages without gaps or duplicates while vehicles report', async () => {
    const query = { vehicle_ids: reporting().map(({ record }) => record.id), from_datetime: iso(-3 * HOUR) };
    const whole = ids(await list({ ...query, size: '1000' }));
    const paged: unknown[] = [];
    for (let page = await list({ ...query, size: '7' }); ; ) {
      paged.push(...ids(page));
      if (!page.next_page) break;
      sandbox.clock.advance(1000);
      page = await list({ ...query, size: '7', cursor: page.next_page });
    }
    expect(paged).toEqual(whole);
  });

  it('include only fleets that currently share locations', async () => {
    const [one] = reporting();
    if (!one) throw new Error('nobody');
    const query = { vehicle_ids: one.record.id, size: '5' };
    expect(ids(await list(query))).toHaveLength(5);
    sandbox.world.changeAgreement(one.fleet, { scopes: { vehicle: 'read' } });
    expect(await list(query)).toMatchObject({ items: [], next_page: null });
    const shown = new Set((await list({ size: '1000' })).items.map(({ fleet_id }) => fleet_id));
    const kinds = sandbox.world.fleets.filter(({ fleet_id }) => shown.has(fleet_id)).map(({ kind }) => kind);
    expect(kinds.every((kind) => kind === 'open' || kind === 'unmatched')).toBe(true);
  });

  it('are empty for unknown vehicles', async () => {
    expect(await walk({ vehicle_ids: '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60' })).toEqual([]);
  });

  it.each([
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ size: '1001' }, 'size'],
    [{ from_datetime: '2026-09-01T00:00:00Z' }, 'from_datetime'],
    [{ vehicle_ids: 'x' }, 'vehicle_ids.0'],
  ])('refuse %j, naming the parameter', async (query, path) => {
    const response = await call(query);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: [expect.objectContaining({ path })] });
  });

  it('return a page of 1,000 from the middle quickly', async () => {
    sandbox.clock.advance(20 * HOUR);
    await sandbox.newToken();
    let page = await list({ size: '1000' });
    for (let i = 0; i < 3; i++) page = await list({ size: '1000', cursor: page.next_page ?? '' });
    const startedAt = performance.now();
    const middle = await list({ size: '1000', cursor: page.next_page ?? '' });
    expect(middle.items).toHaveLength(1000);
    // Without other load it takes a tenth of this; a scan from the beginning would take many times as long.
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
