/**
 * The last list, stored in the browser's Cache Storage for the next visit: shown immediately, with its age, until the
 * server has responded. One person's list at a time; deleted on sign-out and when the session ends. Contains only the list
 * as the server sent it, no credentials. The browser writes the response to the cache without using the page's main thread.
 */
import type { BoardLoad, BoardLoads } from '@waypost/contract/api/board';
import type { SessionStore } from '../api/session.ts';
import { readSlices, textOf } from '../api/slices.ts';
import type { ListDraft, LoadStore } from './store.ts';

const CACHE_NAME = 'waypost-last-snapshot';
/** Larger lists would fill the person's disk and take longer to write than to fetch: each visit shows them in two parts. */
const MAX_STORED_LOADS = 20_000;

interface SnapshotOptions {
  /** Null where Cache Storage is not available: insecure origins and private windows. */
  readonly caches: Pick<CacheStorage, 'open' | 'delete'> | null;
  readonly fetchList: () => Promise<Response>;
}

export class LastSnapshot {
  readonly #options: SnapshotOptions;
  /** Incremented by `clear`, so that a write in progress can detect that it must not be stored. */
  #cleared = 0;

  constructor(options: SnapshotOptions) {
    this.#options = options;
  }

  /** Null when nothing is stored for this person. Never rejects. */
  async read(sub: string): Promise<Response | null> {
    try {
      const cache = await this.#options.caches?.open(CACHE_NAME);
      return (await cache?.match(addressOf(sub))) ?? null;
    } catch {
      return null;
    }
  }

  /** Fetches and stores the list, replacing any other person's. Never rejects: a failure only makes the next visit slower. */
  async save(sub: string, loads: number): Promise<void> {
    const { caches, fetchList } = this.#options;
    if (!caches || loads > MAX_STORED_LOADS) return;
    const cleared = this.#cleared;
    try {
      const response = await fetchList();
      if (cleared !== this.#cleared) return;
      await caches.delete(CACHE_NAME);
      const cache = await caches.open(CACHE_NAME);
      await cache.put(addressOf(sub), response);
      if (cleared !== this.#cleared) await caches.delete(CACHE_NAME);
    } catch {
      // A full disk or a lost network: the stored list may be lost, but it is not essential.
    }
  }

  async clear(): Promise<void> {
    this.#cleared += 1;
    await this.#options.caches?.delete(CACHE_NAME).catch(() => false);
  }
}

/** Not a path of the server; only this file reads it. */
function addressOf(sub: string): string {
  return `/last-snapshot/${encodeURIComponent(sub)}`;
}

/** Well after the first view has loaded; afterward at this interval while the page is visible. */
const FIRST_SAVE_MS = 15_000;
const SAVE_INTERVAL_MS = 10 * 60_000;

interface PersistSnapshotOptions {
  readonly session: Pick<SessionStore, 'get' | 'subscribe'>;
  readonly store: LoadStore;
  readonly snapshot: Pick<LastSnapshot, 'read' | 'save' | 'clear'>;
  readonly hidden: () => boolean;
}

/** Shows the stored list on sign-in, saves it periodically, and deletes it on sign-out. @returns stops it */
export function persistSnapshot({ session, store, snapshot, hidden }: PersistSnapshotOptions): () => void {
  // The person whose list may be stored or shown.
  let sub: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const saveIn = (ms: number) => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      const owner = sub;
      if (owner === null) return;
      if (!hidden() && store.loaded && store.shown_from === null) void snapshot.save(owner, store.size);
      saveIn(SAVE_INTERVAL_MS);
    }, ms);
  };

  const onSession = () => {
    const state = session.get();
    if (state.phase === 'in') {
      const before = sub;
      sub = state.session.user.sub;
      if (sub === before) return;
      saveIn(FIRST_SAVE_MS);
      void show(sub);
    } else if (state.phase === 'out' || state.phase === 'ended') {
      sub = null;
      if (timer !== null) clearTimeout(timer);
      void snapshot.clear();
    }
  };

  const show = async (owner: string) => {
    if (store.loaded) return;
    const response = await snapshot.read(owner);
    if (!response) return;
    let draft: ListDraft | null = null;
    const obsolete = () => store.loaded || store.shown || sub !== owner;
    const controller = new AbortController();
    try {
      await readSlices<BoardLoad, Omit<BoardLoads, 'items'>>(textOf(response), {
        signal: controller.signal,
        onHead: ({ status }) => {
          draft = store.draft(status, { shown_from: Date.parse(status.server_time) });
        },
        onItems: (items) => {
          // The server's list has arrived first.
          if (obsolete()) controller.abort();
          else draft?.add(items);
        },
      });
      if (!obsolete()) (draft as ListDraft | null)?.commit();
    } catch {
      // Truncated or obsolete: the server's list will arrive.
    }
  };

  const unsubscribe = session.subscribe(onSession);
  onSession();
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
  };
}
