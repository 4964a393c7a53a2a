/** Runs cases one after another against one service. */
import { type Case, Skip } from './case.ts';
import type { Context } from './context.ts';

export interface Result {
  readonly one: Case;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly why: string;
}

/** Runs one case from a world that nobody has changed. Rejects as the case does. */
export async function runCase(one: Case, context: Context): Promise<void> {
  await context.begin();
  try {
    await one.run(context);
  } finally {
    await context.end();
  }
}

export async function runAll(
  cases: readonly Case[],
  context: Context,
  onResult: (result: Result) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const one of cases) {
    let result: Result = { one, outcome: 'passed', why: '' };
    try {
      await runCase(one, context);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      result = { one, outcome: error instanceof Skip ? 'skipped' : 'failed', why };
    }
    results.push(result);
    onResult(result);
  }
  return results;
}
