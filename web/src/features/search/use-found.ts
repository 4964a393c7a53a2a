/** Asks the server for what is typed. A newer question calls the older one off; its answer is never shown. */

import type { SearchItem } from '@waypost/contract/api/search';
import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';

export interface Found {
  /** What this answers. */
  readonly q: string;
  readonly items: readonly SearchItem[];
  readonly more: boolean;
  readonly problem: Problem | null;
}

const NOTHING: Found = { q: '', items: [], more: false, problem: null };
/** A quick hand types on within this. */
const PAUSE_MS = 80;
const MOST = 24;

/** The answer to what is typed; until it is here, the one before, with its own `q`. */
export function useFound(q: string): Found {
  const { http } = useApi();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (q === '') {
      setFound(NOTHING);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const asked = http.call(SEARCH_ROUTES.search, {
        query: { q: q.slice(0, 100), size: MOST },
        signal: stop.signal,
      });
      asked.then(
        ({ items, more }) => !stop.signal.aborted && setFound({ q, items, more, problem: null }),
        (error: unknown) =>
          !stop.signal.aborted && setFound({ q, items: [], more: false, problem: asProblem(error) }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, http]);
  return found;
}
