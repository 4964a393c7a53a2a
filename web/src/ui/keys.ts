/**
 * Single-key shortcuts of a page; inactive while typing, while a dialog is open, or when the focused element uses the key itself.
 */
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

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
  // Before the first paint: a key pressed at what is seen is never lost.
  useLayoutEffect(() => followKeys(() => current()), []);
  useEffect(() => {
    registered.add(help);
    return () => void registered.delete(help);
  }, [help]);
}

/** Row of the grid that has the focus. */
const focusedRow = () => document.activeElement?.getAttribute('aria-activedescendant') ?? null;

/** Longer than loading a form may take; then keys are shortcuts again. */
const KEEP_MS = 10_000;

/** Takes keys away from the shortcuts, in their order, until it ends: at the latest by Escape or after 10 s, and then with none. */
class KeyTaker {
  /** Row that had the keyboard. */
  readonly row = focusedRow();
  gave_up = false;
  readonly #keys: string[] = [];
  readonly #timer = setTimeout(() => this.#giveUp(), KEEP_MS);

  constructor() {
    document.addEventListener('keydown', this.#onKey, true);
  }

  /** @returns the keys that were taken */
  end(): readonly string[] {
    clearTimeout(this.#timer);
    document.removeEventListener('keydown', this.#onKey, true);
    return this.gave_up ? [] : this.#keys;
  }

  #giveUp(): void {
    this.gave_up = true;
    this.end();
  }

  readonly #onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key === 'Escape') this.#giveUp();
    else if (!ctrlKey && !metaKey && !altKey && !isTyping(target) && /^(.|Backspace|Enter)$/u.test(key)) {
      this.#keys.push(key);
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
}

let kept: { readonly first: string; readonly taker: KeyTaker } | null = null;

/**
 * Shortcuts of a component that is still loading: such a key and the ones after it, which may be text already, are kept for
 * `pressKeptKeys`, unless another row has the keyboard by then.
 */
export function useKeptKeys(keys: readonly string[], onPress?: () => void): void {
  const keep = (first: string) => () => {
    kept?.taker.end();
    kept = { first, taker: new KeyTaker() };
    onPress?.();
  };
  useShortcuts(Object.fromEntries(keys.map((key) => [key, keep(key)])));
}

/** For a layout effect of the component when it is there, after its `useShortcuts`. */
export function pressKeptKeys(): void {
  if (!kept) return;
  const { first, taker } = kept;
  kept = null;
  const after = taker.end();
  if (taker.gave_up || taker.row !== focusedRow()) return;
  for (const key of [first, ...after])
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

let ahead: KeyTaker | null = null;

/**
 * Keys pressed between a shortcut that opens a form and the form's field, which may still be loading: they are no shortcuts, and the field
 * begins with them.
 */
export const typeAhead = {
  start(): void {
    ahead?.end();
    ahead = new KeyTaker();
  },
  /** Ends it. @returns what was typed */
  take(): string {
    let text = '';
    for (const key of ahead?.end() ?? [])
      text = key === 'Backspace' ? text.slice(0, -1) : key.length === 1 ? text + key : text;
    ahead = null;
    return text;
  },
};
