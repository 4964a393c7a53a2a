/** The line that the pointer or the keyboard is on, shared by list and map without re-rendering the page. */
import { createContext, use, useSyncExternalStore } from 'react';
import { Cell } from '../ui/signal.ts';

/** The load of the line. */
export class LineFocus extends Cell<string | null> {
  constructor() {
    super(null);
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
