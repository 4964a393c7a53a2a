/**
 * Writes the outcome of a unit test run to a file (`UNIT_REPORT`) for `test.ts`: the number of passed tests, and a line for
 * everything that makes the run fail. The runner's own report has failed tests only: a failed suite clean-up or an uncaught error
 * would fail the run without a name.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

export interface UnitReport {
  readonly passed: number;
  /** One line each: location and message. */
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** First lines of an error message. */
const shortMessage = (error: { readonly message?: string } | undefined) =>
  (error?.message ?? 'no message').split('\n', 3).join(' ').slice(0, 400);

export default class implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    let passed = 0;
    const failed: string[] = [];
    const skipped: string[] = [];
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      for (const error of module.errors()) failed.push(`${file}: ${shortMessage(error)}`);
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) failed.push(`${file}: ${suite.fullName}: ${shortMessage(error)}`);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'skipped') skipped.push(`${file}: ${test.fullName}`);
        if (state === 'failed') failed.push(`${file}: ${test.fullName}: ${shortMessage(errors[0])}`);
      }
    }
    for (const error of unhandled) {
      const from = error.VITEST_TEST_PATH;
      const where = typeof from === 'string' ? relative(process.cwd(), from) : 'no file known';
      failed.push(`${where}: an error that nobody caught: ${shortMessage(error)}`);
    }
    const report: UnitReport = { passed, failed, skipped };
    writeFileSync(String(process.env.UNIT_REPORT), JSON.stringify(report));
  }
}
