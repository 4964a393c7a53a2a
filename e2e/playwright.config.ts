import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, CHROMIUM_ARGS_WITHOUT_3D, findChromium } from './harness/chromium.ts';
import { findFirefox, firefoxOptions } from './harness/firefox.ts';

const IN_FIREFOX = 'firefox.e2e.ts';
const SCREENS = 'screens.e2e.ts';
/** A journey that looks at a map or works on it has this tag; the others run without 3D. */
const WITH_MAP = /@map/;
/**
 * A journey with this tag goes a long way that tests of the server and of the drawn page go in parts: only `pnpm test:all` and
 * `pnpm test:deep` run it.
 */
const LONG = process.env.TEST_ALL === '1' || process.env.TEST_DEEP === '1' ? [] : [/@deep/];

const chromium = (args: readonly string[]) => ({
  launchOptions: { executablePath: findChromium() ?? undefined, args: [...args] },
});

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  fullyParallel: false,
  workers: 2,
  // A shared machine may stall for seconds. Second tries are named in the closing lines, and more than two fail the run.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: './test-results',
  forbidOnly: Boolean(process.env.CI),
  use: {
    // Somewhat smaller than a desk's screen: maps are drawn in software here.
    viewport: { width: 1360, height: 720 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Markers that glide have the map drawn in software without a pause: only the journeys of service.e2e.ts let them.
    reducedMotion: 'reduce',
    // Recording a trace costs a third of a journey: only for the second try, or for somebody who looks (`--trace on`).
    trace: 'on-first-retry',
  },
  projects: [
    // The longest file begins first, so that nobody waits for it at the end. A map is drawn only in its deep run: without one its place says so.
    {
      name: 'screens',
      testMatch: SCREENS,
      grepInvert: LONG,
      use: chromium(process.env.SCREENS === 'deep' ? CHROMIUM_ARGS : CHROMIUM_ARGS_WITHOUT_3D),
    },
    // Drawing in software takes two thirds of the processor time of a journey with a map.
    {
      name: 'with map',
      testIgnore: [IN_FIREFOX, SCREENS],
      grep: WITH_MAP,
      grepInvert: LONG,
      use: chromium(CHROMIUM_ARGS),
    },
    {
      name: 'without map',
      testIgnore: [IN_FIREFOX, SCREENS],
      grepInvert: [WITH_MAP, ...LONG],
      use: chromium(CHROMIUM_ARGS_WITHOUT_3D),
    },
    { name: 'firefox', testMatch: IN_FIREFOX, grepInvert: LONG, use: firefoxOptions(findFirefox()) },
  ],
});
