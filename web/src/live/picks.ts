/** Rows picked in a list, to act on all of them at once. On the board these are loads. */
import { createContext, use, useSyncExternalStore } from 'react';
import { Cell } from '../ui/signal.ts';

const NONE: ReadonlySet<string> = new Set();

export class Picks {
  readonly #ids = new Cell(NONE);
  /** The row picked last: a range starts there. */
  #anchor: string | null = null;

  readonly get = this.#ids.get;
  readonly subscribe = this.#ids.subscribe;

  toggle(id: string): void {
    const ids = new Set(this.get());
    if (!ids.delete(id)) ids.add(id);
    this.#set(ids, id);
  }

  add(ids: readonly string[]): void {
    this.#set(new Set([...this.get(), ...ids]), ids.at(-1) ?? this.#anchor);
  }

  /** Picks everything from the row picked last to this one. @param listed the rows in order */
  addTo(id: string, listed: readonly string[]): void {
    const [a, b] = [listed.indexOf(this.#anchor ?? id), listed.indexOf(id)];
    const range = a < 0 ? [id] : listed.slice(Math.min(a, b), Math.max(a, b) + 1);
    const anchor = this.#anchor ?? id;
    this.#set(new Set([...this.get(), ...range]), anchor);
  }

  remove(ids: readonly string[]): void {
    const rest = new Set(this.get());
    for (const id of ids) rest.delete(id);
    this.#set(rest, this.#anchor);
  }

  clear(): void {
    if (this.get().size > 0) this.#set(NONE, null);
  }

  #set(ids: ReadonlySet<string>, anchor: string | null): void {
    this.#anchor = anchor;
    this.#ids.set(ids);
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

export const usePickedIds = (): ReadonlySet<string> => usePickedOf(usePicks());

/** @param picks null: nothing can be picked */
export function usePickedOf(picks: Picks | null): ReadonlySet<string> {
  return useSyncExternalStore(picks?.subscribe ?? nothing, () => picks?.get() ?? NONE);
}
