import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './harness/chromium.ts';
import { findFirefox, firefoxOptions } from './harness/firefox.ts';

const IN_FIREFOX = 'firefox.e2e.ts';

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
    // Recording a trace costs a third of a journey: only for the second try, or for somebody who looks (`--trace on`).
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: IN_FIREFOX,
      use: { launchOptions: { executablePath: findChromium() ?? undefined, args: CHROMIUM_ARGS } },
    },
    { name: 'firefox', testMatch: IN_FIREFOX, use: firefoxOptions(findFirefox()) },
  ],
});
