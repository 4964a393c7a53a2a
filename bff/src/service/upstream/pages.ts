/** Follows the pages of a service's list to its end. */
import { setTimeout } from 'node:timers/promises';
import type { Endpoint } from '@waypost/contract/endpoint';
import type { UnreadItem } from '@waypost/contract/unread';
import { monotonicNow } from '../../platform/lib/clocks.ts';
import type { ServiceClient } from './client.ts';
import { isOutage, ServiceError } from './errors.ts';
import type { Priority } from './request-scheduler.ts';

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly total?: number | null | undefined;
  readonly next_page?: string | null | undefined;
  readonly unread?: readonly UnreadItem[];
}

/** Consecutive empty pages before a list counts as endless. */
const MAX_EMPTY = 20;

/** Tracks cursors: an empty page ends a list only when it names no next page. */
class Cursors {
  readonly #seen = new Set<string>();
  #empty = 0;

  /** The next cursor, null at the end. Throws ServiceError for an endless list. */
  after({ items, unread = [], next_page }: PageOf<unknown>): string | null {
    if (next_page == null || next_page === '') return null;
    const empty = items.length + unread.length === 0;
    this.#empty = empty ? this.#empty + 1 : 0;
    const again = this.#seen.has(next_page);
    // Some services name the last page itself as the next one.
    if (again && empty) return null;
    if (again || this.#empty > MAX_EMPTY) throw endless();
    this.#seen.add(next_page);
    return next_page;
  }
}

const endless = () =>
  new ServiceError('unexpected_answer', 'The tracking service sends an endless list of pages');

interface PagesOptions<T> {
  readonly call: (cursor: string | undefined) => Promise<PageOf<T>>;
  readonly limit?: number;
  /** Requests the next page while the consumer processes the current one. */
  readonly prefetch?: boolean;
}

/** Yields the pages of a list in order. Throws ServiceError for a circular list. */
export async function* pagesOf<T>(options: PagesOptions<T>): AsyncGenerator<PageOf<T>> {
  const { call, limit = Number.POSITIVE_INFINITY, prefetch = false } = options;
  const cursors = new Cursors();
  let next = call(undefined);
  for (let n = 1; ; n += 1) {
    const page = await next;
    if (!prefetch) yield page;
    const cursor = n < limit ? cursors.after(page) : null;
    if (cursor !== null) next = call(cursor);
    if (prefetch) {
      // The consumer may stop early; then nobody handles a rejection of this page.
      next.catch(() => undefined);
      yield page;
    }
    if (cursor === null) return;
  }
}

/** Largest page size of the service: fewer calls. */
export const PAGE_SIZE = 1000;
/** Stops at a service whose cursors never end. */
const MAX_PAGES = 500;

interface ListQuery {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly priority: Priority;
  readonly signal?: AbortSignal;
}

interface CompleteList {
  readonly items: Record<string, unknown>[];
  readonly unread: UnreadItem[];
}

/** Reads all records of a list. Throws ServiceError, also for an endless list: a part must not pass for the whole list. */
export async function readAll(
  client: Pick<ServiceClient, 'call'>,
  endpoint: Endpoint,
  { query, ...options }: ListQuery,
): Promise<CompleteList> {
  const list: CompleteList = { items: [], unread: [] };
  let count = 0;
  const pages = pagesOf({
    call: async (cursor) => {
      const { data, unread } = await client.call(endpoint, {
        query: { ...query, size: PAGE_SIZE, cursor },
        ...options,
      });
      return { ...(data as unknown as PageOf<Record<string, unknown>>), unread };
    },
  });
  for await (const { items, unread = [] } of pages) {
    count += 1;
    if (count > MAX_PAGES) throw endless();
    list.items.push(...items);
    list.unread.push(...unread);
  }
  return list;
}

export interface RetryOptions<T> extends Pick<PagesOptions<T>, 'call'> {
  readonly signal: AbortSignal;
  /** Called with the reason for waiting, as a sentence; null when reading continues. */
  readonly onWait?: (message: string | null) => Promise<unknown>;
  /** Injected in tests. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Milliseconds before each retry during an outage. */
const OUTAGE_PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];
/** The scheduler enforces each announced wait; after this many, something else is wrong. */
const MAX_WAITS = 100;
const MIN_WAIT_MS = 1_000;

/** Resolves after `ms`; throws the reason of `signal` when aborted. */
const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());

/** The same for long background reads: waits out announced pauses, and retries during an outage for a while. */
export function pagesWithRetry<T>(options: RetryOptions<T>): AsyncGenerator<PageOf<T>> {
  return pagesOf({ call: (cursor) => callWithRetry(options, cursor), prefetch: true });
}

async function callWithRetry<T>(options: RetryOptions<T>, cursor: string | undefined): Promise<PageOf<T>> {
  const { call, signal, onWait, pause = pauseFor } = options;
  let waits = 0;
  let outages = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      const page = await call(cursor);
      signal.throwIfAborted();
      if (waits + outages > 0) await onWait?.(null);
      return page;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceError && error.kind === 'rate_limited' && waits < MAX_WAITS) {
        waits += 1;
        await onWait?.('Rate limit reached. Loading resumes automatically');
        // The scheduler enforces a pause of the service; a wait of the token endpoint is enforced here.
        if (error.atTokenEndpoint)
          await pause(Math.max(MIN_WAIT_MS, (error.retryAt ?? 0) - monotonicNow()), signal);
        continue;
      }
      const ms = OUTAGE_PAUSES[outages];
      if (!isOutage(error) || ms === undefined) throw error;
      outages += 1;
      await onWait?.('The tracking service is not responding. Retrying automatically');
      await pause(ms, signal);
    }
  }
}
