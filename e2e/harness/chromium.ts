/** Finds or installs a Chromium for the journeys. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { aptInstall, findOnPath } from './packages.ts';

/** Software rendering for the map's WebGL; no background connections. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
];

/** No WebGL, and pages drawn without a GPU. In the seconds that a journey has a page, compiling its script costs more than it saves. */
export const CHROMIUM_ARGS_WITHOUT_3D = [
  '--js-flags=--no-opt --no-maglev --no-sparkplug',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-3d-apis',
  '--disable-background-networking',
];

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** An installed browser: CHROMIUM_PATH, else the system's. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH: there is no ${named}. Example: CHROMIUM_PATH=/usr/bin/chromium`);
  }
  for (const name of NAMES) {
    const path = findOnPath(name);
    if (path) return path;
  }
  return MAC.find((path) => existsSync(path)) ?? null;
}

/**
 * Chromium's headless shell, as Debian packages it: the same engine uses a sixth less processor time. Null if it is not available
 * and cannot be installed, or if CHROMIUM_PATH is set.
 */
export function getHeadlessShell(print: (line: string) => void): string | null {
  if (process.env.CHROMIUM_PATH) return null;
  const name = 'chromium-headless-shell';
  return findOnPath(name) ?? (aptInstall([name, 'fonts-liberation'], print) ? findOnPath(name) : null);
}

/** Returns a browser, installing one if needed. Throws an Error that tells how to install one. */
export function getChromium(print: (line: string) => void): string {
  const here = findChromium();
  if (here) return here;
  if (aptInstall(['chromium', 'fonts-liberation'], print)) {
    const installed = findChromium();
    if (installed) return installed;
  }
  print('No Chromium here: asking Playwright for its own');
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
    // Reported below, with instructions.
  }
  throw new Error(
    'The end-to-end journeys need a Chromium, and none could be installed here. Install one ' +
      '(Debian, Ubuntu: sudo apt-get install chromium; macOS: brew install --cask chromium), or name one: CHROMIUM_PATH=/path/to/chromium',
  );
}
