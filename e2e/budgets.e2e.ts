/** Interaction budgets of the main tasks, counted as real clicks, keys and fields in the browser. */

import type { Locator, Page } from '@playwright/test';
import { invitationList } from '@waypost/contract/api/invitations';
import { truckDoubt } from '../bff/triage/doubt.ts';
import {
  boardReady,
  callApi,
  expect,
  listLoads,
  listReadLoads,
  loadRows,
  test as sharedTest,
  testWithOwnSandbox,
} from './harness/fixtures.ts';
import { Interactions } from './harness/interactions.ts';
import { drag, isBeforeOrigin, loadWithSites, monitorOf } from './harness/monitors.ts';
import { actOn, untouchedLoad } from './harness/triage.ts';

/** A sandbox of its own: fleets are invited, and the number of loads is realistic. */
const test = testWithOwnSandbox({ SANDBOX_LOADS: '500' });
/** Rows with two stops that have no room for both. */
const cutStops = (page: Page) =>
  loadRows(page)
    .locator('[class*="flow"]')
    .evaluateAll((parts) =>
      parts.filter((part) => part.scrollHeight > part.clientHeight + 1).map((part) => part.textContent),
    );
/** Destinations whose end is not seen, in one line or below the last. */
const cutDestinations = (page: Page) =>
  loadRows(page)
    .locator('[class*="then"]')
    .evaluateAll((parts) =>
      parts
        .filter((part) => {
          const text = new Range();
          text.selectNodeContents(part);
          const lines = part.parentElement?.closest('[class*="flow"], [class*="second"]');
          return (
            text.getBoundingClientRect().bottom > (lines?.getBoundingClientRect().bottom ?? 0) + 1 ||
            [...part.children].some((word) => word.scrollWidth > word.clientWidth + 1)
          );
        })
        .map((part) => part.textContent),
    );

async function rowsInView(page: Page): Promise<number> {
  const list = await page.locator('#board-list').boundingBox();
  const rows = await loadRows(page).evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().bottom),
  );
  return rows.filter((bottom) => list && bottom <= list.y + list.height).length;
}

const DESK = { viewport: { width: 1440, height: 900 } };
test.use(DESK);
sharedTest.use(DESK);

test('loads that need attention are visible after sign-in without a click', async ({ page, person }) => {
  const done = await Interactions.watch(page);
  await person.signIn();
  done.reset();
  await boardReady(page);
  await expect(page.getByRole('tab', { name: /Needs attention/ })).toHaveAttribute('aria-selected', 'true');
  await expect(loadRows(page).first().locator('[data-band="critical"]')).toHaveText(/\S/);
  expect([done.pointer, done.keys]).toEqual([0, []]);
});

test('the causes of snoozed loads are not clipped', { tag: '@deep' }, async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  await untouchedLoad(page);
  const open = (await listLoads(page)).filter(
    ({ triage }) => triage?.closed === null && triage.owner === null,
  );
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const ids = open.map(({ load_id }) => load_id);
  await actOn(page, { kind: 'snooze', until }, ids);
  await page.goto('/?tab=all&q=snoozed');
  await boardReady(page);
  const causes = loadRows(page).locator('[data-band]');
  await expect(causes).not.toHaveCount(0);
  const cut = await causes.evaluateAll((all) =>
    all.filter((cause) => cause.scrollWidth > cause.clientWidth).map((cause) => cause.textContent),
  );
  expect(cut).toEqual([]);

  // In the table, their times stay on one line, inside the row.
  await page.goto('/?tab=all&q=snoozed&columns=place,stop,owner');
  await boardReady(page);
  const clocks = page.locator('[data-column="owner"] > [title^="Snoozed to"]');
  await expect(clocks).not.toHaveCount(0);
  const heights = await clocks.evaluateAll((all) => all.map((clock) => clock.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(20);
  await page.goto('/?tab=all&q=snoozed');
  await boardReady(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(7);
  const names = loadRows(page).locator('strong');
  await expect(names).not.toHaveCount(0);
  const cutOnPhone = await names.evaluateAll((all) =>
    all.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent),
  );
  expect(cutOnPhone).toEqual([]);
  expect(await cutStops(page)).toEqual([]);
});

test('the pickup gives way to the destination, which is not cut in any form of the list', async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  // Long names of pickups leave no room for both.
  const PICKUPS = '[class*="stop"]:has(~ [class*="then"]) [class*="facility"]';
  const lengthen = () =>
    loadRows(page)
      .locator(PICKUPS)
      .evaluateAll((names) => {
        for (const name of names)
          name.textContent = 'Kansas City Kettle Creek Beverages Terminal of the West ';
        return names.length;
      });
  await expect.poll(lengthen).toBeGreaterThan(0);
  expect(await cutDestinations(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(lengthen).toBeGreaterThan(0);
  expect(await cutDestinations(page)).toEqual([]);

  await page.setViewportSize(DESK.viewport);
  await page.evaluate(() => localStorage.setItem('waypost.prefs', '{"density":"compact"}'));
  await page.reload();
  await boardReady(page);
  await expect(loadRows(page).locator('[data-form="compact"]')).not.toHaveCount(0);
  await expect.poll(lengthen).toBeGreaterThan(0);
  expect(await cutDestinations(page)).toEqual([]);
  // In one line with a long destination the appointment gives way, but not how late it is.
  const rows = loadRows(page).locator('[class*="second"]:has([class*="appointment"])');
  const late = await rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const [facility] = [...row.querySelectorAll('[class*="facility"]')].slice(-1);
      if (facility) facility.textContent = 'Kettle Creek Beverages Kansas City Dock 12 ';
      const time = row.querySelector('[class*="time"]');
      if (time) time.textContent = 'Appt Nov 28, 07:40 CST · ETA Nov 28, 16:10 CST passed';
      const [by] = row.querySelectorAll('[class*="late"]');
      return by ? [by.getBoundingClientRect().right <= row.getBoundingClientRect().right] : [];
    }),
  );
  expect(await cutDestinations(page)).toEqual([]);
  expect(late).not.toEqual([]);
  expect(late).not.toContain(false);
});

test('in compact rows the cause gives way to what identifies a load', async ({ page, person }) => {
  await person.signIn();
  await page.evaluate(() => localStorage.setItem('waypost.prefs', '{"density":"compact"}'));
  await page.goto('/');
  await boardReady(page);
  const names = loadRows(page).locator('[data-form="compact"] [class*="names"]:has([class*="noTruck"])');
  await expect(names).not.toHaveCount(0);
  // The ID of a load without a number, beside a cause without room.
  const cut = await names.evaluateAll((all) =>
    all.map((one) => {
      const [id, cause] = one.querySelectorAll('strong');
      if (id) id.textContent = '7d4e2fde-5b…6f1a';
      if (cause) cause.textContent = 'No truck, no identifiers sent, '.repeat(4);
      return id && cause && [id, cause].map((part) => part.scrollWidth > part.clientWidth + 1);
    }),
  );
  for (const row of cut) expect(row).toEqual([false, true]);
});

test('at 1440 by 900 sixteen loads are visible, and their identifying fields are not clipped', async ({
  page,
  person,
}) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(16);
  const cut = await loadRows(page)
    .locator('strong, time, [class*="stop"], [class*="appointment"]')
    .evaluateAll((parts) =>
      parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent),
    );
  expect(cut).toEqual([]);
  expect(await cutStops(page)).toEqual([]);

  // As a table, with the smallest width beside the map.
  await page.getByRole('button', { name: 'Order and groups' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Table with columns' }).click();
  await page.keyboard.press('Escape');
  const cells = loadRows(page).locator('[data-column]');
  await expect(cells.first()).toBeVisible();
  await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(15);
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Cause or health/,
    'Load',
    'Truck',
    'Place',
    'Age',
    'Stops ahead',
    'Appt',
    'Late',
    'ETA',
    'Owner',
    'Actions',
  ]);
  const cutCells = (of: Locator) =>
    of.evaluateAll((all) =>
      all
        .filter(
          (cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1,
        )
        .map((cell) => cell.textContent),
    );
  expect(await cutCells(cells)).toEqual([]);
  const gaps = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const [own, row] = [cell, cell.closest('[role="row"]')].map((of) => of?.getBoundingClientRect());
      return own && row ? Math.min(own.top - row.top, row.bottom - own.bottom) : 0;
    }),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2);

  // An open load covers no column and cuts no place, and the table stays one.
  await loadRows(page).first().click();
  const panel = page.getByRole('complementary', { name: /^Load / });
  await expect(panel).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'ETA' })).toHaveCount(0);
  expect(await cutCells(loadRows(page).locator('[data-column="stop"], [data-column="place"]'))).toEqual([]);
  const actions = await page.getByRole('columnheader', { name: 'Actions' }).boundingBox();
  expect((actions?.x ?? 0) + (actions?.width ?? 0)).toBeLessThanOrEqual((await panel.boundingBox())?.x ?? 0);
  await panel.getByRole('button', { name: 'Close the panel' }).click();
  await expect(panel).toBeHidden();

  // The whole header cell sorts, and a cause's counts are beside it however wide the list is.
  const late = page.getByRole('columnheader', { name: 'Late' });
  const cell = await late.boundingBox();
  await late.click({ position: { x: (cell?.width ?? 0) - 2, y: 2 } });
  await expect(late).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('tab', { name: /Needs attention/ }).click();
  const line = page.getByRole('radio', { name: /not taken/ }).first();
  await expect(line).toBeVisible();
  const [title, taken] = [line.locator('> span').first(), line.locator('> span').last()];
  const [from, to] = [await title.boundingBox(), await taken.boundingBox()];
  expect((to?.x ?? 0) + (to?.width ?? 0) - (from?.x ?? 0)).toBeLessThan(500);
});

test('from an exception to its reason and its action in one click', async ({ page, person }) => {
  const done = await Interactions.watch(page);
  await person.signIn();
  await boardReady(page);
  done.reset();
  // With a truck in doubt, the message comes with the evidence further down.
  await loadRows(page)
    .filter({ hasText: /Running late|No truck assigned/ })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: /^Load / });
  await expect(panel.getByRole('button', { name: 'Copy message for the carrier' })).toBeVisible();
  expect([done.pointer, done.keys]).toEqual([1, []]);
});

test('the stale loads of one fleet in two clicks from the board', async ({ page, person }) => {
  const done = await Interactions.watch(page);
  await person.signIn('dispatcher', '/?tab=all&sort=age');
  await boardReady(page);
  // The number of stale loads grows until each was read.
  await listReadLoads(page);
  // The board says of a load whose truck is in doubt that, and not that it is stale.
  const named = async () =>
    (await listLoads(page)).filter(
      (one) => one.tracking_health === 'stale' && one.fleet?.name && !truckDoubt(one, Date.now()),
    );
  await expect.poll(async () => (await named()).length).toBeGreaterThan(0);
  const [stale] = await named();
  // Shows loads of that fleet.
  await page.goto(`/?tab=all&fleet=${stale?.fleet?.fleet_id}`);
  await boardReady(page);
  done.reset();
  await loadRows(page).first().click();
  const link = page.getByRole('complementary', { name: /^Load / }).getByRole('link', { name: /\d+ stale/ });
  await link.click();
  await expect(page.getByRole('button', { name: /^Stale/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('tab', { name: /All loads/ })).toHaveAttribute('aria-selected', 'true');
  // Whatever the form of the list, which a person keeps, and however many more were read meanwhile.
  await expect(async () => {
    const ids = await loadRows(page).evaluateAll((rows) => rows.map(({ id }) => id.replace('row-', '')));
    const of_fleet = (await named()).filter(({ fleet }) => fleet?.fleet_id === stale?.fleet?.fleet_id);
    expect(ids.toSorted()).toEqual(of_fleet.map(({ load_id }) => load_id).toSorted());
  }).toPass();
  expect([done.pointer, done.keys, done.fields]).toEqual([2, [], 0]);
});

test('a shift is handed over in two clicks, by whoever needs neither name nor note', async ({
  page,
  person,
}) => {
  const done = await Interactions.watch(page);
  await person.signIn();
  await boardReady(page);
  const { load_id } = await untouchedLoad(page);
  await actOn(page, { kind: 'assign' }, [load_id]);
  done.reset();
  await page.getByRole('link', { name: 'Handover' }).click();
  await page.getByRole('button', { name: /^Hand over \d+ loads?$/ }).click();
  await expect(page.getByText(/^Handed over\. Each load stays yours/)).toBeVisible();
  expect([done.pointer, done.keys, done.fields]).toEqual([2, [], 0]);
});

sharedTest(
  'from a load to a submitted monitor in three clicks, its circles from the site book',
  {
    tag: '@map',
  },
  async ({ page, person }) => {
    const done = await Interactions.watch(page);
    await person.signIn();
    const { load_id, load_ref, stops } = await loadWithSites(page);
    await page.goto(`/?load=${load_id}`);
    const watch = page.getByRole('complementary').getByRole('link', { name: 'Track arrivals' });
    await expect(watch).toBeVisible();
    done.reset();
    await watch.click();
    await expect(page.getByText(/Create monitor, track until/)).toBeVisible();
    await page.getByRole('button', { name: 'Create monitor' }).click();
    const monitor = await monitorOf(page);
    expect(done.pointer).toBeLessThanOrEqual(3);
    expect([done.keys, done.fields]).toEqual([[], 0]);
    expect(monitor).toMatchObject({
      name: load_ref,
      status: 'active',
      links: [{ load_id, source: 'created' }],
    });
    expect(monitor.stops.map(({ name, radius_meters }) => [name, radius_meters])).toEqual(
      stops.map(({ name }) => [name, 1700]),
    );
    expect(monitor.stops.every(({ site_id }) => site_id !== null)).toBe(true);
  },
);

sharedTest(
  'from a load without sites to a monitor ready to submit in three clicks, by the cities of its stops, which are no evidence',
  { tag: '@map' },
  async ({ page, person }) => {
    const done = await Interactions.watch(page);
    await person.signIn();
    const sites = await callApi(page, '/api/sites');
    const known = new Set((sites.body as { items: { name: string }[] }).items.map(({ name }) => name));
    const load = (await listLoads(page))
      .filter((one) => !isBeforeOrigin(one))
      .find(
        ({ tracking_health, vehicle_assignment, monitor, stops }) =>
          tracking_health === 'live' &&
          vehicle_assignment?.agreement === 'agree' &&
          monitor === null &&
          stops.length === 2 &&
          stops.every(({ name }) => name !== null && !known.has(name)),
      );
    await page.goto(`/?load=${load?.load_id}`);
    const watch = page.getByRole('complementary').getByRole('link', { name: 'Track arrivals' });
    await expect(watch).toBeVisible();
    done.reset();
    await watch.click();
    const offers = page.getByRole('button', { name: /^Use the city center of/ });
    await expect(offers).toHaveCount(2);
    await offers.first().click();
    await expect(offers).toHaveCount(1);
    await offers.click();
    await expect(offers).toHaveCount(0);
    // Its truck has left the origin, so tracking starts around the truck.
    await expect(page.getByText(/^Starts at stop 2, because the truck has passed/)).toBeVisible();
    await expect(page.getByText(/around the city center of .*, not the dock/)).toHaveCount(1);
    expect([done.pointer, done.keys, done.fields]).toEqual([3, [], 0]);
    await page.getByRole('button', { name: 'Create monitor' }).click();
    const { id, stops } = await monitorOf(page);
    expect(
      stops.map(({ city_center, around_truck }) => [Boolean(city_center), around_truck ?? false]),
    ).toEqual([
      [false, true],
      [true, false],
    ]);
    await expect(page.getByText(/, city center/).first()).toBeVisible();
    await callApi(page, `/api/monitors/${id}/cancel`, 'POST');
  },
);

sharedTest(
  'a circle of an exact radius by two pointer actions and one number',
  { tag: '@map' },
  async ({ page, person }) => {
    const done = await Interactions.watch(page);
    await person.signIn('dispatcher', '/monitors/new');
    await expect(page.getByRole('region', { name: 'Route map' })).toBeVisible();
    const radius = page.getByLabel(/^Radius of/);
    await expect(async () => {
      done.reset();
      await page.getByRole('button', { name: /^(Draw on the map|Drawing).*: Origin/ }).click();
      await drag(page, [420, 300], [444, 314]);
      await expect(radius).not.toHaveValue('', { timeout: 1_000 });
    }).toPass();
    await expect(radius).toBeFocused();
    await page.keyboard.type('0.75');
    expect(done.keys.join('')).toBe('0.75');
    expect(done.pointer).toBeLessThanOrEqual(2);
    await expect(radius).toHaveValue('0.75');
  },
);

test('a fleet is invited with the least permissions, its link copied, by one field and two clicks', async ({
  page,
  context,
  person,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const done = await Interactions.watch(page);
  await person.signIn('onboarding', '/invitations');
  await expect(page.getByRole('grid', { name: 'Invitations' })).toBeVisible();
  done.reset();
  await page.getByRole('link', { name: 'Invite a fleet' }).click();
  await page.getByLabel('Fleet reference').fill('BUDGET-1');
  await page.getByRole('button', { name: 'Invite and copy link' }).click();
  await expect(page.getByText('Created the invitation of BUDGET-1 and copied the link')).toBeVisible();
  expect([done.pointer, done.fields, done.keys]).toEqual([2, 1, []]);
  const { items } = invitationList.parse((await callApi(page, '/api/invitations')).body);
  const invited = items.find(({ fleet_ref }) => fleet_ref === 'BUDGET-1');
  expect(invited?.permissions).toEqual({ vehicle: 'read', vehicle_location: 'read' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^https?:\/\//);
});

/** As a spreadsheet has it: no reference, two kinds of numbers, errors, and remarks in place of values. */
const MESSY = [
  'Carrier,MC #,USDOT #,Dispatch E-mail,Main phone,Country,Remarks',
  ...Array.from({ length: 60 }, (_, n) => {
    const dot = n % 6 === 5 ? '#N/A' : n % 6 === 4 ? `USDOT ${2_000_000 + n}` : String(2_000_000 + n);
    const phone = n % 5 === 4 ? 'call first' : `(505) 555-01${10 + n} ext. 12`;
    const country = ['US', 'U.S.A.', 'United States', 'Mexico', 'canada'][n % 5];
    const email =
      n % 7 === 3 ? ['no email', 'n/a', 'ops(at)ridge.example', 'a@b'][n % 4] : `ops${n}@ridge.example`;
    return `"Ridge ${n + 1}, Inc.",MC-${700_000 + n},${dot},${email},${phone},${country},"a, ""b"""`;
  }),
].join('\r\n');
const PLAIN = [
  'fleet_ref,fleet_name',
  ...Array.from({ length: 50 }, (_, n) => `CSV-${n + 1},Ridge ${n + 1}`),
].join('\n');

for (const [words, count, csv, refs, tag] of [
  ['fifty fleets', 50, PLAIN, /^CSV-/, ['@deep']],
  ['sixty fleets of a messy file', 60, MESSY, /^(DOT-20000|MC-7000)/, []],
] as const)
  test(`${words} are invited from a CSV in three clicks, with the outcome of every row`, {
    tag: [...tag],
  }, async ({ page, person }) => {
    const done = await Interactions.watch(page);
    await person.signIn('onboarding', '/invitations');
    done.reset();
    await page.getByRole('link', { name: 'Invite from CSV' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByText('Drop a CSV file here, or choose one').click();
    await (await choosing).setFiles({ name: 'fleets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: `Create ${count} invitations` }).click();
    await expect(page.getByText(`${count} of ${count} invitations created`)).toBeVisible({ timeout: 30_000 });
    expect(done.pointer).toBeLessThanOrEqual(3);
    expect([done.keys, done.fields]).toEqual([[], 0]);
    const { items } = invitationList.parse((await callApi(page, '/api/invitations')).body);
    expect(items.filter(({ fleet_ref }) => refs.test(fleet_ref ?? ''))).toHaveLength(count);
    await expect(page.getByRole('grid', { name: 'Job rows' }).getByText('Created').first()).toBeVisible();
  });

test('usage of this month by entity type, REST against webhook, in one click', async ({ page, person }) => {
  const done = await Interactions.watch(page);
  await person.signIn();
  await boardReady(page);
  done.reset();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  const first = page.getByRole('listbox', { name: 'Usage by entity type' }).getByRole('option').first();
  await expect(first).toHaveAttribute('aria-label', /REST calls: [\d,]+/, { timeout: 30_000 });
  expect([done.pointer, done.keys]).toEqual([1, []]);
});

test('any load by its reference: one shortcut, its letters, Enter', async ({ page, person }) => {
  const done = await Interactions.watch(page);
  await person.signIn('dispatcher', '/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  const load = (await listLoads(page)).find(({ load_ref }) => load_ref !== null);
  const reference = load?.load_ref ?? '';
  done.reset();
  await page.keyboard.press('/');
  await page.keyboard.type(reference);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/\\?.*load=${load?.load_id}`));
  expect(done.pointer).toBe(0);
  expect(done.keys).toHaveLength(reference.length + 2);
});
