/** Fleets to follow up with, worked through by the keyboard alone, also on a phone's width; and what comes of each. */
import type { APIRequestContext, Page } from '@playwright/test';
import { type BoardInvitation, invitationList } from '@waypost/contract/api/invitations';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, testOnItsOwn } from './harness/fixtures.ts';

const test = testOnItsOwn({ SANDBOX_LOADS: '1' });

const FLEETS = ['CHASE-1', 'CHASE-2', 'CHASE-3', 'CHASE-4', 'CHASE-5', 'CHASE-6'];
/** Fleets that decline, with their reasons. */
const DECLINED = { 'CHASE-NO-1': 'Sold the fleet', 'CHASE-NO-2': 'sold  the fleet.', 'CHASE-NO-3': '' };
const DAY_MS = 86_400_000;
const PHONE = '+1 505 555 0142';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function known(page: Page, fleet_ref: string): Promise<BoardInvitation> {
  const { items } = invitationList.parse((await callApi(page, '/api/invitations')).body);
  const found = items.find((one) => one.fleet_ref === fleet_ref);
  if (!found) throw new Error(`no invitation of ${fleet_ref}`);
  return found;
}

/** Each has a link that was not shared yet, so each is to be followed up; the first ends first. */
async function invite(page: Page) {
  const rows = [...FLEETS, ...Object.keys(DECLINED)].map((fleet_ref, n) => ({
    fleet_ref,
    fleet_phone: PHONE,
    expires_in_hours: 100 + n,
  }));
  const { status } = await callApi(page, '/api/bulk', 'POST', { kind: 'invitation', rows });
  expect(status).toBeLessThan(300);
}

/** As the fleets do, on the page behind their links. */
async function decline(page: Page, request: APIRequestContext) {
  for (const [fleet_ref, reason] of Object.entries(DECLINED)) {
    const { key } = await known(page, fleet_ref);
    const { body } = await callApi(page, `/api/invitations/${key}/link`, 'POST');
    const { magic_link } = body as { magic_link: string };
    await request.post(`${magic_link}/decline`, { form: { reason }, maxRedirects: 0 });
  }
}

test('the follow-up list is worked by the keyboard: each key does its work, and the next fleet opens', {
  tag: '@deep',
}, async ({ page, person, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('admin', '/invitations?q=CHASE-');
  await invite(page);
  const panel = page.getByRole('complementary', { name: 'Invitation' });
  const at = (fleet_ref: string) => expect(panel.getByRole('heading', { name: fleet_ref })).toBeVisible();
  /** Others of the sandbox are in the list too: they are skipped. */
  const open = async (fleet_ref: string) => {
    for (let n = 0; n < 60; n += 1) {
      const title = await panel.getByRole('heading').first().textContent();
      if (title?.includes(fleet_ref)) return;
      await page.keyboard.press('x');
      await expect(panel.getByRole('heading').first()).not.toHaveText(title ?? '');
    }
    throw new Error(`${fleet_ref} is not among those to follow up with`);
  };
  await expect(page.getByRole('row', { name: /CHASE-NO-3/ })).toBeVisible();
  await decline(page, request);

  // The list opens its first fleet.
  await page.keyboard.press('t');
  await expect(panel.getByText(/^Follow-up 1 of \d+$/)).toBeVisible();
  await open('CHASE-1');
  expect(await axeFaults(page)).toEqual([]);

  // Later: it is put off, and the next one is there; undone, it is back.
  await page.keyboard.press('z');
  await at('CHASE-2');
  expect(await known(page, 'CHASE-1')).toMatchObject({ chases: 0, follow_up_at: expect.any(String) });
  await page.keyboard.press('u');
  await at('CHASE-1');
  expect((await known(page, 'CHASE-1')).follow_up_at).toBeNull();

  // Asked, with a note.
  const note = panel.getByLabel('Follow-up note');
  await note.focus();
  await page.keyboard.type('Sam looks at it on Monday');
  await page.keyboard.press('Enter');
  await at('CHASE-2');
  expect(await known(page, 'CHASE-1')).toMatchObject({ chases: 1, chased_by_name: expect.any(String) });

  // The link copied: shared, and nothing more to do today.
  await page.keyboard.press('y');
  await at('CHASE-3');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/invite\//);
  expect((await known(page, 'CHASE-2')).shared_how).toBe('copied');

  // A message: without a mail server of ours it is shown, ready to send.
  await page.keyboard.press('m');
  await expect(panel.getByRole('heading', { name: 'Message' })).toBeVisible();
  await page.keyboard.press('l');
  await at('CHASE-4');

  // On a phone's width the same keys and buttons are there. Renewed with its link: shared anew.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: /^Renew invitation: .*CHASE-4/ })).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Enter');
  await at('CHASE-5');
  expect(await known(page, 'CHASE-4')).toMatchObject({ refreshes: 1, shared_how: 'copied' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/invite\//);

  // On a day of one's choice, which must not be over.
  const day = panel.getByRole('textbox', { name: 'Next follow-up (optional)' });
  await day.fill(new Date(Date.now() - DAY_MS).toISOString().slice(0, 16));
  await expect(panel.getByText('The next follow-up must be in the future')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await day.fill(new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 16));
  await panel.getByRole('button', { name: /^Postpone to / }).click();
  await at('CHASE-6');
  const { follow_up_at } = await known(page, 'CHASE-5');
  expect(Date.parse(follow_up_at ?? '')).toBeGreaterThan(Date.now() + 2 * DAY_MS);

  // Called: what comes of it is written down next. Last, since a browser without a phone drops the keys that follow.
  await page.keyboard.press('c');
  await expect(note).toBeFocused();
  await expect(note).toHaveValue(`Called ${PHONE}: `);

  // Why fleets said no, counted: capitals, spaces and a full stop make no other reason.
  await page.goto('/invitations?show=declined');
  await page.getByRole('button', { name: 'Sold the fleet 2' }).click();
  await expect(page.getByText(/CHASE-NO-[12]/)).toHaveCount(2);
  await expect(page.getByText(/^No reason given: [1-9]/)).toBeVisible();
  expect(await overflow(page)).toBe(0);
});
