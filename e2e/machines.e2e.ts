/** Machine access and carrier contacts: an administrator creates a key, a TMS uses it; a dispatcher calls a carrier. */
import { execFileSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { webhookReceiver } from '../bff/src/testing/webhook-receiver.ts';
import { axeFaults } from './harness/axe.ts';
import { boardReady, callApi, expect, listLoads, test } from './harness/fixtures.ts';

const LOAD = '00000000-0000-4000-8000-00000000c0de';

test('an administrator creates a key, a TMS adds a load with curl, and the revoked key is rejected', {
  tag: '@deep',
}, async ({ page, person, stack }) => {
  await person.signIn('admin', '/api-keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await page.getByLabel('Name').fill('TMS load feed');
  await page.getByRole('radio', { name: 'Read, add and remove loads' }).check();
  await page.getByRole('button', { name: 'Create API key' }).click();
  const panel = page.getByRole('complementary', { name: 'API key TMS load feed' });
  await expect(panel.getByText('Copy the key now.')).toBeVisible();
  const key = (await panel.getByText(/^wpk_/).textContent()) ?? '';
  expect(await axeFaults(page)).toEqual([]);

  const curl = (...more: string[]) =>
    execFileSync('curl', [
      ...['--silent', '--write-out', '\n%{http_code}', '--header', `Authorization: Bearer ${key}`],
      ...more,
    ]).toString();
  const loads = `${stack.server.url}/machine/v1/loads`;
  const json = ['--header', 'Content-Type: application/json', '--data', JSON.stringify({ load_id: LOAD })];
  expect(curl(...json, loads)).toMatch(/"outcome":"added".*\n201$/);
  await expect(async () => {
    expect((await listLoads(page)).some(({ load_id }) => load_id === LOAD)).toBe(true);
  }).toPass();
  expect(curl('--request', 'DELETE', `${loads}/${LOAD}`)).toMatch(/\n204$/);

  await page.reload();
  await expect(panel.getByText('Status')).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await panel.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(panel.getByText(/^Revoked \d+ s ago/)).toBeVisible();
  expect(curl(loads)).toMatch(/has been revoked.*\n401$/);
});

test('an outgoing webhook is added, tested, received with its signature, and retried after a 500', {
  tag: '@deep',
}, async ({ page, person }) => {
  const receiver = await webhookReceiver(200);
  await person.signIn('admin', '/outgoing-webhooks');
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  // The world goes on: its other events would take the failure meant for the note.
  for (const event of [/^Load/, /^Estimate/, /^Arrival/, /^Departure/])
    for (const box of await page.getByRole('checkbox', { name: event }).all()) await box.uncheck();
  await page.getByRole('checkbox', { name: /^Exception changed/ }).check();
  await page.getByLabel('Address').fill('https://10.0.0.1/waypost');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText('Address 10.0.0.1 is a private address')).toBeVisible();
  await page.getByLabel('Address').fill(receiver.url);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const panel = page.getByRole('complementary', { name: /^Webhook 127\.0\.0\.1/ });
  await expect(panel.getByText('Copy the signing secret now.')).toBeVisible();
  const secret = (await panel.getByText(/^whsec_/).textContent()) ?? '';
  expect(await axeFaults(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Send test event' }).click();
  await expect(panel.getByText('Delivered, status 200')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const [tested] = receiver.received;
  const timestamp = tested?.headers['x-webhook-timestamp'];
  expect(tested?.headers['x-webhook-signature']).toBe(
    createHmac('sha256', secret).update(`${timestamp}.${tested?.text}`).digest('base64'),
  );

  receiver.answer(500, 200);
  const load = (await listLoads(page)).find(({ triage }) => triage !== null);
  const note = {
    act_id: randomUUID(),
    act: { kind: 'note', text: 'Driver calls back' },
    items: [{ load_id: load?.load_id, version: load?.triage?.version }],
  };
  expect((await callApi(page, '/api/triage/acts', 'POST', note)).status).toBe(200);
  await panel.getByRole('button', { name: 'Back to webhook' }).click();
  await panel.getByRole('button', { name: /^Exception changed/ }).click();
  await expect(panel.getByText('Delivered, status 200')).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByRole('region', { name: 'Attempts' })).toContainText('Answered 500');
  const [first, second] = receiver.received.filter(({ body }) => body.event_name === 'exception.changed');
  expect(second?.body).toMatchObject({ id: first?.body.id, delivery_attempt: 2 });
  expect(first?.body.data[0]).toMatchObject({
    load_id: load?.load_id,
    happened: { text: 'Driver calls back' },
  });

  await page.reload();
  await expect(panel.getByText('Delivered, status 200')).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await panel.getByRole('button', { name: 'Back to webhook' }).click();
  await panel.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('No outgoing webhooks yet')).toBeVisible();
  await receiver.close();
});

interface ListedFleet {
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly loads_by_health: object;
}

/** A fleet with a watched load: a truck's fleet becomes known soon after the first request. */
async function carryingFleet(page: Page): Promise<ListedFleet> {
  let found: ListedFleet | undefined;
  await expect(async () => {
    const { body } = await callApi(page, '/api/fleets');
    found = (body as { items: ListedFleet[] }).items.find(
      ({ loads_by_health }) => Object.keys(loads_by_health).length > 0,
    );
    expect(found).toBeDefined();
  }).toPass();
  return found as ListedFleet;
}

test('contacts are imported from a CSV, shown on the fleet and on its load, and a deleted one is restored', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/fleets');
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const fleet = await carryingFleet(page);
  await page.getByRole('button', { name: 'Import contacts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Contacts file').setInputFiles({
    name: 'contacts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `fleet,name,role,phone,email,primary\n${fleet.fleet_ref},Joe Dispatch,Dispatch,+1 806 555 0142,,yes\n${fleet.fleet_ref},Al Nights,,soon,,\n`,
    ),
  });
  await expect(dialog).toContainText('1 contact can be imported');
  await expect(dialog).toContainText('Line 3, Al Nights phone must not be empty');
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click();
  await expect(page.getByText('1 contact added, 1 row left out.')).toBeVisible();

  await page.goto(`/fleets/${fleet.fleet_id}`);
  const call = page.getByRole('link', { name: 'Call Joe Dispatch' });
  await expect(call).toHaveAttribute('href', 'tel:+18065550142');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete Joe Dispatch' }).click();
  await expect(call).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(call).toBeVisible();

  await page.getByRole('grid', { name: 'Watched loads' }).getByRole('row').nth(1).click();
  await boardReady(page);
  const panel = page.getByRole('complementary', { name: /^Load / });
  await expect(panel.getByRole('link', { name: 'Call Joe Dispatch' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Text Joe Dispatch' })).toHaveAttribute(
    'href',
    'sms:+18065550142',
  );
});
