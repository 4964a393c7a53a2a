/** What to do now, the index of causes, and acting on several loads at once. */
import type { Page } from '@playwright/test';
import { boardReady, expect, listLoads, listReadLoads, loadRows, signIn, test } from './harness/fixtures.ts';
import { Interactions } from './harness/interactions.ts';
import { actOn } from './harness/triage.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const index = (page: Page) => page.getByRole('radiogroup', { name: 'What to list' });

test('the list starts with what to do now, and the index counts every cause', async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  await listReadLoads(page);
  const now = index(page).getByRole('radio', { name: /^Now/ });
  await expect(now).toBeChecked();
  await expect(async () => {
    const count = Number(/^Now\s*(\d+)/.exec((await now.textContent()) ?? '')?.[1]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(15);
  }).toPass();
  // Nobody has what is listed now.
  const refs = new Set(
    (await loadRows(page).locator('strong').allTextContents()).filter((text) => /^LD-/.test(text)),
  );
  const listed = (await listLoads(page)).filter(({ load_ref }) => load_ref && refs.has(load_ref));
  expect(listed.filter(({ triage }) => triage?.owner)).toEqual([]);

  // Causes to watch are folded when there are many.
  const more = page.getByRole('button', { name: /more causes? to watch$/ });
  if (await more.isVisible()) await more.click();

  // The numbers of the causes add up to the number of the tab.
  await expect(async () => {
    const lines = await index(page).getByRole('radio').allTextContents();
    const counts = lines.map((line) => Number(/(\d+)/.exec(line.replace(/^[^\d]*/, ''))?.[1]));
    const [, all = 0, ...causes] = counts;
    expect(causes.reduce((sum, count) => sum + count, 0)).toBe(all);
    await expect(page.getByRole('tab', { name: /^Needs attention/ })).toContainText(String(all));
  }).toPass();

  // One click lists the loads of a cause, with its actions.
  const cause = index(page).getByRole('radio').nth(2);
  await cause.click();
  await expect(cause).toBeChecked();
  await expect(page).toHaveURL(/cause=/);
  await expect(
    page
      .getByRole('grid')
      .getByRole('button', { name: /^Take or snooze:/ })
      .first(),
  ).toBeVisible();
  await page.goBack();
  await expect(now).toBeChecked();
});

test('five loads are picked and taken with six keys, shown with initials to everybody, and found in one click', async ({
  page,
  person,
  browser,
  stack,
}) => {
  const done = await Interactions.watch(page);
  await person.signIn();
  await boardReady(page);
  await listReadLoads(page);
  await expect.poll(() => loadRows(page).count()).toBeGreaterThan(5);
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Home');
  // A quiet fleet has a heading of its own.
  await expect(async () => {
    const active = page.locator(`#${await grid.getAttribute('aria-activedescendant')}`);
    if ((await active.textContent())?.includes('LD-') !== true) await page.keyboard.press('j');
    expect(await active.textContent()).toContain('LD-');
  }).toPass();
  done.reset();
  await page.keyboard.press('x');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('5 loads picked')).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByText('5 loads taken')).toBeVisible();
  // Shift is held, not pressed each time.
  expect(done.keys.filter((key) => key !== 'Shift')).toEqual([
    'x',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    't',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: 'Picked loads' })).toBeHidden();

  done.reset();
  await page.getByRole('group', { name: 'Filter by owner' }).getByRole('button', { name: /^Mine/ }).click();
  expect(done.pointer).toBe(1);
  await expect(page).toHaveURL(/owner=me/);
  const sub = (await listLoads(page)).find(({ triage }) => triage?.owner)?.triage?.owner?.sub;
  const mine = (await listLoads(page)).filter(({ triage }) => triage?.owner?.sub === sub);
  expect(mine.length).toBeGreaterThanOrEqual(5);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'admin', `/?cause=all&owner=${encodeURIComponent(sub ?? '')}`, stack.server.url);
  await boardReady(other);
  await expect(
    loadRows(other)
      .first()
      .getByText(/^Taken by/),
  ).toBeAttached();
  // What somebody has is not among what to do now.
  await other.goto('/');
  await boardReady(other);
  const taken = mine.map(({ load_ref }) => load_ref ?? '');
  await expect(async () => {
    const listed = await loadRows(other).locator('strong').allTextContents();
    expect(listed.filter((text) => taken.includes(text))).toEqual([]);
  }).toPass();
  await other.context().close();
  // Other journeys find loads that nobody has.
  await actOn(
    page,
    { kind: 'assign', sub: null },
    mine.map(({ load_id }) => load_id),
  );
});

test('on a phone the index is one line that opens, and the header takes at most 100 pixels', {
  tag: '@deep',
}, async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await person.signIn();
  await boardReady(page);
  await expect(index(page).getByRole('radio')).toHaveCount(1);
  const tabs = await page.getByRole('tablist', { name: 'Loads' }).boundingBox();
  expect(tabs?.y ?? Number.NaN).toBeLessThanOrEqual(101);
  await index(page).getByRole('radio').click();
  await expect.poll(() => index(page).getByRole('radio').count()).toBeGreaterThan(3);
  await index(page).getByRole('radio').nth(2).click();
  await expect(index(page).getByRole('radio')).toHaveCount(1);
  await expect(page).toHaveURL(/cause=/);
});
