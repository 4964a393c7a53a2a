/**
 * `pnpm bench:lighthouse`, must show 2 of the board at scale: Lighthouse (desktop) on the board with 500 loads, as somebody who is signed in.
 * Needs a build. Fetches Lighthouse by `npx` when it runs: it is larger than all that the product stands on. Ends with 1 below the limits.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { report } from '../../bff/soak/report.ts';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { signIn } from '../harness/fixtures.ts';
import { startStack } from '../harness/stack.ts';

const VERSION = '13';
/** 0 to 100. */
const WANTED = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly title: string;
        readonly displayValue?: string;
        readonly details?: { readonly items?: readonly unknown[] };
      }
    >
  >;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const executablePath = getChromium(say);
const stack = await startStack({ SANDBOX_LOADS: '500' }, { LOG_LEVEL: 'warn', POLL_INTERVAL_SECONDS: '15' });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
const context = await browser.newContext();
const page = await context.newPage();
await signIn(page, 'dispatcher', '/settings', stack.server.url);
const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
await browser.close();

const dir = mkdtempSync(join(tmpdir(), 'waypost-lighthouse-'));
const file = join(dir, 'report.json');
const ran = spawnSync(
  'npx',
  [
    ...['--yes', `lighthouse@${VERSION}`, `${stack.server.url}/`, '--preset=desktop', '--quiet'],
    ...['--output=json', `--output-path=${file}`, `--chrome-flags=--headless=new ${CHROMIUM_ARGS.join(' ')}`],
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CHROME_PATH: executablePath } },
);
await stack.stop();
if (ran.status !== 0) throw new Error(`Lighthouse ended with ${ran.status}`);
const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report;
rmSync(dir, { recursive: true, force: true });

for (const [name, { auditRefs }] of Object.entries(categories))
  for (const { id, weight } of auditRefs) {
    const audit = audits[id];
    if (weight === 0 || !audit || audit.score === null || audit.score >= 0.95) continue;
    say(`${name}: ${audit.title} ${audit.displayValue ?? ''} (${Math.round(audit.score * 100)})`);
    for (const item of audit.details?.items?.slice(0, 5) ?? [])
      say(`  ${JSON.stringify(item).slice(0, 300)}`);
  }
report('Lighthouse, desktop, the board with 500 loads', [
  ...Object.entries(WANTED).map(([name, least]) => ({
    what: name,
    found: Math.round((categories[name]?.score ?? 0) * 100),
    wanted: { atLeast: least },
  })),
  ...[
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ].map((id) => ({ what: audits[id]?.title ?? id, found: audits[id]?.displayValue ?? '' })),
]);
