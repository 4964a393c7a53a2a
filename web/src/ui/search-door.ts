/**
 * Whether the one search is open, and what was typed before its field was there. Its button, its keys and its dialog are in
 * different places, and the dialog's script may still be on its way: nothing that is typed meanwhile is lost.
 */
import { useSyncExternalStore } from 'react';

interface Early {
  readonly text: string;
  /** Enter was pressed. */
  readonly entered: boolean;
}

/** Characters that the field of the search takes. */
export const LONGEST_SEARCH = 100;

const NOTHING: Early = { text: '', entered: false };

const listeners = new Set<() => void>();
let opened = false;
/** Null: the field is there, or the search is closed. */
let early: Early | null = null;

export const searchDoor = {
  get: (): boolean => opened,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  set: (to: boolean): void => {
    if (to === opened) return;
    opened = to;
    early = to ? NOTHING : null;
    for (const listener of listeners) listener();
  },
  /** A key while the field is not there yet. True: it was taken. */
  key: (key: string): boolean => {
    if (early === null) return false;
    if (key === 'Escape') searchDoor.set(false);
    else if (key === 'Enter') early = { ...early, entered: true };
    else if (key === 'Backspace') early = { ...early, text: early.text.slice(0, -1) };
    else if (key.length === 1) early = { text: early.text + key, entered: false };
    else return false;
    return true;
  },
  /** Text is pasted while the field is not there yet. True: it was taken. */
  paste: (text: string): boolean => {
    if (early === null) return false;
    const line = text.trim().replace(/\s+/g, ' ');
    early = { text: (early.text + line).slice(0, LONGEST_SEARCH), entered: false };
    return true;
  },
  /** The field is there: what was typed before, once. */
  take: (): Early => {
    const taken = early ?? NOTHING;
    early = null;
    return taken;
  },
};

export const useSearchOpened = (): boolean => useSyncExternalStore(searchDoor.subscribe, searchDoor.get);
