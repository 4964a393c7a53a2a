/** Rows of the table, page by page, in an order: kept outside of React, so that scrolling draws only what comes into sight. */
import type { FuelCheck, FuelImport, FuelRow } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { pagedRows } from '../../ui/resource-list/VirtualGrid.tsx';
import type { Order } from './search.ts';
import { isGone } from './use-fuel.ts';

/**
 * Rows of a table of any length, a page at a time: only pages that somebody looks at are asked for, only some are kept. Without
 * React; the table listens.
 */
interface RowPagesOptions<T> {
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

  get total(): number | null {
    return this.#total;
  }

  get kept(): number {
    return this.#pages.size;
  }

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

/** A few screens. */
const PAGE_ROWS = 100;
/** In memory at most: three thousand rows. */
const KEEP_PAGES = 30;

/** Read before they come into sight. */
const AHEAD = 40;
/** Pages are asked for this often at most while somebody scrolls. */
const ASK_MS = 120;

interface RowsOptions {
  readonly listImport: FuelImport;
  readonly order: Order;
  readonly check: FuelCheck | undefined;
  /** Rows there are before the first page arrives. */
  readonly expected: number;
  readonly gone: () => void;
}

export function useRows({ listImport, order, check, expected, gone }: RowsOptions) {
  const { http } = useApi();
  const { import_id, state } = listImport;
  const { sort_by, sort_order } = order;
  const [problem, setProblem] = useState<Problem | null>(null);
  const pages = useMemo(
    () =>
      new RowPages<FuelRow>({
        size: PAGE_ROWS,
        keep: KEEP_PAGES,
        read: (offset, size, signal) =>
          http.call(FUEL_ROUTES.fuelRows, {
            params: { import_id },
            query: { sort_by, sort_order, check, offset, size },
            // Our server has put every row through the same schema already; a scroll must not pay for it again.
            parse: false,
            signal,
          }),
        onError: (error) => {
          setProblem(asProblem(error));
          if (isGone(error)) gone();
        },
      }),
    [http, import_id, state, sort_by, sort_order, check, gone],
  );
  useEffect(() => {
    setProblem(null);
    return () => pages.close();
  }, [pages]);
  const version = useSyncExternalStore(pages.subscribe, pages.version);
  const total = pages.total ?? expected;
  const asked = useRef(0);
  // Another one with each version: after a failure the pages in sight are asked for again.
  const onVisibleRange = useCallback(
    (first: number, last: number) => {
      const ask = () => {
        asked.current = performance.now();
        pages.want(Math.max(0, first - AHEAD), Math.min(Math.max(0, total - 1), last + AHEAD));
      };
      const wait = asked.current + ASK_MS - performance.now();
      if (wait <= 0) return ask();
      const timer = setTimeout(ask, wait);
      return () => clearTimeout(timer);
    },
    [pages, total, version],
  );
  return {
    rows: useMemo(() => pagedRows(total, (index) => pages.row(index)), [pages, total, version]),
    onVisibleRange,
    problem,
    retry: () => {
      setProblem(null);
      pages.retry();
    },
    /** Names the list: another order is another one. */
    list: pages,
  };
}
