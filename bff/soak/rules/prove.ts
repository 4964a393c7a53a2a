/**
 * `pnpm prove:rules [rule ...]`, required measurement 1: applies each mutation in a copy and runs the tests that must fail. Exits
 * with 1 when a mutation is not detected, or when the tests fail without one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../src/cli/processes.ts';
import { copyCheckout } from '../checkout.ts';
import { OUTCOME_LABELS, type Outcome, withMutation } from '../mutation.ts';
import type { RuleMutation } from './rule-mutation.ts';
import { SIGN_IN_MUTATIONS } from './signing-in.ts';
import { TRAFFIC_MUTATIONS } from './traffic.ts';

const ALL = [...SIGN_IN_MUTATIONS, ...TRAFFIC_MUTATIONS];
const selected = process.argv.slice(2).map(Number);
const rules = selected.length > 0 ? ALL.filter(({ rule }) => selected.includes(rule)) : ALL;
const print = (line: string) => process.stdout.write(`${line}\n`);

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

/** Reads the report because the exit code does not distinguish a failed test from a file that cannot be loaded. */
function run(
  dir: string,
  { tests, named }: Pick<RuleMutation, 'tests' | 'named'>,
): { outcome: Outcome; failed: string[] } {
  const report = join(dir, 'report.json');
  rmSync(report, { force: true });
  const filter = named === undefined ? [] : ['--testNamePattern', named];
  const files = tests.map((file) => join('src', file));
  const options = ['run', '--project=server', '--bail=1', '--reporter=json', `--outputFile=${report}`];
  spawnSync(join(root, 'node_modules', '.bin', 'vitest'), [...options, ...filter, ...files], {
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
let undetected = 0;
try {
  for (const mutation of rules) {
    let { outcome } = await withMutation(join(dir, 'bff', 'src', mutation.file), mutation, () =>
      run(dir, mutation),
    );
    // Some violations show only as timeouts; the tests must then finish in time without the mutation.
    if (outcome === 'late' && run(dir, mutation).outcome === 'pass') outcome = 'fail';
    if (outcome !== 'fail') undetected += 1;
    print(`${OUTCOME_LABELS[outcome]}  rule ${String(mutation.rule).padStart(2)}  ${mutation.what}`);
  }
  const files = [...new Set(rules.flatMap(({ tests }) => tests))];
  const unmodified = run(dir, { tests: files });
  const passes = unmodified.outcome === 'pass';
  print(
    `\n${rules.length - undetected} of ${rules.length} mutations detected; unmodified, all their tests ${passes ? 'pass' : 'DO NOT PASS'}`,
  );
  for (const name of unmodified.failed) print(`  ${name}`);
  process.exitCode = undetected === 0 && passes ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
