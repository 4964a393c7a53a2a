/** Tables as CSV (RFC 4180), for spreadsheets and from them. */

export type CsvCell = string | number | null | undefined;

/** A spreadsheet runs a text that begins so: names come from people, and from other people's systems. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell as it was before our own export marked it. */
export const unmarked = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

/** With the byte order mark by which a spreadsheet recognizes UTF-8. */
export function csvText(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

interface CsvRow {
  /** Line of the file where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t', '|'];
/** A spreadsheet's own first line, which only names what parts the cells. */
const SEP_LINE = /^sep=([,;\t|])(\r\n|\r|\n)/i;
/** Characters in which the first line is looked for: a head is shorter. */
const HEAD_MAX = 65_536;

/** What parts the cells: whichever the first line with any text has most of, outside of quotes. */
function separatorOf(text: string): string {
  const unquoted = text.slice(0, HEAD_MAX).replace(/"[^"]*("|$)/g, '');
  const head = /[^\r\n]+/.exec(unquoted)?.[0] ?? '';
  const count = (sign: string) => head.split(sign).length - 1;
  return SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

interface CsvFile {
  readonly rows: readonly CsvRow[];
  /** Line of a quote that is never closed and so takes the rest of the file into one cell; null: there is none. */
  readonly unclosed_quote: number | null;
}

/** Lines without any text are left out. */
export function parseCsv(file: string): CsvRow[] {
  return [...parseCsvFile(file).rows];
}

const lineEnds = (text: string) =>
  text.includes('\n') || text.includes('\r') ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;

/**
 * Reads CSV as spreadsheets write it: with commas, semicolons, tabs or bars, with or without the UTF-8 mark.
 * Whole cells are cut out at once: a file of megabytes must not hold up the page.
 */
export function parseCsvFile(file: string): CsvFile {
  const text = file.replace(/^\uFEFF/, '');
  const named = SEP_LINE.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const cellEnd = new RegExp(`[${separator}\r\n]`, 'g');
  const rows: CsvRow[] = [];
  let at = named?.[0].length ?? 0;
  let line = named ? 2 : 1;
  let begun = line;
  let cells: string[] = [];
  let unclosed_quote: number | null = null;

  /** @returns the text between quotes; `at` is then behind the closing one */
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
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begun, cells });
    if (end === text.length) return { rows, unclosed_quote };
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    line += 1;
    begun = line;
    cells = [];
  }
}
