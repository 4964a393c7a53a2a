/** Which load's call popover is open, and where. Its code is loaded when it first opens. */
import { useSyncExternalStore } from 'react';
import { typeAhead } from '../../../ui/keys.ts';
import { Cell } from '../../../ui/signal.ts';

interface CallRequest {
  readonly load_id: string;
  /** In pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  /** Gets the focus back. */
  readonly opener: Element | null;
}

/** Width of the popover, and its distance from a panel, pixels. */
export const CALL_WIDTH = 360;
const GAP = 8;

/** Below the button; of a button in a panel beside the panel, which has what one talks about. */
function pointAt(button: HTMLElement): CallRequest['point'] {
  const { left, bottom } = button.getBoundingClientRect();
  const beside = (button.closest('aside')?.getBoundingClientRect().left ?? 0) - CALL_WIDTH - GAP;
  return { x: beside >= GAP ? beside : left, y: bottom };
}

const request = new Cell<CallRequest | null>(null);

export const callPopover = {
  /** @param at the button that opens it, or a point in pixels of the window */
  open: (load_id: string, at: HTMLElement | CallRequest['point']): void => {
    typeAhead.start();
    if (at instanceof HTMLElement) request.set({ load_id, point: pointAt(at), opener: at });
    else request.set({ load_id, point: at, opener: null });
  },
  /** Returns the focus to where it was, or to the list when that is gone. */
  close: (): void => {
    typeAhead.take();
    const opener = request.get()?.opener;
    request.set(null);
    const grid = document.querySelector('[role="grid"]');
    const target = opener?.isConnected ? opener : grid;
    if (target instanceof HTMLElement) target.focus();
  },
};

export const useCallRequest = (): CallRequest | null => useSyncExternalStore(request.subscribe, request.get);

export const CALL_CARRIER = 'Call carrier';
