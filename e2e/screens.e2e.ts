/**
 * The screen audit: every page and panel with texts that are written to annoy, by role, and with nothing at all. The usual run looks at each in
 * two sizes, one theme each, and lets axe look at the first; `SCREENS=deep` at all sizes in both themes, for every role, with 10,000 rows
 * in every list.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import * as records from '@waypost/bff/testing/foreign-service/records';
import type { Role } from '@waypost/contract/api/session';
import { axeFaultsHere, inTheme, type Theme } from './harness/axe.ts';
import { addOurs, type HostileStack, type OurIds, ourIds, startHostileStack } from './harness/hostile.ts';
import { drawn, drawnFaults } from './harness/screen-faults.ts';

const deep = process.env.SCREENS === 'deep';
const ROWS = deep ? 10_000 : 14;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}
const DESK: Size = { width: 1440, height: 900, theme: 'light' };
const PHONE: Size = { width: 390, height: 844, theme: 'dark' };
const USUAL_SIZES: readonly Size[] = [DESK, PHONE];
const ALL_SIZES = (['light', 'dark'] as const).flatMap((theme) =>
  [
    [390, 844],
    [768, 1024],
    [1440, 900],
    [2560, 1440],
  ].map(([width = 0, height = 0]): Size => ({ width, height, theme })),
);
/** What a theme or a narrow screen can break; all other rules are the same at every size. */
const RULES_OF_SIZE = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

interface Screen {
  readonly name: string;
  readonly path: string | ((ids: OurIds) => string);
  /** Stands there when the page is drawn. */
  readonly shows: (page: Page) => Locator;
  /** Done before it is looked at. */
  readonly first?: (page: Page) => Promise<void>;
  /** Whose look differs from an administrator's. */
  readonly also?: readonly Role[];
}

const rows = (page: Page) => page.getByRole('grid').getByRole('row').first();
const panel = (page: Page) => page.getByRole('complementary').last();
const dialog = (page: Page) => page.getByRole('dialog').first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const textOf = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
const { idOf, loadId } = records;

const WATCHING: readonly Screen[] = [
  { name: 'board', path: '/?tab=all', shows: rows, also: ['dispatcher'] },
  { name: 'board, needs attention', path: '/', shows: rows },
  { name: 'load', path: `/?load=${loadId(4)}`, shows: textOf('Arrivals and departures') },
  {
    name: 'load with 600 characters',
    path: `/?load=${loadId(7)}`,
    shows: textOf('Arrivals and departures'),
    also: ['dispatcher'],
  },
  { name: 'add loads', path: '/?add=1', shows: dialog },
  { name: 'more', path: '/?view=more', shows: (page) => page.getByRole('main') },
  { name: 'wall', path: '/wall', shows: textOf(/that need attention|Nothing needs attention/) },
  { name: 'archive', path: '/archive', shows: heading, also: ['dispatcher'] },
  { name: 'handover', path: '/handover', shows: heading },
  { name: 'monitors', path: '/monitors', shows: rows },
  { name: 'monitor', path: `/monitors/${idOf(0xd1, 1)}`, shows: textOf('Webhook group') },
  {
    name: 'builder',
    path: `/monitors/new?load=${loadId(4)}`,
    shows: (page) => page.getByRole('button', { name: 'Create monitor' }),
    also: ['dispatcher'],
  },
  { name: 'sites', path: '/sites', shows: rows },
  { name: 'site', path: ({ site }) => `/sites?site=${site}`, shows: panel },
  { name: 'new site', path: '/sites?add=1', shows: panel, also: ['dispatcher'] },
];
const ONBOARDING: readonly Screen[] = [
  { name: 'invitations', path: '/invitations', shows: rows, also: ['onboarding'] },
  {
    name: 'invitation',
    path: ({ invitation }) => `/invitations?invitation=${invitation}`,
    shows: textOf('Sending details'),
  },
  { name: 'new invitation', path: '/invitations?invitation=new', shows: panel },
  { name: 'TMS invitations', path: '/invitations?tab=tms', shows: heading },
  { name: 'fleets', path: '/fleets', shows: rows, also: ['dispatcher'] },
  { name: 'fleet', path: ({ fleet }) => `/fleets/${fleet}`, shows: textOf('Contacts'), also: ['dispatcher'] },
  { name: 'agreements', path: '/agreements', shows: rows },
  { name: 'agreement', path: `/agreements?agreement=${idOf(0xb1, 5)}`, shows: textOf('What is shared') },
  { name: 'connections', path: '/agreements?tab=connections', shows: heading },
  { name: 'drivers', path: '/drivers', shows: rows, also: ['onboarding'] },
  { name: 'operation', path: `/drivers?operation=${idOf(0xe1, 6)}`, shows: panel },
  { name: 'new driver', path: '/drivers/new', shows: (page) => page.getByLabel('Username') },
  { name: 'jobs', path: '/bulk', shows: heading },
  { name: 'new job', path: '/bulk/new', shows: textOf(/Drop a CSV file here/), also: ['onboarding'] },
  { name: 'job', path: ({ job }) => `/bulk/${job}`, shows: rows },
];
const REPORTS: readonly Screen[] = [
  { name: 'usage', path: '/usage', shows: rows },
  { name: 'usage as tables', path: '/usage?show=table', shows: rows },
  { name: 'fuel', path: '/fuel', shows: rows },
  {
    name: 'fuel transaction',
    path: '/fuel',
    shows: panel,
    first: (page) => page.getByRole('grid').getByRole('row').nth(1).click(),
  },
  { name: 'fuel totals', path: '/fuel?view=totals', shows: heading },
  { name: 'fuel prices', path: '/fuel?view=prices', shows: heading },
  { name: 'fuel economy', path: '/fuel?view=vehicles', shows: heading },
  { name: 'fuel checks', path: '/fuel?view=checks', shows: heading },
  { name: 'fuel map', path: '/fuel?view=places', shows: heading },
  { name: 'activity', path: '/activity', shows: rows },
  { name: 'entry', path: ({ entry }) => `/activity?entry=${entry}`, shows: panel },
  { name: 'deliveries', path: '/deliveries', shows: rows },
  { name: 'delivery', path: ({ delivery }) => `/deliveries?delivery=${delivery}`, shows: panel },
  { name: 'API keys', path: '/api-keys', shows: rows },
  { name: 'new API key', path: '/api-keys?add=1', shows: panel },
  { name: 'API key', path: ({ api_key }) => `/api-keys?key=${api_key}`, shows: panel },
  { name: 'settings', path: '/settings', shows: heading },
  { name: 'keyboard help', path: '/settings', shows: dialog, first: (page) => page.keyboard.press('?') },
  {
    name: 'search',
    path: '/settings',
    shows: (page) => page.getByRole('dialog').getByRole('option').first(),
    first: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('Reference');
    },
  },
  { name: 'no such page', path: `/nope/${'x'.repeat(300)}`, shows: heading },
];
const SCREENS = { watching: WATCHING, onboarding: ONBOARDING, 'reports and the rest': REPORTS };

/** A load and a monitor that nobody has: the browser notes the 404 that the page then explains. */
const ABSENT = [loadId(99), idOf(0xd1, 99)] as const;

/** With nothing to show, or without the right to see it, for somebody who may only look. */
const EMPTY: readonly Screen[] = [
  ...[
    '/?tab=all',
    '/',
    '/wall',
    '/handover',
    '/monitors',
    '/monitors/new',
    '/sites',
    '/invitations',
    '/invitations?tab=tms',
    '/agreements',
  ],
  ...[
    '/agreements?tab=connections',
    '/fleets',
    '/api-keys',
    '/drivers',
    '/drivers/new',
    '/bulk',
    '/bulk/new',
    '/usage',
    '/fuel',
    '/activity',
    '/deliveries',
  ],
  ...[`/?load=${ABSENT[0]}`, `/monitors/${ABSENT[1]}`],
].map((path) => ({ name: `${path} with nothing`, path, shows: (page) => page.getByRole('main') }));

/** Owners of cut texts whose hint has been seen: one look at each is enough. */
const hinted = new Set<string>();

/** Nothing on the page is still to come: a row that only holds a place takes no click. */
const loaded = (page: Page) => expect(page.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0);

/** Every fault of a screen at one size, each with the name of both. */
async function faultsAt(page: Page, screen: Screen, size: Size, first: boolean): Promise<string[]> {
  await page.setViewportSize(size);
  await inTheme(page, size.theme);
  await expect(screen.shows(page)).toBeVisible();
  await loaded(page);
  await drawn(page);
  const { faults, clipped } = await drawnFaults(page, [records.HOSTILE.rightToLeft], [records.LEAK]);
  const found = [...faults];
  for (const { owner, text, mark, opens } of clipped) {
    if (size.width < 640 && !opens) found.push(`"${text}" is cut off by ${owner}, and opens nothing`);
    if (size.width < 640 || hinted.has(owner)) continue;
    hinted.add(owner);
    const element = page.locator(`[data-clipped="${mark}"]`).first();
    if ((await element.evaluate((one) => one.closest('[title]')?.getAttribute('title') ?? '')) !== '')
      continue;
    await element.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true });
    const hint = page.getByRole('tooltip');
    const seen = await hint.waitFor({ timeout: 3_000 }).then(
      () => hint.textContent(),
      () => '',
    );
    if (!seen?.includes(text.slice(0, 20)))
      found.push(`"${text}" is cut off by ${owner}, and no hint shows it`);
    await page.evaluate(() => document.dispatchEvent(new Event('pointerdown')));
  }
  // Pages with nothing to show are looked at in the dark theme in each run.
  if (first || deep) found.push(...(await axeFaultsHere(page, first ? undefined : RULES_OF_SIZE)));
  return found.map((fault) => `${size.width} ${size.theme}: ${fault}`);
}

/** A step for each screen; what is wrong with one keeps nobody from the others. */
async function audit(
  page: Page,
  origin: string,
  screens: readonly Screen[],
  ids: OurIds,
  sizes: readonly Size[],
): Promise<void> {
  let found: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || ABSENT.some((id) => url.endsWith(id))) return;
    found.push(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => found.push(error.message));
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      found = [];
      await page.setViewportSize(sizes[0] ?? DESK);
      await page.goto(origin + (typeof screen.path === 'string' ? screen.path : screen.path(ids)));
      if (screen.first) {
        await expect(page.getByRole('main')).toBeVisible();
        await loaded(page);
        await screen.first(page);
      }
      for (const [n, size] of sizes.entries()) found.push(...(await faultsAt(page, screen, size, n === 0)));
      expect.soft(found, screen.name).toEqual([]);
    });
  }
}

test.describe('the screen audit', () => {
  let full: HostileStack;
  let ids: OurIds;
  test.setTimeout(deep ? 3_600_000 : 300_000);
  test.beforeAll(async ({ browser }) => {
    full = await startHostileStack(ROWS);
    const page = await browser.newPage();
    await full.signIn(page, 'admin', '/settings');
    await addOurs(page, full, ROWS);
    ids = await ourIds(page);
    await page.close();
  });
  test.afterAll(() => full.stop());

  for (const [name, screens] of Object.entries(SCREENS)) {
    test(`pages and panels of ${name} with hostile texts, for an administrator`, async ({ page }) => {
      await full.signIn(page, 'admin', '/settings');
      await audit(page, full.server.url, screens, ids, deep ? ALL_SIZES : USUAL_SIZES);
    });
  }

  for (const role of ['dispatcher', 'onboarding'] as const) {
    test(`what differs for the role ${role}`, async ({ page }) => {
      await full.signIn(page, role, '/settings');
      const theirs = Object.values(SCREENS)
        .flat()
        .filter(({ also }) => deep || also?.includes(role));
      await audit(page, full.server.url, theirs, ids, deep ? USUAL_SIZES : [DESK]);
    });
  }

  test('every page with nothing to show, for somebody who may only look, and the way to sign in', async ({
    page,
  }) => {
    const empty = await startHostileStack(0);
    try {
      const { url } = empty.server;
      const sizes = deep ? ALL_SIZES : [PHONE];
      const signIn = (problem: string): Screen => ({
        name: `sign-in ${problem}`,
        path: `/sign-in${problem}`,
        shows: (page) => page.getByRole('link', { name: 'Sign in' }),
      });
      await audit(page, url, [signIn(''), signIn('?problem=failed'), signIn('?signed_out=1')], ids, sizes);
      await empty.signIn(page, 'viewer', '/settings');
      await audit(page, url, EMPTY, ids, sizes);
    } finally {
      await empty.stop();
    }
  });
});
