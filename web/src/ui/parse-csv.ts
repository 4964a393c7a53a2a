/** Reads CSV (RFC 4180) as spreadsheets write it: with commas, semicolons or tabs, with or without the UTF-8 mark. */

export interface CsvRow {
  /** Line of the file where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What parts the cells: whichever of the three the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (sign: string) => head.split(sign).length - 1;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

export interface CsvFile {
  readonly rows: readonly CsvRow[];
  /** Line of a quote that is never closed and so takes the rest of the file into one cell; null: there is none. */
  readonly unclosed_quote: number | null;
}

/** Lines without any text are left out. */
export function parseCsv(file: string): CsvRow[] {
  return [...parseCsvFile(file).rows];
}

export function parseCsvFile(file: string): CsvFile {
  const text = file.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let [cells, cell, quoted, line, begun]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  let quote_line = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begun, cells });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '\n') line += 1;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (sign === '"' && cell === '') {
      quoted = true;
      quote_line = line;
    } else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') {
        at += 1;
        line += 1;
      } else if (sign === '\r') line += 1;
      endRow();
      begun = line;
    } else cell += sign;
  }
  endRow();
  return { rows, unclosed_quote: quoted ? quote_line : null };
}
