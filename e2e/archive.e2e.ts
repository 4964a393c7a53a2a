/** Delivered loads leave the board automatically and can be found again. */
import type { Page } from '@playwright/test';
import { axeFaults } from './harness/axe.ts';
import { boardReady, expect, listLoads, signIn, test } from './harness/fixtures.ts';
import { createMonitorNearTruck, driveAndRead } from './harness/monitors.ts';
import { startStack } from './harness/stack.ts';

const isWatched = async (page: Page, load_id: string) =>
  (await listLoads(page)).some((one) => one.load_id === load_id);

test('a delivered load leaves the board automatically only once, undo restores it, and a removed load is found in the archive', {
  tag: '@deep',
}, async ({ page }) => {
  const stack = await startStack(
    { SANDBOX_LOADS: '50' },
    { ARCHIVE_DELIVERED_MINUTES: '0', POLL_INTERVAL_SECONDS: '2' },
  );
  try {
    await signIn(page, 'dispatcher', '/?tab=all', stack.server.url);
    await boardReady(page);
    const load = await createMonitorNearTruck(page);
    for (const place of load.way) await driveAndRead(page, stack.sandbox, load, place);
    await expect(page.getByText(new RegExp(`${load.load_ref}.* left the board`))).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByText(/Delivered, by monitor/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(async () => expect(await isWatched(page, load.load_id)).toBe(true)).toPass();

    await page.goto(`${stack.server.url}/?load=${load.load_id}`);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(async () => expect(await isWatched(page, load.load_id)).toBe(false)).toPass();
    await page.goto(`${stack.server.url}/archive`);
    const [found] = load.load_ref.split('-').slice(-1);
    await page.getByLabel('Search the archive').fill(found ?? load.load_ref);
    const row = page.getByRole('grid').getByRole('row', { name: new RegExp(load.load_ref) });
    await expect(row).toBeVisible();
    await expect(row).toContainText('Removed by a person');
    await row.click();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore to board' }).click();
    await expect(async () => expect(await isWatched(page, load.load_id)).toBe(true)).toPass();
    await expect(row).toBeHidden();
  } finally {
    await stack.stop();
  }
});
