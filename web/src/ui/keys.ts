/** Shortcuts of a page: single keys, off while someone types or a dialog is open. */
import { useEffect, useEffectEvent } from 'react';

/** `key` of the KeyboardEvent -> what it does. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keys and what they do, for the list of keys. */
export type KeyWords = readonly (readonly [keys: readonly string[], does: string])[];

export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

export const dialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

const told = new Set<KeyWords>();

/** The keys of what is on the screen now, in the order in which it came. */
export const keysHere = (): KeyWords => [...told].flat();

const NO_WORDS: KeyWords = [];

/** @param words what they do, for the list of keys on `?`; the same object each time */
export function useShortcuts(shortcuts: Shortcuts, words: KeyWords = NO_WORDS): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event.target) || dialogOpen()) return;
    const run = shortcuts[event.key];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  useEffect(() => {
    told.add(words);
    return () => void told.delete(words);
  }, [words]);
}
