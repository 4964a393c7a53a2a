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

class ToastStore {
  readonly #listeners = new Set<() => void>();
  #toasts: readonly ShownToast[] = [];
  #last = 0;

  readonly get = (): readonly ShownToast[] => this.#toasts;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  show(toast: Toast): void {
    this.#last += 1;
    const others = this.#toasts.filter(({ about }) => about === undefined || about !== toast.about);
    this.#set([...others, { ...toast, id: this.#last }].slice(-MOST));
  }

  hide(id: number): void {
    this.#set(this.#toasts.filter((toast) => toast.id !== id));
  }

  #set(toasts: readonly ShownToast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

export const toasts = new ToastStore();

export function toast(what: Toast): void {
  toasts.show(what);
}
