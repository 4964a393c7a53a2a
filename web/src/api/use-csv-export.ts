/** CSV export: start, progress, cancel; hands the finished file to the browser as a download. */
import type { ApiRoute } from '@waypost/contract/api/route';
import { useEffect, useRef, useState } from 'react';
import { download } from '../ui/files.ts';
import { toast } from '../ui/toasts.ts';
import { countText } from '../ui/units.ts';
import { useApi } from './context.ts';
import type { CallOptions, Http } from './http.ts';
import { asProblem, Problem } from './problem.ts';
import { showProblem } from './show-problem.ts';

interface CsvProgress {
  /** Rows received, without the header row. */
  readonly rows: number;
  /** Total rows; null when the server does not announce it. */
  readonly total: number | null;
}

export interface CsvFile {
  readonly name: string;
  readonly blob: Blob;
  readonly rows: number;
  /** False: the file holds only part of the data (its name says so too). */
  readonly complete: boolean;
}

const BLOB_BYTES = 4 * 1024 * 1024;
const NEW_LINE = 10;
const TYPE = 'text/csv;charset=utf-8';

/** @throws Problem, also when the connection breaks before the end; the AbortError of `signal`. */
export async function readCsv(
  http: Http,
  route: ApiRoute,
  options: CallOptions & { readonly onProgress: (progress: CsvProgress) => void },
): Promise<CsvFile> {
  const { onProgress, ...call } = options;
  const response = await http.open(route, call);
  const row_count = response.headers.get('X-Row-Count');
  const total = row_count === null ? null : Number(row_count);
  const complete = response.headers.get('X-Complete') !== 'false';
  const name =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'table.csv';
  const blobs: Blob[] = [];
  let buffer: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  const flush = () => {
    if (buffer.length > 0) blobs.push(new Blob(buffer));
    buffer = [];
    bytes = 0;
  };
  const rows = () => Math.max(0, lines - 1);
  onProgress({ rows: 0, total });
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) break;
      for (const byte of chunk.value) if (byte === NEW_LINE) lines += 1;
      buffer.push(chunk.value as Uint8Array<ArrayBuffer>);
      bytes += chunk.value.length;
      if (bytes >= BLOB_BYTES) flush();
      onProgress({ rows: rows(), total });
    }
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw truncated();
  }
  flush();
  // Fewer rows than announced: the server aborted the response.
  if (total !== null && rows() < total) throw truncated();
  return { name, blob: new Blob(blobs, { type: TYPE }), rows: rows(), complete };
}

const truncated = () =>
  new Problem({
    code: 0,
    reason: 'server_unreachable',
    message: 'The download was cut off',
    detail: 'Nothing was saved. Export again.',
  });

const PROGRESS_INTERVAL_MS = 200;

interface CsvExport {
  /** Null: no export is running. */
  readonly progress: CsvProgress | null;
  readonly start: (route: ApiRoute, options: Pick<CallOptions, 'params' | 'query'>) => void;
  readonly cancel: () => void;
}

export function useCsvExport(): CsvExport {
  const { http } = useApi();
  const [progress, setProgress] = useState<CsvProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the page cancels its export, because nobody would see the result.
  useEffect(() => () => running.current?.abort(), []);

  const start: CsvExport['start'] = (route, options) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ rows: 0, total: null });
    let shown = 0;
    const onProgress = (now: CsvProgress) => {
      if (performance.now() - shown < PROGRESS_INTERVAL_MS) return;
      shown = performance.now();
      setProgress(now);
    };
    readCsv(http, route, { ...options, signal: controller.signal, onProgress })
      .then(
        ({ name, blob, rows, complete }) => {
          if (controller.signal.aborted) return;
          download(name, blob);
          const count = countText(rows, 'row');
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
          if (!controller.signal.aborted) showProblem('Export failed', asProblem(error));
        },
      )
      .finally(() => {
        running.current = null;
        setProgress(null);
      });
  };
  return { progress, start, cancel: () => running.current?.abort() };
}
