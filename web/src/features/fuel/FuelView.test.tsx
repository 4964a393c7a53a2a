// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FuelImport, FuelRow, FuelSummary } from '@waypost/contract/api/fuel';
import { FUEL_CHECKS } from '@waypost/contract/api/url-enums';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ago, NOW } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answer, type Answers, draw } from '../../testing/render.tsx';
import { chartTableCsv } from '../../ui/chart/ChartTable.tsx';
import { dayOf, toInstants } from './choice.ts';
import { FuelView } from './FuelView.tsx';
import { fleetTableData } from './group-tables.ts';
import type { FuelSearch } from './search.ts';

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const IMPORT_ID = idOf(77);

function importOf(over: Partial<FuelImport> = {}): FuelImport {
  return {
    import_id: IMPORT_ID,
    state: 'complete',
    rows_read: 3,
    rows_total: 3,
    parts: [
      {
        from_datetime: '2026-11-01T00:00:00Z',
        to_datetime: '2026-11-20T00:00:00Z',
        state: 'complete',
        rows_read: 3,
        rows_total: 3,
      },
    ],
    started_at: ago(5_000),
    ended_at: ago(1_000),
    message: null,
    people: 1,
    range: { from_datetime: '2026-11-01T00:00:00Z', to_datetime: '2026-11-20T00:00:00Z' },
    expires_at: ago(-1800_000),
    ...over,
  };
}

function rowOf(at: number, over: Partial<FuelRow> = {}): FuelRow {
  return {
    id: idOf(at),
    occurred_at: `2026-11-${String(at).padStart(2, '0')}T18:00:00Z`,
    fleet_ref: 'CARRIER-1',
    fleet_name: null,
    vehicle_id: idOf(500 + at),
    source_vehicle_id: `Unit ${at}`,
    fuel_vendor: 'Lone Pine',
    transaction_jurisdiction: 'TX',
    fuel_type: 'diesel',
    fuel_volume: 100.5,
    volume_unit: 'gal',
    vehicle_name: null,
    total_cost: '402.07',
    currency: 'USD',
    price_per_unit: '4.0007',
    odometer: 1000,
    odometer_unit: 'mi',
    checks: [],
    ...over,
  };
}

const GROUP = {
  currency: 'USD',
  volume_unit: 'gal',
  transactions: 2,
  fuel_volume: '201.000',
  total_cost: '12345678901234.56',
  price_per_unit: '4.0007',
};
const CANADA = { ...GROUP, currency: 'CAD', volume_unit: 'L', transactions: 1, total_cost: '90.10' };

function summaryOf(over: Partial<FuelSummary> = {}): FuelSummary {
  const fuel = { fuel_type: 'diesel' };
  const month = { month: '2026-11' };
  const where = { transaction_jurisdiction: 'TX' };
  return {
    state: 'complete',
    transactions: 3,
    deleted: 1,
    unread: { left_out: 0, incomplete: 0, items: [] },
    totals: [CANADA, GROUP],
    by_fuel_type: [
      { ...GROUP, ...fuel },
      { ...CANADA, ...fuel },
      { ...CANADA, fuel_type: 'def' },
    ],
    months: ['2026-10', '2026-11'],
    by_month: [{ ...GROUP, ...fuel, ...month }],
    by_week: [{ ...GROUP, ...fuel, week: '2026-11-16' }],
    by_jurisdiction: [{ ...GROUP, ...fuel, ...where }],
    by_fleet: [
      { ...GROUP, ...fuel, fuel_volume: '180.500', fleet_ref: 'CARRIER-1', fleet_name: 'Blue Mesa' },
      { ...GROUP, fuel_type: 'def', fuel_volume: '20.500', fleet_ref: 'CARRIER-1', fleet_name: 'Blue Mesa' },
    ],
    fleet_totals: [{ ...GROUP, fleet_ref: 'CARRIER-1', fleet_name: 'Blue Mesa' }],
    by_month_and_jurisdiction: [{ ...GROUP, ...fuel, ...month, ...where }],
    checks: FUEL_CHECKS.map((check) => ({ check, findings: check === 'odometer_back' ? 1 : 0, judged: 3 })),
    vehicles: 1,
    ...over,
  };
}

const { Page, at } = pageOf<FuelSearch>((page) => <FuelView {...page} />);

const RANGE: FuelSearch = { from: '2026-10-01', to: '2026-11-19' };
const HERE = `/api/fuel/imports/${IMPORT_ID}`;
const FINDING = {
  check: 'odometer_back',
  transaction: rowOf(3, { checks: ['odometer_back'] }),
  distance_meters: null,
  seconds_apart: null,
  position: null,
  other: { id: rowOf(2).id, occurred_at: '2026-11-02T18:00:00Z', odometer: 9000, odometer_unit: 'mi' },
};
const GONE: Answer = {
  status: 404,
  body: { code: 404, message: 'This import has expired', detail: null, reason: 'not_found' },
};

async function open({ start = RANGE, answers = {} }: { start?: FuelSearch; answers?: Answers } = {}) {
  const rows = [
    rowOf(3, { checks: ['odometer_back'] }),
    rowOf(2),
    rowOf(1, { deleted_at: '2026-11-02T00:00:00Z' }),
  ];
  const page = await draw(<Page start={start} />, {
    answers: {
      ...answers,
      'POST /api/fuel/imports': answers['POST /api/fuel/imports'] ?? { status: 201, body: importOf() },
      [`GET ${HERE}/rows`]: { body: { state: 'complete', items: rows, total: 3 } },
      [`GET ${HERE}/summary`]: answers[`GET ${HERE}/summary`] ?? { body: summaryOf() },
      [`GET ${HERE}/findings`]: { body: { items: [FINDING], total: 1 } },
      [`GET ${HERE}/vehicles`]: answers[`GET ${HERE}/vehicles`] ?? { body: { items: [], total: 0 } },
      'GET /api/fuel/transactions': { body: { id: rowOf(3).id, source_data: { transactionId: 'FT-3' } } },
      'GET /api/agreements': {
        status: 503,
        body: { code: 503, message: 'no', detail: null, reason: 'internal' },
      },
      'GET /api/connections': {
        status: 503,
        body: { code: 503, message: 'no', detail: null, reason: 'internal' },
      },
    },
  });
  await page.frame();
  await page.frame();
  const calls = (line: string) =>
    page.asked.mock.calls.filter(([path, init]) => `${init.method} ${path}`.startsWith(line));
  return { ...page, calls };
}
const rows = () =>
  within(screen.getByRole('grid', { name: 'Transactions' }))
    .getAllByRole('row')
    .slice(1);

afterEach(() => vi.useRealTimers());

describe('a range', () => {
  it('is loaded once as the URL says, with exact totals, most purchases first', async () => {
    const { calls } = await open();
    const bodies = calls('POST /api/fuel/imports').map(
      ([, init]) => JSON.parse(String(init.body)) as unknown,
    );
    expect(bodies).toEqual([
      { from_datetime: '2026-10-01T00:00:00.000Z', to_datetime: '2026-11-20T00:00:00.000Z', again: false },
    ]);
    const totals = within(screen.getByRole('region', { name: 'Totals' })).getAllByRole('listitem');
    expect(totals.map(({ textContent }) => textContent)).toEqual([
      'USD\u00a012,345,678,901,234.56201 gal diesel · USD\u00a04.0007 / gal · 2 transactions',
      // Two fuels have no common price.
      'CAD\u00a090.10201 L diesel, 201 L DEF · 1 transaction',
    ]);
    expect(screen.getByText('1 deleted, not counted')).toBeTruthy();
    expect(rows()).toHaveLength(3);
    expect(rows()[0]?.textContent).toContain('100.5 galUSD\u00a0402.07');
  });

  it('sorts via the URL, numeric columns descending first', async () => {
    const { user, calls, frame } = await open();
    await user.click(screen.getByRole('button', { name: 'Cost' }));
    await frame();
    expect(at().sort).toBe('-total_cost');
    await waitFor(() =>
      expect(calls(`GET ${HERE}/rows`).at(-1)?.[0]).toContain('sort_by=total_cost&sort_order=desc'),
    );
  });

  it('is closed by Escape, in a field and out of it', async () => {
    const { user } = await open();
    const form = () => screen.queryByRole('form', { name: 'Range and filters' });
    const show = () => user.click(screen.getByRole('button', { name: /^Oct 1/ }));
    await show();
    expect(document.activeElement).toBe(screen.getByLabelText('First day'));
    await user.keyboard('{Escape}');
    expect(form()).toBeNull();
    await show();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Escape}');
    expect(form()).toBeNull();
  });

  it('is cut at today and says so where it ends later', async () => {
    const { asked } = await open({ start: { ...RANGE, to: '2027-02-28' } });
    const [, { body }] = asked.mock.calls.find(([path]) => path.endsWith('/fuel/imports')) ?? [null, {}];
    expect(JSON.parse(String(body)).to_datetime).toBe(toInstants({ from: '', to: dayOf(NOW) }).to_datetime);
    expect(screen.getByText('The days until Feb 28, 2027 have not begun.')).toBeTruthy();
  });

  it('offers other filters when empty', async () => {
    const { user } = await open({
      answers: {
        'POST /api/fuel/imports': { status: 201, body: importOf({ rows_read: 0, rows_total: 0 }) },
        [`GET ${HERE}/summary`]: { body: summaryOf({ transactions: 0, totals: [], deleted: 0 }) },
      },
    });
    expect(screen.getByText('No fuel purchases in this range')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change range or filters' }));
    expect(screen.getByRole('form', { name: 'Range and filters' })).toBeTruthy();
  });
});

describe('rows that could not be read', () => {
  const unread = {
    left_out: 1,
    incomplete: 1,
    items: [
      { id: 'FT-9', used: true, values: [{ path: 'total_cost', reason: 'no decimal', raw: '"1,234.50"' }] },
    ],
  };
  it('are counted next to the totals, with their raw values', async () => {
    await open({ answers: { [`GET ${HERE}/summary`]: { body: summaryOf({ unread }) } } });
    const line = screen.getByRole('group', { name: "Couldn't be read" });
    expect(line.textContent).toContain(
      '1 transaction could not be read. 1 transaction has unreadable values. Not included in the totals.',
    );
    expect(line.textContent).toContain('total_cost: "1,234.50"');
  });

  it('are never reported as "no fuel"', async () => {
    await open({
      answers: {
        'POST /api/fuel/imports': { status: 201, body: importOf({ rows_read: 0, rows_total: 0 }) },
        [`GET ${HERE}/summary`]: { body: summaryOf({ transactions: 0, totals: [], deleted: 0, unread }) },
      },
    });
    expect(screen.queryByText('No fuel purchases in this range')).toBeNull();
    expect(screen.getByText('No readable transactions')).toBeTruthy();
  });
});

it('lists the economy of each vehicle, or why it is unknown, worst first unless a header is clicked', async () => {
  const unknown = {
    vehicle_id: idOf(8),
    name: 'Unit 8',
    fleet_ref: 'CARRIER-1',
    fleet_name: 'Blue Mesa',
    source_vehicle_id: null,
    transactions: 1,
    distance_meters: null,
    fuel_liters: null,
    meters_per_liter: null,
    why_not: 'no_odometer',
  };
  const known = { distance_meters: 160_934, fuel_liters: 100, meters_per_liter: 1_609.34, why_not: null };
  const items = [{ ...unknown, ...known, vehicle_id: idOf(7), name: 'Unit 7' }, unknown];
  const { user, frame, calls } = await open({
    start: { ...RANGE, view: 'vehicles' },
    answers: {
      [`GET ${HERE}/vehicles`]: { body: { items, total: 2 } },
    },
  });
  const grid = within(await screen.findByRole('grid', { name: 'Economy by vehicle' }));
  expect(grid.getByRole('row', { name: /^Unit 7.*Blue Mesa.*100 mi/ })).toBeTruthy();
  expect(grid.getByRole('row', { name: /^Unit 8.*No odometer/ })).toBeTruthy();
  await user.click(grid.getByRole('button', { name: /^Distance/ }));
  await frame();
  const asked = calls(`GET ${HERE}/vehicles`).map(([path]) => path);
  expect(asked.at(0)).toContain('sort_by=economy&sort_order=asc');
  expect(asked.at(-1)).toContain('sort_by=distance_meters&sort_order=asc');
});

describe('an import', () => {
  it('shows its progress; a cancelled one is marked as partial everywhere', async () => {
    const { user, frame } = await open({
      answers: {
        'POST /api/fuel/imports': {
          status: 201,
          body: importOf({ state: 'reading', rows_read: 1200, rows_total: 4800 }),
        },
        [`DELETE ${HERE}`]: { body: importOf({ state: 'cancelled', rows_read: 3, rows_total: 4800 }) },
        [`GET ${HERE}/summary`]: { body: summaryOf({ state: 'cancelled', checks: null, vehicles: null }) },
      },
    });
    expect(screen.getByText(/1,200 of 4,800 transactions/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await frame();
    await frame();
    expect(screen.getByText('Partial data.')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Partial totals' }).textContent).toContain(
      'Partial, of 3 transactions',
    );
    expect(screen.getByText('3 transactions, partial')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export partial CSV' })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: /Checks/ }));
    expect(screen.getByText('Checks: full range needed')).toBeTruthy();
  });

  it.each([
    ['Cancel to see the rows loaded so far.', []],
    ['Totals update above. Cancel to see the rows loaded so far.', summaryOf().totals],
  ])('says while it runs: %s', async (words, totals) => {
    const running = { state: 'reading', rows_read: 738 } as const;
    await open({
      answers: {
        'POST /api/fuel/imports': { status: 201, body: importOf(running) },
        [`GET ${HERE}/summary`]: {
          body: summaryOf({ state: 'reading', checks: null, vehicles: null, totals }),
        },
      },
    });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('Rows appear when loading and checks are done')).toBeTruthy();
  });

  it('is restarted once when the server has lost it, and reported the second time', async () => {
    let known = false;
    const { calls, user, frame } = await open({
      answers: {
        [`GET ${HERE}/summary`]: () => (known ? { body: summaryOf() } : GONE),
        [`GET ${HERE}`]: GONE,
      },
    });
    expect(calls('POST /api/fuel/imports')).toHaveLength(2);
    known = true;
    await user.click(screen.getByRole('tab', { name: 'Totals' }));
    await frame();
    expect(screen.getByText('This import has expired.', { exact: false })).toBeTruthy();
    expect(calls('POST /api/fuel/imports')).toHaveLength(2);
  });
});

describe('the form', () => {
  const edit = () => screen.getByRole('button', { name: /Oct 1 – Nov 19, 2026/ });

  it('shows the number of windows of a range and puts the choice into the URL', async () => {
    const { user } = await open();
    await user.click(edit());
    const length = screen.getByText(/50 days, loaded in 6 steps/);
    expect(length.textContent).toMatch(/\. Days are in UTC; the times in the list are in your time zone\.$/);
    await user.type(screen.getByLabelText('Fleet references'), 'A, B{Enter}');
    await user.click(screen.getByRole('button', { name: 'Show transactions' }));
    expect(at()).toMatchObject({ ...RANGE, fleet_refs: 'A,B' });
  });

  it('rejects more than 100 values before sending', async () => {
    const { user, calls } = await open();
    await user.click(edit());
    const pasted = Array.from({ length: 101 }, (_, n) => `F-${n}`).join('\n');
    fireEvent.paste(screen.getByLabelText('Fleet references'), { clipboardData: { getData: () => pasted } });
    expect(screen.getByText(/101 values; the maximum is 100\. Remove 1/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show transactions' }));
    expect(at()).toEqual(RANGE);
    expect(calls('POST /api/fuel/imports')).toHaveLength(1);
  });

  it('keeps typed values when the page is closed', async () => {
    const { user, unmount } = await open();
    await user.click(edit());
    await user.type(screen.getByLabelText('Vehicles'), 'Unit 11');
    unmount();
    await open();
    expect((screen.getByLabelText('Vehicles') as HTMLInputElement).value).toBe('Unit 11');
  });

  it('opens by itself with errors for an invalid URL and sends nothing', async () => {
    const { calls } = await open({ start: { ...RANGE, vehicle_ids: 'nobody' } });
    expect(screen.getByText(/“nobody” is not an ID/)).toBeTruthy();
    expect(calls('POST /api/fuel/imports')).toHaveLength(0);
  });
});

describe('details', () => {
  it('of a transaction: fields, checks, and the raw record on request', async () => {
    const { user, calls, frame } = await open();
    await user.click(rows()[0] as Element);
    const panel = within(screen.getByRole('complementary', { name: 'Transaction' }));
    expect(panel.getByText('USD 402.07')).toBeTruthy();
    expect(panel.getByText('Odometer went backward')).toBeTruthy();
    expect(calls('GET /api/fuel/transactions')).toHaveLength(0);
    await user.click(panel.getByRole('button', { name: 'Get record' }));
    await frame();
    expect(panel.getByText(/FT-3/)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary', { name: 'Transaction' })).toBeNull();
  });

  it('of a check: rule, findings with reasons, the row, and all of them in the table', async () => {
    const { user, frame } = await open({ start: { ...RANGE, view: 'checks' } });
    expect(screen.getByText(/more than 1 mi lower/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Odometer went backward/ }));
    await act(frame);
    expect(screen.getByText(/Odometer 1,000 mi, after 9,000 mi at the previous purchase/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show in table and map' }));
    expect(screen.getByRole('complementary', { name: 'Transaction' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show in table' }));
    expect(at()).toMatchObject({ view: 'rows', check: 'odometer_back' });
  });

  it('of places: each in words as the board says it', async () => {
    const at = { latitude: 38.9, longitude: -78.2, transactions: 3, transaction_jurisdiction: 'VA' };
    const place = {
      name: 'Front Royal',
      region: 'VA',
      country: 'US',
      distance_meters: 16_093,
      direction: 'NW',
    };
    const items = [
      { ...at, fuel_vendor: 'Crossroads', place },
      { ...at, longitude: -78.5, fuel_vendor: 'Old Mill', place: null },
    ];
    await open({
      start: { ...RANGE, view: 'places' },
      answers: { [`GET ${HERE}/places`]: { body: { state: 'complete', items, not_shown: 0 } } },
    });
    const list = await screen.findByRole('grid', { name: 'Places' });
    expect(list.textContent).toContain('Crossroads, VA10 mi NW of Front Royal, VA');
    expect(list.textContent).toContain('Old Mill, VA38.90000, -78.50000');
  });

  it('of a fleet with several currencies: its rows stand below its name, and the CSV names it in each, with all digits', () => {
    const mesa = { fleet_ref: 'CARRIER-1', fleet_name: 'Blue Mesa' };
    const ridge = { fleet_ref: 'CARRIER-2', fleet_name: 'Ridge' };
    const fuels = [{ ...GROUP, ...mesa, fuel_type: 'diesel', fuel_volume: '180.125' }];
    const table = fleetTableData(
      summaryOf({
        by_fleet: fuels,
        fleet_totals: [
          { ...GROUP, ...mesa },
          { ...GROUP, ...ridge },
          { ...CANADA, ...mesa },
        ],
      }),
    );
    expect(
      table.rows.map(({ cells }) => [cells[0]?.text, cells[0]?.repeats ?? false, cells.at(-1)?.text]),
    ).toEqual([
      ['Blue Mesa', false, 'USD'],
      ['Blue Mesa', true, 'CAD'],
      ['Ridge', false, 'USD'],
    ]);
    expect(table.rows[0]?.cells[3]).toMatchObject({ text: '180.1 diesel', raw: '180.125 diesel' });
    expect(chartTableCsv(table)).toMatch(/Blue Mesa,CARRIER-1,.*\r\nBlue Mesa,CARRIER-1,.*CAD/);
  });

  it('of prices and months: exact values, partial months and months without purchases', async () => {
    const { user, frame } = await open({ start: { ...RANGE, view: 'totals' } });
    expect(screen.getByText('No purchases in October 2026.')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Totals' })).getByText(/^Updated/).textContent).toMatch(
      /^Updated \d+ s ago$/,
    );
    const tax = screen.getByRole('region', { name: /for IFTA\)$/ });
    expect(within(tax).getAllByRole('row')[1]?.textContent).toBe(
      'November 2026only 19 daysTexas (TX)Diesel2201gal12,345,678,901,234.56USD4.0007',
    );
    const products = screen.getByRole('region', { name: 'By fleet and fuel' });
    const names = within(products).getAllByText('Blue Mesa');
    expect(names.map(({ className }) => className.includes('VisuallyHidden'))).toEqual([false, true]);
    const fleets = screen.getByRole('region', { name: 'By fleet' });
    expect(within(fleets).getAllByRole('row')[1]?.textContent).toBe(
      'Blue MesaCARRIER-12180.5 diesel, 20.5 DEFgal12,345,678,901,234.56USD',
    );
    const fuels = screen.getByRole('region', { name: 'By fleet and fuel' });
    expect(within(fuels).getAllByRole('row')[1]?.textContent).toMatch(/^Blue MesaCARRIER-1Diesel2180.5gal/);
    expect(screen.getByText(/IFTA also needs the miles driven/)).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Prices' }));
    await frame();
    await frame();
    expect(screen.getByRole('figure', { name: 'Price per unit over time, USD, gal' })).toBeTruthy();
    expect(
      screen.getByRole('option', { name: /Week from Nov 16, 2026.*USD.4.0007 . gal.* only \d days/ }),
    ).toBeTruthy();
    // The first and the last week are not whole: the axis says so, not only the tooltip.
    const chart = screen.getByRole('figure', { name: 'Price per unit over time, USD, gal' });
    expect(within(chart).getAllByText('4 days')).toHaveLength(2);
    await user.click(
      screen.getByRole('button', { name: 'Price per unit over time, USD, gal: show as table' }),
    );
    await frame();
    const weeks = screen.getByRole('figure', { name: 'Price per unit over time, USD, gal' });
    expect(within(weeks).getAllByRole('row')[1]?.textContent).toMatch(/^Nov 16, 2026only \d daysDiesel/);
  });

  it('of the table: default columns fit a window of 1440 pixels, and prices align', async () => {
    await open();
    const grid = screen.getByRole('grid', { name: 'Transactions' });
    // The window without the labeled navigation and a scroll bar.
    const widths = grid.style.getPropertyValue('--grid-template').match(/\d+(?=px)/g) ?? [];
    const gaps = 12 * (widths.length - 1) + 32;
    expect(widths.reduce((sum, width) => sum + Number(width), gaps)).toBeLessThanOrEqual(1440 - 196 - 12);
    expect(within(grid).getByRole('columnheader', { name: /Checks/ })).toBeTruthy();
    expect(within(grid).queryByRole('columnheader', { name: /Odometer/ })).toBeNull();
    const prices = [...grid.querySelectorAll('[role="gridcell"][data-column="price_per_unit"]')].map(
      (one) => one.textContent,
    );
    expect(prices.every((price) => /^\d+\.\d{4}$/.test(price ?? ''))).toBe(true);
    expect(screen.getByText(/^Times [A-Z]{2,4}T?(\/[A-Z]{2,4}T?)?$/)).toBeTruthy();
  });
});
