/** Fixtures of every journey: the worker's stack and a person who can sign in. */
import { test as base, type Cookie, expect, type Page } from '@playwright/test';
import { type BoardLoad, boardLoads } from '@waypost/contract/api/board';
import { createdShareLink } from '@waypost/contract/api/share-links';
import { DAY_MS } from '@waypost/contract/common';
import { leaks, Received } from './leaks.ts';
import { type Env, PASSWORD, STARTED, type Stack, startStack } from './stack.ts';

export interface Person {
  /**
   * Opens a page as one of the sandbox's users: through the identity provider once per stack, afterward with the stored session,
   * like a returning user. `anew`: always through the provider, for journeys about signing in or out.
   */
  signIn(
    username?: 'dispatcher' | 'onboarding' | 'viewer' | 'admin',
    path?: string,
    options?: { readonly anew?: boolean },
  ): Promise<void>;
}

type WorkerStack = [
  (fixtures: object, use: (stack: Stack) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
];

const workerStack = (sandboxEnv?: Env, serverEnv?: Env): WorkerStack => [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
  async ({}, use) => {
    const stack = await startStack(sandboxEnv, serverEnv);
    await use(stack);
    await stack.stop();
  },
  { scope: 'worker', timeout: 60_000 },
];

/**
 * The default stack. Each worker has one, shared by all of its journeys: a journey uses its own records and restores what others
 * need.
 */
export const test = base.extend<{ person: Person; received: Received }, { stack: Stack }>({
  stack: workerStack(),
  // Checks for leaked secrets after every journey (leaks.ts).
  received: [
    async ({ context }, use) => {
      const received = new Received();
      await received.watch(context, (url) => STARTED.some(({ server }) => url.startsWith(server.url)));
      await use(received);
      expect(await leaks(STARTED, received)).toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ stack }, use) => use(stack.server.url),
  person: async ({ page, stack }, use) => {
    await use({
      signIn: async (username = 'dispatcher', path = '/', { anew = false } = {}) => {
        if (anew || !(await resumeSession(page, stack, username, path))) await signIn(page, username, path);
        if (!anew) SESSIONS.set(`${stack.server.url} ${username}`, await page.context().cookies());
      },
    });
  },
});

/** For journeys that need a different sandbox or server: a stack that no other file shares. */
export const testWithOwnSandbox = (sandboxEnv: Env, serverEnv?: Env) =>
  test.extend<object, { stack: Stack }>({ stack: workerStack(sandboxEnv, serverEnv) });

export { expect } from '@playwright/test';

/** Session cookies by server and user. */
const SESSIONS = new Map<string, Cookie[]>();

/** Opens the page with the stored session if it is still valid. */
async function resumeSession(
  page: Page,
  { server }: Stack,
  username: string,
  path: string,
): Promise<boolean> {
  const cookies = SESSIONS.get(`${server.url} ${username}`);
  if (!cookies) return false;
  const response = await fetch(`${server.url}/bff/sessions`, {
    headers: {
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'X-CSRF': '1',
    },
  });
  if (!response.ok) return false;
  await page.context().addCookies(
    // A cookie whose name begins with __Host- must not name its host.
    cookies.map(({ domain, path: _, ...cookie }) => ({ ...cookie, url: `https://${domain}` })),
  );
  await page.goto(path);
  return true;
}

/** Signs in on the identity provider's page. */
export async function signIn(page: Page, username: string, path = '/', server = ''): Promise<void> {
  await page.goto(`${server}/bff/login?return_to=${encodeURIComponent(path)}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(
    (url) =>
      !url.pathname.startsWith('/bff/') &&
      url.pathname !== '/sign-in' &&
      url.pathname === new URL(path, url).pathname,
  );
}

/** Resolves when rows and markers are on screen. */
export async function boardReady(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('waypost:board-ready').length > 0);
}

/** Load rows of the board's list, without group headings. */
export function loadRows(page: Page) {
  return page.getByRole('grid').getByRole('row').filter({ hasText: 'LD-' });
}

/** The watched loads as the server returns them to this page. */
export async function listLoads(page: Page): Promise<BoardLoad[]> {
  const response = await page.evaluate(
    async () => (await fetch('/api/loads', { headers: { 'X-CSRF': '1' } })).json() as Promise<unknown>,
  );
  return boardLoads.parse(response).items;
}

/** The same, once the server has tried to read each of them: a new stack reads them one after the other. */
export async function listReadLoads(page: Page): Promise<BoardLoad[]> {
  await expect
    .poll(async () =>
      (await listLoads(page)).filter((one) => one.read_at === null && one.read_error === null),
    )
    .toEqual([]);
  return listLoads(page);
}

/** Pixel offset of a place from the map's center at a zoom level. */
function pixelOffset(middle: Place, to: Place, zoom: number): { x: number; y: number } {
  const world = 512 * 2 ** zoom;
  const northing = ({ latitude }: Place) =>
    Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
  return {
    x: ((to.longitude - middle.longitude) / 360) * world,
    y: (northing(middle) - northing(to)) * world,
  };
}

type Place = Pick<NonNullable<BoardLoad['last_position']>, 'latitude' | 'longitude'>;

/** Clicks a load's marker at its truck's position and expects the load's panel. Fails without a marker. */
export async function openByMarker(page: Page, load_id: string): Promise<void> {
  const zoom = 11;
  const map = page.getByRole('region', { name: /Map of loads/ });
  const find = async () => {
    const load = (await listLoads(page)).find((one) => one.load_id === load_id);
    if (!load?.last_position) throw new Error('the load has no position');
    return { ...load, at: load.last_position };
  };
  await expect(async () => {
    const { at: middle, load_ref } = await find();
    const address = new URL(`/?tab=all&map=${middle.latitude},${middle.longitude},${zoom}`, page.url());
    await page.goto(address.href);
    await boardReady(page);
    const box = await map.boundingBox();
    if (!box) throw new Error('the map has no place');
    // The truck may have moved while the page was opening.
    const { x, y } = pixelOffset(middle, (await find()).at, zoom);
    await map.click({ position: { x: box.width / 2 + x, y: box.height / 2 + y } });
    await expect(page.getByRole('complementary', { name: `Load ${load_ref}` })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
}

/** Creates a link to a load that shows its truck; returns its token. */
export async function shareLoad(page: Page, load_id: string, ms = DAY_MS): Promise<string> {
  const expires_at = new Date(Date.now() + ms).toISOString();
  const body = { expires_at, shows_vehicle: true };
  return createdShareLink.parse((await callApi(page, `/api/loads/${load_id}/share-links`, 'POST', body)).body)
    .token;
}

/** Calls our API with the page's session. */
export function callApi(
  page: Page,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async ([path, method, body]) => {
      const response = await fetch(path, {
        method,
        headers: { 'X-CSRF': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, body: text ? (JSON.parse(text) as unknown) : null };
    },
    [path, method, body] as const,
  );
}
