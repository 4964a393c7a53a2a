/** Toasts: short messages about completed actions, optionally with Undo. Rendered by Toaster.tsx. */
import { Cell } from './signal.ts';

export interface Toast {
  /** Replaces an earlier toast with the same key. */
  readonly about?: string;
  readonly title: string;
  readonly text?: string;
  /** Until it is dismissed or replaced: what it says is not done yet. */
  readonly stays?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** More would cover the page; the oldest is removed. */
const MAX_TOASTS = 3;

class Toasts extends Cell<readonly ShownToast[]> {
  readonly hide = (id: number): void => this.set(this.get().filter((toast) => toast.id !== id));
}
export const toasts = new Toasts([]);
let last = 0;

/** @returns its id */
export function toast(content: Toast): number {
  last += 1;
  const others = toasts.get().filter(({ about }) => about === undefined || about !== content.about);
  toasts.set([...others, { ...content, id: last }].slice(-MAX_TOASTS));
  return last;
}
