/** When the last snapshot is shown, kept and wiped. Joins the session, the store and the browser cache; knows nothing of the screen. */
import type { BoardLoad, BoardLoads } from '@waypost/contract/api/board';
import type { SessionStore } from '../api/session.ts';
import { readSlices, textOf } from '../api/slices.ts';
import type { LastSnapshot } from './last-snapshot.ts';
import type { ListDraft, LoadStore } from './store.ts';

/** Long after the first screen stands; then so often, while somebody looks at the page. */
const FIRST_MS = 15_000;
const AGAIN_MS = 10 * 60_000;

export interface KeepSnapshotOptions {
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
