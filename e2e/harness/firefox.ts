/** Finds the distribution's Firefox for its journeys, or gets it. Without one they are skipped, and say why. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { aptInstall, onPath } from './packages.ts';

const NAMES = ['firefox', 'firefox-esr'];
const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';
/** The first that Playwright can drive over WebDriver BiDi. */
const OLDEST = 138;

/** Where it is, or in one sentence what is missing. */
export type Firefox = { readonly path: string } | { readonly missing: string };

export function findFirefox(): Firefox {
  const named = process.env.FIREFOX_PATH;
  if (named && !existsSync(named))
    throw new Error(`FIREFOX_PATH: there is no ${named}. Example: FIREFOX_PATH=/usr/bin/firefox-esr`);
  const paths = named ? [named] : [...NAMES.flatMap((name) => onPath(name) ?? []), MAC].filter(existsSync);
  if (paths.length === 0)
    return { missing: 'there is no Firefox here (Debian: apt-get install firefox-esr xvfb)' };
  const versions = paths.map((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return { path, major: Number(/(\d+)\.\d/.exec(stdout ?? '')?.[1] ?? 0) };
  });
  const [usable] = versions.filter(({ major }) => major >= OLDEST);
  if (!usable) return { missing: `Firefox is older than ${OLDEST}, the first that can be driven` };
  if (process.platform === 'linux' && !onPath('Xvfb'))
    return {
      missing: 'Firefox draws maps only on a screen, and there is no Xvfb (Debian: apt-get install xvfb)',
    };
  return { path: usable.path };
}

/** A Firefox, installed when there is none and that needs nobody's password. */
export function getFirefox(say: (line: string) => void): Firefox {
  const here = findFirefox();
  if ('path' in here || !aptInstall(['firefox-esr', 'xvfb'], say)) return here;
  return findFirefox();
}

/** How Playwright drives it: by WebDriver BiDi, see firefox-relay.ts. */
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
