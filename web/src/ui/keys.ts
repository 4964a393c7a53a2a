/**
 * Single-key shortcuts of a page; inactive while typing, while a dialog is open, or when the focused element uses the key itself.
 */
import { useEffect, useEffectEvent } from 'react';

/** `KeyboardEvent.key` -> action. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

export type ShortcutHelp = readonly (readonly [keys: readonly string[], does: string])[];

const TICKED = 'input[type="checkbox"], input[type="radio"]';

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.matches(TICKED)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

const PRESS = /^( |Enter)$/;
const ARROW = /^Arrow/;
/** Elements that handle keys themselves, focused or around the focused element. */
const OWN_KEYS: readonly (readonly [selector: string, keys: RegExp])[] = [
  [`button, a[href], summary, [role="button"], [role="switch"], ${TICKED}`, PRESS],
  ['input[type="radio"]', ARROW],
  ['[role="tablist"], [role="radiogroup"], [role="slider"], [role="separator"], canvas', ARROW],
  ['[role="menu"], [role="listbox"], [role="dialog"]', /./],
];
/** The button of an open menu; Escape then closes the menu. */
export const OPEN_POPUP = '[aria-haspopup][aria-expanded="true"]';

function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (key === 'Escape' && target.closest(OPEN_POPUP)) return true;
  return OWN_KEYS.some(([selector, keys]) => keys.test(key) && target.closest(selector) !== null);
}

export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

const registered = new Set<ShortcutHelp>();

/** The shortcuts of everything currently rendered, in the order of mounting. */
export const activeShortcuts = (): ShortcutHelp => [...registered].flat();

const NO_HELP: ShortcutHelp = [];

/** Runs shortcuts, which are asked for at each key. @returns stops it */
export function followKeys(shortcuts: () => Shortcuts): () => void {
  let used = false;
  // In the capture phase, before a handler reacts: a menu that the key closes no longer exists afterward.
  const before = ({ target, key }: KeyboardEvent) => {
    used = usesKey(target, key);
  };
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (used || isTyping(event.target) || isDialogOpen()) return;
    const run = shortcuts()[event.key];
    if (!run) return;
    event.preventDefault();
    run(event);
  };
  document.addEventListener('keydown', before, true);
  document.addEventListener('keydown', listener);
  return () => {
    document.removeEventListener('keydown', before, true);
    document.removeEventListener('keydown', listener);
  };
}

/** @param help descriptions for the shortcut help (`?`); must be the same object on every render */
export function useShortcuts(shortcuts: Shortcuts, help: ShortcutHelp = NO_HELP): void {
  const current = useEffectEvent(() => shortcuts);
  useEffect(() => followKeys(() => current()), []);
  useEffect(() => {
    registered.add(help);
    return () => void registered.delete(help);
  }, [help]);
}

/** Row of the grid that has the focus. */
const focusedRow = () => document.activeElement?.getAttribute('aria-activedescendant') ?? null;

let pressed: { readonly key: string; readonly row: string | null } | null = null;

/** Shortcuts of a component that is still loading: the last key pressed is kept for `pressKeptKey`, unless another row has the keyboard by then. */
export function useKeptKeys(keys: readonly string[], onPress: () => void): void {
  const keep = (key: string) => () => {
    pressed = { key, row: focusedRow() };
    onPress();
  };
  useShortcuts(Object.fromEntries(keys.map((key) => [key, keep(key)])));
}

/** For the component when it is there, after its `useShortcuts`. */
export function pressKeptKey(): void {
  const kept = pressed;
  pressed = null;
  if (kept && kept.row === focusedRow())
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: kept.key, bubbles: true }));
}

/** Longer than loading a form may take; then keys are shortcuts again. */
const TYPE_AHEAD_MS = 10_000;

let ahead: { text: string; readonly end: () => void } | null = null;

/**
 * Keys pressed between a shortcut that opens a form and the form's field, which may still be loading: they are no shortcuts, and the field
 * begins with them.
 */
export const typeAhead = {
  start(): void {
    ahead?.end();
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key === 'Escape') ahead?.end();
      if (key === 'Escape' || ctrlKey || metaKey || altKey || isTyping(target) || !ahead) return;
      if (key.length === 1) ahead.text += key;
      else if (key === 'Backspace') ahead.text = ahead.text.slice(0, -1);
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const timer = setTimeout(() => ahead?.end(), TYPE_AHEAD_MS);
    document.addEventListener('keydown', onKey, true);
    ahead = {
      text: '',
      end: () => {
        clearTimeout(timer);
        document.removeEventListener('keydown', onKey, true);
        ahead = null;
      },
    };
  },
  /** Ends it. @returns what was typed */
  take(): string {
    const text = ahead?.text ?? '';
    ahead?.end();
    return text;
  },
};
