/** Reported usage equals an independent computation from the service's rows. */
import { randomUUID } from 'node:crypto';
import type { ListImport } from '@waypost/contract/api/list-import';
import type { UsageCounts, UsageEntity, UsageSummary } from '@waypost/contract/api/usage';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { usageEndpoints } from '@waypost/contract/usage';
import { describe, expect, it, vi } from 'vitest';
import { monthsBetween } from '../../platform/lib/time.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { everything } from '../../testing/deep.ts';
import { everyItem } from '../../testing/independent.ts';
import { useServer } from '../../testing/server.ts';

interface Row {
  readonly usage_month: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly rest_api_count: number;
  readonly webhook_count: number;
  readonly is_active: boolean;
}

/** Several pages a month; `npx pnpm test:all` reads as many as a large company has. */
const ROWS = everything ? 30_000 : 6_000;
const PATH = usageEndpoints(ASSUMPTIONS).listUsage.path;
const month = (back: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
};
/** From two months before the sandbox's history to the open one. */
const RANGE = { from_month: month(14), to_month: month(0) };
const query = new URLSearchParams(RANGE).toString();

const { line, server, signedIn } = await useServer({
  sandbox: { SANDBOX_USAGE_ROWS: String(ROWS), SANDBOX_RATE_LIMIT: '500' },
  env: { POLL_INTERVAL_SECONDS: '3600', SERVICE_MAX_RPS: '200' },
});
const dispatcher = await signedIn();
const before = await everyItem<Row>(line, PATH, 1000);

// The most called driver of a month was created through Waypost. Names are cached: known before anybody asks.
const driver = before
  .filter((row) => row.usage_month.startsWith(month(3)) && row.entity_type === 'driver')
  .sort((a, b) => b.rest_api_count - a.rest_api_count)[0];
await server.services.onboarding.operations.ingest(
  server.services.db,
  {
    id: randomUUID(),
    resource: 'user',
    status: 'success',
    resource_id: driver?.entity_id,
    payload: { username: 'rosa.moore', first_name: 'Rosa', last_name: 'Moore' },
  },
  { read_at: 1 },
);

const api = async <T>(path: string, init?: Parameters<TestBrowser['api']>[1], as = dispatcher) => {
  const { status, json } = await as.api(`${server.url}${path}`, init);
  return { status, body: json as T };
};
async function read(body: object, as = dispatcher): Promise<ListImport> {
  const { body: begun } = await api<ListImport>('/api/usage/imports', { method: 'POST', body }, as);
  return vi.waitUntil(
    async () => {
      const { body: answer } = await api<ListImport>(`/api/usage/imports/${begun.import_id}`, undefined, as);
      return answer.state === 'reading' ? undefined : answer;
    },
    { timeout: 30_000, interval: 50 },
  );
}
const summary = async (more = '') => (await api<UsageSummary>(`/api/usage?${query}${more}`)).body;

/** The same counts, computed independently. */
function counted(rows: readonly Row[], of: string): UsageCounts[] {
  const inMonth = rows.filter(({ usage_month }) => usage_month.startsWith(of));
  return [...new Set(inMonth.map(({ entity_type }) => entity_type))].sort().map((entity_type) => {
    const some = inMonth.filter((row) => row.entity_type === entity_type);
    const ids = (list: readonly Row[]) => new Set(list.map(({ entity_id }) => entity_id)).size;
    const sum = (name: 'rest_api_count' | 'webhook_count') => some.reduce((all, row) => all + row[name], 0);
    return {
      entity_type,
      entities: ids(some),
      active_entities: ids(some.filter(({ is_active }) => is_active)),
      inactive_called: ids(
        some.filter((row) => !row.is_active && row.rest_api_count + row.webhook_count > 0),
      ),
      rest_api_count: sum('rest_api_count'),
      webhook_count: sum('webhook_count'),
    };
  });
}

describe('usage', () => {
  it('is missing before it is read', async () => {
    const { state, months, list_import } = await summary();
    expect([state, months.length, list_import]).toEqual(['missing', 15, null]);
    expect(months.every(({ state, items }) => state === 'missing' && items.length === 0)).toBe(true);
  });

  it("equals the sum of the service's rows by month, including empty months", async () => {
    const listImport = await read(RANGE);
    expect(listImport).toMatchObject({ state: 'complete', message: null });
    const { state, fresh, months } = await summary();
    const after = await everyItem<Row>(line, PATH, 317);
    expect([state, fresh]).toEqual(['complete', true]);
    expect(months.map(({ usage_month }) => usage_month.slice(0, 7))).toEqual(
      monthsBetween(RANGE.from_month, RANGE.to_month),
    );
    for (const answer of months.filter(({ open }) => !open)) {
      expect(answer.items).toEqual(counted(before, answer.usage_month.slice(0, 7)));
      expect(answer.state).toBe('complete');
    }
    expect(months.slice(0, 2).map(({ items }) => items)).toEqual([[], []]);
    // The service continues to count in the open month during the test.
    const open = months.at(-1);
    // A type that appears in the meantime is sorted between the others.
    const later = counted(after, RANGE.to_month);
    for (const low of counted(before, RANGE.to_month)) {
      const isSame = ({ entity_type }: UsageCounts) => entity_type === low.entity_type;
      const [answer, high] = [open?.items.find(isSame), later.find(isSame)];
      expect(answer?.rest_api_count).toBeGreaterThanOrEqual(low.rest_api_count);
      expect(answer?.rest_api_count).toBeLessThanOrEqual(high?.rest_api_count ?? 0);
    }
    expect(listImport.rows_read).toBeGreaterThanOrEqual(before.length);
    expect(listImport.rows_total).toBe(listImport.rows_read);
  });

  it('keeps closed months: only the open one is read again', async () => {
    await read(RANGE);
    const again = await read({ ...RANGE });
    expect(again.parts.every(({ state }) => state === 'kept')).toBe(true);
    const { months } = await summary();
    expect(months.slice(0, -2).every(({ closed }) => closed)).toBe(true);
    expect(months.at(-1)?.closed).toBe(false);
  });

  it('responds from stored data in less than 200 ms', async () => {
    await read(RANGE);
    await summary();
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const start = performance.now();
      await summary();
      times.push(performance.now() - start);
    }
    expect(Math.min(...times)).toBeLessThan(200);
  });

  it('can be filtered by type without losing the others from the picker', async () => {
    await read(RANGE);
    const { months, entity_types } = await summary('&entity_type=driver');
    expect(months[5]?.items.map(({ entity_type }) => entity_type)).toEqual(['driver']);
    expect(entity_types).toEqual(expect.arrayContaining(['driver', 'vehicle']));
  });

  it('lists the entities behind a bar in pages, each once', async () => {
    await read(RANGE);
    const [of, size] = [month(3), 400];
    const path = `/api/usage/entities?from_month=${of}&to_month=${of}&entity_type=vehicle&sort_by=rest_api_count`;
    const entities: UsageEntity[] = [];
    for (let total = 1; entities.length < total; ) {
      const { body } = await api<{ items: UsageEntity[]; total: number; state: string }>(
        `${path}&size=${size}&offset=${entities.length}`,
      );
      expect(body.state).toBe('complete');
      total = body.total;
      entities.push(...body.items);
    }
    const expected = before
      .filter(({ usage_month, entity_type }) => usage_month.startsWith(of) && entity_type === 'vehicle')
      .sort((a, b) => b.rest_api_count - a.rest_api_count);
    expect(new Set(entities.map(({ entity_id }) => entity_id)).size).toBe(expected.length);
    expect(entities.map(({ rest_api_count }) => rest_api_count)).toEqual(
      expected.map(({ rest_api_count }) => rest_api_count),
    );
  });

  it('names a driver who was created through Waypost', async () => {
    await read(RANGE);
    const of = month(3);
    const path = `/api/usage/entities?from_month=${of}&to_month=${of}&entity_type=driver&sort_by=rest_api_count`;
    const { body } = await api<{ items: UsageEntity[] }>(`${path}&size=400`);
    const names = new Map(body.items.map(({ entity_id, name }) => [entity_id, name]));
    expect(names.get(driver?.entity_id ?? '')).toBe('Rosa Moore');
    expect([...names.values()]).toContain(null);
  });

  it('shows entities that are inactive but still called, over several months', async () => {
    await read(RANGE);
    const [from, to] = [month(4), month(2)];
    const { body } = await api<{ items: UsageEntity[]; total: number }>(
      `/api/usage/entities?from_month=${from}&to_month=${to}&is_active=false&size=1`,
    );
    const sums = new Map<string, number>();
    for (const row of before)
      if (!row.is_active && row.usage_month >= from && row.usage_month < month(1))
        sums.set(row.entity_id, (sums.get(row.entity_id) ?? 0) + row.rest_api_count + row.webhook_count);
    const [most] = body.items;
    expect(body.total).toBe(sums.size);
    expect((most?.rest_api_count ?? 0) + (most?.webhook_count ?? 0)).toBe(Math.max(...sums.values()));
    expect([most?.is_active, most?.months]).toEqual([false, 3]);
  });

  it('estimates the open month by the elapsed time', async () => {
    await read(RANGE);
    const open = (await summary()).months.at(-1);
    const day = new Date().getUTCDate();
    if (day === 1) return expect(open?.estimate).toBeNull();
    const { passed = 0, items = [] } = open?.estimate ?? {};
    expect(items[0]?.rest_api_count).toBe(Math.round((open?.items[0]?.rest_api_count ?? 0) / passed));
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(1);
  });

  it('includes calls made by this server', async () => {
    await read({ ...RANGE, again: true });
    const own = (await summary()).months.at(-1)?.own;
    const listed = own?.endpoints.find(({ name }) => name === 'listUsage')?.calls ?? 0;
    expect(listed).toBeGreaterThanOrEqual(15);
    expect(
      own?.entity_calls.find(({ entity_type }) => entity_type === 'vehicle')?.entity_calls,
    ).toBeGreaterThan(0);
    expect((await summary()).months[0]?.own).toBeNull();
  });

  it('is streamed as CSV with every row', async () => {
    await read(RANGE);
    const page = await dispatcher.request(`${server.url}/api/usage/rows.csv?${query}`, {
      headers: { 'X-CSRF': '1' },
    });
    const lines = page.text.trimEnd().split('\r\n');
    expect(page.headers.get('X-Complete')).toBe('true');
    expect(lines).toHaveLength(Number(page.headers.get('X-Row-Count')) + 1);
    expect(lines.length - 1).toBeGreaterThanOrEqual(before.length);
    const [head = '', first = ''] = lines;
    expect(head.replace('\uFEFF', '').split(',').slice(0, 3)).toEqual([
      'usage_month',
      'entity_type',
      'entity_id',
    ]);
    expect(first.split(',')).toHaveLength(12);
  });
});

describe('another partner', () => {
  const partner_id = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
  it('is forbidden for a dispatcher', async () => {
    expect((await api('/api/usage/imports', { method: 'POST', body: { ...RANGE, partner_id } })).status).toBe(
      403,
    );
    expect((await api(`/api/usage?${query}&partner_id=${partner_id}`)).status).toBe(403);
  });

  it('is read with the credentials of the requesting administrator', async () => {
    const admin = new TestBrowser();
    await admin.signIn(server.url, 'admin');
    const listImport = await read({ ...RANGE, partner_id }, admin);
    expect(listImport).toMatchObject({ state: 'complete', rows_read: 0 });
    const { status } = await api(`/api/usage/imports/${listImport.import_id}`);
    expect(status).toBe(403);
  });
});

it.each([
  [{ from_month: '2026-11', to_month: '2026-10' }],
  [{ from_month: '2026-13', to_month: '2026-13' }],
  [{ from_month: '2000-01', to_month: '2026-10' }],
])('%j is refused', async (body) => {
  expect((await api('/api/usage/imports', { method: 'POST', body })).status).toBe(422);
});
