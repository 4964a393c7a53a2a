/** Posting and correcting loads, adding them by number from a CSV, and exporting the list. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFaults } from './harness/axe.ts';
import { boardReady, callApi, expect, listLoads, listReadLoads, test } from './harness/fixtures.ts';

/** VIN of a shared truck, and an unknown one: two of its digits are swapped. */
async function vinsOf(page: Page): Promise<{ right: string; wrong: string }> {
  const loads = await listLoads(page);
  for (const { tracking_health, vehicle_assignment } of loads) {
    const right = vehicle_assignment?.vehicle.vin;
    const tail = right?.slice(-2) ?? '';
    if (tracking_health !== 'live' || !right || tail[0] === tail[1]) continue;
    return { right, wrong: `${right.slice(0, -2)}${tail[1]}${tail[0]}` };
  }
  throw new Error('no load of the sandbox has a truck with a VIN');
}

async function choosePlace(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('listbox').getByRole('option').first().click();
}

test('a load is posted without a match, its VIN is corrected from the exception, and it becomes live', async ({
  page,
  person,
}) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const { right, wrong } = await vinsOf(page);
  await page.getByRole('button', { name: 'Add loads' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Post a new load' }).click();
  await expect(page.getByRole('heading', { name: 'Post a load' })).toBeVisible();
  await page.getByLabel('Load number', { exact: true }).fill('POSTED-1');
  await page.getByRole('textbox', { name: /^Carrier.s phone number/ }).fill('+1 806 555 0142');
  await page.getByRole('textbox', { name: 'VIN' }).fill(wrong);
  await choosePlace(page, 'Place of stop 1', 'Amarillo');
  await choosePlace(page, 'Place of stop 2', 'Denver');
  await expect(page.getByRole('textbox', { name: /^Departure at stop 1, C[DS]T/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Arrival at stop 2, M[DS]T/ })).toBeVisible();
  // Later than the truck's current loads: no truck has two live loads.
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
  await page.getByRole('textbox', { name: /^Departure at stop 1/ }).fill(day(20));
  await page.getByRole('textbox', { name: /^Arrival at stop 2/ }).fill(day(21));
  await expect(page.getByText('The check digit of this VIN does not match.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`VIN ${wrong}`);
  expect(await axeFaults(page)).toEqual([]);

  // A reload keeps the typed values.
  await expect(page.getByText('Draft saved on this computer')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Load number', { exact: true })).toHaveValue('POSTED-1');
  await page.getByRole('button', { name: 'Post load' }).click();

  const panel = page.getByRole('complementary', { name: /POSTED-1/ });
  await expect(panel.getByText("Can't match a truck. Check the unit, VIN or plate")).toBeVisible();
  await expect(panel.getByText(`VIN ${wrong}`)).toBeVisible();
  await expect(panel.getByRole('link', { name: '+1 806 555 0142' })).toBeVisible();
  // Without a truck, the map shows the origin.
  await expect(page).toHaveURL(/map=35\.\d+(,|%2C)-101\./);
  await expect(panel.getByText('The check digit of this VIN does not match.')).toBeVisible();
  await panel.getByRole('link', { name: 'Correct identifiers' }).click();
  await expect(page.getByRole('textbox', { name: 'VIN' })).toHaveValue(wrong);
  await expect(page.getByRole('textbox', { name: 'VIN' })).toBeFocused();
  await page.getByRole('textbox', { name: 'VIN' }).fill(right);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send correction' }).click();
  await expect(panel.getByText('Live', { exact: true }).first()).toBeVisible();
});

test('fifty loads from a CSV: valid lines are added to a list, and each invalid line has its reason', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const loads = (await listReadLoads(page)).flatMap(({ load_id, load_ref }) =>
    load_ref ? [{ load_id, load_ref }] : [],
  );
  const [archived, there, ...others] = loads;
  if (!archived || !there || others.length < 40) throw new Error('the sandbox has too few loads');
  // Forty removed by mistake, and one that stays in the archive.
  const back = others.slice(0, 40);
  for (const { load_id } of [archived, ...back]) await callApi(page, `/api/loads/${load_id}`, 'DELETE');
  const fresh = Array.from({ length: 5 }, (_, n) => `00000000-0000-4000-8000-0000000001a${n}`);
  const rows = [
    ...back.map(({ load_ref }) => load_ref),
    ...fresh,
    there.load_ref,
    archived.load_ref,
    'NOBODY-KNOWS-1',
    `${there.load_ref}9`,
    '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f6',
  ];
  const csv = ['Carrier,Trip,Load number', ...rows.map((row, n) => `"Carrier, Inc.",${n},${row}`)].join(
    '\r\n',
  );

  await page.getByRole('button', { name: 'Add loads' }).click();
  const dialog = page.getByRole('dialog');
  const pasted = dialog.getByRole('textbox', { name: 'Load numbers or IDs' });
  await expect(pasted).toHaveValue('');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'loads.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(
    dialog.getByText('50 loads: 5 to add, 1 already on the board, 41 in the archive, 3 to check'),
  ).toBeVisible();
  const line = (text: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) });
  await expect(line('NOBODY-KNOWS-1')).toContainText('No load here has this number');
  await expect(line(`${there.load_ref}9`)).toContainText(`Use ${there.load_ref}, on the board`);
  await expect(line('3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f6')).toContainText('has 31 of the 32 digits');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore all 41 from the archive' }).click();
  await line(archived.load_ref).getByRole('button', { name: 'Leave in archive' }).click();
  await dialog.getByLabel('Also add them to a list').selectOption('New list');
  await dialog.getByLabel('Name of the new list').fill('Friday freight');
  expect(await axeFaults(page)).toEqual([]);
  await pasted.press('Control+Enter');
  await expect(
    dialog.getByText('5 loads added, 40 restored, 1 already on the board, all in Friday freight'),
  ).toBeVisible();
  // Lines that need a person remain, with the same columns.
  await expect(dialog.getByText('4 loads: 1 in the archive, 3 to check')).toBeVisible();
  const watched = new Set((await listLoads(page)).map(({ load_id }) => load_id));
  expect(
    [...back.map(({ load_id }) => load_id), ...fresh].filter((load_id) => !watched.has(load_id)),
  ).toEqual([]);
  expect(watched.has(archived.load_id)).toBe(false);

  // The list has a link, counts loads that left the board, and is deleted without its loads.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Friday freight' }).click();
  await expect(page.getByText('Team list, 46 loads', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/[?&]list=[0-9a-f-]{36}/);
  await callApi(page, `/api/loads/${there.load_id}`, 'DELETE');
  await expect(page.getByText('Team list, 45 loads, 1 in the archive')).toBeVisible();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Manage lists' }).click();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'More actions for Friday freight' }).click();
  await page.getByRole('menuitem', { name: 'Delete list' }).click();
  await expect(page.getByText('This list was deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Team list, 45 loads, 1 in the archive')).toBeVisible();
  expect(await listLoads(page)).toHaveLength(watched.size - 1);
});

test('the list is exported as CSV and GeoJSON, filtered and in its order', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all&health=live&sort=-ref');
  await boardReady(page);
  await listReadLoads(page);
  const exported = async (name: string) => {
    await page.getByRole('button', { name: 'Saved views' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^loads-\d{4}-\d{2}-\d{2}-\d{4}\.(csv|geojson)$/);
    return readFile(await file.path(), 'utf8');
  };
  const [head = '', ...lines] = (await exported('Export CSV')).replace('\uFEFF', '').trim().split('\r\n');
  await expect(page.getByText(/^\d+ loads exported as CSV/)).toBeVisible();
  const columns = head.split(',');
  const refs = lines.map((line) => line.split(',')[columns.indexOf('load_ref')] ?? '');
  expect(lines.length).toBeGreaterThan(1);
  expect(new Set(lines.map((line) => line.split(',')[columns.indexOf('tracking_health')]))).toEqual(
    new Set(['live']),
  );
  expect(refs[0]).toBe((await page.getByRole('grid').locator('strong').first().textContent()) ?? '');

  const { features } = JSON.parse(await exported('Export GeoJSON')) as {
    features: { geometry: { type: string }; properties: { load_ref: string } }[];
  };
  expect(features.map(({ properties }) => properties.load_ref)).toEqual(refs);
  expect(features[0]?.geometry.type).toBe('Point');
});
