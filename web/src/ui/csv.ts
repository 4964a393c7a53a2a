/** Tables as CSV (RFC 4180), for spreadsheets. */

export type CsvCell = string | number | null | undefined;

/** A spreadsheet runs a text that begins so: names come from people, and from other people's systems. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With the byte order mark by which a spreadsheet recognizes UTF-8. */
export function csvText(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
