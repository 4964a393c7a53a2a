/** Toasts: short messages about completed actions, optionally with Undo. Rendered by Toaster.tsx. */

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

const listeners = new Set<() => void>();
let shown: readonly ShownToast[] = [];
let last = 0;

function set(to: readonly ShownToast[]): void {
  shown = to;
  for (const listener of listeners) listener();
}

export const toasts = {
  get: (): readonly ShownToast[] => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  hide: (id: number): void => set(shown.filter((toast) => toast.id !== id)),
};

export function toast(content: Toast): void {
  last += 1;
  const others = shown.filter(({ about }) => about === undefined || about !== content.about);
  set([...others, { ...content, id: last }].slice(-MAX_TOASTS));
}
