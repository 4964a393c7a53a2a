/** What a run has shown, and what it could not: skipped cases by their reason, kinds that did not run, what no case shows. */
import type { Case, Need } from './case.ts';
import type { Result } from './runner.ts';

const NOT_RUN: Readonly<Record<Need, string>> = {
  reading: 'that only read',
  writing: 'that make or change records, which need --writing',
  control: 'that need a sandbox with its control routes, and --control',
};

/** Last lines of a run; the very last one counts. */
export function summary(
  results: readonly Result[],
  all: readonly Case[],
  kinds: readonly Need[],
  unshown: number,
): readonly string[] {
  const count = (outcome: Result['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const reasons = new Map<string, number>();
  for (const { outcome, why } of results)
    if (outcome === 'skipped') reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const left = (Object.keys(NOT_RUN) as Need[])
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => `${all.filter(({ needs }) => needs === kind).length} cases ${NOT_RUN[kind]}`);
  const missing = [
    ...[...reasons].sort((a, b) => b[1] - a[1]).map(([why, times]) => `${times} skipped: ${why}`),
    ...left,
    `${unshown} statements that no case can show: the end of CONFORMANCE.md says why`,
  ];
  return [
    'Not shown:',
    ...missing.map((line) => `  ${line}`),
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
  ];
}
