/** Streams tables of any length as CSV (RFC 4180), with only a few pieces in memory even for a slow reader. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '@waypost/contract/csv';
import type { Response } from 'express';

export interface CsvTable {
  /** Without extension; letters, digits, `-` and `_`. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Null: unknown. */
  readonly rows: number | null;
  /** False: only part of the data. */
  readonly complete: boolean;
  /** Pieces of some hundred lines. */
  readonly pieces: AsyncIterable<string>;
}

/** Sends the table. An error aborts the connection, so that a partial table does not pass for a complete one. */
export async function sendCsv(response: Response, table: CsvTable): Promise<undefined> {
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${table.name}${table.complete ? '' : '-partial'}.csv"`,
    'Cache-Control': 'no-store',
    ...(table.rows === null ? {} : { 'X-Row-Count': String(table.rows) }),
    'X-Complete': String(table.complete),
  });
  const text = async function* () {
    // With the byte order mark spreadsheets read it as UTF-8.
    yield `\uFEFF${csvLine(table.columns)}`;
    yield* table.pieces;
  };
  await pipeline(Readable.from(text(), { objectMode: true, highWaterMark: 2 }), response).catch((error) => {
    // A client's disconnect is not an error.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  return undefined;
}
