/** What axe finds: in the theme that the page has, in a deep run in both, since the way to a screen costs more than the look. */
import type { Page } from '@playwright/test';
import { deep } from '@waypost/bff/testing/deep';
import axe from 'axe-core';

interface Violation {
  readonly id: string;
  readonly elements: readonly string[];
}

/** Rules that a theme can break; what all others find is the same in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

export type Theme = 'light' | 'dark';

/** Every fault that axe finds on the page as it stands, in the theme that it has; of all rules, or of those that are named. */
export async function axeFaultsHere(page: Page, rules?: readonly string[]): Promise<string[]> {
  const here = await themeOf(page);
  await inTheme(page, here);
  return linesOf(here, await analyze(page, rules));
}

async function analyze(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  // Once for each document: to read its half megabyte again costs as much as the look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (values) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        // Style sheets are not fetched again: one rule of a screen that is turned asks for them.
        preload: false,
        ...(values ? { runOnly: { type: 'rule', values } } : {}),
      });
      return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
    },
    rules ? [...rules] : undefined,
  );
}

/**
 * Every fault that axe finds on the page as it stands: all rules in the theme that it has; in a deep run those of colours in the other one too,
 * in which it is left (a map takes its time to change). A line per rule, with the first elements that break it.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const faults = await axeFaultsHere(page);
  if (!deep) return faults;
  const here = await themeOf(page);
  const other = here === 'light' ? 'dark' : 'light';
  await inTheme(page, other);
  return [...faults, ...linesOf(other, await analyze(page, OF_COLOURS))];
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
      // Pages without a script follow the system by themselves.
      (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme &&
      // One that never ends (something is on its way) is not waited for.
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
        ),
    colorScheme,
    // By the clock: a frame of a map drawn in software can take a second.
    { polling: 100 },
  );
}
