/** Whether the settings are saved on the server, for the settings page. */
import { useSyncExternalStore } from 'react';
import type { Problem } from '../../api/problem.ts';

export type Keeping =
  /** Not asked yet: nobody is signed in, or the page has just begun. */
  | { readonly phase: 'unread' }
  | { readonly phase: 'busy' }
  | { readonly phase: 'kept' }
  /** Not on the server yet; tried again by itself. */
  | { readonly phase: 'waiting'; readonly problem: Problem }
  /** The server does not take them: nothing is tried again. */
  | { readonly phase: 'refused'; readonly problem: Problem };

export class KeepingStore {
  readonly #listeners = new Set<() => void>();
  #keeping: Keeping = { phase: 'unread' };
  /** Tries again now; set by who keeps them. */
  again: () => void = () => undefined;

  readonly get = (): Keeping => this.#keeping;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(keeping: Keeping): void {
    this.#keeping = keeping;
    for (const listener of this.#listeners) listener();
  }
}

export const keeping = new KeepingStore();

export const useKeeping = (): Keeping => useSyncExternalStore(keeping.subscribe, keeping.get);
