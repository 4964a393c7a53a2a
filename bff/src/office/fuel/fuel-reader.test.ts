import type { FuelRange, FuelSummary } from '@waypost/contract/api/fuel';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { FuelTransaction } from '@waypost/contract/fuel';
import { beforeEach, expect, it, vi } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SINGLE_SERVER } from '../../platform/cluster/notify-bus.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database, Dialect } from '../../platform/store/database.ts';
import { rowsOf, updateRow } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { ListingService, refused } from '../../testing/listing-service.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { ListImports, purgeImports } from '../imports/imports.ts';
import { FuelReader } from './fuel-reader.ts';
import { FuelReport } from './fuel-report.ts';

const DAY = 86_400_000;
const FROM = Date.UTC(2026, 7, 17);
const TO = Date.UTC(2026, 10, 15);
const iso = (ms: number) => new Date(ms).toISOString();
const RANGE: FuelRange = { from_datetime: iso(FROM), to_datetime: iso(TO), again: false };

let made = 0;
const bought = (at: number, more: Partial<FuelTransaction> = {}): FuelTransaction => {
  made += 1;
  return {
    id: id(made),
    occurred_at: iso(at),
    vehicle_id: id(500),
    fleet_id: id(600),
    fleet_ref: 'F-1',
    currency: 'USD',
    fuel_type: 'diesel',
    fuel_volume: 100.1,
    total_cost: '400.03',
    transaction_jurisdiction: 'TX',
    extras: { fuel_volume_unit: 'gallon' },
    ...more,
  };
};

describeOnBothDatabases('fuel', (fresh) => {
  let db: Database;
  let dialect: Dialect;
  let now: number;
  let service: ListingService<FuelTransaction>;
  let jobs: Jobs;
  let imports: ListImports;
  let reader: FuelReader;
  let report: FuelReport;
  let pairs: unknown[];
  beforeEach(async () => {
    made = 0;
    ({ db, dialect } = await (await fresh()).open());
    now = Date.UTC(2026, 10, 20);
    pairs = [];
    service = new ListingService<FuelTransaction>([], ({ occurred_at }, { from_datetime, to_datetime }) => {
      const at = Date.parse(occurred_at ?? '');
      return at >= Date.parse(String(from_datetime)) && at < Date.parse(String(to_datetime));
    });
    ({ jobs, imports, reader } = openServer());
    report = new FuelReport({
      db,
      client: service.client,
      endpoint: serviceEndpoints().listFuelTransactions,
      imports,
      assumptions: ASSUMPTIONS,
      nameOf: () => 'Unit 7',
      placeOf: () => null,
      fleetNameOf: (fleet_ref) => (fleet_ref === 'F-1' ? 'Granite Spur Logistics' : null),
    });
  });
  /** One of the servers. */
  function openServer() {
    const shared = { db, log: silentLog, now: () => now };
    const activity = new Activity(db, silentLog, shared.now);
    const jobs = new Jobs({ ...shared, dialect, activity, bus: SINGLE_SERVER });
    const imports = new ListImports({ ...shared, jobs });
    const reader = new FuelReader({
      ...shared,
      client: service.client,
      endpoint: serviceEndpoints().listFuelTransactions,
      imports,
      assumptions: ASSUMPTIONS,
      pageSize: 10,
      onVehicles: async (some) => void pairs.push(...some),
    });
    return { jobs, imports, reader };
  }
  async function read(range: Partial<FuelRange> = {}) {
    const { row, begun } = await reader.read({ ...RANGE, ...range }, 'anna');
    await jobs.runDue();
    return { begun, row: await imports.row('fuel', row.id) };
  }
  const summaryOf = async () => report.summary((await read()).row);
  const everything = { sort_by: 'occurred_at', sort_order: 'asc', offset: 0, size: 1000 } as const;
  const group = (groups: FuelSummary['totals']) =>
    groups.map((one) => [one.currency, one.volume_unit, one.transactions, one.fuel_volume, one.total_cost]);

  it('an import that has much to write lets what people read go before', async () => {
    const order: string[] = [];
    imports.define('usage', async (job) => {
      const writes = Array.from({ length: 6 }, () => job.write(async () => void order.push('write')));
      const read = rowsOf(db, 'list_import', {}).then(() => order.push('read'));
      await Promise.all([...writes, read]);
    });
    const part = { from_datetime: iso(FROM), to_datetime: iso(TO), rows_read: 0, rows_total: null };
    const parts = [{ ...part, state: 'waiting' as const }];
    await imports.begin({ kind: 'usage', key: 'all', query: {}, parts, sub: 'ann', token_of: null });
    await jobs.runDue();
    expect(order).toHaveLength(7);
    expect(order.indexOf('read')).toBeLessThan(2);
  });

  it('contains each transaction at the border of two windows exactly once', async () => {
    const { row: empty } = await read();
    const borders = report
      .toResponse(empty)
      .then(({ parts }) => parts.map((part) => Date.parse(part.from_datetime)));
    const rows = (await borders).flatMap((at) => [bought(at), ...(at > FROM ? [bought(at - 1)] : [])]);
    service.rows = [...rows, bought(TO), bought(FROM - 1), bought(TO - 1)].sort((a, b) =>
      (a.occurred_at ?? '') < (b.occurred_at ?? '') ? -1 : 1,
    );
    now += DAY;
    const { row } = await read();
    const { items, total } = await report.rows(row, everything);
    expect(total).toBe(rows.length + 1);
    expect(items.map((item) => item.occurred_at)).toEqual(
      service.rows.slice(1, -1).map(({ occurred_at }) => occurred_at),
    );
    for (const { from_datetime, to_datetime } of service.queries)
      expect(Date.parse(String(to_datetime)) - Date.parse(String(from_datetime))).toBeLessThanOrEqual(
        45 * DAY,
      );
  });

  it('sums over pages, currencies and units exactly, without mixing them', async () => {
    const cents = Array.from({ length: 35 }, (_, i) =>
      bought(FROM + i * 60_000, { total_cost: '0.10', fuel_volume: 0.1 }),
    );
    service.rows = [
      ...cents,
      bought(FROM + DAY, { currency: 'CAD', extras: { fuel_volume_unit: 'L' }, total_cost: '1.005' }),
      bought(FROM + DAY, { currency: 'CAD', extras: {}, total_cost: '2', fuel_volume: 3 }),
      bought(FROM + DAY, { deleted_at: iso(TO), total_cost: '999999' }),
      bought(FROM + DAY, { total_cost: null }),
    ];
    const summary = await summaryOf();
    expect(group(summary.totals)).toEqual([
      ['CAD', 'L', 1, '100.1', '1.005'],
      ['CAD', null, 1, '3', '2'],
      ['USD', 'gal', 36, '103.6', '3.50'],
    ]);
    // A transaction without a cost does not affect the price.
    expect(summary.totals[2]?.price_per_unit).toBe('1.0000');
    expect([summary.transactions, summary.deleted]).toEqual([38, 1]);
  });

  it('splits months and weeks by UTC, and includes empty months', async () => {
    const september = Date.UTC(2026, 8, 1);
    service.rows = [
      bought(september - 1),
      bought(september),
      bought(september, { occurred_at: '2026-08-31T20:00:00-05:00' }),
      bought(Date.UTC(2026, 10, 1)),
    ];
    const { months, by_month, by_week } = await summaryOf();
    expect(months).toEqual(['2026-08', '2026-09', '2026-10', '2026-11']);
    expect(by_month.map(({ month, transactions }) => [month, transactions])).toEqual([
      ['2026-08', 1],
      ['2026-09', 2],
      ['2026-11', 1],
    ]);
    // November 1 is a Sunday.
    expect(by_week.map(({ week, transactions }) => [week, transactions])).toEqual([
      ['2026-08-31', 3],
      ['2026-10-26', 1],
    ]);
  });

  it('counts a transaction once that is listed twice because the list has moved', async () => {
    const rows = Array.from({ length: 15 }, (_, i) => bought(FROM + i));
    service.rows = [...rows.slice(0, 10), ...rows.slice(8)];
    const { row } = await read();
    expect(report.summary(row).totals[0]?.total_cost).toBe('6000.45');
    const { items, total } = await report.rows(row, everything);
    expect([items.length, total]).toEqual([15, 15]);
  });

  it('sorts rows that are not ordered by time', async () => {
    service.rows = [bought(FROM + 5), bought(FROM + 3), bought(FROM + 4)];
    const { row } = await read();
    const order = async (sort_order: 'asc' | 'desc') =>
      (await report.rows(row, { ...everything, sort_order })).items.map((item) => item.id);
    expect(await order('asc')).toEqual([id(2), id(3), id(1)]);
    expect(await order('desc')).toEqual([id(1), id(3), id(2)]);
  });

  it('is shared for the same range for some minutes, unless a new one is requested', async () => {
    const first = await read();
    const same = await read({ from_datetime: '2026-08-17T02:00:00+02:00' });
    expect([first.begun, same.begun, same.row.id]).toEqual([true, false, first.row.id]);
    expect((await read({ again: true })).begun).toBe(true);
    now += 6 * 60_000;
    expect((await read()).begun).toBe(true);
    expect((await read({ fleet_refs: ['F-1'] })).begun).toBe(true);
  });

  it('marks a partial import as partial', async () => {
    const [first, last] = [bought(FROM + 1), bought(TO - 1)];
    service.rows = [first, last];
    service.before = ({ to_datetime }) => {
      if (to_datetime === RANGE.to_datetime) throw refused(400);
    };
    const { row } = await read();
    const summary = report.summary(row);
    expect([summary.state, summary.checks, summary.vehicles]).toEqual(['failed', null, null]);
    expect((await report.csv(row, everything)).complete).toBe(false);
  });

  it('is exported to a file with the name of its first and last day', async () => {
    const { row } = await read({
      from_datetime: '2026-10-30T00:00:00.000Z',
      to_datetime: '2026-11-29T00:00:00.000Z',
    });
    expect((await report.csv(row, everything)).name).toBe('fuel-2026-10-30-2026-11-28');
  });

  it('is exported with the names of truck and fleet that the page shows', async () => {
    service.rows = [bought(FROM + 1)];
    const { row } = await read();
    const { columns, pieces } = await report.csv(row, everything);
    let lines = '';
    for await (const piece of pieces) lines += piece;
    const cells = lines.split(',');
    expect(cells[columns.indexOf('vehicle_name')]).toBe('Unit 7');
    expect(cells[columns.indexOf('fleet_name')]).toBe('Granite Spur Logistics');
  });

  it('is done again by another server when its server dies, and the dead one changes nothing any more', async () => {
    service.rows = Array.from({ length: 25 }, (_, i) => bought(FROM + i));
    const { row } = await reader.read(RANGE, 'anna');
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    service.before = ({ cursor }) => {
      if (cursor !== '20') return;
      reached.resolve();
      return held.promise;
    };
    const dead = jobs.runDue();
    await reached.promise;
    await vi.waitUntil(async () => (await rowsOf(db, 'fuel_row', {})).length > 0);
    await updateRow(db, 'job', {}, { claimed_until: 0 });
    service.before = () => undefined;
    await openServer().jobs.runDue();
    held.resolve();
    await dead;
    const after = await imports.row('fuel', row.id);
    expect(report.summary(after)).toMatchObject({ state: 'complete', transactions: 25 });
    expect((await report.rows(after, everything)).total).toBe(25);
    expect(await rowsOf(db, 'fuel_row', {})).toHaveLength(25);
  });

  it('finds suspicious purchases', async () => {
    const at = FROM + DAY;
    const here = { location: { type: 'Point' as const, coordinates: [-101.8, 35.2] as [number, number] } };
    await db
      .insertInto('vehicle_position')
      .values([
        { vehicle_id: id(500), occurred_at: at + 60_000, latitude: 35.2, longitude: -101.8 },
        { vehicle_id: id(501), occurred_at: at + 60_000, latitude: 40, longitude: -90 },
      ])
      .execute();
    const odometer = (miles: number) => ({ odometer: miles, odometer_unit: 'mi' });
    service.rows = [
      bought(at, { ...here, ...odometer(1000) }),
      bought(at, { ...here, vehicle_id: id(501) }),
      bought(at + 5 * 60_000, { ...here, ...odometer(1000) }),
      bought(at + 6 * 60_000, { ...here, ...odometer(1000), fuel_type: 'def' }),
      bought(at + DAY, odometer(900)),
      bought(at + 2 * DAY, { fuel_volume: 301 }),
      bought(at + 3 * DAY, { vehicle_id: null }),
      bought(at + 4 * DAY, { vehicle_id: null, deleted_at: iso(TO) }),
    ];
    const { row } = await read();
    const { checks } = report.summary(row);
    const found = async (check: NonNullable<typeof checks>[number]['check']) =>
      (await report.findings(row, { check, offset: 0, size: 10 })).items.map(
        ({ transaction }) => transaction.id,
      );
    expect(await found('far_from_position')).toEqual([id(2)]);
    expect(await found('twice_at_once')).toEqual([id(3)]);
    expect(await found('odometer_back')).toEqual([id(5)]);
    expect(await found('above_tank')).toEqual([id(6)]);
    expect(await found('no_vehicle')).toEqual([id(7)]);
    expect(checks?.find(({ check }) => check === 'far_from_position')).toEqual({
      check: 'far_from_position',
      findings: 1,
      judged: 4,
    });
    const only = await report.rows(row, { ...everything, check: 'odometer_back' });
    expect(only.items).toMatchObject([{ id: id(5), checks: ['odometer_back'] }]);
  });

  it('computes the economy of a vehicle across units', async () => {
    service.rows = [
      bought(FROM, { odometer: 1000, odometer_unit: 'mi' }),
      bought(FROM + DAY, { odometer: 1300, odometer_unit: 'mi', fuel_volume: 50 }),
      bought(FROM + DAY, { odometer: 1300, odometer_unit: 'mi', fuel_volume: 5, fuel_type: 'def' }),
      bought(FROM + 2 * DAY, {
        odometer: 2574.9504,
        odometer_unit: 'km',
        fuel_volume: 113.56235352,
        extras: { fuel_volume_unit: 'liter' },
      }),
      bought(FROM, { vehicle_id: id(502) }),
    ];
    const { row } = await read();
    const { items, total } = await report.vehicles(row, {
      sort_by: 'economy',
      sort_order: 'asc',
      offset: 0,
      size: 10,
    });
    expect(total).toBe(2);
    // 600 miles on 80 gallons.
    expect(((items[0]?.meters_per_liter ?? 0) / 1609.344) * 3.785411784).toBeCloseTo(7.5, 6);
    expect(items[0]).toMatchObject({ vehicle_id: id(500), transactions: 4, name: 'Unit 7', why_not: null });
    expect(items[1]).toMatchObject({ vehicle_id: id(502), meters_per_liter: null, why_not: 'one_purchase' });
    expect(pairs).toContainEqual({ vehicle_id: id(500), fleet_id: id(600), fleet_ref: 'F-1' });
  });

  it('leaves nothing behind when deleted', async () => {
    service.rows = [bought(FROM), bought(FROM + 1, { vehicle_id: null })];
    await read();
    await purgeImports(db, { now: now + 30_000, fuelTtlMs: 60_000 });
    const left = async () =>
      Promise.all(
        (['fuel_row', 'fuel_finding', 'fuel_vehicle', 'list_import', 'import_person'] as const).map(
          async (table) => {
            const { rows } = await db
              .selectFrom(table)
              .select((eb) => eb.fn.countAll<number>().as('rows'))
              .executeTakeFirstOrThrow();
            return Number(rows);
          },
        ),
      );
    expect(await left()).toEqual([2, expect.any(Number), 1, 1, 1]);
    await purgeImports(db, { now: now + 120_000, fuelTtlMs: 60_000 });
    expect(await left()).toEqual([0, 0, 0, 0, 0]);
  });

  it('a row whose total_cost is "1,234.50", and an invalid row, hide no others and are counted besides the sums', async () => {
    const odd = { ...bought(FROM + DAY), total_cost: '1,234.50' };
    service.rows = [
      bought(FROM),
      odd,
      { ...bought(FROM + 2 * DAY), id: 'no uuid', access_token: 'x' } as FuelTransaction,
    ];
    const summary = await summaryOf();
    expect(group(summary.totals)).toEqual([['USD', 'gal', 2, '200.2', '400.03']]);
    expect(summary.unread).toMatchObject({
      left_out: 1,
      incomplete: 1,
      items: [
        { used: true, values: [{ path: 'total_cost', raw: '"1,234.50"' }] },
        { used: false, id: 'no uuid' },
      ],
    });
    expect(JSON.stringify(summary)).not.toContain('access_token');
  });

  it('shows undocumented records without secrets, at any depth', async () => {
    const extras = { fuel_volume_unit: 'gallon', card: { access_token: 'secret-1', number: '7' } };
    service.rows = [{ ...bought(FROM), extras, inferred_address: { city: 'Waco', apiKey: 'secret-2' } }];
    const { row } = await read();
    const { items } = await report.rows(row, everything);
    expect(items[0]).toMatchObject({ extras: { card: { number: '7' } }, inferred_address: { city: 'Waco' } });
    service.rows = [
      { ...bought(FROM), id: id(1), source_data: { session: { password: 'secret-3' }, pump: 4 } },
    ];
    const raw = await report.raw(id(1), { occurred_at: iso(FROM) }, undefined, new AbortController().signal);
    expect(raw.source_data).toEqual({ session: {}, pump: 4 });
    expect(JSON.stringify([items, raw])).not.toContain('secret-');
  });
});
