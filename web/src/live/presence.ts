/** Who else has a load open, and who is calling a carrier now, as the stream says. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PresenceItem } from '@waypost/contract/api/presence';
import { useSyncExternalStore } from 'react';
import { usePerson } from '../api/context.ts';
import { Cell } from '../ui/signal.ts';
import type { ChangeFeed } from './change-feed.ts';
import { useLive } from './context.ts';

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
export function useCaller({ load_id, fleet }: Pick<BoardLoad, 'load_id' | 'fleet'>): PresenceItem | null {
  const { presence, store } = useLive();
  const sub = usePerson();
  const isOfFleet = (id: string) => fleet && store.get(id)?.fleet?.fleet_id === fleet.fleet_id;
  const isCaller = (item: PresenceItem) =>
    item.calling && item.sub !== sub && (item.load_id === load_id || isOfFleet(item.load_id));
  return useSyncExternalStore(presence.subscribe, () => presence.get().find(isCaller) ?? null);
}
