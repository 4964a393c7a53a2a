/** An administrator sees who is signed in and where, and signs a person out. */
import { axeFaults } from './harness/axe.ts';
import { expect, loadRows, signIn, test } from './harness/fixtures.ts';

test('an administrator finds the sessions of a person and ends one, then all; each browser says so within seconds', {
  tag: '@deep',
}, async ({ page, person, stack, browser }) => {
  const open = async () => {
    const other = await (await browser.newContext({ baseURL: stack.server.url })).newPage();
    await signIn(other, 'onboarding');
    await expect(loadRows(other).first()).toBeVisible();
    return other;
  };
  const [phone, desk, home] = [await open(), await open(), await open()];
  await person.signIn('admin', '/people');
  await page.getByRole('row', { name: /Onboarding.*Signed in on \d+ browsers/ }).click();
  const panel = page.getByRole('complementary', { name: /^Person / });
  await expect(panel.getByText('127.0.0.1').first()).toBeVisible();
  await expect(panel.getByText(/^Chrome on /).first()).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // The newest is the first.
  await panel.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  const ended = (of: typeof phone) => of.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended(home)).toContainText('An administrator signed you out.');
  await expect(ended(desk)).toBeHidden();
  await panel.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  for (const one of [phone, desk]) await expect(ended(one)).toContainText('An administrator signed you out.');
  await expect(panel.getByText('Signed out', { exact: true })).toBeVisible();
  await page.goto('/activity?action=sign_out_person');
  await expect(page.getByRole('row', { name: /Signed out (?!a person)/ }).first()).toBeVisible();
  for (const one of [phone, desk, home]) await one.context().close();
});
