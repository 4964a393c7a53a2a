import { withoutFormulaGuard } from '@waypost/contract/csv';
import { parseCsv, titleLines } from '../ui/csv.ts';
import { plural } from '../ui/units.ts';

export interface BadRow {
  /** 1-based line of a CSV file, or number of a GeoJSON feature. */
  readonly line: number;
  readonly name: string;
  /** Sentences without a final period. */
  readonly problems: readonly string[];
}

/** A column of the file, by the number of its place. */
export interface FileColumn {
  readonly at: number;
  readonly head: string;
  /** What it is read as; null: not used. */
  readonly column: string | null;
  /** The first of its cells that is not empty. */
  readonly example: string;
}

interface Columns {
  readonly columns?: readonly FileColumn[];
  /** What a column can be read as. */
  readonly choices?: readonly string[];
}

/** What a person has chosen for columns of the file, by their place; '' for "not used". */
export type ChosenColumns = Readonly<Record<string, string>>;

interface ImportRows<Good> {
  readonly good: readonly Good[];
  readonly bad: readonly BadRow[];
}

/** No row can be read; `reason` is a sentence without a final period. */
interface Unreadable extends Columns {
  readonly ok: false;
  readonly reason: string;
}

/** `row_word`: how rows are called in messages; default: `Line`. */
export type ImportFile<Good> =
  | ({ readonly ok: true; readonly row_word?: 'Feature' } & ImportRows<Good> & Columns)
  | Unreadable;

/** Trimmed cells by column; empty and missing cells may be absent. */
export type RawRow<Column extends string> = Readonly<Partial<Record<Column, string>>>;

interface TableSetup<Column extends string> {
  readonly columns: readonly Column[];
  readonly aliases: Readonly<Partial<Record<Column, readonly string[]>>>;
  readonly required: readonly Column[];
  /** Words of a header by which a column is known that has no known name. */
  readonly words?: Readonly<Partial<Record<Column, RegExp>>>;
}

/** What each cell of a head is read as: a column by its name, or else by a word. */
function columnsOf<Column extends string>(
  head: readonly string[],
  { columns, aliases, words }: TableSetup<Column>,
  chosen: ChosenColumns = {},
) {
  const names = head.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
  );
  const known = names.map((name, at) =>
    columns.find((column) =>
      chosen[at] === undefined ? column === name || aliases[column]?.includes(name) : chosen[at] === column,
    ),
  );
  const named = names.map(
    (name, at) =>
      known[at] ??
      (chosen[at] === undefined
        ? columns.find(
            (column) => !known.includes(column) && words?.[column]?.test(name.replaceAll('_', ' ')),
          )
        : undefined),
  );
  return { known, named };
}

/** A single word may be one of a title, such as "Phone list". */
function isHead<Column extends string>(line: readonly string[], setup: TableSetup<Column>): boolean {
  const { known, named } = columnsOf(line, setup);
  return known.some(Boolean) || named.filter(Boolean).length > 1;
}

/** Reads a CSV file whose first line, below a title, contains the column names. */
export function readTable<Column extends string>(
  text: string,
  setup: TableSetup<Column>,
  chosen: ChosenColumns = {},
):
  | Unreadable
  | ({ readonly ok: true; readonly rows: readonly { line: number; raw: RawRow<Column> }[] } & Columns) {
  const { columns, required } = setup;
  const all = parseCsv(text);
  const title_lines = titleLines(
    all.map(({ cells }) => cells),
    (line) => isHead(line, setup),
  );
  const [head, ...rows] = all.slice(title_lines);
  if (!head) return { ok: false, reason: 'The file is empty' };
  const { named } = columnsOf(head.cells, setup, chosen);
  const of_file = {
    columns: head.cells.map((cell, at) => ({
      at,
      head: cell.trim(),
      column: named[at] ?? null,
      example: rows.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? '',
    })),
    choices: columns,
  };
  const missing = required.filter((column) => !named.includes(column));
  if (missing.length > 0) {
    const text = `${missing.join(', ').replace(/, (?=[^,]*$)/, ' and ')} ${plural(missing.length, 'is', 'are')} missing`;
    return { ok: false, reason: `The first line must have column names; ${text}`, ...of_file };
  }
  if (rows.length === 0) return { ok: false, reason: 'There are column names but no rows' };
  return {
    ok: true,
    ...of_file,
    rows: rows.map(({ line, cells }) => {
      const raw: Partial<Record<Column, string>> = {};
      named.forEach((column, at) => {
        if (column) raw[column] ||= withoutFormulaGuard(cells[at] ?? '').trim();
      });
      return { line, raw };
    }),
  };
}

/**
 * Separates valid from invalid rows; a row with the key of an earlier one is invalid.
 * @param identify returns the key and the name of a row
 * @param duplicate_text message for a duplicate, followed by the line of the first occurrence
 */
export function splitRows<Good extends { readonly line: number }>(
  rows: readonly (Good | BadRow)[],
  identify: (row: Good) => { readonly key: string; readonly name: string },
  duplicate_text: string,
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
    } else bad.push({ line, name, problems: [`${duplicate_text} ${before}`] });
  }
  return { good, bad };
}

/** Names are compared ignoring case and spacing, as on the server. */
export const nameKey = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
