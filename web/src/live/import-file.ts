import { withoutFormulaGuard } from '@waypost/contract/csv';
import { parseCsv } from '../ui/csv.ts';
import { plural } from '../ui/units.ts';

export interface BadRow {
  /** 1-based line of a CSV file, or number of a GeoJSON feature. */
  readonly line: number;
  readonly name: string;
  /** Sentences without a final period. */
  readonly problems: readonly string[];
}

interface ImportRows<Good> {
  readonly good: readonly Good[];
  readonly bad: readonly BadRow[];
}

/** No row can be read; `reason` is a sentence without a final period. */
interface Unreadable {
  readonly ok: false;
  readonly reason: string;
}

/** `row_word`: how rows are called in messages; default: `Line`. */
export type ImportFile<Good> =
  | ({ readonly ok: true; readonly row_word?: 'Feature' } & ImportRows<Good>)
  | Unreadable;

/** Trimmed cells by column; empty and missing cells may be absent. */
export type RawRow<Column extends string> = Readonly<Partial<Record<Column, string>>>;

interface TableSetup<Column extends string> {
  readonly columns: readonly Column[];
  readonly aliases: Readonly<Partial<Record<Column, readonly string[]>>>;
  readonly required: readonly Column[];
}

/** Reads a CSV file whose first line contains the column names. */
export function readTable<Column extends string>(
  text: string,
  { columns, aliases, required }: TableSetup<Column>,
): Unreadable | { readonly ok: true; readonly rows: readonly { line: number; raw: RawRow<Column> }[] } {
  const [head, ...rows] = parseCsv(text);
  if (!head) return { ok: false, reason: 'The file is empty' };
  const named = head.cells.map((cell) => {
    const name = cell.trim().toLowerCase().replace(/\s+/g, '_');
    return columns.find((column) => column === name || aliases[column]?.includes(name));
  });
  const missing = required.filter((column) => !named.includes(column));
  if (missing.length > 0) {
    const words = `${missing.join(', ').replace(/, (?=[^,]*$)/, ' and ')} ${plural(missing.length, 'is', 'are')} missing`;
    return { ok: false, reason: `The first line must have column names; ${words}` };
  }
  if (rows.length === 0) return { ok: false, reason: 'There are column names but no rows' };
  return {
    ok: true,
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
