/** The pages of a list of the service, followed to its end. */
import { setTimeout } from 'node:timers/promises';
import type { Endpoint } from '@waypost/contract/endpoint';
import type { UnreadItem } from '@waypost/contract/unread';
import type { ServiceClient } from './client.ts';
import { isOutage, ServiceError } from './errors.ts';
import type { Priority } from './request-scheduler.ts';

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly total?: number | null | undefined;
  readonly next_page?: string | null | undefined;
  /** What of it could not be read. */
  readonly unread?: readonly UnreadItem[];
}

/** Empty pages in a row before a list counts as one that never ends. */
const MAX_EMPTY = 20;

/** Where a list goes on: an empty page is its end only when it names no next one. */
class Cursors {
  readonly #seen = new Set<string>();
  #empty = 0;

  /** The next cursor, null at the end. Throws ServiceError for a list that does not come to an end. */
  after({ items, unread = [], next_page }: PageOf<unknown>): string | null {
    if (next_page == null || next_page === '') return null;
    const empty = items.length + unread.length === 0;
    this.#empty = empty ? this.#empty + 1 : 0;
    const again = this.#seen.has(next_page);
    // Some services name the end itself as what comes next.
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
  /** Pages after which it stops, whether or not there are more. */
  readonly limit?: number;
  /** Asks for the next page while the consumer works on this one. */
  readonly prefetch?: boolean;
}

/** The pages of a list, one after the other. Throws ServiceError for a list that comes round in a circle. */
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
      // Whoever takes the pages may stop taking: then nobody waits for this one.
      next.catch(() => undefined);
      yield page;
    }
    if (cursor === null) return;
  }
}

/** The most that the service gives in a page: fewer calls. */
export const PAGE_SIZE = 1000;
/** A service whose cursors never end is not followed for ever. */
const MAX_PAGES = 500;

interface ListQuery {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly priority: Priority;
  readonly signal?: AbortSignal;
}

/** All records of a list. */
interface WholeList {
  readonly items: Record<string, unknown>[];
  /** Of records that could not be read, or not whole. */
  readonly unread: UnreadItem[];
}

/** Throws ServiceError, also when the list does not come to an end: a part would pass for the whole. */
export async function readAll(
  client: Pick<ServiceClient, 'call'>,
  endpoint: Endpoint,
  { query, ...options }: ListQuery,
): Promise<WholeList> {
  const list: WholeList = { items: [], unread: [] };
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

export interface PatientOptions<T> extends Pick<PagesOptions<T>, 'call'> {
  readonly signal: AbortSignal;
  /** What it waits for, in a sentence; null when it continues. */
  readonly onWait?: (message: string | null) => void;
  /** Injected in tests. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Milliseconds before each further try while the service is in trouble. */
const OUTAGE_PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];
/** The scheduler holds what follows a 429 for as long as it said; so often in a row something else is wrong. */
const MAX_WAITS = 100;
const MIN_WAIT_MS = 1_000;

/** Ends after `ms`; throws the reason of `signal` when that is aborted before. */
const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());

/** The same for long lists that nobody waits for: an announced wait is waited for, an outage is given some time. */
export function patientPagesOf<T>(options: PatientOptions<T>): AsyncGenerator<PageOf<T>> {
  return pagesOf({ call: (cursor) => patiently(options, cursor), prefetch: true });
}

async function patiently<T>(options: PatientOptions<T>, cursor: string | undefined): Promise<PageOf<T>> {
  const { call, signal, onWait = () => undefined, pause = pauseFor } = options;
  let waits = 0;
  let outages = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      const page = await call(cursor);
      signal.throwIfAborted();
      if (waits + outages > 0) onWait(null);
      return page;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceError && error.kind === 'rate_limited' && waits < MAX_WAITS) {
        waits += 1;
        onWait('Rate limit reached. Loading resumes automatically');
        // A wait of the service is kept by the scheduler; one of the token endpoint has to be waited for here.
        if (error.atTokenEndpoint)
          await pause(Math.max(MIN_WAIT_MS, (error.retryAt ?? 0) - Date.now()), signal);
        continue;
      }
      const ms = OUTAGE_PAUSES[outages];
      if (!isOutage(error) || ms === undefined) throw error;
      outages += 1;
      onWait('The tracking service is not responding. Retrying automatically');
      await pause(ms, signal);
    }
  }
}
