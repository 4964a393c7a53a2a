/**
 * `pnpm gallery`: screenshots of every page, panel, dialog and state, at four sizes in two themes, with the world of the
 * demonstration, hostile texts, no data, and a service that is down. Needs a built page. Writes to `data/gallery`, which git ignores:
 * `<data>/<width>-<theme>/<screen>.png`. Options filter the set and are repeatable; `--map` also draws the maps, slowly.
 *
 *     pnpm gallery --page usage --size 1440 --theme light --data demonstration
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { fillDemonstration } from '../../bff/src/cli/demonstration.ts';
import { inTheme, type Theme } from '../harness/axe.ts';
import { CHROMIUM_ARGS, CHROMIUM_ARGS_WITHOUT_3D, getChromium } from '../harness/chromium.ts';
import { signIn } from '../harness/fixtures.ts';
import { addTeamRecords, hostileIds, startHostileStack } from '../harness/hostile.ts';
import { layoutSettled } from '../harness/screen-faults.ts';
import { EMPTY, loaded, SCREENS, type Screen, type ScreenIds, SIGNED_OUT } from '../harness/screens.ts';
import { NO_MAIL_SERVER, startStack } from '../harness/stack.ts';
import { addSandboxRecords, sandboxIds } from './sandbox-records.ts';

const SIZES = { 390: 844, 768: 1024, 1440: 900, 2560: 1440 } as const;
const THEMES: readonly Theme[] = ['light', 'dark'];
const DATA = ['demonstration', 'hostile', 'empty', 'down'] as const;
const HOSTILE_ROWS = 14;
/** Longer than taking the screenshots. */
const OUTAGE_SECONDS = 3_600;

const { values } = parseArgs({
  options: {
    page: { type: 'string', multiple: true, default: [] },
    size: { type: 'string', multiple: true, default: Object.keys(SIZES) },
    theme: { type: 'string', multiple: true, default: [...THEMES] },
    data: { type: 'string', multiple: true, default: [...DATA] },
    map: { type: 'boolean', default: false },
  },
});
for (const [name, known] of [
  ['size', Object.keys(SIZES)],
  ['theme', THEMES],
  ['data', DATA],
] as const) {
  const wrong = values[name].find((value) => !known.some((one) => one === value));
  if (wrong !== undefined) throw new Error(`--${name} ${wrong}: must be one of ${known.join(', ')}`);
}
const sizes = Object.entries(SIZES).filter(([width]) => values.size.includes(width));
const themes = THEMES.filter((theme) => values.theme.includes(theme));
const isSelected = ({ name }: Screen) =>
  values.page.length === 0 || values.page.some((part) => name.includes(part));
const folder = join(import.meta.dirname, '..', '..', 'data', 'gallery');
const print = (line: string) => process.stdout.write(`${line}\n`);
const ALL = Object.values(SCREENS).flat();
let taken = 0;
const missed: string[] = [];

const browser = await chromium.launch({
  executablePath: getChromium(print),
  args: values.map ? CHROMIUM_ARGS : CHROMIUM_ARGS_WITHOUT_3D,
});
try {
  if (values.data.includes('demonstration') || values.data.includes('down')) await takeOfDemonstration();
  if (values.data.includes('hostile')) await takeOfForeignService('hostile', HOSTILE_ROWS);
  if (values.data.includes('empty')) await takeOfForeignService('empty', 0);
} finally {
  await browser.close();
}
print(`${taken} pictures in ${folder}`);
for (const line of missed) print(`not drawn: ${line}`);
process.exitCode = missed.length > 0 || taken === 0 ? 1 : 0;

async function takeOfDemonstration(): Promise<void> {
  const stack = await startStack(
    { SANDBOX_WORLD: 'believable', SANDBOX_LOADS: '500' },
    { LOG_LEVEL: 'silent', ARCHIVE_DELIVERED_MINUTES: '0', POLL_INTERVAL_SECONDS: '5', ...NO_MAIL_SERVER },
  );
  try {
    const { server, sandbox } = stack;
    await fillDemonstration({ url: server.url, line: sandbox.line, signal: new AbortController().signal });
    const page = await newPage(browser);
    if (values.data.includes('demonstration')) await take(page, server.url, 'demonstration', SIGNED_OUT);
    await signIn(page, 'admin', '/settings', server.url);
    await addSandboxRecords(page, sandbox);
    const ids = await sandboxIds(page);
    if (values.data.includes('demonstration')) await take(page, server.url, 'demonstration', ALL, ids);
    if (!values.data.includes('down')) return;
    await page.goto(`${server.url}/settings`);
    await sandbox.control('outage', { seconds: OUTAGE_SECONDS });
    await take(page, server.url, 'down', ALL, ids);
  } finally {
    await stack.stop();
  }
}

async function takeOfForeignService(data: 'hostile' | 'empty', rows: number): Promise<void> {
  const stack = await startHostileStack(rows);
  try {
    const page = await newPage(browser);
    const { url } = stack.server;
    if (rows === 0) {
      await stack.signIn(page, 'viewer', '/settings');
      await take(page, url, data, EMPTY);
      return;
    }
    await stack.signIn(page, 'admin', '/settings');
    await addTeamRecords(page, stack, rows);
    await take(page, url, data, ALL, await hostileIds(page));
  } finally {
    await stack.stop();
  }
}

async function newPage(from: Browser): Promise<Page> {
  const context = await from.newContext({
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Reopens each page at each size to include its initial state. */
async function take(
  page: Page,
  origin: string,
  data: string,
  screens: readonly Screen[],
  ids?: ScreenIds,
): Promise<void> {
  // In an outage some screens never show what they show otherwise.
  const timeout = data === 'down' ? 2_500 : 8_000;
  for (const screen of screens.filter(isSelected)) {
    const path = typeof screen.path === 'string' ? screen.path : ids && screen.path(ids);
    if (path === undefined) continue;
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width: Number(width), height });
      await page.goto(origin + path);
      page.setDefaultTimeout(timeout);
      try {
        if (screen.first) {
          await expect(page.getByRole('main')).toBeVisible({ timeout });
          await loaded(page, timeout);
          await screen.first(page);
        }
        await expect(screen.shows(page)).toBeVisible({ timeout });
        await loaded(page, timeout);
      } catch {
        missed.push(`${data}, ${width}: ${screen.name}`);
      }
      page.setDefaultTimeout(30_000);
      for (const theme of themes) {
        await inTheme(page, theme);
        await layoutSettled(page).catch(() => undefined);
        const into = join(folder, data, `${width}-${theme}`);
        mkdirSync(into, { recursive: true });
        const name = screen.name.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '');
        await page.screenshot({ path: join(into, `${name || 'board'}.png`) });
        taken += 1;
      }
    }
  }
}
