/** A screen on a wall: an administrator makes a link, a browser where nobody is signed in shows the wall board from it, until it is revoked. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { axeFaults } from './harness/axe.ts';
import { expect, listReadLoads, loadRows, signIn, test } from './harness/fixtures.ts';

const statusOf = (page: Page, path: string, method = 'GET') =>
  page.evaluate(
    async ([address, how]) =>
      (await fetch(address as string, { method: how as string, headers: { 'X-CSRF': '1' } })).status,
    [path, method],
  );

test('a wall screen shows the wall board from a link for years, and nothing else, until the link is revoked', {
  tag: '@deep',
}, async ({ page, person, stack, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await person.signIn('admin', '/wall-screens');
  // A page whose address begins like another's.
  await expect(page.getByRole('button', { name: 'Wall screens', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // An administrator's last page is in view, with the words of the navigation and without.
  await page.setViewportSize({ width: 1440, height: 900 });
  const last = page.getByRole('link', { name: 'Outgoing webhooks' });
  for (const labels of ['Hide labels', 'Show labels']) {
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: labels }).click();
  }
  await page.getByRole('button', { name: 'New wall screen' }).first().click();
  await page.getByLabel('Name').fill('Dispatch, left wall');
  await page.getByRole('button', { name: 'Create link' }).click();
  const panel = page.getByRole('complementary', { name: 'Wall screen Dispatch, left wall' });
  await expect(panel.getByText('Copy the link now.')).toBeVisible();
  const link = (await panel.getByText(/\/wall-link#wpw_/).textContent()) ?? '';
  expect(await axeFaults(page)).toEqual([]);
  const loads = await listReadLoads(page);

  const context = await browser.newContext({ baseURL: stack.server.url });
  const wall = await context.newPage();
  const requested: string[] = [];
  wall.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`));
  const failed: string[] = [];
  wall.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  const all = wall.getByRole('definition').nth(1);
  await wall.goto(link);
  await expect(all).toHaveText(String(loads.length));
  await expect(wall.getByText('Live', { exact: true })).toBeVisible();
  expect(new URL(wall.url()).pathname + new URL(wall.url()).hash).toBe('/wall');
  // A phone that somebody left: its session ends by idleness, which the server checks every 15 s. The screen has been there for ten years.
  const phone = await (await browser.newContext({ baseURL: stack.server.url })).newPage();
  await signIn(phone, 'viewer');
  await expect(loadRows(phone).first()).toBeVisible();
  const store = new DatabaseSync(join(stack.server.dir, 'waypost.db'));
  const YEARS_MS = 10 * 365 * 86_400_000;
  store
    .prepare(
      "UPDATE session SET last_seen_at = last_seen_at - :ms, idle_expires_at = idle_expires_at - :ms WHERE roles LIKE '%viewer%'",
    )
    .run({ ms: YEARS_MS });
  store
    .prepare('UPDATE wall_screen SET created_at = created_at - :ms, last_seen_at = last_seen_at - :ms')
    .run({ ms: YEARS_MS });
  store.close();

  // No request names the secret but the one that opens the session, in its body.
  expect(requested.filter((one) => one.includes('wpw_'))).toEqual([]);
  expect(failed).toEqual([]);
  expect(stack.server.log.filter((line) => line.includes('wpw_'))).toEqual([]);

  // The wall board only: no navigation, no menu of a person, no way to another page.
  await expect(wall.getByRole('navigation')).toHaveCount(0);
  await expect(wall.getByRole('button', { name: /^You:/ })).toHaveCount(0);
  await expect(wall.getByRole('button', { name: 'Back to board' })).toHaveCount(0);
  await wall.keyboard.press('Control+k');
  await wall.keyboard.press('Escape');
  await expect(wall.getByRole('dialog')).toHaveCount(0);
  expect(await axeFaults(wall)).toEqual([]);
  for (const path of ['/', '/settings', '/sign-in', '/nothing-here']) {
    await wall.goto(path);
    await expect(wall).toHaveURL(/\/wall$/);
    await expect(all).toHaveText(String(loads.length));
  }
  const load = loads[0]?.load_id;
  for (const path of [`/api/loads/${load}`, '/api/invitations', '/api/wall-screens', '/bff/sessions'])
    expect(await statusOf(wall, path), path).toBe(403);
  expect(await statusOf(wall, `/api/loads/${load}`, 'DELETE')).toBe(403);

  await expect(phone.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible({
    timeout: 20_000,
  });
  await phone.context().close();
  await wall.reload();
  await expect(all).toHaveText(String(loads.length));

  // A browser that was closed and opened again keeps the screen.
  expect((await context.cookies()).find(({ name }) => name === '__Host-waypost')?.expires).toBeGreaterThan(
    Date.now() / 1000 + 300 * 86_400,
  );

  await panel.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(wall.getByRole('heading', { name: 'This wall screen is off' })).toBeVisible();
  await expect(wall.getByText('An administrator revoked the link of this wall screen.')).toBeVisible();
  await expect(all).toHaveCount(0);
  expect(await axeFaults(wall)).toEqual([]);
  expect(await statusOf(wall, '/api/loads')).toBe(401);
  await wall.reload();
  await expect(wall.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await wall.goto('about:blank');
  await wall.goto(link);
  await expect(wall.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await context.close();
});

test('the wall board stacks its parts on a phone, and on a small screen counts the loads in view', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await person.signIn('dispatcher', '/wall');
  const list = page.getByRole('region', { name: 'Needs attention' });
  const parts = [
    page.getByRole('definition').last(),
    page.getByRole('region', { name: 'Index of causes' }),
    list.getByRole('list'),
    list.getByText(/most urgent of/),
  ];
  await expect(list.getByRole('button').first()).toBeVisible();
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  for (const [at, box] of boxes.entries())
    expect(box?.y, `part ${at}`).toBeGreaterThanOrEqual(Math.floor(bottomOf(boxes[at - 1])));
  await expect(list.getByRole('button')).toHaveCount(10);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(list.getByText(/^The [5-9] most urgent of/)).toBeVisible();
  const rows = await list.getByRole('button').all();
  await expect(list.getByText(`The ${rows.length} most urgent of`)).toBeVisible();
  for (const row of rows) await expect(row).toBeInViewport({ ratio: 1 });
  // Nobody scrolls a wall: every cause is in view, and the counts are in one line.
  await page.setViewportSize({ width: 1280, height: 720 });
  const causes = page.getByRole('list', { name: 'Causes' });
  await causes.evaluate((list) => {
    // As many as a large board has.
    while (list.children.length < 20) list.append(list.children[1]?.cloneNode(true) ?? '');
  });
  for (const cause of await causes.getByRole('listitem').all())
    await expect(cause).toBeInViewport({ ratio: 1 });
  const counts = await page.getByRole('definition').all();
  const bottoms = await Promise.all(counts.map(async (count) => bottomOf(await count.boundingBox())));
  expect(new Set(bottoms).size).toBe(1);
});

const bottomOf = (box?: { y: number; height: number } | null) => (box ? box.y + box.height : 0);
