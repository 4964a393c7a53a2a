/** Ownership of exceptions, notes, snoozing, and handing over a shift. */
import type { Page } from '@playwright/test';
import { axeFaults } from './harness/axe.ts';
import { boardReady, callApi, expect, listLoads, signIn, test } from './harness/fixtures.ts';
import { Interactions } from './harness/interactions.ts';
import { untouchedLoad, type Wanted } from './harness/triage.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A truck in doubt remains so when its position becomes stale: the same exception, with a change. */
const inDoubt: Wanted = ({ triage, tracking_health }) =>
  triage?.cause === 'disagree' && tracking_health === 'live';

async function triageOf(page: Page, load_id: string) {
  return (await listLoads(page)).find((one) => one.load_id === load_id)?.triage;
}

test('an exception is taken, noted and snoozed by three keys and the note; a change wakes it, visible to another user', async ({
  page,
  person,
  browser,
  stack,
}) => {
  const done = await Interactions.watch(page);
  await person.signIn();
  await boardReady(page);
  const { load_id } = await untouchedLoad(page, inDoubt);
  await page.goto(`/?load=${load_id}`);
  const triage = page.getByRole('region', { name: 'Triage' });
  await expect(triage.getByText('Not taken')).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'admin', `/?load=${load_id}`, stack.server.url);
  const otherTriage = other.getByRole('region', { name: 'Triage' });
  await expect(otherTriage.getByText('Not taken')).toBeVisible();

  done.reset();
  await page.keyboard.press('t');
  await expect(triage.getByText('Taken by you')).toBeVisible();
  await page.keyboard.press('n');
  await expect(triage.getByLabel('Note')).toBeFocused();
  await page.keyboard.insertText('Driver calls back at 5');
  await page.keyboard.press('Control+Enter');
  await expect(triage.getByRole('list', { name: 'History' })).toContainText('Driver calls back at 5');
  await page.keyboard.press('z');
  await expect(triage.getByText(/Snoozed by .* until something changes/)).toBeVisible();
  // Control and Enter submit the note.
  expect([done.pointer, done.fields, done.keys]).toEqual([0, 1, ['t', 'n', 'Control', 'Enter', 'z']]);
  // One message per load, about the last action.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);

  await expect(otherTriage.getByText(/^Taken by/)).toBeVisible();
  await expect(otherTriage.getByRole('list', { name: 'History' })).toContainText('Driver calls back at 5');
  await expect(otherTriage.getByText(/Snoozed by/)).toBeVisible();

  await stack.sandbox.control('health', { load_id, tracking_health: 'stale' });
  await callApi(page, `/api/loads/${load_id}/read`, 'POST');
  await expect(triage.getByText(/Snooze ended .*: health changed/)).toBeVisible();
  await expect(otherTriage.getByText(/Snooze ended .*: health changed/)).toBeVisible();
  await stack.sandbox.control('health', { load_id, tracking_health: null });
  await other.context().close();
});

test('a group is taken and snoozed until a time by keyboard alone, and both are undone', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?cause=all');
  await boardReady(page);
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('button', { name: /^Take or snooze:/ }).first()).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Home');
  const menu = page.locator(':focus').and(page.getByRole('button', { name: /^Take or snooze:/ }));
  const openMenu = async () => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(menu).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
  };
  const owned = async () => (await listLoads(page)).filter(({ triage }) => triage?.owner).length;
  const before = await owned();
  await openMenu();
  const take = page.getByRole('menuitem', { name: /^Take .*nobody has (it|them)/ });
  await expect(take).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/taken$/)).toBeVisible();
  await expect.poll(owned).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone')).toBeVisible();
  await expect.poll(owned).toBe(before);

  const snoozed = async () => (await listLoads(page)).filter(({ triage }) => triage?.snooze?.until).length;
  await grid.focus();
  await openMenu();
  await expect(take).toBeFocused();
  for (const name of [/^Assign /, /^Add a note to /, /^Snooze /]) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Until something changes' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Snooze until/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(snoozed).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(snoozed).toBe(0);
});

test('on a phone an exception is taken, noted and snoozed', { tag: '@deep' }, async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await person.signIn();
  const { load_id } = await untouchedLoad(page);
  await page.goto(`/?load=${load_id}`);
  const triage = page.getByRole('region', { name: 'Triage' });
  await triage.getByRole('button', { name: 'Take' }).click();
  await expect(triage.getByText('Taken by you')).toBeVisible();
  await triage.getByRole('button', { name: 'Add note' }).click();
  await triage.getByLabel('Note').fill('From the phone');
  await triage.getByRole('button', { name: 'Add note' }).click();
  await expect(triage.getByRole('list', { name: 'History' })).toContainText('From the phone');
  await triage.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(triage.getByText(/Snoozed by .* until .* or until something changes/)).toBeVisible();
  expect(await triageOf(page, load_id)).toMatchObject({ notes: 1, owner: {}, snooze: {} });
});

test('a shift is handed over to a named person with a note, who accepts it; both see it at once', {
  tag: '@deep',
}, async ({ page, person, browser, stack }) => {
  // On a phone, by keyboard alone.
  const next = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(next, 'admin', '/', stack.server.url);
  const me = (await callApi(next, '/bff/session')).body as { user: { name: string } };
  await person.signIn();
  await boardReady(page);
  const { load_id, load_ref } = await untouchedLoad(page);
  await page.goto(`/?load=${load_id}`);
  await expect(page.getByRole('region', { name: 'Triage' }).getByText('Not taken')).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('region', { name: 'Triage' }).getByText('Taken by you')).toBeVisible();
  const ownedCount = (await listLoads(page)).filter(({ triage }) => triage?.owner).length;

  await page.getByRole('link', { name: 'Handover' }).click();
  await page.getByLabel('Hand over to').selectOption(me.user.name);
  await page.getByLabel(/^Note for the shift/).fill('Dock 4 is closed');
  await page.getByRole('button', { name: /^Hand over \d+ loads?$/ }).click();
  await expect(page.getByText(`Handed over to ${me.user.name}. Each load stays yours`)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // The board shows a link to it.
  await next.reload();
  await expect(next.getByRole('status').filter({ hasText: /hands over .* to you/ })).toBeVisible();
  await next.getByRole('link', { name: 'Open handover' }).press('Enter');
  const offer = next.getByRole('region', { name: /hands over .* to you/ });
  await expect(offer.getByText('Note for the shift: Dock 4 is closed')).toBeVisible();
  await expect(offer.getByRole('link', { name: load_ref ?? load_id })).toBeVisible();
  await offer.getByRole('button', { name: /^Accept/ }).press('Enter');
  await expect(
    next.getByRole('region', { name: `You have ${ownedCount === 1 ? '1 load' : `${ownedCount} loads`}` }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'You have no loads' })).toBeVisible();
  await next.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: load_ref ?? load_id })).toBeVisible();

  // The shift report shows the actions of both.
  await page.getByRole('link', { name: 'Shift report' }).click();
  await expect(page.getByRole('region', { name: 'By person' }).getByRole('row')).not.toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
  await next.context().close();
});

const isLive: Wanted = ({ tracking_health, vehicle_assignment }) =>
  tracking_health === 'live' && vehicle_assignment?.agreement === 'agree';
const isFine: Wanted = (load) => load.triage === null && isLive(load);
const hasCause =
  (cause: string): Wanted =>
  ({ triage }) =>
    triage?.cause === cause;

/** Each state with its text, who acts and the one action; the load that has it, and how it is caused. */
const STATES: readonly (readonly [
  says: string | RegExp,
  owner: string,
  action: string | null,
  wanted: Wanted,
  made?: { readonly status: number } | { readonly tracking_health: string },
])[] = [
  ['Load not found at the tracking service', 'On us', 'Remove', isLive, { status: 404 }],
  [/denies us/, 'On us', 'Copy message for your Waypost administrator', isLive, { status: 403 }],
  ['Update failed', 'Wait', 'Refresh', isFine, { status: 500 }],
  ['Possible wrong truck', 'Carrier to fix', 'Copy message for the carrier', hasCause('disagree')],
  [/^No truck assigned/, 'On us', 'Copy message for the carrier', hasCause('unassigned')],
  [
    'Fleet does not share location',
    'Carrier to fix',
    'Copy message for the carrier',
    isLive,
    { tracking_health: 'not_shared' },
  ],
  [
    'No pings from this truck yet',
    'Carrier to fix',
    'Copy message for the carrier',
    isLive,
    { tracking_health: 'no_signal' },
  ],
  [/^No pings since/, 'Carrier to fix', 'Copy message for the carrier', isLive, { tracking_health: 'stale' }],
  [
    "Position can't be trusted yet",
    'ELD provider to fix',
    'Refresh',
    isLive,
    { tracking_health: 'teleporting' },
  ],
  ['Truck confirmed on route', '', null, isFine],
  [
    'Truck declared, not confirmed yet',
    'Wait',
    null,
    ({ triage, tracking_health, vehicle_assignment: at }) =>
      triage === null && tracking_health === 'live' && at?.source === 'declared' && at.agreement === null,
  ],
  [
    'Truck matched by location',
    '',
    'Copy message for the carrier',
    ({ triage, tracking_health, vehicle_assignment: at }) =>
      triage === null && tracking_health === 'live' && at?.source === 'inferred' && at.agreement === null,
  ],
];

test('on a phone and by keyboard alone, each state shows its text, who acts and the one action, and exceptions are taken', {
  tag: '@deep',
}, async ({ page, person, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await person.signIn();
  await boardReady(page);
  const panel = page.getByRole('complementary', { name: /^Load / });
  const triage = page.getByRole('region', { name: 'Triage' });
  const used = new Set<string>();
  for (const [says, owner, action, wanted, made] of STATES) {
    const untouched = (await listLoads(page)).filter(
      (load) => !used.has(load.load_id) && !load.triage?.owner && wanted(load),
    );
    // A load that is already late may be used for a caused state, which leaves the others for states that must be found.
    const load = (made && untouched.find((one) => one.triage !== null)) ?? untouched[0];
    if (!load) throw new Error(`no load for: ${says}`);
    const { load_id, load_ref } = load;
    used.add(load_id);
    if (made) {
      if ('status' in made) await stack.sandbox.control('fail', { ...made, count: 1000, load_id });
      else await stack.sandbox.control('health', { ...made, load_id });
      await callApi(page, `/api/loads/${load_id}/read`, 'POST');
    }
    await page.keyboard.press('/');
    await page.keyboard.type(load_ref ?? load_id);
    await page.keyboard.press('Enter');
    await expect(panel.getByText(says).first()).toBeVisible();
    await expect(panel).toContainText(owner);
    if (action !== null) await expect(panel.getByRole('button', { name: action }).first()).toBeVisible();
    if (made || load.triage) {
      await expect(triage.getByText('Not taken')).toBeVisible();
      await page.keyboard.press('t');
      await expect(triage.getByText('Taken by you')).toBeVisible();
    } else await expect(triage.getByText(/^Nothing to triage/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
});
