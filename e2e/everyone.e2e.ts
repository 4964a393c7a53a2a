/** Accessibility: by keyboard alone, at every size, in both themes, without axe violations. */
import { sized } from '@waypost/bff/testing/deep';
import { axeFaults } from './harness/axe.ts';
import { boardReady, expect, listLoads, loadRows, test } from './harness/fixtures.ts';

// The screen audit checks each page without a map in each run.
test('axe finds no violations on the board with its map and a load', { tag: ['@map', '@deep'] }, async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  await loadRows(page).first().click();
  await expect(page.getByRole('complementary', { name: /^Load / })).toContainText('Refresh');
  expect(await axeFaults(page)).toEqual([]);
});

test('the board works by keyboard alone', async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const load = (await listLoads(page)).find((one) => one.tracking_health === 'stale');
  await page.keyboard.press('f');
  await expect(page.getByRole('searchbox', { name: 'Search loads' })).toBeFocused();
  await page.keyboard.type(load?.load_ref ?? '');
  await expect(loadRows(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: `Load ${load?.load_ref}` });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

type Size = readonly [width: number, height: number];
const ENDS: readonly Size[] = [
  [390, 844],
  [2560, 1440],
];
const BETWEEN: readonly Size[] = [
  [768, 1024],
  [1440, 900],
];
for (const [width, height] of sized(ENDS, [...ENDS, ...BETWEEN])) {
  test(`at ${width} by ${height} nothing overflows the screen and every part is reachable`, {
    tag: ['@map', '@deep'],
  }, async ({ page, person }) => {
    await page.setViewportSize({ width, height });
    await person.signIn('dispatcher', '/?tab=all');
    await boardReady(page);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    await page.getByRole('row').filter({ hasText: 'LD-' }).first().click();
    await expect(
      page
        .getByRole('complementary', { name: /^Load / })
        .or(page.getByRole('dialog', { name: /Load/ }))
        .first(),
    ).toBeVisible();
    expect(await overflow()).toBe(0);
    await page.getByRole('button', { name: 'Close the panel' }).click();
    if (width < 700) {
      await page
        .getByRole('link', { name: 'Map' })
        .or(page.getByRole('button', { name: 'Map' }))
        .first()
        .click();
      expect(await overflow()).toBe(0);
    }
    await expect(page.getByRole('region', { name: /Map of loads/ })).toBeVisible();
    await page.goto('/wall');
    const worst = page.getByRole('region', { name: 'Needs attention' });
    await expect(worst.getByText(/most urgent of/)).toBeVisible();
    expect(await overflow()).toBe(0);
    // A screen that is too small for the wall scrolls to its end.
    await page.mouse.move(width / 2, 400);
    await expect(async () => {
      await page.mouse.wheel(0, 4000);
      await expect(worst.getByText(/most urgent of/)).toBeInViewport();
    }).toPass();
  });
}
