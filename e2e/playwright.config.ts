import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, CHROMIUM_ARGS_WITHOUT_3D, findChromium } from './harness/chromium.ts';
import { findFirefox, firefoxOptions } from './harness/firefox.ts';

const IN_FIREFOX = 'firefox.e2e.ts';
const SCREENS = 'screens.e2e.ts';
/** Tag of journeys that use the map; the others run without 3D. */
const WITH_MAP = /@map/;
/**
 * Tag of long journeys whose parts are covered by tests of the server and of rendered pages: only `pnpm test:all` and `pnpm
 * test:deep` run them.
 */
const SKIPPED_TAGS = process.env.TEST_ALL === '1' || process.env.TEST_DEEP === '1' ? [] : [/@deep/];

const chromium = (args: readonly string[]) => ({
  launchOptions: { executablePath: findChromium() ?? undefined, args: [...args] },
});

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  fullyParallel: false,
  workers: 2,
  // A shared machine may stall for seconds. Retried journeys are listed at the end of the output, and more than two fail the run.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: './test-results',
  forbidOnly: Boolean(process.env.CI),
  use: {
    // Smaller than a desktop screen, because maps are drawn in software.
    viewport: { width: 1360, height: 720 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Gliding markers would redraw the map in software continuously: only the journeys of service.e2e.ts enable them.
    reducedMotion: 'reduce',
    // Recording a trace takes a third of a journey's time: only for a retry or on request (`--trace on`).
    trace: 'on-first-retry',
  },
  projects: [
    // The longest file starts first to shorten the run. Maps are drawn in its deep run only; otherwise a message replaces them.
    {
      name: 'screens',
      testMatch: SCREENS,
      grepInvert: SKIPPED_TAGS,
      use: chromium(process.env.SCREENS === 'deep' ? CHROMIUM_ARGS : CHROMIUM_ARGS_WITHOUT_3D),
    },
    // Software rendering takes two thirds of the processor time of a journey with a map.
    {
      name: 'with map',
      testIgnore: [IN_FIREFOX, SCREENS],
      grep: WITH_MAP,
      grepInvert: SKIPPED_TAGS,
      use: chromium(CHROMIUM_ARGS),
    },
    {
      name: 'without map',
      testIgnore: [IN_FIREFOX, SCREENS],
      grepInvert: [WITH_MAP, ...SKIPPED_TAGS],
      use: chromium(CHROMIUM_ARGS_WITHOUT_3D),
    },
    { name: 'firefox', testMatch: IN_FIREFOX, grepInvert: SKIPPED_TAGS, use: firefoxOptions(findFirefox()) },
  ],
});
