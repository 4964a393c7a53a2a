/** The board under a thumb: menus, picks and messages on a touch screen. */
import { boardReady, expect, loadRows, test } from './harness/fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a menu has rows for a finger and names no keys; a message stands above the bar of the picked loads', async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  const row = loadRows(page).filter({ hasText: 'No truck assigned' }).first();
  await row.getByRole('button', { name: /^More actions/ }).tap();
  const items = page.getByRole('menuitem');
  await expect(items.filter({ hasText: 'Open load' })).toBeVisible();
  for (const item of await items.all()) {
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expect(item).not.toHaveText(/\([a-z]\)/, { useInnerText: true });
  }
  await items.filter({ hasText: 'Copy load number' }).tap();
  await row.getByRole('button', { name: /^More actions/ }).tap();
  await items.filter({ hasText: 'Pick' }).tap();
  const bar = page.getByRole('toolbar', { name: 'Picked loads' });
  await expect(bar).toBeVisible();
  const toast = page.getByRole('region', { name: 'Messages' });
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
  const [above, below] = [await toast.boundingBox(), await bar.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await bar.getByRole('button', { name: 'Clear the selection' }).tap();
});
