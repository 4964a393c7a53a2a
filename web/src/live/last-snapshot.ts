/**
 * The list as it was last read, kept by the browser for the next visit: shown at once, with its age, until the server has answered.
 * One for a person; whoever signs out, or whose session has ended, leaves nothing behind. Only what the list itself holds, as the
 * server sent it; nothing that opens a door. The browser writes it from the network to its store without the page's main thread.
 */
import type { BoardLoad, BoardLoads } from '@waypost/contract/api/board';
import type { SessionStore } from '../api/session.ts';
import { readSlices, textOf } from '../api/slices.ts';
import type { ListDraft, LoadStore } from './store.ts';

const CACHE_NAME = 'waypost-last-snapshot';
/** Larger lists would fill the person's disk, and take longer to write than to read anew. */
const MOST_LOADS = 20_000;

interface SnapshotOptions {
  /** Null where the browser keeps nothing: an address that is not secure, or a private window. */
  readonly caches: Pick<CacheStorage, 'open' | 'delete'> | null;
  readonly read: () => Promise<Response>;
}

export class LastSnapshot {
  readonly #options: SnapshotOptions;
  /** Grows with every clearing: what was on its way then must not be kept. */
  #cleared = 0;

  constructor(options: SnapshotOptions) {
    this.#options = options;
  }

  /** Null when there is none of this person. Never rejects. */
  async of(sub: string): Promise<Response | null> {
    try {
      const cache = await this.#options.caches?.open(CACHE_NAME);
      return (await cache?.match(addressOf(sub))) ?? null;
    } catch {
      return null;
    }
  }

  /** Keeps the list as it is now, in place of any other person's. Never rejects: the next visit is only slower. */
  async keep(sub: string, loads: number): Promise<void> {
    const { caches, read } = this.#options;
    if (!caches || loads > MOST_LOADS) return;
    const cleared = this.#cleared;
    try {
      const answer = await read();
      if (cleared !== this.#cleared) return;
      await caches.delete(CACHE_NAME);
      const cache = await caches.open(CACHE_NAME);
      await cache.put(addressOf(sub), answer);
      if (cleared !== this.#cleared) await caches.delete(CACHE_NAME);
    } catch {
      // A full disk, a lost network: what was there may be gone, and is not needed.
    }
  }

  async clear(): Promise<void> {
    this.#cleared += 1;
    await this.#options.caches?.delete(CACHE_NAME).catch(() => false);
  }
}

/** No address of the server: nothing can ask for it but this file. */
function addressOf(sub: string): string {
  return `/last-snapshot/${encodeURIComponent(sub)}`;
}

// When the last snapshot is shown, kept and wiped. Joins the session, the store and the browser cache; knows nothing of the
// screen.

/** Long after the first screen stands; then so often, while somebody looks at the page. */
const FIRST_MS = 15_000;
const AGAIN_MS = 10 * 60_000;

interface KeepSnapshotOptions {
  readonly session: Pick<SessionStore, 'get' | 'subscribe'>;
  readonly store: LoadStore;
  readonly snapshot: Pick<LastSnapshot, 'of' | 'keep' | 'clear'>;
  readonly hidden: () => boolean;
}

/** @returns ends it. */
export function keepSnapshot({ session, store, snapshot, hidden }: KeepSnapshotOptions): () => void {
  /** Of whom something may be in the cache or on the screen. */
  let sub: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const again = (ms: number) => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      const here = sub;
      if (here === null) return;
      if (!hidden() && store.loaded && store.shown_from === null) void snapshot.keep(here, store.size);
      again(AGAIN_MS);
    }, ms);
  };

  const look = () => {
    const state = session.get();
    if (state.phase === 'in') {
      const before = sub;
      sub = state.session.user.sub;
      if (sub === before) return;
      again(FIRST_MS);
      void show(sub);
    } else if (state.phase === 'out' || state.phase === 'ended') {
      sub = null;
      if (timer !== null) clearTimeout(timer);
      void snapshot.clear();
    }
  };

  const show = async (whose: string) => {
    if (store.loaded) return;
    const answer = await snapshot.of(whose);
    if (!answer) return;
    let draft: ListDraft | null = null;
    const late = () => store.loaded || sub !== whose;
    const stop = new AbortController();
    try {
      await readSlices<BoardLoad, Omit<BoardLoads, 'items'>>(textOf(answer), {
        signal: stop.signal,
        onHead: ({ status }) => {
          draft = store.draft(status, { shown_from: Date.parse(status.server_time) });
        },
        onItems: (items) => {
          // The server was quicker.
          if (late()) stop.abort();
          else draft?.add(items);
        },
      });
      if (!late()) (draft as ListDraft | null)?.commit();
    } catch {
      // Cut off, or not needed any more: the server's own answer comes.
    }
  };

  const stop = session.subscribe(look);
  look();
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}
