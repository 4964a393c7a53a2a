/**
 * All pages of a list of the service, one after the other, each asked for while the one before is worked on. A wait that the service
 * announces is waited for, an outage is given some time; a list that comes round in a circle ends with an error.
 */
import type { UnreadItem } from '@waypost/contract/unread';
import { isOutage, ServiceError } from '../service/errors.ts';

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly total?: number | null | undefined;
  readonly next_page?: string | null | undefined;
  /** What of it could not be read. */
  readonly unread?: readonly UnreadItem[];
}

/** Empty pages in a row before a list counts as one that never ends. */
const MOST_EMPTY = 20;

/** Where a list goes on: an empty page is its end only when it names no next one. */
export class Cursors {
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
    if (again || this.#empty > MOST_EMPTY)
      throw new ServiceError('unexpected_answer', 'The pages of the service do not come to an end');
    this.#seen.add(next_page);
    return next_page;
  }
}

export interface PagesOptions<T> {
  readonly call: (cursor: string | undefined) => Promise<PageOf<T>>;
  readonly signal: AbortSignal;
  /** What it waits for, in a sentence; null when it goes on. */
  readonly onWait?: (message: string | null) => void;
  /** Injected in tests. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Milliseconds before each further try while the service is in trouble. */
const OUTAGE_PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];
/** The gate holds what follows a 429 for as long as it said; so often in a row something else is wrong. */
const MAX_WAITS = 100;
const LEAST_WAIT_MS = 1_000;

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', gone);
      resolve();
    }, ms);
    signal.addEventListener('abort', gone, { once: true });
  });
}

export async function* pagesOf<T>(options: PagesOptions<T>): AsyncGenerator<PageOf<T>> {
  const cursors = new Cursors();
  let next: Promise<PageOf<T>> | null = patiently(options, undefined);
  while (next !== null) {
    const page: PageOf<T> = await next;
    options.signal.throwIfAborted();
    const cursor = cursors.after(page);
    if (cursor === null) next = null;
    else {
      next = patiently(options, cursor);
      // Whoever takes the pages may stop taking: then nobody waits for this one.
      next.catch(() => undefined);
    }
    yield page;
  }
}

async function patiently<T>(options: PagesOptions<T>, cursor: string | undefined): Promise<PageOf<T>> {
  const { call, signal, onWait = () => undefined, pause = sleep } = options;
  let waits = 0;
  let outages = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      const page = await call(cursor);
      if (waits + outages > 0) onWait(null);
      return page;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceError && error.kind === 'rate_limited' && waits < MAX_WAITS) {
        waits += 1;
        onWait('The service has asked all of us to wait; reading goes on by itself');
        // A wait of the service is kept by the gate; one of the token endpoint has to be waited for here.
        if (error.atTokenEndpoint)
          await pause(Math.max(LEAST_WAIT_MS, (error.retryAt ?? 0) - Date.now()), signal);
        continue;
      }
      const ms = OUTAGE_PAUSES[outages];
      if (!isOutage(error) || ms === undefined) throw error;
      outages += 1;
      onWait('The service does not answer; it is tried again');
      await pause(ms, signal);
    }
  }
}

/**
 * Works through `items`, `width` at a time, in their order. The first error ends it: the signal that the others were given is aborted, and
 * it is thrown when they have stopped.
 */
export async function sideBySide<T>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failing = new AbortController();
  const both = AbortSignal.any([signal, failing.signal]);
  const errors: unknown[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined && !both.aborted; item = waiting.shift())
      try {
        await work(item, both);
      } catch (error) {
        errors.push(error);
        failing.abort(error);
      }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  signal.throwIfAborted();
  if (errors.length > 0) throw errors[0];
}
