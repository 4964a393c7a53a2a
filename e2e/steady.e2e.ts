/** Nothing moves under the pointer: positions before and after a panel or a part of it is opened, and after an act. */
import type { Locator, Page } from '@playwright/test';
import { callApi, expect, testWithOwnSandbox } from './harness/fixtures.ts';

const test = testWithOwnSandbox({ SANDBOX_LOADS: '12' });

/** Lists whose rows open a panel beside them. */
const LISTS = ['/invitations', '/agreements', '/drivers', '/activity'];

interface Placed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Where the buttons and fields of a part are, up to and including the last of `upTo`. */
const placesOf = (part: Locator): Promise<Placed[]> =>
  part.locator('button, a, input').evaluateAll((all) =>
    all.map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return {
        text: one.getAttribute('aria-label') ?? one.textContent ?? '',
        x: Math.round(x),
        y: Math.round(y),
      };
    }),
  );

/** Clicks, and expects the same element in the same place afterward, and every button before it. */
async function staysAfterClick(part: Locator, button: Locator, settled: () => Promise<void>) {
  const handle = await button.elementHandle();
  if (!handle) throw new Error('no button');
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  const name = (await button.textContent()) ?? '';
  const upTo = (places: readonly Placed[]) =>
    places.slice(0, places.findIndex(({ text }) => text === name) + 1);
  const before = upTo(await placesOf(part));
  await button.click();
  await settled();
  expect(await handle.boundingBox(), name).toEqual(box);
  expect(upTo(await placesOf(part)), name).toEqual(expect.arrayContaining(before));
}

async function invite(page: Page) {
  const rows = ['STEADY-1', 'STEADY-2', 'STEADY-3'].map((fleet_ref, n) => ({
    fleet_ref,
    fleet_name: `Steady ${n}`,
    expires_in_hours: 100 + n,
  }));
  const { status } = await callApi(page, '/api/bulk', 'POST', { kind: 'invitation', rows });
  expect(status).toBeLessThan(300);
}

test('opening a row moves neither the rows, their columns nor the filters above them, and covers no filter', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('admin', '/');
  await invite(page);
  for (const path of LISTS) {
    await page.goto(path);
    const row = page.getByRole('grid').first().getByRole('row').nth(1);
    await expect(row, path).toBeVisible();
    const measure = async () => ({
      row: Math.round((await row.boundingBox())?.y ?? -1),
      columns: await row
        .getByRole('gridcell')
        .evaluateAll((cells) =>
          cells.map((cell) => [cell.getBoundingClientRect().x, cell.getBoundingClientRect().width]),
        ),
      above: (await placesOf(page.locator('main').getByRole('group'))).map(({ text, y }) => ({ text, y })),
    });
    const before = await measure();
    await row.getByRole('gridcell').nth(1).click();
    const panel = page.getByRole('complementary').last();
    await expect(panel, path).toBeVisible();
    expect(await measure(), path).toEqual(before);
    const top = (await panel.boundingBox())?.y ?? -1;
    const filters = await page
      .locator('main')
      .getByRole('group')
      .or(page.getByRole('tablist'))
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(Math.max(...filters), path).toBeLessThanOrEqual(top);
  }
});

test("an invitation's panel opens its parts below the pointer, and an act leaves its button in place", {
  tag: '@deep',
}, async ({ page, person, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('admin', '/invitations?q=STEADY-');
  await invite(page);
  const panel = page.getByRole('complementary', { name: 'Invitation' });
  await page
    .getByRole('row', { name: /STEADY-2/ })
    .getByRole('gridcell')
    .nth(1)
    .click();
  await expect(panel.getByRole('heading', { name: 'Steady 1' })).toBeVisible();
  const button = (name: string | RegExp) => panel.getByRole('button', { name });
  const shown = (locator: Locator) => () => expect(locator).toBeVisible();

  await staysAfterClick(
    panel,
    button('Link, QR code and message'),
    shown(panel.getByRole('img', { name: 'QR code of the invitation link' })),
  );
  await staysAfterClick(panel, button('Mark as shared…'), shown(panel.getByLabel('Shared with (optional)')));
  await staysAfterClick(panel, button('Copy link'), shown(panel.getByText(/^Link copied .* by /).first()));
  await panel.getByLabel('Follow-up note').fill('called Sam');
  await staysAfterClick(
    panel,
    button('Log follow-up'),
    shown(panel.getByText(/^Followed up .* by /).first()),
  );
  await staysAfterClick(panel, button('Withdraw invitation…'), shown(page.getByRole('dialog')));
});

test('what agreements share and what needs them is not cut off at 1440 pixels', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('admin', '/agreements');
  const cells = page.locator('[role="gridcell"]:is([data-column="shared"], [data-column="needs"]) > *');
  await expect(cells.first()).toBeVisible();
  const cut = await cells.evaluateAll((all) =>
    all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
  );
  expect(cut).toEqual([]);
});
