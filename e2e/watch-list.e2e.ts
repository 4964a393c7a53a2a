/** The watch list, which is ours because the service lists no loads. */
import { boardReady, callApi, expect, loadsOf, signIn, test } from './harness/fixtures.ts';
import { startStack } from './harness/stack.ts';

test('loads are added by pasting ids; a bad line is named and nothing typed is lost', async ({
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
  await dialog.getByRole('textbox').fill('00000000-0000-4000-8000-0000000000ab\nnot-an-id\n');
  await expect(dialog).toContainText('not-an-id');
  await expect(dialog.getByRole('textbox')).toHaveValue(/not-an-id/);
  await dialog.getByRole('textbox').fill('00000000-0000-4000-8000-0000000000ab');
  await dialog.getByRole('button', { name: /Watch|Add/ }).click();
  await expect(async () => {
    const load = (await loadsOf(page)).find((one) => one.load_id.endsWith('00ab'));
    expect(load?.read_error).toMatchObject({ status: 404 });
  }).toPass();
  await callApi(page, '/api/loads/00000000-0000-4000-8000-0000000000ab', 'DELETE');
});

test('a load is removed from the panel, and undone', async ({ page, person }) => {
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const [load] = await loadsOf(page);
  await page.goto(`/?load=${load?.load_id}`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(async () =>
    expect((await loadsOf(page)).some((one) => one.load_id === load?.load_id)).toBe(false),
  ).toPass();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(async () =>
    expect((await loadsOf(page)).some((one) => one.load_id === load?.load_id)).toBe(true),
  ).toPass();
});

test('what one person changes another sees without a reload, and it outlives a restart of the server', async ({
  page,
  browser,
}) => {
  const stack = await startStack({ SANDBOX_LOADS: '50' });
  try {
    await signIn(page, 'dispatcher', '/?tab=all', stack.server.url);
    await boardReady(page);
    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'viewer', '/?tab=all', stack.server.url);
    await boardReady(other);
    const [gone] = await loadsOf(page);
    expect((await callApi(page, `/api/loads/${gone?.load_id}`, 'DELETE')).status).toBe(204);
    await expect(other.getByRole('tab', { name: /All loads 49/ })).toBeVisible();

    await stack.server.stop('SIGKILL');
    const restarted = new Date().toISOString();
    await stack.server.start();
    // Once the first are read again, the loads of the sandbox were offered to the board again as well.
    await expect(async () => {
      const loads = await loadsOf(other);
      expect(loads.filter(({ read_at }) => read_at !== null && read_at > restarted).length).toBeGreaterThan(
        10,
      );
    }).toPass({ timeout: 60_000 });
    const loads = await loadsOf(other);
    expect(loads).toHaveLength(49);
    expect(loads.some((one) => one.load_id === gone?.load_id)).toBe(false);
  } finally {
    await stack.stop();
  }
});
