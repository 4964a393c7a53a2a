/** Saved views: saved, opened as a link by another user, opened at sign-in; and the track of a truck. */
import { loadHistory } from '@waypost/contract/api/history';
import { axeFaults } from './harness/axe.ts';
import { boardReady, callApi, expect, listLoads, loadRows, signIn, test } from './harness/fixtures.ts';
import { PASSWORD } from './harness/stack.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a view is saved for the team by keyboard, opened as a link by another user, changed, and the change is visible', {
  tag: '@deep',
}, async ({ page, person, browser, stack }) => {
  await person.signIn('dispatcher', '/?tab=all&health=stale&group=fleet&sort=age');
  await boardReady(page);
  await page.getByRole('button', { name: 'Saved views' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save this view' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.insertText('Quiet trucks');
  await dialog.getByLabel('Everyone on the team').focus();
  await page.keyboard.press('Space');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Team view saved')).toBeVisible();
  const saved = new URL(page.url()).searchParams.get('saved');
  expect(saved).not.toBeNull();
  const address = page.url();

  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(other, 'admin', `/?saved=${saved}`, stack.server.url);
  await expect(other.getByText('Quiet trucks')).toBeVisible();
  await expect(other).toHaveURL(/health=stale/);
  await expect(other).toHaveURL(/group=fleet/);
  await expect(loadRows(other)).not.toHaveCount(0);
  expect(page.url()).toBe(address);

  await other.getByRole('tab', { name: /Needs attention/ }).click();
  await other.getByRole('button', { name: 'Update view' }).click();
  await expect(other.getByText('Team view updated')).toBeVisible();
  await page.goto(`/?saved=${saved}`);
  await expect(page.getByRole('tab', { name: /Needs attention/, selected: true })).toBeVisible();
  await expect(page).toHaveURL(/health=stale/);
});

test("a user's own view opens after sign-in; a link to it shows another user nothing of it", {
  tag: '@deep',
}, async ({ page, person, browser, stack }) => {
  await person.signIn('dispatcher', '/?tab=all&health=live');
  await boardReady(page);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('My live ones');
  await dialog.getByLabel('Open this view after I sign in').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('It opens after you sign in.')).toBeVisible();
  const saved = new URL(page.url()).searchParams.get('saved');

  const ownerPage = await (await browser.newContext()).newPage();
  // Opens the root: a link to another page would open that page instead.
  await ownerPage.goto(stack.server.url);
  await ownerPage.getByRole('link', { name: 'Sign in' }).click();
  await ownerPage.getByLabel('Username').fill('dispatcher');
  await ownerPage.getByLabel('Password').fill(PASSWORD);
  await ownerPage.getByRole('button', { name: 'Sign in' }).click();
  await expect(ownerPage.getByText('My live ones')).toBeVisible();
  await expect(ownerPage).toHaveURL(/health=live/);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'admin', `/?saved=${saved}`, stack.server.url);
  await expect(other.getByText('This view was deleted or is private')).toBeVisible();
  await expect(other.getByText('My live ones')).toHaveCount(0);

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await page.getByRole('button', { name: 'More actions for My live ones' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.goto(`/?saved=${saved}`);
  await expect(page.getByText('My live ones')).toBeVisible();
});

test("a truck's track is replayed by keyboard, with its stops, gaps and files", {
  tag: '@deep',
}, async ({ page, person, stack }) => {
  await person.signIn();
  await boardReady(page);
  const load = (await listLoads(page)).find(
    ({ tracking_health, last_position, vehicle_assignment }) =>
      tracking_health === 'live' && last_position && vehicle_assignment?.source === 'declared',
  );
  // The service may replace a truck that it matched by route when that truck leaves the route.
  if (!load?.last_position || !load.vehicle_assignment)
    throw new Error('no load is live with a declared truck');
  const vehicle = load.vehicle_assignment.vehicle.id;
  const { latitude, longitude } = load.last_position;
  const pings = async () => {
    const since = new Date(Date.now() - 7 * 24 * 3600_000).toISOString();
    const path = `/api/loads/${load.load_id}/history?from=${since}`;
    const { body } = await callApi(page, path);
    return loadHistory.parse(body).positions.length;
  };
  for (const step of [1, 2, 3]) {
    const before = await pings();
    const to = { latitude, longitude: longitude + step * 0.2 };
    await stack.sandbox.control(`vehicles/${vehicle}/drive`, { path: [to] });
    await expect(async () => {
      await callApi(page, `/api/loads/${load.load_id}/read`, 'POST');
      expect(await pings()).toBeGreaterThan(before);
    }).toPass();
  }
  await page.goto(`/?load=${load.load_id}`);
  await page.getByRole('button', { name: 'Show history' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText(/\d positions/)).toBeVisible();
  const slider = history.getByRole('slider', { name: 'Replay' });
  await slider.focus();
  const newest = await slider.getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('1');
  expect(await slider.getAttribute('aria-valuetext')).not.toBe(newest);
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', newest ?? '');
  expect(await axeFaults(page)).toEqual([]);
  for (const name of ['Export GPX', 'Export CSV']) {
    const download = page.waitForEvent('download');
    await history.getByRole('button', { name }).click();
    expect((await download).suggestedFilename()).toMatch(/^history-LD-.*\.(gpx|csv)$/);
  }
  await history.getByRole('button', { name: 'Hide history' }).click();
  await expect(history).toHaveCount(0);
});

test('a possible wrong truck: the panel shows the evidence without a click, with call, text and copy', {
  tag: '@deep',
}, async ({ page, context, person }) => {
  await context.grantPermissions(['clipboard-write']);
  await person.signIn();
  await boardReady(page);
  const load = (await listLoads(page)).find(({ triage }) => triage?.cause === 'disagree');
  await page.goto(`/?load=${load?.load_id}`);
  const evidence = page.getByRole('region', { name: 'Is it the right truck?' });
  await expect(
    evidence.getByText('The tracking service doubts that this truck carries the load.'),
  ).toBeVisible();
  // Once in the panel, at its top.
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Call carrier' })).toHaveCount(1);
  await evidence.getByRole('button', { name: 'Copy message for the carrier, with evidence' }).click();
  await expect(evidence.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
