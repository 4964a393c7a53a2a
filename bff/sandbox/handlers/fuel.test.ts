import { parseJsonKeepingBigIntegers } from '@waypost/contract/json';
import { distanceMeters } from '@waypost/geo/geodesy';
import { cellToLatLng, getResolution, isValidCell } from 'h3-js';
import { describe, expect, it } from 'vitest';
import { useSandbox } from '../use-sandbox.ts';
import { DAY, HOUR } from '../world/clock.ts';

const PATH = '/v2/telematics/fuel-transactions';

interface Row {
  readonly id: string;
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly connection_id: string;
  readonly vehicle_id: string;
  readonly driver_id: string;
  readonly source_driver_id: string;
  readonly occurred_at: string;
  readonly created_at: string;
  readonly currency: string;
  readonly total_cost: string;
  readonly fuel_volume: number;
  readonly odometer: number;
  readonly odometer_unit: string;
  readonly h3_index_11: string;
  readonly transaction_jurisdiction: string;
  readonly fuel_vendor: string;
  readonly location: { readonly coordinates: readonly [number, number] };
  readonly extras: { readonly fuel_volume_unit: string; readonly price_per_unit: string };
  readonly source_data?: object;
}
interface Page {
  readonly items: Row[];
  readonly total: number;
  readonly next_page: string | null;
  readonly previous_page: string | null;
}

const sandbox = useSandbox({ loads: 200, rate_limit: 100_000, fuel_rows: 30_000 }, { shared: true });

const now = () => sandbox.world.clock.now();
const iso = (wall: number) => new Date(wall).toISOString();
const call = (query: string) => sandbox.call('GET', `${PATH}?${query}`);
async function read(query: string): Promise<Page> {
  const response = await call(query);
  expect(response.status).toBe(200);
  return parseJsonKeepingBigIntegers(await response.text()) as Page;
}
const window = (days: number) =>
  `from_datetime=${iso(now() - days * DAY)}&to_datetime=${iso(now())}&size=1000`;

describe('a year of purchases', () => {
  it("has plausible prices, units and currency for the country, along the truck's route", async () => {
    const rows: Row[] = [];
    for (const back of [40, 130, 220, 310]) {
      const from = now() - back * DAY;
      rows.push(
        ...(await read(`from_datetime=${iso(from)}&to_datetime=${iso(from + 8 * DAY)}&size=1000`)).items,
      );
    }
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['USD', 'CAD', 'MXN']));
    for (const row of rows) {
      const price = Number(row.extras.price_per_unit);
      const [low, high] = { USD: [3, 4.8], CAD: [1.2, 2], MXN: [19, 31] }[row.currency] as [number, number];
      expect(price).toBeGreaterThan(low);
      expect(price).toBeLessThan(high);
      expect(row.total_cost).toMatch(/^\d+\.\d\d$/);
      expect(Math.abs(Number(row.total_cost) - row.fuel_volume * price)).toBeLessThan(0.011);
      expect(row.extras.fuel_volume_unit).toBe(row.currency === 'USD' ? 'gallon' : 'liter');
      expect(row.odometer_unit).toBe(row.currency === 'USD' ? 'mi' : 'km');
      expect(row.fuel_volume).toBeLessThan(row.currency === 'USD' ? 260 : 1000);
      expect(row.transaction_jurisdiction).toMatch(/^[A-Z]{2,3}$/);
    }
  });

  it('has a rising odometer for each truck', async () => {
    const [one] = (await read(window(1))).items;
    const { items } = await read(`${window(45)}&vehicle_ids=${one?.vehicle_id}`);
    expect(items.length).toBeGreaterThan(5);
    const miles = items.map(({ odometer, odometer_unit }) =>
      odometer_unit === 'km' ? odometer / 1.609344 : odometer,
    );
    for (let i = 1; i < miles.length; i++) expect(miles[i]).toBeGreaterThan(miles[i - 1] as number);
  });

  it('has cells as integers above 2^53 at the place of purchase', async () => {
    const { items } = await read(window(2));
    for (const { h3_index_11, location } of items) {
      expect(h3_index_11).toMatch(/^\d{18}$/);
      const cell = BigInt(h3_index_11).toString(16);
      expect([isValidCell(cell), getResolution(cell)]).toEqual([true, 11]);
      const [latitude, longitude] = cellToLatLng(cell);
      const [east, north] = location.coordinates;
      expect(distanceMeters({ latitude, longitude }, { latitude: north, longitude: east })).toBeLessThan(40);
    }
    expect(await (await call(window(1))).text()).toMatch(/"h3_index_11":\d{18}[,}]/);
  });

  it('is identical on each read', async () => {
    expect((await read(window(3))).items).toEqual((await read(window(3))).items);
  });
});

describe('filters', () => {
  it('returns only fleets that currently share fuel', async () => {
    const { items } = await read(window(3));
    const [one] = items;
    const fleet = sandbox.world.fleets.find(({ fleet_id }) => fleet_id === one?.fleet_id);
    expect(fleet?.agreement.scopes).toHaveProperty('fuel_transaction');
    const patch = (expiration_date: string | null) =>
      sandbox.call('PATCH', `/v2/orgs/share-agreements/${fleet?.agreement.id}`, {
        expiration_date,
      });
    await patch(iso(now() - 1));
    expect((await read(window(3))).items).toEqual(items.filter(({ fleet_id }) => fleet_id !== one?.fleet_id));
    await patch(null);
    expect((await read(window(3))).items).toEqual(items);
  });
});

describe('a deleted connection', () => {
  it('adds no more purchases and keeps the earlier ones', async () => {
    const [any] = (await read(window(1))).items;
    const ofFleet = `${window(4)}&fleet_ids=${any?.fleet_id}`;
    const { items } = await read(ofFleet);
    expect(items.length).toBeGreaterThan(3);
    const [one] = items;
    await sandbox.call('DELETE', `/v2/integrations/connections/${one?.connection_id}`);
    sandbox.advance(4 * HOUR);
    const later = (await read(`from_datetime=${iso(now() - 4 * DAY)}&size=1000&fleet_ids=${any?.fleet_id}`))
      .items;
    const known = new Set(items.map(({ id }) => id));
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter(({ id }) => !known.has(id))).toEqual([]);
    expect(
      (await read('size=1000')).items.some(({ occurred_at }) => Date.parse(occurred_at) > now() - 2 * HOUR),
    ).toBe(true);
  });
});

describe('pages while purchases are added', () => {
  it('keep the window of the first page and return each row exactly once, in both directions', async () => {
    const query = 'size=7';
    const before = (await read('size=1000')).items.map(({ id }) => id);
    const pages = [await read(query)];
    for (let next = pages[0]?.next_page; next; next = pages.at(-1)?.next_page) {
      sandbox.advance(HOUR / 6);
      pages.push(await read(`${query}&cursor=${next}`));
    }
    const seen = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter((id) => !seen.includes(id))).toEqual([]);
    expect((await read('size=1000')).total).not.toBe(before.length);
    const back: string[] = [];
    for (let page = pages.at(-1); page; ) {
      back.unshift(...page.items.map(({ id }) => id));
      page = page.previous_page ? await read(`${query}&cursor=${page.previous_page}`) : undefined;
    }
    expect(seen.filter((id) => !back.includes(id))).toEqual([]);
  });

  it('reject a cursor with other filters', async () => {
    const { next_page } = await read('size=5');
    expect((await call(`size=500&cursor=${next_page}`)).status).toBe(200);
    const response = await call(`size=5&cursor=${next_page}&sort_by=id`);
    expect(await response.json()).toMatchObject({ code: 422, detail: [{ path: 'cursor' }] });
  });
});

describe('purchases of moving trucks', () => {
  it("are made at the truck's position, except for a few made elsewhere", async () => {
    sandbox.advance(DAY / 4);
    const { items } = await read(`from_datetime=${iso(now() - DAY)}&to_datetime=${iso(now())}&size=1000`);
    const away = items.map((row) => {
      const tau = sandbox.world.clock.tau(Date.parse(row.occurred_at));
      const truck = sandbox.world.vehicles.byId(row.vehicle_id)?.itinerary?.everAt(tau);
      const [longitude, latitude] = row.location.coordinates;
      return truck ? distanceMeters(truck, { latitude, longitude }) : 0;
    });
    expect(items.length).toBeGreaterThan(50);
    expect(away.filter((meters) => meters > 100).length).toBeLessThan(items.length / 50);
  });
});
