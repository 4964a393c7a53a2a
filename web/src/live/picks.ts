/** Loads picked in the list, to act on all of them at once. */
import { createContext, use, useSyncExternalStore } from 'react';

const NONE: ReadonlySet<string> = new Set();

export class Picks {
  readonly #listeners = new Set<() => void>();
  #ids = NONE;
  /** The load picked last: a range starts there. */
  #anchor: string | null = null;

  readonly get = (): ReadonlySet<string> => this.#ids;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  toggle(load_id: string): void {
    const ids = new Set(this.#ids);
    if (!ids.delete(load_id)) ids.add(load_id);
    this.#set(ids, load_id);
  }

  add(load_ids: readonly string[]): void {
    this.#set(new Set([...this.#ids, ...load_ids]), load_ids.at(-1) ?? this.#anchor);
  }

  /** Picks everything from the load picked last to this one. @param listed the loads in order */
  addTo(load_id: string, listed: readonly string[]): void {
    const [a, b] = [listed.indexOf(this.#anchor ?? load_id), listed.indexOf(load_id)];
    const range = a < 0 ? [load_id] : listed.slice(Math.min(a, b), Math.max(a, b) + 1);
    const anchor = this.#anchor ?? load_id;
    this.#set(new Set([...this.#ids, ...range]), anchor);
  }

  clear(): void {
    if (this.#ids.size > 0) this.#set(NONE, null);
  }

  #set(ids: ReadonlySet<string>, anchor: string | null): void {
    this.#ids = ids;
    this.#anchor = anchor;
    for (const listener of this.#listeners) listener();
  }
}

export const PicksContext = createContext<Picks | null>(null);

const nothing = () => () => undefined;

/** Null where loads cannot be picked. */
export const usePicks = (): Picks | null => use(PicksContext);

export function useIsPicked(load_id: string): boolean {
  const picks = usePicks();
  return useSyncExternalStore(picks?.subscribe ?? nothing, () => picks?.get().has(load_id) ?? false);
}

export function usePickedIds(): ReadonlySet<string> {
  const picks = usePicks();
  return useSyncExternalStore(picks?.subscribe ?? nothing, () => picks?.get() ?? NONE);
}
