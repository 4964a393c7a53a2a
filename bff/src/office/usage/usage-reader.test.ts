import {
  USAGE_CLOSED_AFTER_MS,
  type UsageImportRequest,
  type UsageSummary,
} from '@waypost/contract/api/usage';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { UsageRow } from '@waypost/contract/usage';
import { beforeEach, expect, it, vi } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SINGLE_SERVER } from '../../platform/cluster/notify-bus.ts';
import { jobRoutes } from '../../platform/jobs/create.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database, Dialect } from '../../platform/store/database.ts';
import { rowsOf, updateRow } from '../../platform/store/query.ts';
import { usageMonths } from '../../platform/store/usage.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { ListingService, outage, refused } from '../../testing/listing-service.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { ANN } from '../../testing/triage.ts';
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
  let db: Database;
  let dialect: Dialect;
  let now: number;
  let service: ListingService<UsageRow>;
  let server: ReturnType<typeof open>;
  let pauses: number[];
  let report: UsageReport;
  beforeEach(async () => {
    ({ db, dialect } = await (await fresh()).open());
    now = Date.UTC(2026, 10, 16);
    service = new ListingService<UsageRow>([...OCTOBER, ...NOVEMBER], ({ usage_month }, { year, month }) =>
      year === undefined ? true : usage_month === `${year}-${String(month).padStart(2, '0')}-01`,
    );
    build();
  });
  const clock = () => now;
  /** One of the servers. */
  function open() {
    const activity = new Activity(db, silentLog, clock);
    const shared = { db, log: silentLog, now: clock };
    const jobs = new Jobs({ ...shared, dialect, activity, bus: SINGLE_SERVER });
    const imports = new ListImports({ ...shared, jobs });
    const reader = new UsageReader({
      db,
      client: service.client,
      endpoint: serviceEndpoints().listUsage,
      imports,
      tokenOf: async () => null,
      now: clock,
      pageSize: 10,
      pause: async (ms: number) => void pauses.push(ms),
    });
    return { jobs, imports, reader };
  }
  function build() {
    pauses = [];
    server = open();
    const { reader, imports } = server;
    const own = new OwnUsage(db, silentLog, clock);
    report = new UsageReport({ db, reader, imports, own, names: async () => () => null, now: clock });
  }
  const stateOf = async (import_id: string) =>
    server.imports.toResponse(await server.imports.row('usage', import_id));
  const read = async (request: Partial<UsageImportRequest> = {}) => {
    const { row, begun } = await server.reader.read({ ...RANGE, ...request }, 'anna', null);
    await server.jobs.runDue();
    return { begun, ...(await stateOf(row.id)) };
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

  /** The service responds to these requests after `go`; `asked` resolves at the first. */
  function hold(isHeld: (query: Readonly<Record<string, unknown>>) => boolean = () => true) {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    service.before = (query) => {
      if (!isHeld(query)) return;
      asked.resolve();
      return held.promise;
    };
    return { asked: asked.promise, go: held.resolve };
  }
  /** Its server is gone. */
  const endClaim = () => updateRow(db, 'job', {}, { claimed_until: 0 });

  it('is one import for all users, and is cancelled when the last one leaves', async () => {
    const { jobs, imports, reader } = server;
    const { asked, go } = hold();
    const anna = await reader.read(RANGE, 'anna', null);
    const ben = await open().reader.read(RANGE, 'ben', null);
    expect([ben.row.id, ben.begun]).toEqual([anna.row.id, false]);
    const ran = jobs.runDue();
    await asked;
    await imports.leave(anna.row, 'anna');
    expect(await stateOf(anna.row.id)).toMatchObject({ state: 'reading', people: 1 });
    const left = imports.leave(ben.row, 'ben');
    go();
    await Promise.all([left, ran]);
    expect(await stateOf(anna.row.id)).toMatchObject({ state: 'cancelled' });
    expect((await read()).state).toBe('complete');
  });

  it('stores what was read before the last one leaves it on another server', async () => {
    service.rows = Array.from({ length: 60 }, (_, i) => row(i + 1, '2026-10-01'));
    const { asked, go } = hold(({ cursor }) => cursor === '10');
    const { row: begun } = await server.reader.read(RANGE, 'anna', null);
    const ran = open().jobs.runDue();
    await asked;
    await server.imports.leave(begun, 'anna');
    go();
    await ran;
    expect(await stateOf(begun.id)).toMatchObject({ state: 'cancelled', people: 0 });
    expect((await report.summary(QUERY)).months[1]).toMatchObject({ state: 'partial', rows_total: 60 });
  });

  it('may be requested again as soon as the last one has left, and begins when the other has stopped', async () => {
    const { asked, go } = hold();
    const { row: begun } = await server.reader.read(RANGE, 'anna', null);
    const ran = open().jobs.runDue();
    await asked;
    await server.imports.leave(begun, 'anna');
    const again = await server.reader.read(RANGE, 'anna', null);
    expect(again.begun).toBe(true);
    go();
    await ran;
    await server.jobs.runDue();
    expect((await stateOf(begun.id)).state).toBe('cancelled');
    expect((await stateOf(again.row.id)).state).toBe('complete');
  });

  it('two servers never import the same range, nor months of it, at the same time', async () => {
    const { asked, go } = hold();
    const servers = [server, open(), open()];
    const begun = await Promise.all(servers.map(({ reader }, n) => reader.read(RANGE, `person ${n}`, null)));
    expect(begun.filter((one) => one.begun)).toHaveLength(1);
    expect(new Set(begun.map(({ row }) => row.id)).size).toBe(1);
    now += 1;
    const longer = await server.reader.read({ ...RANGE, from_month: '2026-08' }, 'anna', null);
    const ran = Promise.all(servers.map(({ jobs }) => jobs.runDue()));
    await asked;
    go();
    await ran;
    await server.jobs.runDue();
    expect((await stateOf(longer.row.id)).parts.map(({ state }) => state)).toEqual([
      'complete',
      'kept',
      'kept',
      'kept',
    ]);
    expect(service.queries.filter(({ cursor }) => cursor === undefined).map(({ month }) => month)).toEqual([
      11, 10, 9, 8,
    ]);
  });

  it('is resumed by another server when its server dies, and the dead one changes nothing any more', async () => {
    const { row } = await server.reader.read({ ...RANGE, again: true }, 'anna', null);
    now += 1;
    const { asked, go } = hold(({ month, cursor }) => month === 10 && cursor === '10');
    const dead = server.jobs.runDue();
    await asked;
    await vi.waitUntil(async () => (await usageMonths(db, '', '2026-09', '2026-11')).length === 2);
    await endClaim();
    service.before = () => undefined;
    service.queries.length = 0;
    await open().jobs.runDue();
    expect(await stateOf(row.id)).toMatchObject({ state: 'complete', rows_read: 32, people: 1 });
    expect(service.queries.map(({ month }) => month)).toEqual([10, 10, 10]);
    service.rows = [];
    go();
    await dead;
    expect(await stateOf(row.id)).toMatchObject({ state: 'complete', rows_read: 32 });
    expect(counts(await report.summary(QUERY))[1]).toEqual(['complete', [[10, 325]]]);
  });

  it('that fails unexpectedly is tried again, fails in the end, holds up no other, and can be retried', async () => {
    const { jobs, reader } = server;
    service.before = ({ month }) => {
      if (month === 10) throw new Error('broken');
    };
    const { row } = await reader.read(RANGE, 'anna', null);
    await jobs.runDue();
    const message = 'Something went wrong on the Waypost server';
    expect(await stateOf(row.id)).toMatchObject({
      state: 'reading',
      message: `${message}. Loading resumes automatically`,
    });
    expect(await read({ from_month: '2026-11', to_month: '2026-12' })).toMatchObject({ state: 'complete' });
    for (let tries = 2; tries <= 4; tries += 1) {
      now += 120_000;
      await jobs.runDue();
    }
    expect(await stateOf(row.id)).toMatchObject({
      state: 'failed',
      message,
      parts: [{}, { state: 'partial' }, {}],
    });
    const [dead] = (await jobRoutes(jobs, { db, now: clock }).list()).items;
    expect(dead).toMatchObject({ kind: 'usage_import', state: 'failed', problem: 'broken' });
    service.before = () => undefined;
    for (const { id } of await rowsOf(db, 'job', {})) await jobs.retry(id, ANN);
    await jobs.runDue();
    expect((await stateOf(row.id)).state).toBe('complete');
  });

  it('of the version before is taken over when its server is gone', async () => {
    const { row } = await server.reader.read(RANGE, 'anna', null);
    await db.deleteFrom('job').execute();
    now += 20_000;
    await server.jobs.runDue();
    expect((await stateOf(row.id)).state).toBe('reading');
    now += 70_000;
    await server.jobs.runDue();
    expect((await stateOf(row.id)).state).toBe('complete');
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
    expect(await read({ partner_id: id(7) })).toMatchObject({
      state: 'failed',
      message: 'The tracking service does not show you the usage of other partners',
    });
    const { state, months } = await report.summary({ ...QUERY, partner_id: id(7) });
    expect([state, months.flatMap(({ items }) => items)]).toEqual(['partial', []]);
  });

  it("needs the person's sign-in for another partner's usage", async () => {
    const { row: begun } = await server.reader.read({ ...RANGE, partner_id: id(7) }, 'root', 'root');
    await server.jobs.runDue();
    expect(await stateOf(begun.id)).toMatchObject({
      state: 'failed',
      message: 'The person who started this import has signed out',
    });
    expect(service.queries).toEqual([]);
  });

  it('does not count a row without a readable partner for another partner', async () => {
    service.rows = [row(1, '2026-10-01'), { ...row(2, '2026-10-01'), partner_id: 'odd' }];
    const request = { from_month: '2026-10', to_month: '2026-10', partner_id: id(900) };
    expect(await read(request)).toMatchObject({ state: 'complete', rows_read: 2 });
    service.rows = [{ ...row(2, '2026-10-01'), partner_id: 'odd' }];
    expect(await read({ ...request, again: true })).toMatchObject({ state: 'failed' });
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
