/** Working through the fleets to follow up with by keyboard alone, also at a phone's width, and the outcome of each. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { type BoardInvitation, invitationList } from '@waypost/contract/api/invitations';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, testWithOwnSandbox } from './harness/fixtures.ts';

const test = testWithOwnSandbox({ SANDBOX_LOADS: '1' });

const FLEETS = ['CHASE-1', 'CHASE-2', 'CHASE-3', 'CHASE-4', 'CHASE-5', 'CHASE-6'];
/** Fleets that decline, with their reasons. */
const DECLINED = { 'CHASE-NO-1': 'Sold the fleet', 'CHASE-NO-2': 'sold  the fleet.', 'CHASE-NO-3': '' };
const DAY_MS = 86_400_000;
const PHONE = '+1 505 555 0142';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function invitationOf(page: Page, fleet_ref: string): Promise<BoardInvitation> {
  const { items } = invitationList.parse((await callApi(page, '/api/invitations')).body);
  const found = items.find((one) => one.fleet_ref === fleet_ref);
  if (!found) throw new Error(`no invitation of ${fleet_ref}`);
  return found;
}

/** Each has a link that was not shared yet, so each needs a follow-up; the first expires first. */
async function invite(page: Page) {
  const rows = [...FLEETS, ...Object.keys(DECLINED)].map((fleet_ref, n) => ({
    fleet_ref,
    fleet_phone: PHONE,
    expires_in_hours: 100 + n,
  }));
  const { status } = await callApi(page, '/api/bulk', 'POST', { kind: 'invitation', rows });
  expect(status).toBeLessThan(300);
}

/** Declines on the page behind each link. */
async function decline(page: Page, request: APIRequestContext) {
  for (const [fleet_ref, reason] of Object.entries(DECLINED)) {
    const { key } = await invitationOf(page, fleet_ref);
    const { body } = await callApi(page, `/api/invitations/${key}/link`, 'POST');
    const { magic_link } = body as { magic_link: string };
    await request.post(`${magic_link}/decline`, { form: { reason }, maxRedirects: 0 });
  }
}

test('the follow-up list works by keyboard: each key performs its action, stays with its fleet and offers the next', {
  tag: '@deep',
}, async ({ page, person, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('admin', '/invitations?q=CHASE-');
  await invite(page);
  const panel = page.getByRole('complementary', { name: 'Invitation' });
  const at = (fleet_ref: string) => expect(panel.getByRole('heading', { name: fleet_ref })).toBeVisible();
  /** Skips other invitations of the sandbox. */
  const open = async (fleet_ref: string) => {
    for (let n = 0; n < 60; n += 1) {
      const title = await panel.getByRole('heading').first().textContent();
      if (title?.includes(fleet_ref)) return;
      await page.keyboard.press(']');
      await expect(panel.getByRole('heading').first()).not.toHaveText(title ?? '');
    }
    throw new Error(`${fleet_ref} is not among those to follow up with`);
  };
  await expect(page.getByRole('row', { name: /CHASE-NO-3/ })).toBeVisible();
  await decline(page, request);

  // The list opens with its first fleet.
  await page.keyboard.press('t');
  await expect(panel.getByText(/^Follow-up 1 of \d+$/)).toBeVisible();
  await open('CHASE-1');
  expect(await axeFaults(page)).toEqual([]);

  // An act stays with its fleet; the next one opens when asked for.
  const next = panel.getByRole('button', { name: 'Next follow-up', exact: true });
  const done = async (fleet_ref: string) => {
    await expect(panel.getByText(/^No longer due/)).toBeVisible();
    await at(fleet_ref);
    await page.keyboard.press(']');
  };

  // Later: the fleet is postponed; undo restores it.
  await page.keyboard.press('z');
  await done('CHASE-1');
  await at('CHASE-2');
  expect(await invitationOf(page, 'CHASE-1')).toMatchObject({ chases: 0, follow_up_at: expect.any(String) });
  await page.keyboard.press('u');
  await at('CHASE-1');
  expect((await invitationOf(page, 'CHASE-1')).follow_up_at).toBeNull();

  // Contacted, with a note.
  const note = panel.getByLabel('Follow-up note');
  await note.focus();
  await page.keyboard.type('Sam looks at it on Monday');
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/^No longer due/)).toBeVisible();
  await at('CHASE-1');
  await next.click();
  await at('CHASE-2');
  expect(await invitationOf(page, 'CHASE-1')).toMatchObject({
    chases: 1,
    chased_by_name: expect.any(String),
  });

  // Link copied: shared, nothing more to do today.
  await page.keyboard.press('y');
  await done('CHASE-2');
  await at('CHASE-3');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/invite\//);
  expect((await invitationOf(page, 'CHASE-2')).shared_how).toBe('copied');

  // Message: without a mail server it is shown, ready to send.
  await page.keyboard.press('m');
  await expect(panel.getByRole('heading', { name: 'Message' })).toBeVisible();
  await page.keyboard.press('l');
  await done('CHASE-3');
  await at('CHASE-4');

  // At a phone's width the same keys and buttons work. Renewing shares the link again.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: /^Renew invitation: .*CHASE-4/ })).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/^No longer due/)).toBeVisible();
  await at('CHASE-4');
  expect(await invitationOf(page, 'CHASE-4')).toMatchObject({ refreshes: 1, shared_how: 'copied' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/invite\//);
  await next.click();
  await at('CHASE-5');

  // On a chosen day, which must be in the future.
  const day = panel.getByRole('textbox', { name: 'Next follow-up (optional)' });
  await day.fill(new Date(Date.now() - DAY_MS).toISOString().slice(0, 16));
  await expect(panel.getByText('The next follow-up must be in the future')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await day.fill(new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 16));
  await panel.getByRole('button', { name: /^Postpone to / }).click();
  await done('CHASE-5');
  await at('CHASE-6');
  const { follow_up_at } = await invitationOf(page, 'CHASE-5');
  expect(Date.parse(follow_up_at ?? '')).toBeGreaterThan(Date.now() + 2 * DAY_MS);

  // Call: its outcome is noted next. Last, since a browser without a phone drops the keys that follow.
  await page.keyboard.press('p');
  await expect(note).toBeFocused();
  await expect(note).toHaveValue(`Called ${PHONE}: `);

  // Decline reasons, counted regardless of capitals, spaces and a full stop.
  await page.goto('/invitations?show=declined');
  await page.getByRole('button', { name: 'Sold the fleet 2' }).click();
  await expect(page.getByText(/CHASE-NO-[12]/)).toHaveCount(2);
  await expect(page.getByText(/^No reason given: [1-9]/)).toBeVisible();
  expect(await overflow(page)).toBe(0);
});

for (const width of [1440, 1100])
  test(`at ${width} pixels messages cover nothing of the open panel, and no bar at the foot`, {
    tag: width === 1440 ? '@deep' : [],
  }, async ({ page, person, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width, height: 900 });
    await person.signIn('admin', `/invitations?q=BESIDE-${width}`);
    const rows = [{ fleet_ref: `BESIDE-${width}`, expires_in_hours: 100 }];
    await callApi(page, '/api/bulk', 'POST', { kind: 'invitation', rows });
    await page.getByRole('row', { name: /BESIDE-/ }).click();
    const panel = page.getByRole('complementary', { name: 'Invitation' });
    await panel.getByRole('button', { name: 'Copy link' }).click();
    const toast = page.getByRole('region', { name: 'Messages' });
    await expect(toast.getByText('Link copied')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Pick all shown' }).check();
    const box = async (of: Locator) => {
      const found = await of.boundingBox();
      if (!found) throw new Error('not visible');
      return { ...found, right: found.x + found.width, bottom: found.y + found.height };
    };
    const [over, beside, bar] = [
      await box(toast),
      await box(panel),
      await box(page.getByRole('toolbar', { name: 'Picked invitations' })),
    ];
    expect(over.right).toBeLessThanOrEqual(beside.x);
    expect(over.bottom).toBeLessThanOrEqual(bar.y);
    expect(over.x).toBeGreaterThanOrEqual(0);
  });

test('several invitations are picked by pointer and keys, followed up with at once, and all of that is undone at once', async ({
  page,
  person,
}) => {
  const several = ['SEVERAL-1', 'SEVERAL-2', 'SEVERAL-3'];
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('admin', '/invitations?q=SEVERAL-&sort=fleet');
  const rows = several.map((fleet_ref) => ({ fleet_ref, expires_in_hours: 100 }));
  const { status } = await callApi(page, '/api/bulk', 'POST', { kind: 'invitation', rows });
  expect(status).toBeLessThan(300);
  const followUps = async () =>
    Promise.all(several.map(async (fleet_ref) => (await invitationOf(page, fleet_ref)).chases));
  await expect(page.getByRole('row', { name: /SEVERAL-3/ })).toBeVisible();

  await page.getByRole('row', { name: /SEVERAL-1/ }).hover();
  await page.getByRole('checkbox', { name: 'Pick SEVERAL-1' }).click();
  const toolbar = page.getByRole('toolbar', { name: 'Picked invitations' });
  await expect(toolbar.getByText('1 invitation picked')).toBeVisible();
  // The keys go on from the row that was clicked.
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(toolbar.getByText('3 invitations picked')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await toolbar.getByRole('button', { name: 'Log follow-up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log a follow-up with 3 fleets?' });
  await dialog.getByLabel('Note (optional)').fill('left a message');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Log follow-up' }).click();
  await expect(page.getByText('3 followed up')).toBeVisible();
  await expect(toolbar).toBeHidden();
  expect(await followUps()).toEqual([1, 1, 1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 undone')).toBeVisible();
  expect(await followUps()).toEqual([0, 0, 0]);
});
