/** The first hour of a company: an installation without any load shows each person what to set up, and each item is done by doing it. */
import { axeFaults } from './harness/axe.ts';
import { boardReady, expect, loadRows, signIn, testWithOwnSandbox } from './harness/fixtures.ts';

/** Its board starts empty, as with a real service. */
const test = testWithOwnSandbox(
  { SANDBOX_LOADS: '40' },
  { SERVICE_ASSUMPTIONS: JSON.stringify({ sandbox_loads_path: '/there-is-no-such-list' }) },
);

test('an administrator and a dispatcher of an empty company set it up from its board', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  const signedIn = async (username: string) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, username, '/', stack.server.url);
    const setup = page.getByRole('region', { name: 'Set up Waypost' });
    const item = (title: string) =>
      setup.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
    return { page, setup, item };
  };

  const viewer = await signedIn('viewer');
  await expect(
    viewer.page.getByText(/^Dispatchers add loads\. .* ask your Waypost administrator/),
  ).toBeVisible();
  await expect(viewer.setup).toHaveCount(0);

  const admin = await signedIn('admin');
  await expect(admin.item('Mail server')).toContainText('SMTP_URL');
  expect(await axeFaults(admin.page)).toEqual([]);

  const { page, item } = await signedIn('dispatcher');
  await expect(item('Your time zone and units')).toContainText('Optional');
  await item('First site or monitor').getByRole('link', { name: 'Add site' }).click();
  const site = page.getByRole('complementary', { name: 'New site' });
  await site.getByLabel('Name').fill('Amarillo yard');
  await site.getByLabel('Center').fill('35.19, -101.83');
  await site.getByLabel('Radius').fill('0.5');
  await site.getByRole('button', { name: 'Save site' }).click();
  await expect(page.getByRole('grid').getByText('Amarillo yard')).toBeVisible();
  await page.getByRole('link', { name: 'Board' }).first().click();
  await expect(item('First site or monitor')).toContainText('Done');

  await item('First loads').getByRole('link', { name: 'Add loads' }).click();
  const { load_ids } = await stack.sandbox.control<{ load_ids: string[] }>('loads');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Load numbers or IDs' }).fill(load_ids.slice(0, 12).join('\n'));
  await dialog.getByRole('button', { name: /^Add 12 loads/ }).click();
  await expect(page.getByText(/12 loads added/)).toBeVisible();
  await page.goto(`${stack.server.url}/?tab=all`);
  await boardReady(page);
  await expect(loadRows(page)).toHaveCount(12);
  await expect(page.getByText(/Set up Waypost/)).toHaveCount(0);

  // The company is still open for the administrator.
  await admin.page.goto(`${stack.server.url}/?tab=all`);
  await boardReady(admin.page);
  const line = admin.page.getByRole('status').filter({ hasText: /^Set up Waypost: \d+ of 10 done/ });
  await line.getByRole('link', { name: 'Open setup' }).click();
  const settings = admin.page.getByRole('region', { name: /^Set up Waypost: \d+ of 10 done/ });
  const own = settings.getByRole('listitem').filter({ hasText: 'Company name and time zone' });
  await own.getByRole('link', { name: 'Open company settings' }).click();
  const company = admin.page.getByRole('region', { name: 'Company', exact: true });
  await expect(company.getByLabel('Company name')).toBeInViewport();
  await company.getByLabel('Company name').fill('Northbound Freight');
  await company.getByLabel('Time zone').fill('Chicago');
  await company.getByLabel('Time zone').press('Enter');
  await company.getByRole('button', { name: 'Save company settings' }).click();
  await admin.page.getByRole('tab', { name: 'Display' }).click();
  await expect(own).toContainText('Done');
  await admin.page.goto(`${stack.server.url}/?tab=all`);
  await boardReady(admin.page);
  await expect(loadRows(admin.page)).toHaveCount(12);
  await expect(line).toHaveCount(0);
});
