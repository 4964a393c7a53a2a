/** Shortcuts of a page: single keys, off while someone types, a dialog is open, or what has the focus uses the key itself. */
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

const PRESS = /^( |Enter)$/;
const ARROW = /^Arrow/;
/** What has the focus, or holds it, and the keys that it uses itself. */
const OWN_KEYS: readonly (readonly [selector: string, keys: RegExp])[] = [
  ['button, a[href], summary, [role="button"], [role="switch"]', PRESS],
  ['[role="tablist"], [role="radiogroup"], [role="slider"], [role="separator"], canvas', ARROW],
  ['[role="menu"], [role="listbox"], [role="dialog"]', /./],
];
/** The button of an open menu: Escape closes the menu. */
const OPEN_POPUP = '[aria-haspopup][aria-expanded="true"]';

function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (key === 'Escape' && target.closest(OPEN_POPUP)) return true;
  return OWN_KEYS.some(([selector, keys]) => keys.test(key) && target.closest(selector) !== null);
}

export const dialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

const registered = new Set<KeyWords>();

/** The keys of what is on the screen now, in the order in which it came. */
export const keysHere = (): KeyWords => [...registered].flat();

const NO_WORDS: KeyWords = [];

/** @param words what they do, for the list of keys on `?`; the same object each time */
export function useShortcuts(shortcuts: Shortcuts, words: KeyWords = NO_WORDS): void {
  const onKey = useEffectEvent((event: KeyboardEvent, used: boolean) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (used || typing(event.target) || dialogOpen()) return;
    const run = shortcuts[event.key];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    let used = false;
    // Asked before anybody acts on the key: a menu that it closes is gone afterwards.
    const before = ({ target, key }: KeyboardEvent) => {
      used = usesKey(target, key);
    };
    const listener = (event: KeyboardEvent) => onKey(event, used);
    document.addEventListener('keydown', before, true);
    document.addEventListener('keydown', listener);
    return () => {
      document.removeEventListener('keydown', before, true);
      document.removeEventListener('keydown', listener);
    };
  }, []);
  useEffect(() => {
    registered.add(words);
    return () => void registered.delete(words);
  }, [words]);
}
