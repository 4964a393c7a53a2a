/** What axe finds: in the theme that the page has, in a deep run in both, since the way to a screen costs more than the look. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { deep } from '@waypost/bff/testing/deep';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** Rules that a theme can break; what all others find is the same in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

export type Theme = 'light' | 'dark';

/** Every fault that axe finds on the page as it stands, in the theme that it has; of all rules, or of those that are named. */
export async function axeFaultsHere(page: Page, rules?: readonly string[]): Promise<string[]> {
  const here = await themeOf(page);
  await inTheme(page, here);
  return linesOf(here, await analyze(page, rules));
}

function analyze(page: Page, rules?: readonly string[]): Promise<AxeResults> {
  // In the page itself: no page of ours has frames, and another page for the summary costs as much as the look.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (rules ? axe.withRules([...rules]) : axe).analyze();
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

function linesOf(theme: Theme, { violations }: AxeResults): string[] {
  return violations.map(
    ({ id, nodes }) =>
      `${theme}: ${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
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
