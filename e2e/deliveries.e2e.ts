/** Webhook deliveries as an administrator sees them: each with its effect, and processed again. */
import { axeFaults } from './harness/axe.ts';
import { expect, test } from './harness/fixtures.ts';
import { createMonitorNearTruck } from './harness/monitors.ts';

test('an administrator opens an incoming delivery and processes it again', { tag: '@deep' }, async ({
  page,
  person,
  stack,
}) => {
  await person.signIn('admin', '/?tab=all');
  const { vehicle_id, way } = await createMonitorNearTruck(page);
  await page.goto('/deliveries?event=geofence_monitor.*');
  await expect(page.getByRole('button', { name: /Event addresses.*active/ })).toBeVisible();
  await stack.sandbox.control(`vehicles/${vehicle_id}/drive`, { path: [way[0]] });

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
  await expect(panel.getByRole('status')).toContainText(/Processed again\. (Recorded|Nothing new|Duplicate)/);
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

test('a dispatcher is referred to an administrator', { tag: '@deep' }, async ({ page, person }) => {
  await person.signIn('dispatcher', '/deliveries');
  await expect(page.getByText('Incoming webhooks are for administrators')).toBeVisible();
  await expect(page.getByText('Ask a Waypost administrator.', { exact: false })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
