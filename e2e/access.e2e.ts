/** Sign-in, roles, and the end of sessions. */
import { boardReady, callApi, expect, listLoads, test } from './harness/fixtures.ts';
import { loaded } from './harness/screens.ts';
import { PASSWORD } from './harness/stack.ts';

test('the signed-out page signs in and returns to the requested address', async ({ page, stack }) => {
  await page.goto('/?tab=all&health=stale');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill('dispatcher');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('dispatcher');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await boardReady(page);
  expect(page.url()).toContain(`${stack.server.url}/?tab=all&health=stale`);
});

test('signing out ends the session, and signing in again requires the password', async ({ page, person }) => {
  await person.signIn('dispatcher', '/', { anew: true });
  await boardReady(page);
  await page.getByRole('button', { name: /^You:/ }).click();
  await page.getByRole('menuitem', { name: /Sign out/ }).click();
  await expect(page.getByRole('link', { name: /Sign in/ })).toBeVisible();
  expect((await callApi(page, '/api/loads')).status).toBe(401);
  await page.getByRole('link', { name: /Sign in/ }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a session that ends elsewhere opens a dialog over the current page', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn('onboarding', '/?tab=all', { anew: true });
  await boardReady(page);
  const sessions = (await callApi(page, '/bff/sessions')).body as {
    items: { session_id: string; current: boolean }[];
  };
  const current = sessions.items.find((one) => one.current);
  await callApi(page, `/bff/sessions/${current?.session_id}`, 'DELETE');
  await expect(page.getByRole('dialog')).toContainText(/session has ended|signed out/i);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Sign in/ })
    .or(page.getByRole('dialog').getByRole('button', { name: /Sign in/ }))
    .click();
  await boardReady(page);
  expect(page.url()).toContain('tab=all');
});

test('a viewer finds no live primary button that refuses, and each panel says why', { tag: '@deep' }, async ({
  page,
  person,
}) => {
  await person.signIn('viewer');
  await boardReady(page);
  const [load] = await listLoads(page);
  const first = async (path: string) => {
    const { items } = (await callApi(page, path)).body as { items: { id?: string; key?: string }[] };
    return items[0]?.key ?? items[0]?.id;
  };
  const panels = [
    `/?load=${load?.load_id}`,
    '/handover',
    `/invitations?invitation=${await first('/api/invitations')}`,
    '/invitations?invitation=new',
    `/agreements?agreement=${await first('/api/agreements')}`,
    '/sites?add=1',
  ];
  for (const path of ['/monitors', '/invitations', '/sites', '/drivers', '/fleets', ...panels]) {
    await page.goto(path);
    await loaded(page);
    // A viewer may look up whom to call.
    const primary = page
      .locator('[data-variant="filled"]:is(button, a):visible')
      .filter({ hasNotText: 'Call carrier' });
    for (const button of await primary.all())
      await expect(button, path).toHaveAttribute('aria-disabled', 'true');
    const why = page.getByText(/^View-only access\. Ask a Waypost administrator/).first();
    if (panels.includes(path)) await expect(why, path).toBeVisible();
  }
  const response = await callApi(page, `/api/loads/${load?.load_id}`, 'DELETE');
  expect(response).toMatchObject({ status: 403, body: { reason: 'forbidden' } });
});

test('two tabs of one user share one stream, and the second takes over when the first is closed', async ({
  page,
  person,
}) => {
  const streams: string[] = [];
  page.context().on('request', (request) => {
    if (request.resourceType() === 'eventsource' || request.url().includes('/api/events'))
      streams.push(request.url());
  });
  await person.signIn('dispatcher', '/?tab=all');
  await boardReady(page);
  const second = await page.context().newPage();
  await second.goto('/?tab=all');
  await boardReady(second);
  await expect(second.getByRole('button', { name: /^Connected/ })).toBeVisible();
  expect(streams).toHaveLength(1);

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  const loads = await listLoads(second);
  const load_id = loads[0]?.load_id;
  await callApi(second, `/api/loads/${load_id}`, 'DELETE');
  await expect(second.getByText(`${loads.length - 1} loads`, { exact: true })).toBeVisible();
  await callApi(second, '/api/loads', 'POST', { load_id });
});
