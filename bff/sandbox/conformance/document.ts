/** CONFORMANCE.md: what the cases show, what they leave out and why. Without dates or timings, so that it changes with them only. */
import { join } from 'node:path';
import type { Case } from './case.ts';
import { UNSHOWN } from './unshown.ts';

export const CONFORMANCE_FILE = join(import.meta.dirname, '..', 'CONFORMANCE.md');

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

export function conformanceText(cases: readonly Case[]): string {
  const count = (needs: Case['needs']) => cases.filter((one) => one.needs === needs).length;
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
