/**
 * `pnpm bench:lighthouse [--runs 5]`: Lighthouse (desktop) on the board with 500 loads, signed in. Medians of several runs, each
 * with a fresh browser. Needs a build. Fetches Lighthouse by `npx` on demand: it is larger than all of the product's
 * dependencies. Exits with 1 below the limits.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { BoardLoads } from '@waypost/contract/api/board';
import { report } from '../../bff/soak/report.ts';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { callApi, signIn } from '../harness/fixtures.ts';
import { startStack } from '../harness/stack.ts';

const VERSION = '13';
/** 0 to 100. */
const MIN_SCORES = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;

const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
] as const;

interface Report {
  /** Lighthouse's benchmark of this machine; results at another speed are not comparable. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly title: string;
        readonly numericValue?: number;
        readonly displayValue?: string;
        readonly details?: { readonly items?: readonly unknown[] };
      }
    >
  >;
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const print = (line: string) => process.stdout.write(`${line}\n`);
const executablePath = getChromium(print);
const stack = await startStack({ SANDBOX_LOADS: '500' }, { LOG_LEVEL: 'warn', POLL_INTERVAL_SECONDS: '15' });
const dir = mkdtempSync(join(tmpdir(), 'waypost-lighthouse-'));
const file = join(dir, 'report.json');
const reports: Report[] = [];
try {
  const cookie = await signInForBoard();
  // Lighthouse occasionally loses a page's trace; such a run is ignored.
  for (let left = 2 * Number(values.runs); reports.length < Number(values.runs) && left > 0; left -= 1) {
    const run = runLighthouse(cookie);
    if (run === null) print('  a run without a recording: not counted');
    else {
      reports.push(run);
      const found = Object.keys(MIN_SCORES).map((name) => `${name} ${scoreOf(run, name)}`);
      found.push(`machine ${Math.round(run.environment.benchmarkIndex)}`);
      print(`  ${[...found, ...METRICS.map((id) => run.audits[id]?.displayValue ?? '')].join('  ')}`);
    }
  }
} finally {
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}
const last = reports.at(-1);
if (!last) throw new Error('Lighthouse recorded nothing');

for (const [name, { auditRefs }] of Object.entries(last.categories))
  for (const { id, weight } of auditRefs) {
    const audit = last.audits[id];
    if (weight === 0 || !audit || audit.score === null || audit.score >= 0.95) continue;
    print(`${name}: ${audit.title} ${audit.displayValue ?? ''} (${Math.round(audit.score * 100)})`);
    for (const item of audit.details?.items?.slice(0, 5) ?? [])
      print(`  ${JSON.stringify(item).slice(0, 300)}`);
  }
report(`Lighthouse, desktop, the board with 500 loads: medians of ${reports.length} runs`, [
  ...Object.entries(MIN_SCORES).map(([name, least]) => ({
    what: name,
    found: median(reports.map((run) => scoreOf(run, name))),
    expected: { atLeast: least },
  })),
  {
    what: 'speed of the machine (benchmark index)',
    found: Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex))),
  },
  ...METRICS.map((id) => ({
    what: last.audits[id]?.title ?? id,
    found: Number(median(reports.map((run) => run.audits[id]?.numericValue ?? 0)).toFixed(3)),
  })),
]);

/** Returns the cookies of a signed-in user once every load was read: a server that has just started shows another board. */
async function signInForBoard(): Promise<string> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, 'dispatcher', '/settings', stack.server.url);
    for (let read = false; !read; ) {
      const { body } = await callApi(page, '/api/loads');
      read = (body as BoardLoads).status.oldest_read_at !== null;
      if (!read) await sleep(500);
    }
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  } finally {
    await browser.close();
  }
}

/** Null if the trace was lost. */
function runLighthouse(cookie: string): Report | null {
  const ran = spawnSync(
    'npx',
    [
      ...['--yes', `lighthouse@${VERSION}`, `${stack.server.url}/`, '--preset=desktop', '--quiet'],
      ...[
        '--output=json',
        `--output-path=${file}`,
        `--chrome-flags=--headless=new ${CHROMIUM_ARGS.join(' ')}`,
      ],
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    ],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: executablePath } },
  );
  if (ran.status !== 0) {
    if (/NO_NAVSTART|NO_FCP|NO_TRACING_STARTED/.test(ran.stderr)) return null;
    throw new Error(`Lighthouse ended with ${ran.status}: ${ran.stderr}`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** 0 to 100. */
function scoreOf({ categories }: Report, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
