/** Monitoring as a dispatcher sees it: every arrival, departure and stay on the open page, with its evidence. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createdMonitor } from '@waypost/contract/api/intents';
import { boardMonitorDetail } from '@waypost/contract/api/monitors';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, listLoads, loadRows, test } from './harness/fixtures.ts';
import { loadWithSites, monitorOf } from './harness/monitors.ts';

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
interface Watched {
  readonly monitor_id: string;
  readonly load_id: string;
  readonly load_ref: string;
  readonly vehicle_id: string;
  /** Origin, a planned stop and destination; and a place outside every circle. */
  readonly circles: readonly [Place, Place, Place];
  readonly outside: Place;
}

const HOUR = 3600_000;
const NAMES = ['North yard', 'Middle dock', 'South dock'] as const;

/** Creates a monitor of a load's truck with circles near its current position and detention at the planned stop. */
async function watch(page: Page): Promise<Watched> {
  const loads = await listLoads(page);
  const load = loads.find(
    ({ tracking_health, vehicle_assignment, last_position, load_ref, stops, monitor }) =>
      tracking_health === 'live' &&
      // Another journey at the same service may have left its monitor on a load.
      monitor === null &&
      vehicle_assignment?.agreement === 'agree' &&
      last_position !== null &&
      load_ref !== null &&
      stops.length >= 3,
  );
  const [vehicle_id, at] = [load?.vehicle_assignment?.vehicle.id, load?.last_position];
  if (!load?.load_ref || !vehicle_id || !at) throw new Error('no load of the sandbox can be watched');
  // Half a degree away: the truck is in no circle until it is driven there.
  const place = (north: number): Place => ({ latitude: at.latitude + north, longitude: at.longitude + 0.5 });
  const circles = [place(0.2), place(0.4), place(0.6)] as const;
  const site = await callApi(page, '/api/sites', 'POST', {
    name: `${NAMES[1]} ${load.load_ref} ${Date.now()}`,
    ...circles[1],
    radius_meters: 800,
    free_minutes: 15,
    detention_rate: '75',
    detention_currency: 'USD',
  });
  const [origin, stop, destination] = circles.map((one) => ({ ...one, radius_meters: 800 }));
  const last = Math.max(...load.stops.map(({ sequence }) => sequence));
  const created = await callApi(page, '/api/monitors', 'POST', {
    name: load.load_ref,
    vehicle_id,
    origin,
    destination,
    stops: [{ name: NAMES[1], ...stop }],
    starts_at: new Date(Date.now() - 60_000).toISOString(),
    about: {
      load_id: load.load_id,
      stops: NAMES.map((name, sequence) => ({
        sequence,
        name,
        site_id: sequence === 1 ? (site.body as { id: string }).id : null,
        // At the dock with free time an appointment before the truck's arrival, whatever the load's plan is.
        load_stop_sequence: [0, null, last][sequence] ?? null,
        planned_arrival_at: new Date(Date.now() + sequence * 600_000).toISOString(),
      })),
    },
  });
  expect(created.status).toBe(201);
  const { result } = createdMonitor.parse(created.body);
  if (!result) throw new Error('the service returned no monitor');
  const { load_id, load_ref } = load;
  return { monitor_id: result.id, load_id, load_ref, vehicle_id, circles, outside: place(0.3) };
}

/** Records in the page, by its own clock, when each text first appears. */
async function recordFirstShown(page: Page, texts: readonly string[]): Promise<void> {
  await page.evaluate((texts) => {
    const firstShownAt: Record<string, number> = {};
    Object.assign(window, { seen_at: firstShownAt });
    const record = () => {
      const all = document.body.textContent ?? '';
      for (const text of texts) if (all.includes(text)) firstShownAt[text] ??= Date.now();
    };
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, texts);
}
const firstShown = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen_at: Record<string, number> }).seen_at);

test('a truck is driven through origin, stop and destination: the open page updates within two seconds and shows the evidence', async ({
  page,
  person,
  stack,
}) => {
  test.slow();
  // A small map, because drawing in software takes processor time from the updates that are measured.
  await page.setViewportSize({ width: 1120, height: 640 });
  await person.signIn('dispatcher', '/?tab=all');
  const it = await watch(page);
  const drive = (to: Place) => stack.sandbox.control(`vehicles/${it.vehicle_id}/drive`, { path: [to] });
  await page.goto(`/monitors/${it.monitor_id}`);
  await expect(page.getByRole('heading', { name: it.load_ref })).toBeVisible();
  await expect(page.getByText('Not seen at North yard yet')).toBeVisible();
  await recordFirstShown(page, [
    'At North yard for',
    'On the way to Middle dock',
    'At Middle dock for',
    'On the way to South dock',
    'At South dock for',
    'Completed',
  ]);

  // An arrival in the first minutes of monitoring may be that of a parked truck and is no evidence.
  await stack.sandbox.control('clock/advance', { seconds: 20 * 60 });
  await drive(it.circles[0]);
  await expect(page.getByText(/^At North yard for/)).toBeVisible();
  await expect(page.getByText('Here now')).toBeVisible();
  await expect(page.getByText(/^Inside for/)).toBeVisible();
  await drive(it.outside);
  await expect(page.getByText('On the way to Middle dock')).toBeVisible();
  await drive(it.circles[1]);
  await expect(page.getByText(/^At Middle dock for/)).toBeVisible();
  await expect(page.getByText(/^free until/)).toBeVisible();
  await stack.sandbox.control('clock/advance', { seconds: 40 * 60 });
  await drive(it.outside);
  await expect(page.getByText('On the way to South dock')).toBeVisible();
  // At least 40 minutes: a slow machine adds time between arrival and departure.
  const charge = page.getByText(/^\d+ min over 15 min free time: USD/);
  await expect(charge).toBeVisible();
  const [, over, cost] =
    /^(\d+) min over 15 min free time: (USD [\d.]+)/.exec((await charge.textContent()) ?? '') ?? [];
  expect(Number(over)).toBeGreaterThanOrEqual(25);
  expect(cost).toBe(`USD ${(Number(over) * 1.25).toFixed(2)}`);
  const stay = `Stayed ${15 + Number(over)} min`;
  await expect(page.getByText(stay)).toBeVisible();
  await drive(it.circles[2]);
  await expect(page.getByText(/^At South dock for/)).toBeVisible();
  await drive(it.outside);
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
  // The same page from the first circle to the last.
  const shownAt = await firstShown(page);

  const detail = boardMonitorDetail.parse((await callApi(page, `/api/monitors/${it.monitor_id}`)).body);
  expect(detail.status).toBe('completed');
  const received = (kind: string, sequence: number | null) =>
    Math.min(
      ...detail.history
        .filter((one) => one.kind === kind && (sequence === null || one.stop_sequence === sequence))
        .map(({ received_at }) => Date.parse(received_at)),
    );
  const delays = {
    'At North yard for': received('arrived', 0),
    'On the way to Middle dock': received('departed', 0),
    'At Middle dock for': received('arrived', 1),
    'On the way to South dock': received('departed', 1),
    'At South dock for': received('arrived', 2),
    Completed: received('completed', null),
  };
  for (const [text, at] of Object.entries(delays)) {
    const delay = (shownAt[text] ?? Number.POSITIVE_INFINITY) - at;
    test.info().annotations.push({ type: 'delay', description: `${text}: ${delay} ms after its event` });
    expect(delay, text).toBeLessThan(2_000);
  }

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Evidence' }).click();
  await page.getByRole('menuitem', { name: 'Evidence as CSV' }).click();
  const csv = readFileSync(await (await downloading).path(), 'utf8');
  const [head, ...rows] = csv.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toContain('arrived_at_utc,arrived_at_local');
  expect(rows).toHaveLength(3);
  for (const [at, row] of rows.entries()) {
    const stop = detail.stops[at];
    expect(row).toContain(stop?.arrived_at ?? '-');
    expect(row).toContain(stop?.departed_at ?? '-');
    const event = detail.history.find((one) => one.kind === 'arrived' && one.stop_sequence === at);
    expect(row).toContain(event?.event_id ?? '-');
    // The zone of its local times, before the time of the file.
    expect(row.split(',').at(-2)).toBe(stop?.time_zone ?? 'America/Chicago');
  }
  expect(rows[1]).toContain(',15,');

  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('button', { name: 'Evidence' }).click();
  await page.getByRole('menuitem', { name: 'Print evidence' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Arrivals and departures' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Evidence' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(`/?tab=all&load=${it.load_id}`);
  const actual = page.getByRole('region', { name: 'Arrivals and departures' });
  await expect(actual).toContainText(stay);
  await expect(actual).toContainText(cost ?? '');
  await actual.getByRole('link', { name: 'Open monitor' }).click();
  await expect(page).toHaveURL(new RegExp(`/monitors/${it.monitor_id}$`));
});

test('a monitor that waits at a passed origin is told in the builder, in the list and on the board', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  const { load_id, load_ref, stops } = await loadWithSites(
    page,
    ({ triage, vehicle_assignment, stops }) =>
      triage === null &&
      vehicle_assignment?.agreement === 'agree' &&
      Date.parse(stops[0]?.estimated_departure_at ?? '') < Date.now() - HOUR &&
      // Nothing worse: it will be on time at the other stops, which are near the truck.
      Date.parse(stops.at(-1)?.estimated_arrival_at ?? '') > Date.now() + 4 * HOUR,
    ({ last_position }) =>
      [6, 0.4, 0.6, 0.8, 1, 1.2].map((north) => ({
        latitude: (last_position?.latitude ?? 0) + north,
        longitude: last_position?.longitude ?? 0,
      })),
  );
  await page.goto(`/monitors/new?load=${load_id}`);
  // By default it starts where the truck is going next.
  await expect(page.getByText(/^Starts at stop \d, because the truck has passed/)).toBeVisible();
  await page.getByRole('button', { name: 'Start at stop 1' }).click();
  await expect(page.getByText(/and its planned departure has passed\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start at stop 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Create monitor' }).click();
  const monitor = await monitorOf(page);

  await page.goto(`/monitors?show=attention&q=${load_ref}`);
  const row = page.getByRole('grid', { name: 'Monitors' }).getByRole('row').filter({ hasText: load_ref });
  await expect(row).toContainText(`Waits for the truck at ${stops[0]?.name}, but it is already`);

  await page.goto(`/?q=${load_ref}`);
  await expect(page.getByRole('button', { name: /^Monitor waits at a passed stop/ })).toBeVisible();
  await loadRows(page).first().click();
  const panel = page.getByRole('complementary', { name: /^Load / });
  await expect(
    panel.getByText(/^Waits for the truck at .* but it is already .* Start a monitor/),
  ).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Open monitor' })).toBeVisible();
  await panel.getByRole('link', { name: 'Start at stop 2' }).click();
  // A single stop left needs an origin: the truck's current location.
  await expect(page.locator('[data-stop]').last()).toContainText(stops.at(-1)?.name ?? '');
  await expect(page.locator('[data-stop]').first()).not.toContainText(stops[0]?.name ?? '');
  await callApi(page, `/api/monitors/${monitor.id}/cancel`, 'POST');
});

test('the list of monitors filters, searches and exports CSV, and cancelling names the consequences', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  const it = await watch(page);
  await page.goto('/monitors');
  const rows = page.getByRole('grid', { name: 'Monitors' }).getByRole('row').filter({ hasText: NAMES[0] });
  await page.getByRole('searchbox', { name: 'Search monitors' }).fill(`${it.load_ref} ${NAMES[0]}`);
  // Input reaches the address a moment later; Back must return to an address that contains it.
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('button', { name: /^Active/ }).click();
  await expect(page).toHaveURL(/show=active/);
  await expect(rows).toHaveCount(1);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const name = rows.locator('strong', { hasText: it.load_ref }).first();
  await expect(name).toBeInViewport();
  // On a phone its name is whole.
  expect(await name.evaluate(({ parentElement: box }) => box && [box.scrollWidth, box.scrollHeight])).toEqual(
    await name.evaluate(({ parentElement: box }) => box && [box.clientWidth, box.clientHeight]),
  );
  if (size) await page.setViewportSize(size);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const csv = readFileSync(await (await downloading).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(it.monitor_id);

  await rows.first().click();
  const title = page.getByRole('heading', { name: it.load_ref });
  await expect(title).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  // So is the title of its page, with a long destination.
  await page.setViewportSize({ width: 390, height: 844 });
  const hidden = await title.evaluate((h1) => {
    h1.textContent = 'LD-29632 to Jacksonville Sunridge Produce Market';
    return h1.scrollHeight - h1.clientHeight;
  });
  expect(hidden).toBe(0);
  if (size) await page.setViewportSize(size);
  await page.getByRole('button', { name: 'Cancel monitor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('arrivals and departures at 3 stops not reached yet');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel monitor' }).click();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/show=active/);
  await expect(page.getByText('No monitor matches')).toBeVisible();
});
