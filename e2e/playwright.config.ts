import { defineConfig } from '@playwright/test';
import { findChromium } from './harness/chromium.ts';

/** Software rendering for the map's WebGL; no background connections of the browser's own. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  fullyParallel: false,
  workers: 2,
  // A shared machine may stall for seconds; what passes only at the second try is named in the report.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: './test-results',
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium() ?? undefined, args: CHROMIUM_ARGS },
  },
});
