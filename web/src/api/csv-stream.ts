/**
 * A table of any length that the server streams as CSV, taken with its progress. The lines are handed to the browser's blob store
 * piece by piece, which keeps what is long on the disk: the page itself never holds more than a few megabytes.
 */
import type { ApiRoute } from '@waypost/contract/api/route';
import type { CallOptions, Http } from './http.ts';
import { Problem } from './problem.ts';

export interface CsvProgress {
  /** Rows that have come, the head not counted. */
  readonly rows: number;
  /** Rows that will come; null where the server does not say. */
  readonly total: number | null;
}

export interface CsvFile {
  readonly name: string;
  readonly blob: Blob;
  readonly rows: number;
  /** False: only a part of what it is about (the name says so too). */
  readonly complete: boolean;
}

const PIECE_BYTES = 4 * 1024 * 1024;
const NEW_LINE = 10;
const TYPE = 'text/csv;charset=utf-8';

/** @throws Problem, also when the connection breaks off before the end; or the AbortError of `signal`. */
export async function readCsv(
  http: Http,
  route: ApiRoute,
  options: CallOptions & { readonly onProgress: (progress: CsvProgress) => void },
): Promise<CsvFile> {
  const { onProgress, ...call } = options;
  const response = await http.open(route, call);
  const shown = response.headers.get('X-Row-Count');
  const total = shown === null ? null : Number(shown);
  const complete = response.headers.get('X-Complete') !== 'false';
  const name =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'table.csv';
  const pieces: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  const store = () => {
    if (held.length > 0) pieces.push(new Blob(held));
    held = [];
    bytes = 0;
  };
  const rows = () => Math.max(0, lines - 1);
  onProgress({ rows: 0, total });
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      for (const byte of piece.value) if (byte === NEW_LINE) lines += 1;
      held.push(piece.value as Uint8Array<ArrayBuffer>);
      bytes += piece.value.length;
      if (bytes >= PIECE_BYTES) store();
      onProgress({ rows: rows(), total });
    }
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw brokenOff();
  }
  store();
  // Fewer lines than were announced: the server broke it off.
  if (total !== null && rows() < total) throw brokenOff();
  return { name, blob: new Blob(pieces, { type: TYPE }), rows: rows(), complete };
}

const brokenOff = () =>
  new Problem({
    code: 0,
    reason: 'server_unreachable',
    message: 'The download was cut off',
    detail: 'Nothing was saved. Export again.',
  });
