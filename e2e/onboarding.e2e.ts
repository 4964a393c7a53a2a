/**
 * Two browsers: staff invites with one field and two clicks, the fleet accepts, and its trucks appear on the board and disappear
 * again.
 */
import type { Page } from '@playwright/test';
import { agreementList, type BoardAgreement } from '@waypost/contract/api/agreements';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { postedLoad } from '@waypost/contract/loads';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, test } from './harness/fixtures.ts';
import type { Stack } from './harness/stack.ts';

const FLEET = 'JOURNEY-7';
const LOAD = 'LD-JOURNEY-7';
const DAY = 86_400_000;
const AMARILLO = { latitude: 35.19, longitude: -101.85 };
const DENVER = { latitude: 39.74, longitude: -104.99 };

async function agreementOf(page: Page): Promise<BoardAgreement> {
  const { body } = await callApi(page, '/api/agreements?fresh=true');
  const found = agreementList.parse(body).items.find(({ fleet_ref }) => fleet_ref === FLEET);
  if (!found) throw new Error(`no agreement of ${FLEET}`);
  return found;
}

async function setDates(page: Page, id: string, dates: Record<string, string>) {
  const { status } = await callApi(page, `/api/agreements/${id}`, 'PATCH', dates);
  expect(status).toBe(200);
}

/** Posts and watches a load that names a truck of the fleet; the truck reports from now on. */
async function postLoad(page: Page, { sandbox }: Stack, fleet_id: string) {
  const { vehicles } = await sandbox.control<{ vehicles: { vehicle_id: string; fleet_id: string }[] }>(
    'vehicles',
  );
  const truck = vehicles.find((one) => one.fleet_id === fleet_id);
  if (!truck) throw new Error('the fleet has no truck');
  await sandbox.control(`vehicles/${truck.vehicle_id}/drive`, { path: [AMARILLO] });
  const { load_id } = postedLoad.parse(
    await sandbox.service(ASSUMPTIONS.paths.loads, {
      load_ref: LOAD,
      vehicle: { vehicle_id: truck.vehicle_id },
      stops: [AMARILLO, DENVER],
    }),
  );
  expect((await callApi(page, '/api/loads', 'POST', { load_ids: [load_id] })).status).toBe(201);
}

test('a fleet is invited, accepts, and its loads appear on the board and disappear again', async ({
  page,
  person,
  stack,
  browser,
  context,
  received,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.signIn('admin', '/invitations');
  await expect(page.getByRole('grid', { name: 'Invitations' })).toBeVisible();

  // One field, two clicks.
  await page.getByRole('link', { name: 'Invite a fleet' }).click();
  await page.getByLabel('Fleet reference').fill(FLEET);
  await page.getByRole('button', { name: 'Invite and copy link' }).click();
  await expect(page.getByText(`Created the invitation of ${FLEET} and copied the link`)).toBeVisible();
  const magic_link = await page.evaluate(() => navigator.clipboard.readText());
  const panel = page.getByRole('complementary', { name: 'Invitation' });
  await expect(panel.getByRole('heading', { name: FLEET })).toBeVisible();
  await panel.getByRole('button', { name: 'Link, QR code and message' }).click();
  await expect(panel.getByRole('img', { name: 'QR code of the invitation link' })).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(magic_link);
  await expect(panel.getByText('• see: trucks (unit, VIN, plate), where your trucks are')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // The fleet, in a separate browser.
  const fleetContext = await browser.newContext();
  await received.watch(fleetContext, (url) => url.startsWith(stack.server.url));
  const fleet = await fleetContext.newPage();
  await fleet.goto(magic_link);
  await expect(fleet.getByText('where your trucks are and have been')).toBeVisible();
  await expect(fleet.getByText('fuel purchases')).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(FLEET) });
  await expect(row).toContainText('Viewed');
  await fleet.getByRole('radio').first().check();
  await fleet.getByRole('button', { name: 'Accept and share' }).click();
  await expect(fleet.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(fleet.getByText(FLEET, { exact: true })).toBeVisible();
  await fleetContext.close();
  // Without a reload.
  await expect(row).toContainText('Accepted');
  await expect(panel.getByText("so the invitation can't be withdrawn")).toBeVisible();

  // The complete form, on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Invite a fleet' }).click();
  await page.getByRole('button', { name: 'More fields' }).click();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Sharing starts tomorrow: until then a load of the fleet has no visible truck.
  const { id, fleet_id } = await agreementOf(page);
  await setDates(page, id, { effective_date: new Date(Date.now() + DAY).toISOString() });
  await postLoad(page, stack, fleet_id ?? '');
  await page.goto(`/?tab=all&q=${LOAD}`);
  const load = page.getByRole('row', { name: new RegExp(LOAD) });
  await expect(load).toContainText('Unassigned');
  // It starts now.
  await setDates(page, id, { effective_date: new Date(Date.now() - DAY).toISOString() });
  await expect(load).toContainText('Live');
  // Its end is moved to the past.
  await setDates(page, id, { expiration_date: new Date(Date.now() - 1_000).toISOString() });
  await expect(load).toContainText('Unassigned');
});
