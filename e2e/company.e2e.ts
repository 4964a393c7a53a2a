/** Company settings of administrators, and where others see them. */
import { axeFaults } from './harness/axe.ts';
import { expect, test } from './harness/fixtures.ts';

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="600"><rect width="2400" height="600" fill="#2b5f8a"/></svg>',
);

test('an administrator sets a company name and logo, shown on the sign-in page and to fleets', {
  tag: '@deep',
}, async ({ page, person, browser, stack }) => {
  await person.signIn('admin', '/settings?section=company');
  const company = page.getByRole('region', { name: 'Company', exact: true });
  await company.getByLabel('Company name').fill('Northbound Freight');
  await company.getByRole('button', { name: 'Save company settings' }).click();
  await expect(page.getByText('Company settings saved')).toBeVisible();

  // A large drawing is scaled down and stored as a bitmap.
  const chosen = page.waitForEvent('filechooser');
  await company.getByRole('button', { name: 'Upload logo' }).click();
  await (await chosen).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO });
  const logo = company.getByRole('img', { name: 'Current logo' });
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  expect(await axeFaults(page)).toEqual([]);

  const outside = await browser.newContext({ baseURL: stack.server.url });
  const stranger = await outside.newPage();
  await stranger.goto('/sign-in');
  await expect(stranger.getByText('Northbound Freight')).toBeVisible();
  await expect(stranger.locator('img[src^="/company-logo/"]')).toBeVisible();
  expect(await axeFaults(stranger)).toEqual([]);
  await stranger.goto('/onboarding/success');
  await expect(stranger.getByText(/your data is now shared with Northbound Freight/)).toBeVisible();
  await expect(stranger.locator('img[src^="/company-logo/"]')).toBeVisible();
  await outside.close();

  // Removing logo and name again.
  await company.getByRole('button', { name: 'Remove logo' }).click();
  await expect(logo).toHaveCount(0);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click();
  await expect(logo).toBeVisible();
  await company.getByRole('button', { name: 'Remove logo' }).click();
  await expect(logo).toHaveCount(0);
  await company.getByLabel('Company name').fill('');
  await company.getByRole('button', { name: 'Save company settings' }).click();
  await expect(page.getByText(/Last changed by/)).toBeVisible();
});

test('other roles have no company settings', { tag: '@deep' }, async ({ page, person }) => {
  await person.signIn('dispatcher', '/settings?section=company');
  await expect(page.getByText('Company: for administrators')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Company', exact: true })).toHaveCount(0);
});
