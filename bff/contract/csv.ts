/** Lines of CSV (RFC 4180) that no spreadsheet runs as formulas, whatever separator its locale uses. */

export type CsvCell = string | number | boolean | null | undefined;

/** Spreadsheets run texts that start like this, and names come from people and other systems. */
const FORMULA = String.raw`\s*[=+\-@]`;
/** Negative amounts, ids and coordinates are not formulas. */
const NUMBER = String.raw`\s*-\d+(\.\d+)?\s*(?=[,;|"\r\n\t]|$)`;
/** What another locale takes for the end of a cell; it does not see our quotes, which are not at the start of its cell. */
const CELL_END = String.raw`[,;|\t\r\n]["\s]*`;
const START = new RegExp(`^(?!${NUMBER})(?=${FORMULA}|[\\t\\r])`);
const INNER = new RegExp(`(${CELL_END})(?!${NUMBER})(?=${FORMULA})`, 'g');
const GUARDED_START = new RegExp(`^'(?=${FORMULA}|[\\t\\r])`);
const GUARDED_INNER = new RegExp(`(${CELL_END})'(?=${FORMULA})`, 'g');

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replace(INNER, "$1'").replace(START, "'");
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Removes the apostrophes that `csvLine` puts before formulas. */
export const withoutFormulaGuard = (text: string): string =>
  text.replace(GUARDED_START, '').replace(GUARDED_INNER, '$1');
