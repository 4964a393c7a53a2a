/** Which load's call popover is open, and where. Its code is loaded when it first opens. */
import { useSyncExternalStore } from 'react';
import { typeAhead } from '../../../ui/keys.ts';

interface CallRequest {
  readonly load_id: string;
  /** In pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  /** Gets the focus back. */
  readonly opener: Element | null;
}

const listeners = new Set<() => void>();
let request: CallRequest | null = null;

function set(to: CallRequest | null): void {
  request = to;
  for (const listener of listeners) listener();
}

export const callPopover = {
  /** @param at the button that opens it, or a point in pixels of the window */
  open: (load_id: string, at: HTMLElement | CallRequest['point']): void => {
    typeAhead.start();
    const { left, bottom } =
      at instanceof HTMLElement ? at.getBoundingClientRect() : { left: at.x, bottom: at.y };
    set({ load_id, point: { x: left, y: bottom }, opener: at instanceof HTMLElement ? at : null });
  },
  /** Returns the focus to where it was, or to the list when that is gone. */
  close: (): void => {
    const opener = request?.opener;
    set(null);
    const grid = document.querySelector('[role="grid"]');
    const target = opener?.isConnected ? opener : grid;
    if (target instanceof HTMLElement) target.focus();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useCallRequest = (): CallRequest | null => useSyncExternalStore(subscribe, () => request);

export const CALL_CARRIER = 'Call carrier';
