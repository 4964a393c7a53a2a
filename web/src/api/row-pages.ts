/** Rows of a long list by their position, read page by page as they come into view; what is scrolled past is not waited for. */
import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';

const PAGE_ROWS = 100;
/** Before the list has been measured. */
const FIRST_ROWS = 30;
/** Read before they come into view. */
const AHEAD_ROWS = 40;
const THROTTLE_MS = 120;

interface RowPage {
  readonly items: readonly unknown[];
  readonly total: number;
}

interface RowPagesOptions<P> {
  readonly enabled?: boolean;
  readonly keyOf: (page: number) => QueryKey;
  readonly read: (
    range: { readonly offset: number; readonly size: number },
    signal: AbortSignal,
  ) => Promise<P>;
}

export function useRowPages<P extends RowPage>({ enabled = true, keyOf, read }: RowPagesOptions<P>) {
  const client = useQueryClient();
  const [[first, last], setVisible] = useState<readonly [number, number]>([0, FIRST_ROWS]);
  const total = client.getQueryData<P>(keyOf(0))?.total ?? 0;
  const to = pageOf(Math.max(last, Math.min(last + AHEAD_ROWS, total - 1)));
  // The first page has the number of rows, also while others load.
  const pages = new Set([0]);
  for (let page = pageOf(first - AHEAD_ROWS); page <= to; page += 1) pages.add(page);
  const shown = [...pages];
  const answers = useQueries({
    queries: shown.map((page) => ({
      queryKey: keyOf(page),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        read({ offset: page * PAGE_ROWS, size: PAGE_ROWS }, signal),
      enabled,
      staleTime: 60_000,
      gcTime: 60_000,
    })),
  });
  const failed = answers.find(({ error }) => error);
  const shown_at = useRef(Number.NEGATIVE_INFINITY);
  const onVisibleRange = useCallback((from: number, to: number) => {
    const show = () => {
      shown_at.current = performance.now();
      setVisible([from, to]);
    };
    const wait = shown_at.current + THROTTLE_MS - performance.now();
    if (wait <= 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, []);
  return {
    first: answers[0]?.data,
    row: (at: number): P['items'][number] | undefined =>
      answers[shown.indexOf(pageOf(at))]?.data?.items[at % PAGE_ROWS],
    onVisibleRange,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

const pageOf = (row: number) => Math.max(0, Math.floor(row / PAGE_ROWS));
