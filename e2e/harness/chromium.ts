/** Finds a real Chromium for the journeys, or gets one, or says plainly what to do. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { aptInstall, onPath } from './packages.ts';

/** Software rendering for the map's WebGL; no background connections of the browser's own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
];

/** No WebGL at all, and pages drawn without it. */
export const CHROMIUM_ARGS_WITHOUT_3D = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-3d-apis',
  '--disable-background-networking',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A browser that is already here: CHROMIUM_PATH, else the system's. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH: there is no ${named}. Example: CHROMIUM_PATH=/usr/bin/chromium`);
  }
  for (const name of NAMES) {
    const path = onPath(name);
    if (path) return path;
  }
  return MAC.find((path) => existsSync(path)) ?? null;
}

/**
 * Chromium without a window of its own, as Debian builds it beside the other: the same engine takes a sixth less of the processor. Null
 * where it is not here and cannot be installed, or where somebody names a browser.
 */
export function getHeadlessShell(say: (line: string) => void): string | null {
  if (process.env.CHROMIUM_PATH) return null;
  const name = 'chromium-headless-shell';
  return onPath(name) ?? (aptInstall([name, 'fonts-liberation'], say) ? onPath(name) : null);
}

/** A browser, installed when there is none. Throws with what a person can do. */
export function getChromium(say: (line: string) => void): string {
  const here = findChromium();
  if (here) return here;
  if (aptInstall(['chromium', 'fonts-liberation'], say)) {
    const installed = findChromium();
    if (installed) return installed;
  }
  say('No Chromium here: asking Playwright for its own');
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  try {
    execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
    const path = execFileSync(
      process.execPath,
      ['-e', "console.log(require('@playwright/test').chromium.executablePath())"],
      {
        encoding: 'utf8',
        cwd: import.meta.dirname,
      },
    ).trim();
    if (existsSync(path)) return path;
  } catch {
    // Said below, with what can be done.
  }
  throw new Error(
    'The end-to-end journeys need a Chromium, and none could be installed here. Install one ' +
      '(Debian, Ubuntu: sudo apt-get install chromium; macOS: brew install --cask chromium), or name one: CHROMIUM_PATH=/path/to/chromium',
  );
}
