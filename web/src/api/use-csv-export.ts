/** An export that is under way: begun, watched, cancelled; at its end the file is handed to the person. */
import type { ApiRoute } from '@waypost/contract/api/route';
import { useEffect, useRef, useState } from 'react';
import { download } from '../ui/files.ts';
import { toast } from '../ui/toasts.ts';
import { personLocale } from '../ui/units.ts';
import { useApi } from './context.ts';
import type { CallOptions, Http } from './http.ts';
import { asProblem, Problem } from './problem.ts';
import { showProblem } from './show-problem.ts';

interface CsvProgress {
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

/** Drawn again this often at most. */
const TELL_MS = 200;

interface CsvExport {
  /** Null: none is under way. */
  readonly progress: CsvProgress | null;
  readonly start: (route: ApiRoute, options: Pick<CallOptions, 'params' | 'query'>) => void;
  readonly cancel: () => void;
}

export function useCsvExport(): CsvExport {
  const { http } = useApi();
  const [progress, setProgress] = useState<CsvProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  // A page that is left takes its export with it: nobody would see how it ends.
  useEffect(() => () => running.current?.abort(), []);

  const start: CsvExport['start'] = (route, options) => {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    setProgress({ rows: 0, total: null });
    let shown = 0;
    const onProgress = (now: CsvProgress) => {
      if (performance.now() - shown < TELL_MS) return;
      shown = performance.now();
      setProgress(now);
    };
    readCsv(http, route, { ...options, signal: stop.signal, onProgress })
      .then(
        ({ name, blob, rows, complete }) => {
          if (stop.signal.aborted) return;
          download(name, blob);
          const count = `${rows.toLocaleString(personLocale())} ${rows === 1 ? 'row' : 'rows'}`;
          toast(
            complete
              ? { title: `Exported ${count}`, text: name }
              : {
                  title: `Exported ${count}: partial`,
                  text: `Not everything is loaded. The file name ${name} says so.`,
                },
          );
        },
        (error: unknown) => {
          if (!stop.signal.aborted) showProblem('Export failed', asProblem(error));
        },
      )
      .finally(() => {
        running.current = null;
        setProgress(null);
      });
  };
  return { progress, start, cancel: () => running.current?.abort() };
}
