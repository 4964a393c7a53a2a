/** Creating a driver user asynchronously and right away; a failed one is retried and corrected; the activity log shows it. */
import type { Page } from '@playwright/test';
import { axeFaults } from './harness/axe.ts';
import { expect, test } from './harness/fixtures.ts';

test.use({ viewport: { width: 1280, height: 800 } });

async function fillIn(page: Page, username: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Connection' }).click();
  // Connections that allow writing users come first.
  await page.getByRole('option').first().click();
  await page.getByLabel('Username').fill(username);
}

test('a driver is created asynchronously and right away, a failed one is retried, and the log shows it', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('admin', '/drivers');
  await page.getByRole('link', { name: 'New driver user' }).click();
  await fillIn(page, 'ana.later');
  await page.getByRole('button', { name: 'Generate' }).click();
  const password = await page.getByLabel('Password', { exact: true }).inputValue();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create user' }).click();

  await expect(page).toHaveURL(/\/drivers\?operation=/);
  const panel = page.getByRole('complementary', { name: 'Operation' });
  // Updated by the stream, without a reload. The password is shown once the user exists.
  await expect(panel.getByText('Created at the provider.')).toBeVisible({ timeout: 15_000 });
  await expect(panel.getByRole('region', { name: 'Password to hand over' })).toContainText(password);
  await panel.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'New driver user' }).click();
  await fillIn(page, 'ben.now');
  await page.getByRole('textbox', { name: 'Notes' }).fill('sandbox:unreachable');
  await page.getByLabel('Right away').check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(panel.getByRole('status')).toHaveText(/did not respond/);
  const failed = page.url();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByLabel('Password', { exact: true }).fill('typed again');
  await panel.getByLabel('Right away').check();
  expect(await axeFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect(page).not.toHaveURL(failed);
  await expect(panel.getByRole('status')).toHaveText(/did not respond/);
  await expect(panel.getByText('typed again')).toHaveCount(0);
  await panel.getByRole('link', { name: 'Edit and try again' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('ben.now');
  await page.getByRole('textbox', { name: 'Notes' }).clear();
  await page.getByLabel('Right away').check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(panel.getByText('Created at the provider.')).toBeVisible();
  const rows = page.getByRole('grid', { name: 'Drivers' }).getByRole('row', { name: /ben\.now/ });
  // One driver, whose row says what came of it; the requests before are in its panel.
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Success');
  await expect(panel.getByRole('region', { name: 'Earlier requests' }).getByText('Sent again')).toHaveCount(
    1,
  );

  await page.goto('/activity?action=create_user');
  const entries = page.getByRole('grid', { name: 'Activity' }).getByRole('row', { name: /ben\.now/ });
  await expect(entries).toHaveCount(3);
  await entries.first().click();
  await expect(page.getByRole('complementary', { name: 'Entry' })).toContainText('ben.now');
  expect(await axeFaults(page)).toEqual([]);
});
