/** The line that the pointer or the keyboard is on, shared by list and map without re-rendering the page. */
import { createContext, use, useSyncExternalStore } from 'react';

type Listener = () => void;

export class LineFocus {
  #load_id: string | null = null;
  readonly #listeners = new Set<Listener>();

  readonly get = (): string | null => this.#load_id;
  readonly subscribe = (listener: Listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  set(load_id: string | null): void {
    if (load_id === this.#load_id) return;
    this.#load_id = load_id;
    for (const listener of this.#listeners) listener();
  }
}

/** `hover`: the pointer is on its row or marker. `active`: the row that the keyboard is on. */
interface LineFocuses {
  readonly hover: LineFocus;
  readonly active: LineFocus;
}

export const LineFocusContext = createContext<LineFocuses | null>(null);

export function useLineFocus(): LineFocuses {
  const line_focus = use(LineFocusContext);
  if (!line_focus) throw new Error('no LineFocusContext above this component');
  return line_focus;
}

export function useIsFocused(focus: LineFocus, load_id: string): boolean {
  return useSyncExternalStore(focus.subscribe, () => focus.get() === load_id);
}

export function useFocusedLine(focus: LineFocus): string | null {
  return useSyncExternalStore(focus.subscribe, focus.get);
}
