/** An export that is under way: begun, watched, cancelled; at its end the file is handed to the person. */
import type { ApiRoute } from '@waypost/contract/api/route';
import { useEffect, useRef, useState } from 'react';
import { download } from '../ui/download.ts';
import { personLocale } from '../ui/locale.ts';
import { toast } from '../ui/toasts.ts';
import { useApi } from './context.ts';
import { type CsvProgress, readCsv } from './csv-stream.ts';
import type { CallOptions } from './http.ts';
import { asProblem } from './problem.ts';
import { showProblem } from './show-problem.ts';

/** Drawn again this often at most. */
const TELL_MS = 200;

export interface CsvExport {
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
