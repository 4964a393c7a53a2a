/** Drawing circles by mouse and by keyboard, drafts that survive a reload, and errors at their fields. */
import type { Page } from '@playwright/test';
import { geodesicDistance } from '@waypost/geo/ellipsoid';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, listLoads, test } from './harness/fixtures.ts';
import { drag, loadWithSites, monitorOf } from './harness/monitors.ts';

const place = (page: Page) => page.getByRole('combobox', { name: /^Place of/ });
const radius = (page: Page) => page.getByLabel(/^Radius of/);

async function centerIn(page: Page): Promise<{ latitude: number; longitude: number }> {
  const [latitude = Number.NaN, longitude = Number.NaN] = (await place(page).inputValue())
    .split(',')
    .map(Number);
  return { latitude, longitude };
}

/** Draws a circle as soon as the map is ready. */
async function drawCircle(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await expect(async () => {
    await drag(page, from, to);
    await expect(radius(page)).not.toHaveValue('', { timeout: 1_000 });
  }).toPass();
}

/** Resolves when the page has no more work for now. */
async function idle(page: Page) {
  await page.evaluate(
    () => new Promise((then) => requestAnimationFrame(() => requestIdleCallback(then, { timeout: 5_000 }))),
  );
}

test('a circle drawn by mouse has the drawn radius within half a percent', {
  tag: ['@map', '@deep'],
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/monitors/new');
  await page.getByRole('button', { name: 'Draw on the map: Origin' }).click();
  await drawCircle(page, [420, 300], [444, 314]);
  await page.getByLabel('Radius unit').selectOption('km');
  const center = await centerIn(page);
  const drawn = Number(await radius(page).inputValue()) * 1000;
  // A second circle at the old edge reveals its position.
  await page.getByRole('button', { name: 'Draw on the map: Destination' }).click();
  await drawCircle(page, [444, 314], [450, 314]);
  const expected = geodesicDistance(center, await centerIn(page)) ?? Number.NaN;
  expect(Math.abs(drawn / expected - 1)).toBeLessThan(0.005);
});

test('a complete monitor is created by keyboard alone, with the exact circles typed', {
  tag: ['@map', '@deep'],
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/monitors/new');
  const loads = await listLoads(page);
  const vehicle = loads.find(({ tracking_health }) => tracking_health === 'live')?.vehicle_assignment
    ?.vehicle;
  const focus = (locator: ReturnType<Page['locator']>) => locator.focus();
  await focus(page.getByRole('combobox', { name: 'Vehicle' }));
  await page.keyboard.type(vehicle?.id ?? '');
  await page.keyboard.press('Tab');
  // The origin is drawn at the map's center, moved and resized by keys, then set exactly.
  await focus(page.getByRole('button', { name: 'Draw on the map: Origin' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Drawing. Press Esc to stop: Origin' })).toBeVisible();
  // Focus moves to the map as soon as it is ready.
  await expect(page.getByRole('region', { name: 'Route map' })).toBeFocused();
  // As with the mouse, the map accepts keys a moment after it is ready.
  await expect(async () => {
    for (const key of ['ArrowLeft', 'ArrowUp', '+', '+', '-', 'Enter']) await page.keyboard.press(key);
    await expect(place(page)).not.toHaveValue('', { timeout: 1_000 });
  }).toPass();
  await focus(radius(page));
  await page.keyboard.type('1.5 mi');
  await page.keyboard.press('Enter');
  await focus(page.getByRole('button', { name: /^2 ?Destination/ }));
  await page.keyboard.press('Enter');
  await focus(place(page));
  await page.keyboard.type('39.75, -104.95');
  await page.keyboard.press('Enter');
  await expect(place(page)).toHaveValue('39.75000, -104.95000');
  await focus(radius(page));
  await page.keyboard.type('4000 ft');
  await page.keyboard.press('Control+Enter');
  const { stops } = await monitorOf(page);
  expect(Math.abs((stops[0]?.radius_meters ?? 0) / 2414.016 - 1)).toBeLessThan(0.005);
  expect(stops[1]).toMatchObject({ latitude: 39.75, longitude: -104.95 });
  expect(Math.abs((stops[1]?.radius_meters ?? 0) / 1219.2 - 1)).toBeLessThan(0.005);
});

test('a reload keeps the draft, including incomplete input', { tag: '@deep' }, async ({ page, person }) => {
  await person.signIn('dispatcher', '/monitors/new');
  await page.getByLabel('Name', { exact: true }).fill('Second trip');
  await page.getByRole('button', { name: 'Search or type' }).first().click();
  await place(page).fill('Amar');
  await expect(page.getByText('Draft saved on this computer')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Second trip');
  await expect(page.getByText('“Amar” does not match a place yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('a place is found by its city: the map moves there, and the field shows it with its coordinates below', {
  tag: ['@map', '@deep'],
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/monitors/new');
  await page.getByRole('button', { name: 'Search or type' }).first().click();
  await place(page).fill('Evansville, IN');
  await page.getByRole('option', { name: /^Evansville, IN, US/ }).click();
  await expect(place(page)).toHaveValue('Evansville, IN');
  await expect(page.getByText(/^37\.9\d+, -87\.5\d+$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 mi around the city center of Evansville, IN, not the dock')).toBeVisible();
});

test('the center of a city is sent only when it is confirmed, and says that it is no dock', {
  tag: ['@map', '@deep'],
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/');
  const { load_id } = await loadWithSites(page);
  await page.goto(`/monitors/new?load=${load_id}`);
  const destination = page.locator('[data-stop]').last();
  await destination.getByRole('button', { expanded: false }).click();
  await place(page).fill('Evansville, IN');
  await page.getByRole('option', { name: /^Evansville, IN, US/ }).click();
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await expect(page.getByText(/is only the city center of Evansville, IN\./).first()).toBeVisible();
  await page.getByRole('button', { name: 'Use the city center anyway' }).click();
  await page.getByRole('button', { name: 'Create monitor' }).click();
  const { stops } = await monitorOf(page);
  const cities = stops.map(({ city_center }) => city_center ?? null);
  expect(cities).toEqual([...stops.slice(1).map(() => null), 'Evansville, IN']);
  await expect(page.getByRole('button', { name: /, city center$/ })).toBeVisible();
});

test('validation errors of the service appear at their fields', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn('dispatcher', '/');
  const { load_id } = await loadWithSites(page);
  await page.goto(`/monitors/new?load=${load_id}`);
  await page.getByLabel('Send events to').selectOption({ label: 'Another subscription…' });
  await page.getByLabel('Subscription ID').fill('3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60');
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await expect(page.getByText(/Rejected: must be a subscription/)).toBeVisible();
  await expect(page.getByLabel('Subscription ID')).toBeFocused();
  await page.getByLabel('Send events to').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Create monitor' }).click();
  expect((await monitorOf(page)).status).toBe('active');
});

test('a 429 counts down and resubmits automatically, once', { tag: '@deep' }, async ({
  page,
  person,
  stack,
}) => {
  await person.signIn('dispatcher', '/');
  const { load_id, load_ref } = await loadWithSites(page);
  await page.goto(`/monitors/new?load=${load_id}`);
  await expect(page.getByText(/location shared/)).toBeVisible();
  await stack.sandbox.control('fail', { status: 429, count: 1, retry_after_seconds: 4 });
  await page.getByRole('button', { name: 'Create monitor' }).click();
  const countdown = page.getByText(/Sends automatically in \d s\./);
  await expect(countdown).toBeVisible();
  const seconds = async () => Number(/in (\d) s/.exec((await countdown.textContent()) ?? '')?.[1]);
  const first = await seconds();
  await expect.poll(seconds).toBeLessThan(first);
  const monitor = await monitorOf(page);
  expect(monitor.name).toBe(load_ref);
  const { body } = await callApi(page, `/api/monitors?load_id=${load_id}`);
  expect((body as { items: readonly unknown[] }).items).toHaveLength(1);
});

test('axe finds no violations in the builder: empty, open and with all fields invalid', {
  tag: ['@map', '@deep'],
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/monitors/new');
  await expect(page.getByRole('region', { name: 'Route map' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Search or type' }).first().click();
  await place(page).fill('Amarillo');
  await expect(page.getByRole('option', { name: /Amarillo, TX/ })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create monitor' }).click();
  expect(await axeFaults(page)).toEqual([]);
});

test('sixty stops are moved, typed and dragged without a task over 100 ms', {
  tag: ['@map', '@deep'],
}, async ({ browser, page, person }) => {
  await person.signIn('dispatcher', '/monitors/new');
  await page.getByLabel('Name', { exact: true }).fill('Sixty stops');
  await expect(page.getByText('Draft saved on this computer')).toBeVisible();
  // Typing them one by one would give the same result: the stored draft is set before the page reads it.
  const storedDraft = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((one) => one.startsWith('waypost.monitor_draft.')) ?? '';
    const entry = JSON.parse(localStorage.getItem(name) ?? '{}');
    const [stop] = entry.value.values.stops;
    entry.value.values.stops = Array.from({ length: 60 }, (_, at) => ({
      ...stop,
      key: `stop-${at}`,
      name: `Stop number ${at}`,
      center: { latitude: 30 + (at % 10), longitude: -120 + Math.floor(at / 10) * 5 },
      radius_meters: 9000,
    }));
    return { name, text: JSON.stringify(entry) };
  });
  await page.addInitScript(({ name, text }) => localStorage.setItem(name, text), storedDraft);
  await page.reload();
  await expect(page.getByText('Trip (60 stops)')).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
  await idle(page);
  // Processor time of each task of the page's thread, so that a busy machine has no effect.
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await page.getByRole('button', { name: /^30 ?Stop number 29/ }).click();
  await radius(page).focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowUp');
  await page.getByLabel('Name of Stop number 29').fill('Another name');
  await page.getByRole('button', { name: 'Move Another name up' }).click();
  await page.getByRole('button', { name: 'Move Another name up' }).click();
  await page.keyboard.press('Control+z');
  await idle(page);
  const worst = longestTask(JSON.parse((await browser.stopTracing()).toString()));
  test.info().annotations.push({ type: 'longest task', description: `${Math.round(worst)} ms` });
  expect(worst).toBeGreaterThan(0);
  expect(worst).toBeLessThan(100);
});

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of processor time. */
function longestTask({ traceEvents }: { readonly traceEvents: readonly TraceEvent[] }): number {
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(thread),
  );
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && event.tdur !== undefined && pages.has(thread(event)),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
