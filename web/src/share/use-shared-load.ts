/** A shared load, asked for again every minute while somebody looks. */
import { SHARE_LINK_ROUTES } from '@waypost/contract/api/share-link-routes';
import { SHARE_TOKEN_HEADER, type SharedLoad } from '@waypost/contract/api/share-links';
import { useEffect, useState } from 'react';
import type { Http } from '../api/http.ts';
import { asProblem, type Problem } from '../api/problem.ts';
import { prefs } from '../ui/prefs.ts';

const EVERY_MS = 60_000;

export interface SharedLoadState {
  /** The last good answer; null before the first one, and after the link has ended. */
  readonly shared: SharedLoad | null;
  /** Why there is no newer answer. */
  readonly problem: Problem | null;
  /** By the server's clock, of the last good answer minus the browser's, milliseconds. */
  readonly clock_offset: number;
}

/** True when the link shows nothing any more: asking again is of no use. */
export const hasEnded = (problem: Problem | null): boolean => problem?.code === 404;

export function useSharedLoad(http: Http, token: string): SharedLoadState {
  const [state, setState] = useState<SharedLoadState>({ shared: null, problem: null, clock_offset: 0 });
  useEffect(() => {
    const gone = new AbortController();
    let opened = false;
    let asked_at = 0;
    const ask = async () => {
      asked_at = Date.now();
      try {
        const shared = await http.call(SHARE_LINK_ROUTES.readSharedLoad, {
          headers: { [SHARE_TOKEN_HEADER]: token },
          background: opened,
          signal: gone.signal,
        });
        opened = true;
        prefs.borrow(shared.writing);
        setState({ shared, problem: null, clock_offset: Date.parse(shared.server_time) - Date.now() });
      } catch (error) {
        if (gone.signal.aborted) return;
        const problem = asProblem(error);
        if (hasEnded(problem)) gone.abort();
        setState((before) => ({ ...before, problem, shared: hasEnded(problem) ? null : before.shared }));
      }
    };
    const askIfDue = () => {
      const due = Date.now() - asked_at >= EVERY_MS;
      if (due && document.visibilityState === 'visible' && !gone.signal.aborted) void ask();
    };
    // Not at once: a page that is drawn twice in development, or left within the moment, is one opening or none.
    const first = setTimeout(() => void ask());
    const timer = setInterval(askIfDue, EVERY_MS / 4);
    document.addEventListener('visibilitychange', askIfDue);
    return () => {
      gone.abort();
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askIfDue);
    };
  }, [http, token]);
  return state;
}
