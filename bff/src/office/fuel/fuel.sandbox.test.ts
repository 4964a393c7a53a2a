/** Reported fuel equals an independent computation from the service's transactions, to the last digit. */
import type {
  FuelFinding,
  FuelGroup,
  FuelImport,
  FuelPlaces,
  FuelRow,
  FuelSummary,
  FuelVehicle,
} from '@waypost/contract/api/fuel';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { fuelEndpoints } from '@waypost/contract/fuel';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { everything } from '../../testing/deep.ts';
import { everyItem } from '../../testing/independent.ts';
import { useServer } from '../../testing/server.ts';

interface Item {
  readonly id: string;
  readonly fleet_ref: string;
  readonly vehicle_id: string;
  readonly occurred_at: string;
  readonly deleted_at: string | null;
  readonly currency: string;
  readonly fuel_type: string;
  readonly fuel_volume: number;
  readonly total_cost: string;
  readonly transaction_jurisdiction: string;
  readonly extras: { readonly fuel_volume_unit: string };
}

const PATH = fuelEndpoints(ASSUMPTIONS).listFuelTransactions.path;
const DAY = 86_400_000;
/** Half a year up to an hour ago: several windows and months, without new transactions. */
const TO = Math.floor((Date.now() - 3600_000) / 1000) * 1000;
const FROM = TO - 182 * DAY;
const iso = (ms: number) => new Date(ms).toISOString();
const RANGE = { from_datetime: iso(FROM), to_datetime: iso(TO) };

const { line, server, signedIn } = await useServer({
  sandbox: {
    SANDBOX_FUEL_ROWS: everything ? '20000' : '5000',
    SANDBOX_RATE_LIMIT: '500',
    SANDBOX_SPEED: '1',
  },
  env: { POLL_INTERVAL_SECONDS: '3600', SERVICE_MAX_RPS: '200' },
});
const browser = await signedIn();
/** Read independently, in windows of its own. */
const items: Item[] = [];
beforeAll(async () => {
  for (let from = FROM; from < TO; from += 40 * DAY) {
    const window = new URLSearchParams({
      from_datetime: iso(from),
      to_datetime: iso(Math.min(TO, from + 40 * DAY)),
    });
    items.push(...(await everyItem<Item>(line, `${PATH}?${window}`, 700)));
  }
});

const api = async <T>(path: string, init?: Parameters<TestBrowser['api']>[1]) => {
  const { status, json } = await browser.api(`${server.url}${path}`, init);
  return { status, body: json as T };
};
async function read(body: object = RANGE): Promise<FuelImport> {
  const { body: begun } = await api<FuelImport>('/api/fuel/imports', { method: 'POST', body });
  return vi.waitUntil(
    async () => {
      const { body: given } = await api<FuelImport>(`/api/fuel/imports/${begun.import_id}`);
      return given.state === 'reading' ? undefined : given;
    },
    { timeout: 40_000, interval: 50 },
  );
}
const of = async <T>(listImport: FuelImport, what: string) =>
  (await api<T>(`/api/fuel/imports/${listImport.import_id}/${what}`)).body;
const kept = () => items.filter(({ deleted_at }) => deleted_at === null);

/** Whole millionths, as an independent way of exact computation. */
const micros = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

function sums(rows: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, { transactions: number; volume: bigint; cost: bigint }>();
  for (const item of rows) {
    const key = keyOf(item);
    const group = groups.get(key) ?? { transactions: 0, volume: 0n, cost: 0n };
    group.transactions += 1;
    group.volume += micros(String(item.fuel_volume));
    group.cost += micros(item.total_cost);
    groups.set(key, group);
  }
  return groups;
}
const reportedSums = <G extends FuelGroup>(groups: readonly G[], keyOf: (group: G) => string) =>
  new Map(
    groups.map((group) => [
      keyOf(group),
      {
        transactions: group.transactions,
        volume: micros(group.fuel_volume ?? ''),
        cost: micros(group.total_cost ?? ''),
      },
    ]),
  );
const unit = (item: Item) => (item.extras.fuel_volume_unit === 'gallon' ? 'gal' : 'L');

describe('fuel', () => {
  it('is read in valid windows, concurrently, each transaction once, in order of time', async () => {
    const listImport = await read();
    expect(listImport).toMatchObject({ state: 'complete', message: null, rows_read: items.length });
    expect(listImport.parts.length).toBeGreaterThanOrEqual(5);
    const rows: FuelRow[] = [];
    while (rows.length < items.length) {
      const { items: more } = await of<{ items: FuelRow[] }>(
        listImport,
        `rows?size=1000&offset=${rows.length}`,
      );
      if (more.length === 0) break;
      rows.push(...more);
    }
    expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(rows[0]).toMatchObject({ ...items[0], h3_index_11: expect.stringMatching(/^\d{16,}$/) });
  });

  it('is summed to the cent, per currency and unit', async () => {
    const summary = await of<FuelSummary>(await read(), 'summary');
    const expected = sums(kept(), (item) => `${item.currency} ${unit(item)}`);
    expect(expected.size).toBeGreaterThan(1);
    expect(reportedSums(summary.totals, ({ currency, volume_unit }) => `${currency} ${volume_unit}`)).toEqual(
      expected,
    );
    expect([summary.transactions, summary.deleted]).toEqual([kept().length, items.length - kept().length]);
  });

  it('is summed by month in UTC and by jurisdiction', async () => {
    const summary = await of<FuelSummary>(await read(), 'summary');
    const name = (item: Item) => `${item.currency} ${unit(item)} ${item.fuel_type}`;
    expect(
      reportedSums(summary.by_month, (g) => `${g.currency} ${g.volume_unit} ${g.fuel_type} ${g.month}`),
    ).toEqual(sums(kept(), (item) => `${name(item)} ${item.occurred_at.slice(0, 7)}`));
    expect(
      reportedSums(
        summary.by_month_and_jurisdiction,
        (g) => `${g.currency} ${g.volume_unit} ${g.fuel_type} ${g.month} ${g.transaction_jurisdiction}`,
      ),
    ).toEqual(
      sums(
        kept(),
        (item) => `${name(item)} ${item.occurred_at.slice(0, 7)} ${item.transaction_jurisdiction}`,
      ),
    );
    expect(summary.months.length).toBeGreaterThanOrEqual(6);
  });

  it('is summed by fleet, with its name', async () => {
    const { by_fleet, fleet_totals } = await of<FuelSummary>(await read(), 'summary');
    const name = (item: Item) => `${item.currency} ${unit(item)} ${item.fuel_type}`;
    const expected = sums(kept(), (item) => `${name(item)} ${item.fleet_ref}`);
    expect(new Set(kept().map(({ fleet_ref }) => fleet_ref)).size).toBeGreaterThan(1);
    expect(
      reportedSums(by_fleet, (g) => `${g.currency} ${g.volume_unit} ${g.fuel_type} ${g.fleet_ref}`),
    ).toEqual(expected);
    expect(reportedSums(fleet_totals, (g) => `${g.currency} ${g.volume_unit} ${g.fleet_ref}`)).toEqual(
      sums(kept(), (item) => `${item.currency} ${unit(item)} ${item.fleet_ref}`),
    );
    const counts = new Map<string | null, number>();
    for (const { fleet_ref, transactions } of fleet_totals)
      counts.set(fleet_ref, (counts.get(fleet_ref) ?? 0) + transactions);
    expect([...counts.values()]).toEqual([...counts.values()].toSorted((a, b) => b - a));
    expect(by_fleet.every(({ fleet_name }) => fleet_name === null || fleet_name.length > 0)).toBe(true);
  });

  it('has unit prices computed from what was paid', async () => {
    const { by_jurisdiction } = await of<FuelSummary>(await read(), 'summary');
    for (const group of by_jurisdiction)
      expect(Number(group.price_per_unit)).toBeCloseTo(
        Number(group.total_cost) / Number(group.fuel_volume),
        3,
      );
  });

  it.each(['total_cost', 'fuel_volume', 'occurred_at'] as const)(
    'is sorted by %s from any offset',
    async (sort_by) => {
      const listImport = await read();
      const { items: page, total } = await of<{ items: FuelRow[]; total: number }>(
        listImport,
        `rows?sort_by=${sort_by}&sort_order=desc&offset=5000&size=50`,
      );
      const value = (item: { readonly [name: string]: unknown }) =>
        sort_by === 'occurred_at' ? Date.parse(String(item[sort_by])) : Number(item[sort_by]);
      const expected = items.map((item) => value({ ...item })).sort((a, b) => b - a);
      expect(page.map(value)).toEqual(expected.slice(5000, 5050));
      expect(total).toBe(items.length);
    },
  );

  it('is filtered like at the service, and joins an import of the same range', async () => {
    const fleet = items[0]?.fleet_ref ?? '';
    const { body: one } = await api<FuelImport>('/api/fuel/imports', {
      method: 'POST',
      body: { ...RANGE, fleet_refs: [fleet] },
    });
    const other = await read({ ...RANGE, fleet_refs: [fleet] });
    expect(other.import_id).toBe(one.import_id);
    expect(other.rows_read).toBe(items.filter(({ fleet_ref }) => fleet_ref === fleet).length);
  });

  it('is streamed as CSV with every row, in the requested order', async () => {
    const listImport = await read();
    const page = await browser.request(
      `${server.url}/api/fuel/imports/${listImport.import_id}/rows.csv?sort_by=total_cost`,
      { headers: { 'X-CSRF': '1' } },
    );
    const lines = page.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(items.length + 1);
    expect([page.headers.get('X-Row-Count'), page.headers.get('X-Complete')]).toEqual([
      String(items.length),
      'true',
    ]);
    const column = (lines[0] ?? '').split(',').indexOf('total_cost');
    const least = items.map(({ total_cost }) => Number(total_cost)).sort((a, b) => a - b)[0];
    expect(Number(lines[1]?.split(',')[column])).toBe(least);
  });

  it('has economies and findings once everything is imported', async () => {
    const listImport = await read();
    const summary = await of<FuelSummary>(listImport, 'summary');
    const { items: vehicles, total } = await of<{ items: FuelVehicle[]; total: number }>(
      listImport,
      'vehicles?size=1000',
    );
    const known = new Set(items.map(({ vehicle_id }) => vehicle_id));
    expect([total, summary.vehicles]).toEqual([known.size, known.size]);
    expect(vehicles.filter(({ meters_per_liter }) => meters_per_liter !== null).length).toBeGreaterThan(0);
    for (const { check, findings } of summary.checks ?? []) {
      const given = await of<{ items: FuelFinding[]; total: number }>(
        listImport,
        `findings?check=${check}&size=1000`,
      );
      expect([given.total, given.items.length]).toEqual([findings, Math.min(findings, 1000)]);
      expect(given.items.every(({ transaction }) => transaction.checks.includes(check))).toBe(true);
    }
  });

  it('has the raw record of a transaction', async () => {
    await read();
    const { id, occurred_at, vehicle_id } = items[17] as Item;
    const query = new URLSearchParams({ occurred_at, vehicle_id });
    const { body } = await api<{ source_data: { transactionId?: string } }>(
      `/api/fuel/transactions/${id}/raw?${query}`,
    );
    expect(body.source_data.transactionId).toMatch(/^FT-/);
  });

  it('has the places of purchases', async () => {
    const { items: places, not_shown } = await of<FuelPlaces>(await read(), 'places');
    expect(places.filter(({ place }) => place === null)).toEqual([]);
    const shown = places.reduce((sum, { transactions }) => sum + transactions, 0);
    expect(shown + not_shown).toBe(kept().length);
  });
});

describe('a requested range', () => {
  const many = Array.from({ length: 101 }, (_, i) => `F-${i}`);
  it.each([
    [{ ...RANGE, fleet_refs: many }, 'body.fleet_refs'],
    [{ ...RANGE, to_datetime: RANGE.from_datetime }, 'body.to_datetime'],
    [{ ...RANGE, from_datetime: '2001-01-01T00:00:00Z' }, 'body.to_datetime'],
    [{ ...RANGE, vehicle_ids: ['x'] }, 'body.vehicle_ids.0'],
    [{ ...RANGE, sort_by: 'id' }, 'body'],
  ])('is refused before anything is sent (%#)', async (body, path) => {
    const given = await api<{ detail: { path: string }[] }>('/api/fuel/imports', { method: 'POST', body });
    expect(given.status).toBe(422);
    expect(given.body.detail[0]?.path).toBe(path);
  });

  it('may be without filters', async () => {
    const listImport = await read({
      from_datetime: '2010-01-01T00:00:00Z',
      to_datetime: '2010-03-01T00:00:00Z',
    });
    expect(listImport).toMatchObject({ state: 'complete', rows_read: 0, rows_total: 0 });
    const summary = await of<FuelSummary>(listImport, 'summary');
    expect(summary).toMatchObject({ transactions: 0, totals: [], months: ['2010-01', '2010-02'] });
    expect(await of(listImport, 'rows')).toMatchObject({ items: [], total: 0 });
  });

  it('is unknown after its deletion', async () => {
    const { status } = await api('/api/fuel/imports/3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60/summary');
    expect(status).toBe(404);
  });
});
