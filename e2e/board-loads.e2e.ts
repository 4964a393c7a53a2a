/** Adding loads to the board and removing them: the service has no list of loads. */
import { axeFaults } from './harness/axe.ts';
import {
  boardReady,
  callApi,
  expect,
  listLoads,
  listReadLoads,
  shareLoad,
  signIn,
  test,
} from './harness/fixtures.ts';
import { startStack } from './harness/stack.ts';

test('loads are added by pasting ids; an invalid line is named and no input is lost', async ({
  page,
  person,
}) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const posted = await callApi(page, '/api/loads', 'POST', {
    load_id: '00000000-0000-4000-8000-0000000000aa',
  });
  expect(posted.status).toBe(201);
  await callApi(page, '/api/loads/00000000-0000-4000-8000-0000000000aa', 'DELETE');

  await page.getByRole('button', { name: 'Add loads' }).click();
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByRole('textbox');
  const lines = dialog.getByRole('list', { name: 'Result for each line' }).getByRole('listitem');
  await typed.fill(
    '00000000-0000-4000-8000-0000000000ab\n00000000-0000-4000-8000-0000000000a\nnobody-knows-it\n',
  );
  await expect(lines.nth(0)).toContainText('Will be added');
  await expect(lines.nth(1)).toContainText('Line 2');
  await expect(lines.nth(1)).toContainText('Not a load ID: has 31 of the 32 digits');
  await expect(lines.nth(2)).toContainText('No load here has this number');
  await dialog.getByRole('button', { name: 'Add 1 load' }).click();
  await expect(dialog.getByText('1 load added')).toBeVisible();
  await expect(typed).toHaveValue('00000000-0000-4000-8000-0000000000a\nnobody-knows-it\n');
  await expect(async () => {
    const load = (await listLoads(page)).find((one) => one.load_id.endsWith('00ab'));
    expect(load?.read_error).toMatchObject({ status: 404 });
  }).toPass();
  await callApi(page, '/api/loads/00000000-0000-4000-8000-0000000000ab', 'DELETE');
});

test('a load is removed from the panel, and undo restores it', { tag: '@deep' }, async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const [load] = await listLoads(page);
  await page.goto(`/?load=${load?.load_id}`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(async () =>
    expect((await listLoads(page)).some((one) => one.load_id === load?.load_id)).toBe(false),
  ).toPass();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(async () =>
    expect((await listLoads(page)).some((one) => one.load_id === load?.load_id)).toBe(true),
  ).toPass();
});

test('a change reaches another user without a reload and survives a server restart', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const stack = await startStack({ SANDBOX_LOADS: '50' });
  try {
    await signIn(page, 'dispatcher', '/?tab=all', stack.server.url);
    await boardReady(page);
    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'viewer', '/?tab=all', stack.server.url);
    await boardReady(other);
    const [removed] = await listLoads(page);
    expect((await callApi(page, `/api/loads/${removed?.load_id}`, 'DELETE')).status).toBe(204);
    await expect(other.getByRole('tab', { name: /All loads 49/ })).toBeVisible();

    await stack.server.stop('SIGKILL');
    const restarted = new Date().toISOString();
    await stack.server.start();
    // Once the first loads are read again, the sandbox's loads have been offered to the board again, too.
    await expect(async () => {
      const loads = await listLoads(other);
      expect(loads.filter(({ read_at }) => read_at !== null && read_at > restarted).length).toBeGreaterThan(
        10,
      );
    }).toPass({ timeout: 60_000 });
    const loads = await listLoads(other);
    expect(loads).toHaveLength(49);
    expect(loads.some((one) => one.load_id === removed?.load_id)).toBe(false);
  } finally {
    await stack.stop();
  }
});

test('a load is shared by a link that opens signed out on a phone, is counted once, and ends when it is revoked or expires', {
  tag: '@deep',
}, async ({ page, person, browser }) => {
  await person.signIn();
  await boardReady(page);
  const load = (await listReadLoads(page)).find((one) => one.tracking_health === 'live' && one.last_position);
  const { load_id, load_ref, vehicle_assignment } = load ?? { load_id: '' };
  await page.goto(`/?load=${load_id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByText(/\/share#/).textContent()) ?? '';
  await page.keyboard.press('Escape');

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const stranger = await phone.newPage();
  const response = await stranger.goto(link);
  expect(response?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  await expect(stranger.getByRole('heading', { name: `Load ${load_ref}` })).toBeVisible();
  await expect(stranger.getByText(/^Reported/)).toBeVisible();
  await expect(stranger.getByText('Our estimate').first()).toBeVisible();
  const vehicle = vehicle_assignment?.vehicle;
  expect(await stranger.content()).not.toContain(vehicle?.vin ?? 'a VIN');
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await axeFaults(stranger)).toEqual([]);
  expect(await phone.cookies()).toEqual([]);
  // The page has no link to our other pages.
  const { origin } = new URL(link);
  await expect(stranger.locator(`a[href^="/"], a[href^="${origin}"], form`)).toHaveCount(0);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByText(/^Opened once/)).toBeVisible();
  await expect(dialog.getByText(link)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke link' })
    .click();
  await expect(page.getByText(/^Revoked .* by /)).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  const short = `${origin}/share#${await shareLoad(page, load_id, 4_000)}`;
  await stranger.goto(short);
  await expect(stranger.getByRole('heading', { name: `Load ${load_ref}` })).toBeVisible();
  await expect(async () => {
    await stranger.reload();
    await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await phone.close();
});
