/** Who else has a load open, and who is calling a carrier now, as the stream says. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PresenceItem } from '@waypost/contract/api/presence';
import { useCallback, useSyncExternalStore } from 'react';
import { usePerson } from '../api/context.ts';
import { Cell } from '../ui/signal.ts';
import type { ChangeFeed } from './change-feed.ts';
import { useLive } from './context.ts';
import type { LoadStore } from './store.ts';

export class PresenceStore {
  readonly #items = new Cell<readonly PresenceItem[]>([]);

  constructor(changes: ChangeFeed) {
    changes.subscribe('presence', {
      onChange: ({ items }) => this.#items.set(items),
      // Each stream begins with everybody.
      onOpened: () => undefined,
    });
  }

  readonly subscribe = this.#items.subscribe;
  readonly get = this.#items.get;
}

/** Names of others who have this load open, joined by commas; empty: nobody. */
export function usePresence(load_id: string): string {
  const { presence } = useLive();
  const sub = usePerson();
  const names = () =>
    presence
      .get()
      .filter((item) => item.load_id === load_id && item.sub !== sub)
      .map(({ name }) => name)
      .join(', ');
  return useSyncExternalStore(presence.subscribe, names);
}

/** Somebody else who is calling about this load, or about another one of its fleet; null: nobody. */
export function useCaller(load: Pick<BoardLoad, 'load_id' | 'fleet'>): PresenceItem | null {
  const { presence, store } = useLive();
  const sub = usePerson();
  const get = useCallback(() => callerOf(load, presence.get(), store, sub), [load, presence, store, sub]);
  return useSyncExternalStore(presence.subscribe, get);
}

const callerOf = (
  { load_id, fleet }: Pick<BoardLoad, 'load_id' | 'fleet'>,
  items: readonly PresenceItem[],
  store: LoadStore,
  sub: string,
): PresenceItem | null =>
  items.find(
    (item) =>
      item.calling &&
      item.sub !== sub &&
      (item.load_id === load_id || (fleet && store.get(item.load_id)?.fleet?.fleet_id === fleet.fleet_id)),
  ) ?? null;
