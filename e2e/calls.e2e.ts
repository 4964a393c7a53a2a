/** Calling carriers: numbers, outcomes, a dispatcher's own ETA, and who else is on a load. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { BoardLoad } from '@waypost/contract/api/board';
import { axeFaults } from './harness/axe.ts';
import { boardReady, callApi, expect, listLoads, loadRows, signIn, test } from './harness/fixtures.ts';
import { Interactions } from './harness/interactions.ts';
import { actOn, untouchedLoad } from './harness/triage.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Loads that other journeys of this file have called about. */
const USED = new Set<string>();

/** A load that is running late at its last stop, with an open exception that nobody has handled. */
async function runningLate(page: Page): Promise<BoardLoad> {
  const load = await untouchedLoad(
    page,
    ({ load_id, triage, fleet, last_call }) =>
      triage?.cause === 'running_late' && fleet !== null && !last_call && !USED.has(load_id),
  );
  USED.add(load.load_id);
  return load;
}

async function addContact(page: Page, load: BoardLoad): Promise<string> {
  const name = `Joe ${randomUUID().slice(0, 8)}`;
  const contact = { fleet_id: load.fleet?.fleet_id, name, phone: '+1 806 555 0142', is_primary: true };
  expect((await callApi(page, '/api/contacts', 'POST', contact)).status).toBe(201);
  return name;
}

const current = async (page: Page, { load_id }: BoardLoad) =>
  (await listLoads(page)).find((one) => one.load_id === load_id);

const rowOf = (page: Page, { load_ref }: BoardLoad) => loadRows(page).filter({ hasText: load_ref ?? '' });
const phoneOf = (page: Page, load: BoardLoad) =>
  rowOf(page, load).getByRole('button', { name: `Call carrier, ${load.load_ref}` });
const popoverOf = (page: Page, { load_ref }: BoardLoad) =>
  page.getByRole('dialog', { name: `Call the carrier of ${load_ref}` });

async function openRow(page: Page, load: BoardLoad): Promise<void> {
  await page.goto(`/?tab=all&q=${load.load_ref}`);
  await boardReady(page);
  await expect(rowOf(page, load)).toBeVisible();
}

test('a call is one click from the row, its outcome with note and snooze two more, and one undo reverts it', async ({
  page,
  person,
}) => {
  const done = await Interactions.watch(page);
  await person.signIn();
  await boardReady(page);
  const load = await runningLate(page);
  const name = await addContact(page, load);
  await openRow(page, load);
  done.reset();
  await phoneOf(page, load).click();
  const popover = popoverOf(page, load);
  const link = popover.getByRole('link', { name: `Call ${name}, +1 806 555 0142` });
  await expect(link).toBeFocused();
  await expect(link).toHaveAttribute('href', 'tel:+18065550142');
  expect([done.pointer, done.keys, done.fields]).toEqual([1, [], 0]);
  expect(await axeFaults(page)).toEqual([]);

  await popover.getByLabel('Note (optional)').fill('Voice mail is full');
  await popover.getByRole('button', { name: /^Left message/ }).click();
  await expect(page.getByText(`Call logged for ${load.load_ref}: left message`)).toBeVisible();
  // The field was filled without a click.
  expect([done.pointer, done.keys, done.fields]).toEqual([2, [], 1]);
  await expect(popover).toBeHidden();
  await expect(phoneOf(page, load)).toBeFocused();
  const logged = await current(page, load);
  expect(logged).toMatchObject({
    last_call: { outcome: 'left_message', text: 'Voice mail is full' },
    triage: { notes: 1, last_note: { text: 'Voice mail is full' } },
  });
  const snoozed_ms = Date.parse(logged?.triage?.snooze?.until ?? '') - Date.now();
  expect(snoozed_ms / 60_000).toBeGreaterThan(25);
  expect(snoozed_ms / 60_000).toBeLessThanOrEqual(30);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  expect(await current(page, load)).toMatchObject({
    last_call: null,
    triage: { notes: 0, last_note: null, snooze: null },
  });

  // By keyboard: the menu's item opens it, one key logs, Escape closes and gives the focus back.
  await page.getByRole('grid').focus();
  await phoneOf(page, load).press('Enter');
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await expect(phoneOf(page, load)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(link).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByText(`Call logged for ${load.load_ref}: will call back`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
});

test('an own ETA silences Running late, is shown as the one of its dispatcher, and gives way when it has passed', async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  const load = await runningLate(page);
  await openRow(page, load);
  await phoneOf(page, load).click();
  const popover = popoverOf(page, load);
  await popover.getByRole('button', { name: /^ETA…/ }).click();
  const late_stop = load.predicted_arrivals.find(({ running_late }) => running_late)?.stop_sequence;
  const stop = load.stops.find(({ sequence }) => sequence === late_stop);
  const select = popover.getByLabel('Stop');
  if (await select.isVisible()) await select.selectOption({ label: stop?.name ?? '' });
  const field = popover.getByLabel(/^ETA at /);
  await expect(field).toBeFocused();
  await field.fill('2099-11-24 10:00');
  await field.press('Enter');
  await expect(page.getByText(`Call logged for ${load.load_ref}: ETA`)).toBeVisible();
  // Known, and no longer in need of attention; it stays an exception with its history.
  await expect.poll(async () => (await current(page, load))?.triage?.cause).toBe('late_known');
  const said = /Appt .* · ETA .*\(Dana\), .* late/;
  await expect(rowOf(page, load)).toContainText(said);
  await page.goto(`/?load=${load.load_id}`);
  const panel = page.getByRole('complementary', { name: `Load ${load.load_ref}` });
  const glance = panel.getByRole('list', { name: 'At a glance' });
  await expect(glance).toContainText(said);
  await expect(panel.getByText(/^ETA confirmed by phone by Dana Ortiz, .*Our estimate: /)).toBeVisible();
  await panel.getByRole('button', { name: 'Call carrier' }).click();
  // Beside the panel, which has what one talks about.
  await expect(async () => {
    const [call, facts] = [await popover.boundingBox(), await panel.boundingBox()];
    expect((call?.x ?? 0) + (call?.width ?? 0)).toBeLessThanOrEqual(facts?.x ?? 0);
  }).toPass();
  await popover.getByRole('button', { name: 'Clear ETA' }).click();
  await expect(page.getByText(`ETA of ${load.load_ref} cleared`)).toBeVisible();
  await expect.poll(async () => (await current(page, load))?.triage?.cause).toBe('running_late');
  await page.keyboard.press('Escape');

  // One that passes within seconds.
  const eta = { stop_sequence: late_stop ?? 0, at: new Date(Date.now() + 4_000).toISOString() };
  await actOn(page, { kind: 'call', outcome: 'eta', eta }, [load.load_id]);
  await expect(panel.getByText(/^Dana's ETA .* passed/).first()).toBeVisible();
  await expect.poll(async () => (await current(page, load))?.triage?.cause).toBe('running_late');
});

test("a long ETA leaves the row's cause in one piece, and how late it is", { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  const load = await untouchedLoad(
    page,
    ({ load_id, stops, triage }) => triage?.cause === 'disagree' && stops.length > 1 && !USED.has(load_id),
  );
  USED.add(load.load_id);
  const [stop] = load.stops;
  const eta = {
    stop_sequence: stop?.sequence ?? 0,
    at: new Date(Date.now() + 100 * 3_600_000).toISOString(),
  };
  await actOn(page, { kind: 'call', outcome: 'eta', eta }, [load.load_id]);
  await page.goto(`/?tab=all&q=${load.load_ref}`);
  await boardReady(page);
  const row = rowOf(page, load);
  await expect(row).toContainText(/ETA .*\(Dana\), .* late/);
  const [cause, late] = [row.getByText('Possible wrong truck'), row.getByText(/^\d.* late$/)];
  expect(await cause.evaluate((of) => of.getClientRects().length)).toBe(1);
  const [box, end] = [await row.boundingBox(), await late.boundingBox()];
  expect(end?.height).toBeLessThan(20);
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
});

test('the second person sees who is calling and who has the load open, and is asked before taking it from the caller', async ({
  page,
  person,
  browser,
  stack,
}) => {
  await person.signIn();
  await boardReady(page);
  const load = await runningLate(page);
  const name = await addContact(page, load);
  await openRow(page, load);
  await phoneOf(page, load).click();
  await expect(popoverOf(page, load).getByRole('link', { name: new RegExp(`^Call ${name}`) })).toBeVisible();

  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(other, 'admin', '/', stack.server.url);
  await other.goto(`${stack.server.url}/?tab=all&q=${load.load_ref}`);
  await boardReady(other);
  const fleet = load.fleet?.name ?? '';
  await expect(rowOf(other, load).getByText(`Dana Ortiz is calling ${fleet} now`)).toBeAttached();
  await phoneOf(other, load).click();
  const popover = popoverOf(other, load);
  await expect(popover.getByText(`Dana Ortiz is calling ${fleet} now (${load.load_ref})`)).toBeVisible();
  await expect(popover.getByRole('link', { name: /^Call / })).toHaveCount(0);
  await popover.getByRole('button', { name: 'Show numbers anyway' }).click();
  await expect(popover.getByRole('link', { name: new RegExp(`^Call ${name}`) })).toBeVisible();
  await other.keyboard.press('Escape');

  // The call is over: the hint disappears, and the outcome is there.
  await page.keyboard.press('m');
  await expect(rowOf(other, load).getByText(`Dana Ortiz is calling ${fleet} now`)).toHaveCount(0);
  await phoneOf(other, load).click();
  await expect(popover.getByText(/^Last call: Left message by Dana Ortiz/)).toBeVisible();
  await other.keyboard.press('Escape');

  await page.goto(`/?load=${load.load_id}`);
  const triage = page.getByRole('region', { name: 'Triage' });
  // Logging the call has taken the load.
  await expect(triage.getByText('Taken by you')).toBeVisible();
  await other.goto(`${stack.server.url}/?load=${load.load_id}`);
  const panel = other.getByRole('complementary', { name: `Load ${load.load_ref}` });
  await expect(panel.getByText('Dana Ortiz has this open too')).toBeVisible();
  await expect(panel.getByText('Taken by Dana Ortiz')).toBeVisible();
  await other.keyboard.press('t');
  const question = other.getByRole('dialog', { name: `Take ${load.load_ref}` });
  await expect(question).toContainText('Dana Ortiz has this load. Take it from Dana Ortiz?');
  await question.getByRole('button', { name: 'Take it' }).click();
  await expect(panel.getByText('Taken by you')).toBeVisible();
  await expect(triage.getByText(/^Taken by (?!you)/)).toBeVisible();
  await page.goto('/');
  await expect(panel.getByText('Dana Ortiz has this open too')).toBeHidden();
  await other.context().close();
});

test('on a phone the call is a sheet: a number is added in place, and a viewer reads without logging', async ({
  page,
  person,
  browser,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await person.signIn();
  const load = await runningLate(page);
  await openRow(page, load);
  await phoneOf(page, load).click();
  const sheet = popoverOf(page, load);
  const add = sheet.getByRole('button', { name: 'Add number' });
  const field = sheet.getByLabel('Phone number');
  await expect(add.or(field).first()).toBeVisible();
  if (await add.isVisible()) await add.click();
  await field.fill('(806) 555-0177');
  await field.press('Enter');
  const link = sheet.getByRole('link', { name: /^Call .*\(806\) 555-0177$/ });
  await expect(link.first()).toBeVisible();
  for (const button of await sheet
    .getByRole('button', { name: /^(Reached|Left message|ETA|Will call)/ })
    .all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await axeFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: /^Reached/ }).click();
  await expect(page.getByText(`Call logged for ${load.load_ref}: reached`)).toBeVisible();
  await expect(sheet).toBeHidden();

  const viewer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(viewer, 'viewer', '/', stack.server.url);
  await viewer.goto(`${stack.server.url}/?tab=all&q=${load.load_ref}`);
  await phoneOf(viewer, load).click();
  const read_only = popoverOf(viewer, load);
  await expect(read_only.getByText(/^Last call: Reached by Dana Ortiz/)).toBeVisible();
  await expect(read_only.getByText(/You can't log a call\. View-only access/)).toBeVisible();
  await expect(read_only.getByRole('button', { name: /^Reached/ })).toHaveCount(0);
  await viewer.context().close();
});

test('without a connection a carrier can be called and a load opened, although neither was done before', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  const load = await runningLate(page);
  await addContact(page, load);
  await openRow(page, load);
  // What the board may need is fetched while it is idle.
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')];
    const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
    return parts.length > 0 && parts.every(({ href }) => fetched.has(href));
  });
  await page.context().setOffline(true);
  await phoneOf(page, load).click();
  await expect(
    popoverOf(page, load).getByText('Next stop').or(popoverOf(page, load).getByText('Appt')).first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await rowOf(page, load).click();
  await expect(
    page.getByRole('complementary').getByRole('heading', { name: load.load_ref ?? '' }),
  ).toBeVisible();
  await expect(page.getByText('This part of the page did not load')).toHaveCount(0);
});
