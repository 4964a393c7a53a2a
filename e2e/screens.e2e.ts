/**
 * The screen audit: every page and panel with texts that are written to annoy, by role, and with nothing at all. The usual run looks at each on a
 * phone, `TEST_ALL=1` at a desk, too, one theme each, and lets axe look at the first; `SCREENS=deep` at all sizes in both themes, for every role, with 10,000 rows
 * in every list.
 */
import { expect, type Page, test } from '@playwright/test';
import * as records from '@waypost/bff/testing/foreign-service/records';
import { axeFaultsHere, inTheme, type Theme } from './harness/axe.ts';
import { addOurs, type HostileStack, ourIds, startHostileStack } from './harness/hostile.ts';
import { drawn, drawnFaults } from './harness/screen-faults.ts';
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
const ROWS = deep ? 10_000 : 14;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}
const DESK: Size = { width: 1440, height: 900, theme: 'light' };
const PHONE: Size = { width: 390, height: 844, theme: 'dark' };
const USUAL_SIZES: readonly Size[] = process.env.TEST_ALL === '1' || deep ? [DESK, PHONE] : [PHONE];
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

/** Owners of cut texts whose hint has been seen: one look at each is enough. */
const hinted = new Set<string>();


const PROPS = ['display','margin-top','margin-right','margin-bottom','margin-left','padding-top','padding-right','padding-bottom','padding-left','list-style-type','font-family','font-size','font-weight','font-style','line-height','color','background-color','border-top-width','border-right-width','border-bottom-width','border-left-width','border-top-style','border-top-color','border-top-left-radius','box-sizing','cursor','text-align','position','white-space','overflow-x','overflow-y','text-overflow','overflow-wrap','flex-grow','flex-shrink','flex-basis','flex-direction','flex-wrap','align-items','justify-content','column-gap','row-gap','min-width','min-height','grid-template-columns','text-wrap-mode','text-wrap-style','letter-spacing','text-transform','text-decoration-line','opacity','max-width','outline-offset','accent-color','scrollbar-width'];
const lines: string[] = [];
async function faultsAt(page: Page, screen: Screen, size: Size, _first: boolean): Promise<string[]> {
  await page.setViewportSize(size);
  await inTheme(page, size.theme);
  await expect(screen.shows(page)).toBeVisible();
  await loaded(page);
  await drawn(page);
  const dump = await page.evaluate((props) => {
    const sig = (e: Element) => e.tagName.toLowerCase() + [...e.classList].map((c) => '.' + c.replace(/^_(.+?)_[A-Za-z0-9-]{5}(_\d+)?$/, '$1')).sort().join('');
    const out: string[] = [];
    for (const e of document.querySelectorAll('body *')) {
      if (e.closest('svg') && e.tagName !== 'svg') continue;
      const style = getComputedStyle(e);
      const path: string[] = []; let at: Element | null = e;
      for (let n = 0; n < 4 && at; n++, at = at.parentElement) path.unshift(sig(at));
      out.push(path.join(' > ') + '\t' + props.map((p) => { const v = style.getPropertyValue(p); return p === 'grid-template-columns' && v !== 'none' ? 'g' + v.split(' ').length : v; }).join('|'));
    }
    return [...new Set(out)];
  }, PROPS);
  for (const line of dump) lines.push(`${screen.name} ${size.width}\t${line}`);
  return [];
}
test.afterAll(async () => { (await import('node:fs')).appendFileSync(process.env.DUMP as string, lines.join('\n') + '\n'); lines.length = 0; });

/** A page of its own, which the board's script does not draw. */
const APART = /^\/(share|sign-in|onboarding)/;

interface Router {
  navigate(to: { href: string }): Promise<void>;
}

/** As a link of the page goes there: a page that is loaded anew costs a second of the processor. */
const follow = (page: Page, href: string) =>
  page.evaluate(async (to) => {
    await (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href: to });
  }, href);

/** A step for each screen; what is wrong with one keeps nobody from the others. */
async function audit(
  page: Page,
  origin: string,
  screens: readonly Screen[],
  ids: ScreenIds,
  sizes: readonly Size[],
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
      if (fresh && !deep && !APART.test(path)) await follow(page, path);
      else await page.goto(origin + path);
      // What was opened on this screen does not stand over the next one.
      fresh = !screen.first && !APART.test(path);
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
  let ids: ScreenIds;
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

  test('every page with nothing to show, for somebody who may only look, and the way to sign in', async ({
    page,
  }) => {
    const empty = await startHostileStack(0);
    try {
      const { url } = empty.server;
      const sizes = deep ? ALL_SIZES : [PHONE];
      await audit(page, url, SIGNED_OUT, ids, sizes);
      await empty.signIn(page, 'viewer', '/settings');
      await audit(page, url, EMPTY, ids, sizes);
    } finally {
      await empty.stop();
    }
  });
});
