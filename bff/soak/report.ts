/** A table of what was found beside what was wanted. Ends the process with 1 when something was not as wanted. */
export interface Row {
  readonly what: string;
  readonly found: number | boolean | string;
  /** An exact value, or a limit that must not be passed; absent for what is only reported. */
  readonly wanted?: number | boolean | { readonly below: number } | { readonly atLeast: number };
}

export function report(title: string, rows: readonly Row[]): void {
  const lines = rows.map((row) => [row.what, String(row.found), wish(row.wanted), verdict(row)] as const);
  const width = (column: 0 | 1 | 2) => Math.max(...lines.map((line) => line[column].length));
  const print = (text: string) => process.stdout.write(`${text}\n`);
  print(`\n${title}`);
  for (const [what, found, wanted, mark] of lines)
    print(
      `  ${what.padEnd(width(0))}  ${found.padStart(width(1))}  ${wanted.padEnd(width(2))}  ${mark}`.trimEnd(),
    );
  process.exitCode = rows.every(holds) ? (process.exitCode ?? 0) : 1;
}

function wish(wanted: Row['wanted']): string {
  if (wanted === undefined) return '';
  if (typeof wanted !== 'object') return `= ${wanted}`;
  return 'below' in wanted ? `< ${wanted.below}` : `>= ${wanted.atLeast}`;
}

function holds({ found, wanted }: Row): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted !== 'object') return found === wanted;
  return 'below' in wanted ? Number(found) < wanted.below : Number(found) >= wanted.atLeast;
}

const verdict = (row: Row) => (row.wanted === undefined ? '' : holds(row) ? 'holds' : 'BREACH');
