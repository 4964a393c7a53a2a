/** Prints a table of measured and expected values, and sets exit code 1 when an expectation is not met. */
export interface Row {
  readonly what: string;
  readonly found: number | boolean | string;
  /** An exact value or a limit; missing for values that are only reported. */
  readonly expected?: number | boolean | { readonly below: number } | { readonly atLeast: number };
}

export function report(title: string, rows: readonly Row[]): void {
  const lines = rows.map(
    (row) => [row.what, String(row.found), expectation(row.expected), verdict(row)] as const,
  );
  const width = (column: 0 | 1 | 2) => Math.max(...lines.map((line) => line[column].length));
  const print = (text: string) => process.stdout.write(`${text}\n`);
  print(`\n${title}`);
  for (const [what, found, expected, mark] of lines)
    print(
      `  ${what.padEnd(width(0))}  ${found.padStart(width(1))}  ${expected.padEnd(width(2))}  ${mark}`.trimEnd(),
    );
  process.exitCode = rows.every(holds) ? (process.exitCode ?? 0) : 1;
}

function expectation(expected: Row['expected']): string {
  if (expected === undefined) return '';
  if (typeof expected !== 'object') return `= ${expected}`;
  return 'below' in expected ? `< ${expected.below}` : `>= ${expected.atLeast}`;
}

function holds({ found, expected }: Row): boolean {
  if (expected === undefined) return true;
  if (typeof expected !== 'object') return found === expected;
  return 'below' in expected ? Number(found) < expected.below : Number(found) >= expected.atLeast;
}

const verdict = (row: Row) => (row.expected === undefined ? '' : holds(row) ? 'holds' : 'BREACH');
