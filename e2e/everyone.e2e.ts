/** For everyone: by keyboard alone, on every screen, in both themes, without a fault that axe finds. */
import { axeFaults } from './harness/axe.ts';
import { boardReady, expect, loadsOf, test } from './harness/fixtures.ts';

test('axe finds nothing on the sign-in page, the board, a load, the dialogs and the missing page', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await person.signIn();
  await boardReady(page);
  await page.getByRole('grid').getByRole('row').first().click();
  await expect(page.getByRole('complementary', { name: /^Load / })).toContainText('Read now');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.goto('/?add=1');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/nope');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test('the board works by keyboard alone', async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const load = (await loadsOf(page)).find((one) => one.tracking_health === 'stale');
  await page.keyboard.press('f');
  await expect(page.getByRole('searchbox', { name: 'Search loads' })).toBeFocused();
  await page.keyboard.type(load?.load_ref ?? '');
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: `Load ${load?.load_ref}` });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
  [2560, 1440],
] as const) {
  test(`at ${width} by ${height} nothing runs out of the screen and every part is reached`, async ({
    page,
    person,
  }) => {
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
    if (width < 2000) return;
    // The wall is for screens of this size.
    await page.goto('/wall');
    await expect(page.getByRole('region', { name: /Map of loads/ })).toBeVisible();
    expect(await overflow()).toBe(0);
  });
}
