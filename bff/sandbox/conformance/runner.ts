import { type Case, Skip } from './case.ts';
import type { Context } from './context.ts';

export interface Result {
  readonly testCase: Case;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly why: string;
}

/** Runs one case from an unchanged world. Rejects as the case does. */
export async function runCase(testCase: Case, context: Context): Promise<void> {
  await context.resetIfDirty();
  try {
    await testCase.run(context);
  } finally {
    await context.closeReceivers();
  }
}

export async function runAll(
  cases: readonly Case[],
  context: Context,
  onResult: (result: Result) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const testCase of cases) {
    let result: Result = { testCase, outcome: 'passed', why: '' };
    try {
      await runCase(testCase, context);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      result = { testCase, outcome: error instanceof Skip ? 'skipped' : 'failed', why };
    }
    results.push(result);
    onResult(result);
  }
  return results;
}
