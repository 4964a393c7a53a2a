/** The board under a thumb: menus, picks and messages on a touch screen. */
import { boardReady, callApi, expect, listReadLoads, loadRows, test } from './harness/fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a menu has rows for a finger and names no keys; a message stands above the bar of the picked loads', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  const row = loadRows(page).filter({ hasText: 'No truck assigned' }).first();
  await row.getByRole('button', { name: /^More actions/ }).tap();
  const items = page.getByRole('menuitem');
  await expect(items.filter({ hasText: 'Open load' })).toBeVisible();
  // At once, because what a load allows may change.
  const heights = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  for (const text of await items.allInnerTexts()) expect(text).not.toMatch(/\([a-z]\)/);
  await items.filter({ hasText: 'Copy load number' }).tap();
  await row.getByRole('button', { name: /^More actions/ }).tap();
  await items.filter({ hasText: 'Pick' }).tap();
  const bar = page.getByRole('toolbar', { name: 'Picked loads' });
  await expect(bar).toBeVisible();
  const toast = page.getByRole('region', { name: 'Messages' });
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
  const [above, below] = [await toast.boundingBox(), await bar.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await bar.getByRole('button', { name: 'Clear the selection' }).tap();
});

test('five loads are picked by taps on their rows and taken', async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  const rows = loadRows(page);
  await rows.nth(0).getByRole('checkbox').tap();
  // Anywhere, as where its buttons were.
  for (const at of [1, 2, 3]) await rows.nth(at).tap({ position: { x: 330, y: 50 } });
  await rows.nth(4).tap({ position: { x: 120, y: 20 } });
  const bar = page.getByRole('toolbar', { name: 'Picked loads' });
  await expect(bar.getByText('5 loads picked')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('load')).toBeNull();
  await bar.getByRole('button', { name: /^Take/ }).tap();
  await expect(bar).toBeHidden();
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByRole('button', { name: 'Undo' }).tap();
  // On its side the list still has whole rows, above what stands at its foot.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  const room = () => page.getByRole('grid').evaluate((grid) => grid.parentElement?.clientHeight ?? 0);
  const height = async () => (await rows.first().boundingBox())?.height ?? 0;
  await expect.poll(async () => (await room()) / (await height())).toBeGreaterThan(2.5);
});

test('a message on the map stands beside its buttons', { tag: ['@map', '@deep'] }, async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  const row = loadRows(page).first();
  await row.getByRole('button', { name: /^More actions/ }).tap();
  await page.getByRole('menuitem').filter({ hasText: 'Copy load number' }).tap();
  await page
    .getByRole('tab', { name: 'Map' })
    .or(page.getByRole('button', { name: 'Map' }))
    .tap();
  const controls = await page.getByRole('region', { name: 'Map controls' }).boundingBox();
  const toast = await page.getByRole('region', { name: 'Messages' }).boundingBox();
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(controls?.x ?? 0);
});

test('all outcomes of a call are in view, however many numbers the carrier has', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  const load = (await listReadLoads(page)).find(
    ({ fleet, triage }) => fleet !== null && triage?.cause === 'running_late',
  );
  for (const n of [1, 2, 3, 4]) {
    const contact = { fleet_id: load?.fleet?.fleet_id, name: `Joe ${n}`, phone: `+1 806 555 010${n}` };
    const { status } = await callApi(page, '/api/contacts', 'POST', { ...contact, is_primary: n === 1 });
    expect(status).toBe(201);
  }
  await page.goto(`/?tab=all&q=${load?.load_ref}`);
  await boardReady(page);
  const row = loadRows(page).first();
  await row.getByRole('button', { name: /^More actions/ }).tap();
  await page.getByRole('menuitem').filter({ hasText: 'Copy load number' }).tap();
  await row.getByRole('button', { name: /^Call carrier/ }).tap();
  const sheet = page.getByRole('dialog');
  // A message stands above the numbers and fields of the sheet.
  const message = await page.getByRole('region', { name: 'Messages' }).boundingBox();
  const number = await sheet.getByText('Joe 1', { exact: true }).boundingBox();
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(number?.y ?? 0);
  await expect(sheet.getByText('Joe 4', { exact: true })).toBeAttached();
  for (const outcome of ['Reached', 'Left message', 'ETA…', 'Will call back'])
    await expect(sheet.getByRole('button', { name: outcome })).toBeInViewport({ ratio: 1 });
});
