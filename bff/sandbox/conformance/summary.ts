/** Summary of a run: skipped cases by their reason, kinds that did not run, statements without a case. */

import { join } from 'node:path';
import type { Case, Need } from './case.ts';
import type { Result } from './runner.ts';
import { UNSHOWN } from './unshown.ts';

const NOT_RUN: Readonly<Record<Need, string>> = {
  reading: 'that only read',
  writing: 'that make or change records, which need --writing',
  control: 'that need a sandbox with its control routes, and --control',
};

/** Last lines of a run; the very last one has the counts. */
export function summary(
  results: readonly Result[],
  all: readonly Case[],
  kinds: readonly Need[],
  unshown: number,
): readonly string[] {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
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

/** What the cases show, what they leave out and why. Contains no dates or timings, so that it changes only with the cases. */
export const CONFORMANCE_FILE = join(import.meta.dirname, '..', 'CONFORMANCE.md');

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

export function conformanceText(cases: readonly Case[]): string {
  const count = (needs: Case['needs']) => cases.filter((testCase) => testCase.needs === needs).length;
  return `${[
    '# What the tests show of the interface',
    '',
    'Generated from the cases in `conformance/cases` by `node bff/sandbox/conformance/main.ts --write`; a test fails when it differs.',
    'Every row is a test that speaks HTTP only. `npx pnpm conformance` runs them all against a sandbox of its own; with `--base-url`,',
    '`--token-url`, `--client-id` and `--client-secret` the reading part runs against any service.',
    '',
    `${cases.length} rows:`,
    '',
    `- **reading** (${count('reading')}): changes nothing`,
    `- **writing** (${count('writing')}): makes or changes records`,
    `- **control** (${count('control')}): needs the sandbox's control routes, sentinel inputs or seeded situations`,
    '',
    row('Topic', 'Statement', 'Test', 'Kind'),
    row('---', '---', '---', '---'),
    ...cases.map(({ topic, statement, id, needs }) => row(topic, statement, id, needs)),
    '',
    '## What cannot be shown',
    '',
    row('Topic', 'Statement', 'Why'),
    row('---', '---', '---'),
    ...UNSHOWN.map(({ topic, statement, why }) => row(topic, statement, why)),
    '',
  ].join('\n')}`;
}
