/**
 * Rows of a table of any length, a page at a time: only pages that somebody looks at are asked for, only some are kept. Without
 * React; the table listens.
 */
export interface RowPagesOptions<T> {
  /** Rows of one page. */
  readonly size: number;
  /** Pages kept at most; what was viewed longest ago goes first. */
  readonly keep: number;
  readonly read: (
    offset: number,
    size: number,
    signal: AbortSignal,
  ) => Promise<{ items: readonly T[]; total: number }>;
  readonly onError: (error: unknown) => void;
}

interface Page<T> {
  rows: readonly T[] | null;
  request: AbortController | null;
}

export class RowPages<T> {
  readonly #options: RowPagesOptions<T>;
  readonly #pages = new Map<number, Page<T>>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #total: number | null = null;
  #failed = false;

  constructor(options: RowPagesOptions<T>) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  /** Grows whenever a row may have changed. */
  readonly version = (): number => this.#version;

  /** Rows in all, as last reported by the server; null before. */
  get total(): number | null {
    return this.#total;
  }

  /** Pages in memory. */
  get kept(): number {
    return this.#pages.size;
  }

  /** Undefined while it is not here. */
  row(index: number): T | undefined {
    const { size } = this.#options;
    return this.#pages.get(Math.floor(index / size))?.rows?.[index % size];
  }

  /** Rows that are viewed now. Asks for what is missing, and calls off what nobody looks at any more. */
  want(first: number, last: number): void {
    const { size, keep } = this.#options;
    const [from, to] = [Math.floor(first / size), Math.floor(Math.max(first, last) / size)];
    for (const [index, page] of this.#pages)
      if (page.request && (index < from || index > to)) {
        page.request.abort();
        this.#pages.delete(index);
      }
    for (let index = from; index <= to; index += 1) {
      const page = this.#pages.get(index);
      // Last in the order of the map is viewed last.
      this.#pages.delete(index);
      if (page) this.#pages.set(index, page);
      else if (!this.#failed) this.#read(index);
    }
    for (const index of this.#pages.keys()) {
      if (this.#pages.size <= keep) break;
      if (index < from || index > to) this.#pages.delete(index);
    }
  }

  /** After a failure: may ask again. */
  retry(): void {
    this.#failed = false;
    this.#publish();
  }

  close(): void {
    for (const { request } of this.#pages.values()) request?.abort();
    this.#pages.clear();
  }

  #read(index: number): void {
    const { size, read, onError } = this.#options;
    const request = new AbortController();
    const page: Page<T> = { rows: null, request };
    this.#pages.set(index, page);
    read(index * size, size, request.signal).then(
      ({ items, total }) => {
        if (request.signal.aborted) return;
        page.rows = items;
        page.request = null;
        this.#total = total;
        this.#publish();
      },
      (error: unknown) => {
        if (request.signal.aborted) return;
        this.#pages.delete(index);
        // One failure is reported once; without this every frame would retry.
        this.#failed = true;
        this.#publish();
        onError(error);
      },
    );
  }

  #publish(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
