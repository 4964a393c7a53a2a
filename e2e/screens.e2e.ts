/**
 * The screen audit: every page and panel with hostile texts, by role, and without data. The default run audits each on a phone,
 * with axe only on those without data; `TEST_ALL=1` also on a desktop, in one theme each, with axe at the first size;
 * `SCREENS=sizes` at all sizes in both themes with axe; `SCREENS=deep` also with maps and 10,000 rows in every list.
 */
import { expect, type Page, test } from '@playwright/test';
import * as records from '@waypost/bff/testing/foreign-service/records';
import { axeFaultsInCurrentTheme, inTheme, type Theme } from './harness/axe.ts';
import { addTeamRecords, type HostileStack, hostileIds, startHostileStack } from './harness/hostile.ts';
import { layoutSettled, measureFaults } from './harness/screen-faults.ts';
import {
  ABSENT,
  EMPTY,
  loaded,
  SCREENS,
  type Screen,
  type ScreenIds,
  SIGNED_OUT,
} from './harness/screens.ts';

const deep = process.env.SCREENS === 'deep';
const all_sizes = deep || process.env.SCREENS === 'sizes';
const everything = all_sizes || process.env.TEST_ALL === '1';
const ROWS = deep ? 10_000 : 14;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}
const DESK: Size = { width: 1440, height: 900, theme: 'light' };
const PHONE: Size = { width: 390, height: 844, theme: 'dark' };
const DEFAULT_SIZES: readonly Size[] = everything ? [DESK, PHONE] : [PHONE];
const ALL_SIZES = (['light', 'dark'] as const).flatMap((theme) =>
  [
    [390, 844],
    [768, 1024],
    [1440, 900],
    [2560, 1440],
  ].map(([width = 0, height = 0]): Size => ({ width, height, theme })),
);
/** Rules whose result depends on theme or size; all others give the same result at every size. */
const SIZE_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** The axe rules to check. */
type Rules = 'all' | 'of size' | 'none';

/** Owners of clipped texts whose hint was checked: once each is enough. */
const checkedHints = new Set<string>();

/** Faults of a screen at one size, each with the names of both. */
async function faultsAt(page: Page, screen: Screen, size: Size, rules: Rules): Promise<string[]> {
  await page.setViewportSize(size);
  await inTheme(page, size.theme);
  await expect(screen.shows(page)).toBeVisible();
  await loaded(page);
  await layoutSettled(page);
  const { faults, clipped } = await measureFaults(page, [records.HOSTILE.rightToLeft], [records.LEAK]);
  const found = [...faults];
  for (const { owner, text, mark, opens } of clipped) {
    if (size.width < 640 && !opens) found.push(`"${text}" is cut off by ${owner}, and opens nothing`);
    if (size.width < 640 || checkedHints.has(owner)) continue;
    checkedHints.add(owner);
    const element = page.locator(`[data-clipped="${mark}"]`).first();
    if ((await element.evaluate((one) => one.closest('[title]')?.getAttribute('title') ?? '')) !== '')
      continue;
    // Hints are loaded after the first view.
    await page.locator('[role="tooltip"]').first().waitFor({ state: 'attached' });
    await element.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true });
    const hint = page.getByRole('tooltip');
    const hintText = await hint.waitFor({ timeout: 3_000 }).then(
      () => hint.textContent(),
      () => '',
    );
    if (!hintText?.includes(text.slice(0, 20)))
      found.push(`"${text}" is cut off by ${owner}, and no hint shows it`);
    await page.evaluate(() => document.dispatchEvent(new Event('pointerdown')));
  }
  if (rules !== 'none')
    found.push(...(await axeFaultsInCurrentTheme(page, rules === 'all' ? undefined : SIZE_RULES)));
  return found.map((fault) => `${size.width} ${size.theme}: ${fault}`);
}

/** Pages outside the board's script. */
const SEPARATE_PAGES = /^\/(share|sign-in|onboarding)/;

interface Router {
  navigate(to: { href: string }): Promise<void>;
}

/** Follows a link within the page; loading the page anew costs a second of processor time. */
const follow = (page: Page, href: string) =>
  page.evaluate(async (to) => {
    await (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href: to });
  }, href);

/** One step per screen; a fault of one does not stop the others. */
async function audit(
  page: Page,
  origin: string,
  screens: readonly Screen[],
  ids: ScreenIds,
  sizes: readonly Size[],
  firstRules: Rules = 'all',
): Promise<void> {
  let found: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || ABSENT.some((id) => url.endsWith(id))) return;
    found.push(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => found.push(error.message));
  let fresh = false;
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      found = [];
      await page.setViewportSize(sizes[0] ?? DESK);
      const path = typeof screen.path === 'string' ? screen.path : screen.path(ids);
      if (fresh && !deep && !SEPARATE_PAGES.test(path)) await follow(page, path);
      else await page.goto(origin + path);
      // Elements opened on this screen must not cover the next one.
      fresh = !screen.first && !SEPARATE_PAGES.test(path);
      if (screen.first) {
        await expect(page.getByRole('main')).toBeVisible();
        await loaded(page);
        await screen.first(page);
      }
      for (const [n, size] of sizes.entries()) {
        const rules = n === 0 ? firstRules : all_sizes ? 'of size' : 'none';
        found.push(...(await faultsAt(page, screen, size, rules)));
      }
      expect.soft(found, screen.name).toEqual([]);
    });
  }
}

test.describe('screen audit', () => {
  let full: HostileStack;
  let ids: ScreenIds;
  test.setTimeout(all_sizes ? 3_600_000 : 300_000);
  if (all_sizes) test.describe.configure({ mode: 'parallel' });
  test.beforeAll(async ({ browser }) => {
    full = await startHostileStack(ROWS);
    const page = await browser.newPage();
    await full.signIn(page, 'admin', '/settings');
    await addTeamRecords(page, full, ROWS);
    ids = await hostileIds(page);
    await page.close();
  });
  test.afterAll(() => full.stop());

  for (const [name, screens] of Object.entries(SCREENS)) {
    test(`pages and panels of ${name} with hostile texts, for an administrator`, async ({ page }) => {
      await full.signIn(page, 'admin', '/settings');
      await audit(
        page,
        full.server.url,
        screens,
        ids,
        all_sizes ? ALL_SIZES : DEFAULT_SIZES,
        everything ? 'all' : 'none',
      );
    });
  }

  for (const role of ['dispatcher', 'onboarding'] as const) {
    test(`screens that differ for the role ${role}`, { tag: '@deep' }, async ({ page }) => {
      await full.signIn(page, role, '/settings');
      const roleScreens = Object.values(SCREENS)
        .flat()
        .filter(({ also }) => also?.includes(role));
      await audit(page, full.server.url, roleScreens, ids, all_sizes ? DEFAULT_SIZES : [DESK]);
    });
  }

  test('every page without data, for a viewer, and the sign-in pages', async ({ page }) => {
    const empty = await startHostileStack(0);
    try {
      const { url } = empty.server;
      const sizes = all_sizes ? ALL_SIZES : [PHONE];
      await audit(page, url, SIGNED_OUT, ids, sizes);
      await empty.signIn(page, 'viewer', '/settings');
      await audit(page, url, EMPTY, ids, sizes);
    } finally {
      await empty.stop();
    }
  });
});
