/** CSV (RFC 4180) to and from spreadsheets. */

import { type CsvCell, csvLine, withoutFormulaGuard } from '@waypost/contract/csv';

/** Starts with a byte order mark, so that spreadsheets detect UTF-8. */
export function csvText(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[head, ...rows].map(csvLine).join('')}`;
}

/** Rows of a file with their problems in a last column, to be fixed elsewhere and read again. */
export const problemsText = (
  head: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly problems: string }[],
): string =>
  csvText(
    [...head, 'problems'],
    rows.map(({ cells, problems }) => [
      ...head.map((_, at) => withoutFormulaGuard(cells[at] ?? '')),
      problems,
    ]),
  );

interface CsvRow {
  /** 1-based line in the file where the row starts. */
  readonly line: number;
  /** 1-based number of the row, empty ones included; its cells may have several lines. */
  readonly number: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t', '|'];
/** First line that spreadsheets write to declare the separator. */
const SEP_LINE = /^sep=([,;\t|])(\r\n|\r|\n)/i;
/** Characters searched for the first line, which is shorter. */
const HEAD_MAX = 65_536;

/** The most frequent separator, outside of quotes, in the first nonempty line. */
function separatorOf(text: string): string {
  const unquoted = text.slice(0, HEAD_MAX).replace(/"[^"]*("|$)/g, '');
  const head = /[^\r\n]+/.exec(unquoted)?.[0] ?? '';
  const count = (sign: string) => head.split(sign).length - 1;
  return SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

interface CsvFile {
  readonly rows: readonly CsvRow[];
  /** Line of a quote that is never closed, which makes the rest of the file one cell; null: none. */
  readonly unclosed_quote: number | null;
}

/** Skips empty lines. */
export function parseCsv(file: string): CsvRow[] {
  return [...parseCsvFile(file).rows];
}

const lineEnds = (text: string) =>
  text.includes('\n') || text.includes('\r') ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;

export const unclosedText = (line: number) => `A quote opened on line ${line} of the file is never closed`;

/** Why a cell of several lines may have swallowed rows below, in words that follow its name; null: it has one line. */
export function lineBreakProblem({ line, cells }: Pick<CsvRow, 'line' | 'cells'>, at: number): string | null {
  const cell = cells[at] ?? '';
  if (lineEnds(cell.trim()) === 0) return null;
  const from = line + cells.slice(0, at).reduce((sum, before) => sum + lineEnds(before), 0);
  const to = from + lineEnds(cell);
  const inside =
    to === from + 1 ? `line ${to} is` : `lines ${from + 1} ${to === from + 2 ? 'and' : 'to'} ${to} are`;
  return `has a line break: the quote opened on line ${from} closes on line ${to}, so ${inside} inside this row; remove the line break, or the quote on line ${from}`;
}

/** Separated by commas, semicolons, tabs or bars. Extracts whole cells, because single characters would be slow. */
export function parseCsvFile(file: string): CsvFile {
  const text = file.replace(/^\uFEFF/, '');
  const sep_line = SEP_LINE.exec(text);
  const separator = sep_line?.[1] ?? separatorOf(text);
  const cellEnd = new RegExp(`[${separator}\r\n]`, 'g');
  const rows: CsvRow[] = [];
  let at = sep_line?.[0].length ?? 0;
  let line = sep_line ? 2 : 1;
  let row_line = line;
  let number = 1;
  let cells: string[] = [];
  let unclosed_quote: number | null = null;

  /** @returns the text between quotes; moves `at` behind the closing quote */
  const quoted = (): string => {
    const opened_on = line;
    let cell = '';
    for (at += 1; ; at += 1) {
      const close = text.indexOf('"', at);
      const part = text.slice(at, close < 0 ? text.length : close);
      cell += part;
      line += lineEnds(part);
      at = close + 1;
      if (close < 0) {
        unclosed_quote = opened_on;
        at = text.length;
        return cell;
      }
      if (text[at] !== '"') return cell;
      cell += '"';
    }
  };
  for (;;) {
    const start = text[at] === '"' ? quoted() : '';
    cellEnd.lastIndex = at;
    const end = cellEnd.exec(text)?.index ?? text.length;
    cells.push(start + text.slice(at, end));
    at = end + 1;
    if (text[end] === separator) continue;
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: row_line, number, cells });
    if (end === text.length) return { rows, unclosed_quote };
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    line += 1;
    number += 1;
    row_line = line;
    cells = [];
  }
}
