/** Tables of any length as CSV (RFC 4180), streamed: no more of them in memory than a few pieces, however slowly they are taken. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export type CsvCell = string | number | boolean | null | undefined;

/** A spreadsheet runs a text that begins so: names come from other people's systems. */
const FORMULA = /^[=+\-@\t\r]/;
/** Amounts and identifiers that are negative are no formulas. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(',')}\r\n`;

export interface CsvTable {
  /** Without extension; letters, digits, `-` and `_`. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Null: nobody has counted them. */
  readonly rows: number | null;
  /** False: it is only a part of what it is about. */
  readonly complete: boolean;
  /** Pieces of some hundred lines. */
  readonly pieces: AsyncIterable<string>;
}

/** Answers with the table. A fault on the way breaks the connection off: half a table must not pass for a whole one. */
export async function sendCsv(response: Response, table: CsvTable): Promise<undefined> {
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${table.name}${table.complete ? '' : '-partial'}.csv"`,
    'Cache-Control': 'no-store',
    ...(table.rows === null ? {} : { 'X-Row-Count': String(table.rows) }),
    'X-Complete': String(table.complete),
  });
  const text = async function* () {
    // The byte order mark makes spreadsheets read it as UTF-8.
    yield `\uFEFF${csvLine(table.columns)}`;
    yield* table.pieces;
  };
  await pipeline(Readable.from(text(), { objectMode: true, highWaterMark: 2 }), response).catch((error) => {
    // An error of a client that has disconnected is not logged.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  return undefined;
}
