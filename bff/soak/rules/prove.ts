/**
 * `pnpm prove:rules [rule ...]`, must show 1: breaks each rule by hand, in a copy, and runs the tests that are to fail. Ends with 1 when a
 * broken rule goes unnoticed, or when these tests fail without anything being broken.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../src/cli/processes.ts';
import { copyCheckout, type Outcome, WORDS, whileBroken } from '../broken.ts';
import type { BrokenRule } from './broken-rule.ts';
import { BROKEN_SIGN_IN } from './signing-in.ts';
import { BROKEN_TRAFFIC } from './traffic.ts';

const ALL = [...BROKEN_SIGN_IN, ...BROKEN_TRAFFIC];
const wanted = process.argv.slice(2).map(Number);
const rules = wanted.length > 0 ? ALL.filter(({ rule }) => wanted.includes(rule)) : ALL;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Report {
  readonly success: boolean;
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Read from the report: the exit code does not distinguish a failed test from a file that does not load. */
function run(
  dir: string,
  { tests, named }: Pick<BrokenRule, 'tests' | 'named'>,
): { outcome: Outcome; failed: string[] } {
  const report = join(dir, 'report.json');
  rmSync(report, { force: true });
  const only = named === undefined ? [] : ['--testNamePattern', named];
  const files = tests.map((file) => join('src', file));
  const usual = ['run', '--project=server', '--bail=1', '--reporter=json', `--outputFile=${report}`];
  spawnSync(join(root, 'node_modules', '.bin', 'vitest'), [...usual, ...only, ...files], {
    cwd: dir,
    stdio: 'ignore',
    env: { ...process.env, TEST_ALL: '1', PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  });
  if (!existsSync(report)) return { outcome: 'break', failed: [] };
  const { success, numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const bad = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  const failed = bad.map(({ fullName }) => fullName);
  if (bad.length === 0) return { outcome: success && numPassedTests > 0 ? 'pass' : 'break', failed };
  const late = bad.every(({ failureMessages }) => /timed out in \d+ ?ms/.test(failureMessages?.[0] ?? ''));
  return { outcome: late ? 'late' : 'fail', failed };
}

const dir = copyCheckout('waypost-rules-');
let unnoticed = 0;
try {
  for (const broken of rules) {
    let { outcome } = await whileBroken(join(dir, 'bff', 'src', broken.file), broken, () => run(dir, broken));
    // Some breaches show by nothing else than waiting; then the same tests must be in time when nothing is broken.
    if (outcome === 'late' && run(dir, broken).outcome === 'pass') outcome = 'fail';
    if (outcome !== 'fail') unnoticed += 1;
    say(`${WORDS[outcome]}  rule ${String(broken.rule).padStart(2)}  ${broken.what}`);
  }
  const files = [...new Set(rules.flatMap(({ tests }) => tests))];
  const whole = run(dir, { tests: files });
  const sound = whole.outcome === 'pass';
  say(
    `\n${rules.length - unnoticed} of ${rules.length} broken rules noticed; unbroken, all their tests ${sound ? 'pass' : 'DO NOT PASS'}`,
  );
  for (const name of whole.failed) say(`  ${name}`);
  process.exitCode = unnoticed === 0 && sound ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
