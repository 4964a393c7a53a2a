/** Onboarding staff extend an access that ends too early, and delete another agreement after typing its fleet. */
import type { Page } from '@playwright/test';
import { agreementList } from '@waypost/contract/api/agreements';
import { createdMonitor } from '@waypost/contract/api/intents';
import { axeFaultsInCurrentTheme } from './harness/axe.ts';
import { callApi, expect, listLoads, test } from './harness/fixtures.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const agreements = async (page: Page) =>
  agreementList.parse((await callApi(page, '/api/agreements')).body).items;

/** Creates a monitor that runs for days, then lets its fleet's access end tomorrow. */
async function endTooEarly(page: Page): Promise<void> {
  const liveLoad = async () =>
    (await listLoads(page)).find(
      ({ tracking_health, vehicle_assignment, last_position }) =>
        tracking_health === 'live' && vehicle_assignment && last_position,
    );
  await expect.poll(liveLoad, { timeout: 20_000 }).toBeTruthy();
  const load = await liveLoad();
  const [vehicle_id, at] = [load?.vehicle_assignment?.vehicle.id, load?.last_position];
  if (!vehicle_id || !at) throw new Error('no load of the sandbox can be watched');
  const circle = (north: number) => ({
    latitude: at.latitude + north,
    longitude: at.longitude,
    radius_meters: 800,
  });
  const created = await callApi(page, '/api/monitors', 'POST', {
    name: 'Runs for days',
    vehicle_id,
    origin: circle(0.2),
    destination: circle(0.6),
    stops: [],
    starts_at: new Date().toISOString(),
  });
  expect(created.status).toBe(201);
  createdMonitor.parse(created.body);
  const affected = async () => (await agreements(page)).find(({ dependents }) => dependents.monitors > 0);
  await expect.poll(affected).toBeTruthy();
  const tomorrow = new Date(Date.now() + 20 * 3_600_000).toISOString();
  const path = `/api/agreements/${(await affected())?.id}`;
  expect((await callApi(page, path, 'PATCH', { expiration_date: tomorrow })).status).toBe(200);
}

test('access that ends too early is extended, and another agreement is deleted', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn('admin', '/agreements');
  await endTooEarly(page);

  // Updated by the stream, without a reload.
  const endingRegion = page.getByRole('region', { name: 'Agreements that end too soon' });
  await expect(endingRegion).toContainText(/before .*1 monitor expires/);
  await endingRegion
    .getByRole('button', { name: /^Extend the access of/ })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: /^Agreement with/ });
  await expect(panel.getByRole('region', { name: 'What this changes' })).toContainText('Runs for days');
  await expect(panel.getByRole('textbox', { name: 'Access ends' })).toBeFocused();
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);
  await panel.getByRole('button', { name: /^Extend access to/ }).click();
  await expect(endingRegion).toBeHidden();
  await expect(page.getByText(/last as long as loads and monitors need/)).toBeVisible();

  const grid = page.getByRole('grid', { name: 'Agreements' });
  await page.getByRole('button', { name: /^Starts later/ }).click();
  await grid.getByRole('row').nth(1).click();
  await panel.getByRole('button', { name: 'Delete agreement' }).click();
  const dialog = page.getByRole('dialog');
  const fleet_ref = (await dialog.locator('code').textContent()) ?? '';
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);
  await dialog.getByRole('textbox').fill(`not ${fleet_ref}`);
  await expect(dialog.getByRole('button', { name: 'Delete agreement' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog.getByRole('textbox').fill(fleet_ref);
  await dialog.getByRole('button', { name: 'Delete agreement' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: /^Paused or cancelled/ }).click();
  await expect(grid.getByRole('row', { name: new RegExp(`Deleted.*${fleet_ref}`) })).toBeVisible();

  await page.getByRole('tab', { name: /^Connections/ }).click();
  await expect(page.getByRole('grid', { name: 'Connections' })).toBeVisible();
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);
});
