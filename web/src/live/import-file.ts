import { parseCsv, unmarked } from '../ui/csv.ts';

export interface BadRow {
  /** Line of a CSV file, or number of a feature, from 1. */
  readonly line: number;
  readonly name: string;
  /** Each a sentence without its full stop. */
  readonly problems: readonly string[];
}

interface ImportRows<Good> {
  readonly good: readonly Good[];
  readonly bad: readonly BadRow[];
}

/** Nothing in it can be read; a sentence without its full stop. */
interface Unreadable {
  readonly ok: false;
  readonly reason: string;
}

/** `row_word`: what a row is counted as, `Line` without. */
export type ImportFile<Good> =
  | ({ readonly ok: true; readonly row_word?: 'Feature' } & ImportRows<Good>)
  | Unreadable;

/** Texts by column, trimmed; what is missing is left out. */
export type RawRow<Column extends string> = Readonly<Partial<Record<Column, string>>>;

interface TableSetup<Column extends string> {
  readonly columns: readonly Column[];
  /** Other names of the columns that are common enough. */
  readonly aliases: Readonly<Partial<Record<Column, readonly string[]>>>;
  readonly needed: readonly Column[];
}

/** The rows of a CSV file whose first line names its columns. */
export function readTable<Column extends string>(
  text: string,
  { columns, aliases, needed }: TableSetup<Column>,
): Unreadable | { readonly ok: true; readonly rows: readonly { line: number; raw: RawRow<Column> }[] } {
  const [head, ...rows] = parseCsv(text);
  if (!head) return { ok: false, reason: 'The file is empty' };
  const named = head.cells.map((cell) => {
    const name = cell.trim().toLowerCase().replace(/\s+/g, '_');
    return columns.find((column) => column === name || aliases[column]?.includes(name));
  });
  const missing = needed.filter((column) => !named.includes(column));
  if (missing.length > 0) {
    const words = `${missing.join(', ').replace(/, (?=[^,]*$)/, ' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
    return { ok: false, reason: `The first line must have column names; ${words}` };
  }
  if (rows.length === 0) return { ok: false, reason: 'There are column names but no rows' };
  return {
    ok: true,
    rows: rows.map(({ line, cells }) => {
      const raw: Partial<Record<Column, string>> = {};
      named.forEach((column, at) => {
        if (column) raw[column] ||= unmarked(cells[at] ?? '').trim();
      });
      return { line, raw };
    }),
  };
}

/**
 * What has the same key as a row before it is not sent.
 * @param identify the key of a row, and its name
 * @param again what is said of the later one, before the line of the first
 */
export function partRows<Good extends { readonly line: number }>(
  rows: readonly (Good | BadRow)[],
  identify: (row: Good) => { readonly key: string; readonly name: string },
  again: string,
): ImportRows<Good> {
  const first = new Map<string, number>();
  const good: Good[] = [];
  const bad: BadRow[] = [];
  for (const row of rows) {
    if ('problems' in row) {
      bad.push(row);
      continue;
    }
    const { line } = row;
    const { key, name } = identify(row);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, line);
      good.push(row);
    } else bad.push({ line, name, problems: [`${again} ${before}`] });
  }
  return { good, bad };
}

/** Names are the same whatever their case and spaces; the server holds to that too. */
export const nameKey = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
