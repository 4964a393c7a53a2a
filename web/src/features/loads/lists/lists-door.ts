/** Which dialog about lists is open. It outlives the menu, the panel or the palette from which it was asked for. */
import { useSyncExternalStore } from 'react';

export type ListsDialog =
  | { readonly kind: 'put'; readonly load_ids: readonly string[] }
  | { readonly kind: 'manage' };

const listeners = new Set<() => void>();
let dialog: ListsDialog | null = null;

function set(to: ListsDialog | null): void {
  dialog = to;
  for (const listener of listeners) listener();
}

export const listsDoor = {
  /** Asks into which list these loads go. */
  put: (load_ids: readonly string[]): void => set({ kind: 'put', load_ids }),
  manage: (): void => set({ kind: 'manage' }),
  close: (): void => set(null),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useListsDialog = (): ListsDialog | null => useSyncExternalStore(subscribe, () => dialog);
