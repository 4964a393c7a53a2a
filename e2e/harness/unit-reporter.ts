/**
 * What a run of unit tests came to, as a file (`UNIT_REPORT`) for `test.ts`: how many tests passed, and a line for
 * everything else that makes the run fail. The runner's own file has failed tests only: a suite whose clean-up
 * failed, or an error that nobody caught, would fail the run without a name.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

export interface UnitReport {
  readonly passed: number;
  /** One line each: where, and the message. */
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** As much of an error as a line holds. */
const said = (error: { readonly message?: string } | undefined) =>
  (error?.message ?? 'no message').split('\n', 3).join(' ').slice(0, 400);

export default class implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    let passed = 0;
    const failed: string[] = [];
    const skipped: string[] = [];
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      for (const error of module.errors()) failed.push(`${file}: ${said(error)}`);
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) failed.push(`${file}: ${suite.fullName}: ${said(error)}`);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'skipped') skipped.push(`${file}: ${test.fullName}`);
        if (state === 'failed') failed.push(`${file}: ${test.fullName}: ${said(errors[0])}`);
      }
    }
    for (const error of unhandled) {
      const from = error.VITEST_TEST_PATH;
      const where = typeof from === 'string' ? relative(process.cwd(), from) : 'no file known';
      failed.push(`${where}: an error that nobody caught: ${said(error)}`);
    }
    const report: UnitReport = { passed, failed, skipped };
    writeFileSync(String(process.env.UNIT_REPORT), JSON.stringify(report));
  }
}
