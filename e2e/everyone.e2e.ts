/** For everyone: by keyboard alone, on every screen, in both themes, without a fault that axe finds. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { boardReady, expect, loadsOf, test } from './harness/fixtures.ts';

async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the sign-in page, the board and the missing page', async ({
      page,
      person,
    }) => {
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
      expect(await axe(page)).toEqual([]);
      await person.signIn();
      await boardReady(page);
      expect(await axe(page)).toEqual([]);
      await page.goto('/nope');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await axe(page)).toEqual([]);
    });

    test('axe finds nothing on a load and on the dialogs', async ({ page, person }) => {
      await person.signIn();
      await boardReady(page);
      await page.getByRole('grid').getByRole('row').first().click();
      await expect(page.getByRole('complementary', { name: /^Load / })).toContainText('Read now');
      expect(await axe(page)).toEqual([]);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await axe(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('/?add=1');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await axe(page)).toEqual([]);
    });
  });
}

test('the board works by keyboard alone', async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const load = (await loadsOf(page)).find((one) => one.tracking_health === 'stale');
  await page.keyboard.press('/');
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
  });
}
