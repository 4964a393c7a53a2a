/** Search by shortcut and reference, and a user's units and time zone on every screen and in every browser. */
import type { Page } from '@playwright/test';
import { agreementList } from '@waypost/contract/api/agreements';
import { createdInvitation, createdMonitor } from '@waypost/contract/api/intents';
import { DEFAULT_PREFERENCES } from '@waypost/contract/api/preferences';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, listLoads, signIn, test } from './harness/fixtures.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** Records of the sandbox, plus a monitor and a site of ours, each with its unique reference and the address that it opens. */
async function things(page: Page): Promise<[kind: string, reference: string, address: RegExp][]> {
  const load = (await listLoads(page)).find(
    (one) => one.vehicle_assignment !== null && one.load_ref !== null && one.last_position !== null,
  );
  const vehicle_id = load?.vehicle_assignment?.vehicle.id;
  if (!load?.load_ref || !load.last_position || !vehicle_id) throw new Error('no load has a vehicle');
  const { latitude, longitude } = load.last_position;
  const circle = (north: number) => ({ latitude: latitude + north, longitude, radius_meters: 800 });

  const monitor = createdMonitor.parse(
    (
      await callApi(page, '/api/monitors', 'POST', {
        name: 'Watched for the search',
        vehicle_id,
        origin: circle(0.2),
        destination: circle(0.6),
        stops: [],
        starts_at: new Date().toISOString(),
      })
    ).body,
  ).result;
  const site = (await callApi(page, '/api/sites', 'POST', { name: 'Searched yard', ...circle(0.3) }))
    .body as {
    id: string;
  };
  const invitation = createdInvitation.parse(
    (await callApi(page, '/api/invitations', 'POST', { fleet_ref: 'searched-carrier' })).body,
  ).result;
  const fleet = agreementList
    .parse((await callApi(page, '/api/agreements')).body)
    .items.find(({ fleet_id, fleet_ref }) => fleet_id != null && fleet_ref != null);
  if (!monitor || !invitation || !fleet?.fleet_id) throw new Error('something to find is missing');
  return [
    ['monitor', 'watched for the search', new RegExp(`/monitors/${monitor.id}$`)],
    ['site', 'Searched yard', new RegExp(`/sites\\?.*site=${site.id}`)],
    ['invitation', 'Searched Carrier', new RegExp(`/invitations\\?.*invitation=${invitation.key}`)],
    ['fleet', fleet.fleet_id, /\/fleets\/[\w-]+$/],
    ['vehicle', vehicle_id, /\/\?.*load=/],
    ['load', load.load_ref.toLowerCase().replace('-', ' '), new RegExp(`/\\?.*load=${load.load_id}`)],
  ];
}

test('the shortcut, a reference and Enter open a record of each kind', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn('admin', '/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  const wanted = await things(page);
  const search = page.getByRole('combobox', { name: 'Search everything' });

  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);

  for (const [kind, reference, address] of wanted)
    await test.step(kind, async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(reference);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(address);
      await expect(search).toHaveCount(0);
    });

  await page.keyboard.press('/');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(6);
  await page.keyboard.type('site b');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sites$/);
});

test("units, zone and clock are the user's own on every screen and in every browser", {
  tag: '@deep',
}, async ({ page, person, browser, stack }) => {
  await person.signIn('viewer', '/settings');
  await expect(page.getByText('Your settings follow you to every browser.')).toBeVisible();
  await page.getByRole('radio', { name: 'Kilometers' }).check();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Denver');
  await page
    .getByRole('option', { name: /Denver/ })
    .first()
    .click();
  await page.getByRole('radio', { name: '12 hours' }).check();
  await expect(page.getByText('19 km W of Amarillo, TX')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await expect(page.getByText(/^Saved\./)).toBeVisible();

  // Without a reload.
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await page.getByRole('tab', { name: /All loads/ }).click();
  const rows = (one: Page) => one.getByRole('grid', { name: 'All loads' });
  await expect(rows(page)).toContainText(/\d km [NESW]/);
  await expect(rows(page)).toContainText(/\d:\d\d [AP]M/);
  await expect(rows(page)).not.toContainText(/\d mi /);
  await expect(page.getByText('Times MST')).toBeVisible();

  const other = await browser.newContext({
    baseURL: stack.server.url,
    viewport: { width: 1280, height: 800 },
  });
  const there = await other.newPage();
  await signIn(there, 'viewer', '/?tab=all', stack.server.url);
  await expect(rows(there)).toContainText(/\d km [NESW]/);
  await expect(there.getByText('Times MST')).toBeVisible();

  // Restores the defaults for later sign-ins.
  const { length_unit, time_zone, clock } = DEFAULT_PREFERENCES;
  await callApi(there, '/api/preferences', 'PATCH', { length_unit, time_zone, clock });
  await other.close();
});
