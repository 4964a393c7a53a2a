// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { ListImport } from '@waypost/contract/api/list-import';
import type { UsageEntity, UsageSummary } from '@waypost/contract/api/usage';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectionOf } from '../../testing/drivers.ts';
import { NOW } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answer, draw, type Setup } from '../../testing/render.tsx';
import { OPEN, summaryMonth, summaryOf } from '../../testing/usage.ts';
import { monthOf, scopeOf } from './counts.ts';
import type { UsageSearch } from './search.ts';
import { UsageView } from './UsageView.tsx';

const MONTHS = scopeOf({}, NOW).months;
const open_month = monthOf(NOW);
const ALL = MONTHS.map((month) =>
  month === open_month ? { ...OPEN, usage_month: `${month}-01` } : summaryMonth(month),
);
const READING: ListImport = {
  import_id: '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60',
  state: 'reading',
  rows_read: 12_000,
  rows_total: 48_000,
  parts: [],
  started_at: new Date(NOW - 500).toISOString(),
  ended_at: null,
  message: null,
  people: 1,
};
const ENTITY: UsageEntity = {
  entity_type: 'vehicle',
  entity_id: '11111111-2222-4333-8444-555555555555',
  name: 'T-101',
  rest_api_count: 4321,
  webhook_count: 12,
  is_active: false,
  months: 1,
  first_call_in_month: null,
  latest_call_in_month: '2026-11-20T04:02:00Z',
};

const { Page, at } = pageOf<UsageSearch>((page) => <UsageView {...page} />);

interface Open extends Setup {
  readonly start?: UsageSearch;
  readonly summary?: UsageSummary | (() => UsageSummary);
  readonly entities?: readonly UsageEntity[];
}
async function open(of: Open = {}) {
  const { start = {}, summary = summaryOf(ALL), entities = [ENTITY], answers, ...setup } = of;
  const page = await draw(<Page start={start} />, {
    ...setup,
    answers: {
      ...answers,
      'GET /api/usage/entities': { body: { items: entities, total: entities.length, state: 'complete' } },
      'GET /api/usage?': (): Answer => ({ body: typeof summary === 'function' ? summary() : summary }),
    },
  });
  await page.frame();
  await page.frame();
  const calls = (line: string) =>
    page.asked.mock.calls.filter(([path, init]) => `${init.method} ${path}`.startsWith(line));
  return { ...page, calls };
}
const totals = () => within(screen.getByRole('region', { name: 'Totals' }));
const figure = (name: string) => totals().getByText(name).nextElementSibling?.textContent;

afterEach(() => vi.useRealTimers());

describe('the page', () => {
  it('counts unreadable rows, shows them raw, and marks totals as a minimum', async () => {
    const unread = {
      left_out: 1,
      incomplete: 0,
      items: [
        { id: null, used: false, values: [{ path: '', reason: 'no id', raw: '{"rest_api_count":7}' }] },
      ],
    };
    await open({ summary: summaryOf(ALL.map((month) => ({ ...month, unread }))) });
    const line = screen.getByRole('group', { name: "Couldn't be read" });
    expect(line.textContent).toContain('1 row could not be read. Not included in the totals.');
    expect(line.textContent).toContain('{"rest_api_count":7}');
    expect(figure('REST calls')).toMatch(/^at least 800/);
  });

  it('opens with this month by entity type, REST and webhook, with a projection', async () => {
    const { calls } = await open();
    expect(figure('REST calls')).toBe('800about 1,212 projected-13% from 1,400 in October 2026');
    expect(figure('Webhook deliveries')).toBe('60about 91 projected-9% from 100 in October 2026');
    const types = within(screen.getByRole('listbox', { name: 'Usage by entity type' }));
    expect(types.getAllByRole('option').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Vehicle, REST calls: 600 · about 909 projected. month to date',
      'Vehicle, Webhook deliveries: 60 · about 91 projected. month to date',
      'Driver, REST calls: 200 · about 303 projected. month to date',
      'Driver, Webhook deliveries: 0. month to date',
    ]);
    // The data is fresh, so nothing is loaded.
    expect(calls('POST /api/usage/imports')).toHaveLength(0);
  });

  it('names a connection by its fleet and provider, and by its ID only where neither is known', async () => {
    const connection = connectionOf(1, 'CARRIER-1');
    const of = (entity_id: string) => ({ ...ENTITY, entity_type: 'connection', name: null, entity_id });
    const unknown = '22222222-2222-4333-8444-555555555555';
    await open({
      entities: [of(connection.id), of(unknown)],
      answers: {
        'GET /api/connections': {
          body: {
            items: [{ ...connection, users_refused: null }],
            known: 'yes',
            read_at: null,
            read_problem: null,
          },
        },
        'GET /api/agreements': {
          body: {
            items: [],
            read_at: null,
            read_problem: null,
            lists: { agreements: 'yes', connections: 'yes', freshness: 'yes' },
            loads_of_unknown_fleet: 0,
          },
        },
      },
    });
    const [, first, second] = within(screen.getByRole('grid', { name: 'Entities' })).getAllByRole('row');
    expect(first?.textContent).toMatch(/^.?CARRIER-1.? · .?Milemarker/);
    expect(second?.textContent).toMatch(/^22222222/);
  });

  it('opens the entities behind a bar, most called first', async () => {
    const { user, calls, frame } = await open();
    const month = MONTHS.at(-2) as string;
    const months = within(screen.getByRole('listbox', { name: 'Usage by month' }));
    const bar = months.getAllByRole('option').at(-3);
    expect(bar?.getAttribute('aria-label')).toContain('Webhook deliveries: 100');
    await user.click(bar as Element);
    await frame();
    expect(at()).toMatchObject({ month, sort_by: 'webhook_count' });
    const asked = calls('GET /api/usage/entities').at(-1)?.[0] as string;
    expect(Object.fromEntries(new URLSearchParams(asked.split('?')[1]))).toMatchObject({
      from_month: month,
      to_month: month,
      sort_by: 'webhook_count',
      sort_order: 'desc',
      offset: '0',
    });
    expect(screen.getByRole('grid', { name: 'Entities' }).textContent).toContain('T-101');
  });

  it('says of a driver without a name that this is a driver', async () => {
    await open({ entities: [{ ...ENTITY, entity_type: 'driver', name: null }] });
    expect(screen.getByRole('grid', { name: 'Entities' }).textContent).toContain(
      'Driver without a name 11111111-222',
    );
  });

  it('sorts the entities by keyboard, keeping the focus and scrolling to the top', async () => {
    const { user, calls, frame } = await open();
    const table = within(screen.getByRole('grid', { name: 'Entities' }));
    const grid = screen.getByRole('grid', { name: 'Entities' });
    grid.focus();
    await user.keyboard('{ArrowDown}');
    table.getByRole('button', { name: 'REST calls' }).focus();
    for (const [sort_by, sort_order] of [
      ['rest_api_count', 'desc'],
      ['rest_api_count', 'asc'],
    ]) {
      await user.keyboard('{Enter}');
      await frame();
      const asked = calls('GET /api/usage/entities').at(-1)?.[0] as string;
      expect(Object.fromEntries(new URLSearchParams(asked.split('?')[1]))).toMatchObject({
        sort_by,
        sort_order,
      });
      expect(document.activeElement?.textContent).toContain('REST calls');
    }
    expect(grid.isConnected).toBe(true);
    expect(grid.getAttribute('aria-activedescendant')).toBe('usage-entity-0');
  });

  it('lists inactive entities that are still called', async () => {
    const { user, calls, frame } = await open();
    await user.click(screen.getByRole('tab', { name: 'Inactive, still called' }));
    await frame();
    expect(calls('GET /api/usage/entities').at(-1)?.[0]).toContain('is_active=false');
    expect(screen.getByRole('grid', { name: 'Entities' }).textContent).toContain('Inactive');
  });

  it('shows how much of the usage Waypost caused', async () => {
    await open();
    const own = within(screen.getByRole('region', { name: 'Used by Waypost' }));
    expect(own.getByText(/Waypost sent/).textContent).toContain('Waypost sent 300 requests');
    expect(own.getAllByRole('row').at(1)?.textContent).toBe('Vehicle24060040%');
  });

  it('filters by type via the URL and offers a way out of an empty result', async () => {
    const { user } = await open({ start: { entity_type: 'trailer' } });
    await user.click(screen.getByRole('button', { name: 'Show all types' }));
    await user.selectOptions(screen.getByLabelText('Entity type'), 'driver');
    expect(at().entity_type).toBe('driver');
    expect(figure('REST calls')).toContain('200');
  });
});

describe('the import', () => {
  it('starts automatically, shows its progress and can be cancelled', async () => {
    const MISSING = ALL.map((month) => ({ ...month, state: 'missing' as const, items: [], estimate: null }));
    const { user, calls, frame } = await open({
      summary: summaryOf(MISSING, { fresh: false }),
      answers: {
        'POST /api/usage/imports': { status: 201, body: READING },
        'DELETE /api/usage/imports': { body: { ...READING, state: 'cancelled' } },
      },
    });
    expect(screen.getByText(/12,000 of 48,000 rows/)).toBeTruthy();
    expect(figure('REST calls')).toBe('–');
    expect(JSON.parse(String(calls('POST /api/usage/imports')[0]?.[1].body))).toEqual({
      from_month: MONTHS[0],
      to_month: MONTHS.at(-1),
      again: false,
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await frame();
    expect(calls('DELETE /api/usage/imports')).toHaveLength(1);
    expect(screen.getByText(/Loading was cancelled/)).toBeTruthy();
    // A cancelled import is not restarted automatically.
    expect(calls('POST /api/usage/imports')).toHaveLength(1);
  });

  it('is polled until complete, then the counts are refetched', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let done = false;
    const partial = ALL.map((month, n) => (n === 0 ? { ...month, state: 'partial' as const } : month));
    const { calls, frame } = await open({
      summary: () => (done ? summaryOf(ALL) : summaryOf(partial, { fresh: false })),
      start: { month: 'all' },
      answers: {
        'POST /api/usage/imports': { status: 201, body: READING },
        'GET /api/usage/imports': () => ({ body: { ...READING, state: done ? 'complete' : 'reading' } }),
      },
    });
    expect(totals().getAllByText('at least').length).toBeGreaterThan(0);
    done = true;
    act(() => void vi.advanceTimersByTime(700));
    await frame();
    await frame();
    expect(calls('GET /api/usage/imports')[0]?.[1].headers).toHaveProperty('X-Background');
    expect(totals().queryByText('at least')).toBeNull();
  });

  it('says how many months a total covers while they load, and compares none of it', async () => {
    const parts = ALL.map(({ usage_month }, n) => ({
      from_datetime: `${usage_month}T00:00:00Z`,
      to_datetime: `${MONTHS[n + 1] ?? '2026-12'}-01T00:00:00Z`,
      // The open month was loaded before, and is loaded again.
      state: n < ALL.length - 1 ? ('kept' as const) : ('reading' as const),
      rows_read: 24,
      rows_total: 48,
    }));
    const { user } = await open({
      summary: summaryOf(ALL, { fresh: false }),
      answers: { 'POST /api/usage/imports': { status: 201, body: { ...READING, parts } } },
    });
    expect(totals().getByText('Month to date (UTC) · not fully loaded yet')).toBeTruthy();
    expect(figure('REST calls')).toBe('at least 800');
    await user.selectOptions(totals().getByLabelText('Month shown'), 'all');
    expect(totals().getByText(/11 of 12 months loaded/)).toBeTruthy();
  });

  it('shows why it could not start next to the existing data', async () => {
    await open({
      summary: summaryOf(ALL, { fresh: false }),
      answers: {
        'POST /api/usage/imports': {
          status: 503,
          body: {
            code: 503,
            message: 'The service is not responding',
            detail: null,
            reason: 'service_error',
          },
        },
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('The service is not responding');
    expect(figure('REST calls')).toContain('800');
  });
});

describe('other partners', () => {
  it('are for administrators; others see whom to ask', async () => {
    const { user } = await open({ start: { partner_id: READING.import_id }, roles: ['dispatcher'] });
    expect(screen.getByText("Other partners' usage is for administrators")).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show our usage' }));
    expect(figure('REST calls')).toContain('800');
  });

  it('are selected by id, validated before the request', async () => {
    const { user, calls, frame } = await open({ roles: ['admin'] });
    await user.click(screen.getByRole('button', { name: 'Our usage' }));
    const field = await screen.findByRole('textbox', { name: 'Partner ID' });
    await user.type(field, 'acme{Enter}');
    expect(screen.getByText(/Not a valid partner ID/)).toBeTruthy();
    await user.clear(field);
    await user.type(field, `${READING.import_id}{Enter}`);
    await frame();
    expect(at().partner_id).toBe(READING.import_id);
    expect(calls('GET /api/usage?').at(-1)?.[0]).toContain(`partner_id=${READING.import_id}`);
  });
});
