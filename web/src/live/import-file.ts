import { withoutFormulaGuard } from '@waypost/contract/csv';
import { lineBreakProblem, parseCsvFile, problemsText, unclosedText } from '../ui/csv.ts';
import { plural } from '../ui/units.ts';
import { type CellText, lostText, readable } from './cells.ts';
import { spreadsheetWarning } from './fleet-numbers.ts';
import type { HeadLine } from './HeadLineSelect.tsx';
import { headLine, headWords, plainHead } from './header-words.ts';

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
  /** Of which further person of its line it is, such as `safety`. */
  readonly person?: string;
  /** Not used, because it is another person's who has no name in the file. */
  readonly is_others?: boolean;
}

/** A row of a CSV file. */
export interface FileLine {
  readonly cells: readonly string[];
  /** What is left out or only partly used; sentences without a final period. */
  readonly warnings: readonly string[];
  /** Why it may have swallowed lines below; null: no cell has several lines. */
  readonly line_break: string | null;
}

interface Columns {
  /** By their number. */
  readonly lines?: ReadonlyMap<number, FileLine>;
  readonly columns?: readonly FileColumn[];
  /** What a column can be read as. */
  readonly choices?: readonly string[];
  /** Number of the line with the names of the columns (0: none), and the lines that may have them. */
  readonly head_line?: number;
  readonly head_lines?: readonly HeadLine[];
}

export interface Chosen {
  /** What columns of the file are read as, by their place; '' for "not used". */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Number of the line with their names; 0: there is none. */
  readonly head_line?: number | undefined;
}

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
export type ReadableFile<Good> = {
  readonly ok: true;
  readonly row_word?: 'Feature';
} & ImportRows<Good> &
  Columns;
export type ImportFile<Good> = ReadableFile<Good> | Unreadable;

/** Trimmed cells by column; empty and missing cells may be absent. */
export type RawRow<Column extends string> = Readonly<Partial<Record<Column, string>>>;

interface TableSetup<Column extends string> {
  readonly columns: readonly Column[];
  /** Other known headers, as `plainHead` writes them. */
  readonly aliases: Readonly<Partial<Record<Column, readonly string[]>>>;
  /** Of each group one column is required; messages name its first. */
  readonly required: readonly (readonly Column[])[];
  /** How the text of a cell is read, where not every text can be used. */
  readonly readers?: Readonly<Partial<Record<Column, (text: string) => CellText>>>;
  /** Words of a header by which a column is known that has no known name; tried in this order. */
  readonly words?: Readonly<Partial<Record<Column, RegExp>>>;
  /** The column of marks, such as yes or x, where another column has the same names. */
  readonly marks?: Column;
  /** The column whose cells may have several lines. */
  readonly free_text?: Column;
}

function namedBy<Column extends string>(cell: string, { columns, aliases }: TableSetup<Column>) {
  const name = plainHead(cell);
  return columns.find((column) => plainHead(column) === name || aliases[column]?.includes(name));
}

const wordsOf = <Column extends string>({ columns, words }: TableSetup<Column>) =>
  (Object.entries(words ?? {}) as [Column, RegExp][]).filter(([column]) => columns.includes(column));

/** What each cell of a head is read as: a column by its name, or else by a word. */
function columnsOf<Column extends string>(
  head: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[],
  setup: TableSetup<Column>,
  chosen: Chosen['columns'] = {},
) {
  const isMarked = (at: number) =>
    rows.every(({ cells }) => /^(x|y|yes|n|no|true|false|1|0|)$/i.test(cells[at]?.trim() ?? ''));
  const marks = setup.marks && { ...setup, columns: [setup.marks] };
  const known = head.map((cell, at) => {
    if (chosen[at] !== undefined) return setup.columns.find((column) => chosen[at] === column);
    return (marks && isMarked(at) && namedBy(cell, marks)) || namedBy(cell, setup);
  });
  return head.map(
    (cell, at) =>
      known[at] ??
      (chosen[at] === undefined
        ? wordsOf(setup).find(([column, word]) => !known.includes(column) && word.test(headWords(cell)))?.[0]
        : undefined),
  );
}

/** Null for an empty cell. What a spreadsheet has lost is left out. */
function readCell(cell: string, reader: ((text: string) => CellText) | undefined): CellText | null {
  const text = reader ? readable(cell) : withoutFormulaGuard(cell).trim();
  if (text === '') return null;
  const lost = reader ? lostText(text) : spreadsheetWarning(text);
  if (lost !== null) return { unusable: lost };
  return reader ? reader(text) : { value: text, warning: null };
}

/** Reads a CSV file of which one of the first lines contains the column names. */
export function readTable<Column extends string>(
  text: string,
  setup: TableSetup<Column>,
  chosen: Chosen = {},
):
  | Unreadable
  | ({ readonly ok: true; readonly rows: readonly { line: number; raw: RawRow<Column> }[] } & Columns) {
  const { columns, required, readers, free_text } = setup;
  const { rows: all, unclosed_quote } = parseCsvFile(text);
  if (unclosed_quote !== null) return { ok: false, reason: unclosedText(unclosed_quote) };
  const found = headLine(
    all.map(({ cells }) => cells),
    (cell) => namedBy(cell, setup) !== undefined,
    (cell) => wordsOf(setup).some(([, word]) => word.test(headWords(cell))),
  );
  const chosen_at = all.findIndex(({ line }) => line === chosen.head_line);
  const [first, ...below] = all.slice(Math.max(0, chosen_at < 0 ? found : chosen_at));
  const nameless = chosen.head_line === 0;
  const head = nameless && first ? { line: 0, cells: first.cells.map(() => '') } : first;
  const rows = nameless ? all : below;
  if (!head) return { ok: false, reason: 'The file is empty' };
  const named = columnsOf(head.cells, rows, setup, chosen.columns);
  const of_file = {
    columns: head.cells.map((cell, at) => ({
      at,
      head: cell.trim(),
      column: named[at] ?? null,
      example: rows.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? '',
    })),
    choices: columns,
    head_line: head.line,
    head_lines: all,
  };
  const missing = required.flatMap((group) =>
    group.some((column) => named.includes(column)) ? [] : group.slice(0, 1),
  );
  if (missing.length > 0) {
    const text = missing.join(', ').replace(/, (?=[^,]*$)/, ' and ');
    const reason = nameless
      ? `Choose the ${plural(missing.length, 'column', 'columns')} of ${text}`
      : `Line ${head.line} must have column names; ${text} ${plural(missing.length, 'is', 'are')} missing`;
    return { ok: false, reason, ...of_file };
  }
  if (rows.length === 0) return { ok: false, reason: 'There are column names but no rows' };
  const read = rows.map(({ line, cells }) => {
    const raw: Partial<Record<Column, string>> = {};
    const warnings: string[] = [];
    let line_break: string | null = null;
    named.forEach((column, at) => {
      const problem = column && column !== free_text ? lineBreakProblem({ line, cells }, at) : null;
      if (problem !== null) line_break ??= `${column} ${problem}`;
      const found = column && !raw[column] ? readCell(cells[at] ?? '', readers?.[column]) : null;
      if (!column || found === null) return;
      if ('unusable' in found) warnings.push(`${column} left out: ${found.unusable}`);
      else {
        raw[column] = found.value;
        if (found.warning !== null) warnings.push(`${column} ${found.warning}`);
      }
    });
    return { line, cells, raw, warnings, line_break };
  });
  return { ok: true, ...of_file, lines: new Map(read.map((row) => [row.line, row])), rows: read };
}

/** Why rows are not imported, in the columns of their file; the rows of another format with their names. */
export function problemsCsv({ columns, lines, bad, row_word }: ReadableFile<unknown>): string {
  return problemsText(
    columns?.map(columnName) ?? [row_word ?? 'Line', 'name'],
    bad.map((row) => ({
      cells: lines?.get(row.line)?.cells ?? [String(row.line), row.name],
      problems: problemsOf(row, lines),
    })),
  );
}

/** What was left out of a row may be why it is not imported. */
export const problemsOf = ({ line, problems }: BadRow, lines: Columns['lines']): string =>
  [...problems, ...(lines?.get(line)?.warnings ?? [])].join('; ');

/** What a column is read as, on screen. */
export const columnText = (column: string) => column.replaceAll('_', ' ');

export const columnName = ({ head, at }: FileColumn) => (head === '' ? `Column ${at + 1}` : head);

/**
 * Separates valid from invalid rows, such as those with a line break; of two with the same key the later is invalid, unless it has the greater worth.
 * @param identify returns the key and the name of a row
 * @param duplicate_text message for a duplicate, followed by the line of the first occurrence
 */
export function splitRows<Good extends { readonly line: number }>(
  rows: readonly (Good | BadRow)[],
  identify: (row: Good) => { readonly key: string; readonly name: string; readonly worth?: number },
  duplicate_text: string,
  lines: Columns['lines'],
): ImportRows<Good> {
  const best = new Map<string, Good>();
  const bad: BadRow[] = [];
  for (const row of rows) {
    const line_break = lines?.get(row.line)?.line_break ?? null;
    if ('problems' in row) {
      bad.push(line_break === null ? row : { ...row, problems: [line_break, ...row.problems] });
      continue;
    }
    const { key, name, worth = 0 } = identify(row);
    if (line_break !== null) {
      bad.push({ line: row.line, name, problems: [line_break] });
      continue;
    }
    const before = best.get(key);
    const is_best = !before || worth > (identify(before).worth ?? 0);
    const [kept, left] = is_best ? [row, before] : [before, row];
    if (left) bad.push({ line: left.line, name, problems: [`${duplicate_text} ${kept.line}`] });
    best.set(key, kept);
  }
  const good = [...best.values()];
  return { good, bad };
}

/** Names are compared ignoring case and spacing, as on the server. */
export const nameKey = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
