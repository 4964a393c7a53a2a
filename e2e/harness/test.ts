/**
 * `npx pnpm test`: everything that must pass before a change is merged, in one command: types, lint, unit and integration tests,
 * the build, and the journeys in a real browser. Ends with one line, "N passed, N failed, N skipped".
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getChromium, getHeadlessShell } from './chromium.ts';
import { getFirefox } from './firefox.ts';
import { type JourneyReport, journeyOutcomes } from './journey-report.ts';
import type { UnitReport } from './unit-reporter.ts';

const root = join(import.meta.dirname, '..', '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'waypost-tests-'));
const print = (line: string) => process.stdout.write(`${line}\n`);
const startedAt = Date.now();

const everything = process.env.TEST_ALL === '1' || process.env.TEST_DEEP === '1';

/** A journey may need a retry when the machine stalls; more than this many indicate a fault. */
const MAX_SECOND_TRIES = 2;

let passed = 0;
/** Repeated at the end, where readers of a long output find them. */
const failed: string[] = [];
const skipped: string[] = [];
const secondTries: string[] = [];

interface Run {
  readonly code: number;
  readonly output: string;
}

/** Runs a command. `quiet` returns its output instead of printing it, so that parallel steps do not mix theirs. */
function run(
  command: string,
  args: string[],
  {
    env = {},
    cwd = root,
    quiet = false,
  }: { env?: Record<string, string>; cwd?: string; quiet?: boolean } = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const parts: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => parts.push(part));
    child.stderr?.on('data', (part: Buffer) => parts.push(part));
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(parts).toString('utf8') }),
    );
  });
}

async function step(name: string, work: () => Promise<boolean>): Promise<boolean> {
  const start = Date.now();
  const good = await work();
  print(`── ${name}: ${good ? 'good' : 'FAILED'}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
  return good;
}

/** Databases wait for the disk at each commit: if memory has room, the tests' files are there. */
function temporaryFiles(): Record<string, string> {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 4 * 1024 ** 3 ? { TMPDIR: memory } : {};
  } catch {
    return {};
  }
}

/** Runs a command as one test. Prints its output only on failure. */
async function check(name: string, command: string, args: string[]): Promise<boolean> {
  const { code, output } = await run(command, args, { quiet: true });
  if (code === 0) passed += 1;
  else {
    failed.push(name);
    print(output);
  }
  return code === 0;
}

const PROJECTS = ['bff/contract', 'bff/geo', 'bff/triage', 'bff', 'web', 'e2e'];

async function types(): Promise<boolean> {
  let good = true;
  // Several checkers each load the same types: with other work running, a single one takes half the processor time.
  for (const project of PROJECTS)
    good = (await check(`types of ${project}`, bin('tsc'), ['-p', project, '--checkers', '1'])) && good;
  return good;
}

async function unitTests(): Promise<boolean> {
  const file = join(reports, 'unit.json');
  const { code } = await run(
    bin('vitest'),
    ['run', '--reporter=default', `--reporter=${join(import.meta.dirname, 'unit-reporter.ts')}`],
    {
      env: {
        ...temporaryFiles(),
        UNIT_REPORT: file,
        PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? (everything ? '100' : '10'),
      },
    },
  );
  const report = readReport<UnitReport>(file);
  passed += report?.passed ?? 0;
  skipped.push(...(report?.skipped ?? []));
  failed.push(...(report?.failed ?? []));
  const named = (report?.failed.length ?? 0) > 0;
  // A runner that fails is a failure although no test failed.
  if (code !== 0 && !named) failed.push(`the runner of the unit tests ended with ${code}`);
  return code === 0 && !named;
}

async function journeys(): Promise<boolean> {
  let chromium: string;
  try {
    chromium = getHeadlessShell(print) ?? getChromium(print);
  } catch (error) {
    failed.push(error instanceof Error ? error.message : String(error));
    return false;
  }
  // Without Firefox its journeys are skipped and reported as such.
  getFirefox(print);
  const file = join(reports, 'playwright.json');
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  const { code } = await run(process.execPath, [cli, 'test', '--reporter=list,json'], {
    env: { ...temporaryFiles(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    cwd: join(root, 'e2e'),
  });
  const report = readReport<JourneyReport>(file);
  const outcomes = report ? journeyOutcomes(report) : null;
  passed += outcomes?.passed ?? 0;
  skipped.push(...(outcomes?.skipped ?? []));
  secondTries.push(...(outcomes?.secondTries ?? []));
  failed.push(...(outcomes?.failed ?? []));
  const named = (outcomes?.failed.length ?? 0) > 0;
  if (code !== 0 && !named) failed.push(`the runner of the journeys ended with ${code}`);
  if (secondTries.length > MAX_SECOND_TRIES)
    failed.push(`${secondTries.length} journeys needed a second try; at most ${MAX_SECOND_TRIES} may`);
  return code === 0 && !named && secondTries.length <= MAX_SECOND_TRIES;
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

// One seed for all property tests of this run, so that a failure can be repeated.
process.env.PROPERTY_SEED ??= String(randomInt(2 ** 31));
const pnpm = process.env.npm_execpath ?? 'pnpm';

// Each leaves a core idle at times, so they run in parallel.
const [, , built] = await Promise.all([
  step('Types', types),
  step('Lint and format', () =>
    check('lint and format', bin('biome'), ['ci', '--colors=off', '--max-diagnostics=20', '.']),
  ),
  step('Build', () =>
    check('build', pnpm, ['--filter', '@waypost/web', 'run', everything ? 'build' : 'build:quick']),
  ),
]);
await step('Unit and integration tests', unitTests);
if (built) await step('Journeys in the browser', journeys);

rmSync(reports, { recursive: true, force: true });
print('');
for (const name of skipped) print(`skipped: ${name}`);
for (const name of secondTries) print(`passed at the second try: ${name}`);
for (const name of failed) print(`failed: ${name}`);
print(
  `property tests: PROPERTY_SEED=${process.env.PROPERTY_SEED}; second tries: ${secondTries.length}; ` +
    `${((Date.now() - startedAt) / 1000).toFixed(0)} s`,
);
print(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
process.exit(failed.length === 0 ? 0 : 1);
