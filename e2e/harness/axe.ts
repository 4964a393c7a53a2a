/**
 * Accessibility checks by axe, in the current theme and, in a deep run, in both, since opening a screen takes longer than
 * checking it.
 */
import type { Page } from '@playwright/test';
import { deep } from '@waypost/bff/testing/deep';
import axe from 'axe-core';

interface Violation {
  readonly id: string;
  readonly elements: readonly string[];
}

/** Rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

export type Theme = 'light' | 'dark';

/** Violations that axe finds on the current page in its current theme; of all rules or of the given ones. */
export async function axeFaultsInCurrentTheme(page: Page, rules?: readonly string[]): Promise<string[]> {
  const here = await themeOf(page);
  await inTheme(page, here);
  return linesOf(here, await analyze(page, rules));
}

async function analyze(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  // Injected once per document: parsing its half megabyte again takes as long as the check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (values) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        // Without refetching the style sheets, which only the rule about screen orientation needs.
        preload: false,
        ...(values ? { runOnly: { type: 'rule', values } } : {}),
      });
      return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
    },
    rules ? [...rules] : undefined,
  );
}

/**
 * Violations that axe finds on the current page: all rules in its current theme; in a deep run also the color rules in the other
 * theme, which the page then keeps (a map takes time to change). One line per rule, with the first elements that violate it.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const faults = await axeFaultsInCurrentTheme(page);
  if (!deep) return faults;
  const here = await themeOf(page);
  const other = here === 'light' ? 'dark' : 'light';
  await inTheme(page, other);
  return [...faults, ...linesOf(other, await analyze(page, COLOR_RULES))];
}

function linesOf(theme: Theme, violations: readonly Violation[]): string[] {
  return violations.map(
    ({ id, elements }) =>
      `${theme}: ${id}: ${elements
        .slice(0, 3)
        .map((html) => html.slice(0, 160))
        .join(' | ')}`,
  );
}

const themeOf = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.mantineColorScheme as Theme);

export async function inTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(
    (scheme) =>
      // Pages without a script follow the system setting.
      (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme &&
      // Endless animations (progress indicators) are not awaited.
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
        ),
    colorScheme,
    // Interval polling: a frame of a map drawn in software can take a second.
    { polling: 100 },
  );
}
