/** What was done, said in passing, with the way back where there is one. Shown by Toaster.tsx. */

export interface Toast {
  /** What it is about: it takes the place of an earlier one about the same. */
  readonly about?: string;
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** More at once would cover the page: the oldest goes. */
const MOST = 3;

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

export function toast(what: Toast): void {
  last += 1;
  const others = shown.filter(({ about }) => about === undefined || about !== what.about);
  set([...others, { ...what, id: last }].slice(-MOST));
}
