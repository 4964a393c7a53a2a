/** Posts a delivery. Redirects are not followed; they count as a response. */
import type { Timers } from '../timers.ts';
import type { SignedDelivery } from './envelope.ts';

/** HTTP status, or why there was no response. */
export type PostResult =
  | { readonly status: number }
  | { readonly failed: 'timeout' | 'connection'; readonly reason: string };

export type Post = (url: string, delivery: SignedDelivery) => Promise<PostResult>;

/** @param withinMs a slower response counts as a timeout */
export function createPost(timers: Timers, withinMs: number): Post {
  return async (url, { body, headers }) => {
    const control = new AbortController();
    const cancel = timers.after(withinMs, () => control.abort());
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { ...headers, connection: 'close' },
        redirect: 'manual',
        signal: control.signal,
      });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      if (control.signal.aborted) return { failed: 'timeout', reason: `no response within ${withinMs} ms` };
      const cause = (error as { cause?: unknown }).cause ?? error;
      return { failed: 'connection', reason: cause instanceof Error ? cause.message : String(cause) };
    } finally {
      cancel();
    }
  };
}
