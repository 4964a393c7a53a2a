/** A dispatcher at the board: what needs attention, where it is, and whether it can be trusted. */
import type { Page } from '@playwright/test';
import { TRACKING_HEALTH } from '@waypost/contract/loads';
import { boardReady, expect, listLoads, loadRows, openByMarker, test } from './harness/fixtures.ts';

test('every health has a chip with icon, label and count, and the counts match the server', async ({
  page,
  person,
}) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const chips = page.getByRole('group', { name: 'Filter by health' }).getByRole('button');
  await expect(async () => {
    const loads = await listLoads(page);
    expect(new Set(loads.map((load) => load.tracking_health))).toEqual(new Set(TRACKING_HEALTH));
    const texts = await chips.allTextContents();
    const total = texts.reduce((sum, text) => sum + Number(/\d+$/.exec(text)?.[0] ?? 0), 0);
    expect(total).toBe(loads.length);
  }).toPass();
  for (const word of ['Live', 'Stale', 'No signal', 'Not shared', 'Unassigned', 'Unknown'])
    await expect(chips.filter({ hasText: word })).toHaveCount(1);
});

test('loads move without a reload: rows of the open page are updated by the stream alone', async ({
  page,
  person,
  stack,
}) => {
  await person.signIn('dispatcher', '/?tab=all&health=live');
  await boardReady(page);
  /** Time of each row's last report, as the page shows it. */
  const reported = () =>
    page
      .getByRole('grid')
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.flatMap((row) => {
          const at = row.querySelector('time')?.dateTime;
          return at ? [[row.id, at] as const] : [];
        }),
      );
  // Loads appear while the server reads them for the first time.
  await expect.poll(async () => (await reported()).length).toBeGreaterThan(6);
  const before = new Map(await reported());
  const trucks = (await listLoads(page)).flatMap(({ load_id, vehicle_assignment, last_position: to }) =>
    before.has(`row-${load_id}`) && vehicle_assignment && to
      ? [{ path: `vehicles/${vehicle_assignment.vehicle.id}/drive`, to }]
      : [],
  );
  // The page caches the list some seconds later. Only the stream may update it here.
  await page.route('**/api/loads', (route) => route.abort());
  for (const { path, to } of trucks)
    await stack.sandbox.control(path, { to: { latitude: to.latitude, longitude: to.longitude } });
  await expect
    .poll(async () => (await reported()).filter(([id, at]) => (before.get(id) ?? at) !== at).length)
    .toBeGreaterThan(3);
  for (const { path } of trucks) await stack.sandbox.control(path, { release: true });
});

test('the panel shows the assignment, the position with its age, the stops and the time of the last read', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  const load = (await listLoads(page)).find(
    (one) => one.tracking_health === 'live' && one.vehicle_assignment?.agreement === 'agree',
  );
  await page.goto(`/?load=${load?.load_id}`);
  const panel = page.getByRole('complementary', { name: `Load ${load?.load_ref}` });
  await expect(panel.getByRole('region', { name: 'Position' })).toContainText('ago');
  await expect(panel.getByRole('region', { name: 'Position' })).toContainText('UTC');
  const wrongBy = await panel
    .getByRole('region', { name: 'Position' })
    .locator('time')
    .first()
    .evaluate((time) => {
      const { dateTime, textContent } = time as HTMLTimeElement;
      const [, hours = '0'] = /(\d+) h/.exec(textContent ?? '') ?? [];
      const [, minutes = '0'] = /(\d+) min/.exec(textContent ?? '') ?? [];
      const [, seconds = '0'] = /(\d+) s/.exec(textContent ?? '') ?? [];
      const shown = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      return Math.abs((Date.now() - Date.parse(dateTime)) / 1000 - shown);
    });
  // An age in minutes omits the seconds.
  expect(wrongBy).toBeLessThan(65);
  await expect(panel.getByRole('region', { name: /^Stops/ }).getByRole('listitem')).toHaveCount(
    load?.stops.length ?? -1,
  );
  await expect(panel.getByRole('region', { name: 'Truck' })).toContainText('Confirmed');
  await expect(panel).toContainText(/Updated .+ ago/);
  await panel.getByRole('button', { name: 'Raw data from the tracking service' }).click();
  await expect(panel).toContainText('"tracking_health"');
});

test('the address contains filter, search, order and selection, and Back works', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn();
  await boardReady(page);
  const load = (await listLoads(page)).find((one) => one.tracking_health === 'stale');
  await page.getByRole('button', { name: /^Stale/ }).click();
  await expect(page).toHaveURL(/health=stale/);
  const rows = loadRows(page);
  await expect(rows.filter({ hasText: 'Stale' }).first()).toBeVisible();
  await expect(rows.filter({ hasNotText: 'Stale' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search loads' }).fill(load?.load_ref ?? '');
  await expect(page).toHaveURL(new RegExp(`q=${load?.load_ref}`));
  await loadRows(page).first().click();
  await expect(page.getByRole('complementary', { name: `Load ${load?.load_ref}` })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('complementary', { name: `Load ${load?.load_ref}` })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search loads' })).toHaveValue(load?.load_ref ?? '');
  await page.goBack();
  await expect(page.getByRole('complementary', { name: /^Load / })).toHaveCount(0);
});

test('a search finds a load by reference, unit, VIN and place', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const load = (await listLoads(page)).find(
    (one) => one.place && one.vehicle_assignment?.vehicle.vin && one.vehicle_assignment.vehicle.vehicle_name,
  );
  const search = page.getByRole('searchbox', { name: 'Search loads' });
  for (const text of [
    load?.load_ref,
    load?.vehicle_assignment?.vehicle.vin,
    load?.vehicle_assignment?.vehicle.vehicle_name,
    load?.place?.name,
  ]) {
    await search.fill(text ?? '');
    await expect(
      page
        .getByRole('grid')
        .getByRole('row')
        .filter({ hasText: load?.load_ref ?? '-' }),
    ).toHaveCount(1);
  }
  await search.fill('no load is called this');
  await expect(loadRows(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
});

test('a malformed address falls back to defaults', { tag: '@deep' }, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=nope&health=purple,stale&sort=;drop&load=not-an-id&map=x,y');
  await boardReady(page);
  await expect(page.getByRole('button', { name: /^Stale/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('complementary', { name: /^Load / })).toHaveCount(0);
});

test('a click on a marker opens its load, and a click beside it closes the panel', {
  tag: ['@map', '@deep'],
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  // A parked truck without neighbors, so that its marker is at the center that the address sets.
  const loads = await listLoads(page);
  const positions = loads.flatMap((one) => one.last_position ?? []);
  const load = loads.find(({ tracking_health, last_position: at }) => {
    if (tracking_health !== 'stale' || !at) return false;
    const near = positions.filter(
      (other) =>
        Math.abs(other.latitude - at.latitude) < 0.3 && Math.abs(other.longitude - at.longitude) < 0.3,
    );
    return near.length === 1;
  });
  if (!load) throw new Error('no truck stands alone');
  await openByMarker(page, load.load_id);
  await page.getByRole('region', { name: /Map of loads/ }).click({ position: { x: 40, y: 40 } });
  await expect(page.getByRole('complementary', { name: /^Load / })).toHaveCount(0);
});

test('the placeholder shows land where the map will draw it', { tag: ['@map', '@deep'] }, async ({
  page,
  context,
  person,
}) => {
  await person.signIn('dispatcher', '/settings');
  const mapReleased = Promise.withResolvers<void>();
  await page.route('**/assets/engine-*.js', async (route) => {
    await mapReleased.promise;
    await route.continue();
  });
  const file = page.waitForResponse(/\/land\.svg$/);
  await page.goto('/');
  await (await file).finished();
  const land = page.locator('use[href$="land.svg#land"]').first();
  await expect.poll(async () => (await land.boundingBox())?.width ?? 0).toBeGreaterThan(0);
  const area = page.getByRole('region', { name: 'Map', exact: true });
  const before = await area.screenshot();
  mapReleased.resolve();
  await boardReady(page);
  await expect(land).toHaveCount(0);
  const after = await area.screenshot();

  // A separate page: the board's Content-Security-Policy does not allow reading images there.
  const desk = await context.newPage();
  const { both, swapped } = await desk.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
          canvas?.drawImage(image, 0, 0);
          return canvas?.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      if (!one || !other) throw new Error('no picture');
      // Land is lighter than water; other colors are markers, lines or buttons.
      const kindOf = (data: Uint8ClampedArray, i: number) =>
        data[i] === 0xf4 && data[i + 2] === 0xf6 ? 1 : data[i] === 0xdf && data[i + 2] === 0xea ? -1 : 0;
      let [both, swapped] = [0, 0];
      for (let i = 0; i < one.length; i += 4) {
        const [a, b] = [kindOf(one, i), kindOf(other, i)];
        if (a === 0 || b === 0) continue;
        both += 1;
        if (a !== b) swapped += 1;
      }
      return { both, swapped };
    },
    [before.toString('base64'), after.toString('base64')],
  );
  expect(both).toBeGreaterThan(100_000);
  expect(swapped / both).toBeLessThan(0.01);
});

/** Resolves when the fleets of most trucks are known. */
async function fleetsKnown(page: Page): Promise<void> {
  const known = async () => {
    const trucks = (await listLoads(page)).filter(({ vehicle_assignment }) => vehicle_assignment !== null);
    return trucks.filter(({ fleet }) => fleet?.name).length / trucks.length;
  };
  await expect.poll(known).toBeGreaterThan(0.5);
}

test('the stale loads of one fleet in two clicks, and the address contains the filter', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  await fleetsKnown(page);
  const loads = await listLoads(page);
  const stale = loads.find((one) => one.tracking_health === 'stale' && one.fleet?.name);
  const name = stale?.fleet?.name ?? '';
  await page.goto(`/?load=${stale?.load_id}`);
  await boardReady(page);
  const panel = page.getByRole('complementary', { name: /^Load / });
  // One click opens a load; this is the second.
  await panel.getByRole('link', { name: /\d+ stale/ }).click();
  await expect(page).toHaveURL(new RegExp(`fleet=${stale?.fleet?.fleet_id}`));
  await expect(page).toHaveURL(/health=stale/);
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await expect(loadRows(page).first()).toContainText(name);
  await expect(loadRows(page).filter({ hasNotText: name })).toHaveCount(0);
  await expect(loadRows(page).filter({ hasNotText: 'Stale' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all fleets' }).click();
  await expect(page).not.toHaveURL(/fleet=/);
});

test('groups collapse by keyboard, are stored in the address, and have actions for all of their loads', {
  tag: '@deep',
}, async ({ page, context, person }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.signIn('dispatcher', '/?cause=all');
  await boardReady(page);
  const first = page.getByRole('grid').getByRole('row').first();
  await expect(first.getByRole('button', { expanded: true })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Home');
  const before = await loadRows(page).first().textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(first.getByRole('button', { expanded: false })).toBeVisible();
  expect(await loadRows(page).first().textContent()).not.toBe(before);
  await page.keyboard.press('ArrowRight');
  await first.getByRole('button', { name: /^Copy \d+ messages/ }).click();
  await expect(page.getByText(/\d+ messages for the carrier copied/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Load LD-\d+[\s\S]+Load LD-\d+/);

  await page.getByRole('button', { name: 'Order and groups' }).click();
  await page.getByRole('menuitemradio', { name: 'Fleet', exact: true }).first().click();
  await expect(page).toHaveURL(/group=fleet/);
  await page.reload();
  await boardReady(page);
  await expect(first).toContainText(/\d+ of \d+ loads|\d+ loads/);
});

test('a fleet whose trucks stop reporting is one exception with one message and its loads collapsed inside', {
  tag: '@deep',
}, async ({ page, context, person, stack }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The groups above it have rows, too.
  await page.setViewportSize({ width: 1360, height: 1800 });
  await person.signIn('dispatcher', '/?cause=all');
  await boardReady(page);
  await fleetsKnown(page);
  const byFleet = Map.groupBy(
    (await listLoads(page)).filter(({ fleet, vehicle_assignment }) => fleet && vehicle_assignment),
    ({ fleet }) => fleet?.fleet_id,
  );
  const [loads = []] = [...byFleet.values()].toSorted((a, b) => b.length - a.length);
  const name = loads[0]?.fleet?.name ?? '';
  const turn = async (tracking_health: string | null) => {
    for (const { load_id } of loads) await stack.sandbox.control('health', { load_id, tracking_health });
  };
  await turn('stale');
  try {
    const heading = page.getByRole('row').filter({ hasText: `No pings from fleet: ${name}` });
    await expect(heading).toContainText(/\d+ of \d+ trucks/, { timeout: 60_000 });
    await expect(heading.getByRole('button', { expanded: false })).toBeVisible();
    await heading.getByRole('button', { name: /^Copy message for the carrier/ }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/trucks on our loads have stopped sending positions[\s\S]+Loads: LD-\d+/);
    const before = await page.getByRole('grid').getAttribute('aria-rowcount');
    await heading.getByRole('button', { expanded: false }).click();
    await expect(page.getByRole('grid')).not.toHaveAttribute('aria-rowcount', before ?? '');
  } finally {
    await turn(null);
  }
});
