/** When something fails the board says what, keeps the last known data with its age, and recovers without a reload. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { boardReady, expect, listLoads, loadRows, signIn, test } from './harness/fixtures.ts';
import { startStack } from './harness/stack.ts';

test('while the service is down the board says so and keeps the last data, and it recovers without a reload', async ({
  page,
}) => {
  const stack = await startStack();
  try {
    await signIn(page, 'dispatcher', '/', stack.server.url);
    await boardReady(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const rows = page.getByRole('grid').getByRole('row');
    await expect(rows.first()).toBeVisible();

    await stack.sandbox.stop();
    const down = page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: /tracking service down/i });
    await expect(down.first()).toBeVisible();
    await expect(rows.first()).toBeVisible();
    expect((await listLoads(page)).some((load) => load.tracking_health === 'live')).toBe(true);

    await stack.sandbox.start();
    await expect(down).toHaveCount(0, { timeout: 30_000 });
    await expect(async () => {
      const ages = (await listLoads(page)).flatMap((load) =>
        load.last_position && load.tracking_health === 'live'
          ? [Date.now() - Date.parse(load.last_position.occurred_at)]
          : [],
      );
      expect(Math.min(...ages)).toBeLessThan(30_000);
    }).toPass();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  } finally {
    await stack.stop();
  }
});

test('while the database accepts nothing the page says so and keeps what is typed, and it can be saved afterward', {
  tag: '@deep',
}, async ({ page }) => {
  const stack = await startStack();
  try {
    await signIn(page, 'dispatcher', '/', stack.server.url);
    await boardReady(page);
    const [load] = await listLoads(page);
    await page.goto(`${stack.server.url}/?load=${load?.load_id}`);
    const triage = page.getByRole('region', { name: 'Triage' });
    await triage.getByRole('button', { name: 'Add note' }).click();
    await triage.getByLabel('Note').fill('Driver calls back at 5');

    // Another program holds the lock of the file.
    const other = new DatabaseSync(join(stack.server.dir, 'waypost.db'), { timeout: 10_000 });
    other.exec('BEGIN IMMEDIATE');
    const down = page.getByText(/Waypost's database down since/);
    await expect(down.first()).toBeVisible({ timeout: 30_000 });
    await triage.getByLabel('Note').press('Control+Enter');
    await expect(page.getByText("Waypost's database is not available").first()).toBeVisible();
    await expect(triage.getByLabel('Note')).toHaveValue('Driver calls back at 5');

    other.exec('ROLLBACK');
    other.close();
    await expect(down).toHaveCount(0, { timeout: 30_000 });
    await triage.getByLabel('Note').press('Control+Enter');
    await expect(triage.getByRole('list', { name: 'History' })).toContainText('Driver calls back at 5');
  } finally {
    await stack.stop();
  }
});

test('while the server is down the page says that it is not live, and it reconnects afterward', {
  tag: '@deep',
}, async ({ page }) => {
  const stack = await startStack();
  try {
    await signIn(page, 'dispatcher', '/', stack.server.url);
    await boardReady(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await stack.server.stop('SIGKILL');
    await expect(page.getByText(/Not live/i).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('grid').getByRole('row').first()).toBeVisible();
    await stack.server.start();
    await expect(page.getByText(/Not live/i)).toHaveCount(0, { timeout: 30_000 });
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  } finally {
    await stack.stop();
  }
});

test('a second visit shows the last list with its age until the server responds', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  // The page caches the list some seconds after loading.
  const isCached = () =>
    page.evaluate(async () => (await (await caches.open('waypost-last-snapshot')).keys()).length > 0);
  await expect.poll(isCached, { timeout: 60_000 }).toBe(true);
  const loads = (await listLoads(page)).length;

  let response = () => {};
  const released = new Promise<void>((resolve) => {
    response = resolve;
  });
  await page.route('**/api/loads', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  const banner = page.getByText(
    /From your last visit\..*Showing data from .+ ago; the server has not responded yet\./,
  );
  await expect(banner).toBeVisible();
  await expect(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'All loads' })).toContainText(String(loads));
  response();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('grid').getByRole('row').first()).toBeVisible();
});

test('a 429 pauses all requests for its Retry-After, and the page counts down the seconds', async ({
  page,
  person,
  stack,
}) => {
  await person.signIn();
  await boardReady(page);
  await stack.sandbox.control('fail', { status: 429, count: 1, retry_after_seconds: 6 });
  const paused = page.getByText(/paused for \d+ s/i).first();
  const seconds = async () => Number(/(\d+) s/.exec((await paused.textContent()) ?? '')?.[1]);
  await expect(paused).toBeVisible();
  const first = await seconds();
  expect(first).toBeGreaterThan(1);
  // Six and a tenth, rounded up; and the page's clock, which ticks each second, may be one behind.
  expect(first).toBeLessThanOrEqual(8);
  await expect.poll(seconds).toBeLessThan(first);
  await expect(paused).toHaveCount(0);
});

test('an unknown health value is shown unchanged, without a reassuring color', {
  tag: '@deep',
}, async ({ page, person, stack }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const load = (await listLoads(page)).find((one) => one.tracking_health === 'live');
  await stack.sandbox.control('health', { load_id: load?.load_id, tracking_health: 'teleporting' });
  await page.goto(`/?load=${load?.load_id}`);
  const panel = page.getByRole('complementary', { name: `Load ${load?.load_ref}` });
  await expect(panel).toContainText('teleporting');
  await expect(panel).toContainText('Unknown');
  await expect(panel.getByText('Live', { exact: true })).toHaveCount(0);
  await stack.sandbox.control('health', { load_id: load?.load_id, tracking_health: null });
});

test('an unwatched load and an unknown address have their own screens', {
  tag: '@deep',
}, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?load=00000000-0000-4000-8000-00000000dead');
  await boardReady(page);
  await expect(page.getByRole('heading', { name: 'Not on the board' })).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('main').getByRole('link').first().click();
  await boardReady(page);
});

test('without WebGL the map says so and the list works', { tag: '@deep' }, async ({ page, person }) => {
  await person.signIn();
  await boardReady(page);
  await expect(page.getByText(/WebGL/)).toBeVisible();
  await loadRows(page).first().click();
  await expect(page.getByRole('complementary', { name: /^Load / })).toBeVisible();
});
