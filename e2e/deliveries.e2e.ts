/** What an administrator sees of the events that the service delivers: each with what it did, and handled once more. */
import type { Page } from '@playwright/test';
import { createdMonitor } from '@waypost/contract/api/intents';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, loadsOf, testOfChanges as test } from './harness/fixtures.ts';

/** A monitor of a truck that can be driven into its origin. */
async function watch(page: Page) {
  const load = (await loadsOf(page)).find(
    ({ tracking_health, vehicle_assignment, last_position }) =>
      tracking_health === 'live' && vehicle_assignment?.agreement === 'agree' && last_position !== null,
  );
  const [vehicle_id, at] = [load?.vehicle_assignment?.vehicle.id, load?.last_position];
  if (!vehicle_id || !at) throw new Error('no load of the sandbox can be watched');
  // Half a degree off: the truck is in neither until it is driven there.
  const place = (north: number) => ({
    latitude: at.latitude + north,
    longitude: at.longitude + 0.5,
  });
  const created = await callApi(page, '/api/monitors', 'POST', {
    name: 'Deliveries',
    vehicle_id,
    origin: { ...place(0.2), radius_meters: 800 },
    destination: { ...place(0.6), radius_meters: 800 },
    stops: [],
    starts_at: new Date(Date.now() - 60_000).toISOString(),
  });
  expect(created.status).toBe(201);
  createdMonitor.parse(created.body);
  return { vehicle_id, origin: place(0.2) };
}

test('an administrator sees a delivery come, opens it and has it handled again', { tag: '@deep' }, async ({
  page,
  person,
  stack,
}) => {
  await person.signIn('admin', '/?tab=all');
  const { vehicle_id, origin } = await watch(page);
  await page.goto('/deliveries?event=geofence_monitor.*');
  await expect(page.getByRole('button', { name: /Event addresses.*active/ })).toBeVisible();
  await stack.sandbox.control(`vehicles/${vehicle_id}/drive`, { path: [origin] });

  const row = page
    .getByRole('grid', { name: 'Deliveries' })
    .getByRole('row', { name: /arrived/ })
    .first();
  await expect(row).toBeVisible({ timeout: 20_000 });
  await row.click();
  await expect(page).toHaveURL(/delivery=/);
  const panel = page.getByRole('complementary', { name: 'Delivery' });
  await expect(panel.getByRole('heading', { name: /arrived/ })).toBeVisible();
  await expect(panel.locator('pre')).toContainText('event_name');
  await panel.getByRole('button', { name: 'Process again' }).click();
  await expect(panel.getByRole('status')).toContainText(/Processed again\. (Handled|Duplicate)/);
  await page.getByRole('button', { name: /Event addresses/ }).click();
  expect(await axeFaults(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/deliveries');
  await expect(page.getByRole('grid', { name: 'Deliveries' })).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.getByRole('grid', { name: 'Deliveries' }).getByRole('row').first().click();
  await expect(panel.getByRole('button', { name: 'Process again' })).toBeInViewport({ ratio: 1 });
  expect(await overflow()).toBe(0);
  const { x, width } = (await panel.boundingBox()) ?? { x: 0, width: 0 };
  expect(x + width).toBeLessThanOrEqual(390);
});

test('a dispatcher sees whom to ask', async ({ page, person }) => {
  await person.signIn('dispatcher', '/deliveries');
  await expect(page.getByText('Deliveries are for administrators')).toBeVisible();
  await expect(page.getByText('Ask a Waypost administrator.', { exact: false })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
