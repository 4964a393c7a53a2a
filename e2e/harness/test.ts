/**
 * `npx pnpm test`: everything that must hold before a change lands, in one command: types, lint, unit and integration
 * tests, the build, and the journeys in a real Chromium. Ends with one line, "N passed, N failed".
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getChromium } from './chromium.ts';
import type { UnitReport } from './unit-reporter.ts';

const root = join(import.meta.dirname, '..', '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'waypost-tests-'));
const say = (line: string) => process.stdout.write(`${line}\n`);

let passed = 0;
let failed = 0;
/** What failed, named once more at the end: there who reads only the end of a long output finds them. */
const names: string[] = [];

function run(command: string, args: string[], env: Record<string, string> = {}, cwd = root): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', (error) => {
      say(String(error));
      resolve(127);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function step(name: string, work: () => Promise<boolean>): Promise<boolean> {
  const began = Date.now();
  say(`\n── ${name}`);
  const good = await work();
  say(`── ${name}: ${good ? 'good' : 'FAILED'}, ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return good;
}

/** A step that counts as one test. */
const check = (name: string, command: string, args: string[]) =>
  step(name, async () => {
    const good = (await run(command, args)) === 0;
    if (good) passed += 1;
    else {
      failed += 1;
      names.push(name);
    }
    return good;
  });

const PROJECTS = [
  'bff/contract',
  'bff/contract/tsconfig.architecture.json',
  'bff/geo',
  'bff/sandbox',
  'bff',
  'web',
  'e2e',
];

async function unitTests(): Promise<boolean> {
  const file = join(reports, 'unit.json');
  const code = await run(
    bin('vitest'),
    [
      'run',
      // More than the two cores: most tests wait for a server, a database or a clock. Here, since projects take it from no configuration.
      '--maxWorkers=3',
      // As for the journeys: a shared machine may stall for seconds. Here too, so that who runs one test by hand sees it fail.
      '--retry=1',
      '--reporter=default',
      `--reporter=${join(import.meta.dirname, 'unit-reporter.ts')}`,
    ],
    { UNIT_REPORT: file },
  );
  const report = readReport<UnitReport>(file);
  passed += report?.passed ?? 0;
  const bad = report?.failed ?? [];
  for (const line of bad) names.push(line);
  // A runner that breaks is a failure although no test failed.
  if (code !== 0 && bad.length === 0) names.push(`the unit tests' runner ended with ${code}`);
  failed += code !== 0 && bad.length === 0 ? 1 : bad.length;
  return code === 0 && bad.length === 0;
}

async function journeys(): Promise<boolean> {
  let chromium: string;
  try {
    chromium = getChromium(say);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    failed += 1;
    return false;
  }
  const report = join(reports, 'playwright.json');
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  const code = await run(
    process.execPath,
    [cli, 'test', '--reporter=list,json'],
    { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    join(root, 'e2e'),
  );
  const stats = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)?.stats;
  passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  if (stats?.flaky) say(`${stats.flaky} passed only at the second try`);
  const bad = stats?.unexpected ?? 0;
  failed += code !== 0 && bad === 0 ? 1 : bad;
  return code === 0 && bad === 0;
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

const results = [
  await step('Types', async () => {
    let good = true;
    for (const project of PROJECTS) {
      const ok = (await run(bin('tsc'), ['-p', project])) === 0;
      if (ok) passed += 1;
      else {
        failed += 1;
        names.push(`types of ${project}`);
      }
      good &&= ok;
    }
    return good;
  }),
  await check('Lint and format', bin('biome'), ['ci', '--colors=off', '--max-diagnostics=20', '.']),
  await step('Unit and integration tests', unitTests),
];
const built = await check('Build', process.env.npm_execpath ?? 'pnpm', ['run', 'build']);
results.push(built, built && (await step('Journeys in Chromium', journeys)));

rmSync(reports, { recursive: true, force: true });
for (const name of names) say(`failed: ${name}`);
say(`\n${passed} passed, ${failed} failed`);
process.exit(results.every(Boolean) && failed === 0 ? 0 : 1);
