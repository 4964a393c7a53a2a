/** Loads leave the board by themselves when they are delivered, and can be found again. */
import type { Page } from '@playwright/test';
import { createdMonitor } from '@waypost/contract/api/intents';
import { axeFaults } from './harness/axe.ts';
import { boardReady, callApi, expect, loadsOf, signIn, test } from './harness/fixtures.ts';
import { startStack } from './harness/stack.ts';

/** A load under way whose truck can be watched, with a monitor whose circles are beside where the truck is now. */
async function watchToTheEnd(page: Page) {
  const loads = await loadsOf(page);
  const load = loads.find(
    ({ tracking_health, vehicle_assignment, last_position, load_ref, stops }) =>
      tracking_health === 'live' &&
      vehicle_assignment?.agreement === 'agree' &&
      last_position !== null &&
      load_ref !== null &&
      stops.length >= 2 &&
      Date.parse(stops[0]?.estimated_departure_at ?? '') < Date.now(),
  );
  const [vehicle_id, at] = [load?.vehicle_assignment?.vehicle.id, load?.last_position];
  if (!load?.load_ref || !vehicle_id || !at) throw new Error('no load of the sandbox can be watched');
  const place = (north: number) => ({ latitude: at.latitude + north, longitude: at.longitude + 0.5 });
  const [origin, destination] = [place(0.2), place(0.4)];
  const last = Math.max(...load.stops.map(({ sequence }) => sequence));
  const created = await callApi(page, '/api/monitors', 'POST', {
    name: load.load_ref,
    vehicle_id,
    origin: { ...origin, radius_meters: 800 },
    destination: { ...destination, radius_meters: 800 },
    starts_at: new Date(Date.now() - 60_000).toISOString(),
    about: {
      load_id: load.load_id,
      stops: [0, last].map((load_stop_sequence, sequence) => ({
        sequence,
        name: ['North yard', 'South dock'][sequence],
        site_id: null,
        load_stop_sequence,
        planned_arrival_at: new Date(Date.now() + 60_000).toISOString(),
      })),
    },
  });
  expect(created.status).toBe(201);
  createdMonitor.parse(created.body);
  return { ...load, load_ref: load.load_ref, vehicle_id, way: [origin, place(0.3), destination, place(0.3)] };
}

const isWatched = async (page: Page, load_id: string) =>
  (await loadsOf(page)).some((one) => one.load_id === load_id);

test('a delivered load leaves the board by itself and is undone; it leaves no second time and is found in the archive when removed', {
  tag: '@deep',
}, async ({ page }) => {
  const stack = await startStack(
    { SANDBOX_LOADS: '50' },
    { ARCHIVE_DELIVERED_MINUTES: '0', POLL_INTERVAL_SECONDS: '2' },
  );
  try {
    await signIn(page, 'dispatcher', '/?tab=all', stack.server.url);
    await boardReady(page);
    const it = await watchToTheEnd(page);
    for (const place of it.way) {
      await stack.sandbox.control(`vehicles/${it.vehicle_id}/drive`, { path: [place] });
      const seen = await page.evaluate(() => Date.now());
      await expect(async () => {
        const read = (await loadsOf(page)).find((one) => one.load_id === it.load_id);
        expect(Date.parse(read?.read_at ?? '') > seen || read === undefined).toBe(true);
      }).toPass();
    }
    await expect(page.getByText(new RegExp(`${it.load_ref}.* left the board`))).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByText(/Delivered, by monitor/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(async () => expect(await isWatched(page, it.load_id)).toBe(true)).toPass();

    await page.goto(`${stack.server.url}/?load=${it.load_id}`);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(async () => expect(await isWatched(page, it.load_id)).toBe(false)).toPass();
    await page.goto(`${stack.server.url}/archive`);
    const [found] = it.load_ref.split('-').slice(-1);
    await page.getByLabel('Search the archive').fill(found ?? it.load_ref);
    const row = page.getByRole('grid').getByRole('row', { name: new RegExp(it.load_ref) });
    await expect(row).toBeVisible();
    await expect(row).toContainText('Removed by a person');
    await row.click();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore to board' }).click();
    await expect(async () => expect(await isWatched(page, it.load_id)).toBe(true)).toPass();
    await expect(row).toBeHidden();
  } finally {
    await stack.stop();
  }
});
