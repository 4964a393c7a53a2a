/** Rows of the table, loaded page by page. Kept outside React, so that scrolling renders only visible rows. */
import type { FuelCheck, FuelImport, FuelRow, FuelSort } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { pagedRows } from '../../ui/resource-list/VirtualGrid.tsx';
import { Signal } from '../../ui/signal.ts';
import { isGone } from './use-fuel.ts';

export interface Order {
  readonly sort_by: FuelSort;
  readonly sort_order: 'asc' | 'desc';
}

export function orderOf(sort: string | undefined): Order {
  if (sort === undefined) return { sort_by: 'occurred_at', sort_order: 'desc' };
  const sort_by = sort.replace('-', '') as FuelSort;
  return { sort_by, sort_order: sort.startsWith('-') ? 'desc' : 'asc' };
}

/** Pages of a long table: only pages in view are requested, and only some are kept. */
interface RowPagesOptions<T> {
  readonly size: number;
  /** Maximum number of pages in memory; the least recently viewed are dropped. */
  readonly max_pages: number;
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
  readonly #changes = new Signal();
  #version = 0;
  #total: number | null = null;
  #failed = false;

  constructor(options: RowPagesOptions<T>) {
    this.#options = options;
  }

  readonly subscribe = this.#changes.subscribe;
  /** Incremented whenever a row may have changed. */
  readonly version = (): number => this.#version;

  get total(): number | null {
    return this.#total;
  }

  get page_count(): number {
    return this.#pages.size;
  }

  row(index: number): T | undefined {
    const { size } = this.#options;
    return this.#pages.get(Math.floor(index / size))?.rows?.[index % size];
  }

  /** Loads the pages of the given rows and aborts requests for pages out of view. */
  load(first: number, last: number): void {
    const { size, max_pages } = this.#options;
    const [from, to] = [Math.floor(first / size), Math.floor(Math.max(first, last) / size)];
    for (const [index, page] of this.#pages)
      if (page.request && (index < from || index > to)) {
        page.request.abort();
        this.#pages.delete(index);
      }
    for (let index = from; index <= to; index += 1) {
      const page = this.#pages.get(index);
      // Map order is the order of last use.
      this.#pages.delete(index);
      if (page) this.#pages.set(index, page);
      else if (!this.#failed) this.#read(index);
    }
    for (const index of this.#pages.keys()) {
      if (this.#pages.size <= max_pages) break;
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
        // Stops further reads until `retry`; otherwise every frame would try again.
        this.#failed = true;
        this.#publish();
        onError(error);
      },
    );
  }

  #publish(): void {
    this.#version += 1;
    this.#changes.emit();
  }
}

const PAGE_ROWS = 100;
const MAX_PAGES = 30;

const PREFETCH_ROWS = 40;
const THROTTLE_MS = 120;

interface RowsOptions {
  readonly listImport: FuelImport;
  readonly order: Order;
  readonly check: FuelCheck | undefined;
  /** Number of rows until the first page reports the total. */
  readonly expected: number;
  readonly onGone: () => void;
}

export function useRows({ listImport, order, check, expected, onGone }: RowsOptions) {
  const { http } = useApi();
  const { import_id, state } = listImport;
  const { sort_by, sort_order } = order;
  const [problem, setProblem] = useState<Problem | null>(null);
  const pages = useMemo(
    () =>
      new RowPages<FuelRow>({
        size: PAGE_ROWS,
        max_pages: MAX_PAGES,
        read: (offset, size, signal) =>
          http.call(FUEL_ROUTES.fuelRows, {
            params: { import_id },
            query: { sort_by, sort_order, check, offset, size },
            // Not parsed: the server has validated every row with the same schema, and scrolling must stay fast.
            parse: false,
            signal,
          }),
        onError: (error) => {
          setProblem(asProblem(error));
          if (isGone(error)) onGone();
        },
      }),
    [http, import_id, state, sort_by, sort_order, check, onGone],
  );
  useEffect(() => {
    setProblem(null);
    return () => pages.close();
  }, [pages]);
  const version = useSyncExternalStore(pages.subscribe, pages.version);
  const total = pages.total ?? expected;
  const last_load = useRef(0);
  // Changes with each version, so that the pages in view are requested again after a failure.
  const onVisibleRange = useCallback(
    (first: number, last: number) => {
      const loadPages = () => {
        last_load.current = performance.now();
        pages.load(
          Math.max(0, first - PREFETCH_ROWS),
          Math.min(Math.max(0, total - 1), last + PREFETCH_ROWS),
        );
      };
      const wait = last_load.current + THROTTLE_MS - performance.now();
      if (wait <= 0) return loadPages();
      const timer = setTimeout(loadPages, wait);
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
    /** Identifies the list; a new order is a new list. */
    list: pages,
  };
}
