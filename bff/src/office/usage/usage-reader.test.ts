import { USAGE_CLOSED_AFTER_MS, type UsageSummary } from '@waypost/contract/api/usage';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { UsageRow } from '@waypost/contract/usage';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../platform/store/database.ts';
import { describeOnBothDatabases, type TestDatabase } from '../../testing/databases.ts';
import { ListingService, outage, refused } from '../../testing/listing-service.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { ListImports, purgeImports } from '../imports/imports.ts';
import { OwnUsage } from './own-usage.ts';
import { storedRow, UsageReader } from './usage-reader.ts';
import { UsageReport } from './usage-report.ts';

const row = (n: number, usage_month: string, more: Partial<UsageRow> = {}): UsageRow => ({
  id: id(n),
  partner_id: id(900),
  usage_month,
  entity_type: 'vehicle',
  entity_id: id(100 + (n % 10)),
  rest_api_count: n,
  webhook_count: 1,
  is_active: true,
  ...more,
});
const RANGE = { from_month: '2026-09', to_month: '2026-11', again: false };
const QUERY = { from_month: '2026-09', to_month: '2026-11' };
const OCTOBER = Array.from({ length: 25 }, (_, i) => row(i + 1, '2026-10-01'));
const NOVEMBER = Array.from({ length: 7 }, (_, i) => row(i + 101, '2026-11-01'));

describeOnBothDatabases('usage', (fresh) => {
  let database: TestDatabase;
  let db: Database;
  let now: number;
  let service: ListingService<UsageRow>;
  let imports: ListImports;
  let reader: UsageReader;
  let pauses: number[];
  let report: UsageReport;
  beforeEach(async () => {
    database = await fresh();
    db = (await database.open()).db;
    now = Date.UTC(2026, 10, 16);
    service = new ListingService<UsageRow>([...OCTOBER, ...NOVEMBER], ({ usage_month }, { year, month }) =>
      year === undefined ? true : usage_month === `${year}-${String(month).padStart(2, '0')}-01`,
    );
    build();
  });
  function build(saveIntervalMs = 20) {
    const clock = () => now;
    imports = new ListImports({ db, log: silentLog, now: clock, saveIntervalMs });
    const endpoint = serviceEndpoints().listUsage;
    pauses = [];
    const pause = async (ms: number) => void pauses.push(ms);
    reader = new UsageReader({
      db,
      client: service.client,
      endpoint,
      imports,
      now: clock,
      pageSize: 10,
      pause,
    });
    const own = new OwnUsage(db, silentLog, clock);
    report = new UsageReport({ db, reader, imports, own, names: async () => () => null, now: clock });
  }
  const read = async (request: Partial<typeof RANGE> = {}, sub = 'anna') => {
    const { row, begun } = await reader.read({ ...RANGE, ...request }, sub, undefined);
    await imports.ended(row.id);
    return { begun, ...(await imports.toResponse(await imports.row('usage', row.id))) };
  };
  const counts = ({ months }: UsageSummary) =>
    months.map(({ state, items }) => [state, items.map((one) => [one.entities, one.rest_api_count])]);

  it('sums pages and months, including empty ones', async () => {
    const answer = await read();
    expect([answer.state, answer.begun, answer.rows_read, answer.rows_total]).toEqual([
      'complete',
      true,
      32,
      32,
    ]);
    expect(counts(await report.summary(QUERY))).toEqual([
      ['complete', []],
      ['complete', [[10, 325]]],
      ['complete', [[7, 728]]],
    ]);
    expect(service.queries.filter(({ month }) => month === 10)).toHaveLength(3);
  });

  it('reads a closed month once, and the open one again after some minutes', async () => {
    await read();
    service.queries.length = 0;
    await read();
    expect(service.queries).toEqual([]);
    now += 6 * 60_000;
    service.rows = [...OCTOBER, row(200, '2026-11-01', { rest_api_count: 5 })];
    await read();
    expect(service.queries.map(({ month }) => month)).toEqual([11]);
    expect(counts(await report.summary(QUERY)).at(-1)).toEqual(['complete', [[1, 5]]]);
    const { rows } = await db
      .selectFrom('usage_row')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    expect(Number(rows)).toBe(26);
  });

  it('closes a month some time after its last instant in UTC, not before', async () => {
    now = Date.UTC(2026, 11, 1) + USAGE_CLOSED_AFTER_MS - 1;
    await read();
    expect((await report.summary(QUERY)).months.at(-1)).toMatchObject({ open: false, closed: false });
    now += 6 * 60_000;
    await read();
    expect((await report.summary(QUERY)).months.at(-1)).toMatchObject({ open: false, closed: true });
  });

  it('reads closed months again on request', async () => {
    await read();
    service.rows = [row(1, '2026-10-01', { rest_api_count: 9 })];
    await read({ again: true });
    expect(counts(await report.summary(QUERY))).toEqual([
      ['complete', []],
      ['complete', [[1, 9]]],
      ['complete', []],
    ]);
  });

  it('marks partial data as partial, and resumes from there the next time', async () => {
    service.before = ({ month, cursor }) => {
      if (month === 10 && cursor === '20') throw refused(400);
    };
    const answer = await read();
    expect(answer.state).toBe('failed');
    const summary = await report.summary(QUERY);
    expect([summary.state, summary.fresh]).toEqual(['partial', false]);
    expect(summary.months[1]).toMatchObject({
      state: 'partial',
      rows_read: 20,
      rows_total: 25,
      estimate: null,
    });
    service.before = () => undefined;
    expect((await read()).state).toBe('complete');
    expect((await report.summary(QUERY)).state).toBe('complete');
  });

  it('keeps complete data when reading it again fails', async () => {
    await read();
    now += 6 * 60_000;
    service.before = () => {
      throw refused(403);
    };
    expect((await read()).state).toBe('failed');
    expect(counts(await report.summary(QUERY)).at(-1)).toEqual(['complete', [[7, 728]]]);
  });

  it('resumes after an outage', async () => {
    let failures = 1;
    service.before = () => {
      if (failures-- > 0) throw outage();
    };
    expect((await read()).state).toBe('complete');
    expect(pauses).toEqual([1000]);
  });

  it.each([
    ['refuses', refused()],
    ['ignores', null],
  ])('reads everything at once from a service that %s the filters by month', async (_, error) => {
    service = new ListingService<UsageRow>([...OCTOBER, ...NOVEMBER], () => true);
    service.before = ({ year }) => {
      if (error && year !== undefined) throw error;
    };
    build();
    const answer = await read();
    expect([answer.state, answer.rows_read]).toEqual(['complete', 32]);
    expect(counts(await report.summary(QUERY))).toEqual([
      ['complete', []],
      ['complete', [[10, 325]]],
      ['complete', [[7, 728]]],
    ]);
  });

  it('is one import for all users, and ends when the last one leaves', async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    service.before = () => held;
    const anna = await reader.read(RANGE, 'anna', undefined);
    const ben = await reader.read(RANGE, 'ben', undefined);
    expect([ben.row.id, ben.begun]).toEqual([anna.row.id, false]);
    await imports.leave(anna.row, 'anna');
    expect(await imports.toResponse(await imports.row('usage', anna.row.id))).toMatchObject({
      state: 'reading',
      people: 1,
    });
    const left = imports.leave(ben.row, 'ben');
    go();
    await left;
    expect(await imports.toResponse(await imports.row('usage', anna.row.id))).toMatchObject({
      state: 'cancelled',
    });
  });

  it('reports an import of a dead server as failed', async () => {
    build(3600_000);
    service.before = () => new Promise(() => undefined);
    const { row: begun } = await reader.read(RANGE, 'anna', undefined);
    const other = new ListImports({ db: (await database.open()).db, log: silentLog, now: () => now });
    expect((await other.row('usage', begun.id)).state).toBe('reading');
    now += 60_000;
    expect((await other.row('usage', begun.id)).state).toBe('failed');
  });

  it('leaves no rows of an unfinished import behind', async () => {
    await read();
    await db
      .insertInto('usage_row')
      .values(storedRow(row(77, '2026-10-01'), 4711, null))
      .execute();
    const rows = async () => (await db.selectFrom('usage_row').select('id').execute()).length;
    expect(await rows()).toBe(33);
    await purgeImports(db, { now, fuelTtlMs: 0 });
    expect(await rows()).toBe(32);
    expect((await report.summary(QUERY)).state).toBe('complete');
  });

  it('works without totals', async () => {
    service.total = 'omitted';
    expect(await read()).toMatchObject({ state: 'complete', rows_read: 32, rows_total: 32 });
  });

  it('counts rows once that are listed twice because the list has moved', async () => {
    service.rows = [...OCTOBER.slice(0, 10), ...OCTOBER.slice(5), ...NOVEMBER];
    await read();
    expect(counts(await report.summary(QUERY))[1]).toEqual(['complete', [[10, 325]]]);
  });

  it("rejects another partner's usage when the service returns our own rows", async () => {
    const { row: begun } = await reader.read(
      { ...RANGE, partner_id: id(7) } as typeof RANGE,
      'root',
      undefined,
    );
    await imports.ended(begun.id);
    expect(await imports.row('usage', begun.id)).toMatchObject({
      state: 'failed',
      message: 'The tracking service does not show you the usage of other partners',
    });
    const { state, months } = await report.summary({ ...QUERY, partner_id: id(7) });
    expect([state, months.flatMap(({ items }) => items)]).toEqual(['partial', []]);
  });

  it('does not count a row without a readable partner for another partner', async () => {
    service.rows = [row(1, '2026-10-01'), { ...row(2, '2026-10-01'), partner_id: 'odd' }];
    const request = { from_month: '2026-10', to_month: '2026-10', partner_id: id(900) };
    expect(await read(request as never)).toMatchObject({ state: 'complete', rows_read: 2 });
    service.rows = [{ ...row(2, '2026-10-01'), partner_id: 'odd' }];
    expect(await read({ ...request, again: true } as never)).toMatchObject({ state: 'failed' });
  });

  it('counts an unreadable row, which hides no other, and keeps its month open', async () => {
    now = Date.UTC(2026, 10, 1) + USAGE_CLOSED_AFTER_MS + 1;
    const bad = [
      { id: 5, usage_month: '2026-10-01' },
      { ...row(30, '2026-10-01'), rest_api_count: 'many' },
    ];
    service.rows = [...OCTOBER, ...bad] as UsageRow[];
    await read({ from_month: '2026-10', to_month: '2026-10' });
    const summary = await report.summary({ from_month: '2026-10', to_month: '2026-10' });
    expect(summary.months[0]).toMatchObject({
      state: 'complete',
      closed: false,
      rows_read: 26,
      items: [{ rest_api_count: 325 }],
      unread: { left_out: 1, incomplete: 1, items: [{ used: false }, { id: id(30), used: true }] },
    });
    service.rows = OCTOBER;
    await read({ from_month: '2026-10', to_month: '2026-10', again: true });
    const mended = await report.summary({ from_month: '2026-10', to_month: '2026-10' });
    expect(mended.months[0]).toMatchObject({ closed: true, unread: { left_out: 0, incomplete: 0 } });
  });
});
