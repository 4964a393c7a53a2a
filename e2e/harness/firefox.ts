/** Finds or installs the distribution's Firefox. Without one its journeys are skipped with a reason. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { aptInstall, findOnPath } from './packages.ts';

const NAMES = ['firefox', 'firefox-esr'];
const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';
/** First version that Playwright can drive over WebDriver BiDi. */
const MIN_VERSION = 138;

/** Path of the browser, or one sentence about what is missing. */
export type Firefox = { readonly path: string } | { readonly missing: string };

export function findFirefox(): Firefox {
  const named = process.env.FIREFOX_PATH;
  if (named && !existsSync(named))
    throw new Error(`FIREFOX_PATH: there is no ${named}. Example: FIREFOX_PATH=/usr/bin/firefox-esr`);
  const paths = named
    ? [named]
    : [...NAMES.flatMap((name) => findOnPath(name) ?? []), MAC].filter(existsSync);
  if (paths.length === 0)
    return { missing: 'there is no Firefox here (Debian: apt-get install firefox-esr xvfb)' };
  const versions = paths.map((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return { path, major: Number(/(\d+)\.\d/.exec(stdout ?? '')?.[1] ?? 0) };
  });
  const [usable] = versions.filter(({ major }) => major >= MIN_VERSION);
  if (!usable) return { missing: `Firefox is older than ${MIN_VERSION}, the first that can be driven` };
  if (process.platform === 'linux' && !findOnPath('Xvfb'))
    return {
      missing: 'Firefox draws maps only on a screen, and there is no Xvfb (Debian: apt-get install xvfb)',
    };
  return { path: usable.path };
}

/** Returns Firefox, installing it if that needs no password. */
export function getFirefox(print: (line: string) => void): Firefox {
  const here = findFirefox();
  if ('path' in here || !aptInstall(['firefox-esr', 'xvfb'], print)) return here;
  return findFirefox();
}

/** Playwright options for WebDriver BiDi, see firefox-relay.ts. */
export function firefoxOptions(firefox: Firefox): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  const env = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    browserName: 'firefox',
    channel: 'moz-firefox',
    headless: false,
    launchOptions: {
      executablePath: join(import.meta.dirname, 'firefox-relay.ts'),
      firefoxUserPrefs: { 'webgl.force-enabled': true },
      env: {
        ...Object.fromEntries(env),
        // The relay is run by the Node.js that runs this.
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        ...('path' in firefox ? { FIREFOX_PATH: firefox.path } : {}),
      },
    },
  };
}
