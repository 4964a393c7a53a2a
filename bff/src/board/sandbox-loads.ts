/**
 * The embedded sandbox lists its loads (a route apart from the interface), so that its board starts full. Asked on
 * this machine only; a real service answers 404, and that is the end of it.
 */

import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { isLoopback } from '../config.ts';
import type { Uses } from '../dependencies.ts';
import { parseJson } from '../lib/parse-json.ts';
import type { Poller } from '../polling/poller.ts';
import type { Http } from '../upstream/http.ts';

const listed = z.object({ load_ids: z.array(uuid) });
const RETRY_MS = 3_000;

export interface SandboxLoadsOptions extends Uses<'log' | 'board'> {
  readonly baseUrl: URL;
  readonly path: string;
  readonly http: Http;
  readonly poller: Poller;
  readonly signal: AbortSignal;
}

/** Ends when the loads are taken over (true), or when it is clear that the service is no sandbox (false). */
export async function takeOverSandboxLoads(options: SandboxLoadsOptions): Promise<boolean> {
  const { baseUrl, path, http, board, poller, log, signal } = options;
  if (!isLoopback(baseUrl)) return false;
  const url = new URL(baseUrl.href.replace(/\/$/, '') + path);
  while (!signal.aborted) {
    const answer = await http
      .exchange({ method: 'GET', url, headers: { accept: 'application/json' }, signal })
      .catch(() => null);
    if (answer) {
      const parsed = answer.status === 200 ? listed.safeParse(parseJson(answer.text)) : null;
      if (!parsed?.success) return false;
      const theirs = new Set(parsed.data.load_ids);
      const { watched, removed } = board.sandboxIds();
      // A sandbox of another seed has other loads; what a person removed stays removed.
      const gone = watched.filter((id) => !theirs.has(id));
      poller.remove(await board.unwatch(gone));
      const taken = new Set([...removed, ...(await board.archivedAmong([...theirs]))]);
      const added = await board.watch(
        [...theirs].filter((id) => !taken.has(id)),
        'sandbox',
        null,
      );
      poller.add(added);
      if (added.length + gone.length > 0)
        log.info({ added: added.length, removed: gone.length }, 'added the sandbox loads');
      return true;
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, RETRY_MS);
      signal.addEventListener('abort', done, { once: true });
    });
  }
  return false;
}
